"""Only a game's own modules know the game; all others go through its adapter."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "hanamichi"
GAMES = ("hanabi", "koikoi")
OWN = (*GAMES, "hanab_live", "hle")
"""Folders and beginnings of module names that belong to one game."""
PUBLIC = {"__init__.py", "api.py"}
"""The typed public functions name the types of both games on purpose."""


def generic_modules() -> list[Path]:
    """Every module that belongs to no game."""
    return [
        path
        for path in sorted(SOURCE.rglob("*.py"))
        if not any(part.startswith(OWN) for part in path.relative_to(SOURCE).parts)
        and str(path.relative_to(SOURCE)) not in PUBLIC
        and path != SOURCE / "adapters" / "games.py"
    ]


def violations(tree: ast.Module) -> Iterator[str]:
    """Imports of one game's modules, and comparisons with the id of a game."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                imported = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module), names=names):
                imported = [f"{module}.{alias.name}" for alias in names]
            case ast.Compare() | ast.MatchValue() | ast.Dict() | ast.Subscript() | ast.Set():
                constants = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
                if any(constant in GAMES for constant in constants):
                    yield f"line {node.lineno}: dispatches on the id of a game"
                continue
            case _:
                continue
        for name in imported:
            parts = name.split(".")
            if parts[0] == "hanamichi" and any(part.startswith(GAMES) for part in parts[1:]):
                yield f"line {node.lineno}: imports {name}"


@pytest.mark.parametrize("path", generic_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_of_no_game_knows_none(path: Path) -> None:
    assert list(violations(ast.parse(path.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    "text",
    [
        "from hanamichi.hanabi import HanabiState",
        "import hanamichi.koikoi.cards",
        "from hanamichi.words.hanabi_names import card_name",
        "if game_id == 'hanabi': pass",
        "FACES = {'koikoi': 1}",
        "match game:\n    case 'hanabi': pass",
    ],
)
def test_the_check_finds_what_is_forbidden(text: str) -> None:
    assert list(violations(ast.parse(text)))
