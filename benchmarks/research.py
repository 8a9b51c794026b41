"""What a researcher's loop does in a second, beside peers, in one run.

One game at a time, many games at a time, and training end to end:

    python -m benchmarks.research --minutes 10 --jaxmarl JaxMARL --write

A peer or a library that is not installed is named and left out. Each part is also a benchmark of
its own: `benchmarks.single_game`, `benchmarks.vector`, `benchmarks.train_rate`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent


def part(title: str, module: str, arguments: Sequence[str]) -> None:
    """One of the benchmarks, in a process of its own."""
    print(f"\n{title}\n", flush=True)
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    if status != 0:
        raise SystemExit(f"benchmarks.{module} ended with status {status}")


def main() -> None:
    """Measure all three."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="of training, each; 0: none")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="that trains")
    parser.add_argument("--jaxmarl", type=Path, help="a clone of JaxMARL's repository")
    parser.add_argument("--results", type=Path, help="the file of results of training")
    parser.add_argument("--rounds", type=int, default=5, help="bursts of each other measurement")
    parser.add_argument("--write", action="store_true", help="also write the pages in docs/")
    given = parser.parse_args()
    write = ["--write"] if given.write else []
    rounds = ["--rounds", str(given.rounds), *write]
    part("One game at a time", "single_game", rounds)
    part("Many games at a time", "vector", rounds)
    if given.minutes <= 0:
        return
    if find_spec("torch") is None:
        print("\nTraining is not measured: PyTorch is not installed.", file=sys.stderr)
        return
    asked = ["--minutes", str(given.minutes), "--device", given.device, *write]
    if given.jaxmarl:
        asked += ["--jaxmarl", str(given.jaxmarl.absolute())]
    if given.results:
        asked += ["--results", str(given.results.absolute())]
    part("Training", "train_rate", asked)


if __name__ == "__main__":
    main()
