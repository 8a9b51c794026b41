"""`hanamichi replay` and `hanamichi convert`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from hanamichi.cli.commands.replay import shown_names
from hanamichi.core import Match, Seeded
from hanamichi.hanabi import HANABI, HanabiOptions, Rearrange
from hanamichi.records import read_any, write_record
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import ALL_EXTENSIONS, commands, new_match, run

FIXTURES = Path(__file__).parent.parent / "fixtures" / "hanab-live.jsonl"
GAMES = FIXTURES.read_text("utf-8").splitlines()
PLAYABLE = GAMES[:5]


def write(file: Path, text: str | bytes) -> str:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


@pytest.fixture
def hanabi(tmp_path: Path) -> str:
    match = new_match("grands-feux", 2, 3, (*ALL_EXTENSIONS, "first_seat=0"))
    commands(match)
    return write(tmp_path / "hanabi.json", write_record(match.record()))


@pytest.fixture
def koikoi(tmp_path: Path) -> str:
    match = new_match("robin-red", 2, settings=("rounds=2",))
    commands(match)
    return write(tmp_path / "koikoi.json", write_record(match.record()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_match_is_printed_in_every_language(hanabi: str, koikoi: str, lang: str) -> None:
    for file in (hanabi, koikoi):
        result = run("replay", file, "--lang", lang)
        assert result.exit_code == 0, result.output
        plies = json.loads(run("replay", file, "--json").stdout)["plies"]
        assert f"\n{plies:>4}  " in result.stdout
        assert max(map(len, result.stdout.splitlines())) < 80


@pytest.mark.parametrize("number", range(len(PLAYABLE)))
def test_games_of_hanab_live_are_read(number: int, tmp_path: Path) -> None:
    file = write(tmp_path / "game.json", PLAYABLE[number])
    summary = json.loads(run("replay", file, "--json").stdout)
    source = json.loads(PLAYABLE[number])
    assert summary["game"] == "hanabi"
    assert summary["preset"] == "hanabi/online"
    assert summary["score"] == source["score"]
    assert summary["outcome"]["termination"]
    assert run("replay", file).exit_code == 0
    assert run("replay", file, "--verify").exit_code == 0


def test_six_players_are_refused(tmp_path: Path) -> None:
    result = run("replay", write(tmp_path / "game.json", GAMES[5]))
    assert result.exit_code == 2
    assert "6" in result.stderr


def test_a_position_shows_all_cards_by_default(hanabi: str) -> None:
    table = run("replay", hanabi, "--ply", "0").stdout
    assert "Ana is dealt" in table
    assert "??" not in table
    assert "Your hand" not in table
    assert table == run("replay", hanabi, "--ply", "0", "--all").stdout


def test_a_position_as_one_seat_sees_it(hanabi: str) -> None:
    by_number = run("replay", hanabi, "--ply", "4", "--seat", "1").stdout
    assert by_number == run("replay", hanabi, "--ply", "4", "--seat", "ben").stdout
    assert "Your hand" in by_number
    assert "\n Ben  " not in by_number
    assert by_number != run("replay", hanabi, "--ply", "4", "--seat", "0").stdout


def test_a_spectator_sees_no_hand(hanabi: str, koikoi: str) -> None:
    assert run("replay", hanabi, "--ply", "0", "--seat", "spectator").stdout.count("??") == 15
    told = run("replay", koikoi, "--seat", "spectator").stdout
    assert "looks at the hand" in told
    assert " holds " not in told


def test_a_seat_is_shown_only_what_it_knew(hanabi: str) -> None:
    told = run("replay", hanabi, "--seat", "Ana").stdout
    assert "Ana is dealt 5 cards" in told
    assert "Ben is dealt 5 cards" not in told


def test_hands_that_no_seat_has_seen_are_shown_only_without_a_seat(koikoi: str) -> None:
    both = run("replay", koikoi, "--ply", "0").stdout
    assert "\n Ana  " in both
    assert "\n Ben  " in both
    assert "8 cards, face down" in run("replay", koikoi, "--ply", "0", "--seat", "0").stdout


def test_a_position_is_printed_as_json(hanabi: str) -> None:
    asked = ["replay", hanabi, "--json", "--ply", "3"]
    everything = json.loads(run(*asked).stdout)["position"]
    assert all(card["face"] for hand in everything["hands"] for card in hand)
    own = json.loads(run(*asked, "--seat", "0").stdout)["position"]
    assert own["seat"] == 0
    assert not any("face" in card for card in own["hands"][0])
    assert all(card["face"] for hand in own["hands"][1:] for card in hand)


def test_gestures_belong_to_the_ply_before_them(tmp_path: Path) -> None:
    match = Match(HANABI, HanabiOptions(first_seat=0), 2, Seeded(1))
    match.play(Rearrange((4, 3, 2, 1, 0)), 0)
    file = write(tmp_path / "gesture.json", write_record(match.record()))
    position = json.loads(run("replay", file, "--json", "--ply", "0").stdout)["position"]
    assert [card["id"] for card in position["hands"][0]] == [4, 3, 2, 1, 0]
    assert "rearranges the hand" in run("replay", file).stdout
    assert "The match is not finished." in run("replay", file).stdout


def test_a_true_record_is_verified(hanabi: str) -> None:
    result = run("replay", hanabi, "--verify")
    assert result.exit_code == 0
    assert "The record holds" in result.stdout
    assert json.loads(run("replay", hanabi, "--verify", "--json").stdout)["verified"] is True


def changed(file: str, **changes: Any) -> str:
    record = json.loads(Path(file).read_bytes()) | changes
    Path(file).write_text(json.dumps(record), "utf-8")
    return file


def test_a_false_result_is_found(hanabi: str) -> None:
    record = json.loads(Path(hanabi).read_bytes())
    changed(hanabi, result=record["result"] | {"score": 29})
    result = run("replay", hanabi, "--verify")
    assert result.exit_code == 1
    assert result.stderr.startswith("error[record/mismatch]: ")
    as_json = run("replay", hanabi, "--verify", "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout)["error"]["where"] == "result"


def test_an_impossible_move_is_found(hanabi: str) -> None:
    record = json.loads(Path(hanabi).read_bytes())
    record["moves"][3]["action"] = {"type": "play", "card": 99}
    changed(hanabi, moves=record["moves"])
    result = run("replay", hanabi, "--verify")
    assert result.exit_code == 1
    assert "moves[3]" in result.stderr
    assert run("replay", hanabi).exit_code == 2


def test_a_record_without_a_result_says_so(hanabi: str) -> None:
    changed(hanabi, result=None)
    assert "It claims no result." in run("replay", hanabi, "--verify").stdout


def test_a_record_may_come_from_standard_input(
    hanabi: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(hanabi).read_text("utf-8")
    assert "Ana is dealt" in run("replay", "-", typed=text.splitlines()).stdout
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run("replay", "-", typed=text.splitlines()).exit_code == 0


def test_names_from_a_file_are_shortened_and_cleaned(hanabi: str) -> None:
    assert shown_names(["x" * 99, "", "[bold]B[/]"]) == ("x" * 11 + "…", "#1", "[bold]B[/]")
    changed(hanabi, players=["x" * 99, "", "[red]B[/]"])
    told = run("replay", hanabi)
    assert told.exit_code == 0
    assert "[red]B[/]" in told.stdout


# -- convert -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(PLAYABLE)))
def test_converting_back_gives_the_same_record(number: int, tmp_path: Path) -> None:
    theirs = write(tmp_path / "theirs.json", PLAYABLE[number])
    ours, again = str(tmp_path / "ours.json"), str(tmp_path / "again.json")
    assert run("convert", theirs, "--to", "hanamichi", "--output", ours).exit_code == 0
    assert run("convert", ours, "--to", "hanab-live", "-o", again).exit_code == 0
    before, after = json.loads(PLAYABLE[number]), json.loads(Path(again).read_bytes())
    assert after["actions"] == before["actions"]
    assert after["deck"] == before["deck"]


LINK = (
    "hanab.live/shared-replay-json/415pagnsvvmkcjbqfqph-drurfleyguthflinwxdi-awmkscaoxpbuk,03ocka-"
    "eiepkcgdoaeoebtdeles-sbeeejxafaewwaereteh-exeneckaeqfme5saekfv-e1ffxaf0edegfuf4fBeC-"
    "1af7eIwaf3wae8fzwafA-ey,0"
)


def test_a_link_stands_in_place_of_a_file(tmp_path: Path) -> None:
    result = run("replay", f"https://{LINK}#30", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["score"] == 25
    assert run("replay", LINK, "--verify").exit_code == 0
    ours = str(tmp_path / "ours.json")
    assert run("convert", LINK, "--to", "hanamichi", "--output", ours).exit_code == 0
    assert run("convert", ours, "--to", "hanab-live-link").stdout == f"https://{LINK}\n"
    assert run("replay", write(tmp_path / "link.txt", LINK.encode())).exit_code == 0


@pytest.mark.parametrize(
    ("link", "code"),
    [
        (f"https://{LINK[:90]}", "record/unreadable"),
        (LINK.replace("ey,0", "ey,31"), "record/unsupported"),
        ("https://hanab.live/replay/123456", "record/unsupported"),
        ("https://example.org/game.json", "file/missing"),
    ],
)
def test_a_link_that_holds_no_game_is_refused(link: str, code: str) -> None:
    result = run("replay", link)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error[{code}]: ")


def test_without_an_output_the_record_is_printed(hanabi: str) -> None:
    result = run("convert", hanabi, "--to", "hanamichi")
    assert read_any(result.stdout_bytes) == read_any(Path(hanabi).read_bytes())


def test_an_output_that_cannot_be_written_is_an_error(hanabi: str, tmp_path: Path) -> None:
    result = run("convert", hanabi, "--to", "hanamichi", "-o", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith("error[file/directory]: ")
