"""Which card to play, or to discard: the only one that facts make certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from hanamichi.bots.bot import Reason, Sight
from hanamichi.core import Seat
from hanamichi.core.record import plain
from hanamichi.hanabi.actions import DISCARDS, PLAYS
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.knowledge import from_clues, is_dead, is_indispensable, is_playable
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.game_puzzles import Question, Solution
from hanamichi.puzzles.hanabi.draft import Draft, level_within, one_of
from hanamichi.puzzles.hanabi.elimination import (
    NAMED_FACES,
    Elimination,
    eliminate,
    ruled_out,
    told,
)
from hanamichi.puzzles.model import Answer
from hanamichi.review.hanabi.own_hand import OwnHand

MARGIN = 0.2
"""How much less certain the second card is."""

Task: TypeAlias = Literal["play", "discard-dead", "discard-safe"]


class _Asked(NamedTuple):
    """What to look for in the hand."""

    task: Task
    good: Callable[[Card], bool]
    """The faces that a card of this hand should have."""


def solve(question: Question) -> Solution:
    """Each card's exact chance to be what is looked for."""
    sight, seat = question.sight, question.seat
    return _solved(sight, seat, _asked(sight, seat))


def draft(sight: Sight) -> Draft | None:
    """A question about the own hand, if it is a good one."""
    view = sight.view
    assert isinstance(view, HanabiView)
    assert view.seat is not None
    asked = _asked(sight, view.seat)
    if asked.task != "play" and not _must_discard(view):
        return None
    solution = _solved(sight, view.seat, asked)
    if solution.answers[0].value < 1 or solution.margin < MARGIN:
        return None
    hand = [held.id for held in view.hands[view.seat]]
    slot = hand.index(_card(solution.answers[0]))
    found = eliminate(view, slot)
    if len(found.by_clues) < 2:
        return None
    wrong = [face for face in found.by_clues if not asked.good(face)]
    explanation = (
        told(found),
        *ruled_out(view, found, wrong),
        _conclusion(asked.task, found, wrong),
        _second(view, solution, asked.task),
    )
    level = _level(view, found, wrong, solution)
    return Draft("which-card", level, solution, explanation)


def _must_discard(view: HanabiView) -> bool:
    """Whether a discard is all there is to do: no clue token is left."""
    return view.clue_tokens == 0 and view.turns_left is None


def _asked(sight: Sight, seat: Seat) -> _Asked:
    """To play if a card certainly fits; else to discard, a dead card if there is one."""
    view = sight.view
    assert isinstance(view, HanabiView)
    hand = OwnHand(sight, seat)
    own = [held.id for held in view.hands[seat]]

    def fits(face: Card) -> bool:
        return is_playable(view, face)

    def useless(face: Card) -> bool:
        return is_dead(view, face)

    def spare(face: Card) -> bool:
        return not is_indispensable(view, face)

    if any(hand.surely(card, fits) for card in own):
        return _Asked("play", fits)
    if any(hand.surely(card, useless) for card in own):
        return _Asked("discard-dead", useless)
    return _Asked("discard-safe", spare)


def _solved(sight: Sight, seat: Seat, asked: _Asked) -> Solution:
    view = sight.view
    assert isinstance(view, HanabiView)
    hand = OwnHand(sight, seat)
    actions = PLAYS if asked.task == "play" else DISCARDS
    answers = [
        Answer(
            action=plain(actions[held.id]), value=round(float(hand.chance(held.id, asked.good)), 4)
        )
        for held in view.hands[seat]
    ]
    return Solution(tuple(sorted(answers, key=lambda answer: -answer.value)), 0.0)


def _card(answer: Answer) -> int:
    """The id of the card of an answer."""
    assert answer.action is not None
    card = answer.action["card"]
    assert isinstance(card, int)
    return card


def _conclusion(task: Task, found: Elimination, wrong: Sequence[Card]) -> Reason:
    """What follows for the card."""
    play, dead = task == "play", task == "discard-dead"
    if not wrong and len(found.by_clues) <= NAMED_FACES:
        return Reason(
            "every-play" if play else "every-discard-dead" if dead else "every-discard-safe"
        )
    if len(found.left) == 1:
        return Reason(
            "known-play" if play else "known-discard-dead" if dead else "known-discard-safe",
            {"card": one_of(*found.left)},
        )
    return Reason(
        "any-play" if play else "any-discard-dead" if dead else "any-discard-safe",
        {"cards": one_of(*found.left)},
    )


def _second(view: HanabiView, solution: Solution, task: Task) -> Reason:
    """How good the second card is."""
    assert view.seat is not None
    second = solution.answers[1]
    hand = [held.id for held in view.hands[view.seat]]
    slot = hand.index(_card(second)) + 1
    play, dead = task == "play", task == "discard-dead"
    if play and not second.value:
        return Reason("second-none")
    return Reason(
        "second-play" if play else "second-discard-dead" if dead else "second-discard-safe",
        {"slot": slot, "percent": round(100 * second.value)},
    )


def _level(view: HanabiView, found: Elimination, wrong: list[Card], solution: Solution) -> int:
    """By what there is to notice; harder where other cards look as good."""
    assert view.seat is not None
    relevant = found._replace(seen=found.seen.intersection(wrong))
    clued = sum(len(from_clues(view, held)) < 12 for held in view.hands[view.seat])
    level = 1 + (relevant.steps > 0) + (relevant.steps > 2) + len(found.groups)
    return level_within(level + (clued > 2) + (solution.margin < 0.5))
