"""Solve the end of a Hanabi game with open hands, when no needed card is left in the deck."""

from __future__ import annotations

from typing import NamedTuple

from hanamichi.core import Action, Seat
from hanamichi.hanabi import Card, Discard, HanabiView, HeldCard, Play
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.knowledge import is_dead

_MAX_POSITIONS = 30_000
"""Positions searched before giving up."""


class Clue:
    """Any clue: only the token and the turn matter."""


class _Position(NamedTuple):
    heights: tuple[int, ...]
    tokens: int
    deck: int
    turns_left: int | None
    seat: Seat


class Ending:
    """Whether and how all cards still needed, which are in hands, can be played."""

    def __init__(self, view: HanabiView) -> None:
        self.view = view
        self.suits = tuple(view.fireworks)
        self.faces = [[_face(held) for held in hand] for hand in view.hands]
        self.tops = [self._top(index) for index in range(len(self.suits))]
        self._lost: set[_Position] = set()

    def _top(self, index: int) -> int:
        """How high a firework can still get."""
        suit = self.suits[index]
        steps = range(self.view.fireworks[suit] + 1, 6)
        alive = [step for step in steps if not is_dead(self.view, card_at(suit, step))]
        return alive[-1] if alive else self.view.fireworks[suit]

    @property
    def is_open(self) -> bool:
        """Whether it can be solved: nothing needed is in the deck, and there are no tiles."""
        options = self.view.options
        if options.flamboyants or options.final_bouquet or self.view.pending is not None:
            return False
        held = {face for hand in self.faces for face in hand}
        return all(
            card_at(suit, step) in held
            for suit, top in zip(self.suits, self.tops, strict=True)
            for step in range(self.view.fireworks[suit] + 1, top + 1)
        )

    def solve(self) -> Action | Clue | None:
        """The first move of a solution; None if there is no solution."""
        view = self.view
        assert view.seat is not None
        heights = tuple(view.fireworks[suit] for suit in self.suits)
        here = _Position(heights, view.clue_tokens, view.deck, view.turns_left, view.seat)
        for step, after in self._moves(here):
            if self._wins(after):
                return step
        return None

    def _wins(self, place: _Position) -> bool:
        if all(height >= top for height, top in zip(place.heights, self.tops, strict=True)):
            return True
        if place.turns_left == 0 or place in self._lost or len(self._lost) > _MAX_POSITIONS:
            return False
        if any(self._wins(after) for _, after in self._moves(place)):
            return True
        self._lost.add(place)
        return False

    def _moves(self, place: _Position) -> list[tuple[Action | Clue, _Position]]:
        heights, tokens, deck, turns_left, seat = place
        most = self.view.options.clue_tokens
        following = (seat + 1) % self.view.players
        later = None if turns_left is None else turns_left - 1
        drawn = max(0, deck - 1)
        after_draw = self.view.players if deck == 1 else later
        moves: list[tuple[Action | Clue, _Position]] = []
        spare = None
        for held, face in zip(self.view.hands[seat], self.faces[seat], strict=True):
            index = self.suits.index(face.suit)
            if face.step == heights[index] + 1 <= self.tops[index]:
                higher = (*heights[:index], face.step, *heights[index + 1 :])
                won = min(most, tokens + 1) if face.step == 5 else tokens
                moves.append((Play(held.id), _Position(higher, won, drawn, after_draw, following)))
            elif not heights[index] < face.step <= self.tops[index]:
                spare = held.id
        if tokens:
            moves.append((Clue(), _Position(heights, tokens - 1, deck, later, following)))
        if spare is not None and tokens < most:
            discarded = _Position(heights, tokens + 1, drawn, after_draw, following)
            moves.append((Discard(spare), discarded))
        return moves


def _face(held: HeldCard) -> Card:
    assert held.face is not None, "every hand is face up"
    return held.face
