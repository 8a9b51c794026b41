"""Chance as an input: seeded, recorded, replayed, and refused where it is impossible."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.core import ChanceDraw, Recorder, RecordError, Replayed, Seeded
from hanamichi.hanabi import HANABI, Card, HanabiOptions
from hanamichi.hanabi.layout import layout_of
from tests.refusals import refusal_of

HANDS = ("r1", "r1", "w5")
CARDS = (Card.R1, Card.R1, Card.W5)


def test_the_same_seed_gives_the_same_orders() -> None:
    one, two = Seeded(7), Seeded(7)
    for _ in range(3):
        assert one.shuffle("deck", range(50)) == two.shuffle("deck", range(50))


def test_different_seeds_give_different_orders() -> None:
    assert len({Seeded(seed).shuffle("deck", range(50)) for seed in range(20)}) == 20


def test_without_a_seed_orders_are_unpredictable() -> None:
    assert Seeded().shuffle("deck", range(50)) != Seeded().shuffle("deck", range(50))


def test_a_shuffle_does_not_change_its_input() -> None:
    items = list(range(50))
    assert sorted(Seeded(1).shuffle("deck", items)) == items == list(range(50))


def test_recorded_draws_are_replayed() -> None:
    recorder = Recorder(Seeded(3))
    deck = recorder.shuffle("deck", CARDS)
    first = recorder.shuffle("first-seat", range(4))
    written = msgspec.json.encode(recorder.draws)
    again = Replayed(msgspec.json.decode(written, type=list[ChanceDraw]))
    assert not again.exhausted
    assert again.shuffle("deck", CARDS) == deck
    assert again.used == 1
    assert again.shuffle("first-seat", range(4)) == first
    assert again.exhausted


@given(st.permutations(["r1", "r1", "w5"]))
def test_every_order_of_the_items_can_be_replayed(order: list[str]) -> None:
    given_again = Replayed([ChanceDraw("deck", tuple(order))]).shuffle("deck", CARDS)
    assert [str(card) for card in given_again] == order


def refused(label: str, *draws: ChanceDraw, items: Any = CARDS) -> RecordError:
    with pytest.raises(RecordError) as refusal:
        Replayed(draws).shuffle(label, items)
    assert refusal.value.code == "record/impossible"
    return refusal.value


def test_an_order_for_something_else_is_refused() -> None:
    error = refused("deck", ChanceDraw("tiles", HANDS))
    assert error.where == "chance[0]"
    assert "deck" in error.message
    assert "tiles" in error.message


def test_a_missing_order_is_refused() -> None:
    error = refused("deck")
    assert error.where == "chance[0]"
    assert "deck" in error.message


@pytest.mark.parametrize("order", [("r1", "r1"), ("r1", "r1", "w5", "w5"), ()])
def test_too_many_or_too_few_items_are_refused(order: tuple[str, ...]) -> None:
    error = refused("deck", ChanceDraw("deck", order))
    assert error.where == "chance[0]"
    assert "3 items" in error.message
    assert str(len(order)) in error.message


@pytest.mark.parametrize(
    ("order", "place"),
    [
        (("r1", "r1", "r1"), 2),
        (("w5", "w5", "r1"), 1),
        (("r1", "r1", "x9"), 2),
        (("r1", "r1", ""), 2),
        (("r1", ["r1"], "w5"), 1),
        (({"r1": 1}, "r1", "w5"), 0),
        ((None, "r1", "w5"), 0),
        ((1, "r1", "w5"), 0),
        ((1.5, "r1", "w5"), 0),
        ((True, "r1", "w5"), 0),
        (("R1", "r1", "w5"), 0),
    ],
)
def test_an_item_that_does_not_belong_is_refused_with_its_place(
    order: tuple[Any, ...], place: int
) -> None:
    assert refused("deck", ChanceDraw("deck", order)).where == f"chance[0].order[{place}]"


@pytest.mark.parametrize("order", [(False, True), (0.0, 1.0), ("0", "1"), (0, 2), (0, 0)])
def test_numbers_are_replayed_as_numbers_only(order: tuple[Any, ...]) -> None:
    refused("first-seat", ChanceDraw("first-seat", order), items=range(2))


def test_the_message_stays_short_for_any_content() -> None:
    deep: list[Any] = []
    for _ in range(50_000):
        deep = [deep]
    for monster in (deep, "x" * 10**6, list(range(10**5))):
        error = refused("deck", ChanceDraw("deck", (monster, "r1", "w5")))
        assert len(error.message) < 200


@given(st.lists(st.none() | st.integers() | st.text() | st.lists(st.text()), max_size=5))
def test_any_invalid_order_is_refused(order: list[Any]) -> None:
    replayed = Replayed([ChanceDraw("deck", tuple(order))])
    refusal = refusal_of(RecordError, replayed.shuffle, "deck", CARDS)
    assert (refusal is None) == (sorted(map(str, order)) == sorted(HANDS))
    assert refusal is None or refusal.where


# -- a whole deck ------------------------------------------------------------------------------

OPTIONS = HanabiOptions(first_seat=0)
DECK = tuple(str(card) for card in layout_of(OPTIONS).deck)


def deal(deck: tuple[Any, ...]) -> None:
    HANABI.start(OPTIONS, 2, Replayed([ChanceDraw("deck", deck)]))


def test_fifty_cards_can_be_dealt() -> None:
    deal(DECK)


def test_fifty_one_cards_cannot() -> None:
    with pytest.raises(RecordError, match="50 items here, not 51"):
        deal((*DECK, "w1"))


def test_a_fourth_copy_cannot() -> None:
    deck = tuple("w1" if card == "w5" else card for card in DECK)
    with pytest.raises(RecordError, match="too often") as refusal:
        deal(deck)
    assert refusal.value.where == "chance[0].order[9]"


def test_a_card_from_another_box_cannot() -> None:
    with pytest.raises(RecordError, match="'k1' does not belong"):
        deal(("k1", *DECK[1:]))
