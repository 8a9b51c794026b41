"""One training in a process of its own: `python -m benchmarks.train_contestants NAME SETTINGS`.

Prints what it measures as JSON, in lines that begin with `=`: points of the curve, then the result.
`benchmarks.train_rate` starts it.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import report_page

OPTIONS = {"cpu": {}, "cuda": {"games": 8192, "width": 512}}
"""What docs/training.md advises, where it is not what `train_ppo.py` does by itself."""


class Settings(NamedTuple):
    """What both are asked for."""

    device: str
    players: int
    minutes: float
    points: int
    games: int
    """Played to measure a policy."""
    seed: int
    clone: str
    """Where JaxMARL's repository is."""
    keep: str
    """Where our policy and its learning curve go."""


def emit(**found: Any) -> None:
    """Tell the process that waits; it skips what libraries print."""
    print("=", json.dumps(found), file=sys.__stdout__, flush=True)


def mean_and_error(scores: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(scores), statistics.stdev(scores) / len(scores) ** 0.5


def processor() -> str:
    """The machine, and how many of its cores this process may use."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        cores = os.cpu_count() or 1
    return f"{cores} cores of: {report_page.machine()}"


def ours(asked: Settings) -> None:
    """`examples/train_ppo.py`."""
    began = time.perf_counter()
    torch: Any = importlib.import_module("torch")
    example: Any = importlib.import_module("examples.train_ppo")
    words = {
        "device": asked.device,
        "players": asked.players,
        "minutes": asked.minutes,
        "points": asked.points,
        "seed": asked.seed,
        "out": Path(asked.keep) / f"policy-{asked.device}.npz",
        **OPTIONS[asked.device],
    }
    given = example.arguments([f"--{name}={value}" for name, value in words.items()])
    trainer = example.Trainer(given)
    ready, seconds = 0.0, 0.0
    report = trainer.report

    def reported(spent: float) -> Any:
        nonlocal ready, seconds
        ready, seconds = ready or time.perf_counter() - began, spent
        mean, error = report(spent)
        emit(minutes=spent / 60, steps=trainer.steps, score=mean, error=error)
        return mean, error

    def scores(*, greedy: bool) -> list[float]:
        table = example.Games(given, asked.games, 1_000_003)
        total = torch.zeros(asked.games, device=table.device)
        running = torch.ones(asked.games, dtype=torch.bool, device=table.device)
        with torch.no_grad():
            while bool(running.any()):
                choices = trainer.networks.choices(*table.look())
                chosen = choices.probs.argmax(1) if greedy else choices.sample()
                gain, over, _ = table.step(chosen)
                total += running * gain
                running &= ~over
        found: list[float] = total.tolist()
        return found

    trainer.report = reported
    trainer.run()
    emit(
        ready=ready,
        steps=trainer.steps,
        seconds=seconds,
        greedy=mean_and_error(scores(greedy=True)),
        sampled=mean_and_error(scores(greedy=False)),
        games_at_a_time=given.games,
        parameters=sum(each.numel() for each in trainer.networks.parameters()),
        machine=torch.cuda.get_device_name() if asked.device == "cuda" else processor(),
        versions=report_page.versions(("numba", "numpy", "torch")),
    )


def jaxmarl(asked: Settings) -> None:
    """JaxMARL's IPPO."""
    from benchmarks.jaxmarl_ippo import JaxMarlIppo

    began = time.perf_counter()
    peer = JaxMarlIppo(Path(asked.clone), asked.players, asked.seed, asked.games)
    ready = time.perf_counter() - began
    spent, limit, measured = 0.0, 60 * asked.minutes, 0
    while spent < limit:
        if spent / limit >= measured / asked.points:
            mean, error = mean_and_error(peer.scores(greedy=True))
            emit(minutes=spent / 60, steps=peer.steps, score=mean, error=error)
            measured += 1
        start = time.perf_counter()
        peer.update()
        spent += time.perf_counter() - start
    emit(
        ready=ready,
        steps=peer.steps,
        seconds=spent,
        greedy=mean_and_error(peer.scores(greedy=True)),
        sampled=mean_and_error(peer.scores(greedy=False)),
        games_at_a_time=peer.settings["NUM_ENVS"],
        parameters=peer.parameters,
        machine=peer.device if asked.device == "cuda" else processor(),
        versions=report_page.versions(("jaxmarl", "jax", "flax", "distrax")),
    )


if __name__ == "__main__":
    wanted = Settings(**json.loads(sys.argv[2]))
    with contextlib.redirect_stdout(sys.stderr):  # what libraries print
        {"ours": ours, "jaxmarl": jaxmarl}[sys.argv[1]](wanted)
