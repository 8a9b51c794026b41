"""The proofs of tests/reliability at full length, and docs/reliability.md from their results.

    python -m tests.soak                        every part, then the page (`make soak`)
    python -m tests.soak run PART… [--results FILE] [--scale 0.01]
                                                some parts; results go to build/soak.json or FILE
    python -m tests.soak merge FILE FILE…       the page from the results of several machines

A part runs in its own process, two at a time. Where several files have the same part, the last one
counts; the page says which machine ran what.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hanamichi.catalog import presets
from hanamichi.server.storage.connections import sqlite_url
from tests.reliability import (
    fault_proof,
    fuzz_frames,
    fuzz_http,
    fuzz_wire,
    kill_proof,
    leak_proof,
    machine_info,
    practice_proof,
)
from tests.reliability.reliability_page import Run, merged, page
from tests.server import soak_several
from tests.server.postgres import installed, postgres_of_our_own

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reliability.md"
RESULTS = ROOT / "build" / "soak.json"
_KILL_SECONDS = 1200.0
"""Time limit of the kills on a slow machine."""
_FAULT_TABLES = 4
_MEMORY_GROWTH_MIB = 16
_PARALLEL_PARTS = 2


class Sizes(NamedTuple):
    """How much each part does."""

    kills: int = 100
    frames: int = 100_000
    generated_frames: int = 10_000
    flood_frames: int = 20_000
    wire_rounds: int = 40
    http_examples: int = 60
    leak_games: int = 200
    practice_games: int = 50
    process_rounds: int = 10
    faults: int = 5
    faulty_network_seconds: int = 40

    def scaled(self, factor: float) -> Sizes:
        """A share of everything, and at least one."""
        return Sizes(*(max(1, round(size * factor)) for size in self))


Result = Any
Part = Callable[[Path, Sizes], Coroutine[Any, Any, Result]]


async def _kill_sqlite(folder: Path, sizes: Sizes) -> Result:
    return await kill_proof.kill_often(
        sqlite_url(folder), folder, kills=sizes.kills, seed=1, seconds=_KILL_SECONDS
    )


async def _kill_postgres(folder: Path, sizes: Sizes) -> Result:
    programs = installed()
    if programs is None:
        return None
    with postgres_of_our_own(programs, durable=True) as database:
        return await kill_proof.kill_often(
            database.url, folder, kills=sizes.kills, seed=2, seconds=_KILL_SECONDS
        )


async def _several_processes(_: Path, sizes: Sizes) -> Result:
    programs = installed()
    if programs is None:
        return None
    rounds = sizes.process_rounds
    with postgres_of_our_own(programs) as database:
        return await soak_several.soak(database, rounds=rounds, processes=3, tables=2, seed=4)


async def _faults(folder: Path, sizes: Sizes) -> Result:
    found = []
    for name, fault in _FAULTS.items():
        (folder / name).mkdir()
        found.append(await fault(folder / name, sizes))
    network = folder / "network"
    network.mkdir()
    seconds = sizes.faulty_network_seconds
    found.append(
        await fault_proof.play_over_faulty_network(network, seconds=seconds, seed=11, tables=7)
    )
    return [each for each in found if each is not None]


async def _no_growing_files(folder: Path, sizes: Sizes) -> Result:
    return await _play_through(
        "no file can grow (RLIMIT_FSIZE)",
        sqlite_url(folder),
        folder,
        fault_proof.no_file_can_grow,
        sizes.faults,
    )


async def _full_disk(folder: Path, sizes: Sizes) -> Result:
    disk = folder / "disk"
    disk.mkdir()
    with fault_proof.small_disk(disk, 64) as allowed:
        if not allowed:
            return None
        fault = fault_proof.disk_filled_up(disk)
        return await _play_through(
            "the disk is full (tmpfs)", sqlite_url(disk), folder, fault, sizes.faults
        )


async def _locked_sqlite(folder: Path, sizes: Sizes) -> Result:
    fault = fault_proof.sqlite_locked(folder / "hanamichi.db")
    name = "SQLite is locked by another program"
    return await _play_through(name, sqlite_url(folder), folder, fault, min(3, sizes.faults))


async def _locked_postgres(folder: Path, sizes: Sizes) -> Result:
    programs = installed()
    if programs is None:
        return None
    with postgres_of_our_own(programs) as database:
        fault = fault_proof.postgres_locked(database.url)
        name = "PostgreSQL's table is locked"
        return await _play_through(name, database.url, folder, fault, min(2, sizes.faults))


_FAULTS: dict[str, Part] = {
    "no-growing-files": _no_growing_files,
    "full-disk": _full_disk,
    "locked-sqlite": _locked_sqlite,
    "locked-postgres": _locked_postgres,
}


async def _play_through(
    name: str, url: str, folder: Path, fault: fault_proof.Fault, times: int
) -> Result:
    return await fault_proof.play_through(
        name, url, folder, fault, times=times, seed=10, tables=_FAULT_TABLES
    )


async def _frames(folder: Path, sizes: Sizes) -> Result:
    url = sqlite_url(folder)
    done = await fuzz_frames.throw(
        url, folder, frames=sizes.frames, made_up=sizes.generated_frames, seed=1
    )
    assert done.memory_after - done.memory_before < _MEMORY_GROWTH_MIB, "the server has grown"
    return done


async def _flood(folder: Path, sizes: Sizes) -> Result:
    return await fuzz_frames.flood(sqlite_url(folder), folder, frames=sizes.flood_frames, seed=2)


async def _wire(folder: Path, sizes: Sizes) -> Result:
    url = sqlite_url(folder)
    return await fuzz_wire.break_the_wire(url, folder, rounds=sizes.wire_rounds, seed=3)


async def _http(folder: Path, sizes: Sizes) -> Result:
    return await fuzz_http.ask_everything(
        sqlite_url(folder), folder, examples=sizes.http_examples, derandomize=False
    )


def _leaks(preset: str) -> Part:
    async def part(folder: Path, sizes: Sizes) -> Result:
        seeds = range(sizes.leak_games)
        return await leak_proof.prove_no_leak(preset, folder, seeds=seeds, worlds=1)

    return part


def _practice(preset: str) -> Part:
    async def part(folder: Path, sizes: Sizes) -> Result:
        seeds = range(sizes.practice_games)
        return await practice_proof.prove_practice(preset, folder, seeds=seeds)

    return part


PRESETS = [preset.id for _, preset in presets()]
PARTS: dict[str, Part] = {
    "kills/SQLite": _kill_sqlite,
    "kills/PostgreSQL": _kill_postgres,
    "several": _several_processes,
    "faults": _faults,
    "frames": _frames,
    "flood": _flood,
    "wire": _wire,
    "http": _http,
    **{f"leaks/{preset}": _leaks(preset) for preset in PRESETS},
    **{f"practice/{preset}": _practice(preset) for preset in PRESETS},
}


def run_part(name: str, sizes: Sizes) -> None:
    """Run one part in this process; its result is the last line of the output, as JSON."""
    memory = Path("/dev/shm")
    in_memory = memory.is_dir() and name.startswith(("leaks", "practice"))
    with tempfile.TemporaryDirectory(dir=memory if in_memory else None) as folder:
        found = asyncio.run(PARTS[name](Path(folder), sizes))
    print(json.dumps(msgspec.to_builtins(found, str_keys=True)))


class Soak:
    """A run of several parts. Results are written as they come, so that a crash loses none."""

    def __init__(self, scale: float, results: Path) -> None:
        self._scale = scale
        self._file = results
        self._date = f"{datetime.now(UTC):%Y-%m-%d}"
        self._began = time.monotonic()
        self._found: dict[str, Result] = {}
        self._failed: list[str] = []
        self._slots = asyncio.Semaphore(_PARALLEL_PARTS)

    async def run(self, names: Sequence[str]) -> None:
        """Run the parts, several at a time; raises `SystemExit` if one of them fails."""
        await asyncio.gather(*(self._run_in_a_process(name) for name in names))
        if self._failed:
            raise SystemExit(f"failed: {', '.join(self._failed)}")

    async def _run_in_a_process(self, name: str) -> None:
        command = (sys.executable, "-m", "tests.soak", "part", name, "--scale", str(self._scale))
        async with self._slots:
            began = time.monotonic()
            process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
            )
            output, _ = await process.communicate()
        if process.returncode != 0:
            # The other parts go on: their results are useful without this one.
            self._failed.append(name)
            print(f"{name} FAILED", flush=True)
            return
        print(f"{name}: done in {time.monotonic() - began:.0f} s", flush=True)
        self._found[name] = json.loads(output.splitlines()[-1])
        self._write_results()

    def _write_results(self) -> None:
        run = Run(
            date=self._date,
            minutes=round((time.monotonic() - self._began) / 60),
            machine=machine_info.described(),
            # in the order of the page
            parts={name: self._found[name] for name in PARTS if name in self._found},
        )
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_bytes(msgspec.json.encode(run))


def write_page(files: Sequence[Path], target: Path) -> None:
    """The page from the results of one or more runs."""
    runs = [msgspec.json.decode(file.read_bytes(), type=Run) for file in files]
    missing = [name for name in PARTS if name not in merged(runs)]
    if missing:
        raise SystemExit(f"no machine has run: {', '.join(missing)}")
    target.write_text(page(runs), "utf-8")
    print(f"wrote {target.name}")


def main(arguments: Sequence[str]) -> None:
    """Run parts, or write the page from their results."""
    # Under nohup SIGINT is ignored, and so would the servers that are stopped with it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser("python -m tests.soak")
    commands = parser.add_subparsers(dest="command")
    run = commands.add_parser("run", help="run some parts, or all, and keep their results")
    run.add_argument("parts", nargs="*", metavar="PART", help=f"of: {', '.join(PARTS)}")
    run.add_argument("--results", type=Path, default=RESULTS)
    merge = commands.add_parser("merge", help="write the page from the results of some machines")
    merge.add_argument("files", nargs="+", type=Path, metavar="FILE")
    merge.add_argument("--page", type=Path, default=PAGE)
    part = commands.add_parser("part", help="run one part in this process and print its result")
    part.add_argument("name", choices=PARTS)
    for each in (run, part):
        each.add_argument("--scale", type=float, default=1.0, help="share of the full size")
    chosen = parser.parse_args(arguments)
    match chosen.command:
        case "run":
            names = chosen.parts or list(PARTS)
            unknown = [name for name in names if name not in PARTS]
            if unknown:
                parser.error(f"no such part: {', '.join(unknown)}")
            asyncio.run(Soak(chosen.scale, chosen.results).run(names))
        case "merge":
            write_page(chosen.files, chosen.page)
        case "part":
            run_part(chosen.name, Sizes().scaled(chosen.scale))
        case _:
            asyncio.run(Soak(1.0, RESULTS).run(list(PARTS)))
            write_page([RESULTS], PAGE)


if __name__ == "__main__":
    main(sys.argv[1:])
