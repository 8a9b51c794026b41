"""One game at a time plays exactly as a batch of one game does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import Batch, BatchError, make_table
from hanamichi.batch.single_game import SingleGame

TABLES: list[tuple[str, int, Mapping[str, Any]]] = [
    ("hanabi/online", 2, {}),
    ("hanabi/grands-feux", 3, {"flamboyants": True, "black_powder": True, "avalanche": "wild"}),
    ("koikoi/nintendo", 2, {"rounds": 1}),
]


@pytest.mark.parametrize(("preset", "players", "options"), TABLES)
def test_every_turn_equals_that_of_a_batch(
    preset: str, players: int, options: Mapping[str, Any]
) -> None:
    table = make_table(preset, players, options)
    single = SingleGame(table, seed=3, past_actions=3)
    batch = Batch(table, 1, seed=3, threads=1, past_actions=3)
    rng = np.random.default_rng(1)
    for seed in (None, 5):
        single.reset(seed=seed)
        single.look()
        batch.reset(seed=seed)
        gains = [0] * table.sides
        while True:
            assert single.seat == batch.to_act()[0]
            assert single.standing() == batch.scores()[0].tolist()
            assert np.array_equal(single.past_actions(), batch.past_actions())
            for seat in range(players):
                assert np.array_equal(single.bits(seat), batch.observe(seat, "uint8")[0])
                legal = batch.legal_mask()[0] * (seat == single.seat)
                assert np.array_equal(single.mask(seat), legal)
            if single.seat < 0:
                break
            action = rng.choice(np.flatnonzero(single.mask(single.seat)))
            gains = batch.step([action])[0].tolist()
            assert single.act(action) == [*gains, *single.standing()]


def test_what_it_hands_out_stays_as_it_was() -> None:
    single = SingleGame(make_table("hanabi/online"), seed=1)
    bits, mask = single.bits(single.seat), single.mask(single.seat)
    before = bits.copy(), mask.copy()
    single.act(5)
    assert np.array_equal(bits, before[0])
    assert np.array_equal(mask, before[1])


@pytest.mark.parametrize("action", [0, -1, -2, 20, 1 << 70, None, 5.0, "5", [5]])
def test_an_illegal_action_changes_nothing(action: Any) -> None:
    single = SingleGame(make_table("hanabi/online"), seed=1)
    before = single.rows.tobytes()
    with pytest.raises(BatchError) as refused:
        single.act(action)
    assert (refused.value.code, refused.value.where) == ("batch/invalid", "actions[0]")
    assert single.rows.tobytes() == before


def test_nothing_is_played_after_the_end() -> None:
    single = SingleGame(make_table("hanabi/online"), seed=1)
    while single.seat >= 0:
        single.act(5)
    with pytest.raises(BatchError, match="not legal"):
        single.act(5)
