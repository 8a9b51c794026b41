"""The pages about building a game say what is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "hanamichi"
ADDING = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")

BLOCKS = re.findall(r"```python\n(.*?)```", ADDING, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0].strip()[:40])
def test_the_guide_shows_the_game_that_is_tested(block: str) -> None:
    here = Path(__file__).parent
    files = [*sorted(here.glob("lanterns*.py")), here / "test_conformance.py"]
    text = "\n".join(path.read_text("utf-8") for path in files)
    imports = "from hanamichi.testing import check_game\n"
    if block.startswith(imports):
        block = block.removeprefix(imports).strip()
    assert block in text


# -- one word per idea -------------------------------------------------------------------------


def avoided_words() -> set[str]:
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| ([^|]+) \|$", GLOSSARY, re.MULTILINE)
    words = {word.strip() for row in rows for word in row.split(",")}
    return words - {"not", "---", ""}


def defined_names(path: Path) -> Iterator[str]:
    """Every name that a module defines, and its own."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case (
                ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.arg(arg=name)
                | ast.Name(id=name, ctx=ast.Store())
                | ast.Attribute(attr=name, ctx=ast.Store())
            ):
                yield name
            case _:
                pass


def words_of(name: str) -> set[str]:
    """`ClueGiven` and `clue_given` are made of the same two words; plurals count as singulars."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return {part.lower() for part in parts} | {part.lower().removesuffix("s") for part in parts}


def test_names_use_the_word_of_the_glossary() -> None:
    avoided = avoided_words()
    assert {"chair", "bomb", "talon"} <= avoided
    found = {
        f"{path.relative_to(SOURCE)}: {name}"
        for path in SOURCE.rglob("*.py")
        if "hle" not in path.parts  # the words of the Hanabi Learning Environment
        for name in defined_names(path)
        if words_of(name) & avoided
    }
    assert found == set()


def test_a_word_is_defined_once() -> None:
    words = re.findall(r"^\| ([a-zA-Z, -]+) \| (?!is )", GLOSSARY, re.MULTILINE)
    each = [word.strip() for row in words for word in row.split(",") if word.strip() != "word"]
    assert len(each) == len(set(each))
    assert not set(each) & avoided_words()
