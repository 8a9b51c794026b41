"""`hanamichi bench` and `hanamichi warm-up`: the kernels, measured and compiled ahead."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from hanamichi.batch import make_batch
from hanamichi.batch.bits import expand_run
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.catalog import GAMES
from hanamichi.cli import main
from hanamichi.cli.commands.warm_up import warm, warmup_tasks

QUICK = ("--seconds", "0.01", "--games", "8", "--threads", "1")


def bench(*arguments: str) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(main, ["bench", *arguments, "--json"])
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return result.exit_code, found


@pytest.mark.parametrize("observations", ["none", "packed", "uint8"])
@pytest.mark.parametrize(("preset", "players"), [("hanabi/online", 5), ("koikoi/nintendo", 2)])
def test_the_speed_of_a_table(preset: str, players: int, observations: str) -> None:
    status, speed = bench(preset, "--players", str(players), "--observations", observations, *QUICK)
    assert status == 0
    assert speed["steps_per_second"] == pytest.approx(speed["steps"] / speed["seconds"])
    assert speed["steps_per_second"] > 1000
    expected = {"threads": 1, "device": "cpu", "games": 8, "players": players}
    assert speed == speed | expected | {"preset": preset, "observations": observations}


def test_the_speed_in_words() -> None:
    result = CliRunner().invoke(main, ["bench", "nintendo", *QUICK])
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.startswith("koikoi/nintendo, 2 players, observations none: ")
    assert first.endswith(" steps per second on 1 thread")
    assert "8 games side by side" in second
    assert "to warm up" in second


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("online", "--games", "0"), "batch/invalid"),
        (("online", "--threads", "0"), "batch/invalid"),
        (("online", "--players", "6"), "options/players"),
        (("online", "--seconds", "0"), "cli/usage"),
        (("online", "--observations", "all"), "cli/usage"),
        (("online", "--device", "cuda", "--threads", "1"), "cli/usage"),
        (("online", "--set", "errors=0"), "options/invalid"),
    ],
)
def test_bad_input_is_a_line_and_a_code(arguments: tuple[str, ...], code: str) -> None:
    status, found = bench(*arguments)
    assert status == 2
    assert found["error"]["code"] == code


def test_without_a_gpu_there_is_a_clear_error() -> None:
    numba_cuda = pytest.importorskip("numba.cuda")
    if numba_cuda.is_available():
        pytest.skip("this machine has a GPU")
    status, found = bench("online", "--device", "cuda")
    assert status == 2
    assert found["error"]["code"] == "batch/no-gpu"


def kernels_of(kernels: CpuKernels) -> dict[str, Any]:
    return {name: each for name, each in kernels._asdict().items() if name.endswith("_run")}


@pytest.mark.parametrize("game", GAMES)
def test_warming_up_leaves_no_kernel_out_and_none_is_compiled_twice(game: str) -> None:
    warmed = list(warm(GAMES[game]))
    assert len({each.kernel for each in warmed}) == len(warmed)
    preset = next(iter(GAMES[game].presets))
    batch = make_batch(preset, 2, games=5, threads=2, seed=9)
    kernels = kernels_of(batch.spec.cpu_kernels)
    assert len(kernels) >= 9
    for observations in ("none", "packed", "uint8"):
        batch.random_steps(3, observations)
    for seats in (None, 0, [0, 1, 0, 1, -1]):
        batch.observe(seats, form="float32")
    batch.observe_all("uint8")
    make_batch(preset, 2, games=5, past_actions=2).step([0] * 5, check=False)
    for check in (True, False):
        batch.step([int(mask.argmax()) for mask in batch.legal_mask()], check=check)
    batch.reset(seed=2, where=[True, False, True, False, False])
    signatures = {name: len(each.signatures) for name, each in kernels.items()}
    assert signatures == dict.fromkeys(kernels, 1)
    assert len(expand_run.signatures) == 1  # type: ignore[attr-defined]


COLD = """
import time, json
began = time.process_time()
from hanamichi.batch import make_batch
imported = time.process_time()
batch = make_batch("hanabi/online", 2, games=100)
batch.random_steps(1)
called = time.process_time()
runs = [each for name, each in batch.spec.cpu_kernels._asdict().items() if name.endswith("_run")]
misses = sum(len(run.stats.cache_misses) for run in runs)
print(json.dumps([imported - began, called - imported, misses]))
"""


def test_once_warm_the_first_call_of_a_new_process_is_quick() -> None:
    list(warm(GAMES["hanabi"]))
    said = subprocess.run([sys.executable, "-c", COLD], capture_output=True, check=True).stdout
    _, first_call, compiled = json.loads(said)
    assert compiled == 0
    assert first_call < 1.0


ENVIRONMENTS = {
    "one game": """
from hanamichi.envs import {game}_v0
env = {game}_v0.env()
env.reset(seed=1)
env.observe("player_1")
env.step(int(env.last()[0]["action_mask"].argmax()))
""",
    "vector": """
import gymnasium, hanamichi.envs
envs = gymnasium.make_vec("Hanamichi/{name}-v0", num_envs=2)
envs.reset(seed=1)
envs.step(envs.action_masks().argmax(axis=1))
""",
    "hle": """
from hanamichi.envs import hle
env = hle.make()
seen = env.reset()["player_observations"][0]
env.step(seen["legal_moves_as_int"][0])
""",
    "openspiel": """
import pyspiel, hanamichi.envs.openspiel
state = pyspiel.load_game("python_hanamichi_{game}").new_initial_state()
state.apply_action(0)
state.observation_tensor(0)
state.apply_action(state.legal_actions()[0])
""",
}
COUNTED = "from hanamichi.batch import compiled_so_far; print(compiled_so_far())"


@pytest.mark.parametrize(("game", "name"), [("hanabi", "Hanabi"), ("koikoi", "KoiKoi")])
@pytest.mark.parametrize("program", ENVIRONMENTS)
def test_once_warm_environments_compile_nothing(program: str, game: str, name: str) -> None:
    if program == "openspiel":
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")
    list(warm(GAMES[game]))
    code = ENVIRONMENTS[program].format(game=game, name=name) + COUNTED
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert said.splitlines()[-1] == b"0"


def test_warm_up_shows_its_progress() -> None:
    result = CliRunner().invoke(main, ["warm-up"])
    assert result.exit_code == 0
    *lines, last = result.stdout.splitlines()
    total = sum(len(warmup_tasks(game)) for game in GAMES.values())
    assert len(lines) == total
    assert lines[0].startswith(f"[ 1/{total}] hanabi deal")
    assert lines[-1].startswith(f"[{total}/{total}] koikoi ")
    assert last.startswith("Everything is compiled: ")
    found = json.loads(CliRunner().invoke(main, ["warm-up", "--json"]).stdout)
    assert [each["compiled"] for each in found["kernels"]] == [False] * total


def test_other_commands_do_not_load_the_kernels() -> None:
    look = "import sys, hanamichi, hanamichi.cli, hanamichi.arena, hanamichi.server.serve; "
    look += "print([name for name in ('numba', 'numpy', 'ray') if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, check=True).stdout
    assert said == b"[]\n"
