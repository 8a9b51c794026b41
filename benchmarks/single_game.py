"""Steps per second of one game at a time, through the interfaces that researchers call.

Everybody plays random legal two-player Hanabi in one process, in turns: observe the seat to act,
choose one of its legal actions, act. Times are processor times. `make bench` prints it;
`.venv/bin/python -m benchmarks.single_game --write` also puts it in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from benchmarks import report_page
from benchmarks.batch_engines import open_spiel
from benchmarks.batch_peers import Target
from hanamichi.envs import hanabi_v0, hle

PLAYERS = 2
RAW, WRAPPED, HLE = "`raw_env()`", "`env()`", "`hle.make()`"
STATES, ENVIRONMENT, TUNED = (
    "OpenSpiel, states as in its example",
    "OpenSpiel, `rl_environment`",
    "OpenSpiel, states, tuned loop",
)
MIN_WRAPPED = 12_000.0

Rates = Mapping[str, float]
PlayGame = Callable[[], int]
"""Plays one game and returns how many steps it took."""


def pick(actions: Any) -> int:
    """One of the legal actions, at random."""
    return int(actions[int(random.random() * len(actions))])


def pettingzoo_game(env: Any) -> PlayGame:
    """A game through PettingZoo's interface, as its documentation plays one."""

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(pick(observation["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    return play


def hle_game() -> PlayGame:
    """A game through the interface of the Hanabi Learning Environment."""
    environment = hle.make("Hanabi-Full", PLAYERS)

    def play() -> int:
        now, done, steps = environment.reset(), False, 0
        while not done:
            mine = now["player_observations"][now["current_player"]]
            now, _, done, _ = environment.step(pick(mine["legal_moves_as_int"]))
            steps += 1
        return steps

    return play


def open_spiel_states() -> PlayGame:
    """A game as OpenSpiel's own example plays it, with the acting seat's observation."""
    pyspiel: Any = importlib.import_module("pyspiel")
    numpy: Any = importlib.import_module("numpy")
    game = pyspiel.load_game("hanabi", {"players": PLAYERS})

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numpy.random.choice(actions, p=chances))
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(pick(state.legal_actions()))
                steps += 1
        return steps

    return play


def open_spiel_environment() -> PlayGame:
    """A game through OpenSpiel's environment for reinforcement learning."""
    rl_environment: Any = importlib.import_module("open_spiel.python.rl_environment")
    environment = rl_environment.Environment("hanabi", players=PLAYERS)

    def play() -> int:
        now, steps = environment.reset(), 0
        while not now.last():
            seat = now.observations["current_player"]
            now = environment.step([pick(now.observations["legal_actions"][seat])])
            steps += 1
        return steps

    return play


def rate(play: PlayGame, seconds: float) -> float:
    """Steps per second of processor time in one burst."""
    began, steps, took = time.process_time(), 0, 0.0
    while took < seconds:
        steps += play()
        took = time.process_time() - began
    return steps / took


def measured(rounds: int, seconds: float) -> Rates:
    """The median of everybody's bursts, taken in turns."""
    games: dict[str, PlayGame] = {
        RAW: pettingzoo_game(hanabi_v0.raw_env(players=PLAYERS)),
        WRAPPED: pettingzoo_game(hanabi_v0.env(players=PLAYERS)),
        HLE: hle_game(),
        STATES: open_spiel_states(),
        ENVIRONMENT: open_spiel_environment(),
    }
    tuned = open_spiel(PLAYERS, time.process_time)["observing"]
    for play in games.values():
        play()  # compiles or loads what it needs
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, play in games.items():
            found.setdefault(name, []).append(rate(play, seconds))
        steps, took = tuned(seconds)
        found.setdefault(TUNED, []).append(steps / took)
    return {name: statistics.median(rates) for name, rates in found.items()}


def report(rates: Rates, rounds: int, seconds: float) -> Iterator[str]:
    """The page's tables."""
    yield "| one game, 2 players | steps a second | `raw_env()` ÷ it |"
    yield "|---|---:|---:|"
    for name, found in rates.items():
        yield f"| {name} | {found:,.0f} | {rates[RAW] / found:.2f} |"
    yield ""
    yield "| target | wanted | found | reached |"
    yield "|---|---:|---:|---|"
    for peer in (STATES, ENVIRONMENT):
        yield Target(f"`raw_env()` ÷ {peer}", rates[RAW] / rates[peer], 1.0).row
    yield Target("`env()`, steps a second", rates[WRAPPED], MIN_WRAPPED).row
    yield ""
    packages = ("numba", "numpy", "open_spiel", "pettingzoo")
    yield (
        f"{report_page.today()} · {report_page.machine()} · {report_page.versions(packages)} · "
        f"median of {rounds} bursts of {seconds:g} s, in turns."
    )


def main() -> None:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each burst")
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks.md")
    arguments = parser.parse_args()
    rounds, seconds = arguments.rounds, arguments.seconds
    text = "\n".join(report(measured(rounds, seconds), rounds, seconds))
    print(text)
    if arguments.write:
        report_page.write("single-game", text)


if __name__ == "__main__":
    main()
