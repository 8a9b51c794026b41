"""The kernels' steps per second compared with OpenSpiel, PettingZoo and JaxMARL, in one run.

All engines play random legal Hanabi on the same core, in processes that take turns; times are
processor times, so that a busy machine disturbs little. `make bench` prints it;
`.venv-bench/bin/python -m benchmarks.batch_peers --write` also puts it in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks import report_page
from benchmarks.reference_engine import resident
from hanamichi.batch import make_batch

ROOT = Path(__file__).parent.parent
PEERS = {"open_spiel": "OpenSpiel", "pettingzoo": "PettingZoo hanabi_v5", "jaxmarl": "JaxMARL"}
OURS = {
    "none": "Hanamichi, no observations",
    "packed": "Hanamichi, packed observations",
    "uint8": "Hanamichi, observations as uint8",
}
MILLION = 1_000_000
MAX_OTHER_LOAD = 0.1
"""Cores that other processes may use while wall time is measured."""

Rates = Mapping[tuple[str, str], float]
"""Steps per second by engine and mode."""


class Measured(NamedTuple):
    """One burst."""

    rate: float
    """Steps per second."""
    others: float
    """How many cores other processes used meanwhile."""


def busy() -> float:
    """Processor seconds of all processes; 0 where the system does not say."""
    try:
        cells = Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    idle = int(cells[3]) + int(cells[4])
    return (sum(map(int, cells[:8])) - idle) / os.sysconf("SC_CLK_TCK")


class Contestant:
    """A process that plays bursts on request."""

    def __init__(self, name: str, players: int, clock: str = "cpu") -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.batch_engines", name, str(players), clock],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        hello = self._heard()
        assert isinstance(hello, dict)
        self.missing: str | None = hello.get("missing")
        self.ready: float = hello.get("ready", 0.0)
        """Processor time from the start of the process to the first steps, in seconds."""

    def _heard(self) -> object:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            return {"missing": f"it ended with status {self._process.wait()}"}
        return json.loads(line)

    def burst(self, mode: str, seconds: float) -> Measured:
        """A short run."""
        assert self._process.stdin is not None
        before = busy()
        print(mode, seconds, file=self._process.stdin, flush=True)
        answer = self._heard()
        assert isinstance(answer, list), answer
        steps, elapsed, own = answer
        return Measured(steps / elapsed, (busy() - before - own) / elapsed)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@contextlib.contextmanager
def contestants(
    names: Sequence[str], players: int, clock: str = "cpu"
) -> Iterator[list[Contestant]]:
    """The engines that could be prepared; others are reported."""
    there = [Contestant(name, players, clock) for name in names]
    try:
        for each in there:
            if each.missing is not None:
                print(f"{PEERS[each.name]} is not measured: {each.missing}", file=sys.stderr)
        yield [each for each in there if each.missing is None]
    finally:
        for each in there:
            each.close()


MODES = {
    "hanabi": ("none", "packed", "uint8"),
    "koikoi": ("none", "packed", "uint8"),
    "open_spiel": ("stepping", "observing", "given decks"),
    "pettingzoo": ("observing",),
    "jaxmarl": ("stepping", "observing"),
    "threads": ("1", "2"),
    "sizes": ("1000", "10000", "100000", "1000000"),
}


def take_turns(there: Sequence[Contestant], rounds: int, seconds: float) -> Rates:
    """The median of each engine's bursts, in turns."""
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for each in there:
            for mode in MODES[each.name]:
                found.setdefault((each.name, mode), []).append(each.burst(mode, seconds).rate)
    return {key: statistics.median(rates) for key, rates in found.items()}


def undisturbed(contestant: Contestant, bursts: int, seconds: float) -> Rates:
    """The median of bursts during which no other process used the machine.

    Of fewer, or none, when the machine is not quiet for long enough within the time limit.
    """
    found: dict[tuple[str, str], list[float]] = {
        (contestant.name, mode): [] for mode in MODES[contestant.name]
    }
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        for mode in MODES[contestant.name]:
            measured = contestant.burst(mode, 0.3)
            if measured.others < MAX_OTHER_LOAD:
                found[contestant.name, mode].append(measured.rate)
        if all(len(rates) >= bursts for rates in found.values()):
            break
    return {key: statistics.median(rates) for key, rates in found.items() if rates}


# -- the report --------------------------------------------------------------------------------


def short(number: float) -> str:
    """Three significant digits, or all before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


class Target(NamedTuple):
    """A target and what was measured."""

    what: str
    found: float | None
    wanted: float
    at_least: bool = True

    @property
    def row(self) -> str:
        """A line of the table of targets."""
        sign = "≥" if self.at_least else "≤"
        if self.found is None:
            return f"| {self.what} | {sign} {self.wanted:g} | not measured | |"
        good = self.found >= self.wanted if self.at_least else self.found <= self.wanted
        verdict = "yes" if good else "**no**"
        return f"| {self.what} | {sign} {self.wanted:g} | {short(self.found)} | {verdict} |"


PAIRS = (
    ("none", "stepping", "none ÷ OpenSpiel stepping", 70.0),
    ("packed", "observing", "packed ÷ OpenSpiel observing", 45.0),
    ("uint8", "observing", "uint8 ÷ OpenSpiel observing", 35.0),
)


def ratio(rates: Rates, ours: str, peer: tuple[str, str]) -> float | None:
    return rates["hanabi", ours] / rates[peer] if peer in rates else None


def side_by_side(players: int, rates: Rates) -> Iterator[str]:
    """Every engine's rate, and the ratio of ours to it."""
    yield f"| {players} players, one core | steps a second | none ÷ it | packed ÷ it | uint8 ÷ it |"
    yield "|---|---:|---:|---:|---:|"
    for mode in MODES["hanabi"]:
        yield f"| {OURS[mode]} | {rates['hanabi', mode]:,.0f} | | | |"
    for peer, name in PEERS.items():
        for mode in MODES[peer]:
            if (peer, mode) not in rates:
                yield f"| {name}, {mode} | not measured | | | |"
                continue
            rate = rates[peer, mode]
            comparable = ("packed", "uint8") if mode == "observing" else ("none",)
            ratios = " | ".join(
                short(rates["hanabi", ours] / rate) if ours in comparable else "" for ours in OURS
            )
            yield f"| {name}, {mode} | {rate:,.0f} | {ratios} |"


def memory_per_game() -> tuple[float, float | None]:
    """Bytes of a game: by its arrays, and by the growth of the process."""
    before = resident()
    batch = make_batch("hanabi/online", 2, games=MILLION, threads=1)
    after = resident()
    counters = 8
    by_arrays = batch.rows.nbytes / MILLION + counters
    return by_arrays, None if before is None or after is None else (after - before) / MILLION


def main() -> None:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each burst")
    parser.add_argument(
        "--patience", type=float, default=60.0, help="seconds to wait for a quiet machine"
    )
    parser.add_argument("--without", action="append", default=[], choices=PEERS)
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks.md")
    arguments = parser.parse_args()
    rounds, seconds = arguments.rounds, arguments.seconds
    peers = [name for name in PEERS if name not in arguments.without]

    memory = memory_per_game()  # compiles or loads what the engines need
    by_players: dict[int, Rates] = {}
    ready: dict[str, float] = {}
    for players in (2, 5):
        names = ["hanabi", *peers, *(["koikoi"] if players == 2 else [])]
        with contestants(names, players) as there:
            by_players[players] = take_turns(there, rounds, seconds)
            ready |= {each.name: each.ready for each in there if players == 2}
    with contestants(["sizes"], 2) as there:
        by_size = take_turns(there, max(3, rounds // 3), 1.0)
    with contestants(["threads"], 2, "wall") as there:
        by_threads = undisturbed(there[0], rounds, arguments.patience)

    report = "\n".join(_report(by_players, by_size, by_threads, memory, ready, rounds, seconds))
    print(report)
    if arguments.write:
        report_page.write("batch-peers", report)


def _report(
    by_players: Mapping[int, Rates],
    by_size: Rates,
    by_threads: Rates,
    memory: tuple[float, float | None],
    ready: Mapping[str, float],
    rounds: int,
    seconds: float,
) -> Iterator[str]:
    for players, rates in by_players.items():
        yield from side_by_side(players, rates)
        yield ""
    two = by_players[2]
    koikoi = two["hanabi", "none"] / two["koikoi", "none"]
    sizes = [by_size["sizes", size] for size in MODES["sizes"]]
    scaling = None
    if len(by_threads) == len(MODES["threads"]):
        scaling = by_threads["threads", "2"] / by_threads["threads", "1"]
    targets = [
        Target(
            f"{players} players: {what}", ratio(rates, ours, ("open_spiel", peer)), wanted * share
        )
        for (players, rates), share in zip(by_players.items(), (1.0, 0.5), strict=True)
        for ours, peer, what, wanted in PAIRS
    ]
    targets += [
        Target("Koi-Koi: time per step ÷ Hanabi's", koikoi, 2.0, at_least=False),
        Target("two threads ÷ one", scaling, 1.7),
        Target("memory per game, bytes", max(memory[0], memory[1] or 0.0), 512.0, at_least=False),
        Target("steps per second of 1 M games ÷ 1 k games", sizes[-1] / sizes[0], 0.8),
    ]
    yield "| target | wanted | found | reached |"
    yield "|---|---:|---:|---|"
    yield from (target.row for target in targets)
    yield ""
    kinds = ", ".join(f"{two['koikoi', mode]:,.0f} {mode}" for mode in MODES["koikoi"])
    yield f"- Koi-Koi (koikoi/nintendo), steps per second: {kinds}"
    flat = ", ".join(
        f"{int(size):,} games {rate:,.0f}" for size, rate in zip(MODES["sizes"], sizes, strict=True)
    )
    yield f"- The same table, more games at a time, steps per second: {flat}"
    threads = "not measured: others kept this machine busy all the time"
    if scaling is not None:
        one, two_threads = (by_threads["threads", count] for count in MODES["threads"])
        threads = f"1 thread {one:,.0f}, 2 threads {two_threads:,.0f}"
    yield f"- More cores, steps per second of the wall clock: {threads}"
    grown = "unknown on this system" if memory[1] is None else f"{memory[1]:.0f} bytes"
    yield f"- Memory: {memory[0]:.0f} bytes a game in arrays; the process grew by {grown} a game"
    started = ", ".join(
        f"{PEERS.get(name, 'Hanamichi')} {took:.1f} s"
        for name, took in ready.items()
        if name != "koikoi"
    )
    yield f"- From the start of the process to the first steps, processor time: {started}"
    yield ""
    packages = ("numba", "numpy", "open_spiel", "pettingzoo", "jaxmarl", "jax")
    yield (
        f"{report_page.today()} · {report_page.machine()} · {report_page.versions(packages)} · "
        f"median of {rounds} bursts of {seconds:g} s, in turns."
    )


if __name__ == "__main__":
    main()
