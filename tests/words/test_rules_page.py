"""docs/rules.md explains exactly the options there are."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import Any

import pytest

from hanamichi.catalog import GAMES, presets
from tests.words.tables import options_of

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
ROWS = {
    cells[0].strip("`"): cells[1:]
    for line in PAGE.splitlines()
    if line.startswith("| `") and (cells := [cell.strip() for cell in line.strip("| ").split("|")])
}


def written(value: Any) -> str:
    """A value as the page writes it."""
    match value:
        case None:
            return "open"
        case bool():
            return "on" if value else "off"
        case tuple():
            return ", ".join(map(written, value)) or "none"
        case enum.Enum():
            return str(value.value)
        case _:
            return str(value)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_has_a_row_with_its_booklets_and_its_value_in_each_preset(
    game_id: str,
) -> None:
    game = GAMES[game_id]
    for info in options_of(game):
        booklets, _, *values = ROWS[info.name]
        assert tuple(booklets.split(", ")) == info.booklets, info.name
        expected = [written(getattr(p.options, info.name)) for p in game.presets.values()]
        assert values == expected, info.name


def test_every_row_is_an_option() -> None:
    known = {info.name for game in GAMES.values() for info in options_of(game)}
    assert ROWS.keys() == known


def test_every_preset_is_explained_with_what_its_box_offers() -> None:
    for _, preset in presets():
        (told,) = (part for part in PAGE.split("\n- ") if part.startswith(f"**`{preset.id}`**"))
        for option in preset.offers:
            assert option in told, preset.id
