"""Five flamboyants: six bonus tiles, the choices inside them, and the chains they start."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.core import NotYourTurn, Seeded
from hanamichi.hanabi import HANABI, Tile
from tests.hanabi.table import Fixed, Table, deal, options


def before_a_tile(tiles: str, *hands: str, **words: Any) -> Table:
    """Ann holds the red 5 that completes the red firework; these tiles are face down."""
    others = hands or ("...",)
    words = {"fireworks": "r4", "deck": "g1 ..."} | words
    return deal("r5 w4 y4 y3 g3", *others, tiles=tiles, flamboyants=True, **words)


def test_six_tiles_are_shuffled_face_down() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    rules = options(flamboyants=True)
    state = HANABI.start(rules, 2, Fixed(tiles="repair recover-card")).state
    assert sorted(tile.value for tile in state.tiles) == sorted(tile.value for tile in Tile)
    assert state.tiles[:2] == (Tile.REPAIR, Tile.RECOVER_CARD)
    assert len({HANABI.start(rules, 2, Seeded(seed)).state.tiles for seed in range(20)}) > 10
    assert HANABI.view(state, 0).tiles == 6


def test_without_the_extension_there_are_no_tiles() -> None:
    """001 5 flamboyants."""
    chance = Fixed()
    assert HANABI.start(options(), 2, chance).state.tiles == ()
    assert "tiles" not in chance.asked


def test_completing_with_a_5_reveals_a_tile_in_place_of_the_token() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("value-clue", tokens=3)
    assert table.do("play r5") == [
        "Ann plays r5",
        "the red firework is complete",
        "bonus tile: value-clue",
    ]
    assert table.state.clue_tokens == 3
    assert table.view("Bob").pending is Tile.VALUE_CLUE


def test_a_revealed_tile_is_laid_aside() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("clue-token repair")
    table.do("play r5")
    assert table.state.tiles == (Tile.REPAIR,)
    assert Tile.CLUE_TOKEN in table.state.used_tiles


def test_the_player_draws_only_after_the_tile() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("colour-clue", "w1 ...")
    assert "Ann draws g1" not in table.do("play r5")
    assert table.hand("Ann") == "w4 y4 y3 g3"
    assert table.do("clue Bob white")[-2:] == ["Ann draws g1", "Bob to act"]
    table = before_a_tile("clue-token", tokens=3)
    assert table.do("play r5")[-4:] == [
        "bonus tile: clue-token",
        "a clue token comes back: 4",
        "Ann draws g1",
        "Bob to act",
    ]


def test_the_choice_inside_a_tile_belongs_to_the_player_who_revealed_it() -> None:
    """RULES Five flamboyants."""
    table = before_a_tile("colour-clue", "...")
    table.do("play r5")
    assert HANABI.to_act(table.state) == 0
    with pytest.raises(NotYourTurn):
        table.do("clue Ann red", by="Bob")
    assert "asks for another choice" in table.refuses("play w4")
    assert "asks for another choice" in table.refuses("discard w4")
    assert table.legal("play") == table.legal("discard") == []


# -- tile 1 ------------------------------------------------------------------------------------


def test_tile_1_gives_a_clue_token() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("clue-token", tokens=3)
    table.do("play r5")
    assert table.state.clue_tokens == 4


def test_tile_1_gives_nothing_over_the_maximum() -> None:
    """RULES Five flamboyants."""
    table = before_a_tile("clue-token", tokens=8)
    assert "a clue token is lost: all are there" in table.do("play r5")
    assert table.state.clue_tokens == 8


# -- tile 2 ------------------------------------------------------------------------------------


def test_tile_2_repairs_an_error_and_gives_a_clue_token() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("repair", tokens=3, errors_made=2)
    assert table.do("play r5")[2:5] == [
        "bonus tile: repair",
        "an error is repaired: 1",
        "a clue token comes back: 4",
    ]
    assert table.state.errors == 1


def test_tile_2_gives_the_token_even_with_no_error_to_repair() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("repair", tokens=3)
    assert table.do("play r5")[2:4] == ["bonus tile: repair", "a clue token comes back: 4"]
    assert table.state.errors == 0


def test_a_repaired_error_may_be_made_again() -> None:
    """001 5 flamboyants."""
    table = before_a_tile("repair", "w3 w3 ...", errors_made=2)
    table.do("play r5")
    assert table.do("play w3")[0] == "Bob misplays w3: error 2"
    assert HANABI.outcome(table.state) is None


# -- tiles 3 and 4 -----------------------------------------------------------------------------


def test_tile_3_is_a_free_colour_clue_to_a_player_of_ones_choice() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("colour-clue", "w1 r1 ...", "w2 b2 b3 y1 g2", tokens=3)
    table.do("play r5")
    colours = ["white", "red", "blue", "yellow", "green"]
    assert table.legal("clue") == [f"{name} {what}" for name in ("Bob", "Cat") for what in colours]
    assert "another choice" in table.refuses("clue Bob 1")
    assert "another choice" in table.refuses("clue Ann red")
    assert table.do("clue Cat white")[0] == "Ann tells Cat (free) white: #10"
    assert (table.state.clue_tokens, table.state.clues_given) == (3, 0)
    assert table.told("Cat")[:2] == ["white", "!white"]


def test_tile_4_is_a_free_value_clue_to_a_player_of_ones_choice() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("value-clue", "w1 r1 ...", "w2 b2 ...", tokens=0)
    table.do("play r5")
    assert table.legal("clue") == [f"{name} {n}" for name in ("Bob", "Cat") for n in range(1, 6)]
    assert "another choice" in table.refuses("clue Bob red")
    assert table.do("clue Bob 1")[0].startswith("Ann tells Bob (free) 1: #5, #6")
    assert table.state.clue_tokens == 0


def test_a_free_clue_obeys_the_tables_rule_on_empty_clues() -> None:
    """RULES Common to all three."""
    table = before_a_tile("colour-clue", "w1 w2 w3 b1 b2", empty_clues=False)
    table.do("play r5")
    assert table.legal("clue") == ["Bob white", "Bob blue"]
    table = before_a_tile("colour-clue", "w1 w2 w3 b1 b2")
    table.do("play r5")
    assert "Bob green" in table.legal("clue")


def test_a_free_clue_that_cannot_be_given_has_no_effect() -> None:
    """RULES Five flamboyants."""
    table = before_a_tile(
        "colour-clue", "p1 p2 p3 p4 p5", empty_clues=False, black_powder=True, deck="g1 ..."
    )
    assert table.do("play r5")[2:] == [
        "bonus tile: colour-clue",
        "the colour-clue tile has no effect",
        "Ann draws g1",
        "Bob to act",
    ]


# -- tile 5 ------------------------------------------------------------------------------------


def test_tile_5_shuffles_a_discarded_card_into_the_deck() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile(
        "return-card", discards="w2 b3 b3", chance=Fixed(reshuffle="g2 b3"), deck="g1 g2 ..."
    )
    in_deck = len(table.deck.split())
    table.do("play r5")
    assert table.legal("return") == ["w2", "b3"]
    assert table.legal("recover") == []
    assert table.do("return b3") == ["Ann shuffles b3 into the deck", "Ann draws g2", "Bob to act"]
    assert table.discards == "w2 b3"
    assert len(table.deck.split()) == in_deck
    assert table.deck.startswith("b3")


def test_tile_5_reshuffles_the_whole_deck() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("return-card", discards="w2", deck="g1 g2 ...")
    table.do("play r5")
    table.do("return w2")
    assert table.chance.asked == ["reshuffle"]


def test_tile_5_takes_only_discarded_cards() -> None:
    """001 5 flamboyants."""
    table = before_a_tile("return-card", discards="w2")
    table.do("play r5")
    assert "another choice" in table.refuses("return b3")
    assert "another choice" in table.refuses("recover w2")


def test_tile_5_has_no_effect_while_nothing_is_discarded() -> None:
    """RULES Five flamboyants."""
    table = before_a_tile("return-card")
    assert table.do("play r5")[2:] == [
        "bonus tile: return-card",
        "the return-card tile has no effect",
        "Ann draws g1",
        "Bob to act",
    ]


def test_tile_5_with_an_empty_deck_may_act_as_tile_6() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("return-card", "w1 w1 w1 w2 w2", fireworks="r4 b1", deck="", turns_left=2)
    table.do("play r5")
    assert "b2" in table.legal("return")
    assert table.legal("recover") == ["b2", "y1", "g1"]
    assert table.do("recover b2") == ["Ann plays b2 from the discards", "Bob to act"]
    assert table.fireworks == "r5 b2"


def test_tile_5_with_an_empty_deck_may_still_return_a_card_which_is_then_drawn() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("return-card", deck="", turns_left=2)
    table.do("play r5")
    assert table.do("return b2") == ["Ann shuffles b2 into the deck", "Ann draws b2", "Bob to act"]
    assert table.hand("Ann") == "w4 y4 y3 g3 b2"
    assert table.state.turns_left == 1


def test_tile_5_on_the_last_card_of_the_deck_puts_off_the_last_round() -> None:
    """001 5 flamboyants."""
    table = before_a_tile("return-card", deck="g1")
    table.do("play r5")
    table.do("return b1")
    assert table.state.turns_left is None
    assert len(table.deck.split()) == 1


# -- tile 6 ------------------------------------------------------------------------------------


def test_tile_6_plays_a_discarded_card_that_fits() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("recover-card", fireworks="r4 b2", discards="b3 w1 b2 y4")
    table.do("play r5")
    assert table.legal("recover") == ["w1", "b3"]
    assert table.legal("return") == []
    assert "another choice" in table.refuses("recover y4")
    assert table.do("recover b3") == [
        "Ann plays b3 from the discards",
        "Ann draws g1",
        "Bob to act",
    ]
    assert table.discards == "w1 b2 y4"
    assert table.fireworks == "r5 b3"


def test_tile_6_has_no_effect_when_nothing_fits() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("recover-card", discards="b3 y4")
    assert "the recover-card tile has no effect" in table.do("play r5")
    assert HANABI.to_act(table.state) == 1


def test_tile_6_playing_a_5_reveals_another_tile_at_once() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile("recover-card clue-token", fireworks="r4 b4", discards="b5", tokens=3)
    table.do("play r5")
    assert table.do("recover b5") == [
        "Ann plays b5 from the discards",
        "the blue firework is complete",
        "bonus tile: clue-token",
        "a clue token comes back: 4",
        "Ann draws g1",
        "Bob to act",
    ]


def test_a_chain_of_tiles_ends_in_one_draw() -> None:
    """001 5 flamboyants."""
    table = before_a_tile(
        "recover-card value-clue repair",
        "w1 w2 ...",
        fireworks="r4 b4",
        discards="b5",
        deck="g1 g2 ...",
    )
    table.do("play r5")
    table.do("recover b5")
    assert table.state.pending is Tile.VALUE_CLUE
    assert table.do("clue Bob 2")[-2:] == ["Ann draws g1", "Bob to act"]
    assert table.hand("Ann") == "w4 y4 y3 g3 g1"
    assert table.state.tiles == (Tile.REPAIR,)
    assert table.state.ply == 3


def test_tile_6_may_complete_the_last_firework_and_win() -> None:
    """001 5 flamboyants; RULES Five flamboyants."""
    table = before_a_tile(
        "recover-card clue-token", fireworks="w5 r4 b4 y5 g5", discards="b5", deck="..."
    )
    table.do("play r5")
    assert table.do("recover b5")[-1] == "the game ends (fireworks-complete): 25 points"
    assert table.state.tiles == (Tile.CLUE_TOKEN,)


def test_tile_6_with_black_powder_recovers_the_next_card_downwards() -> None:
    """001 Combiner les extensions; RULES Black powder."""
    table = before_a_tile("recover-card", fireworks="r4 p4", discards="p5 p3 p2", black_powder=True)
    table.do("play r5")
    assert table.legal("recover") == ["p3"]


def test_a_black_1_from_the_discards_gives_the_token_and_no_tile() -> None:
    """001 Poudre noire; RULES Five flamboyants."""
    table = before_a_tile(
        "recover-card repair", fireworks="r4 p2", discards="p1", black_powder=True, tokens=3
    )
    table.do("play r5")
    assert table.do("recover p1")[1:3] == [
        "the powder firework is complete",
        "a clue token comes back: 4",
    ]
    assert table.state.tiles == (Tile.REPAIR,)


# -- which completions, and the end of the tiles -----------------------------------------------


def test_the_last_firework_ends_the_game_and_reveals_no_tile() -> None:
    """001 Fin de partie; RULES Five flamboyants."""
    table = before_a_tile("clue-token", fireworks="w5 r4 b5 y5 g5")
    assert table.do("play r5") == [
        "Ann plays r5",
        "the red firework is complete",
        "the game ends (fireworks-complete): 25 points",
    ]


def test_black_powders_1_gives_the_clue_token_and_no_tile() -> None:
    """001 Poudre noire; RULES Five flamboyants."""
    table = deal("p1 ...", "...", fireworks="p2", tokens=3, flamboyants=True, black_powder=True)
    assert "a clue token comes back: 4" in table.do("play p1")
    assert len(table.state.tiles) == 6


def test_on_the_other_reading_black_powders_1_reveals_a_tile_too() -> None:
    """RULES Five flamboyants."""
    table = deal(
        "p1 ...",
        "...",
        fireworks="p2",
        tokens=3,
        tiles="repair",
        flamboyants=True,
        black_powder=True,
        tile_on_any_completion=True,
    )
    assert "bonus tile: repair" in table.do("play p1")


def test_a_black_5_reveals_no_tile() -> None:
    """001 5 flamboyants; 001 Poudre noire."""
    table = deal(
        "p5 ...",
        "...",
        tiles="repair",
        flamboyants=True,
        black_powder=True,
        tile_on_any_completion=True,
    )
    assert table.do("play p5")[-1] == "Bob to act"
    assert table.state.tiles == (Tile.REPAIR,)


def test_completing_the_wild_firework_reveals_a_tile() -> None:
    """001 Combiner les extensions; RULES Five flamboyants."""
    table = deal(
        "m5 ...", "...", fireworks="m4", tiles="clue-token", flamboyants=True, avalanche="wild"
    )
    assert "bonus tile: clue-token" in table.do("play m5")


def test_with_no_tile_left_a_completed_firework_gives_its_token() -> None:
    """RULES Five flamboyants."""
    table = before_a_tile("", tokens=3)
    assert table.do("play r5")[1:3] == [
        "the red firework is complete",
        "a clue token comes back: 4",
    ]


def test_a_tile_in_the_last_round_is_part_of_the_same_turn() -> None:
    """001 5 flamboyants; 001 Fin de partie."""
    table = before_a_tile("value-clue", deck="", turns_left=1)
    table.do("play r5")
    assert table.state.turns_left == 1
    assert table.do("clue Bob 1")[-1].startswith("the game ends (last-round)")


def test_under_the_final_bouquet_a_returned_card_comes_back_to_a_short_hand() -> None:
    """001 Bouquet final; 001 5 flamboyants."""
    table = deal(
        "r5 w4",
        "w5",
        deck="",
        fireworks="w3 r4 b5 y5 g5",
        tiles="return-card",
        flamboyants=True,
        final_bouquet=True,
    )
    table.do("play r5")
    assert table.do("return w1")[-2:] == ["Ann draws w1", "Bob to act"]
    assert table.hand("Ann") == "w4 w1"


def test_a_misplayed_5_reveals_no_tile() -> None:
    """001 Jouer une carte; 001 5 flamboyants."""
    table = before_a_tile("clue-token", fireworks="r3")
    assert table.do("play r5") == ["Ann misplays r5: error 1", "Ann draws g1", "Bob to act"]
