"""Line-ups, decks and seats."""

from __future__ import annotations

import pytest

from hanamichi.arena import ArenaError, plan, read_lineups
from hanamichi.arena.tournament import Deck, Task, label_of
from hanamichi.bots.registry import BotError
from hanamichi.core import HanamichiError, OptionError


def test_commas_separate_bots_and_slashes_separate_line_ups() -> None:
    assert read_lineups(["a,b / a", "c:D"]) == (("a", "b"), ("a",), ("c:D",))


@pytest.mark.parametrize("text", ["", "a,", ",a", "a//b", "a/"])
def test_a_line_up_with_a_gap_is_refused(text: str) -> None:
    with pytest.raises(ArenaError) as refusal:
        read_lineups([text])
    assert refusal.value.code == "arena/lineup"


def test_one_bot_takes_every_seat() -> None:
    tournament = plan("hanabi/online", [["random"]], games=1, seed=0, players=4)
    assert tournament.lineups == (("random",) * 4,)
    assert label_of(tournament.lineups[0]) == "random"


def test_the_longest_line_up_sets_the_number_of_players() -> None:
    lineups = [["casual"], ["random", "casual", "random"]]
    tournament = plan("hanabi/online", lineups, games=1, seed=0)
    assert tournament.players == 3
    assert [label_of(lineup) for lineup in tournament.lineups] == ["casual", "random,casual,random"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"games": 0}, "arena/invalid"),
        ({"timeout": 0.0}, "arena/invalid"),
        ({"timeout": float("nan")}, "arena/invalid"),
        ({"lineups": []}, "arena/lineup"),
        ({"lineups": [["random"] * 3], "players": 2}, "arena/lineup"),
        ({"lineups": [["random"] * 3, ["random"] * 2]}, "arena/lineup"),
        ({"lineups": [["nobody"]]}, "bot/unknown"),
        ({"lineups": [["tests.arena.failing_bots:Nobody"]]}, "arena/bot"),
        ({"lineups": [["tests.arena.failing_bots:NOT_A_BOT"]]}, "arena/bot"),
        ({"lineups": [["tests.arena.no_such_module:Bot"]]}, "arena/bot"),
        ({"lineups": [["os:system"]]}, "arena/bot"),
        ({"lineups": [["os:PathLike"]]}, "arena/bot"),
        ({"players": 6}, "options/players"),
        ({"options": {"errors": 0}}, "options/invalid"),
        ({"options": {"no_such_option": 0}}, "options/unknown"),
        ({"preset_id": "hanabi/none"}, "options/preset"),
    ],
)
def test_an_impossible_tournament_is_refused_before_any_game(
    changes: dict[str, object], code: str
) -> None:
    asked: dict[str, object] = {
        "preset_id": "hanabi/online",
        "lineups": [["random"]],
        "games": 1,
        "seed": 0,
    }
    with pytest.raises(HanamichiError) as refusal:
        plan(**(asked | changes))  # type: ignore[arg-type]
    assert refusal.value.code == code


def test_a_bot_from_a_module_without_a_file_can_be_entered() -> None:
    tournament = plan("hanabi/online", [["os:getcwd"]], games=1, seed=0)
    assert tournament.lineups == (("os:getcwd",) * 2,)


def test_koi_koi_is_for_two() -> None:
    with pytest.raises(OptionError):
        plan("koikoi/nintendo", [["random"] * 3], games=1, seed=0)


def test_a_bot_of_another_game_is_unknown() -> None:
    with pytest.raises(BotError):
        plan("koikoi/nintendo", [["casual"]], games=1, seed=0)


def test_a_team_gets_a_new_deck_and_new_seats_every_game() -> None:
    tournament = plan("hanabi/online", [["random"] * 3], games=6, seed=0)
    assert [tournament.deck_of(game) for game in range(4)] == [0, 1, 2, 3]
    seats = [[tournament.seat_of(place, game) for place in range(3)] for game in range(4)]
    assert seats == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]


def test_opponents_play_every_deck_from_both_seats() -> None:
    tournament = plan("koikoi/nintendo", [["random", "regular"]], games=4, seed=0)
    assert [tournament.deck_of(game) for game in range(4)] == [0, 0, 1, 1]
    seats = [[tournament.seat_of(place, game) for place in range(2)] for game in range(4)]
    assert seats == [[0, 1], [1, 0], [0, 1], [1, 0]]


def test_line_ups_take_turns_on_each_deck() -> None:
    tournament = plan("hanabi/online", [["random"], ["casual"]], games=2, seed=0)
    assert list(tournament.tasks()) == [Task(0, 0), Task(1, 0), Task(0, 1), Task(1, 1)]


def test_a_deck_depends_on_its_number_alone() -> None:
    one, other = Deck(5, 17), Deck(5, 17)
    one.shuffle("reshuffle", range(10))
    one.shuffle("tiles", range(6))
    assert one.shuffle("deck", range(50)) == other.shuffle("deck", range(50))
    assert one.shuffle("deck", range(50)) == other.shuffle("deck", range(50))
    first = Deck(5, 17).shuffle("deck", range(50))
    assert first != Deck(5, 18).shuffle("deck", range(50))
    assert first != Deck(6, 17).shuffle("deck", range(50))
    assert first != one.shuffle("deck", range(50)), "the next round has another deck"
    assert sorted(first) == list(range(50))


def test_the_code_version_changes_with_the_bots_source() -> None:
    registered = plan("hanabi/online", [["random"]], games=1, seed=0).engine
    foreign = plan("hanabi/online", [["tests.arena.failing_bots:First"]], games=1, seed=0).engine
    assert registered
    assert registered != foreign
