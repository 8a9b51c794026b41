"""Endings of Hanabi, solved exactly: can this seat be sure of every point that is left?

A player is *sure* of a goal if one of its moves keeps it in every world that the player cannot tell
from the real one; that is, if after this move, in each of these worlds, the goal is reached or the
next player is sure of it. Players know facts only: the cards they see and the literal meaning of
clues, never what a move may have been meant to say. So nothing has to be agreed on beforehand: when
everybody makes a move that keeps the goal, it is reached whatever the hidden cards are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hanamichi.core import Chance, Seat
from hanamichi.hanabi.actions import Discard, HanabiAction, Play
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.legality import legal_actions
from hanamichi.hanabi.scoring import points_of
from hanamichi.hanabi.state import HanabiState
from hanamichi.hanabi.turn import Turn
from hanamichi.puzzles.hanabi.hidden_hands import Sees, TooManyWorlds, seen_by, worlds_of

MOST_WORLDS = 120
"""The most worlds of one seat."""


class OutOfBudget(Exception):
    """An ending that is too large to be solved."""


class NoChance:
    """An ending has no shuffles."""

    def shuffle(self, label: str, items: Sequence[object]) -> tuple[object, ...]:
        """Nothing is shuffled."""
        raise OutOfBudget(label)


_NO_CHANCE: Chance = NoChance()  # type: ignore[assignment]


class Solved(NamedTuple):
    """A solved ending."""

    goal: int
    worlds: tuple[HanabiState, ...]
    """All that the seat cannot tell apart."""
    shares: dict[HanabiAction, float]
    """For each move, the share of the worlds in which the goal stays certain."""

    @property
    def winning(self) -> list[HanabiAction]:
        """The moves that are sure of the goal."""
        return [action for action, share in self.shares.items() if share == 1]


class EndingSolver:
    """Solves one ending; what it found out about a player's sight is kept."""

    def __init__(self, goal: int, nodes: int) -> None:
        self.goal = goal
        self._nodes = nodes
        self._sure: dict[Sees, HanabiAction | None] = {}

    def solve(self, state: HanabiState) -> Solved:
        """Every move of the seat to act; raises `OutOfBudget`."""
        worlds = self.worlds(state)
        shares = {
            action: sum(self._keeps(world, action) for world in worlds) / len(worlds)
            for action in self._moves(state, worlds)
        }
        return Solved(self.goal, tuple(worlds), shares)

    def worlds(self, state: HanabiState) -> list[HanabiState]:
        """All that the seat to act cannot tell from this state."""
        try:
            worlds = worlds_of(state, state.turn, MOST_WORLDS)
        except TooManyWorlds:
            raise OutOfBudget from None
        self._nodes -= len(worlds)
        if self._nodes < 0:
            raise OutOfBudget
        return worlds

    def _keeps(self, world: HanabiState, action: HanabiAction) -> bool:
        """Whether the goal is reached, or the next player sure of it, after a move in a world."""
        after = applied(world, action)
        if after.ended is not None:
            return after.ended != "errors" and self.missing(after) <= 0
        return self.missing(after) <= 0 or self.sure_move(after) is not None

    def missing(self, state: HanabiState) -> int:
        """How many points are missing."""
        return self.goal - points_of(state.options, state.fireworks)

    def sure_move(self, state: HanabiState) -> HanabiAction | None:
        """A move by which the seat to act is sure of the goal, from what it sees; None if none."""
        if self.missing(state) > _most_plays(state):
            return None
        sees = seen_by(state, state.turn)
        if sees not in self._sure:
            self._sure[sees] = self._find(state)
        return self._sure[sees]

    def _find(self, state: HanabiState) -> HanabiAction | None:
        worlds = self.worlds(state)
        if not all(self._possible(world) for world in worlds):
            return None
        return next(self._sure_moves(state, worlds), None)

    def sure_moves(self, state: HanabiState) -> Iterator[HanabiAction]:
        """Every move by which the seat to act is sure of the goal."""
        return self._sure_moves(state, self.worlds(state))

    def _sure_moves(
        self, state: HanabiState, worlds: Sequence[HanabiState]
    ) -> Iterator[HanabiAction]:
        for action in self._moves(state, worlds):
            if all(self._keeps(world, action) for world in worlds):
                yield action

    def _possible(self, state: HanabiState) -> bool:
        """Whether the goal could be reached with open cards; in the last round only."""
        missing = self.missing(state)
        return state.turns_left is None or _open_plays(state, missing) >= missing

    def _moves(self, state: HanabiState, worlds: Sequence[HanabiState]) -> list[HanabiAction]:
        """The moves that may keep the goal: cards that fit, then clues, discards and errors."""
        only_plays = state.turns_left == self.missing(state)
        moves = [
            action for action in legal_actions(state) if isinstance(action, Play) or not only_plays
        ]
        return sorted(moves, key=lambda action: _order(action, worlds))


def _order(action: HanabiAction, worlds: Sequence[HanabiState]) -> int:
    if isinstance(action, Play):
        return 0 if all(fits(world, action.card) for world in worlds) else 3
    return 2 if isinstance(action, Discard) else 1


def fits(state: HanabiState, card: int) -> bool:
    """Whether a card is the next of its firework."""
    face = state.deck[card]
    return state.fireworks[face.suit.index] == face.step - 1


def _most_plays(state: HanabiState) -> int:
    """How many cards can still be played, if every turn is a play."""
    if state.turns_left is not None:
        return state.turns_left
    return len(state.deck) - state.drawn + state.players


def _open_points(
    hands: Sequence[Sequence[Card]], heights: list[int], seat: Seat, turns: int, wanted: int
) -> int:
    """The most cards that can be played in these turns with open cards; `wanted` are enough."""
    if turns == 0 or wanted <= 0:
        return 0
    following = (seat + 1) % len(hands)
    best = 0
    for face in set(hands[seat]):
        suit = face.suit.index
        if heights[suit] == face.step - 1:
            heights[suit] += 1
            best = max(best, 1 + _open_points(hands, heights, following, turns - 1, wanted - 1))
            heights[suit] -= 1
    if best < min(turns, wanted):
        best = max(best, _open_points(hands, heights, following, turns - 1, wanted))
    return best


def _open_plays(state: HanabiState, wanted: int) -> int:
    """How many of the wanted plays the last round allows with open cards."""
    assert state.turns_left is not None
    faces = [[state.deck[card] for card in hand] for hand in state.hands]
    return _open_points(faces, list(state.fireworks), state.turn, state.turns_left, wanted)


def highest_goal(state: HanabiState, maximum: int) -> int:
    """The best score that any play could still reach in a world that the seat to act may be in.

    In the last round that is counted with open cards; before, it is the maximum that the discards
    allow.
    """
    if state.turns_left is None:
        return maximum
    points = points_of(state.options, state.fireworks)
    try:
        worlds = worlds_of(state, state.turn, MOST_WORLDS)
    except TooManyWorlds:
        return maximum
    return points + max(_open_plays(world, maximum - points) for world in worlds)


def applied(state: HanabiState, action: HanabiAction) -> HanabiState:
    """The state after a move."""
    turn = Turn(state, _NO_CHANCE)
    turn.take(action)
    return turn.state()
