"""Rearranging a hand, and playing the last card from the deck."""

from __future__ import annotations

import itertools

import pytest

from hanamichi.core import IllegalMove
from hanamichi.hanabi import HANABI, Rearrange
from tests.hanabi.table import deal

# -- arranging one's hand ----------------------------------------------------------------------


def test_a_player_may_rearrange_the_hand() -> None:
    """000 Conseils; 001 Conseils; 002 Advice; RULES Common to all three."""
    table = deal("r1 w3 b2 y4 g4", "...")
    assert table.do("arrange g4 r1 w3 b2 y4") == ["Ann rearranges the hand"]
    assert table.hand("Ann") == "g4 r1 w3 b2 y4"
    assert table.state.hands[0] == (4, 0, 1, 2, 3)


def test_rearranging_is_a_gesture_and_takes_no_turn() -> None:
    """RULES Common to all three."""
    table = deal("r1 w3 b2 y4 g4", "...", tokens=4, turns_left=2, deck="")
    before = table.state
    table.do("arrange 5 4 3 2 1")
    assert HANABI.to_act(table.state) == 0
    assert (table.state.ply, table.state.turns_left) == (before.ply, before.turns_left)
    assert HANABI.is_gesture(Rearrange((0, 1)))
    assert not any(map(HANABI.is_gesture, HANABI.legal_actions(table.state, 0)))


@pytest.mark.parametrize("turn", ["Ann", "Bob", "Cat"])
def test_rearranging_is_free_at_any_time(turn: str) -> None:
    """RULES Common to all three."""
    table = deal("...", "r1 w3 b2 y4 g4", "...", turn=turn)
    table.do("arrange 2 1 3 4 5", by="Bob")
    assert table.hand("Bob") == "w3 r1 b2 y4 g4"
    assert table.names[table.state.turn] == turn


def test_rearranging_is_free_while_a_tile_waits() -> None:
    """RULES Common to all three; RULES Five flamboyants."""
    table = deal("r5 ...", "...", fireworks="r4", tiles="value-clue", flamboyants=True)
    table.do("play r5")
    assert table.do("arrange 2 1 3 4") == ["Ann rearranges the hand"]
    assert table.state.pending is not None


def test_rearranged_cards_keep_their_clues() -> None:
    """000 Conseils; 001 Conseils; 002 Advice; RULES Common to all three."""
    table = deal("...", "r1 w3 b2 y4 g4")
    table.do("clue Bob red")
    table.do("arrange w3 b2 y4 g4 r1", by="Bob")
    assert table.told("Bob") == ["!red", "!red", "!red", "!red", "red"]
    table.do("discard 5")
    assert table.discards == "r1"


def test_everyone_sees_a_hand_rearranged() -> None:
    """RULES Common to all three."""
    table = deal("r1 w3 b2 y4 g4", "...", "...")
    table.do("arrange 2 1 3 4 5")
    assert table.log("Bob") == table.log("Ann") == table.log(None)
    assert [held.id for held in table.view("Ann").hands[0]] == [1, 0, 2, 3, 4]


@pytest.mark.parametrize(
    "cards",
    [(), (0, 1, 2, 3), (0, 1, 2, 3, 3), (0, 1, 2, 3, 5), (0, 1, 2, 3, 4, 4), (5, 6, 7, 8, 9)],
    ids=["none", "too few", "one twice", "somebody's", "too many", "another hand"],
)
def test_rearranging_names_each_own_card_exactly_once(cards: tuple[int, ...]) -> None:
    """RULES Common to all three."""
    table = deal("r1 w3 b2 y4 g4", "...")  # Ann's cards have the ids 0 to 4
    with pytest.raises(IllegalMove, match="exactly once"):
        HANABI.apply(table.state, 0, Rearrange(cards), table.chance)
    assert table.hand("Ann") == "r1 w3 b2 y4 g4"


# -- playing the last card from the deck -------------------------------------------------------


def test_the_last_card_of_the_deck_may_be_played_where_the_table_says_so() -> None:
    """RULES Common to all three."""
    table = deal("...", "...", deck="w1", deck_play=True)
    assert table.do("deck") == [
        "Ann plays w1 from the deck",
        "the deck is empty: 2 turns remain",
        "Bob to act",
    ]
    assert len(table.hand("Ann").split()) == 5


def test_only_the_last_card_and_only_where_the_table_says_so() -> None:
    """RULES Common to all three."""
    for words in ({"deck": "w1 w2"}, {"deck": "w1", "deck_play": False}, {"deck": ""}):
        table = deal("...", "...", **{"deck_play": True, "turns_left": None} | words)
        assert "very last card" in table.refuses("deck")


def test_a_misfit_from_the_deck_is_an_error() -> None:
    """RULES Common to all three."""
    table = deal("...", "...", deck="w4", deck_play=True)
    assert table.do("deck")[0] == "Ann misplays w4 from the deck: error 1"
    assert table.discards.split()[-1] == "w4"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playing_from_the_deck_leaves_every_player_exactly_one_more_turn(players: int) -> None:
    """RULES Common to all three."""
    table = deal(*["..."] * players, deck="w4", deck_play=True, tokens=0)
    table.do("deck")
    seats = []
    for seat in itertools.cycle([*range(1, players), 0]):
        if HANABI.to_act(table.state) is None:
            break
        assert HANABI.to_act(table.state) == seat
        seats.append(seat)
        table.do("discard 1")
    assert seats == [*range(1, players), 0]


def test_a_5_from_the_deck_completes_its_firework() -> None:
    """RULES Common to all three."""
    table = deal("...", "...", deck="w5", fireworks="w4", deck_play=True, tokens=3)
    assert table.do("deck")[:3] == [
        "Ann plays w5 from the deck",
        "the white firework is complete",
        "a clue token comes back: 4",
    ]


def test_a_tile_won_from_the_deck_draws_no_card_for_a_full_hand() -> None:
    """RULES Five flamboyants."""
    table = deal(
        "...",
        "w1 ...",
        deck="w5",
        fireworks="w4",
        deck_play=True,
        flamboyants=True,
        tiles="return-card",
    )
    table.do("deck")
    assert table.do("return g1") == ["Ann shuffles g1 into the deck", "Bob to act"]
    assert table.state.turns_left is None
    assert table.legal("deck") == [""]
