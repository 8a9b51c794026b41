"""The kernels' steps per second on a GPU, and JaxMARL's where it is installed with GPU support.

`python -m benchmarks.gpu` prints Markdown, with --json one object; --write also puts it in
docs/benchmarks.md. It needs the extra hanamichi[cuda] and an NVIDIA GPU. Times are those of the
wall clock: nothing else should use the device.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks import report_page
from benchmarks.batch_engines import jaxmarl, repeated
from hanamichi.batch import BatchError, make_batch
from hanamichi.batch.cpu_batch import ObservationForm

STEPS: dict[ObservationForm, int] = {"none": 256, "packed": 128, "uint8": 16}
"""Steps of every game in one call."""
TABLES = (("hanabi/online", 2), ("hanabi/online", 5), ("koikoi/nintendo", 2))
TARGETS = {"none": 1e9, "packed": 0.5e9}
"""Steps per second of two-player Hanabi to reach on an H200, by observation mode."""


class Speed(NamedTuple):
    """The rate of one engine."""

    who: str
    table: str
    players: int
    observations: str
    games: int
    steps_per_second: float
    written: float | None = None
    """Bytes of observations a second."""


def ours(preset: str, players: int, games: int, seconds: float) -> Iterator[Speed]:
    """Our kernels, one batch for all kinds of observations."""
    batch = make_batch(preset, players, games=games, device="cuda")
    width = {"none": 0, "packed": 8 * -(-batch.spec.observation_bits // 64)}
    width["uint8"] = batch.spec.observation_bits
    for mode, steps in STEPS.items():

        def chunk(mode: ObservationForm = mode, steps: int = steps) -> int:
            batch.random_steps(steps, mode)  # returns a number from the device: it is done
            return steps * games

        chunk()  # compiles
        done, elapsed = repeated(chunk, time.perf_counter)(seconds)
        rate = done / elapsed
        written = rate * width[mode] or None
        yield Speed("Hanamichi", preset, players, mode, games, rate, written)


def fill(bytes_: int, seconds: float) -> float:
    """Bytes a second of a kernel that only writes: the memory's limit."""
    cuda: Any = importlib.import_module("numba.cuda")
    kernel: Any = importlib.import_module("benchmarks.gpu_fill").fill
    out = cuda.device_array(bytes_ // 8, np.uint64)

    def chunk() -> int:
        for _ in range(8):
            kernel[-(-out.size // 128), 128](out)
        cuda.synchronize()
        return 8 * bytes_

    chunk()
    done, elapsed = repeated(chunk, time.perf_counter)(seconds)
    return done / elapsed


def peers(players: int, games: int, seconds: float) -> Iterator[Speed]:
    """JaxMARL's rate, or a sentence where it is not installed or sees no GPU."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        jax: Any = importlib.import_module("jax")
        if jax.default_backend() != "gpu":
            print("JaxMARL is not measured: JAX is here without its GPU part.", file=sys.stderr)
            return
        modes = jaxmarl(players, time.perf_counter, games=games, steps=64)
    except ImportError as error:
        print(f"JaxMARL is not measured: {error}", file=sys.stderr)
        return
    for mode, burst in modes.items():
        done, elapsed = burst(seconds)
        observations = "float32" if mode == "observing" else "none"
        yield Speed("JaxMARL", "hanabi", players, observations, games, done / elapsed)


def table(speeds: Sequence[Speed], bandwidth: float) -> Iterator[str]:
    """Everything measured, and its ratio to JaxMARL."""
    yield "| | players | observations | games at a time | steps a second | written | ÷ JaxMARL |"
    yield "|---|---:|---|---:|---:|---:|---:|"
    for each in speeds:
        written = ""
        if each.written is not None:
            written = (
                f"{each.written / 1e9:,.0f} GB/s, {each.written / bandwidth:.0%} of a plain fill"
            )
        like = "none" if each.observations == "none" else "float32"
        peer = [
            other.steps_per_second
            for other in speeds
            if (other.who, other.players, other.observations) == ("JaxMARL", each.players, like)
        ]
        compared = each.who != "JaxMARL" and each.table.startswith("hanabi") and peer
        ratio = f"{each.steps_per_second / max(peer):,.3g}" if compared else ""
        yield (
            f"| {each.who}, {each.table} | {each.players} | {each.observations} | {each.games:,} "
            f"| {each.steps_per_second:,.0f} | {written} | {ratio} |"
        )


def verdicts(speeds: Sequence[Speed]) -> Iterator[str]:
    """The targets on an H200."""
    for mode, wanted in TARGETS.items():
        found = max(
            each.steps_per_second
            for each in speeds
            if (each.who, each.table, each.players) == ("Hanamichi", "hanabi/online", 2)
            and each.observations == mode
        )
        verdict = "reached" if found >= wanted else "**not reached**"
        yield f"- {mode}: {found / 1e9:.2f} billion, wanted {wanted / 1e9:g} on an H200: {verdict}"


def main() -> int:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="+", default=[1 << 17, 1 << 20])
    parser.add_argument("--peer-games", type=int, default=1 << 15)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks.md")
    arguments = parser.parse_args()
    try:
        make_batch("hanabi/online", 2, games=1, device="cuda")
    except BatchError as error:
        print(f"There is nothing to measure here: {error}", file=sys.stderr)
        return 2
    cuda: Any = importlib.import_module("numba.cuda")
    device = cuda.get_current_device().name
    device = device.decode() if isinstance(device, bytes) else str(device)

    speeds = [
        speed
        for games in arguments.games
        for preset, players in TABLES
        for speed in ours(preset, players, games, arguments.seconds)
    ]
    bandwidth = fill(704 * max(arguments.games), arguments.seconds)
    for players in (2, 5):
        speeds += peers(players, arguments.peer_games, arguments.seconds)
    if arguments.json:
        results = {
            "device": device,
            "fill_bytes_per_second": bandwidth,
            "speeds": [speed._asdict() for speed in speeds],
        }
        print(json.dumps(results, indent=2))
    packages = ("numba", "numba-cuda", "numpy", "jaxmarl", "jax")
    report = "\n".join(
        (
            *table(speeds, bandwidth),
            "",
            *verdicts(speeds),
            f"- A kernel that only writes: {bandwidth / 1e9:,.0f} GB/s",
            "",
            f"{report_page.today()} · {device} · {report_page.versions(packages)} · "
            f"{arguments.seconds:g} s each, compiling excluded.",
        )
    )
    if not arguments.json:
        print(report)
    if arguments.write:
        report_page.write("gpu", report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
