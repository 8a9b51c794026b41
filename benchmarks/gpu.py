"""The kernels' steps per second on a GPU; with JAX also of our functions for it, and JaxMARL's.

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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from benchmarks import report_page
from benchmarks.batch_engines import repeated
from hanamichi.batch import BatchError, make_batch
from hanamichi.batch.cpu_batch import ObservationForm

STEPS: dict[ObservationForm, int] = {"none": 256, "packed": 128, "uint8": 64}
"""Steps of every game in one call."""
TABLES = (("hanabi/online", 2), ("hanabi/online", 5), ("koikoi/nintendo", 2))
TARGETS = {"none": 1e9, "packed": 0.5e9}
"""Steps per second of two-player Hanabi to reach on an H200, by observation mode."""
UNPACKING = "unpacking alone"
UNPACKING_TARGET = 0.6
"""The part of a plain fill that unpacking observations has to reach."""
PEER_GAMES = (1 << 13, 1 << 15, 1 << 17, 1 << 18)
PEER_STEPS = 32


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
    filled: float | None = None
    """Bytes a second of a kernel that only writes as much."""


class StepRate(NamedTuple):
    """Steps per second of a loop of `legal_mask`, a choice and `step`."""

    check: bool
    games: int
    steps_per_second: float


def rate(chunk: Callable[[], int], seconds: float) -> float:
    """How much a second a chunk does, once what it needs is compiled."""
    chunk()
    done, elapsed = repeated(chunk, time.perf_counter)(seconds)
    return done / elapsed


def ours(preset: str, players: int, games: int, seconds: float) -> Iterator[Speed]:
    """Our kernels, one batch for all kinds of observations."""
    batch = make_batch(preset, players, games=games, device="cuda")
    bits = batch.spec.observation_bits
    width = {"none": 0, "packed": 8 * -(-bits // 64), "uint8": bits}
    for mode, steps in STEPS.items():

        def chunk(mode: ObservationForm = mode, steps: int = steps) -> int:
            batch.random_steps(steps, mode)  # returns a number from the device: it is done
            return steps * games

        found = rate(chunk, seconds)
        filled = fill(games * bits, seconds) if mode == "uint8" else None
        written = found * width[mode] or None
        yield Speed("Hanamichi", preset, players, mode, games, found, written, filled)
    found = rate(unpacking(games, bits), seconds)
    filled = fill(games * bits, seconds)
    yield Speed("Hanamichi", preset, players, UNPACKING, games, found, found * bits, filled)


def unpacking(games: int, bits: int) -> Callable[[], int]:
    """Only the kernel that makes bytes of packed observations."""
    cuda: Any = importlib.import_module("numba.cuda")
    cuda_bits: Any = importlib.import_module("hanamichi.batch.cuda_bits")
    words = -(-bits // 64)
    packed = cuda.to_device(np.zeros(2 * words * (games + 1), np.uint32))
    out = cuda.device_array(2 * -(-games * bits // 16), np.uint64)
    run = cuda_bits.unpack_bytes[-(-games // cuda_bits.GAMES), cuda_bits.THREADS]

    def chunk() -> int:
        for _ in range(32):
            run(games, bits, 2 * words, packed, out)
        cuda.synchronize()
        return 32 * games

    return chunk


def fill(size: int, seconds: float) -> float:
    """Bytes a second of a kernel that only writes: the memory's limit."""
    cuda: Any = importlib.import_module("numba.cuda")
    kernel: Any = importlib.import_module("benchmarks.gpu_kernels").fill
    out = cuda.device_array(2 * -(-size // 16), np.uint64)

    def chunk() -> int:
        for _ in range(32):
            kernel[-(-out.size // 512), 256](out)
        cuda.synchronize()
        return 32 * size

    return rate(chunk, seconds)


def stepping(games: int, seconds: float) -> Iterator[StepRate]:
    """Steps with actions that were chosen on the device, checked and unchecked."""
    cuda: Any = importlib.import_module("numba.cuda")
    choose: Any = importlib.import_module("benchmarks.gpu_kernels").last_legal
    batch = make_batch("hanabi/online", 2, games=games, device="cuda")
    actions = cuda.to_device(np.zeros(games, np.int32))
    for check in (True, False):

        def chunk(check: bool = check) -> int:  # noqa: FBT001  # bound by the loop
            batch.reset()
            for _ in range(8):  # nobody's game is over by then
                choose[-(-games // 128), 128](batch.legal_mask(), actions)
                batch.step(actions, check=check)
            cuda.synchronize()
            return 8 * games

        yield StepRate(check, games, rate(chunk, seconds))


def has_jax(package: str) -> bool:
    """Whether JAX computes on a GPU here and has this package beside it; if not, a line says so."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    try:
        jax: Any = importlib.import_module("jax")
        if jax.default_backend() != "gpu":
            raise ImportError("JAX is here without its GPU part.")
        importlib.import_module(package)
    except ImportError as error:
        print(f"{package} is not measured: {error}", file=sys.stderr)
        return False
    return True


def in_jax(sizes: Sequence[int], seconds: float) -> Iterator[Speed]:
    """Our pure functions for JAX, in a compiled loop."""
    if not has_jax("hanamichi.envs.jax_env"):
        return
    from benchmarks.jax_env_loop import JaxEnvLoop

    for preset, players in TABLES:
        rates = [
            Speed(
                "Hanamichi in JAX",
                preset,
                players,
                "uint8",
                size,
                rate(JaxEnvLoop(preset, players, size, PEER_STEPS).start(), seconds),
            )
            for size in sizes
        ]
        yield from fastest(rates)


def peers(players: Sequence[int], sizes: Sequence[int], seconds: float) -> Iterator[Speed]:
    """JaxMARL's rates, or a sentence where it is not installed or sees no GPU.

    All its loops are compiled at the same time, before anything is measured: that takes longest.
    """
    if not has_jax("jaxmarl"):
        return
    jax: Any = importlib.import_module("jax")
    from benchmarks.jaxmarl_loop import JaxMarlLoop

    kinds = [(seats, size, see) for seats in players for size in sizes for see in (False, True)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        loops = pool.map(
            lambda kind: JaxMarlLoop(kind[0], kind[1], PEER_STEPS, observing=kind[2]), kinds
        )
        ready = list(zip(kinds, loops, strict=True))
    for (seats, size, observing), loop in ready:
        seen = "float32" if observing else "none"
        try:
            found = rate(loop.start(), seconds)
        except jax.errors.JaxRuntimeError as error:  # a large batch may not fit into memory
            print(f"JaxMARL, {seats} players, {size} games: {error}", file=sys.stderr)
            continue
        yield Speed("JaxMARL", "hanabi", seats, seen, size, found)


def fastest(speeds: Sequence[Speed]) -> list[Speed]:
    """Of the same work with different numbers of games at a time, the fastest."""
    best: dict[tuple[str, str, int, str], Speed] = {}
    for each in speeds:
        work = (each.who, each.table, each.players, each.observations)
        if work not in best or each.steps_per_second > best[work].steps_per_second:
            best[work] = each
    return list(best.values())


def table(speeds: Sequence[Speed]) -> Iterator[str]:
    """Our rates, JaxMARL's best, and what they are to each other."""
    rivals = fastest([each for each in speeds if each.who == "JaxMARL"])
    yield "| | players | observations | games at a time | steps a second | written | ÷ JaxMARL |"
    yield "|---|---:|---|---:|---:|---:|---:|"
    for each in (*(each for each in speeds if each.who != "JaxMARL"), *rivals):
        written = ""
        if each.written is not None:
            written = f"{each.written / 1e9:,.0f} GB/s"
        if each.written is not None and each.filled is not None:
            written += f", {each.written / each.filled:.0%} of a plain fill"
        like = {"none": "none", "packed": "float32", "uint8": "float32"}.get(each.observations)
        peer = [
            rival.steps_per_second
            for rival in rivals
            if (rival.players, rival.observations) == (each.players, like)
        ]
        compared = each.who != "JaxMARL" and each.table.startswith("hanabi") and peer
        ratio = f"{each.steps_per_second / max(peer):,.3g}" if compared else ""
        yield (
            f"| {each.who}, {each.table} | {each.players} | {each.observations} | {each.games:,} "
            f"| {each.steps_per_second:,.0f} | {written} | {ratio} |"
        )


def verdicts(speeds: Sequence[Speed], steps: Sequence[StepRate]) -> Iterator[str]:
    """The targets on an H200, and what the table leaves out."""
    mine = [each for each in speeds if (each.who, each.table) == ("Hanamichi", "hanabi/online")]
    for mode, wanted in TARGETS.items():
        found = max(
            each.steps_per_second for each in mine if (each.players, each.observations) == (2, mode)
        )
        verdict = "reached" if found >= wanted else "**not reached**"
        yield f"- {mode}: {found / 1e9:.2f} billion, wanted {wanted / 1e9:g} on an H200: {verdict}"
    for players in sorted({each.players for each in mine}):
        part = max(
            (each.written or 0) / (each.filled or 1)
            for each in mine
            if (each.players, each.observations) == (players, UNPACKING)
        )
        verdict = "reached" if part >= UNPACKING_TARGET else "**not reached**"
        yield (
            f"- {UNPACKING}, {players} players: {part:.0%} of a plain fill, "
            f"wanted {UNPACKING_TARGET:.0%}: {verdict}"
        )
    fills = [each.filled for each in speeds if each.filled is not None]
    yield f"- A kernel that only writes, 16 bytes a thread: up to {max(fills) / 1e9:,.0f} GB/s"
    for each in steps:
        how = "checked" if each.check else "`check=False`"
        yield (
            f"- Hanabi for two, `legal_mask`, a choice on the device and `step`, {how}, "
            f"{each.games:,} games: {each.steps_per_second / 1e6:,.0f} million steps a second"
        )
    for players, seen in sorted(
        {(o.players, o.observations) for o in speeds if o.who == "JaxMARL"}
    ):
        rates = ", ".join(
            f"{each.games:,} games {each.steps_per_second / 1e6:.1f}"
            for each in speeds
            if (each.who, each.players, each.observations) == ("JaxMARL", players, seen)
        )
        yield f"- JaxMARL, {players} players, observations {seen}, million steps a second: {rates}"


def main() -> int:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="+", default=[1 << 17, 1 << 20])
    parser.add_argument("--peer-games", type=int, nargs="+", default=list(PEER_GAMES))
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
    steps = [
        each for games in (1 << 12, *arguments.games) for each in stepping(games, arguments.seconds)
    ]
    speeds += in_jax(arguments.peer_games, arguments.seconds)
    speeds += peers((2, 5), arguments.peer_games, arguments.seconds)
    if arguments.json:
        results = {
            "device": device,
            "speeds": [speed._asdict() for speed in speeds],
            "steps": [each._asdict() for each in steps],
        }
        print(json.dumps(results, indent=2))
    packages = ("numba", "numba-cuda", "numpy", "jaxmarl", "jax")
    report = "\n".join(
        (
            *table(speeds),
            "",
            *verdicts(speeds, steps),
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
