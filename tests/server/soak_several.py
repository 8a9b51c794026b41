"""`python -m tests.server.soak_several`: the long version of `test_several_processes`.

Round after round, several processes on one PostgreSQL play many tables while one thing after the
other happens to them, at random moments. It ends with a line of JSON, or with what went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter

from hanamichi.server.cluster.postgres import TIMEOUT_SECONDS as PEER_TIMEOUT_SECONDS
from tests.server.cluster_players import ClusterPlayers
from tests.server.fleet import Fleet, fleet_of
from tests.server.postgres import Postgres, installed, postgres_of_our_own
from tests.server.test_peers import thrown_out

TIMEOUT_SECONDS = 300.0
INCIDENTS = ("kill", "update", "database restart", "line cut", "freeze")


async def befall(what: str, fleet: Fleet, database: Postgres, choice: random.Random) -> None:
    """Cause an incident, and restore the size of the fleet."""
    victim = choice.choice(fleet.members)
    match what:
        case "kill":
            await fleet.kill(victim)
            await fleet.grow(1)
        case "update":
            # The new process starts before the old one ends.
            await fleet.grow(1)
            await fleet.retire(victim)
        case "database restart":
            await asyncio.to_thread(database.stop)
            await asyncio.to_thread(database.start)
        case "line cut":
            await thrown_out(database.url)
        case "freeze":
            # For so long that the others time it out; then it continues.
            victim.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(2 * PEER_TIMEOUT_SECONDS)
            victim.process.send_signal(signal.SIGCONT)
        case _:
            raise ValueError(what)


async def soak(
    database: Postgres, *, rounds: int, processes: int, tables: int, seed: int
) -> dict[str, object]:
    """Play so many rounds; the results."""
    choice = random.Random(seed)
    befallen: Counter[str] = Counter()
    plies = moves = matches = 0
    began = time.monotonic()
    async with fleet_of(processes, database.url) as fleet:
        for n in range(rounds):
            players = ClusterPlayers(fleet, seed=choice.randrange(10**9))
            await players.open_many(tables, rounds=choice.randint(1, 12))
            await players.moves(choice.randint(1, 40))
            what = INCIDENTS[n % len(INCIDENTS)]
            befallen[what] += 1
            await befall(what, fleet, database, choice)
            await players.finish(TIMEOUT_SECONDS)
            plies += await players.check()
            moves += players.made
            matches += len({client.table for client in players.clients})
            print(f"round {n + 1}: {what}, {matches} matches so far", file=sys.stderr, flush=True)
    return {
        "processes": processes,
        "rounds": rounds,
        "befallen": dict(befallen),
        "matches": matches,
        "plies": plies,
        "acknowledged": moves,
        # One of these would have failed the check of its round.
        "lost": 0,
        "twice": 0,
        "stuck": 0,
        "seconds": round(time.monotonic() - began, 1),
        "seed": seed,
    }


def main() -> None:
    """Read the arguments, play, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=4, help="of each of five kinds, a round")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    programs = installed()
    if programs is None:
        sys.exit("There is no PostgreSQL on this machine")
    with postgres_of_our_own(programs) as database:
        print(json.dumps(asyncio.run(soak(database, **vars(given)))))


if __name__ == "__main__":
    main()
