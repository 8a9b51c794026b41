"""docs/bots.md says what was measured, names every bot, and its program runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from benchmarks import strength_page
from benchmarks.strength_data import Figure, Measured, measured, read, store
from hanamichi.arena import plan, run
from hanamichi.arena.peeking import PEEK
from hanamichi.bots.registry import bots_for
from hanamichi.catalog import GAMES
from hanamichi.cli import main
from hanamichi.words import bot_name

PAGE = strength_page.PAGE.read_text("utf-8")
AGAIN = "python -m benchmarks.strength --page"


def test_the_page_shows_the_stored_measurements() -> None:
    assert strength_page.written(PAGE, read().values()) == PAGE, AGAIN


@pytest.mark.parametrize("game_id", GAMES)
def test_every_bot_is_introduced(game_id: str) -> None:
    for info in bots_for(game_id):
        assert f"| `{info.id}` | {bot_name(game_id, info.id, 'en')} |" in PAGE
    assert PEEK in PAGE


def test_no_figure_was_measured_with_a_failing_bot() -> None:
    assert [line.figure.command for line in read().values() if line.failures] == []


def test_a_figure_can_be_measured_by_its_command() -> None:
    figure = Figure("koikoi/robin-red", "regular,random", 2, 2, 3, ("rounds=1",))
    # within the front door, from which a command takes the names of its help
    door = click.Context(main, help_option_names=["-h", "--help"])
    words = figure.command.split()[2:]
    options = main.commands["arena"].make_context("arena", words, parent=door).params
    assert options["preset"] == figure.preset
    assert options["lineups"] == (figure.lineup,)
    assert (options["games"], options["seed"]) == (2, 3)
    assert options["settings"] == figure.settings


def result_of(figure: Figure) -> Measured:
    lineup = figure.lineup.split(",")
    tournament = plan(figure.preset, [lineup], games=figure.games, seed=figure.seed)
    report = run(tournament, workers=1)
    return measured(figure, report, date="2030-01-01", machine="this one", versions="now")


def test_a_later_measurement_replaces_an_earlier_one(tmp_path: Path) -> None:
    file = tmp_path / "results" / "strength.jsonl"
    few = result_of(Figure("hanabi/online", "random", 2, 2))
    more = result_of(Figure("hanabi/online", "random", 2, 3))
    duel = result_of(Figure("koikoi/nintendo", "random,regular", 2, 2))
    for line in (duel, few, more):
        store(line, file)
    assert list(read(file).values()) == [more, duel]
    text = strength_page.written(PAGE, read(file).values())
    assert "| `random` | 2 | 0.000 ± 0.000 | 0.0 ± 0.0 % |" in text
    assert "| `random,regular` | `koikoi/nintendo` |" in text


def test_the_example_bots_of_the_page_play(tmp_path: Path) -> None:
    sure, policy = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    network = "\n\ndef network(bits):\n    return [1.0] * len(bits)\n"
    (tmp_path / "my_bots.py").write_text(sure + policy + network, "utf-8")
    bots = "my_bots:Sure,my_bots:Policy"
    command = ["-m", "hanamichi", "arena", "online", "--bots", bots, "--games", "3"]
    output = subprocess.run(
        [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert "my_bots:Policy" in output
    assert "failing" not in output
