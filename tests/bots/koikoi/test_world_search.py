"""The search: worlds that agree with the view, and an answer whenever it is interrupted."""

from __future__ import annotations

import itertools
from collections.abc import MutableSequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from hanamichi.batch.koikoi import row as r
from hanamichi.bots.clock import Budget
from hanamichi.bots.koikoi import RegularBot
from hanamichi.bots.koikoi.network.equity import equity_of
from hanamichi.bots.koikoi.network.inputs import CELLS
from hanamichi.bots.koikoi.network.one_ply_policy import MAX_POINTS, new_workspace
from hanamichi.bots.koikoi.network.position import position_of
from hanamichi.bots.koikoi.network.table_params import table_params
from hanamichi.bots.koikoi.search.playouts import try_actions
from hanamichi.bots.koikoi.search.world_search_bot import WorldSearchBot
from hanamichi.bots.koikoi.search.worlds import ANY, deal_worlds, sample_hands
from hanamichi.core import build_options
from hanamichi.koikoi import PRESETS, KoiKoiOptions, KoiKoiView
from hanamichi.koikoi.actions import STOP
from hanamichi.koikoi.cards import mask_of
from tests.bots.koikoi.koikoi_matches import new_match, play_on, sight_of
from tests.koikoi.strategies import seeds, tables


@settings(max_examples=8)
@given(options=tables, seed=seeds)
def test_sampled_worlds_agree_with_the_view(options: KoiKoiOptions, seed: int) -> None:
    match = new_match(options, seed)
    rng = np.array([seed], np.uint64)
    for sight, _ in play_on(match, [RegularBot(), RegularBot()], seed)[::5]:
        view = sight.view
        assert isinstance(view, KoiKoiView)
        if view.hand is None:
            continue
        place = position_of(sight)
        other = 1 - place.seat
        hands, worlds = np.zeros(4, np.uint64), np.zeros((4, CELLS), np.uint64)
        size = view.hand_sizes[other] - place.known.bit_count()
        pool, known = np.uint64(place.possible), np.uint64(place.known)
        sample_hands(pool, known, size, np.uint64(0), ANY, rng, hands)
        chosen = np.arange(4, dtype=np.int32)
        deal_worlds(place.row, other, np.uint64(place.unseen), hands, chosen, rng, worlds)
        for world in worlds.tolist():
            hand = world[r.HANDS + other]
            assert hand.bit_count() == view.hand_sizes[other]
            assert hand & ~place.unseen == 0
            assert hand & mask_of(view.ruled_out[other]) == 0
            assert mask_of(view.known[other]) & ~hand == 0
            deck = np.array(world[r.DECK : r.DECK + 6], np.uint64).view(np.uint8).tolist()
            stock = deck[world[r.TOP] :]
            assert len(stock) == view.stock
            assert sum(1 << card for card in stock) == place.unseen & ~hand


@pytest.mark.parametrize("preset", PRESETS)
def test_a_playout_is_a_probability_and_a_stop_is_worth_its_score(preset: str) -> None:
    match = new_match(PRESETS[preset].options, 4)
    decisions = [sight for sight, _ in play_on(match, [RegularBot(), RegularBot()], 4)]
    sight = next(sight for sight in decisions if STOP in sight.legal)
    view = sight.view
    assert isinstance(view, KoiKoiView)
    assert view.stop is not None
    place, (o, net, stakes) = position_of(sight), table_params(view)
    actions, rng = np.array([r.A_STOP, r.A_KOI_KOI], np.int32), np.array([4], np.uint64)
    hands, worlds = np.zeros(8, np.uint64), np.zeros((8, CELLS), np.uint64)
    size = view.hand_sizes[1 - place.seat]
    sample_hands(np.uint64(place.possible), np.uint64(0), size, np.uint64(0), ANY, rng, hands)
    chosen = np.arange(8, dtype=np.int32)
    deal_worlds(place.row, 1 - place.seat, np.uint64(place.unseen), hands, chosen, rng, worlds)
    stopped = stakes.points[place.seat, MAX_POINTS + view.stop.points]
    for share in (0.0, 0.5, 1.0):
        values, row = np.zeros((8, 2), np.float32), np.zeros(CELLS, np.uint64)
        try_actions(worlds, o, net, stakes, new_workspace(), rng, row, actions, share, values)
        assert values[:, 0] == pytest.approx(stopped)
        assert ((values > 0) & (values < 1)).all()
        if share == 1.0:
            assert set(values[:, 1].tolist()) <= set(stakes.points[place.seat].tolist())


class Interrupting(Random):
    """Random numbers that interrupt the search once it tries actions."""

    player: WorldSearchBot

    def shuffle(self, x: MutableSequence[Any]) -> None:
        super().shuffle(x)
        self.player.interrupt()


def test_an_interrupted_search_returns_the_best_action_so_far() -> None:
    sight = sight_of(new_match(PRESETS["koikoi/nintendo"].options, 4))
    chance = Interrupting(1)
    chance.player = WorldSearchBot(Budget(ms=600_000))
    assert chance.player.choose(sight, chance).action in sight.legal


@pytest.mark.parametrize("preset", PRESETS)
def test_a_search_without_time_gives_a_reason_by_the_cards(preset: str) -> None:
    match = new_match(build_options(PRESETS[preset].options, {"rounds": 2}), 4)
    bot = WorldSearchBot(Budget(ms=10), now=itertools.count(0.0, 3600.0).__next__)
    for sight, choice in play_on(match, [bot, bot], 4):
        assert choice.action in sight.legal
        assert choice.reason is not None
        assert choice.reason.code != "search-best"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_lead_is_worth_more_the_larger_it_is_and_the_fewer_rounds_are_left(preset: str) -> None:
    equity = equity_of(PRESETS[preset].options)
    even = [equity.after(left, lead, deals=True)[255] for left in (1, 6) for lead in (-9, 0, 9)]
    assert even[0] < even[1] < even[2]
    assert even[3] < even[4] < even[5]
    assert even[2] > even[5]
    assert equity.after(0, 1, deals=True)[255] == 1.0
    assert equity.after(40, 0, deals=True)[255] == pytest.approx(0.5, abs=0.1)
