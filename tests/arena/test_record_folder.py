"""A record of every game: watchable, whole, and written again where one is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hanamichi.arena import ArenaError, GameResult, Tournament, plan, run
from hanamichi.arena.record_folder import RecordFolder, player_names, record_of
from hanamichi.records import read_any, summarise, write_record
from tests.cli.play_scripts import run as command

BOTS = "tests.arena.failing_bots:"


def small(games: int = 3) -> Tournament:
    return plan("hanabi/online", [["random"], [BOTS + "Crasher", "random"]], games=games, seed=3)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[GameResult]]:
    """A folder with the records and the log of a tournament, and its results."""
    folder = tmp_path_factory.mktemp("records")
    results: list[GameResult] = []
    save, records = folder / "games.jsonl", folder / "records"
    run(small(), workers=1, save=save, records=records, on_game=results.append)
    return folder, results


def test_every_game_has_a_record_that_replays(played: tuple[Path, list[GameResult]]) -> None:
    folder, results = played
    files = sorted((folder / "records").iterdir())
    assert len(files) == len(results) == 6
    games = [json.loads(file.read_bytes())["source"] for file in files]
    assert [(game["line_up"], game["game"]) for game in games] == [
        (lineup, game) for lineup in (1, 2) for game in range(3)
    ], "names sort by line-up and game"
    for file, result in zip(files, sorted(results, key=lambda each: each.task), strict=True):
        record = read_any(file.read_bytes())
        summary = summarise(record)
        source: Any = record.source
        assert tuple(source["bots"]) == small().names_by_seat(result.task)
        assert record.players == player_names(small().names_by_seat(result.task))
        if result.failure is None:
            assert summary.score == result.scores[0]
            assert summary.plies == len(result.choices) > 3
        else:
            assert record.abandoned is not None
            assert record.abandoned.seat == result.failure.seat
            assert record.source is not None
            assert "on purpose" in str(record.source["error"])
        assert command("replay", str(file), "--verify").exit_code == 0


@pytest.mark.parametrize(
    ("bots", "players"),
    [
        (("casual", "expert"), ("casual", "expert")),
        (("casual", "random", "casual"), ("casual 1", "random", "casual 2")),
        (("my_bots:Patient", "search:ms=250"), ("Patient", "search:ms=250")),
        (("mine.one:Bot", "yours:Bot"), ("Bot 1", "Bot 2")),
        (("a" * 99 + "x", "a" * 99 + "x"), ("a" * 97 + "x 1", "a" * 97 + "x 2")),
        (("a\nb", "a b"), ("a b 1", "a b 2")),
    ],
)
def test_players_of_a_record_can_be_told_apart(
    bots: tuple[str, ...], players: tuple[str, ...]
) -> None:
    assert player_names(bots) == players


def test_missing_records_are_written_when_the_tournament_goes_on(
    played: tuple[Path, list[GameResult]],
) -> None:
    folder, _ = played
    first, second, *_ = sorted((folder / "records").iterdir())
    before = first.read_bytes()
    first.unlink()
    second.write_bytes(b"kept")
    counts: list[int] = []
    run(
        small(games=4),
        workers=1,
        save=folder / "games.jsonl",
        records=folder / "records",
        on_progress=counts.append,
    )
    assert counts == [6, 7, 8], "two more games of each line-up, and none again"
    assert first.read_bytes() == before
    assert second.read_bytes() == b"kept"
    assert len(list((folder / "records").iterdir())) == 8, "a longer tournament keeps its names"


def test_the_same_game_gives_the_same_bytes(played: tuple[Path, list[GameResult]]) -> None:
    folder, results = played
    path = RecordFolder(folder / "records", small()).path_of(results[-1].task)
    assert path.read_bytes() == write_record(record_of(small(), results[-1]))


def test_a_folder_that_cannot_be_made_is_refused_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    counts: list[int] = []
    with pytest.raises(ArenaError) as refusal:
        run(small(), workers=1, records=tmp_path / "file", on_progress=counts.append)
    assert refusal.value.code == "arena/records"
    assert counts == []
