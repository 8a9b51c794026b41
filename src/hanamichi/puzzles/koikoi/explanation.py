"""Why an answer is the best: what it completes, denies and risks, by what the seat sees."""

from __future__ import annotations

from hanamichi.bots.bot import Reason
from hanamichi.core import Action
from hanamichi.koikoi import KOIKOI, KoiKoiView
from hanamichi.koikoi.actions import PlayCard, Stop, TakeCard
from hanamichi.puzzles.game_puzzles import Question, Solution
from hanamichi.puzzles.koikoi.card_reasons import against_card, for_card
from hanamichi.puzzles.koikoi.stop_reasons import for_call, for_stop
from hanamichi.puzzles.model import Answer

MOST_REASONS = 3
"""The chances come after them."""


def explain(question: Question, solution: Solution) -> tuple[Reason, ...]:
    """The sentences of an answer; none where nothing on the table explains it."""
    view = question.sight.view
    assert isinstance(view, KoiKoiView)
    best, second = (_action(answer) for answer in solution.answers[:2])
    if question.kind == "stop-or-call":
        reasons = for_stop(view) if isinstance(best, Stop) else for_call(view)
        odds = _stop_odds(solution, stops=isinstance(best, Stop))
    else:
        reasons = [*for_card(view, best)[:2], *against_card(view, best, second)]
        odds = _card_odds(solution, best, second)
    return (*reasons[:MOST_REASONS], odds) if reasons else ()


def _action(answer: Answer) -> Action:
    assert answer.action is not None
    return KOIKOI.parse_action(answer.action)


def _stop_odds(solution: Solution, *, stops: bool) -> Reason:
    first, second = _percents(solution)
    if stops:
        return Reason("odds-stop", {"stop": first, "call": second})
    return Reason("odds-call", {"stop": second, "call": first})


def _card_odds(solution: Solution, best: Action, second: Action) -> Reason:
    first, next_best = _percents(solution)
    facts: dict[str, str | int] = {
        "percent": first,
        "card": f"card:{_told(second, best)}",
        "second": next_best,
    }
    return Reason("odds-card", facts)


def _percents(solution: Solution) -> tuple[int, int]:
    first, second, *_ = solution.answers
    return round(100 * first.value), round(100 * second.value)


def _told(action: Action, other: Action) -> str:
    """The card that tells an action from another one."""
    assert isinstance(action, PlayCard | TakeCard)
    if isinstance(action, PlayCard) and isinstance(other, PlayCard):
        return str(action.capture if action.card is other.card else action.card)
    return str(action.card)
