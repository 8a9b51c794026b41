"""Train the network that plays two-player Hanabi, by self-play on a GPU (or, to try it, a CPU).

    python -m training.train_hanabi --out runs/two --minutes 9
    python -m training.train_hanabi --out runs/two --minutes 9 --resume

Proximal policy optimisation. Both seats use the same policy network, which sees what a seat sees; a
value network, used only in training, sees what both see. All games are one `hanamichi.batch`, on
the device from the deal to the last error. Every schedule goes by steps, and random numbers by the
number of the update: a training that stops and resumes learns what it would have learnt in one go.
Needs PyTorch and, on a GPU, `hanamichi[cuda]`. README.md says how its results reach the package.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch

from training.checkpoints import CheckpointError, read_checkpoint
from training.ppo import Trainer
from training.settings import add_arguments, chosen_settings


def run(trainer: Trainer, given: argparse.Namespace) -> None:
    """Train until the time, the updates or the steps are up; measure and save now and then."""
    began = reported = saved = time.perf_counter()
    last = trainer.updates + given.updates if given.updates is not None else None
    while not trainer.finished and trainer.updates != last:
        now = time.perf_counter()
        if now - began > 60 * given.minutes:
            break
        if now - reported > given.every:
            print(trainer.report(given.measured_games), flush=True)
            reported = time.perf_counter()
        if now - saved > 60 * given.checkpoint_every:
            trainer.save(given.out)
            saved = time.perf_counter()
        trainer.update()
    print(trainer.report(given.measured_games), flush=True)
    for path in trainer.save(given.out):
        print(f"{path.stat().st_size / 2**20:6.2f} MiB  {path}")


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("runs/two"), help="a folder for all of it")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--resume", action="store_true", help="go on with the checkpoint in it")
    start.add_argument("--begin", type=Path, help="a policy to begin with, as the bots read it")
    parser.add_argument("--minutes", type=float, default=9.0, help="of this stretch (default 9)")
    parser.add_argument("--updates", type=int, help="of this stretch, if fewer")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between measurements")
    parser.add_argument("--checkpoint-every", type=float, default=4.0, help="minutes (default 4)")
    parser.add_argument("--measured-games", type=int, default=16384, help="for each point")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    add_arguments(parser)
    given = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    try:
        checkpoint = read_checkpoint(given.out) if given.resume else None
        if checkpoint is None and any(given.out.glob("checkpoint-*")):
            raise CheckpointError(
                f"{given.out} has a checkpoint: --resume it, or take another --out"
            )
        settings = chosen_settings(given, checkpoint and checkpoint.settings["settings"])
        trainer = Trainer(settings, torch.device(given.device))
        if checkpoint is not None:
            trainer.load(checkpoint)
        elif given.begin is not None:
            trainer.begin_with(given.begin)
    except (CheckpointError, OSError, KeyError, RuntimeError, ValueError) as error:
        parser.error(str(error))
    run(trainer, given)


if __name__ == "__main__":
    main()
