"""What is this card? Proved by elimination, or said by the conventions."""

from __future__ import annotations

from collections.abc import Iterator

from hanamichi.bots.bot import Reason, Sight
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.knowledge import is_playable
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.view import HanabiView, HeldCard
from hanamichi.puzzles.game_puzzles import Question, Solution
from hanamichi.puzzles.hanabi.convention_meaning import meaning_of
from hanamichi.puzzles.hanabi.draft import Draft, cards, in_order, level_within
from hanamichi.puzzles.hanabi.elimination import Elimination, eliminate, ruled_out, told
from hanamichi.puzzles.hanabi.hidden_hands import unseen_by
from hanamichi.puzzles.model import Answer

FEWEST, MOST = 3, 6
"""How many faces there are to choose from."""


def solve(question: Question) -> Solution:
    """The face of the asked card: the only possible one, or the one the conventions leave."""
    view = question.sight.view
    assert isinstance(view, HanabiView)
    slot = next(
        n for n, held in enumerate(view.hands[question.seat]) if held.id == question.asked_card
    )
    found = eliminate(view, slot)
    if len(found.left) == 1:
        return _solution(view, found, next(iter(found.left)))
    meaning = meaning_of(question.sight, view.hands[question.seat][slot].id)
    if meaning is not None:
        return _solution(view, found, meaning.face)
    faces = in_order(tuple(found.left))
    return Solution(tuple(Answer(card=str(face), value=1 / len(faces)) for face in faces), 0.0)


def drafts(sight: Sight, *, conventional: bool) -> Iterator[Draft]:
    """The cards of the own hand that make a good question."""
    view = sight.view
    assert isinstance(view, HanabiView)
    assert view.seat is not None
    for slot, held in enumerate(view.hands[view.seat]):
        found = eliminate(view, slot)
        if len(found.left) == 1:
            draft = _by_elimination(view, held, found)
        elif conventional:
            draft = _by_convention(sight, held, found)
        else:
            draft = None
        if draft is not None:
            yield draft


def _by_elimination(view: HanabiView, held: HeldCard, found: Elimination) -> Draft | None:
    if len(found.by_clues) < 2:
        return None
    (face,) = found.left
    solution = _solution(view, found, face)
    if len(solution.answers) < FEWEST:
        return None
    explanation = (
        told(found),
        *ruled_out(view, found, found.by_clues - {face}),
        Reason("so-it-is", {"card": cards(face)}),
    )
    hard = len(found.groups)
    level = 1 + (found.steps > 1) + (found.steps > 3) + hard + (len(found.by_clues) > 6)
    return Draft("what-card", level_within(level), solution, explanation, held.id, face)


def _by_convention(sight: Sight, held: HeldCard, found: Elimination) -> Draft | None:
    meaning = meaning_of(sight, held.id)
    if meaning is None or len(found.left) < FEWEST or meaning.face not in found.left:
        return None
    view = sight.view
    assert isinstance(view, HanabiView)
    solution = _solution(view, found, meaning.face)
    explanation = (
        *meaning.explanation,
        Reason("by-convention", {"card": cards(meaning.face)}),
    )
    level = level_within(_LEVELS[meaning.kind] + (view.players > 3))
    return Draft("what-card", level, solution, explanation, held.id, meaning.face)


_LEVELS = {"play": 1, "save": 2, "again": 3, "prompt": 4, "finesse": 4}


def _solution(view: HanabiView, found: Elimination, face: Card) -> Solution:
    """The right face, and the most tempting of those that it is not."""
    wrong = sorted(_tempting(view, found, face), key=lambda other: _temptation(view, found, other))
    answers = [Answer(card=str(face), value=1.0)]
    answers += [Answer(card=str(other), value=0.0) for other in wrong[: MOST - 1]]
    return Solution(tuple(answers), 0.0)


def _tempting(view: HanabiView, found: Elimination, face: Card) -> list[Card]:
    """What the clues leave; with few of those, also what agrees with the last clue only."""
    faces = set(found.by_clues)
    if len(faces) < FEWEST:
        values = {each.number for each in faces}
        suits = {each.suit for each in faces}
        deck = layout_of(view.options).deck
        if len(values) == 1:
            faces |= {each for each in deck if each.number in values}
        elif len(suits) == 1:
            faces |= {each for each in deck if each.suit in suits}
    return in_order(tuple(faces - {face}))


def _temptation(view: HanabiView, found: Elimination, face: Card) -> tuple[bool, bool, int]:
    return (face not in found.left, not is_playable(view, face), -unseen_by(view)[face])
