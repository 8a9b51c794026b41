"""The public yardstick: its decks never change, and its page shows its rows."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from benchmarks.leaderboard_page import PAGE, written
from hanamichi.arena import ArenaError, run
from hanamichi.arena.leaderboard import (
    DECKS,
    VERSION,
    Row,
    Score,
    board_of,
    entry,
    published,
    ranked,
    row_of,
)
from hanamichi.arena.tournament import Deck
from hanamichi.catalog import preset_by_id
from hanamichi.core import build_options
from tests.cli.play_scripts import run as run_command

STARTS = {
    ("hanabi", 2): "0154cd19fb414b47",
    ("hanabi", 5): "62563af933722ab9",
    ("koikoi", 2): "c8e52cce88392939",
}
"""Hashes of how the first ten games of version 1 begin."""


@pytest.mark.parametrize(("game_id", "players"), STARTS)
def test_the_decks_of_version_1_never_change(game_id: str, players: int) -> None:
    assert VERSION == 1
    board = board_of(game_id)
    game, preset = preset_by_id(board.preset)
    options = build_options(preset.options, board.options)
    digest = hashlib.sha256()
    for number in range(10):
        _, events = game.start(options, players, Deck(DECKS, number))
        digest.update(msgspec.json.encode(events))
    assert digest.hexdigest()[:16] == STARTS[game_id, players]


def test_a_bot_plays_alone_and_with_the_company() -> None:
    tournament = entry("hanabi", "novice", players=3, games=1)
    assert tournament.seed == DECKS
    assert tournament.lineups == (
        ("novice", "novice", "novice"),
        *(("novice", other, other) for other in board_of("hanabi").company),
    )
    of_the_house = entry("hanabi", "expert", players=2, games=1)
    assert len(of_the_house.lineups) == 3, "with itself is counted once"
    against = entry("koikoi", "random", players=2, games=2)
    assert against.lineups[0] == ("random", "novice")


def test_a_bot_that_fails_has_forfeits() -> None:
    tournament = entry("koikoi", "tests.arena.failing_bots:Crasher", players=2, games=2)
    row = row_of(run(tournament, workers=1))
    assert row.forfeits == 6
    assert {score.win_share for score in row.company.values()} == {0.0}


def test_there_is_no_board_for_other_games() -> None:
    with pytest.raises(ArenaError, match="There is no leaderboard of chess"):
        entry("chess", "random", players=2, games=1)


def test_the_best_stand_first() -> None:
    def row(bot: str, mean: float | None) -> Row:
        alone = None if mean is None else Score(mean)
        return Row(
            leaderboard=1, game="hanabi", players=2, bot=bot, origin="quoted", self_play=alone
        )

    rows = [row("a", 20.0), row("b", None), row("c", 24.0)]
    assert [each.bot for each in ranked(rows, "hanabi", 2)] == ["c", "a", "b"]
    assert ranked(rows, "hanabi", 3) == []


def test_every_row_is_whole_and_says_where_it_comes_from() -> None:
    rows = published()
    keys = [(row.game, row.players, row.bot) for row in rows]
    assert len(set(keys)) == len(keys)
    for row in rows:
        assert row.leaderboard == VERSION
        if row.origin == "quoted":
            assert row.source
            assert row.company == {}
        else:
            assert row.engine
            assert row.hanamichi
            for score in (row.self_play, *row.company.values()):
                assert score is None or (score.stderr is not None and score.games is not None)


def test_the_page_shows_the_rows() -> None:
    page = PAGE.read_text("utf-8")
    assert written(page) == page, "run: python -m benchmarks.leaderboard_page"
    for kind in (Row, Score):
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in page, field.name


def test_the_command_prints_the_table_and_the_line(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    shown = run_command("leaderboard", "koikoi")
    assert shown.exit_code == 0
    measured = run_command("leaderboard", "koikoi", "random", "--games", "2", "--workers", "1")
    assert measured.exit_code == 0, measured.output
    row = msgspec.json.decode(measured.output.splitlines()[-1], type=Row)
    assert (row.leaderboard, row.game, row.players, row.bot) == (1, "koikoi", 2, "random")
    assert row.self_play is None
    assert list(row.company) == list(board_of("koikoi").company)
    assert all(score.games == 2 for score in row.company.values())
    assert row.forfeits == 0
    assert "| `random` " in measured.output
    refused = run_command("leaderboard", "chess")
    assert refused.exit_code == 2
    assert "error[arena/invalid]" in refused.output
    nobody = run_command("leaderboard", "hanabi", "--players", "9")
    assert nobody.exit_code == 2
    assert "error[options/players]" in nobody.output
