"""`hanamichi bench`: how fast the kernels are on this machine."""

from __future__ import annotations

import time
from typing import Any

import click
import msgspec

from hanamichi.cli.batch_import import import_batch
from hanamichi.cli.parameters import (
    PositiveNumber,
    PresetParameter,
    json_option,
    set_option,
    table_of,
)
from hanamichi.core.record import plain

_DEFAULT_GAMES = {"cpu": 4096, "cuda": 1 << 20}
_STEPS_PER_CALL = 16
"""Steps of every game in one call."""


class Speed(msgspec.Struct, frozen=True):
    """One measurement."""

    preset: str
    players: int
    observations: str
    device: str
    threads: int
    games: int
    steps: int
    seconds: float
    steps_per_second: float
    warm_up_seconds: float
    """For making the batch and the first call, with compiling. Not part of the rate."""


@click.command(
    epilog="""\b
Examples:
  hanamichi bench hanabi/online --seconds 1
  hanamichi bench hanabi/online --players 5 --observations packed --threads 1
  hanamichi bench koikoi/nintendo --games 1000 --seconds 0.5 --json
"""
)
@click.argument("preset", type=PresetParameter())
@click.option("--players", type=int, default=2, show_default=True, help="How many play.")
@set_option
@click.option(
    "--observations",
    type=click.Choice(("none", "packed", "uint8")),
    default="none",
    show_default=True,
    help="What is written for the acting seat before every step.",
)
@click.option(
    "--device", type=click.Choice(("cpu", "cuda")), default="cpu", show_default=True, help="Where."
)
@click.option("--threads", type=int, show_default="all cores", help="CPU cores to use.")
@click.option("--games", type=int, show_default="4096, on a GPU 1048576", help="Games at a time.")
@click.option(
    "--seconds",
    type=PositiveNumber(),
    default=2.0,
    show_default=True,
    help="How long to measure.",
)
@json_option
def bench(
    preset: str,
    players: int,
    settings: tuple[str, ...],
    observations: str,
    device: str,
    threads: int | None,
    games: int | None,
    seconds: float,
    as_json: bool,
) -> None:
    """Measure how many steps a second the kernels play of PRESET.

    A step is one random legal action of one game; games that end are dealt anew. Compiling is not
    counted. `hanamichi warm-up` compiles everything ahead.
    """
    _, edition, options = table_of(preset, settings)
    if device == "cuda" and threads is not None:
        raise click.UsageError("--threads is for --device cpu")
    speed = _measure(
        edition.id,
        players,
        plain(options),
        observations=observations,
        device=device,
        threads=threads,
        games=_DEFAULT_GAMES[device] if games is None else games,
        seconds=seconds,
    )
    if as_json:
        click.echo(msgspec.json.encode(speed))
        return
    cores = f"{speed.threads} {'thread' if speed.threads == 1 else 'threads'}"
    where = "on the GPU" if device == "cuda" else f"on {cores}"
    click.echo(
        f"{speed.preset}, {speed.players} players, observations {speed.observations}: "
        f"{speed.steps_per_second:,.0f} steps per second {where}\n"
        f"{speed.games:,} games side by side, {speed.steps:,} steps in {speed.seconds:.2f} s, "
        f"after {speed.warm_up_seconds:.2f} s to warm up"
    )


def _measure(
    preset: str,
    players: int,
    options: dict[str, Any],
    *,
    observations: str,
    device: str,
    threads: int | None,
    games: int,
    seconds: float,
) -> Speed:
    began = time.perf_counter()
    batch = import_batch().make_batch(
        preset, players, games=games, options=options, device=device, threads=threads
    )
    batch.random_steps(1, observations)
    warm_up = time.perf_counter() - began
    steps = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds:
        batch.random_steps(_STEPS_PER_CALL, observations)
        steps += _STEPS_PER_CALL * games
    return Speed(
        preset=preset,
        players=players,
        observations=observations,
        device=device,
        threads=getattr(batch, "threads", 0),
        games=games,
        steps=steps,
        seconds=elapsed,
        steps_per_second=steps / elapsed,
        warm_up_seconds=warm_up,
    )
