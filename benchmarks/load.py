"""Thousands of live tables on one small machine, compared with boardgame.io's server.

    .venv/bin/python -m benchmarks.load [--tables 2000] [--seconds 6] [--rounds 3] [--write]
                                      [--baseline CHECKOUT] [--reviews 10]

A server and one process of clients share two cores; the clients open every seat's socket and play
two-player Hanabi by random legal moves. A move counts when every seat of its table has received it
and, on our server, its sender has the acknowledgement, which is sent after the move is synced to
disk. boardgame.io plays the same game, written for it in `benchmarks/boardgame_io`, from memory.
With --baseline, the server of another checkout of this project is measured in the same rounds.
With --reviews, our server alone is measured instead, by turns with nothing else to do and with so
many matches to review beside.

A client of boardgame.io receives the position as its seat may see it. Our clients are measured in
three ways: programs that ask for no more than that and the legal actions (`?aids=no`); browsers
with default settings (`?aids=table`), which also receive what each clue would touch and what each
card is worth; and browsers that show what each card can be (`?aids=all`).

The peak is the rate sustained with 256 moves always in flight. Then moves are sent at half that
rate, at equal intervals, and latency is measured from the moment a move is due, so that a stall
counts for all moves behind it. All servers run at once and are measured in turns of two seconds, so
that other load on the machine affects them alike; ratios are taken within a round.

For tests: `load_servers.fill` and `load_servers.hanamichi` give a real server whose tables have
begun, `load_clients.HanamichiTable` plays at one and records what was acknowledged,
`websocket_client.Line` is the bare socket, and `Clients` below drives any number of tables.
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
from benchmarks.load_clients import BoardgameTable, ClientTable, HanamichiTable, Invitation
from benchmarks.load_reviews import reviews_made, store_reviews
from benchmarks.load_servers import (
    ROOT,
    Running,
    boardgame_io,
    fill_with,
    hanamichi,
    install_boardgame_io,
)
from hanamichi.server.protocol.commands import Aids

IN_FLIGHT = 256
"""Moves in flight at a time, at full speed."""
_MAX_CONNECTING = 32
"""Tables that connect at a time."""
_TIMEOUT_SECONDS = 60.0
"""How long a server may take to answer."""
_TURN_SECONDS = 2.0
"""How long one contestant is measured before the next one."""
_OTHER_FILES = 200
"""Open files besides the sockets of clients."""
_FEW_TABLES = 50
"""Tables of a second, small server, to separate the memory of a table from that of the server."""
_PRESET, _OPTIONS = "hanabi/online", {"errors": 10}


class Clients:
    """The clients of many tables."""

    def __init__(self, tables: Sequence[ClientTable]) -> None:
        self.tables = tables
        self._free = deque(tables)
        self._times: list[float] = []
        self._next: Callable[[], object] = lambda: None
        for table in tables:
            table.seen = self._seen

    async def connect(self, port: int) -> None:
        """Open all sockets, and wait until every client has a position."""
        limit = asyncio.Semaphore(_MAX_CONNECTING)

        async def connect(table: ClientTable) -> None:
            async with limit:
                await table.connect(port)

        await asyncio.gather(*(connect(table) for table in self.tables))
        await self._settled()

    async def play_at_full_speed(self, seconds: float, in_flight: int = IN_FLIGHT) -> list[float]:
        """Send a move whenever one has arrived; the seconds that each move took."""
        self._times = times = list[float]()
        self._next = self._move
        for _ in range(in_flight):
            self._move()
        await asyncio.sleep(seconds)
        await self._stop()
        return times

    async def play_moves(self, moves: int, in_flight: int = IN_FLIGHT) -> None:
        """Play at least this many moves at full speed."""
        self._times = times = list[float]()
        self._next = self._move
        for _ in range(in_flight):
            self._move()
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            while len(times) < moves:  # noqa: ASYNC110  # an event would have to be set each time
                await asyncio.sleep(0.01)
        await self._stop()

    async def play_at_rate(self, rate: float, seconds: float) -> list[float]:
        """Send moves at a fixed rate; the seconds that each move took."""
        self._times = times = list[float]()
        began = time.perf_counter()
        async with asyncio.timeout(seconds + _TIMEOUT_SECONDS):
            for n in range(int(rate * seconds)):
                due = began + n / rate
                if (wait := due - time.perf_counter()) > 0:
                    await asyncio.sleep(wait)
                while not self._move(due):  # noqa: ASYNC110  # all tables have a move in flight
                    await asyncio.sleep(0.001)
        await self._stop()
        return times

    async def _stop(self) -> None:
        """Send no more moves, and wait until all have arrived."""
        self._next = lambda: None
        await self._settled()

    async def _settled(self) -> None:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            while not all(  # noqa: ASYNC110  # thousands of tables, polled now and then
                table.ready or table.over for table in self.tables
            ):
                await asyncio.sleep(0.01)

    def _move(self, due: float | None = None) -> bool:
        """Send a move at the table that has waited longest; false if all are busy."""
        while self._free:
            table = self._free.popleft()
            if table.ready:
                table.move(due)
                return True
        return False

    def _seen(self, table: ClientTable) -> None:
        self._times.append(time.perf_counter() - table.due)
        if not table.over:
            self._free.append(table)
        self._next()

    def close(self) -> None:
        """Close all sockets."""
        for table in self.tables:
            table.close()


class Contestant(NamedTuple):
    """A server to be measured."""

    label: str
    checkout: Path | None
    """Where our server is run from; none for boardgame.io."""
    aids: Aids = "no"
    """The aids that its clients request."""
    note: str = ""
    reviews: int = 0
    """How many matches it has to review meanwhile."""


OURS = Contestant("Hanamichi, SQLite, every move synced", ROOT)
BROWSERS = Contestant("the same, with browsers' default aids", ROOT, "table", ", default aids")
DEDUCING = Contestant("the same, with all aids", ROOT, "all", ", all aids")
PEER = Contestant("boardgame.io, in memory", None)


def baselines(checkout: Path) -> dict[Contestant, Contestant]:
    """Another checkout's server, for the clients without aids and with default aids."""
    return {
        OURS: Contestant("the baseline, no aids", checkout, OURS.aids),
        BROWSERS: Contestant("the baseline, default aids", checkout, BROWSERS.aids),
    }


class Measurement(NamedTuple):
    """What a server did while moves were played."""

    rate: float
    """Moves a second."""
    p50: float
    """Milliseconds, as p99."""
    p99: float
    work: float
    """Milliseconds of the server's processor time for each move."""


class Round(NamedTuple):
    """One contestant in one round."""

    peak: Measurement
    half: Measurement
    memory: float
    """Bytes of the server with all sockets open and no moves played."""


@asynccontextmanager
async def running(who: Contestant, tables: int) -> AsyncIterator[tuple[Running, Clients]]:
    """A server with this many tables, and clients for them that are not connected yet."""
    with tempfile.TemporaryDirectory(prefix="hanamichi-load-") as name:
        folder = Path(name)
        if who.checkout is not None:
            invitations = fill_with(who.checkout, folder, _PRESET, tables, _OPTIONS)
            if who.reviews:
                await store_reviews(folder, who.reviews)
            with hanamichi(folder, who.checkout) as server:
                yield server, Clients([HanamichiTable(each, aids=who.aids) for each in invitations])
                if who.reviews:
                    made = await reviews_made(folder)
                    print(f"reviews made meanwhile: {made:.2f} of {who.reviews}", flush=True)
        else:
            invitations = [Invitation(f"match-{n}", ("", "")) for n in range(tables)]
            with boardgame_io() as server:
                yield server, Clients([BoardgameTable(each) for each in invitations])


async def play(
    contestants: Sequence[Contestant], tables: int, seconds: float
) -> dict[Contestant, Round]:
    """Measure every contestant once: idle memory, full speed, then half of its own peak."""
    async with AsyncExitStack() as stack:
        servers = {
            who: await stack.enter_async_context(running(who, tables)) for who in contestants
        }
        memory = {}
        for who, (server, clients) in servers.items():
            await clients.connect(server.port)
            memory[who] = float(server.memory())
        with _no_garbage():
            for _, clients in servers.values():
                await clients.play_at_full_speed(seconds / 4)  # to warm up
            peaks = await _in_turn(
                servers, seconds, lambda _, each, turn: each.play_at_full_speed(turn)
            )
            halves = await _in_turn(
                servers,
                seconds,
                lambda who, each, turn: each.play_at_rate(peaks[who].rate / 2, turn),
            )
        for who, (_, clients) in servers.items():
            if sum(table.over for table in clients.tables) > tables / 2:
                raise SystemExit("Most matches are over: measure for fewer seconds, or more tables")
            refused = [text for table in clients.tables for text in table.refused]
            if refused:
                raise SystemExit(f"{who.label} refused {len(refused)} moves: {refused[0]}")
            clients.close()
    return {who: Round(peaks[who], halves[who], memory[who]) for who in contestants}


Playing: TypeAlias = Callable[[Contestant, Clients, float], Awaitable[list[float]]]


async def _in_turn(
    servers: Mapping[Contestant, tuple[Running, Clients]], seconds: float, playing: Playing
) -> dict[Contestant, Measurement]:
    """Measure every contestant for this long, in short turns."""
    slots = max(1, round(seconds / _TURN_SECONDS))
    times: dict[Contestant, list[float]] = {who: [] for who in servers}
    took, work = dict.fromkeys(servers, 0.0), dict.fromkeys(servers, 0.0)
    order = list(servers)
    for _ in range(slots):
        order.reverse()  # for the same reason as in `measure`
        for who in order:
            server, clients = servers[who]
            before, began = server.seconds(), time.perf_counter()
            times[who] += await playing(who, clients, seconds / slots)
            took[who] += time.perf_counter() - began
            work[who] += server.seconds() - before
    found = {}
    for who, each in times.items():
        cuts = statistics.quantiles(each, n=100)
        found[who] = Measurement(
            len(each) / took[who], 1000 * cuts[49], 1000 * cuts[98], 1000 * work[who] / len(each)
        )
    return found


@contextmanager
def _no_garbage() -> Iterator[None]:
    """No garbage collection in the clients: its pauses would count against the servers."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def idle_memory(who: Contestant, tables: int) -> float:
    """Bytes of a server with this many tables and all their sockets."""
    async with running(who, tables) as (server, clients):
        await clients.connect(server.port)
        held = float(server.memory())
        clients.close()
    return held


async def evicted_memory(tables: int) -> float:
    """Bytes of our server when all clients have left and its tables are only on disk."""
    async with running(OURS, tables) as (server, clients):
        await clients.connect(server.port)
        clients.close()
        await asyncio.sleep(3)
        server.evict_tables()
        await asyncio.sleep(2)
        return float(server.memory())


# -- the report --


def median(rounds: Sequence[Round], read: Callable[[Round], float]) -> float:
    """The median over the rounds."""
    return statistics.median(read(each) for each in rounds)


def row(who: Contestant, rounds: Sequence[Round], pace: Callable[[Round], Measurement]) -> str:
    """One line of a table."""
    rate, p50, p99, work = (
        median(rounds, lambda each, n=n: pace(each)[n])  # type: ignore[misc]  # n is bound here
        for n in range(4)
    )
    return f"| {who.label} | {rate:,.0f} | {p50:.0f} | {p99:.0f} | {work:.2f} |"


def report(
    done: dict[Contestant, list[Round]],
    small: dict[Contestant, float],
    evicted: float,
    tables: int,
    baselines: Mapping[Contestant, Contestant],
) -> str:
    """Everything that was measured, as Markdown."""
    head = "| {} | moves a second | p50, ms | p99, ms | server's processor time a move, ms |"
    lines = [head.format(f"{tables:,} tables, {2 * tables:,} sockets"), "|---|---:|---:|---:|---:|"]
    lines += [row(who, rounds, lambda each: each.peak) for who, rounds in done.items()]
    lines += ["", head.format("at half of its own peak"), "|---|---:|---:|---:|---:|"]
    lines += [row(who, rounds, lambda each: each.half) for who, rounds in done.items()]
    costs = {
        who: (median(rounds, lambda each: each.memory) - small[who]) / (tables - _FEW_TABLES) / 1000
        for who, rounds in done.items()
    }
    notes: list[str] = []
    lines += ["", "| aim | wanted | found | reached |", "|---|---:|---:|---|"]
    for who in (OURS, BROWSERS, DEDUCING):
        if PEER not in done:
            break
        what = f"moves a second ÷ boardgame.io's{who.note}"
        pairs = list(zip(done[who], done[PEER], strict=True))
        ratio = statistics.median(ours.peak.rate / its.peak.rate for ours, its in pairs)
        lines.append(_aim(what, "≥ 2", f"{ratio:.2f}", reached=ratio >= 2))
        work = statistics.median(its.peak.work / ours.peak.work for ours, its in pairs)
        notes.append(
            f"- {what[0].upper()}{what[1:]}, for each second of the server's processor time: "
            f"{work:.2f}. Other load on the machine affects this less"
        )
    for who in (OURS, BROWSERS, DEDUCING):
        what = f"p99 at half of our peak, ms{who.note}"
        p99 = median(done[who], lambda each: each.half.p99)
        lines.append(_aim(what, "< 150", f"{p99:.0f}", reached=p99 < 150))
    held = costs[OURS]
    lines.append(_aim("memory of an idle table, kB", "< 100", f"{held:.0f}", reached=held < 100))
    for who, old in baselines.items():
        change = statistics.median(
            100 * (ours.peak.rate / its.peak.rate - 1)
            for ours, its in zip(done[who], done[old], strict=True)
        )
        work = statistics.median(
            100 * (ours.peak.work / its.peak.work - 1)
            for ours, its in zip(done[who], done[old], strict=True)
        )
        notes.append(
            f"- Compared with {old.label}: {change:+.1f} % moves a second, {work:+.1f} % of the "
            "server's processor time a move"
        )
    lines += [
        "",
        *notes,
        *(
            f"- An idle table with its two sockets open, {who.label}: {cost:.0f} kB"
            for who, cost in costs.items()
        ),
        "- When all clients have left and the tables are only on disk, ours keeps "
        f"{evicted / tables / 1000:.0f} kB of pages a table "
        "for the next tables to be opened; no object of the old ones is left",
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


async def measure(
    tables: int, seconds: float, rounds: int, peer: str, baseline: Path | None
) -> str:
    """All contestants, in several rounds."""
    contestants = [OURS, PEER, BROWSERS, DEDUCING] if peer else [OURS, BROWSERS, DEDUCING]
    before = {} if baseline is None else baselines(baseline)
    for who, old in before.items():
        contestants.insert(contestants.index(who) + 1, old)
    done: dict[Contestant, list[Round]] = {who: [] for who in contestants}
    for n in range(rounds):
        # A contestant measured early finds colder caches than one measured late.
        order = contestants if n % 2 == 0 else contestants[::-1]
        for who, found in (await play(order, tables, seconds)).items():
            done[who].append(found)
            print(f"round {n + 1}, {who.label}: {found.peak}, half {found.half}", flush=True)
    small = {who: await idle_memory(who, _FEW_TABLES) for who in contestants}
    evicted = await evicted_memory(tables) - small[OURS]
    return report(done, small, evicted, tables, before)


async def measure_reviews(tables: int, seconds: float, rounds: int, reviews: int) -> str:
    """Our server with reviews to make and without, one after the other: both use all cores."""
    beside = OURS._replace(label=f"the same, {reviews} reviews beside", reviews=reviews)
    done: dict[Contestant, list[Round]] = {OURS: [], beside: []}
    for n in range(rounds):
        for who in (OURS, beside) if n % 2 == 0 else (beside, OURS):
            (found,) = (await play([who], tables, seconds)).values()
            done[who].append(found)
            print(f"round {n + 1}, {who.label}: {found.peak}, half {found.half}", flush=True)
    head = "| {} | moves a second | p50, ms | p99, ms | server's processor time a move, ms |"
    lines = [head.format(f"{tables:,} tables"), "|---|---:|---:|---:|---:|"]
    lines += [row(who, found, lambda each: each.peak) for who, found in done.items()]
    lines += ["", head.format("at half of its own peak"), "|---|---:|---:|---:|---:|"]
    lines += [row(who, found, lambda each: each.half) for who, found in done.items()]
    return "\n".join(lines)


def main() -> None:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each pace")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--baseline", type=Path, help="another checkout, whose server is measured too"
    )
    parser.add_argument("--reviews", type=int, default=0, help="matches to review beside")
    parser.add_argument("--write", action="store_true", help="put it into docs/benchmarks.md")
    arguments = parser.parse_args()
    # A socket is a file, here and in the servers that inherit this.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    servers = 6 if arguments.baseline else 4
    needed = 2 * servers * arguments.tables + _OTHER_FILES
    if needed > most:
        raise SystemExit(
            f"{needed} files must be open at a time, and this shell allows {most}: "
            f"try --tables {(most - _OTHER_FILES) // (2 * servers)}, or raise `ulimit -n`"
        )
    if arguments.reviews:
        given = arguments.tables, arguments.seconds, arguments.rounds, arguments.reviews
        print(asyncio.run(measure_reviews(*given)))
        return
    peer = install_boardgame_io()
    if not peer:
        print("boardgame.io could not be installed here (it needs npm): it is not measured.")
    busy = os.getloadavg()[0]
    text = asyncio.run(
        measure(arguments.tables, arguments.seconds, arguments.rounds, peer, arguments.baseline)
    )
    packages = ("uvicorn", "uvloop", "litestar", "sqlalchemy", "msgspec")
    text += (
        f"\n\n{report_page.today()} · {report_page.machine()} · {report_page.versions(packages)}, "
        f"boardgame.io {peer} · medians of {arguments.rounds} rounds, "
        f"{arguments.seconds:.0f} s for each pace, in turns of two "
        f"seconds; the machine's load before the start: {busy:.1f}."
    )
    print(text)
    if arguments.write:
        report_page.write("load", text)


if __name__ == "__main__":
    main()
