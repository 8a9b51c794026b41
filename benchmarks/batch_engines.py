"""The engines that play random Hanabi as fast as they can, each in its own process.

`python -m benchmarks.batch_engines NAME PLAYERS CLOCK` prepares an engine (with the clock `cpu`, on
one core), reports that it is ready, and then answers every line `MODE SECONDS` with the number of
steps played, the wall time and the processor time. A step is one player's action, chosen uniformly
among the legal ones; dealing is included.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

Burst = Callable[[float], tuple[int, float]]
"""Plays for about this many seconds; returns steps and the seconds they took."""
Clock = Callable[[], float]
Modes = Mapping[str, Burst]

CARDS = 50
CLOCKS: Mapping[str, Clock] = {"cpu": time.process_time, "wall": time.perf_counter}


def repeated(chunk: Callable[[], int], clock: Clock) -> Burst:
    """A burst that repeats a chunk until the time is up."""

    def burst(seconds: float) -> tuple[int, float]:
        steps, began = 0, clock()
        while (elapsed := clock() - began) < seconds:
            steps += chunk()
        return steps, elapsed

    return burst


# -- Hanamichi ---------------------------------------------------------------------------------


def hanamichi(preset: str, players: int, clock: Clock, *, games: int = 4096) -> Modes:
    """Our kernels on one thread."""
    from hanamichi.batch import make_batch
    from hanamichi.batch.cpu_batch import ObservationForm

    batch = make_batch(preset, players, games=games, threads=1)

    def chunk(observations: ObservationForm) -> int:
        batch.random_steps(16, observations)
        return 16 * games

    return {
        mode: repeated(lambda mode=mode: chunk(mode), clock)  # type: ignore[misc]  # bound here
        for mode in ("none", "packed", "uint8")
    }


def threads(players: int, clock: Clock) -> Modes:
    """Our kernels on one thread and on two."""
    from hanamichi.batch import make_batch

    def on(count: int) -> Burst:
        batch = make_batch("hanabi/online", players, games=8192, threads=count)

        def chunk() -> int:
            batch.random_steps(64)
            return 64 * 8192

        return repeated(chunk, clock)

    return {"1": on(1), "2": on(2)}


def sizes(players: int, clock: Clock) -> Modes:
    """Our kernels on few games and on very many."""
    return {
        str(games): hanamichi("hanabi/online", players, clock, games=games)["none"]
        for games in (1_000, 10_000, 100_000, 1_000_000)
    }


# -- OpenSpiel ---------------------------------------------------------------------------------


def open_spiel(players: int, clock: Clock) -> Modes:
    """OpenSpiel's C++ engine, driven from Python with as little overhead as possible.

    `stepping` and `observing` sample its chance nodes by their probabilities, as the engine means
    them to be; observations go into one NumPy array that its observer keeps. `given decks` skips
    chance_outcomes and feeds every chance node from a deck shuffled once a game: the least that can
    be asked of it.
    """
    pyspiel: Any = importlib.import_module("pyspiel")
    observation: Any = importlib.import_module("open_spiel.python.observation")
    game = pyspiel.load_game("hanabi", {"players": players})
    observe = observation.make_observation(game).set_from
    outcomes = game.new_initial_state().chance_outcomes()
    deck = [action for action, share in outcomes for _ in range(round(share * CARDS))]
    assert len(deck) == CARDS
    rng = random.Random(1)
    uniform = rng.random

    def sampled(*, observing: bool) -> int:
        state = game.new_initial_state()
        player, apply, legal, chances = (
            state.current_player,
            state.apply_action,
            state.legal_actions,
            state.chance_outcomes,
        )
        steps = 0
        while True:
            seat = player()
            if seat >= 0:
                if observing:
                    observe(state, seat)
                actions = legal()
                apply(actions[int(uniform() * len(actions))])
                steps += 1
            elif seat == pyspiel.PlayerId.CHANCE:
                rest = uniform()
                face = -1
                for face, share in chances():  # noqa: B007  # it is what stays
                    rest -= share
                    if rest <= 0:
                        break
                apply(face)
            else:
                return steps

    def given() -> int:
        state = game.new_initial_state()
        player, apply, legal = state.current_player, state.apply_action, state.legal_actions
        order = list(deck)
        rng.shuffle(order)
        steps = 0
        while True:
            seat = player()
            if seat >= 0:
                actions = legal()
                apply(actions[int(uniform() * len(actions))])
                steps += 1
            elif seat == pyspiel.PlayerId.CHANCE:
                apply(order.pop())
            else:
                return steps

    return {
        "stepping": repeated(lambda: sampled(observing=False), clock),
        "observing": repeated(lambda: sampled(observing=True), clock),
        "given decks": repeated(given, clock),
    }


# -- PettingZoo --------------------------------------------------------------------------------


def pettingzoo(players: int, clock: Clock) -> Modes:
    """PettingZoo's hanabi_v5, without its validating wrappers."""
    hanabi: Any = importlib.import_module("pettingzoo.classic.hanabi_v5")
    env = hanabi.raw_env(players=players, hand_size=5 if players < 4 else 4)
    rng = random.Random(1)
    seeds = iter(range(1, 1 << 30))

    def game() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        while True:
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                return steps
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1

    return {"observing": repeated(game, clock)}


# -- JaxMARL -----------------------------------------------------------------------------------


def jaxmarl(players: int, clock: Clock, *, games: int = 1024, steps: int = 32) -> Modes:
    """JaxMARL's Hanabi, which observes or does not."""
    from benchmarks.jaxmarl_loop import JaxMarlLoop

    return {
        mode: repeated(JaxMarlLoop(players, games, steps, observing=observing).start(), clock)
        for mode, observing in (("stepping", False), ("observing", True))
    }


# -- the process -------------------------------------------------------------------------------

CONTESTANTS: Mapping[str, Callable[[int, Clock], Modes]] = {
    "hanabi": lambda players, clock: hanamichi("hanabi/online", players, clock),
    "koikoi": lambda players, clock: hanamichi("koikoi/nintendo", players, clock),
    "threads": threads,
    "sizes": sizes,
    "open_spiel": open_spiel,
    "pettingzoo": pettingzoo,
    "jaxmarl": jaxmarl,
}


def main() -> None:
    """Answer requests for bursts until standard input ends."""
    name, players, clock = sys.argv[1], int(sys.argv[2]), CLOCKS[sys.argv[3]]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # some engines print messages

    def answer(what: object) -> None:
        print(json.dumps(what), file=answers, flush=True)

    if clock is time.process_time and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    try:
        modes = CONTESTANTS[name](players, clock)
    except ImportError as error:
        answer({"missing": str(error)})
        return
    for burst in modes.values():
        burst(0.01)  # compiles or loads what the measurement needs
    answer({"ready": time.process_time()})
    for line in sys.stdin:
        mode, _, seconds = line.rpartition(" ")
        began = time.process_time()
        steps, elapsed = modes[mode](float(seconds))
        answer([steps, elapsed, time.process_time() - began])


if __name__ == "__main__":
    main()
