"""`python -m tests.soak`: the proofs of tests/reliability, long, and docs/reliability.md from them.

Each part runs in a process of its own, two at a time. `python -m tests.soak PART` runs one of them
and prints what it found.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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
    practice_proof,
)
from tests.reliability.report_page import page
from tests.server import soak_several
from tests.server.postgres import installed, postgres_of_our_own

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reliability.md"
RESULTS = ROOT / "build" / "soak.json"
"""What the last run found; `python -m tests.soak page` writes the page from it again."""
KILLS = 100
AT_MOST = 1200.0
"""Seconds for the kills, should the machine be slow."""
FRAMES = 100_000
MADE_UP = 10_000
GAMES = 200
PRACTICE = 50
TABLES = 4
_LANES = 2

Found = Any
Part = Callable[[Path], Coroutine[Any, Any, Found]]


async def _kill_sqlite(folder: Path) -> Found:
    return await kill_proof.kill_often(
        sqlite_url(folder), folder, kills=KILLS, seed=1, seconds=AT_MOST
    )


async def _kill_postgres(folder: Path) -> Found:
    programs = installed()
    if programs is None:
        return None
    with postgres_of_our_own(programs, durable=True) as database:
        return await kill_proof.kill_often(
            database.url, folder, kills=KILLS, seed=2, seconds=AT_MOST
        )


async def _several(_: Path) -> Found:
    programs = installed()
    if programs is None:
        return None
    with postgres_of_our_own(programs) as database:
        return await soak_several.soak(database, rounds=10, processes=3, tables=2, seed=4)


async def _faults(folder: Path) -> Found:
    done = []
    for name, times in (("full", 5), ("small", 5), ("locked", 3), ("locked-postgres", 2)):
        place = folder / name
        place.mkdir()
        done.append(await _fault(name, place, times))
    line = folder / "line"
    line.mkdir()
    done.append(await fault_proof.play_over_faulty_network(line, seconds=40, seed=11, tables=7))
    return [each for each in done if each is not None]


async def _fault(name: str, folder: Path, times: int) -> Found:
    async def through(words: str, url: str, fault: fault_proof.Fault) -> Found:
        return await fault_proof.play_through(
            words, url, folder, fault, times=times, seed=10, tables=TABLES
        )

    if name == "full":
        return await through(
            "no file can grow (RLIMIT_FSIZE)", sqlite_url(folder), fault_proof.no_file_can_grow
        )
    if name == "small":
        disk = folder / "disk"
        disk.mkdir()
        with fault_proof.small_disk(disk, 64) as allowed:
            if not allowed:
                return None
            fault = fault_proof.disk_filled_up(disk)
            return await through("the disk is full (tmpfs)", sqlite_url(disk), fault)
    if name == "locked":
        fault = fault_proof.sqlite_locked(folder / "hanamichi.db")
        return await through("SQLite is locked by another program", sqlite_url(folder), fault)
    programs = installed()
    if programs is None:
        return None
    with postgres_of_our_own(programs) as database:
        fault = fault_proof.postgres_locked(database.url)
        return await through("PostgreSQL's table is locked", database.url, fault)


async def _frames(folder: Path) -> Found:
    url = sqlite_url(folder)
    done = await fuzz_frames.throw(url, folder, frames=FRAMES, made_up=MADE_UP, seed=1)
    assert done.memory_after - done.memory_before < 16, "the server has grown"
    return done


async def _flood(folder: Path) -> Found:
    return await fuzz_frames.flood(sqlite_url(folder), folder, frames=20_000, seed=2)


async def _wire(folder: Path) -> Found:
    return await fuzz_wire.break_the_wire(sqlite_url(folder), folder, rounds=40, seed=3)


async def _http(folder: Path) -> Found:
    return await fuzz_http.ask_everything(
        sqlite_url(folder), folder, examples=60, derandomize=False
    )


def _leaks(preset: str) -> Part:
    async def part(folder: Path) -> Found:
        return await leak_proof.prove_no_leak(preset, folder, seeds=range(GAMES), worlds=1)

    return part


def _practice(preset: str) -> Part:
    async def part(folder: Path) -> Found:
        return await practice_proof.prove_practice(preset, folder, seeds=range(PRACTICE))

    return part


PRESETS = [preset.id for _, preset in presets()]
PARTS: dict[str, Part] = {
    "kills/SQLite": _kill_sqlite,
    "kills/PostgreSQL": _kill_postgres,
    "several": _several,
    "faults": _faults,
    "frames": _frames,
    "flood": _flood,
    "wire": _wire,
    "http": _http,
    **{f"leaks/{preset}": _leaks(preset) for preset in PRESETS},
    **{f"practice/{preset}": _practice(preset) for preset in PRESETS},
}


def run_part(name: str) -> None:
    """One part, in this process; what it found as the last line of the output, in JSON."""
    memory = Path("/dev/shm")
    in_memory = memory.is_dir() and name.startswith(("leaks", "practice"))
    with tempfile.TemporaryDirectory(dir=memory if in_memory else None) as folder:
        found = asyncio.run(PARTS[name](Path(folder)))
    print(json.dumps(msgspec.to_builtins(found, str_keys=True)))


class Soak:
    """A run: what was found so far is kept at once, so that nothing of it can be lost."""

    def __init__(self) -> None:
        self._at = f"{datetime.now(UTC):%Y-%m-%d}"
        self._began = time.monotonic()
        self._found: dict[str, Found] = {}
        self._failed: list[str] = []
        self._lanes = asyncio.Semaphore(_LANES)

    async def run(self) -> None:
        """Every part, so many at a time."""
        await asyncio.gather(*(self._in_a_process(name) for name in PARTS))
        if self._failed:
            raise SystemExit(f"failed: {', '.join(self._failed)}")

    async def _in_a_process(self, name: str) -> None:
        async with self._lanes:
            began = time.monotonic()
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.soak", name, stdout=asyncio.subprocess.PIPE
            )
            output, _ = await process.communicate()
        if process.returncode != 0:
            # The others go on: what they find is worth having.
            self._failed.append(name)
            print(f"{name} FAILED", flush=True)
            return
        print(f"{name}: done in {time.monotonic() - began:.0f} s", flush=True)
        self._found[name] = json.loads(output.splitlines()[-1])
        self._keep()

    def _keep(self) -> None:
        minutes = round((time.monotonic() - self._began) / 60)
        RESULTS.parent.mkdir(exist_ok=True)
        # in the order of the page, whichever came first
        parts = {name: self._found[name] for name in PARTS if name in self._found}
        RESULTS.write_text(json.dumps({"at": self._at, "minutes": minutes, "parts": parts}))


def write_page() -> None:
    """docs/reliability.md, from what the last run found."""
    PAGE.write_text(page(json.loads(RESULTS.read_text())), "utf-8")
    print(f"wrote {PAGE.name}")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        asyncio.run(Soak().run())
        write_page()
    elif sys.argv[1] == "page":
        write_page()
    else:
        run_part(sys.argv[1])
