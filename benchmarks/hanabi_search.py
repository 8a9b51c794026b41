"""How well searching teams play Hanabi, on the kernels alone.

    python -m benchmarks.hanabi_search --players 3 --games 1000 --rollouts 300 --processes 2

The seats given by --seats search (all by default), the others follow the hat strategy. A game has
the same deck for every setting, so two runs can be compared game by game (--out writes the scores).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hanamichi.batch import make_table
from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.hanabi.kernel import deal, score
from hanamichi.batch.hanabi.row import (
    DRAWN,
    ENDED,
    O_HAND,
    PENDING,
    PLY,
    ROW_BYTES,
    TURN,
)
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.hats.memory_layout import MEMORY_CELLS, MEMORY_TYPE
from hanamichi.bots.hanabi.hats.strategy import advance, begin, decide
from hanamichi.bots.hanabi.search import best_arm
from hanamichi.bots.hanabi.search.hats_search import HatsSearch, Position
from hanamichi.bots.hanabi.search.move_history import new_history, record, set_hands

SETTINGS = {
    "margin": best_arm.MARGIN,
    "take": best_arm.ACCEPT_ERRORS,
    "hope": best_arm.KEEP_ERRORS,
    "perfect": best_arm.TOP_BONUS,
}


class Result(NamedTuple):
    """The result of one game."""

    score: int
    moves: int
    """Moves of seats that search."""
    changed: int
    solved: int
    rollouts: int
    seconds: float
    """CPU time of the search."""


def play(settings: argparse.Namespace, game: int, search: HatsSearch) -> Result:
    """One game."""
    table = make_table(settings.preset, settings.players)
    o = table.vector
    row, memory = np.zeros(ROW_BYTES, np.uint8), np.zeros(MEMORY_CELLS, MEMORY_TYPE)
    rng = seeded_counters(settings.seed * 1_000_003 + game, 1)
    deal(row, o, table.template(), rng, 0)
    begin(row, o, memory)
    history = new_history()
    size = int(o[O_HAND])
    hands = [[seat * size + n for n in range(size)] for seat in range(settings.players)]
    moves = changed = solved = rollouts = 0
    started = time.process_time()
    while not row[ENDED]:
        seat = int(row[TURN])
        set_hands(history, hands)
        action = int(decide(row, o, memory))
        if seat in settings.seats and not row[PENDING]:
            result = search.search(Position(row, o, memory, history), game * 1009 + int(row[PLY]))
            if result is not None:
                moves += 1
                changed += result.action != action
                solved += result.solved
                rollouts += result.rollouts
                action = result.action
        record(history, row, memory, action)
        drawn = int(row[DRAWN])
        advance(row, o, memory, action, rng, 0)
        if action < 2 * size:
            hands[seat].pop(action % size)
            hands[seat].extend(range(drawn, int(row[DRAWN])))
    seconds = time.process_time() - started
    return Result(int(score(row, o)), moves, changed, solved, rollouts, seconds)


def some_games(settings: argparse.Namespace, games: range) -> list[Result]:
    """These games, one after the other."""
    search = HatsSearch(Budget(settings.ms, settings.rollouts), settings.doubt)
    for name, place in SETTINGS.items():
        if getattr(settings, name) is not None:
            search.arms.settings[place] = getattr(settings, name)
    return [play(settings, game, search) for game in games]


def summary(settings: argparse.Namespace, results: list[Result]) -> dict[str, Any]:
    """The figures."""
    scores = np.array([result.score for result in results])
    moves = max(1, sum(result.moves for result in results))
    return {
        "players": settings.players,
        "seats": sorted(settings.seats),
        "rollouts": settings.rollouts,
        "ms": settings.ms if not settings.rollouts else None,
        "games": len(results),
        "mean": round(float(scores.mean()), 4),
        "error": round(float(scores.std(ddof=1)) / len(scores) ** 0.5, 4),
        "perfect": round(100 * float((scores == scores.max()).mean()), 2),
        "trials_per_move": round(sum(result.rollouts for result in results) / moves, 1),
        "changed": round(100 * sum(result.changed for result in results) / moves, 2),
        "solved": round(100 * sum(result.solved for result in results) / moves, 2),
        "ms_per_move": round(1000 * sum(result.seconds for result in results) / moves, 2),
    }


def main() -> None:
    """Play the games and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="hanabi/online")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seats", type=lambda text: {int(s) for s in text}, default=set(range(5)))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rollouts", type=int, default=300)
    parser.add_argument("--ms", type=int, default=1000)
    parser.add_argument("--doubt", type=float, default=1.0)
    for name in SETTINGS:
        parser.add_argument(f"--{name}", type=float)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--chunk", type=int, default=5, help="games given to a process at a time")
    parser.add_argument("--out", type=Path, help="a file for the scores, game by game")
    settings = parser.parse_args()
    last = settings.first + settings.games
    chunks = [
        range(first, min(first + settings.chunk, last))
        for first in range(settings.first, last, settings.chunk)
    ]
    some_games(settings, range(settings.first, settings.first))
    if settings.processes == 1:
        results = [each for chunk in chunks for each in some_games(settings, chunk)]
    else:
        with ProcessPoolExecutor(settings.processes) as pool:
            shares = pool.map(some_games, [settings] * len(chunks), chunks)
            results = [each for share in shares for each in share]
    if settings.out is not None:
        settings.out.write_text(json.dumps([result.score for result in results]))
    print(json.dumps(summary(settings, results)))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
