"""Measured strengths of bots: a line of JSON for each figure."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hanamichi.arena import Duel, Report
from hanamichi.arena.report import BotPace, LineupReport

FILE = Path(__file__).parent / "results" / "strength.jsonl"


class Figure(msgspec.Struct, frozen=True, order=True):
    """What to measure: everything that determines the result, except the code."""

    preset: str
    lineup: str
    """As the arena reads it: `expert`, or `sharp,regular`."""
    players: int
    games: int
    seed: int = 1
    settings: tuple[str, ...] = ()
    """What differs from the preset: `rounds=12`."""

    @property
    def key(self) -> tuple[str, int, str, tuple[str, ...]]:
        """Identifies the figure: a later measurement replaces an earlier one."""
        return self.preset, self.players, self.lineup, self.settings

    @property
    def command(self) -> str:
        """The command that measures it."""
        changes = "".join(f" --set {setting}" for setting in self.settings)
        return (
            f"hanamichi arena {self.preset} --bots {self.lineup} --players {self.players}"
            f"{changes} --games {self.games} --seed {self.seed}"
        )


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with its result."""

    figure: Figure
    mean: float
    stderr: float | None
    perfect: float | None
    perfect_stderr: float | None
    duel: Duel | None
    paces: tuple[BotPace, ...]
    failures: int
    engine: str
    """A name for the code that played."""
    date: str
    machine: str
    versions: str


def measured(figure: Figure, report: Report, *, date: str, machine: str, versions: str) -> Measured:
    """What is stored of a report with one line-up."""
    (found,) = report.lineups
    return Measured(
        figure=figure,
        mean=found.mean,
        stderr=found.stderr,
        perfect=found.perfect,
        perfect_stderr=found.perfect_stderr,
        duel=found.duel,
        paces=found.paces,
        failures=_failures(found),
        engine=report.tournament.engine,
        date=date,
        machine=machine,
        versions=versions,
    )


def _failures(found: LineupReport) -> int:
    return sum(failure.games for failure in found.failures)


def read(file: Path = FILE) -> dict[tuple[str, int, str, tuple[str, ...]], Measured]:
    """The latest measurement of everything."""
    if not file.exists():
        return {}
    lines = [msgspec.json.decode(line, type=Measured) for line in file.read_bytes().splitlines()]
    return {line.figure.key: line for line in lines}


def store(new: Measured, file: Path = FILE) -> None:
    """Store a measurement in place of an earlier one."""
    everything = {**read(file), new.figure.key: new}
    lines = [msgspec.json.encode(line) for _, line in sorted(everything.items())]
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_suffix(".new")
    temporary.write_bytes(b"\n".join(lines) + b"\n")
    temporary.replace(file)
