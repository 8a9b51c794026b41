"""docs/puzzles.md describes every field of the data."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from hanamichi.puzzles import Answer, Puzzle, PuzzleKind

PAGE = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text("utf-8")
DATA = PAGE.partition("## The data")[2]


@pytest.mark.parametrize(("part", "heading"), [(Puzzle, "A puzzle:"), (Answer, "An answer:")])
def test_every_field_is_described_and_no_other(part: type[msgspec.Struct], heading: str) -> None:
    table = DATA.partition(heading)[2].partition("\n\n")[2].partition("\n\n")[0]
    described = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert described == [field.name for field in msgspec.structs.fields(part)]


@pytest.mark.parametrize("kind", get_args(PuzzleKind))
def test_every_kind_is_described(kind: str) -> None:
    assert f"`{kind}`" in PAGE
