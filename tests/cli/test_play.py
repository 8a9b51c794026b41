"""Playing in a terminal, with commands from a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamichi.core import replay
from hanamichi.records import read_record
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import ALL_EXTENSIONS, commands, new_match, run

TABLES = [
    ("xii-singes", 2, ("avalanche=on", "clue_tokens=10")),
    ("cocktail", 3, ("final_bouquet=on",)),
    ("grands-feux", 5, ALL_EXTENSIONS),
    ("online", 4, ("deck_play=on",)),
    ("nintendo", 2, ("rounds=2",)),
    ("robin-red", 2, ("rounds=2", "gaji=on", "triad=bonus")),
]


def settings(changes: tuple[str, ...]) -> list[str]:
    return [word for change in changes for word in ("--set", change)]


@pytest.mark.parametrize(("preset", "players", "changes"), TABLES)
def test_a_whole_match_can_be_typed_and_its_record_replays(
    preset: str, players: int, changes: tuple[str, ...], tmp_path: Path
) -> None:
    match = new_match(preset, 5, players, changes)
    typed = commands(match)
    file = tmp_path / "match.json"
    table = ["--players", str(players), *settings(changes), "--seed", "5"]
    result = run("play", preset, *table, "--save", str(file), typed=typed)
    assert result.exit_code == 0, result.output
    assert f"The record is in {file}" in result.stdout
    record = read_record(file.read_bytes())
    assert record == match.record()
    *_, last = replay(match.game, record)
    assert match.game.outcome(last.state) == match.outcome


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", ["grands-feux", "robin-red"])
def test_every_command_can_be_typed_in_every_language(
    preset: str, lang: str, tmp_path: Path
) -> None:
    changes = ALL_EXTENSIONS if preset == "grands-feux" else ("rounds=1", "gaji=on")
    match = new_match(preset, 8, 2, changes)
    typed = commands(match, lang)
    file = tmp_path / "match.json"
    table = [*settings(changes), "--seed", "8", "--lang", lang, "--save", str(file)]
    run("play", preset, *table, typed=typed)
    assert match.outcome is not None
    assert read_record(file.read_bytes()) == match.record()


def test_english_commands_work_in_every_language() -> None:
    typed = commands(new_match("cocktail", 1), "en", most=6)
    for lang in LANGUAGES:
        result = run("play", "cocktail", "--seed", "1", "--lang", lang, typed=[*typed, "quit", ""])
        assert result.exit_code == 0
        assert result.stdout.count("> ") == len(typed) + 1


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    for file in files:
        run("play", "nintendo", "--bots", "all", "--seed", "3", "--save", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_bots_take_the_seats_they_are_given_by_number_or_by_name() -> None:
    table = ["play", "cocktail", "--names", "Zoé,Max,Ida", "--seed", "2"]
    by_number = run(*table, "--bots", "1,2", typed=["quit"])
    by_name = run(*table, "--bots", "max,IDA", typed=["quit"])
    assert by_number.stdout == by_name.stdout
    assert " Zoé> quit" in by_number.stdout
    assert "Pass the screen" not in by_number.stdout


def test_without_a_preset_a_menu_asks() -> None:
    result = run("play", "--seed", "1", typed=["9", "2", "", "3", "Zoé", "quit"])
    assert "1  Hanabi (Les XII Singes)" in result.stdout
    assert "Type a number from 1 to 6." in result.stdout
    assert "How many players, 2 to 5? [2] 3" in result.stdout
    assert " Zoé> quit" in result.stdout
    assert result.exit_code == 0


def test_the_menu_offers_the_variants_of_the_box() -> None:
    typed = ["3", "9", "1, 2,3", "2", "Zoé", "help", "quit"]
    shown = run("play", "--seed", "1", typed=typed).stdout
    assert "  1  Multicolour cards: every colour at once" in shown
    assert "  3  Five flamboyants\n" in shown
    assert "Which of these? Numbers with commas. [none] 9" in shown
    assert "Type numbers from 1 to 4, with commas between them." in shown
    assert " M  multicolour " in shown
    assert " P  black powder " in shown
    assert "6 tiles" in shown


def test_the_viewing_yaku_of_nintendo_can_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    shown = run("play", "--seed", "1", "--save", str(file), typed=["5", "1", "Zoé", "quit"]).stdout
    assert "  1  Viewing yaku: off" in shown
    assert read_record(file.read_bytes()).options["viewing_yaku"] is False
    assert "nintendo offers viewing_yaku=off" in " ".join(run("games").stdout.split())


def test_a_setting_on_the_command_line_wins_over_the_menu(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    given = ["--set", "viewing_yaku=on", "--seed", "1", "--save", str(file)]
    run("play", *given, typed=["5", "1", "Zoé", "quit"])
    assert read_record(file.read_bytes()).options["viewing_yaku"] is True


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_speaks_every_language(lang: str) -> None:
    for number in range(1, 7):
        typed = [str(number), "1", "2", "Zoé", "quit"]
        result = run("play", "--seed", "1", "--lang", lang, typed=typed)
        assert result.exit_code == 0, result.output


def test_the_menu_ends_without_an_error() -> None:
    result = run("play")
    assert result.exit_code == 0
    assert "Which game? [2]" in result.stdout
    assert result.stderr == ""


def test_help_rules_log_and_legal_moves_are_shown() -> None:
    wishes = ["help", "rules", "log", "legal", "quit"]
    result = run("play", "cocktail", "--bots", "1", "--seed", "4", typed=wishes)
    assert "play the second card of your hand" in result.stdout
    assert "Giving a clue" in result.stdout
    assert "is dealt 5 cards" in result.stdout
    assert "clue Ben 5" in result.stdout


@pytest.mark.parametrize(
    ("table", "named", "absent"),
    [
        (["cocktail"], ["W white", "R red", "G green", "such as W3"], ["K black", "M multi", "P "]),
        (["xii-singes"], ["R red", "K black"], ["W white", "M multi"]),
        (
            ["online", "--set", "special_suits=pink"],
            ["G green", "I pink"],
            [],
        ),
    ],
)
def test_help_names_the_letters_of_this_table_alone(
    table: list[str], named: list[str], absent: list[str]
) -> None:
    shown = run("play", *table, "--bots", "1", "--seed", "4", typed=["help", "quit"]).stdout
    legend = " ".join(shown[shown.index("A card is a letter") :].split("×")[0].split())
    assert [word for word in named if word not in legend] == []
    assert [word for word in absent if word in legend] == []


def test_a_refused_command_says_why_and_changes_nothing() -> None:
    typed = ["frobnicate", "play 9", "discard 1", "clue Ana red", "clue Ben purple", "quit"]
    result = run("play", "cocktail", "--set", "first_seat=0", "--seed", "1", typed=typed)
    assert "“frobnicate” is not a command here" in result.stdout
    assert "Name a card by its place" in result.stdout
    assert "A clue goes to another player" in result.stdout
    assert "A clue names a number from 1 to 5 or a colour: white, red, blue" in result.stdout
    assert result.stdout.count("turn 1\n") == len(typed)
    assert "You have left the table." in result.stdout


@pytest.mark.parametrize(("table", "last"), [("cocktail", 5), ("robin-red", 2)])
def test_a_seat_that_is_none_is_refused_as_seats_are_written(table: str, last: int) -> None:
    option = "first_seat" if table == "cocktail" else "first_dealer"
    for seat in ("p0", f"p{last + 1}", str(last), "x"):
        result = run("rules", table, "--set", f"{option}={seat}")
        assert result.exit_code == 2
        assert f"{option} is a seat, p1 to p{last}, or random" in result.stderr


def test_leaving_offers_to_save_the_unfinished_match(tmp_path: Path) -> None:
    file = tmp_path / "unfinished.json"
    typed = [*commands(new_match("cocktail", 1), most=3), "quit", str(file)]
    result = run("play", "cocktail", "--seed", "1", typed=typed)
    assert "Save the unfinished match?" in result.stdout
    record = read_record(file.read_bytes())
    assert len(record.moves) == 3
    assert record.abandoned is not None
    assert record.result is None


def test_an_invalid_file_name_is_asked_for_again(tmp_path: Path) -> None:
    file = tmp_path / "unfinished.json"
    typed = [*commands(new_match("cocktail", 1), most=3), "quit", "x" * 5000, str(file)]
    result = run("play", "cocktail", "--seed", "1", typed=typed)
    assert result.exit_code == 0
    assert "File name too long" in result.stdout
    assert len(read_record(file.read_bytes()).moves) == 3


def test_leaving_before_the_first_move_asks_nothing() -> None:
    result = run("play", "cocktail", "--seed", "1", typed=["quit"])
    assert "Save" not in result.stdout


def test_the_end_of_the_input_saves_where_it_was_asked_to(tmp_path: Path) -> None:
    file = tmp_path / "unfinished.json"
    typed = commands(new_match("robin-red", 1), most=5)
    result = run("play", "robin-red", "--seed", "1", "--save", str(file), typed=typed)
    assert result.exit_code == 0
    assert len(read_record(file.read_bytes()).moves) == 5


def test_an_existing_file_is_replaced_only_when_named_twice(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    file.write_text("mine", "utf-8")
    typed = [*commands(new_match("cocktail", 1), most=1), "quit"]
    run("play", "cocktail", "--seed", "1", typed=[*typed, str(file), ""])
    assert file.read_text("utf-8") == "mine"
    run("play", "cocktail", "--seed", "1", typed=[*typed, str(file), str(file)])
    assert read_record(file.read_bytes()).moves


def test_a_file_that_cannot_be_written_is_asked_for_again(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    typed = [*commands(new_match("cocktail", 1), most=1), "quit", str(tmp_path / "no/x"), str(good)]
    result = run("play", "cocktail", "--seed", "1", typed=typed)
    assert "There is no folder for" in result.stdout
    assert read_record(good.read_bytes()).moves


def test_bots_alone_play_to_the_end() -> None:
    result = run("play", "cocktail", "--players", "4", "--bots", "all", "--seed", "9")
    assert result.exit_code == 0
    assert "Score: " in result.stdout
    assert "> " not in result.stdout


def test_the_score_sheet_has_every_round() -> None:
    result = run("play", "nintendo", "--bots", "all", "--seed", "4")
    sheet = result.stdout.split("  Round  ")[-1]
    assert all(f"\n  {number} " in sheet for number in range(1, 13))
    assert "wins the match." in sheet


def test_a_round_ends_with_its_yaku_and_factors() -> None:
    match = new_match("nintendo", 4, settings=("rounds=3",))
    typed = commands(match, seed=3)
    result = run("play", "nintendo", "--set", "rounds=3", "--seed", "4", typed=typed)
    assert "  Round 1 is over" in result.stdout
    assert "  Round 2 is over" in result.stdout
    assert "  Round 3 is over" in result.stdout


@pytest.mark.parametrize("bots", ["all but one", "none"])
def test_the_last_captures_of_a_round_are_shown_with_its_score(bots: str, tmp_path: Path) -> None:
    match = new_match("nintendo", 4, settings=("rounds=2",))
    if bots == "none":
        table, typed = [], commands(match, seed=3)
    else:
        table, typed = ["--bots", "p2", "--bot", "novice"], ["1"] * 40
    table += ["--set", "rounds=2", "--seed", "4", "--save", str(tmp_path / "match.json")]
    shown = run("play", "nintendo", *table, typed=typed).stdout
    for sheet in shown.split(" is over\n")[1:]:
        page = sheet.split("The score:")[0]
        assert " plays " in page or " takes " in page, sheet


def test_bots_are_marked_at_the_table() -> None:
    for preset in ("cocktail", "nintendo"):
        shown = run("play", preset, "--bots", "p2", "--seed", "4", typed=["help", "quit"]).stdout
        assert " Ben⚙ " in shown
        assert " Ana⚙ " not in shown
        assert "⚙ behind a name marks a bot." in shown


def test_seats_are_counted_as_the_table_counts_its_players() -> None:
    table = ["play", "cocktail", "--names", "Zoé,Max,Ida", "--seed", "2"]
    new = run(*table, "--bots", "p2,P3", "--set", "first_seat=p1", typed=["clue p2 1", "quit"])
    old = run(*table, "--bots", "1,2", "--set", "first_seat=0", typed=["clue 2 1", "quit"])
    assert " Zoé> clue p2 1" in new.stdout
    assert new.stdout.replace("clue p2", "clue 2") == old.stdout
    refused = run(*table, "--bots", "p0")
    assert "there are: p1 Zoé, p2 Max, p3 Ida" in refused.stderr
