"""The batch on a GPU gives the same results as on CPU cores.

Without a GPU, Numba's simulator runs the same kernels as plain Python, few games and slowly.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import BatchError, make_batch
from tests.batch.test_batch import TABLES, gpu_here

ROOT = Path(__file__).parents[2]


def host(array: Any) -> Any:
    return array.copy_to_host()


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
    for batch in batches:
        batch.reset(seed=9)
        batch.random_steps(5)
        batch.random_steps(2, observations="packed")
    assert np.array_equal(cpu.rows, host(gpu.rows))
    for batch in batches:
        batch.finish()
    assert np.array_equal(cpu.rows, host(gpu.rows))


def check_observations(cpu: Any, gpu: Any, players: int) -> None:
    for seat in (*range(players), None):
        assert np.array_equal(cpu.observe(seat), host(gpu.observe(seat)))
    for form in ("uint8", "float32"):
        assert np.array_equal(cpu.observe(form=form), host(gpu.observe(form=form)))


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


@pytest.mark.skipif(not gpu_here(), reason="this machine has no GPU")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_gpu_plays_the_same_games(table: tuple[str, int, dict[str, Any]]) -> None:
    compare(table, games=500, steps=120)


@pytest.mark.skipif(gpu_here(), reason="this machine has a GPU to try instead")
@pytest.mark.parametrize("number", [2, 4])
def test_simulated_the_gpu_plays_the_same_games(number: int) -> None:
    program = (
        "from tests.batch.test_cuda import TABLES, compare\n"
        f"compare(TABLES[{number}], games=3, steps=12)"
    )
    simulated = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1", "PYTHONWARNINGS": "ignore"}
    subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**os.environ, **simulated}, check=True
    )
