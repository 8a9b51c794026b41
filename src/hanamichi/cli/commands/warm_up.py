"""`hanamichi warm-up`: compiles every kernel ahead of time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

import click
import msgspec

from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.catalog import GAMES, AnyGame, new_match
from hanamichi.cli.batch_import import import_batch
from hanamichi.cli.parameters import json_option
from hanamichi.core.record import Abandonment
from hanamichi.review import review_seat
from hanamichi.review.game_review import REVIEW


class WarmedKernel(msgspec.Struct, frozen=True):
    """A compiled kernel."""

    game: str
    kernel: str
    compiled: bool
    """False if it was cached."""
    seconds: float


class WarmupTask(NamedTuple):
    """A call that needs a kernel."""

    kernel: str
    run: Callable[[Any], object]


def _keep_past(batch: Any) -> None:
    """Step a batch that keeps past actions."""
    kept = type(batch)(batch.spec, 1, threads=1, past_actions=1)
    kept.step(kept.legal_mask().argmax(axis=1))


BATCH_TASKS = (
    WarmupTask("deal", lambda batch: batch.reset()),
    WarmupTask("redeal", lambda batch: batch.reset(where=batch.done)),
    WarmupTask("seat", lambda batch: batch.to_act()),
    WarmupTask("mask", lambda batch: batch.legal_mask()),
    WarmupTask("check and step", lambda batch: batch.step(batch.legal_mask().argmax(axis=1))),
    WarmupTask("step", lambda batch: batch.step([0], check=False)),
    WarmupTask("observe", lambda batch: batch.observe()),
    WarmupTask("observe all", lambda batch: batch.observe_all()),
    WarmupTask("expand", lambda batch: batch.observe(form="uint8")),
    WarmupTask("score", lambda batch: batch.scores()),
    WarmupTask("random", lambda batch: batch.random_steps(1)),
    WarmupTask("finish", lambda batch: batch.finish()),
    WarmupTask("past actions", _keep_past),
)
"""Calls that together use every kernel of a batch; a test checks that none is left out."""


def _play_one(batch: Any) -> None:
    """Act in a single game, as environments of Gymnasium and PettingZoo do."""
    from hanamichi.batch.single_game import SingleGame  # imports Numba

    game = SingleGame(batch.spec)
    waiting = 1 - game.seat
    game.act(int(game.mask(game.seat).argmax()))
    game.bits(waiting)
    game.bits(1 - waiting)


def _play_in_open_spiel(game: AnyGame) -> None:
    """Act in OpenSpiel's form of a game."""
    import pyspiel

    from hanamichi.envs import openspiel  # noqa: F401  # registers the games

    name = f"python_hanamichi_{game.id}"
    if name not in pyspiel.registered_names():  # a game of others
        return
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(0)
    state.observation_tensor(0)
    state.apply_action(state.legal_actions()[0])


def warmup_tasks(game: AnyGame) -> list[WarmupTask]:
    """Everything of a game that needs kernels: batches, compiled bots, and reviews.

    Environments too, where their libraries are installed.
    """
    bots = (info for info in bots_for(game.id) if info.compiled)
    tasks = [*BATCH_TASKS]
    if find_spec("gymnasium") is not None:
        tasks.append(WarmupTask("one game", _play_one))
    if find_spec("pyspiel") is not None:
        tasks.append(WarmupTask("OpenSpiel", lambda _: _play_in_open_spiel(game)))
    tasks += (WarmupTask(f"bot {info.id}", _make_bot(info)) for info in bots)
    if REVIEW.find(game.id) is not None:
        tasks.append(WarmupTask("review", lambda _: _review(game)))
    return tasks


def _make_bot(info: BotInfo) -> Callable[[Any], object]:
    return lambda _: info.make()


def _review(game: AnyGame) -> None:
    """Review the first move of a match, with people and so with every company."""
    match = new_match(next(iter(game.presets)), game.seat_counts[0], seed=1)
    seat = match.to_act
    assert seat is not None
    match.play(match.legal_actions()[0])
    review_seat(match.record(Abandonment("vote")), seat)


def warm(game: AnyGame) -> Iterator[WarmedKernel]:
    """Compile every kernel of a game, or load it from the cache."""
    began = time.perf_counter()
    batch_module = import_batch()
    os.environ[batch_module.QUIET] = "1"  # progress is shown here
    table = batch_module.make_table(next(iter(game.presets)), game.seat_counts[0])
    before = batch_module.compiled_so_far()
    batch = batch_module.Batch(table, 1, threads=1)
    for kernel, run in warmup_tasks(game):
        run(batch)
        now, compiled = time.perf_counter(), batch_module.compiled_so_far()
        yield WarmedKernel(game.id, kernel, compiled > before, now - began)
        began, before = now, compiled


@click.command(
    "warm-up",
    epilog="""\b
Examples:
  hanamichi warm-up
  hanamichi warm-up --json
""",
)
@json_option
def warm_up(as_json: bool) -> None:
    """Compile every kernel and keep it, so that later programs start at once.

    Needed once on a machine, and again after an update; without it, whatever needs a kernel first
    waits for it. Kernels are kept in your cache folder, or in NUMBA_CACHE_DIR.
    """
    began = time.perf_counter()
    warmed: list[WarmedKernel] = []
    total = sum(len(warmup_tasks(game)) for game in GAMES.values())
    for game in GAMES.values():
        for each in warm(game):
            warmed.append(each)
            if not as_json:
                how = "compiled" if each.compiled else "ready"
                name = f"{each.game} {each.kernel}"
                click.echo(f"[{len(warmed):>2}/{total}] {name:<24}{how:>9} {each.seconds:7.2f} s")
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(msgspec.json.encode({"seconds": seconds, "kernels": warmed}))
    else:
        click.echo(f"Everything is compiled: {seconds:.1f} s")
