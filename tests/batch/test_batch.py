"""The batch API: what it refuses, guarantees and costs."""

from __future__ import annotations

import importlib
from typing import Any, NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray

from hanamichi.batch import Batch, BatchError, make_batch, make_table
from hanamichi.batch.cpu_batch import Form
from hanamichi.batch.hanabi import kernel as hanabi_kernel
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.koikoi import row as k
from hanamichi.catalog import presets
from hanamichi.core import OptionError

PRESETS = [preset.id for _, preset in presets()]
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("hanabi/online", 2, {}),
    ("hanabi/cocktail", 5, {"final_bouquet": True}),
    ("hanabi/grands-feux", 3, {"flamboyants": True, "black_powder": True, "avalanche": "wild"}),
    ("hanabi/online", 2, {"special_suits": ["pink", "prism"], "half_tokens": True}),
    ("koikoi/nintendo", 2, {}),
    ("koikoi/robin-red", 2, {"gaji": True, "rounds": 3}),
]


def batch_of(table: tuple[str, int, dict[str, Any]], games: int = 50, **settings: Any) -> Batch:
    preset, players, options = table
    batch = make_batch(preset, players, games=games, options=options, **settings)
    assert isinstance(batch, Batch)
    return batch


def some_actions(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action in each game; 0 where it is over."""
    masks = batch.legal_mask()
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks], np.int64)


def snapshot(batch: Batch) -> bytes:
    return batch.rows.tobytes() + batch._rng.tobytes()


# -- bad input ---------------------------------------------------------------------------------

BAD_ACTIONS: list[Any] = [
    np.full(7, -1),
    np.full(7, 10_000),
    np.full(7, 2**40),
    np.full(7, 2**63, np.uint64),
    np.zeros(8, int),
    np.zeros((7, 1), int),
    np.zeros(7),
    np.zeros(7, bool),
    ["play"] * 7,
    [[1], [1, 2]],
    [None] * 7,
    0,
    [],
]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("bad", BAD_ACTIONS, ids=range(len(BAD_ACTIONS)))
def test_bad_actions_are_refused_before_anything_changes(
    table: tuple[str, int, dict[str, Any]], bad: Any
) -> None:
    batch = batch_of(table, games=7, seed=1)
    before = snapshot(batch)
    with pytest.raises(BatchError) as refused:
        batch.step(bad)
    assert refused.value.code == "batch/invalid"
    assert (refused.value.where or "").startswith("actions")
    assert snapshot(batch) == before


class Elsewhere:
    """An array of another library that is not in main memory."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __array__(self, *_: object, **__: object) -> NoReturn:
        raise self.error("it is on the device cuda:0, copy it to the host")


@pytest.mark.parametrize("error", [TypeError, RuntimeError])
def test_arrays_of_other_devices_are_refused_in_the_words_of_their_library(
    error: type[Exception],
) -> None:
    batch = batch_of(TABLES[0], games=3, seed=1)
    array: Any = Elsewhere(error)
    before = snapshot(batch)
    for name, call in (
        ("actions", batch.step),
        ("seats", batch.observe),
        ("where", lambda where: batch.reset(where=where)),
    ):
        with pytest.raises(BatchError, match="cuda:0, copy it to the host") as refused:
            call(array)
        assert (refused.value.code, refused.value.where) == ("batch/invalid", name)
    assert snapshot(batch) == before


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_one_illegal_action_is_named_and_stops_all_games(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    batch = batch_of(table, games=20, seed=1, threads=2)
    before = snapshot(batch)
    actions = some_actions(batch, np.random.default_rng(1))
    for game in (3, 17):
        actions[game] = np.flatnonzero(batch.legal_mask()[game] == 0)[0]
    with pytest.raises(BatchError, match="in game 3") as refused:
        batch.step(actions)
    assert refused.value.where == "actions[3]"
    assert snapshot(batch) == before


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_unchecked_an_illegal_action_changes_nothing_in_its_game_alone(
    table: tuple[str, int, dict[str, Any]], threads: int
) -> None:
    batch, twin = (batch_of(table, seed=1, threads=threads) for _ in range(2))
    rng = np.random.default_rng(1)
    illegal = np.arange(batch.games) % 3 == 0
    for step in range(60):
        over = batch.done
        actions = some_actions(batch, rng)
        choices = [-1, -(2**31), batch.spec.actions, 2**31 - 1]
        actions[illegal] = [
            rng.choice([*np.flatnonzero(mask == 0), *choices])
            for mask in twin.legal_mask()[illegal]
        ]
        before = batch.rows.copy(), batch._rng.copy(), batch.scores()
        gains = batch.step(actions, check=False)
        still = illegal | over
        assert np.array_equal(batch.rows[still], before[0][still])
        assert np.array_equal(batch._rng[still], before[1][still])
        assert not gains[still].any()
        assert np.array_equal(batch.scores(), before[2] + gains)
        # legal actions do what they do when checked: the twin leaves out the illegal ones
        actions[illegal] = some_actions(twin, rng)[illegal]
        assert np.array_equal(twin.step(actions)[~illegal], gains[~illegal])
        assert np.array_equal(twin.rows[~illegal], batch.rows[~illegal])
        twin.rows[illegal], twin._rng[illegal] = batch.rows[illegal], batch._rng[illegal]
        if step % 20 == 19:
            for each in (batch, twin):
                each.reset(where=over)
    assert snapshot(batch) == snapshot(twin)


@pytest.mark.parametrize("bad", BAD_ACTIONS[2:], ids=range(2, len(BAD_ACTIONS)))
def test_unchecked_actions_are_still_one_whole_number_for_each_game(bad: Any) -> None:
    batch = batch_of(TABLES[0], games=7, seed=1)
    before = snapshot(batch)
    with pytest.raises(BatchError) as refused:
        batch.step(bad, check=False)
    assert (refused.value.code, refused.value.where) == ("batch/invalid", "actions")
    assert snapshot(batch) == before


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_mask_says_exactly_which_actions_are_accepted(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    batch = batch_of(table, games=1, seed=3)
    batch.random_steps(13)
    mask = batch.legal_mask()[0]
    before = snapshot(batch)
    for action in range(-2, batch.spec.actions + 2):
        if 0 <= action < batch.spec.actions and mask[action]:
            continue
        with pytest.raises(BatchError):
            batch.step([action])
    assert snapshot(batch) == before
    for action in np.flatnonzero(mask).tolist():
        twin = batch_of(table, games=1, seed=3)
        twin.random_steps(13)
        twin.step([action])
        assert snapshot(twin) != before


@pytest.mark.parametrize("seats", [2, -2, [0, 1], [[0]], 0.5, "north", None.__class__, [0, [1]]])
def test_missing_seats_are_refused(seats: Any) -> None:
    with pytest.raises(BatchError) as refused:
        batch_of(TABLES[0], games=3).observe(seats)
    assert (refused.value.code, refused.value.where) == ("batch/invalid", "seats")


@pytest.mark.parametrize("where", [[True], [1, 0, 1], np.ones((3, 1), bool), True])
def test_a_reset_marks_each_game_true_or_false(where: Any) -> None:
    batch = batch_of(TABLES[0], games=3)
    before = snapshot(batch)
    with pytest.raises(BatchError) as refused:
        batch.reset(where=where, seed=1)
    assert (refused.value.code, refused.value.where) == ("batch/invalid", "where")
    assert snapshot(batch) == before


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"games": 0}, "games"),
        ({"games": -1}, "games"),
        ({"games": 1.5}, "games"),
        ({"games": "many"}, "games"),
        ({"games": True}, "games"),
        ({"games": 10**30}, "games"),
        ({"games": 1, "past_actions": True}, "past_actions"),
        ({"games": 1, "threads": 0}, "threads"),
        ({"games": 1, "threads": 1.5}, "threads"),
        ({"games": 1, "threads": "all"}, "threads"),
        ({"games": 1, "seed": -1}, "seed"),
        ({"games": 1, "seed": 1.5}, "seed"),
        ({"games": 1, "device": "tpu"}, "device"),
    ],
)
def test_an_impossible_batch_is_refused(settings: dict[str, Any], where: str) -> None:
    with pytest.raises(BatchError) as refused:
        make_batch("hanabi/online", **settings)
    assert (refused.value.code, refused.value.where) == ("batch/invalid", where)


@pytest.mark.parametrize("steps", [-1, 1.5, "many", None, 10**30])
def test_random_steps_that_are_no_number_are_refused(steps: Any) -> None:
    batch = batch_of(TABLES[0])
    before = snapshot(batch)
    with pytest.raises(BatchError) as refused:
        batch.random_steps(steps)
    assert (refused.value.code, refused.value.where) == ("batch/invalid", "steps")
    assert snapshot(batch) == before


def test_a_bad_seed_leaves_the_games_alone() -> None:
    batch = batch_of(TABLES[0])
    before = snapshot(batch)
    with pytest.raises(BatchError):
        batch.reset(seed=-3)
    assert snapshot(batch) == before


def test_unknown_forms_are_refused_by_name() -> None:
    batch: Any = batch_of(TABLES[0])
    with pytest.raises(BatchError, match="'float64'"):
        batch.observe(form="float64")
    with pytest.raises(BatchError, match="'float32'"):
        batch.random_steps(1, observations="float32")


def test_impossible_tables_are_refused_by_the_game() -> None:
    with pytest.raises(OptionError, match="no preset"):
        make_batch("hanabi/nowhere", games=1)
    with pytest.raises(OptionError, match="2 to 5 players"):
        make_batch("hanabi/online", 6, games=1)
    for nameless in (["errors"], [], 0):
        settings: dict[str, Any] = {"games": 1, "options": nameless}
        with pytest.raises(OptionError, match="by name"):
            make_batch("hanabi/online", **settings)
    no_presets: list[Any] = [5, [], None]
    for no_preset in no_presets:
        with pytest.raises(OptionError, match="no preset"):
            make_batch(no_preset, games=1)
    with pytest.raises(OptionError, match=r"players, not 2\.0"):
        make_batch("hanabi/online", 2.0, games=1)  # type: ignore[call-overload]
    with pytest.raises(OptionError, match="tile_on_any_completion"):
        make_batch("hanabi/online", games=1, options={"tile_on_any_completion": True})


def gpu_here() -> bool:
    try:
        return bool(importlib.import_module("numba.cuda").is_available())
    except ImportError:
        return False


@pytest.mark.skipif(gpu_here(), reason="this machine has a GPU")
def test_without_a_gpu_cuda_is_refused_with_what_is_missing() -> None:
    with pytest.raises(BatchError) as refused:
        make_batch("hanabi/online", games=1, device="cuda")
    assert (refused.value.code, refused.value.where) == ("batch/no-gpu", "device")


# -- promises ----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_seed_plays_the_same_games_on_any_number_of_threads(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    alone, again, threaded = (batch_of(table, seed=5, threads=n) for n in (1, 1, 2))
    other = batch_of(table, seed=6, threads=1)
    for batch in (alone, again, threaded, other):
        batch.random_steps(40)
        rng = np.random.default_rng(1)
        for _ in range(10):
            batch.step(some_actions(batch, rng))
        batch.finish()
    assert snapshot(alone) == snapshot(again) == snapshot(threaded)
    assert snapshot(alone) != snapshot(other)
    for batch in (alone, threaded):
        batch.reset(seed=5)
    assert snapshot(alone) == snapshot(batch_of(table, seed=5)) == snapshot(threaded)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_packed_uint8_and_float32_are_the_same_bits(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    batch = batch_of(table, seed=2)
    batch.random_steps(17)
    bits = batch.spec.observation_bits
    for seat in (None, *range(table[1])):
        packed = batch.observe(seat)
        unpacked = np.unpackbits(packed.view(np.uint8), axis=1, bitorder="little")
        small, wide = batch.observe(seat, "uint8"), batch.observe(seat, "float32")
        assert [str(array.dtype) for array in (packed, small, wide)] == [
            "uint64",
            "uint8",
            "float32",
        ]
        assert small.shape == wide.shape == (50, bits)
        assert np.array_equal(small, unpacked[:, :bits])
        assert np.array_equal(wide, small)
        assert not unpacked[:, bits:].any()


def test_the_seat_to_act_is_observed_unless_another_is_named() -> None:
    batch = batch_of(("hanabi/online", 4, {}), seed=4)
    batch.random_steps(3)
    seats = batch.to_act()
    assert len(set(seats.tolist())) > 1
    assert np.array_equal(batch.observe(), batch.observe(seats))
    assert not np.array_equal(batch.observe(), batch.observe((seats + 1) % 4))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_gains_add_up_to_scores_and_ended_games_do_not_change(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    batch = batch_of(table, seed=8)
    total = batch.scores()
    rng = np.random.default_rng(8)
    for _ in range(1000):
        over = batch.done
        ended = batch.rows[over].copy()
        total += batch.step(some_actions(batch, rng))
        assert np.array_equal(batch.rows[over], ended)
        if over.all():
            break
    assert batch.done.all()
    assert not batch.legal_mask().any()
    assert np.array_equal(total, batch.scores())


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_partial_reset_deals_the_marked_games_only(
    table: tuple[str, int, dict[str, Any]],
) -> None:
    batch = batch_of(table, seed=8, threads=2)
    batch.finish()
    before = batch.rows.copy()
    where = np.arange(50) % 3 == 0
    batch.reset(where=where)
    assert np.array_equal(batch.rows[~where], before[~where])
    assert np.array_equal(batch.done, ~where)
    batch.reset(where=where, seed=8)
    assert np.array_equal(batch.rows[where], batch_of(table, seed=8).rows[where])
    assert np.array_equal(batch.rows[~where], before[~where])


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("observations", ["none", "packed", "uint8"])
def test_random_play_continues_from_game_to_game_with_and_without_observations(
    table: tuple[str, int, dict[str, Any]], observations: Any
) -> None:
    batch, plain = batch_of(table, seed=3, threads=2), batch_of(table, seed=3, threads=1)
    ended = batch.random_steps(500, observations)
    assert ended > 0
    assert plain.random_steps(500) == ended
    assert snapshot(plain) == snapshot(batch)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_takes_less_than_512_bytes(preset: str) -> None:
    batch = make_batch(preset, games=1000)
    kept = [value for value in vars(batch).values() if isinstance(value, np.ndarray)]
    assert sum(array.nbytes for array in kept if array.shape[:1] == (1000,)) < 512 * 1000
    assert sum(array.nbytes for array in kept) < 512 * 1000


# -- chance ------------------------------------------------------------------------------------


def near(counts: NDArray[Any], expected: NDArray[Any] | float) -> bool:
    """Within five standard deviations everywhere."""
    return bool((np.abs(counts - expected) < 5 * np.sqrt(expected)).all())


def test_every_card_is_dealt_uniformly_to_every_place() -> None:
    games = 20_000
    batch = make_batch("hanabi/online", games=games, seed=1)
    copies = np.tile([3, 2, 2, 2, 1], 5)
    for place in (0, 4, 9):
        dealt = batch.rows[:, h.SLOTS + place * h.SLOT_BYTES]
        assert near(np.bincount(dealt, minlength=25), games * copies / 50)
    assert near(np.bincount(batch.to_act()), games / 2)


def test_every_flower_card_is_dealt_everywhere() -> None:
    games = 20_000
    batch = make_batch("koikoi/nintendo", games=games, seed=1, options={"lucky_hands": False})
    bits = np.arange(48, dtype=np.uint64)
    for place in (k.HANDS, k.HANDS + 1):
        held = (batch.rows[:, place, None] >> bits & np.uint64(1)).sum(axis=0)
        assert near(held, games * 8 / 48)
    assert near(np.bincount(batch.to_act()), games / 2)


def test_random_play_chooses_every_legal_action_equally_often() -> None:
    table = make_table("hanabi/grands-feux", 3, {"flamboyants": True})
    batch = Batch(table, 1, seed=4)
    batch.random_steps(6)
    rng = np.array([1], np.uint64)
    drawn = [hanabi_kernel.random_legal(batch.rows[0], table.vector, rng, 0) for _ in range(20_000)]
    counts = np.bincount(drawn, minlength=table.actions)
    legal = batch.legal_mask()[0] == 1
    assert not counts[~legal].any()
    assert near(counts[legal], 20_000 / legal.sum())


# -- what all seats see, and what was done -----------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_all_seats_observe_the_seat_to_act_first(table: tuple[str, int, dict[str, Any]]) -> None:
    preset, players, options = table
    batch = make_batch(preset, players, games=30, options=options, seed=1, threads=2)
    batch.random_steps(7)
    acting = batch.to_act()
    forms: tuple[Form, ...] = ("packed", "uint8", "float32")
    for form in forms:
        seen = batch.observe_all(form)
        for turn in range(players):
            seats = np.where(acting < 0, -1, (acting + turn) % players)
            alone = batch.observe(seats, form)
            assert np.array_equal(seen[acting >= 0, turn], alone[acting >= 0])
            assert seen.dtype == alone.dtype


def test_past_actions_are_those_that_were_carried_out() -> None:
    batch = make_batch("hanabi/online", 3, games=20, seed=1, threads=1, past_actions=4)
    rng = np.random.default_rng(1)
    told: list[list[int]] = [[] for _ in range(20)]
    for step in range(60):
        actions = rng.integers(-1, batch.spec.actions + 1, 20)
        masks = batch.legal_mask()
        batch.step(actions, check=False)
        for game, action in enumerate(actions):
            if 0 <= action < batch.spec.actions and masks[game, action]:
                told[game].insert(0, int(action))
        if step == 30:
            batch.reset(where=np.arange(20) < 5)
            told[:5] = [[] for _ in range(5)]
        expected = [(actions + [-1] * 4)[:4] for actions in told]
        assert batch.past_actions().tolist() == expected
    batch.reset()
    assert (batch.past_actions() == -1).all()


def test_past_actions_are_kept_only_where_they_are_asked_for() -> None:
    for wrong in (-1, 1.5, "4", 10**6, None):
        settings: dict[str, Any] = {"past_actions": wrong}
        with pytest.raises(BatchError, match="past actions"):
            make_batch("hanabi/online", games=2, **settings)
    with pytest.raises(BatchError, match="made with past_actions"):
        make_batch("hanabi/online", games=2).past_actions()
    batch = make_batch("hanabi/online", games=2, past_actions=1)
    for call in (batch.finish, lambda: batch.random_steps(1)):
        with pytest.raises(BatchError, match="Random play"):
            call()
