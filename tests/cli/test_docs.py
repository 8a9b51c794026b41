"""docs/cli.md is complete and matches the program."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete

from hanamichi.cli import main
from hanamichi.server.net.listening import listen
from tests.cli.play_scripts import run
from tests.cli.records import shorten
from tests.cli.regenerate_docs import BLOCK, PAGE, renewed

TEXT = PAGE.read_text("utf-8")
ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "hanamichi" / "cli"
EXAMPLES = ROOT / "examples"


def test_what_is_shown_is_what_the_program_prints() -> None:
    assert renewed(TEXT) == TEXT, "run: python -m tests.cli.regenerate_docs"


def test_an_outdated_block_is_noticed() -> None:
    block = next(BLOCK.finditer(TEXT))[0]
    assert "--help" in block
    assert renewed(TEXT.replace(block, block.replace("--help", "--halp"))) == TEXT


def all_commands() -> dict[str, click.Command]:
    """Every command; those of a group as `tables/close`."""
    found = dict(main.commands)
    for name, command in main.commands.items():
        if isinstance(command, click.Group):
            found |= {f"{name}/{part}": each for part, each in command.commands.items()}
    return found


@pytest.mark.parametrize("command", list(all_commands()))
def test_every_command_and_option_is_documented(command: str) -> None:
    assert f"\n## {command.partition('/')[0]}\n" in TEXT
    block = next(
        found[0] for found in BLOCK.finditer(TEXT) if found.group(2, 3) == ("help", command)
    )
    for parameter in all_commands()[command].params:
        if isinstance(parameter, click.Option):
            assert all(name in block for name in parameter.opts)
        else:
            assert parameter.human_readable_name in block


@pytest.mark.parametrize("name", list(all_commands()))
def test_every_option_has_a_help_text_and_every_command_examples(name: str) -> None:
    command = all_commands()[name]
    assert command.help
    if "/" not in name:
        assert command.epilog is not None
        assert command.epilog.count("hanamichi ") >= 2
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_every_error_code_is_documented() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    codes = set(re.findall(r'"((?:cli|file)/[a-z-]+|internal)"', code))
    assert len(codes) > 8
    assert {name for name in codes if f"`{name}`" not in TEXT} == set()


def examples() -> list[str]:
    return [
        line.strip().removeprefix("hanamichi ")
        for command in main.commands.values()
        for line in (command.epilog or "").splitlines()
        if line.strip().startswith("hanamichi ")
    ]


@pytest.mark.parametrize("example", examples())
def test_every_example_works(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANAMICHI_DATA", str(tmp_path))
    # it does not end by itself; tests/server starts it
    monkeypatch.setattr("hanamichi.server.serve.serve", lambda *_, **__: None)
    monkeypatch.setattr("hanamichi.cli.commands.serve.listen", lambda *_: listen("127.0.0.1", 0))
    run(
        "play",
        "cocktail",
        "--names",
        "Ana,Ben",
        "--bots",
        "all",
        "--seed",
        "2",
        "--save",
        "game.json",
    )
    if example.split()[0] == "review":  # a whole match takes a minute
        shorten(Path("game.json"), moves=3)
    Path("export.json").write_bytes(Path("game.json").read_bytes())
    if example.split()[0] in ("tables", "people", "addresses", "reports", "prune", "owner"):
        run("doctor")
        run("doctor", "--database", "club.db")
    if example.split()[0] in ("backup", "restore"):
        run("doctor", "--database", "club.db")
        run("doctor")
        run("backup", "tables.backup")
    if "otto" in example:  # a program that plays
        program = (EXAMPLES / "stdio_bot.py").read_text("utf-8")
        Path("otto").write_text(f"#!{sys.executable}\n{program}", "utf-8")
        Path("otto").chmod(0o755)
    result = run(*example.split())
    assert result.exit_code == 0, result.output


def completions(*words: str) -> list[str]:
    *before, last = words
    complete = BashComplete(main, {}, "hanamichi", "_HANAMICHI_COMPLETE")
    return [item.value for item in complete.get_completions(list(before), last)]


def test_a_shell_completes_commands_presets_options_and_bots() -> None:
    assert completions("repl") == ["replay"]
    assert completions("rules", "grands") == ["hanabi/grands-feux"]
    assert completions("play", "koikoi/nintendo", "--set", "ga") == ["gaji="]
    assert completions("play", "koikoi/nintendo", "--set", "black") == []
    assert "random" in completions("play", "koikoi/nintendo", "--bot", "")
    assert completions("rules", "cocktail", "--lang", "") == ["en", "fr", "es", "de"]
