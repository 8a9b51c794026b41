"""Which clue? The best by the conventions, and in games played on from here."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec import structs

from hanamichi.bots.bot import Reason, Sight
from hanamichi.bots.hanabi.casual import CasualBot
from hanamichi.bots.hanabi.companion.card_masks import clue_number
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot, Decision
from hanamichi.bots.hanabi.companion.explanations import why_clue
from hanamichi.core import Action
from hanamichi.core.record import plain
from hanamichi.hanabi.actions import ColourClue, ValueClue
from hanamichi.hanabi.cards import CARDS
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.game_puzzles import Question, Solution, Wanted
from hanamichi.puzzles.hanabi.draft import Draft, cards, level_within
from hanamichi.puzzles.hanabi.rollouts import Continuations
from hanamichi.puzzles.model import Answer

MOVES = 6
"""How many moves are compared: those that the conventions' player values most."""
GAP = 0.8
"""How much more than all others it values the best one."""
WORLDS = 64
"""In how many worlds the moves are compared."""
SCREENS = ((8, 0.1), (24, 0.2))
"""After so many worlds, the least margin to go on."""
MIN_MARGIN = 0.25
CERTAIN_ERRORS = 4.5
"""The margin is at least this many standard errors."""
MOST_DECK = 8
"""With more cards in the deck, too much is still to come for a clear answer."""
RIVAL_WORLDS = 10
"""In how many worlds the best move must be ahead of the second by a first look."""


class _Considered(NamedTuple):
    """The moves worth comparing, as the conventions' player sees them."""

    decision: Decision
    moves: list[Action]
    gap: float


class Comparison:
    """The same worlds for every move; the first move is compared with the others."""

    def __init__(self, sight: Sight, moves: Sequence[Action], seed: str) -> None:
        self.moves = moves
        self._continuations = Continuations(sight)
        self._chance = Random(seed)
        self._scores: list[list[int]] = []

    def try_worlds(self, count: int) -> None:
        """Go on until this many worlds were tried."""
        while len(self._scores) < count:
            self._scores.append(self._continuations.scores(self.moves, self._chance))

    def behind(self, place: int, best: int = 0) -> tuple[float, float]:
        """How far a move is behind the best one, and the standard error."""
        gains = [scores[best] - scores[place] for scores in self._scores]
        return fmean(gains), stdev(gains) / len(gains) ** 0.5

    def least(self) -> float:
        """How far the best of the other moves is behind the first."""
        return min(self.behind(place)[0] for place in range(1, len(self.moves)))

    def solution(self) -> Solution:
        """All moves by their mean scores."""
        means = [
            fmean(scores[place] for scores in self._scores) for place in range(len(self.moves))
        ]
        order = sorted(range(len(means)), key=lambda place: -means[place])
        answers = [
            Answer(action=plain(self.moves[place]), value=round(means[place], 3)) for place in order
        ]
        return Solution(tuple(answers), round(self.behind(order[1], order[0])[1], 3))


def considered(sight: Sight) -> _Considered:
    """The moves that the conventions' player values most."""
    view = sight.view
    assert isinstance(view, HanabiView)
    tracker = CompanionBot().tracker_after(view, sight.events)
    decision = Decision(view, sight.legal, tracker)
    found = [each for each in decision.candidates() if each.action in sight.legal]
    found.sort(key=lambda each: -each.value)
    moves = [each.action for each in found[:MOVES]]
    gap = found[0].value - found[1].value if len(found) > 1 else 0.0
    return _Considered(decision, moves, gap)


def solve(question: Question, effort: int) -> Solution:
    """The mean final score after each move considered."""
    moves = considered(question.sight).moves
    comparison = Comparison(question.sight, moves, f"solved with effort {effort}")
    comparison.try_worlds(WORLDS * effort)
    return comparison.solution()


def draft(sight: Sight, wanted: Wanted) -> Draft | None:
    """A question about the best clue, if that is clear."""
    view = sight.view
    assert isinstance(view, HanabiView)
    options = view.options
    if view.deck > MOST_DECK or options.flamboyants or options.deck_play or not view.deck:
        return None
    found = considered(sight)
    best = found.moves[0]
    if found.gap < GAP or len(found.moves) < MOVES:
        return None
    if not isinstance(best, ColourClue | ValueClue):
        return None
    explanation = _explain(found.decision, best)
    if explanation is None:
        return None
    level = _level(sight, best, explanation[-1].code)
    if not wanted("which-clue", level):
        return None
    rival = Comparison(sight, found.moves[:2], f"first look at {view.ply}")
    rival.try_worlds(RIVAL_WORLDS)
    if rival.least() <= 0:
        return None
    comparison = Comparison(sight, found.moves, f"made at {view.ply}")
    for worlds, least in SCREENS:
        comparison.try_worlds(worlds)
        if comparison.least() < least:
            return None
    comparison.try_worlds(WORLDS)
    solution = comparison.solution()
    if solution.answers[0].action != plain(best):
        return None
    if solution.margin < max(MIN_MARGIN, CERTAIN_ERRORS * solution.error):
        return None
    judged = Reason(
        "judged",
        {
            "count": WORLDS,
            "gain": f"number:{solution.margin:.1f}",
            "error": f"number:{solution.error:.2f}",
        },
    )
    return Draft("which-clue", level, solution, (*explanation, judged))


_SAID = (
    (1, Reason("clue-play")),
    (1, Reason("clue-save-five")),
    (2, Reason("clue-save-two")),
    (2, Reason("clue-save-last")),
    (2, Reason("clue-play-several")),
    (3, Reason("clue-later")),
    (3, Reason("clue-more")),
    (4, Reason("clue-warn")),
    (4, Reason("clue-call")),
)
"""What a clue can be for, and how hard that is to see. Codes like those of `why.hanabi`."""
_HARDNESS = {reason.code: hardness for hardness, reason in _SAID}
_REASONS = {reason.code: reason for _, reason in _SAID}


def _level(sight: Sight, best: Action, code: str) -> int:
    """By the convention; harder where a player without conventions does something else."""
    casual = CasualBot().choose(sight, Random(0)).action
    return level_within(_HARDNESS[code] + (casual != best))


def _explain(decision: Decision, clue: ColourClue | ValueClue) -> tuple[Reason, ...] | None:
    """What the clue says, and which card it is about; None where that is hard to say."""
    evaluation, tracker = decision.evaluation, decision.tracker
    reading = evaluation.read(clue.target, clue_number(clue))
    reason = why_clue(tracker, reading, evaluation.worth(reading)[1])
    if reason.code not in _HARDNESS:
        return None
    explanation = [_restated(reason)]
    if reading.focus is not None and len(reading.new) > 1:
        about = {
            "other": f"seat:{clue.target}",
            "card": cards(CARDS[tracker.face[reading.focus]]),
        }
        chop = reading.focus == reading.chop
        explanation.insert(0, Reason("about-chop" if chop else "about-newest", about))
    return tuple(explanation)


def _restated(reason: Reason) -> Reason:
    """The reason of a bot as a reason of the reader; two copies of a card are one to play."""
    facts = {("other" if name == "seat" else name): fact for name, fact in reason.facts.items()}
    faces = str(facts.get("cards", "card:")).removeprefix("card:").split(",")
    if reason.code == "clue-play-several" and len(set(faces)) == 1:
        return Reason("clue-play", {"other": facts["other"], "card": f"card:{faces[0]}"})
    return structs.replace(_REASONS[reason.code], facts=facts)
