"""What an own card is by the conventions of `docs/conventions.md`, and which of them say so."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from hanamichi.bots.bot import Reason, Sight
from hanamichi.bots.hanabi.companion.card_masks import (
    card_masks_of,
    indices,
    is_single,
)
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.bots.hanabi.companion.conventions import Reading, read
from hanamichi.hanabi.actions import FIRST_VALUE
from hanamichi.hanabi.cards import CARDS, Card
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed, ClueGiven
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.hanabi.draft import cards

_ActionEvent = ClueGiven | CardPlayed | CardDiscarded | CardMisplayed
Kind: TypeAlias = Literal["play", "save", "again", "prompt", "finesse"]


class Meaning(NamedTuple):
    """What a clue says about an own card."""

    kind: Kind
    face: Card
    explanation: tuple[Reason, ...]


class _Read(NamedTuple):
    """A clue and how it was read when it was given."""

    event: ClueGiven
    reading: Reading
    later: int
    """The face of the card that the clue is about, as this seat sees it; -1 if it is its own."""
    awaited: int
    """The faces that a new clue can ask for."""
    last: int
    """The faces with one copy left."""


def meaning_of(sight: Sight, card: int) -> Meaning | None:
    """What the one clue since the own last turn says about an own card, if that is one face.

    None if clues say more, or less: then it could not be explained by one rule.
    """
    view = sight.view
    assert isinstance(view, HanabiView)
    assert view.seat is not None
    tracker = ConventionTracker(card_masks_of(view.options), view.players, view.seat)
    reads: list[_Read] = []
    for event in sight.events:
        if isinstance(event, ClueGiven):
            reads.append(_read(tracker, event))
        tracker.apply(event)
        if isinstance(event, _ActionEvent) and event.seat == view.seat:
            reads.clear()
    place = tracker.hands[view.seat].index(card)
    belief = tracker.model.beliefs(view.seat)[place]
    said = [each for each in reads if _is_about(each.reading, card)]
    if not is_single(belief) or len(said) != 1 or not said[0].reading.trusted:
        return None
    return _meaning(said[0], card, belief)


def _read(tracker: ConventionTracker, event: ClueGiven) -> _Read:
    clue = event.colour.index if event.colour is not None else FIRST_VALUE + (event.value or 1) - 1
    reading = read(tracker, event.seat, event.target, clue, event.touched)
    later = -1 if reading.focus is None else tracker.face[reading.focus]
    awaited = tracker.model.knowledge(event.target, event.seat).awaited
    return _Read(event, reading, later, awaited, tracker.last)


def _is_about(reading: Reading, card: int) -> bool:
    return card in reading.touched or any(call.card == card for call in reading.calls)


def _meaning(said: _Read, card: int, belief: int) -> Meaning | None:
    reading, event = said.reading, said.event
    (index,) = indices(belief)
    face = CARDS[index]
    for call in reading.calls:
        if call.card == card and call.face == index and len(reading.calls) == 1:
            facts = {"later": cards(CARDS[said.later]), "card": cards(face)}
            shown, first = _told_other(event), Reason("needs-first", facts)
            if call.unasked:
                return Meaning("finesse", face, (shown, first, Reason("finesse")))
            return Meaning("prompt", face, (shown, first, Reason("prompt")))
    if card != reading.focus or reading.waits or reading.meant.get(card) != belief:
        return None
    if reading.kind == "again":
        return Meaning("again", face, (_told(event), Reason("means-again")))
    if reading.kind not in ("play", "save"):
        return None
    about, fact = _focus(reading), {"card": cards(face)}
    if belief & said.awaited:
        return Meaning("play", face, (_told(event), about, Reason("means-play", fact)))
    last = bool(belief & said.last)
    saved = Reason("means-save-last" if last else "means-save-two", fact)
    return Meaning("save", face, (_told(event), about, saved))


def _focus(reading: Reading) -> Reason:
    if len(reading.new) == 1:
        return Reason("focus-only")
    return Reason("focus-chop" if reading.focus == reading.chop else "focus-newest")


def _told(event: ClueGiven) -> Reason:
    """A clue to the seat itself."""
    giver = {"other": f"seat:{event.seat}"}
    if event.colour is not None:
        return Reason("told-colour", {**giver, "colour": f"colour:{event.colour.value}"})
    return Reason("told-value", {**giver, "value": event.value or 0})


def _told_other(event: ClueGiven) -> Reason:
    """A clue to another seat."""
    seats = {"other": f"seat:{event.seat}", "third": f"seat:{event.target}"}
    if event.colour is not None:
        return Reason("other-told-colour", {**seats, "colour": f"colour:{event.colour.value}"})
    return Reason("other-told-value", {**seats, "value": event.value or 0})
