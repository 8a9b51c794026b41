"""docs/batch.md: its code runs, and its tables add up to what the kernels have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanamichi.batch import Batch, BatchError, make_table
from hanamichi.batch.hanabi.setup import action_count
from hanamichi.hanabi import PRESETS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "batch.md").read_text("utf-8")


def test_the_code_runs() -> None:
    for code in re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        exec(code, {})


def last_cells(heading: str) -> list[int]:
    """The numbers in the last column of the table below a heading."""
    table = PAGE.split(heading, 1)[1].split("\n\n", 2)[1]
    cells = [line.rstrip(" |").rpartition("|")[2].strip() for line in table.splitlines()]
    return [int(cell) for cell in cells if cell.isdecimal()]


def test_the_sections_of_an_observation_add_up() -> None:
    assert sum(last_cells("**Hanabi**: for the standard game")) == 658
    assert make_table("hanabi/online", 2).observation_bits == 658
    assert (
        sum(last_cells("**Koi-Koi**: ten sets")) == make_table("koikoi/nintendo").observation_bits
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_counts_of_actions_are_as_documented(players: int) -> None:
    hand = 5 if players < 4 else 4
    plain = 2 * hand + (players - 1) * (5 + 5)
    assert action_count(PRESETS["hanabi/online"].options, players) == plain
    every = make_table("hanabi/grands-feux", players, {"flamboyants": True, "deck_play": True})
    assert every.actions == plain + 1 + 5 * 5 + 5 * 5
    assert make_table("koikoi/nintendo").actions == 292


def test_every_call_is_listed() -> None:
    calls = {name for name in vars(Batch) if not name.startswith("_")}
    assert {name for name in calls if f"`{name}" not in PAGE} == set()
    codes = set(re.findall(r"`(batch/[a-z-]+)`", BatchError.__doc__ or ""))
    assert codes
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
