"""What a seat believes about the other hand: all hands there are, and how probable each is."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from hanamichi.batch.koikoi import row as r
from hanamichi.bots import Sight
from hanamichi.bots.koikoi.network.equity import equity_of, points_stakes
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import evaluate_actions, new_workspace
from hanamichi.bots.koikoi.network.position import Position, position_of
from hanamichi.bots.koikoi.network.table_params import TableParams, table_params
from hanamichi.bots.koikoi.search.hand_beliefs import (
    HEAT,
    SLACK,
    count_hands,
    every_hand,
    probabilities_of,
    some_hands,
)
from hanamichi.core import Seeded
from hanamichi.koikoi import KoiKoiState, KoiKoiView
from hanamichi.koikoi.cards import mask_of_indices
from tests.bots.koikoi.koikoi_matches import new_match, sight_of
from tests.koikoi.tables import GAME, NINTENDO, ROBIN_RED, options_with

TABLES = {"nintendo": NINTENDO, "robin-red": options_with(ROBIN_RED, gaji=True)}
EVERY_TABLE = pytest.mark.parametrize("table", TABLES)
FEW_HANDS = 600


def late_decisions(table: str) -> Iterator[tuple[KoiKoiState, Sight, Position]]:
    """Decisions of a match in which the other seat may hold only a few hands."""
    match = new_match(options_with(TABLES[table], rounds=4), 6)
    rng = np.random.default_rng(6)
    while match.to_act is not None:
        sight = sight_of(match)
        view = sight.view
        assert isinstance(view, KoiKoiView)
        if view.hand is not None and count_hands(position_of(sight)) <= FEW_HANDS:
            yield match.state, sight, position_of(sight)
        match.play(sight.legal[int(rng.integers(len(sight.legal)))])


@EVERY_TABLE
def test_every_hand_is_one_that_the_seat_could_imagine(table: str) -> None:
    decisions = list(late_decisions(table))
    assert len(decisions) > 5
    for state, _, position in decisions:
        every = set(every_hand(position).tolist())
        assert len(every) <= count_hands(position)
        assert mask_of_indices(state.round.hands[1 - position.seat]) in every
        rng = np.array([7], np.uint64)
        assert set(some_hands(position, 50, rng).tolist()) <= every
        for seed in range(10):
            imagined = GAME.imagine(state, position.seat, Seeded(seed))
            assert mask_of_indices(imagined.round.hands[1 - position.seat]) in every


@EVERY_TABLE
def test_hands_are_as_probable_as_they_explain_what_was_played(table: str) -> None:
    """Bayes' theorem over every hand, written out."""
    workspace, row = new_workspace(), np.zeros(CELLS, np.uint64)
    for _, sight, position in list(late_decisions(table))[:4]:
        assert isinstance(sight.view, KoiKoiView)
        params = table_params(sight.view)
        hands = every_hand(position)
        weights = np.array([likelihood(position, params, hand) for hand in hands.tolist()])
        probabilities = probabilities_of(hands, position, params, workspace, row)
        assert probabilities == pytest.approx(weights / weights.sum(), rel=1e-3, abs=1e-9)


def likelihood(position: Position, params: TableParams, hand: int) -> float:
    """The probability of what the other seat has played in this round, if it holds this hand."""
    workspace = new_workspace()
    heat = HEAT * equity_of(position.view.options).spread
    product = 1.0
    for past, play in zip(position.past, position.plays.tolist(), strict=True):
        row = past.copy()
        row[r.HANDS + 1 - position.seat] |= np.uint64(hand)
        count = int(evaluate_actions(row, params.o, params.net, points_stakes(), workspace))
        values = workspace.values[:count].tolist()
        place = workspace.actions[:count].tolist().index(play)
        weights = [math.exp((value - max(values)) / heat) for value in values]
        product *= (1 - SLACK) * weights[place] / sum(weights) + SLACK / count
    return product
