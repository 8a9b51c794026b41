"""The chances of one's own cards, compared with an enumeration of every deal there could be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import islice, permutations
from math import perm
from operator import is_
from typing import Any

import pytest

from hanamichi.bots import Sight
from hanamichi.hanabi import HANABI, Card, HanabiState, Tile
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.layout import layout_of
from hanamichi.review.hanabi.own_hand import LAST_OF_DECK, OwnHand
from tests.hanabi.strategies import play_out
from tests.hanabi.table import Fixed, Table, deal, options
from tests.hanabi.test_knowledge import told_alike

MOST = 3_000
TABLES: list[dict[str, Any]] = [
    {},
    {"avalanche": "wild", "black_powder": True},
    {"avalanche": "sixth", "flamboyants": True, "deck_play": True},
    {"final_bouquet": True, "clue_tokens": 20},
]


def sight_of(table: Table, name: str) -> Sight:
    return Sight(table.view(name), table.log(name), ())


def chances(hand: OwnHand, card: int) -> dict[str, Fraction]:
    possible = hand.possible[card]
    return {str(face): hand.chance(card, partial(is_, face)) for face in possible}


def every_deal(state: HanabiState, seat: int) -> list[tuple[Card, ...]] | None:
    """Every hand of the seat, each copy of a card apart; None where there are too many."""
    view = HANABI.view(state, seat)
    unseen = Counter(layout_of(view.options).deck)
    unseen.subtract(view.discards)
    for suit, height in view.fireworks.items():
        unseen.subtract(card_at(suit, step) for step in range(1, height + 1))
    for owner, hand in enumerate(view.hands):
        if owner != seat:
            unseen.subtract(held.face for held in hand if held.face is not None)
    own = view.hands[seat]
    if perm(unseen.total(), len(own)) > MOST:
        return None
    return [
        dealt
        for dealt in permutations(unseen.elements(), len(own))
        if all(told_alike(view, held, face) for held, face in zip(own, dealt, strict=True))
    ]


@pytest.mark.parametrize("changes", TABLES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_chances_are_those_of_every_deal_there_could_be(
    changes: dict[str, Any], players: int
) -> None:
    checked = 0
    for seed in range(6):
        game = play_out(options(**changes), players, seed, 0.95)
        states = [state for state in game.states[:-1] if Tile.RETURN_CARD not in state.used_tiles]
        few = ((state, every_deal(state, state.turn)) for state in reversed(states[-20:]))
        for state, deals in islice(((state, deals) for state, deals in few if deals), 2):
            seat = state.turn
            hand = OwnHand(Sight(HANABI.view(state, seat), (), ()), seat)
            for place, card in enumerate(state.hands[seat]):
                counted = Counter(str(dealt[place]) for dealt in deals)
                checked += len(counted) > 1
                assert chances(hand, card) == {
                    face: Fraction(number, len(deals)) for face, number in counted.items()
                }
    assert checked > 5


def test_a_card_told_to_be_a_1_fits_as_often_as_copies_are_left() -> None:
    table = deal("r1 ...", "b1 w1 y2 y2 y3", "w1 g1 g1 g1 y4", turn="Bob")
    table.do("clue Ann 1")
    hand = OwnHand(sight_of(table, "Ann"), 0)
    card = table.state.hands[0][0]
    assert chances(hand, card) == {
        "w1": Fraction(1, 9),
        "r1": Fraction(3, 9),
        "b1": Fraction(2, 9),
        "y1": Fraction(3, 9),
    }


def test_other_cards_of_the_hand_count() -> None:
    """Two cards told to be red, and of red only one 4 and the 5 are left: each is either."""
    table = deal(
        "r4 r5 w1 w1 w2", "r1 r1 r1 r2 r2", discards="r3 r3 r4", turn="Bob", clue_tokens=20
    )
    table.do("clue Ann red")
    hand = OwnHand(sight_of(table, "Ann"), 0)
    first, second, *_ = table.state.hands[0]
    half = {"r4": Fraction(1, 2), "r5": Fraction(1, 2)}
    assert chances(hand, first) == chances(hand, second) == half
    assert not hand.surely(first, lambda face: face is Card.R4)
    assert hand.face(first) is None


def test_the_last_card_of_the_deck_has_a_chance_too() -> None:
    table = deal(
        "w1 w1 w2 w2", "...", "...", "...", deck="w3", deck_play=True, preset="online", turn="Bob"
    )
    table.do("clue Ann 1")
    hand = OwnHand(sight_of(table, "Ann"), 0)
    assert hand.possible.keys() == {*table.state.hands[0], LAST_OF_DECK}
    assert chances(hand, LAST_OF_DECK) == {"w2": Fraction(2, 3), "w3": Fraction(1, 3)}


def returned_table() -> Table:
    """Ann returns a red 3 to a deck of two cards; six cards are unseen by her at that moment."""
    table = deal(
        "r3 w4 b2 g2",
        "w1 w1 w1 w2",
        "y1 y1 y1 y2",
        "g1 g1 g1 b3",
        deck="b4 y4",
        flamboyants=True,
        pending="return-card",
        tiles="",
        chance=Fixed(reshuffle="y4 r3 b4"),
    )
    assert table.state.discards.count(Card.R3) == 1
    table.do("return r3")
    return table


def test_a_returned_card_is_in_no_hand_from_before() -> None:
    """Every order of the six unseen cards, then of the deck with the card that came back."""
    table = returned_table()
    table.do("play w2")
    hand = OwnHand(sight_of(table, "Ann"), 0)
    drawn = str(table.state.deck[table.state.hands[1][-1]])
    unseen = ["r3", "w4", "b2", "g2", "b4", "y4"]
    own = table.state.hands[0]
    counted: list[Counter[str]] = [Counter() for _ in own]
    for dealt in permutations(unseen):
        for deck in permutations((*dealt[4:], "r3")):
            if deck[0] == drawn:
                for place, face in enumerate(dealt[:4]):
                    counted[place][face] += 1
    for card, counts in zip(own, counted, strict=True):
        assert chances(hand, card) == {
            face: Fraction(number, counts.total()) for face, number in counts.items()
        }


def test_a_returned_card_that_was_the_only_one_left_is_in_the_deck() -> None:
    table = deal(
        "w4 w4 b2 g2",
        "r3 w1 w1 w2",
        "...",
        "...",
        deck="b4 y4",
        flamboyants=True,
        pending="return-card",
        tiles="",
    )
    table.do("return r3")
    hand = OwnHand(sight_of(table, "Ann"), 0)
    assert all(Card.R3 not in hand.possible[card] for card in table.state.hands[0])
