"""The bots' reasons in the terminal, as far as the player may know them."""

from __future__ import annotations

from hanamichi.bots import Reason
from hanamichi.cli.bot_reasons import ReasonLog
from hanamichi.cli.screen import Screen
from hanamichi.cli.translations import translations
from tests.cli.play_scripts import run
from tests.cli.terminal import Terminal

WHATEVER = "Ben: I play whatever comes to hand"
TABLE = ("play", "cocktail", "--set", "first_seat=1", "--seed", "1", "--names")


def test_a_single_player_can_ask_why_the_bot_moved() -> None:
    result = run(*TABLE, "Ana,Ben", "--bots", "1", "--bot", "random", typed=["why", "quit"])
    assert WHATEVER in result.stdout


def test_without_a_bot_option_the_usual_bot_plays() -> None:
    table = ("play", "nintendo", "--set", "rounds=1", "--bots", "all", "--seed", "1")
    assert run(*table).stdout == run(*table, "--bot", "regular").stdout
    assert run(*table).stdout != run(*table, "--bot", "random").stdout


def test_there_are_no_reasons_before_a_bot_has_moved() -> None:
    table = [word.replace("first_seat=1", "first_seat=0") for word in TABLE]
    result = run(*table, "Ana,Ben", "--bots", "1", typed=["why", "quit"])
    assert "No bot has moved since your last turn." in result.stdout


def test_reasons_are_not_shown_while_several_people_play() -> None:
    result = run(*TABLE, "Ana,Ben,Cleo", "--bots", "1", "--bot", "random", typed=["why", "quit"])
    assert "Bots explain themselves when the match is over" in result.stdout
    assert WHATEVER not in result.stdout


def test_a_secret_reason_is_shown_after_the_end() -> None:
    reasons = ReasonLog("hanabi", ("Ana", "Ben"), Screen(translations("en")))
    secret = Reason("clue-save-last", {"seat": "seat:0", "card": "card:r3"})
    reasons.add(1, 1, secret)
    reasons.add(2, 1, None)
    (line,) = reasons.so_far(0, 0)
    assert line.plain.endswith("Ben: I will tell you when the match is over.")
    told = " ".join(line.plain.strip() for line in reasons.all(0))
    assert told == ("1  Ben: I told you about this card so that you keep it: it is the last red 3.")


def test_all_reasons_can_be_read_after_the_end() -> None:
    table = ("nintendo", "--set", "rounds=1", "--bots", "all", "--bot", "random", "--seed", "1")
    with Terminal("play", *table) as terminal:
        terminal.until("Enter goes on: ")
        terminal.type("why")
        while terminal.until("back to the table", "read on", "Enter for no: ") != "Enter for no: ":
            assert "I play whatever comes to hand" in terminal.screen.text
            assert not terminal.screen.wrapped
            terminal.type("")
        terminal.type("")
        assert terminal.finish() == 0
