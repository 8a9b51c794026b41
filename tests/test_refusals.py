"""Every refusal has a code, and one page tells of all of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import click
import pytest

from hanamichi.cli.app import main
from hanamichi.server.http.problems import status_of
from hanamichi.server.protocol.error_codes import ErrorCode

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "refusals.md").read_text("utf-8")
CODE = re.compile(r"[a-z]+/[a-z-]+")
RAISED = re.compile(r'(?:code ?= ?|Refused\(\s*|Problem\(\s*)"([a-z]+/[a-z-]+)"')
WIRE = set(get_args(ErrorCode))
NEVER_RAISED = {"move/error"}
"""What the kinds of refused moves have in common."""


def rows() -> dict[str, list[str]]:
    """The cells behind every code of the page."""
    found: dict[str, list[str]] = {}
    for line in PAGE.splitlines():
        match = re.fullmatch(r"\| `([^`]+)` \|(.*)\|", line)
        if match is not None:
            assert match[1] not in found, f"{match[1]} stands on the page twice"
            found[match[1]] = [cell.strip() for cell in match[2].split("|")]
    return found


def raised() -> set[str]:
    """Every code in our sources."""
    files = (ROOT / "src" / "hanamichi").rglob("*.py")
    found = {code for path in files for code in RAISED.findall(path.read_text("utf-8"))}
    return (found | WIRE) - NEVER_RAISED


def test_every_code_is_on_the_page_and_no_other() -> None:
    assert set(rows()) == raised()


@pytest.mark.parametrize("code", sorted(rows()))
def test_every_code_is_explained(code: str) -> None:
    assert CODE.fullmatch(code)
    cells = rows()[code]
    meaning = cells[1] if code in WIRE or len(cells) == 3 else cells[0]
    assert len(meaning) > 5


def test_every_option_that_the_page_names_exists() -> None:
    named = set(re.findall(r"`(--[a-z-]+)", PAGE))
    assert named <= options_of(main) | {"--help"}


def options_of(command: click.Command) -> set[str]:
    """The options of a command and of all its subcommands."""
    names = {name for parameter in command.params for name in parameter.opts}
    if isinstance(command, click.Group):
        names.update(*map(options_of, command.commands.values()))
    return names


@pytest.mark.parametrize("code", sorted(WIRE))
def test_the_page_gives_the_status_that_is_sent(code: str) -> None:
    assert rows()[code][0].strip("()") == str(status_of(code))
