"""Final bouquet, or crowning piece: all or nothing, with no last round."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.hanabi import HANABI
from tests.hanabi.table import Table, deal


def bouquet(*hands: str, **words: Any) -> Table:
    return deal(*hands, final_bouquet=True, preset="cocktail", **words)


def test_there_is_no_last_round() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet("w2 ...", "...", deck="w1", fireworks="w1")
    assert table.do("play w2")[-2:] == ["Ann draws w1", "Bob to act"]
    assert (table.deck, table.state.turns_left) == ("", None)
    for target in ("Ann", "Bob") * 4:
        assert table.do(f"clue {target} 1")[-1].endswith("to act")


def test_hands_shrink_once_the_deck_is_empty() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet("r1 w4 b4", "r2 y4", deck="", fireworks="w3 b3 y3 g5")
    assert table.do("play r1") == ["Ann plays r1", "Bob to act"]
    assert table.do("play r2") == ["Bob plays r2", "Ann to act"]
    assert (table.hand("Ann"), table.hand("Bob")) == ("w4 b4", "y4")


def test_completing_every_firework_after_the_deck_is_empty_wins() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet("r5", "w1", deck="", fireworks="w5 r4 b5 y5 g5")
    assert table.do("play r5")[-1] == "the game ends (fireworks-complete): 25 points"
    assert (table.outcome.result, table.outcome.score) == ("won", 25)


def test_the_score_scale_is_not_used() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    won = bouquet("r5", "w1", deck="", fireworks="w5 r4 b5 y5 g5")
    won.do("play r5")
    lost = bouquet("r2 ...", "...", errors_made=2)
    lost.do("play r2")
    assert won.outcome.rating is lost.outcome.rating is None


def test_discarding_the_last_copy_of_a_needed_card_loses() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet("b3 ...", "...", discards="b3", tokens=4)
    assert table.do("discard b3") == [
        "Ann discards b3",
        "a clue token comes back: 5",
        "the game ends (indispensable-lost): 0 points",
    ]
    assert (table.outcome.result, table.outcome.score) == ("lost", 0)


def test_misplaying_the_last_copy_of_a_needed_card_loses() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet("b5 ...", "...")
    assert table.do("play b5") == [
        "Ann misplays b5: error 1",
        "the game ends (indispensable-lost): 0 points",
    ]


def test_the_last_error_loses_as_always() -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet("b5 ...", "...", errors_made=2)
    table.do("play b5")
    assert table.outcome.termination == "errors"


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("b3", {}),  # its twin is still about
        ("b1", {"discards": "b1"}),  # one of three is still about
        ("b3", {"fireworks": "b3"}),  # the other copy is played
    ],
    ids=["a copy remains", "one of three remains", "no longer needed"],
)
def test_a_card_that_can_be_spared_may_be_discarded(card: str, words: dict[str, str]) -> None:
    """001 Bouquet final; 002 Crowning piece; RULES Final bouquet."""
    table = bouquet(f"{card} ...", "...", tokens=4, **words)
    assert table.do(f"discard {card}")[-1] == "Bob to act"


def test_without_the_variant_an_indispensable_card_may_be_lost() -> None:
    """001 Conseils; 002 Advice."""
    table = deal("b5 ...", "...", tokens=4)
    assert table.do("discard b5")[-1] == "Bob to act"


def test_a_player_with_no_card_and_no_token_has_no_action_and_the_game_is_lost() -> None:
    """RULES Final bouquet."""
    table = bouquet("r4 r5", "", deck="", fireworks="w5 r3 b5 y5 g5", tokens=0)
    assert table.do("play r4") == [
        "Ann plays r4",
        "Bob to act",
        "the game ends (no-action): 0 points",
    ]
    assert (table.outcome.result, table.outcome.points) == ("lost", 24)


def test_an_empty_handed_player_with_tokens_can_only_clue() -> None:
    """RULES Final bouquet."""
    table = bouquet("r4 r5", "", deck="", fireworks="w5 r3 b5 y5 g5", tokens=1)
    table.do("play r4")
    assert table.legal("play") == table.legal("discard") == []
    assert len(table.legal("clue")) == 10
    assert table.do("clue Ann red")[-1] == "Ann to act"
    assert table.do("play r5")[-1] == "the game ends (fireworks-complete): 25 points"


def test_where_clues_must_touch_a_card_empty_hands_leave_no_action() -> None:
    """RULES Final bouquet; RULES Common to all three."""
    table = bouquet("r4", "", "", deck="", fireworks="w5 r3 b5 y5 g5", tokens=3, empty_clues=False)
    table.do("play r4")
    assert table.outcome.termination == "no-action"


def test_black_powder_must_be_complete_as_well() -> None:
    """001 Bouquet final; 001 Poudre noire."""
    table = bouquet("g5", "p1", deck="", fireworks="w5 r5 b5 y5 g4 p2", black_powder=True)
    assert table.do("play g5")[-1] == "Bob to act"
    table.do("play p1")
    assert (table.outcome.result, table.outcome.score) == ("won", 25)


def test_the_last_black_card_of_a_value_is_indispensable_downwards() -> None:
    """001 Bouquet final; 001 Poudre noire."""
    table = bouquet("p1 ...", "...", black_powder=True, tokens=4)
    assert table.do("discard p1")[-1] == "the game ends (indispensable-lost): 0 points"
    table = bouquet("p5 ...", "...", black_powder=True, tokens=4)
    assert table.do("discard p5")[-1] == "Bob to act"


def test_a_sixth_colour_of_single_cards_is_indispensable_throughout() -> None:
    """000 Avalanche de couleurs; RULES Final bouquet."""
    table = bouquet("m2 ...", "...", avalanche="sixth", tokens=4)
    table.do("discard m2")
    assert table.outcome.termination == "indispensable-lost"


def test_everyone_receives_the_outcome() -> None:
    """RULES Final bouquet."""
    table = bouquet("b5 ...", "...")
    table.do("play b5")
    for name in ("Ann", "Bob", None):
        outcome = table.view(name).outcome
        assert outcome is not None
        assert outcome.termination == "indispensable-lost"
    assert HANABI.to_act(table.state) is None
