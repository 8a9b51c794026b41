"""How well a seat of two searches: each deck is played with and without, and its beliefs checked.

    python -m benchmarks.pair_search --games 200 --rollouts 1200 --seed 1000 --processes 2

Two `search` play, so the seat that begins searches and the other plays as the network; then two
networks play the same deck. At every decision of the searching seat its beliefs must admit the hand
that it really holds. With --rollouts 6 nothing is tried: that checks the beliefs only, quickly.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import time
from random import Random
from typing import NamedTuple

import numpy as np

from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots import Sight
from hanamichi.bots.bot import Bot
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.search.pair.pair_search_bot import PairSearchBot
from hanamichi.catalog import AnyMatch, new_match

PRESET = "hanabi/online"


class Moves(NamedTuple):
    """What the searching seat did in one game."""

    searched: int = 0
    changed: int = 0
    """Moves other than the network's."""
    exact: int = 0
    """Decisions at which every possible hand was listed."""
    admitted: int = 0
    """Decisions at which the beliefs had room for the real hand."""
    surprises: int = 0
    seconds: float = 0.0
    """Processor time."""
    slowest: float = 0.0
    """The longest move, by the clock on the wall, in seconds."""


class Result(NamedTuple):
    """The scores of a deck, and what the search did."""

    seed: int
    search: int
    network: int
    moves: Moves


def sight_of(match: AnyMatch) -> Sight:
    """What the acting seat is shown."""
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def score_of(match: AnyMatch) -> int:
    """The score of a finished match."""
    assert match.outcome is not None
    return int(match.outcome.scores[0])


def network_score(seed: int) -> int:
    """What two networks score."""
    match = new_match(PRESET, 2, seed=seed)
    bots: list[Bot] = [NetworkBot(), NetworkBot()]
    while (seat := match.to_act) is not None:
        match.play(bots[seat].choose(sight_of(match), Random(1)).action)
    return score_of(match)


def searched_game(seed: int, budget: Budget) -> Result:
    """A deck played with search, then without."""
    match = new_match(PRESET, 2, seed=seed)
    bots = [PairSearchBot(budget), PairSearchBot(budget)]
    found = Moves()
    while (seat := match.to_act) is not None:
        bot, sight, chance = bots[seat], sight_of(match), Random(f"{seed}, {match.state.ply}")
        used, began = time.process_time(), time.monotonic()
        choice = bot.choose(sight, chance)
        used, taken = time.process_time() - used, time.monotonic() - began
        tracker = bot.tracker
        assert tracker is not None
        if tracker.searches:
            faces = [match.state.deck[card] for card in match.state.hands[seat]]
            hand = np.array([card_code(match.options, face) for face in faces], np.uint8)
            reason = choice.reason
            found = Moves(
                found.searched + 1,
                found.changed + (reason is not None and reason.code == "search-best"),
                found.exact + tracker.beliefs.exact,
                found.admitted + tracker.beliefs.admits(tracker.row, hand),
                tracker.beliefs.surprises,
                found.seconds + used,
                max(found.slowest, taken),
            )
        match.play(choice.action)
    return Result(seed, score_of(match), network_score(seed), found)


def _played(job: tuple[int, Budget]) -> Result:
    return searched_game(*job)


def _be_nice() -> None:
    os.nice(10)


def summary(results: list[Result]) -> str:
    """All games in a line."""
    search = np.array([result.search for result in results])
    network = np.array([result.network for result in results])
    more = search - network
    error = more.std(ddof=1) / len(more) ** 0.5 if len(more) > 1 else float("nan")
    searched = sum(result.moves.searched for result in results)
    moves = [result.moves for result in results]
    return (
        f"{len(results)} decks: search {search.mean():.3f} / {100 * (search == 25).mean():.1f} % "
        f"perfect, network {network.mean():.3f} / {100 * (network == 25).mean():.1f} %, "
        f"gain {more.mean():.3f} ± {error:.3f} ({(more > 0).sum()} better, {(more < 0).sum()} "
        f"worse); changed {100 * sum(m.changed for m in moves) / searched:.1f} % of {searched} "
        f"moves; {1000 * sum(m.seconds for m in moves) / searched:.0f} ms of processor a move, "
        f"slowest {max(m.slowest for m in moves):.2f} s; real hand admitted in "
        f"{sum(m.admitted for m in moves)} of {searched}, all hands listed in "
        f"{100 * sum(m.exact for m in moves) / searched:.0f} %, "
        f"{sum(m.surprises for m in moves)} surprises"
    )


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000, help="the first deck")
    parser.add_argument("--rollouts", type=int, default=0)
    parser.add_argument("--ms", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    budget = Budget(given.ms, given.rollouts)
    jobs = zip(range(given.seed, given.seed + given.games), itertools.repeat(budget))
    results: list[Result] = []
    context = multiprocessing.get_context("spawn")
    with context.Pool(given.processes, _be_nice) as pool:
        for result in pool.imap_unordered(_played, jobs):
            results.append(result)
            print(f"deck {result.seed}: {result.search} {result.network}", flush=True)
    print(summary(results))


if __name__ == "__main__":
    main()
