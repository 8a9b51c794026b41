"""What a policy learns in some minutes: our example beside JaxMARL's IPPO, on the same machine.

    python -m benchmarks.train_rate --jaxmarl JaxMARL --device cuda --write

Each trains Hanabi by self-play with its own settings, one after the other in processes of their
own, by the clock: compiling and measuring do not count. Needs PyTorch for ours, and for JaxMARL
requirements/bench-jaxmarl.txt and a clone of its repository, whose baselines are in no package.
Each result is a line of benchmarks/results/train_rate.jsonl; --write makes docs/training.md's
table of them, and --kept reports them without measuring.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import report_page
from benchmarks.train_contestants import Settings

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "train_rate.jsonl"
PAGE = ROOT / "docs" / "training.md"
PLATFORMS = {"cpu": "cpu", "cuda": "cuda,cpu"}
"""Of JAX. JaxMARL's script calls Python now and then, for which JAX needs CPU cores as well."""
NAMES = {"ours": "`examples/train_ppo.py`", "jaxmarl": "JaxMARL, IPPO"}

Trained = Mapping[str, Any]
"""What a contestant reported, with what it was asked for."""


class Key(NamedTuple):
    """Of what there is one result."""

    players: int
    device: str
    minutes: float
    who: str


def key(trained: Trained) -> Key:
    """What a result is of; those of one table and device are side by side, ours first."""
    return Key(trained["players"], trained["device"], trained["minutes"], trained["who"])


def kept(file: Path) -> list[Trained]:
    """The last result of each kind."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    found = {key(each): each for each in map(json.loads, lines)}
    return sorted(found.values(), key=lambda each: (*key(each)[:3], list(NAMES).index(each["who"])))


def trained(who: str, asked: Settings) -> Trained:
    """Train in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.train_contestants", who, json.dumps(asked._asdict())],
        cwd=ROOT,
        env={**os.environ, "JAX_PLATFORMS": PLATFORMS.get(asked.device, asked.device)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    curve: list[Any] = []
    result: dict[str, Any] = {}
    with process:
        for line in process.stdout:
            if not line.startswith("= "):
                continue
            found = json.loads(line[2:])
            if "seconds" in found:
                result = found
                continue
            curve.append([found[name] for name in ("minutes", "steps", "score", "error")])
            print(
                f"{NAMES[who]}: {found['minutes']:.1f} min, {found['steps'] / 1e6:,.2f} M steps, "
                f"score {found['score']:.2f} ± {found['error']:.2f}",
                file=sys.stderr,
                flush=True,
            )
    if process.returncode != 0 or not result:
        raise SystemExit(f"{NAMES[who]} ended with status {process.returncode}")
    wanted = {name: getattr(asked, name) for name in ("players", "device", "minutes", "games")}
    return {"who": who, **wanted, "date": report_page.today(), **result, "curve": curve}


def plus_minus(pair: Sequence[float]) -> str:
    """A mean and its error."""
    return f"{pair[0]:.2f} ± {pair[1]:.2f}"


def report(results: Sequence[Trained]) -> Iterator[str]:
    """The table, and how each was measured."""
    yield (
        "| players | device | time | | steps | steps a second | score, likeliest action "
        "| score, sampled |"
    )
    yield "|---:|---|---:|---|---:|---:|---:|---:|"
    for each in results:
        yield (
            f"| {each['players']} | {each['device']} | {each['seconds'] / 60:.3g} min "
            f"| {NAMES[each['who']]} | {each['steps'] / 1e6:,.3g} M "
            f"| {each['steps'] / each['seconds']:,.0f} "
            f"| {plus_minus(each['greedy'])} | {plus_minus(each['sampled'])} |"
        )
    yield ""
    for each in results:
        yield (
            f"- {NAMES[each['who']]}, {each['players']} players, {each['device']}: "
            f"{each['games_at_a_time']:,} games at a time, networks of {each['parameters']:,} "
            f"numbers, ready after {each['ready']:.0f} s, each score of {each['games']:,} games. "
            f"{each['date']} · {each['machine']} · {each['versions']}."
        )


def main() -> None:
    """Train, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="of training, each")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--only", choices=NAMES, help="train one of the two")
    parser.add_argument("--jaxmarl", type=Path, help="a clone of JaxMARL's repository")
    parser.add_argument("--games", type=int, default=1000, help="that measure a policy")
    parser.add_argument("--points", type=int, default=10, help="of the learning curves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=ROOT / "build", help="for our policy")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file of results")
    parser.add_argument("--kept", action="store_true", help="measure nothing")
    parser.add_argument("--write", action="store_true", help="also write docs/training.md")
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    asked = Settings(
        device=given.device,
        players=given.players,
        minutes=given.minutes,
        points=given.points,
        games=given.games,
        seed=given.seed,
        clone=str(given.jaxmarl.absolute()) if given.jaxmarl else "",
        keep=str(given.keep.absolute()),
    )
    names = [] if given.kept else [given.only] if given.only else list(NAMES)
    for who in names:
        if who == "jaxmarl" and given.jaxmarl is None:
            print("JaxMARL is not measured: --jaxmarl names no clone of it.", file=sys.stderr)
            continue
        with given.results.open("a", encoding="utf-8") as file:
            print(json.dumps(trained(who, asked)), file=file)
    text = "\n".join(report(kept(given.results)))
    print(text)
    if given.write:
        report_page.write("train-rate", text, PAGE)


if __name__ == "__main__":
    main()
