"""docs/arena.md: its code runs, and it names everything the report has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec

from hanamichi.arena import Cell, Duel, LineupReport, RoundRobin, Standing
from hanamichi.arena.csv_table import COLUMNS, PLACE_COLUMNS
from hanamichi.arena.report import Difference, FailureCount
from hanamichi.cli import main

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "arena.md").read_text("utf-8")


def blocks() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def run(*arguments: str, folder: Path) -> str:
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


def test_the_example_program_runs(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(blocks()[1], "utf-8")
    casual, random, difference = run("program.py", folder=tmp_path).splitlines()
    assert casual.startswith("casual: 1")
    assert random.startswith("random: 0.00 ±")
    assert difference.startswith("random − casual: -1")


def test_the_example_bot_plays(tmp_path: Path) -> None:
    (tmp_path / "my_bots.py").write_text(blocks()[0], "utf-8")
    page = run(
        "-m",
        "hanamichi",
        "arena",
        "online",
        "--bots",
        "my_bots:Patient,random",
        "--games",
        "2",
        folder=tmp_path,
    )
    assert "my_bots:Patient" in page
    assert "failing" not in page


def test_every_field_and_every_option_is_explained() -> None:
    for kind in (
        *(LineupReport, Duel, FailureCount, Difference),
        *(RoundRobin, Cell, Standing),
    ):
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in PAGE, f"{kind.__name__}.{field.name}"
    for column in (*COLUMNS, *(f"{name}_1" for name in PLACE_COLUMNS)):
        assert f"`{column}`" in PAGE, column
    for option in main.commands["arena"].params:
        if option.name not in ("preset", "settings", "help"):
            assert any(name in PAGE for name in option.opts), option.name
