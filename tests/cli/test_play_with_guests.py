"""`hanamichi play` with bots that are not the house's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hanamichi.cli.bot_choice import import_from_here
from hanamichi.records import read_any
from tests.cli.play_scripts import run

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "stdio_bot.py"
GAME = ("play", "koikoi/nintendo", "--set", "rounds=3", "--bots", "all", "--seed", "3")


@pytest.mark.parametrize(
    "bot", [f"otto={sys.executable} {EXAMPLE}", "tests.arena.failing_bots:First"]
)
def test_bots_of_others_play_a_match(bot: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = run(*GAME, "--bot", bot, "--save", str(file))
    assert result.exit_code == 0, result.output
    assert read_any(file.read_bytes()).moves


def test_a_bot_that_fails_ends_the_match_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = run(*GAME, "--bot", "tests.arena.failing_bots:Crasher", "--save", str(file))
    assert result.exit_code == 2
    assert "error[bot/failed]" in result.output
    assert "ZeroDivisionError: division by zero on purpose" in result.output
    assert read_any(file.read_bytes()).moves, "what was played is kept"


@pytest.mark.parametrize(
    ("bot", "code"),
    [
        ("otto=no-such-program", "bot/outside"),
        ("tests.arena.failing_bots:Nobody", "bot/outside"),
        ("search:ms=slow", "bot/parameter"),
        ("nobody", "bot/unknown"),
    ],
)
def test_a_bot_that_does_not_exist_is_refused(bot: str, code: str) -> None:
    result = run(*GAME, "--bot", bot)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.output


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ("search:ms=250", False),
        ("casual,search:ms=250:rollouts=4/random", False),
        ("otto=node bot.mjs", False),
        ("my_bots:Patient", True),
        ("otto=my_bots:Patient", True),
        ("my-bots:Patient,search:ms=250", True),
    ],
)
def test_modules_are_looked_for_here_only_for_import_paths(
    text: str,
    imports: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = len(sys.path)
    import_from_here([text])
    assert len(sys.path) == before + imports
