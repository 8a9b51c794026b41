"""An exhaustive solver of small positions, written apart from the review.

It goes through every other hand and every order of the stock, and plays on with the reference
engine, in exact fractions. Later decisions follow a policy that it is given.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import structs

from hanamichi.bots import Sight
from hanamichi.core import Seat
from hanamichi.koikoi import CARDS, KoiKoiAction, KoiKoiState, KoiKoiView, Phase, PlayCard
from hanamichi.koikoi.deal import pattern_in
from tests.koikoi.tables import GAME, Rigged

Policy = Callable[[KoiKoiView, tuple[KoiKoiAction, ...], tuple[int, int]], KoiKoiAction]
"""A choice by what a seat sees, and by the months that each seat seems to lack."""


class Solved(NamedTuple):
    """What an action is worth."""

    chance: Fraction
    points: Fraction


class Solver:
    """Solves positions of a match's last round, where the scores alone decide."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.choices = 0
        """How many later decisions had more than one action."""

    def solve(self, state: KoiKoiState) -> dict[KoiKoiAction, Solved]:
        """The value of each legal action to the acting seat; every deal is equally probable."""
        seat = GAME.to_act(state)
        assert seat is not None
        assert state.round.number == state.options.rounds
        worlds = list(worlds_of(state, seat))
        values = {}
        for action in GAME.legal_actions(state, seat):
            ends = [self._end(world, seat, action) for world in worlds]
            values[action] = Solved(
                sum((won for won, _ in ends), Fraction(0)) / len(ends),
                Fraction(sum(points for _, points in ends), len(ends)),
            )
        return values

    def _end(self, state: KoiKoiState, seat: Seat, action: KoiKoiAction) -> tuple[Fraction, int]:
        lead = _lead(state, seat)
        lacked = (0, 0)
        actor: Seat | None = seat
        while actor is not None:
            if isinstance(action, PlayCard) and not captures(state, action):
                months = sum({1 << CARDS[index].month - 1 for index in state.round.field})
                lacked = (
                    (lacked[0] | months, lacked[1])
                    if actor == 0
                    else (lacked[0], lacked[1] | months)
                )
            state, _ = GAME.apply(state, actor, action, Rigged())
            actor = GAME.to_act(state)
            if actor is not None:
                legal = GAME.legal_actions(state, actor)
                action = legal[0]
                if len(legal) > 1:
                    self.choices += 1
                    action = self._policy(GAME.view(state, actor), legal, lacked)
        final = _lead(state, seat)
        won = Fraction(1) if final > 0 else Fraction(0) if final < 0 else Fraction(1, 2)
        return won, final - lead


def captures(state: KoiKoiState, action: PlayCard) -> bool:
    """Whether a card takes anything."""
    if action.capture is not None:
        return True
    return any(CARDS[index].month == action.card.month for index in state.round.field)


def _lead(state: KoiKoiState, seat: Seat) -> int:
    return state.scores[seat] - state.scores[1 - seat]


def worlds_of(state: KoiKoiState, seat: Seat) -> Iterator[KoiKoiState]:
    """Every state that the seat cannot tell from this one; cards never turned stay in order."""
    round_ = state.round
    other = 1 - seat
    hidden = sorted((*round_.hands[other], *round_.stock))
    played = [index for index in range(48) if round_.played[other] >> index & 1]
    view = GAME.view(state, seat)
    known = {card.index for card in view.known[other]}
    ruled_out = {card.index for card in view.ruled_out[other]}
    turns = min(len(round_.hands[0]) + len(round_.hands[1]), len(round_.stock))
    for hand in itertools.combinations(hidden, len(round_.hands[other])):
        if not known.issubset(hand) or ruled_out.intersection(hand):
            continue
        lucky = pattern_in((*hand, *played)) is not None
        if state.options.lucky_hands and lucky != round_.both_lucky:
            continue
        rest = [index for index in hidden if index not in hand]
        for turned in itertools.permutations(rest, turns):
            stock = (*turned, *(index for index in rest if index not in turned))
            hands = (hand, round_.hands[1]) if other == 0 else (round_.hands[0], hand)
            yield structs.replace(state, round=structs.replace(round_, hands=hands, stock=stock))


def sight_of(state: KoiKoiState) -> Sight:
    """What the acting seat decides by, had it come to the table just now."""
    seat = GAME.to_act(state)
    assert seat is not None
    assert state.round.phase is not Phase.OVER
    return Sight(GAME.view(state, seat), (), GAME.legal_actions(state, seat))
