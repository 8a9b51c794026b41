"""Why an own card cannot be anything else: counted copies, and the other cards of the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

from hanamichi.bots.bot import Reason
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.knowledge import from_clues
from hanamichi.hanabi.view import HanabiView
from hanamichi.puzzles.hanabi.draft import cards, in_order, one_of
from hanamichi.puzzles.hanabi.hidden_hands import unseen_by

NAMED_FACES = 6
"""With more faces than these, their number is told instead."""
COUNTED_FACES = 3
"""Copies are counted one face after the other for this many; else the faces are named."""


class Group(NamedTuple):
    """Cards of a hand that together need every unseen copy of what they can be."""

    slots: tuple[int, ...]
    faces: frozenset[Card]


class Elimination(NamedTuple):
    """How the faces that the clues leave to a card are ruled out."""

    slot: int
    by_clues: frozenset[Card]
    seen: frozenset[Card]
    """Ruled out because every copy is in sight."""
    groups: tuple[Group, ...]
    """Ruled out because other cards of the hand need the copies."""
    left: frozenset[Card]

    @property
    def steps(self) -> int:
        """How many things there are to notice."""
        return len(self.seen) + 2 * sum(len(group.slots) for group in self.groups)


def eliminate(view: HanabiView, slot: int) -> Elimination:
    """What an own card can be, step by step; slots are counted from 0."""
    assert view.seat is not None
    hand = view.hands[view.seat]
    unseen = unseen_by(view)
    possible = [from_clues(view, held) & unseen.keys() for held in hand]
    by_clues = from_clues(view, hand[slot])
    left = possible[slot]
    groups: list[Group] = []
    others = [n for n in range(len(hand)) if n != slot]
    for size in range(1, len(others) + 1):
        for slots in combinations(others, size):
            faces = frozenset[Card]().union(*(possible[n] for n in slots))
            if faces & left and sum(unseen[face] for face in faces) <= size:
                groups.append(Group(slots, faces))
                left -= faces
    return Elimination(slot, by_clues, by_clues - unseen.keys(), tuple(groups), left)


def told(found: Elimination) -> Reason:
    """What the clues alone say about a card."""
    if len(found.by_clues) > NAMED_FACES:
        return Reason("by-clues-many", {"slot": found.slot + 1, "count": len(found.by_clues)})
    return Reason("by-clues", {"slot": found.slot + 1, "cards": one_of(*found.by_clues)})


def ruled_out(view: HanabiView, found: Elimination, relevant: Collection[Card]) -> list[Reason]:
    """How the relevant faces were ruled out."""
    seen = in_order(tuple(found.seen.intersection(relevant)))
    if len(seen) > COUNTED_FACES:
        reasons = [Reason("all-seen", {"cards": cards(*seen)})]
    else:
        reasons = [_copies(view, face) for face in seen]
    for group in found.groups:
        if group.faces.intersection(relevant, found.by_clues):
            slots = "slot:" + ",".join(str(slot + 1) for slot in group.slots)
            facts = {"slots": slots, "cards": one_of(*group.faces)}
            reasons.append(Reason("need-one" if len(group.slots) == 1 else "need-all", facts))
    return reasons


def _copies(view: HanabiView, face: Card) -> Reason:
    """Where every copy of a face is."""
    played = view.fireworks[face.suit] >= face.step
    held = Counter(held.face for hand in view.hands for held in hand)[face]
    facts: dict[str, str | int] = {
        "card": cards(face),
        "played": int(played),
        "discarded": view.discards.count(face),
        "held": held,
    }
    return Reason("copies-seen", facts)
