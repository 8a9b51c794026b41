"""Thousands of live tables on one small machine, beside boardgame.io's server.

    .venv/bin/python -m benchmarks.load [--tables 2000] [--seconds 6] [--rounds 3] [--write]

Two cores are shared by a server and one process of clients, which open every seat's socket and play
Hanabi for two by random legal moves. A move counts when every seat of its table has been told of it
and, on our server, its sender has the acknowledgement, which is sent after the move is synced to
disk. boardgame.io plays the same game, written for it in `benchmarks/boardgame_io`, from memory.

What a client of boardgame.io is sent is the position as its seat may see it. So ours are first
programs that ask for no more (`?aids=no`; what is legal they are told all the same), then browsers
as they are at first (`?aids=table`), which are also told what each clue would touch and what each
card is worth, and then browsers whose users want to see what each card can be (`?aids=all`).

The peak is what is sustained while 256 moves are always under way; then moves come at half of that,
at even distances, and the time runs from the moment a move is due, so that a server which stumbles
is charged for everybody who waits. All servers run, and take turns of two seconds in being played
at, so that whatever else the machine does disturbs them alike; ratios are taken within a round.

For tests: `load_servers.fill` and `load_servers.hanamichi` give a real server whose tables have
begun, `load_clients.HanamichiTable` plays at one and records what was acknowledged,
`websocket_client.Line` is the bare socket, and `Crowd` below drives any number of tables.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import statistics
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

from benchmarks import report_page
from benchmarks.load_clients import BoardgameTable, HanamichiTable, Invitation, LiveTable
from benchmarks.load_servers import Running, boardgame_io, fill, hanamichi, install_boardgame_io
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.storage.connections import sqlite_url

UNDER_WAY = 256
"""Moves on their way at a time, when everybody plays as fast as they can."""
_DOORS = 32
"""Tables that connect at a time."""
_PATIENCE = 60.0
"""Seconds after which a server that has not answered will not."""
_SLOT = 2.0
"""Seconds for which one contestant plays before it is the next one's turn."""
_FEW = 50
"""Tables of the smaller house, to tell what a table costs from what a house costs."""
_PRESET, _OPTIONS = "hanabi/online", {"errors": 10}


class Crowd:
    """The players of many tables."""

    def __init__(self, tables: Sequence[LiveTable]) -> None:
        self.tables = tables
        self._free = deque(tables)
        self._times: list[float] = []
        self._next: Callable[[], object] = lambda: None
        for table in tables:
            table.seen = self._seen

    async def connect(self, port: int) -> None:
        """Open all sockets, and wait until everybody sees a position."""
        doors = asyncio.Semaphore(_DOORS)

        async def connect(table: LiveTable) -> None:
            async with doors:
                await table.connect(port)

        await asyncio.gather(*(connect(table) for table in self.tables))
        await self._quiet()

    async def hurry(self, seconds: float, under_way: int = UNDER_WAY) -> list[float]:
        """Play as fast as moves are seen, for so long; the seconds that each move took."""
        self._times = times = list[float]()
        self._next = self._move
        for _ in range(under_way):
            self._move()
        await asyncio.sleep(seconds)
        await self._rest()
        return times

    async def make(self, moves: int, under_way: int = UNDER_WAY) -> None:
        """Play at least so many moves, as fast as they are seen."""
        self._times = times = list[float]()
        self._next = self._move
        for _ in range(under_way):
            self._move()
        async with asyncio.timeout(_PATIENCE):
            while len(times) < moves:  # noqa: ASYNC110  # an event would have to be set each time
                await asyncio.sleep(0.01)
        await self._rest()

    async def stroll(self, rate: float, seconds: float) -> list[float]:
        """Play so many moves a second, whatever becomes of them; how long each took."""
        self._times = times = list[float]()
        began = time.perf_counter()
        for n in range(int(rate * seconds)):
            due = began + n / rate
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            while not self._move(due):  # noqa: ASYNC110  # every table waits for a move to be seen
                await asyncio.sleep(0.001)
        await self._rest()
        return times

    async def _rest(self) -> None:
        """Begin nothing more, and wait until all has been seen."""
        self._next = lambda: None
        await self._quiet()

    async def _quiet(self) -> None:
        async with asyncio.timeout(_PATIENCE):
            while not all(  # noqa: ASYNC110  # thousands of tables, asked once in a while
                table.ready or table.over for table in self.tables
            ):
                await asyncio.sleep(0.01)

    def _move(self, due: float | None = None) -> bool:
        """Have the table move that has waited longest; whether there is one."""
        while self._free:
            table = self._free.popleft()
            if table.ready:
                table.move(due)
                return True
        return False

    def _seen(self, table: LiveTable) -> None:
        self._times.append(time.perf_counter() - table.due)
        if not table.over:
            self._free.append(table)
        self._next()

    def close(self) -> None:
        """Everybody leaves."""
        for table in self.tables:
            table.close()


class Contestant(NamedTuple):
    """A server to be measured."""

    label: str
    ours: bool
    aids: Aids = "no"
    """How much its clients are also told of what follows from a position."""
    what: str = ""


OURS = Contestant("Hanamichi, SQLite, every move synced", ours=True)
BROWSERS = Contestant("the same, told what browsers ask for", True, "table", ", as browsers ask")
DEDUCING = Contestant("the same, every deduction worked out", True, "all", ", deductions and all")
PEER = Contestant("boardgame.io, in memory", ours=False)


class Busy(NamedTuple):
    """What a server did while its tables were played at."""

    rate: float
    """Moves a second."""
    p50: float
    """Milliseconds, as p99."""
    p99: float
    work: float
    """Milliseconds of the server's processor time for each move."""


class Round(NamedTuple):
    """One contestant, once."""

    peak: Busy
    half: Busy
    memory: float
    """Bytes of the server with all sockets open and nothing played yet."""


@asynccontextmanager
async def house_of(who: Contestant, tables: int) -> AsyncIterator[tuple[Running, Crowd]]:
    """A server with so many tables, and those who will play there."""
    with tempfile.TemporaryDirectory(prefix="hanamichi-load-") as name:
        folder = Path(name)
        if who.ours:
            invitations = await fill(sqlite_url(folder), _PRESET, tables, options=_OPTIONS)
            with hanamichi(folder) as server:
                yield server, Crowd([HanamichiTable(each, aids=who.aids) for each in invitations])
        else:
            invitations = [Invitation(f"match-{n}", ("", "")) for n in range(tables)]
            with boardgame_io() as server:
                yield server, Crowd([BoardgameTable(each) for each in invitations])


async def play(
    contestants: Sequence[Contestant], tables: int, seconds: float
) -> dict[Contestant, Round]:
    """Measure everybody once: all sockets open, then in a hurry, then each at half its pace."""
    async with AsyncExitStack() as stack:
        houses = {
            who: await stack.enter_async_context(house_of(who, tables)) for who in contestants
        }
        memory = {}
        for who, (server, crowd) in houses.items():
            await crowd.connect(server.port)
            memory[who] = float(server.memory())
        with _no_garbage():
            for _, crowd in houses.values():
                await crowd.hurry(seconds / 4)  # to warm up
            peaks = await _in_turn(houses, seconds, lambda _, crowd, slot: crowd.hurry(slot))
            halves = await _in_turn(
                houses, seconds, lambda who, crowd, slot: crowd.stroll(peaks[who].rate / 2, slot)
            )
        for who, (_, crowd) in houses.items():
            if sum(table.over for table in crowd.tables) > tables / 2:
                raise SystemExit("Most matches are over: measure for fewer seconds, or more tables")
            refused = [text for table in crowd.tables for text in table.refused]
            if refused:
                raise SystemExit(f"{who.label} refused {len(refused)} moves: {refused[0]}")
            crowd.close()
    return {who: Round(peaks[who], halves[who], memory[who]) for who in contestants}


Playing: TypeAlias = Callable[[Contestant, Crowd, float], Awaitable[list[float]]]


async def _in_turn(
    houses: Mapping[Contestant, tuple[Running, Crowd]], seconds: float, playing: Playing
) -> dict[Contestant, Busy]:
    """So many seconds for everybody, a little at a time, so that a busy machine is so for all."""
    slots = max(1, round(seconds / _SLOT))
    times: dict[Contestant, list[float]] = {who: [] for who in houses}
    took, work = dict.fromkeys(houses, 0.0), dict.fromkeys(houses, 0.0)
    for _ in range(slots):
        for who, (server, crowd) in houses.items():
            before, began = server.seconds(), time.perf_counter()
            times[who] += await playing(who, crowd, seconds / slots)
            took[who] += time.perf_counter() - began
            work[who] += server.seconds() - before
    found = {}
    for who, each in times.items():
        cuts = statistics.quantiles(each, n=100)
        found[who] = Busy(
            len(each) / took[who], 1000 * cuts[49], 1000 * cuts[98], 1000 * work[who] / len(each)
        )
    return found


@contextmanager
def _no_garbage() -> Iterator[None]:
    """The clients do not stop to look for garbage: that would be held against the servers."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def idle_memory(who: Contestant, tables: int) -> float:
    """Bytes of a server with so many tables and all their sockets."""
    async with house_of(who, tables) as (server, crowd):
        await crowd.connect(server.port)
        held = float(server.memory())
        crowd.close()
    return held


async def put_away_memory(tables: int) -> float:
    """Bytes of our server when everybody has gone and the tables are only on disk."""
    async with house_of(OURS, tables) as (server, crowd):
        await crowd.connect(server.port)
        crowd.close()
        await asyncio.sleep(3)
        server.put_tables_away()
        await asyncio.sleep(2)
        return float(server.memory())


# -- the report --


def median(rounds: Sequence[Round], read: Callable[[Round], float]) -> float:
    """The middle of what the rounds measured."""
    return statistics.median(read(each) for each in rounds)


def row(who: Contestant, rounds: Sequence[Round], pace: Callable[[Round], Busy]) -> str:
    """One line of a table."""
    rate, p50, p99, work = (
        median(rounds, lambda each, n=n: pace(each)[n])  # type: ignore[misc]  # n is bound here
        for n in range(4)
    )
    return f"| {who.label} | {rate:,.0f} | {p50:.0f} | {p99:.0f} | {work:.2f} |"


def report(
    done: dict[Contestant, list[Round]], small: dict[Contestant, float], away: float, tables: int
) -> str:
    """Everything that was measured, as the page shows it."""
    head = "| {} | moves a second | p50, ms | p99, ms | server's processor time a move, ms |"
    lines = [head.format(f"{tables:,} tables, {2 * tables:,} sockets"), "|---|---:|---:|---:|---:|"]
    lines += [row(who, rounds, lambda each: each.peak) for who, rounds in done.items()]
    lines += ["", head.format("at half of its own peak"), "|---|---:|---:|---:|---:|"]
    lines += [row(who, rounds, lambda each: each.half) for who, rounds in done.items()]
    costs = {
        who: (median(rounds, lambda each: each.memory) - small[who]) / (tables - _FEW) / 1000
        for who, rounds in done.items()
    }
    notes: list[str] = []
    lines += ["", "| aim | wanted | found | reached |", "|---|---:|---:|---|"]
    for who in (OURS, BROWSERS, DEDUCING):
        if PEER not in done:
            break
        what = f"moves a second ÷ boardgame.io's{who.what}"
        pairs = list(zip(done[who], done[PEER], strict=True))
        ratio = statistics.median(ours.peak.rate / its.peak.rate for ours, its in pairs)
        lines.append(_aim(what, "≥ 2", f"{ratio:.2f}", reached=ratio >= 2))
        work = statistics.median(its.peak.work / ours.peak.work for ours, its in pairs)
        notes.append(
            f"- {what[0].upper()}{what[1:]}, for each second of the server's processor time: "
            f"{work:.2f}. A busy machine disturbs this less"
        )
    for who in (OURS, BROWSERS, DEDUCING):
        what = f"p99 at half of our peak, ms{who.what}"
        p99 = median(done[who], lambda each: each.half.p99)
        lines.append(_aim(what, "< 150", f"{p99:.0f}", reached=p99 < 150))
    held = costs[OURS]
    lines.append(_aim("memory of an idle table, kB", "< 100", f"{held:.0f}", reached=held < 100))
    lines += [
        "",
        *notes,
        *(
            f"- An idle table with its two sockets open, {who.label}: {cost:.0f} kB"
            for who, cost in costs.items()
        ),
        "- When everybody has left and the tables are only on disk, ours keeps "
        f"{away / tables / 1000:.0f} kB of pages a table "
        "for the next ones to be opened; no object of them is left",
        f"- The rounds' peaks, moves a second: {_rounds(done)}",
    ]
    return "\n".join(lines)


def _aim(what: str, wanted: str, found: str, *, reached: bool) -> str:
    return f"| {what} | {wanted} | {found} | {'yes' if reached else 'no'} |"


def _rounds(done: dict[Contestant, list[Round]]) -> str:
    return "; ".join(
        f"{who.label} {', '.join(f'{each.peak.rate:,.0f}' for each in rounds)}"
        for who, rounds in done.items()
    )


async def measure(tables: int, seconds: float, rounds: int, peer: str) -> str:
    """Everybody in turn, several times."""
    contestants = [OURS, PEER, BROWSERS, DEDUCING] if peer else [OURS, BROWSERS, DEDUCING]
    done: dict[Contestant, list[Round]] = {who: [] for who in contestants}
    for n in range(rounds):
        for who, found in (await play(contestants, tables, seconds)).items():
            done[who].append(found)
            print(f"round {n + 1}, {who.label}: {found.peak}, half {found.half}", flush=True)
    small = {who: await idle_memory(who, _FEW) for who in contestants}
    away = await put_away_memory(tables) - small[OURS]
    return report(done, small, away, tables)


def main() -> None:
    """Measure, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each pace")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put it into docs/benchmarks.md")
    arguments = parser.parse_args()
    # A socket is a file, here and in the servers that inherit this.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    peer = install_boardgame_io()
    if not peer:
        print("boardgame.io could not be installed here (it needs npm): it is not measured.")
    busy = os.getloadavg()[0]
    text = asyncio.run(measure(arguments.tables, arguments.seconds, arguments.rounds, peer))
    packages = ("uvicorn", "uvloop", "litestar", "sqlalchemy", "msgspec")
    text += (
        f"\n\n{report_page.today()} · {report_page.machine()} · {report_page.versions(packages)}, "
        f"boardgame.io {peer} · medians of {arguments.rounds} rounds, "
        f"{arguments.seconds:.0f} s for each pace, everybody in turn for two "
        f"seconds; the machine's load before it began: {busy:.1f}."
    )
    print(text)
    if arguments.write:
        report_page.write("load", text)


if __name__ == "__main__":
    main()
