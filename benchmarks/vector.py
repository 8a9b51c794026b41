"""Steps per second of many games at a time, through the interfaces that training loops call.

Everybody plays random legal two-player Hanabi in one process and on one thread, in turns: observe
the seat to act of every game, choose one of its legal actions, act, deal again what has ended.
Times are processor times. `.venv/bin/python -m benchmarks.vector --write` also puts it in
docs/benchmarks.md; what the kernels do below these interfaces is in `benchmarks.batch_peers`.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from benchmarks import report_page
from benchmarks.single_game import pick

PLAYERS = 2
OURS, ONE_BY_ONE, OPENSPIEL = (
    "`gymnasium.make_vec`",
    "Gymnasium's `SyncVectorEnv` of `gymnasium.make`",
    "OpenSpiel's `SyncVectorEnv`",
)
ENVIRONMENT = "hanamichi.envs:Hanamichi/Hanabi-v0"

Rates = Mapping[str, float]
Step = Callable[[], int]
"""Steps every game and returns how many actions were taken."""


class Chosen(NamedTuple):
    """What OpenSpiel's environments take."""

    action: int


def random_actions(masks: np.ndarray[Any, Any], rng: np.random.Generator) -> Any:
    """A legal action for each game; any where there is none."""
    return (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)


def gymnasium_steps(envs: Any) -> Step:
    """All games of a vector environment; an ended one is dealt again at once."""
    rng = np.random.default_rng(1)
    infos = envs.reset(seed=1)[1]

    def step() -> int:
        nonlocal infos
        *_, infos = envs.step(random_actions(np.asarray(infos["action_mask"]), rng))
        return int(envs.num_envs)

    return step


def open_spiel_steps(games: int) -> Step:
    """The same with OpenSpiel's own environments."""
    rl_environment: Any = importlib.import_module("open_spiel.python.rl_environment")
    vector_env: Any = importlib.import_module("open_spiel.python.vector_env")
    envs = vector_env.SyncVectorEnv(
        [rl_environment.Environment("hanabi", players=PLAYERS) for _ in range(games)]
    )
    now = envs.reset()

    def step() -> int:
        nonlocal now
        legal = [each.observations["legal_actions"] for each in now]
        seats = [each.observations["current_player"] for each in now]
        actions = [Chosen(pick(legal[n][seat])) for n, seat in enumerate(seats)]
        now = envs.step(actions, reset_if_done=True)[0]
        return games

    return step


def contestants(games: int) -> dict[str, Step]:
    """Everybody, ready to play."""
    same = AutoresetMode.SAME_STEP
    ours: Any = gymnasium.make_vec(
        ENVIRONMENT, games, players=PLAYERS, threads=1, autoreset_mode=same
    )
    singles: Any = SyncVectorEnv(
        [lambda: gymnasium.make(ENVIRONMENT, players=PLAYERS)] * games, autoreset_mode=same
    )
    found = {OURS: gymnasium_steps(ours), ONE_BY_ONE: gymnasium_steps(singles)}
    if find_spec("open_spiel"):
        found[OPENSPIEL] = open_spiel_steps(games)
    return found


def rate(step: Step, seconds: float) -> float:
    """Actions per second of processor time in one burst."""
    began, steps, took = time.process_time(), 0, 0.0
    while took < seconds:
        steps += step()
        took = time.process_time() - began
    return steps / took


def measured(games: int, rounds: int, seconds: float) -> Rates:
    """The median of everybody's bursts, taken in turns."""
    random.seed(1)
    steps = contestants(games)
    for step in steps.values():
        step()  # compiles or loads what it needs
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, step in steps.items():
            found.setdefault(name, []).append(rate(step, seconds))
    return {name: statistics.median(rates) for name, rates in found.items()}


def report(rates: Mapping[int, Rates], rounds: int, seconds: float) -> Iterator[str]:
    """The page's table."""
    yield "| 2 players | games | steps a second | `make_vec` ÷ it |"
    yield "|---|---:|---:|---:|"
    for games, of_size in rates.items():
        for name, found in of_size.items():
            yield f"| {name} | {games:,} | {found:,.0f} | {of_size[OURS] / found:.1f} |"
    yield ""
    packages = ("numba", "numpy", "gymnasium", "open_spiel")
    yield (
        f"{report_page.today()} · {report_page.machine()} · {report_page.versions(packages)} · "
        f"median of {rounds} bursts of {seconds:g} s, in turns, on one thread."
    )


def main() -> None:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="+", default=[16, 256], help="at a time")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each burst")
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks.md")
    given = parser.parse_args()
    rates = {games: measured(games, given.rounds, given.seconds) for games in given.games}
    text = "\n".join(report(rates, given.rounds, given.seconds))
    print(text)
    if given.write:
        report_page.write("vector", text)


if __name__ == "__main__":
    main()
