"""The batch on a GPU gives the same results as on CPU cores.

Without a GPU, Numba's simulator runs the same kernels as plain Python, few games and slowly.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from hanamichi.batch import BatchError, make_batch, make_table
from hanamichi.batch.cuda_batch import SHARED_BYTES, random_block
from tests.batch.test_batch import TABLES, gpu_here

ROOT = Path(__file__).parents[2]
SMALL: list[tuple[str, int, dict[str, Any]]] = [
    ("hanabi/online", 2, {"colours": ["red"], "hand_size": 2, "clue_tokens": 3, "errors": 1}),
    ("hanabi/online", 4, {"values": 3, "keep_points": True, "first_seat": 0}),
    ("hanabi/online", 3, {"first_copies": 1, "middle_copies": 3, "last_copies": 2}),
]
"""Tables of research."""
pytestmark = pytest.mark.filterwarnings("ignore:.*GPU under-utilization")
"""Some batches here are small on purpose."""


def host(array: Any) -> Any:
    return array.copy_to_host()


def check_chosen_and_saved_games(cpu: Any, gpu: Any) -> None:
    """Decks, positions, and games saved on one and gone on with on the other."""
    names, _ = cpu.spec.whole_deck()
    where = np.arange(cpu.games) % 2 == 1
    for batch in (cpu, gpu):
        batch.reset(seed=5)
        batch.reset(deck=names[::-1], where=where)
    assert np.array_equal(cpu.rows, host(gpu.rows))
    saved, clone = gpu.save(), gpu.clone()
    assert np.array_equal(saved.rows, cpu.save().rows)
    assert np.array_equal(saved.random, cpu.save().random)
    gpu.reset(seed=6)
    assert not np.array_equal(host(gpu.rows), saved.rows)
    gpu.restore(saved, where=where)
    assert np.array_equal(host(gpu.rows)[where], saved.rows[where])
    cpu.reset(seed=7)
    for batch in (cpu, gpu):
        batch.restore(saved)
    assert np.array_equal(cpu.rows, host(gpu.rows))
    assert np.array_equal(cpu.rows, host(clone.rows))


def compare(table: tuple[str, int, dict[str, Any]], games: int, steps: int) -> None:
    """Play the same games on both and compare everything."""
    preset, players, options = table
    batches = [
        make_batch(preset, players, games=games, options=options, seed=3, device=device)
        for device in ("cpu", "cuda")
    ]
    cpu, gpu = batches
    rng = np.random.default_rng(1)
    for step in range(steps):
        assert np.array_equal(cpu.rows, host(gpu.rows))
        masks = cpu.legal_mask()
        assert np.array_equal(masks, host(gpu.legal_mask()))
        assert np.array_equal(cpu.to_act(), host(gpu.to_act()))
        assert np.array_equal(cpu.observe(), host(gpu.observe()))
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        assert np.array_equal(cpu.step(actions), host(gpu.step(actions)))
        assert np.array_equal(cpu.scores(), host(gpu.scores()))
        if step % 10 == 5:
            where = np.arange(games) % 2 == 0
            for batch in batches:
                batch.reset(where=where)
    check_observations(cpu, gpu, players)
    check_refusals(gpu, games)
    check_past_actions(table, games, steps)
    check_unchecked_steps(cpu, gpu)
    check_chosen_and_saved_games(cpu, gpu)
    for batch in batches:
        batch.reset(seed=9)
        batch.random_steps(5)
    check_random_observations(cpu, gpu)
    assert np.array_equal(cpu.rows, host(gpu.rows))
    for batch in batches:
        batch.finish()
    assert np.array_equal(cpu.rows, host(gpu.rows))


def check_observations(cpu: Any, gpu: Any, players: int) -> None:
    for seat in (*range(players), None):
        assert np.array_equal(cpu.observe(seat), host(gpu.observe(seat)))
    for form in ("uint8", "float32"):
        assert np.array_equal(cpu.observe(form=form), host(gpu.observe(form=form)))
    for form in ("packed", "uint8", "float32"):
        assert np.array_equal(cpu.observe_all(form), host(gpu.observe_all(form)))


def check_past_actions(table: tuple[str, int, dict[str, Any]], games: int, steps: int) -> None:
    """Actions are kept, ignored ones are not, and a new deal forgets them."""
    preset, players, options = table
    cpu, gpu = (
        make_batch(
            preset, players, games=games, options=options, seed=3, device=device, past_actions=3
        )
        for device in ("cpu", "cuda")
    )
    rng = np.random.default_rng(2)
    for step in range(steps):
        actions = rng.integers(-1, cpu.spec.actions, games, np.int32)
        for batch in (cpu, gpu):
            batch.step(actions, check=False)
            if step == steps // 2:
                batch.reset(where=np.arange(games) % 2 == 0)
        assert np.array_equal(cpu.past_actions(), host(gpu.past_actions()))
    for batch in (cpu, gpu):
        with pytest.raises(BatchError):
            batch.random_steps(1)


def check_card_memory(games: int, steps: int) -> None:
    """What happened to each card, in steps, new deals, copies and random play."""
    cpu, gpu = batches = [
        make_batch("hanabi/online", 3, games=games, seed=3, device=device, card_memory=True)
        for device in ("cpu", "cuda")
    ]
    plain = make_table("hanabi/online", 3).observation_bits
    for step in range(steps):
        masks = cpu.legal_mask() * np.arange(1, cpu.spec.actions + 1)
        actions = masks.argmax(axis=1) if step % 2 else (masks > 0).argmax(axis=1)
        for batch in batches:
            batch.step(actions)
            if step == steps // 2:
                batch.reset(where=np.arange(games) % 2 == 0)
        assert np.array_equal(cpu.rows, host(gpu.rows))
    seen = cpu.observe_all("uint8")
    assert seen[:, :, plain:].any()
    assert np.array_equal(seen, host(gpu.observe_all("uint8")))
    for batch in (cpu, gpu, clone := gpu.clone()):
        batch.random_steps(3, "packed")
    assert np.array_equal(cpu.rows, host(gpu.rows))
    assert np.array_equal(cpu.rows, host(clone.rows))
    check_random_observations(cpu, gpu)


def check_unchecked_steps(cpu: Any, gpu: Any) -> None:
    """Illegal actions are ignored as on CPU cores, and nothing comes back from the device."""
    for batch in (cpu, gpu):
        batch.reset(seed=4)
    rng = np.random.default_rng(2)
    device_array = type(gpu.rows)
    for _ in range(6):
        actions = rng.integers(-2, cpu.spec.actions + 2, cpu.games, np.int32)
        before = cpu.rows.copy()
        gains = cpu.step(actions, check=False)
        if cpu.games >= 100:
            changed = (cpu.rows != before).any(axis=1)
            assert changed.any()
            assert not changed.all()
        there = gpu._cuda.to_device(actions)
        with patch.object(device_array, "copy_to_host", side_effect=AssertionError("it waits")):
            gained = gpu.step(there, check=False)
        assert np.array_equal(gains, host(gained))
        assert np.array_equal(cpu.rows, host(gpu.rows))


def check_random_observations(cpu: Any, gpu: Any) -> None:
    """What random play writes is what the seat to act observed before it acted."""
    for form in ("packed", "uint8"):
        for batch in (cpu, gpu):
            batch.random_steps(2, form)
        ongoing = cpu.to_act() >= 0
        expected = cpu.observe(form=form)
        for batch in (cpu, gpu):
            batch.random_steps(1, form)
        written = host(gpu._buffers[f"random-{form}"]).view(expected.dtype)[: expected.size]
        assert np.array_equal(written.reshape(expected.shape)[ongoing], expected[ongoing])


def check_full_block() -> None:
    """Every thread of a block of random play has a game, and fills its words to the last half."""
    batches = [
        make_batch("hanabi/online", 3, games=32, seed=3, device=device)
        for device in ("cpu", "cuda")
    ]
    assert 32 < batches[0].spec.observation_bits % 128 <= 64
    check_random_observations(*batches)


def check_unpacking(sizes: tuple[int, ...]) -> None:
    """Any number of games and bits, also where games begin within 16 bytes."""
    cuda = importlib.import_module("numba.cuda")
    cuda_bits = importlib.import_module("hanamichi.batch.cuda_bits")
    rng = np.random.default_rng(1)
    for games in sizes:
        for bits in (16, 31, 64, 65, 79, 658):
            words = -(-bits // 64)
            values = rng.integers(0, 2, (games + 1, bits), np.uint8)
            padded = np.zeros((games + 1, 64 * words), np.uint8)
            padded[:, :bits] = values
            packed = np.packbits(padded, axis=1, bitorder="little").ravel().view(np.uint32)
            for run, number in (
                (cuda_bits.unpack_bytes, np.dtype(np.uint8)),
                (cuda_bits.unpack_floats, np.dtype(np.float32)),
            ):
                size = -(-games * bits * number.itemsize // 16) * 16
                out = cuda.to_device(np.full(size // 8 + 1, 2**64 - 1, np.uint64))
                blocks = -(-games // cuda_bits.GAMES)
                run[blocks, cuda_bits.THREADS](games, bits, 2 * words, cuda.to_device(packed), out)
                found = host(out)
                numbers = found[:-1].view(number)[: games * bits].reshape(games, bits)
                assert np.array_equal(numbers, values[:games]), (games, bits, number)
                assert found[-1] == 2**64 - 1  # nothing is written behind the end


def check_refusals(gpu: Any, games: int) -> None:
    before = host(gpu.rows)
    for wrong in (np.full(games, -1), np.zeros(games + 1, int), np.zeros(games), ["x"] * games):
        with pytest.raises(BatchError):
            gpu.step(wrong)
    with pytest.raises(BatchError):
        gpu.observe(7)
    with pytest.raises(BatchError):
        gpu.reset(where=[True] * (games + 1))
    assert np.array_equal(host(gpu.rows), before)


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("games", [1, 1000, 1 << 17, 1 << 22])
def test_blocks_of_random_play_share_no_more_than_every_device_has(
    table: tuple[str, int, dict[str, Any]], games: int
) -> None:
    preset, players, options = table
    words = -(-make_table(preset, players, options).observation_bits // 64)
    for observed in (0, words):
        threads, shared = random_block(games, observed)
        assert threads in (32, 64, 128, 256)
        assert 8 * observed * (threads + 1) <= shared <= SHARED_BYTES


@pytest.mark.skipif(not gpu_here(), reason="this machine has no GPU")
@pytest.mark.parametrize("table", [*TABLES, *SMALL], ids=str)
def test_the_gpu_plays_the_same_games(table: tuple[str, int, dict[str, Any]]) -> None:
    compare(table, games=500, steps=120)


@pytest.mark.skipif(not gpu_here(), reason="this machine has no GPU")
def test_the_gpu_remembers_the_same_of_cards() -> None:
    check_card_memory(500, 40)


@pytest.mark.skipif(not gpu_here(), reason="this machine has no GPU")
def test_the_gpu_unpacks_any_size() -> None:
    check_unpacking((1, 2, 63, 64, 65, 500, 100_001))


@pytest.mark.skipif(not gpu_here(), reason="this machine has no GPU")
def test_actions_of_other_libraries_on_the_default_stream_are_not_waited_for() -> None:
    cupy = pytest.importorskip("cupy", reason="this machine has no GPU library beside ours")
    gpu: Any = make_batch("hanabi/online", games=500, device="cuda")
    cpu = make_batch("hanabi/online", games=500)
    actions = np.full(500, 5, np.int32)  # a play is always legal
    stream = type(importlib.import_module("numba.cuda").stream())
    with patch.object(stream, "synchronize", side_effect=AssertionError("it waits")):
        gained = gpu.step(cupy.asarray(actions), check=False)
    assert np.array_equal(cpu.step(actions), host(gained))
    assert np.array_equal(cpu.rows, host(gpu.rows))


@pytest.mark.skipif(not gpu_here(), reason="this machine has no GPU")
def test_actions_that_jax_still_computes_are_waited_for() -> None:
    jax = pytest.importorskip("jax", reason="this machine has no GPU library beside ours")
    gpu: Any = make_batch("hanabi/online", games=500, device="cuda")
    cpu = make_batch("hanabi/online", games=500)
    large = jax.numpy.ones((8192, 8192))
    slowly = jax.jit(
        lambda each: (each @ each @ each).ravel()[:500].astype(jax.numpy.int32) * 0 + 5
    )
    gained = gpu.step(slowly(large), check=False)
    assert np.array_equal(cpu.step(np.full(500, 5, np.int32)), host(gained))
    assert np.array_equal(cpu.rows, host(gpu.rows))


@pytest.mark.skipif(gpu_here(), reason="this machine has a GPU to try instead")
@pytest.mark.parametrize("number", [2, 3, 5])
def test_simulated_the_gpu_plays_the_same_games(number: int) -> None:
    simulate(f"compare(TABLES[{number}], games=3, steps=12)")


@pytest.mark.skipif(gpu_here(), reason="this machine has a GPU to try instead")
def test_simulated_the_gpu_remembers_and_unpacks_any_size() -> None:
    simulate("check_card_memory(2, 4)\ncheck_unpacking((1, 3, 65))")


@pytest.mark.skipif(gpu_here(), reason="this machine has a GPU to try instead")
def test_simulated_a_full_block_reads_only_what_it_shares() -> None:
    simulate("check_full_block()")


def simulate(call: str) -> None:
    program = f"from tests.batch.test_cuda import *\n{call}"
    simulated = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, **simulated}, check=True
    )
