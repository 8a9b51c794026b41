"""A plugin that cannot be used is refused at start, by the terminal and by the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.plugins import hanamichi, install

_ADAPTER = """\
import dataclasses
from tests.testing.lanterns_adapter import LANTERNS_ADAPTER
"""
BROKEN = {
    "raises": ("raise OSError('no disk')", "game/plugin", "failed with OSError: no disk"),
    "half": (
        _ADAPTER + "GAME = dataclasses.replace(LANTERNS_ADAPTER, terminal='cli:Nothing')",
        "game/incomplete",
        "names cli:Nothing as its terminal, which cannot be imported",
    ),
    "wordless": (
        _ADAPTER + "GAME = dataclasses.replace(LANTERNS_ADAPTER, messages='hanamichi.words')",
        "game/incomplete",
        "The messages of lanterns lack 'game.lanterns.name', in en",
    ),
    "unreadable": (
        _ADAPTER + "GAME = dataclasses.replace(LANTERNS_ADAPTER, messages='tests.core')",
        "game/incomplete",
        "The messages of tests.core cannot be read",
    ),
    "twice": (
        "from hanamichi.adapters.hanabi_adapter import HANABI_ADAPTER as GAME",
        "game/twice",
        "The game 'hanabi' is registered already",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_refused_with_a_sentence(name: str, tmp_path: Path) -> None:
    module, code, message = BROKEN[name]
    install(tmp_path, name, f"{name}_game:GAME", module)
    refused = hanamichi(tmp_path, "play", "hanabi/cocktail", "--bots", "all")
    assert refused.returncode == 2
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert line.startswith(f"error[{code}]: ")
    assert message in line


def test_a_server_refuses_a_game_without_messages(tmp_path: Path) -> None:
    module = _ADAPTER + "GAME = dataclasses.replace(LANTERNS_ADAPTER, wire='nothing:HERE')"
    install(tmp_path, "mute", "mute_game:GAME", module)
    refused = hanamichi(tmp_path, "serve", "--port", "0", "--database", f"{tmp_path}/tables.db")
    assert refused.returncode == 2
    assert "error[game/incomplete]" in refused.stderr
    assert "names nothing:HERE as its wire" in refused.stderr
    assert not (tmp_path / "tables.db").exists()


def test_a_server_refuses_a_game_whose_lesson_cannot_be_played(tmp_path: Path) -> None:
    module = (
        _ADAPTER
        + "from hanamichi.server.table.lessons.script import LessonScript\n"
        + "LESSON = LessonScript('lanterns/none', {}, 'random', (), ())\n"
        + "GAME = dataclasses.replace(LANTERNS_ADAPTER, lesson='taught_game:LESSON')"
    )
    install(tmp_path, "taught", "taught_game:GAME", module)
    refused = hanamichi(tmp_path, "serve", "--port", "0", "--database", f"{tmp_path}/tables.db")
    assert refused.returncode == 2
    (line,) = refused.stderr.splitlines()
    assert line.startswith("error[game/incomplete]: The lesson of lanterns cannot be played: ")
