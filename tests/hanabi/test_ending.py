"""The three ways a game ends, and the turns that remain once the deck is empty."""

from __future__ import annotations

import pytest

from hanamichi.core import GameOver
from hanamichi.hanabi import HANABI
from tests.hanabi.table import Table, deal

ALL_BUT_RED_5 = "w5 r4 b5 y5 g5"


def test_the_third_error_ends_the_game_at_once_and_loses_it() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game; RULES Common to all three."""
    table = deal("r2 ...", "...", errors_made=2, fireworks="w3")
    assert table.do("play r2") == ["Ann misplays r2: error 3", "the game ends (errors): 0 points"]
    assert table.discards == "r2"
    assert len(table.hand("Ann").split()) == 4
    assert (table.outcome.termination, table.outcome.result) == ("errors", "lost")
    assert table.outcome.winners == ()


def test_the_second_error_does_not_end_the_game() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game."""
    table = deal("r2 ...", "...", errors_made=1)
    assert table.do("play r2")[-1] == "Bob to act"


def test_completing_every_firework_ends_the_game_at_once_and_wins_it() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game; RULES Common to all three."""
    table = deal("r5 ...", "...", fireworks=ALL_BUT_RED_5, tokens=3)
    assert table.do("play r5") == [
        "Ann plays r5",
        "the red firework is complete",
        "the game ends (fireworks-complete): 25 points",
    ]
    assert table.outcome.result == "won"
    assert table.outcome.scores == (25, 25)
    assert table.outcome.winners == (0, 1)


def test_completing_everything_in_the_last_round_ends_the_game_at_once_too() -> None:
    """RULES Common to all three."""
    table = deal("r5 ...", "...", "...", fireworks=ALL_BUT_RED_5, deck="", turns_left=3)
    assert table.do("play r5")[-1] == "the game ends (fireworks-complete): 25 points"
    assert table.outcome.result == "won"


def test_drawing_the_last_card_leaves_every_player_one_more_turn_the_drawer_included() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game; RULES Common to all three."""
    table = deal("r4 ...", "...", "...", deck="g1", tokens=4, turn="Bob")
    assert table.do("discard 1")[-3:] == [
        "Bob draws g1",
        "the deck is empty: 3 turns remain",
        "Cat to act",
    ]
    assert table.do("clue Ann 1")[-1] == "Ann to act"
    assert table.do("clue Bob 1")[-1] == "Bob to act"
    assert table.do("clue Cat 1")[-1].startswith("the game ends (last-round)")
    assert HANABI.to_act(table.state) is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_round_is_exactly_one_turn_each(players: int) -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game; RULES Common to all three."""
    table = deal(*["..."] * players, deck="g1", tokens=4)
    table.do("discard 1")
    seats = []
    while (seat := HANABI.to_act(table.state)) is not None:
        seats.append(seat)
        table.do(f"clue {table.names[(seat + 1) % players]} 1" if seat % 2 else "discard 1")
    assert seats == [*range(1, players), 0]


def test_no_player_draws_in_the_last_round() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game; RULES Common to all three."""
    table = deal("r1 ...", "w1 ...", deck="", turns_left=2, tokens=4)
    assert table.do("play r1") == ["Ann plays r1", "Bob to act"]
    assert len(table.hand("Ann").split()) == 4
    assert table.do("play w1")[0] == "Bob plays w1"
    assert len(table.hand("Bob").split()) == 4


def test_the_score_is_counted_after_the_last_round() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game."""
    table = deal("r1 ...", "w1 ...", deck="", turns_left=1, fireworks="b4", tokens=4)
    assert table.do("play r1") == ["Ann plays r1", "the game ends (last-round): 5 points"]
    assert (table.outcome.result, table.outcome.score) == ("scored", 5)
    assert table.outcome.winners == ()


def test_the_third_error_loses_in_the_last_round_too() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game."""
    table = deal("r2 ...", "...", deck="", turns_left=1, errors_made=2, fireworks="b4")
    table.do("play r2")
    assert (table.outcome.termination, table.outcome.score) == ("errors", 0)


def test_a_clue_with_one_card_in_the_deck_begins_no_last_round() -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game."""
    table = deal("...", "...", deck="g1", tokens=4)
    assert table.do("clue Bob 1")[-1] == "Bob to act"
    assert table.state.turns_left is None


def _ended() -> list[Table]:
    lost = deal("r2 ...", "...", errors_made=2)
    lost.do("play r2")
    scored = deal("r2 ...", "...", deck="", turns_left=1)
    scored.do("clue Bob 1")
    won = deal("r5 ...", "...", fireworks=ALL_BUT_RED_5)
    won.do("play r5")
    return [lost, scored, won]


@pytest.mark.parametrize("table", _ended(), ids=["lost", "scored", "won"])
def test_nothing_is_played_after_the_end(table: Table) -> None:
    """000 Fin de partie; 001 Fin de partie; 002 End of the game."""
    before = table.state
    for command in ("play 1", "discard 1", "clue Bob 1", "clue Ann 1", "deck", "arrange 1 2 3 4"):
        for name in ("Ann", "Bob"):
            with pytest.raises(GameOver) as refusal:
                table.do(command, by=name)
            assert refusal.value.code == "move/game-over"
            assert HANABI.legal_actions(table.state, table.seat(name)) == ()
    assert table.state == before


def test_the_hands_are_shown_when_the_game_is_over() -> None:
    """RULES Common to all three."""
    table = deal("r2 b3 ...", "...", errors_made=2)
    table.do("play r2")
    for name in ("Ann", "Bob", None):
        held = table.view(name).hands[0][0]
        assert str(held.face) == "b3"
