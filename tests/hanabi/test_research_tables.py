"""Tables of research: fewer numbers, other copies, other hands, and points that are kept."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.core import IllegalMove, OptionError, Seeded
from hanamichi.hanabi import HANABI, ValueClue
from hanamichi.hanabi.knowledge import maximum_score
from tests.hanabi.table import deal, options


def values_in_deck(**changes: Any) -> str:
    """The numbers of the red cards in the deck, in order."""
    state = HANABI.start(options(**changes), 2, Seeded(1)).state
    return "".join(sorted(str(card.number) for card in state.deck if card.suit.letter == "r"))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "1112233445"),
        ({"values": 3}, "111223"),
        ({"values": 3, "first_copies": 2}, "11223"),
        ({"values": 2}, "1112"),
        ({"values": 1, "first_copies": 3}, "111"),
    ],
)
def test_values_and_copies_make_the_deck(changes: dict[str, Any], expected: str) -> None:
    """RULES Research tables."""
    assert values_in_deck(**changes, hand_size=2) == expected


def test_every_copy_can_be_counted() -> None:
    """RULES Research tables."""
    deck = values_in_deck(first_copies=1, middle_copies=3, last_copies=2)
    assert deck == "122233344455"


def test_a_hand_has_the_size_of_the_table() -> None:
    """RULES Research tables."""
    for players, usual in ((2, 5), (3, 5), (4, 4), (5, 4)):
        for size in (None, 1, 3, 5):
            state = HANABI.start(options(hand_size=size), players, Seeded(1)).state
            assert {len(hand) for hand in state.hands} == {size or usual}
            assert state.drawn == players * (size or usual)


def test_the_highest_value_completes_a_firework() -> None:
    """RULES Research tables."""
    table = deal("r3 ...", "...", fireworks="r2 w3", tokens=2, preset="online", values=3)
    assert table.do("play r3")[:3] == [
        "Ann plays r3",
        "the red firework is complete",
        "a clue token comes back: 3",
    ]


def test_all_fireworks_at_the_highest_value_win() -> None:
    """RULES Research tables."""
    table = deal(
        "r3 ...", "...", fireworks="r2 w3", values=3, hand_size=2, colours=("white", "red")
    )
    table.do("play r3")
    outcome = HANABI.outcome(table.state)
    assert outcome is not None
    assert (outcome.result, outcome.score, outcome.maximum) == ("won", 6, 6)


def test_no_clue_names_a_value_that_is_not_there() -> None:
    """RULES Research tables."""
    table = deal("...", "r1 ...", values=3)
    assert {a.value for a in HANABI.legal_actions(table.state, 0) if isinstance(a, ValueClue)} == {
        1,
        2,
        3,
    }
    with pytest.raises(IllegalMove, match="a value from 1 to 3"):
        HANABI.apply(table.state, 0, ValueClue(1, 4), Seeded(1))


def test_a_lost_copy_lowers_the_maximum() -> None:
    """RULES Research tables."""
    table = deal("r3 ...", "...", values=3, last_copies=1, tokens=0)
    before = maximum_score(HANABI.view(table.state, 1))
    table.do("discard r3")
    assert (before, maximum_score(HANABI.view(table.state, 1))) == (15, 14)


@pytest.mark.parametrize(("result", "score"), [("scored", 4), ("lost", 0)])
def test_the_last_error_keeps_the_points_or_not(result: str, score: int) -> None:
    """RULES Research tables."""
    kept = result == "scored"
    table = deal("r5 ...", "...", fireworks="r1 w3", errors_made=2, keep_points=kept)
    assert table.do("play r5")[-1] == f"the game ends (errors): {score} points"
    outcome = HANABI.outcome(table.state)
    assert outcome is not None
    assert (outcome.result, outcome.score, outcome.points) == (result, score, 4)
    assert outcome.winners == ()


@pytest.mark.parametrize(
    ("changes", "players", "where", "message"),
    [
        ({"hand_size": 6}, 5, "hand_size", "hold 25 at most"),
        ({"values": 4, "black_powder": True}, 2, "values", "fireworks up to 5"),
        ({"values": 4, "flamboyants": True}, 2, "values", "fireworks up to 5"),
        ({"keep_points": True, "final_bouquet": True}, 2, "keep_points", "all or nothing"),
        ({"values": 1, "colours": ("red",)}, 2, "values", "too few"),
        ({"hand_size": 5, "colours": ("red",)}, 2, "hand_size", "too few"),
        ({"middle_copies": 3, "last_copies": 3, "avalanche": "wild"}, 2, "middle_copies", "80"),
        ({"colours": ()}, 2, "colours", "at least one"),
        ({"hand_size": 0}, 2, "hand_size", "from 1 to 6"),
        ({"values": 6}, 2, "values", "from 1 to 5"),
        ({"first_copies": 4}, 2, "first_copies", "from 1 to 3"),
    ],
)
def test_impossible_tables_are_refused(
    changes: dict[str, Any], players: int, where: str, message: str
) -> None:
    """RULES Research tables."""
    with pytest.raises(OptionError, match=message) as refused:
        HANABI.check(options(**changes), players)
    assert refused.value.where == where
