"""Whole tournaments in worker processes give the same numbers despite interruptions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from hanamichi.arena import ArenaError, Report, Tournament, plan, run
from hanamichi.arena.game_log import default_file
from hanamichi.core import HanamichiError

BOTS = "tests.arena.failing_bots:"


def timeless(report: Report) -> Any:
    """The report less how long things took."""

    def less(value: Any) -> Any:
        match value:
            case dict():
                return {k: less(v) for k, v in value.items() if not str(k).startswith("seconds")}
            case list() | tuple():
                return [less(each) for each in value]
            case _:
                return value

    return less(msgspec.to_builtins(report))


def small(games: int = 12, seed: int = 5) -> Tournament:
    lineups = [["casual"], [BOTS + "SetLover"], ["casual", "random"]]
    return plan("hanabi/online", lineups, games=games, seed=seed)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The report of an uninterrupted run with one worker."""
    file = tmp_path_factory.mktemp("arena") / "games.jsonl"
    return timeless(run(small(), workers=1, save=file))


def test_any_number_of_workers_gives_the_same_numbers(expected: Any) -> None:
    assert timeless(run(small(), workers=3)) == expected


def test_the_report_says_who_did_better_on_the_same_decks(expected: Any) -> None:
    casual, _, mixed = expected["lineups"]
    assert casual["mean"] > 10
    assert casual["games"] == 12
    assert sum(casual["histogram"].values()) == 12
    assert casual["terminations"] == {"last-round": 12}
    assert [pace["bot"] for pace in mixed["paces"]] == ["casual", "random"]
    pairs = [(each["of"], each["minus"]) for each in expected["differences"]]
    assert pairs[1] == ("casual,random", "casual")
    assert len(pairs) == 3
    difference = expected["differences"][1]
    assert difference["mean"] == pytest.approx(mixed["mean"] - casual["mean"])
    assert 0 < difference["stderr"] < 3


def test_a_finished_tournament_is_not_played_again(tmp_path: Path, expected: Any) -> None:
    file = tmp_path / "games.jsonl"
    run(small(), workers=2, save=file)
    size = file.stat().st_size
    counts: list[int] = []
    assert timeless(run(small(), workers=2, save=file, on_progress=counts.append)) == expected
    assert counts == [36], "nothing was left to play"
    assert file.stat().st_size == size


@pytest.mark.parametrize("torn", [b"", b'{"type":"game","lineup":0,"ga'])
def test_an_interrupted_tournament_continues(tmp_path: Path, expected: Any, torn: bytes) -> None:
    file = tmp_path / "games.jsonl"
    run(small(), workers=2, save=file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:11]) + torn)
    counts: list[int] = []
    assert timeless(run(small(), workers=2, save=file, on_progress=counts.append)) == expected
    assert counts == list(range(10, 37))
    assert len(file.read_bytes().splitlines()) == 37


def test_without_a_file_games_are_stored_until_the_end(expected: Any) -> None:
    class Enough(Exception):
        pass

    def stop(done: int) -> None:
        if done == 7:
            raise Enough

    tournament = small()
    file = default_file(tournament)
    with pytest.raises(Enough):
        run(tournament, workers=2, on_progress=stop)
    assert len(file.read_bytes().splitlines()) == 8
    counts: list[int] = []
    assert timeless(run(tournament, workers=1, on_progress=counts.append)) == expected
    assert counts[0] == 7
    assert not file.exists()


def test_restart_discards_earlier_games(tmp_path: Path, expected: Any) -> None:
    file = tmp_path / "games.jsonl"
    run(small(games=3, seed=1), workers=1, save=file)
    counts: list[int] = []
    assert timeless(run(small(), save=file, restart=True, on_progress=counts.append)) == expected
    assert counts[0] == 0


def test_games_of_another_tournament_are_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    run(small(games=1), workers=1, save=file)
    before = file.read_bytes()
    with pytest.raises(ArenaError, match=r"another tournament: seed differs.*--restart"):
        run(small(games=2, seed=6), workers=1, save=file)
    changed = structs.replace(small(games=1), lineups=(("novice", "novice"),), engine="older")
    with pytest.raises(ArenaError, match="line-ups and the version of the code differ"):
        run(changed, workers=1, save=file)
    assert file.read_bytes() == before


def test_a_finished_tournament_grows(tmp_path: Path, expected: Any) -> None:
    file = tmp_path / "games.jsonl"
    run(small(games=4), workers=2, save=file)
    counts: list[int] = []
    assert timeless(run(small(), workers=2, save=file, on_progress=counts.append)) == expected
    assert counts == list(range(12, 37)), "only the new ones are played"
    assert len(file.read_bytes().splitlines()) == 37
    counts.clear()
    shorter = run(small(games=4), workers=2, save=file, on_progress=counts.append)
    assert counts == [12], "of a longer tournament, fewer games can be looked at"
    assert shorter.lineups[0].games == 4
    assert timeless(run(small(), workers=2, save=file)) == expected


@pytest.mark.parametrize("content", ["my diary\n", "my diary", '{"format":"hanamichi-record"}\n'])
@pytest.mark.parametrize("restart", [False, True])
def test_a_file_with_other_content_is_not_touched(
    tmp_path: Path, content: str, *, restart: bool
) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(content, "utf-8")
    with pytest.raises(ArenaError) as refusal:
        run(small(games=1), workers=1, save=file, restart=restart)
    assert refusal.value.code == "arena/file"
    assert file.read_text("utf-8") == content


def test_a_folder_is_refused_as_a_file_of_games(tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as refusal:
        run(small(games=1), workers=1, save=tmp_path)
    assert refusal.value.code == "arena/file"


def test_an_unwritable_home_folder_does_not_prevent_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert (
        run(plan("hanabi/online", [["random"]], games=1, seed=0), workers=1).lineups[0].games == 1
    )


def test_a_bot_that_never_answers_loses_and_the_tournament_continues() -> None:
    # no other bots: on a busy machine any bot may be late
    tournament = plan("hanabi/online", [[BOTS + "Staller"]], games=3, seed=0, timeout=0.2)
    (stalled,) = run(tournament, workers=2).lineups
    assert [
        (each.bot, each.kind, each.error, each.games, each.first_game) for each in stalled.failures
    ] == [(BOTS + "Staller", "stalled", "no move within 0.2 s", 3, 0)]
    assert (stalled.mean, stalled.perfect, stalled.games) == (0.0, 0.0, 3)
    assert stalled.seconds_per_move is None


def test_a_bot_whose_process_dies_loses_and_the_tournament_continues() -> None:
    lineups = [[BOTS + "Dier", "random"], ["random", "random"]]
    died, fair = run(plan("koikoi/nintendo", lineups, games=2, seed=0), workers=1).lineups
    assert [(each.bot, each.kind, each.error, each.games) for each in died.failures] == [
        (BOTS + "Dier", "died", "its process was ended by SIGKILL", 2)
    ]
    assert died.duel is not None
    assert (died.duel.wins, died.duel.draws, died.duel.losses) == (0, 0, 2)
    assert died.mean == -72
    assert fair.failures == ()
    assert fair.duel is not None
    assert fair.duel.decided + fair.duel.draws == 2


def test_zero_workers_are_refused() -> None:
    with pytest.raises(HanamichiError, match="At least one worker"):
        run(small(games=1), workers=0)
