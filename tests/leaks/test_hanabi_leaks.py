"""Hanabi: what a seat cannot see does not change what it gets.

Two games that differ only in what a seat cannot see give that seat the same bytes: its views, its
log, its legal actions, and the answers to anything it might try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamichi.core import (
    Abandonment,
    Match,
    Seeded,
    UnknownSeat,
    event_for,
)
from hanamichi.core.errors import MoveError
from hanamichi.hanabi import (
    HANABI,
    Card,
    ColourClue,
    HanabiEvent,
    HanabiOptions,
    HanabiState,
    Suit,
    Tile,
    ValueClue,
)
from hanamichi.hanabi.events import CardReturned, HandDealt, TileWithoutEffect
from hanamichi.hanabi.knowledge import from_clues
from tests.hanabi.strategies import Played, games, play_out, universe
from tests.hanabi.table import Fixed, Table, deal, options

T = TypeVar("T")
Viewer = int | None
FIVES = ("w5", "r5", "b5", "y5", "g5")


def viewers(state: HanabiState) -> tuple[Viewer, ...]:
    return (None, *range(state.players))


def answers(state: HanabiState, seat: int) -> list[str]:
    """The answers to everything this seat could try; a clue is answered by its events.

    A played card is left out: its holder learns it then.
    """
    heard = []
    for action in universe(state):
        try:
            _, events = HANABI.apply(state, seat, action, Seeded(0))
        except MoveError as refusal:
            heard.append(f"{refusal.code}: {refusal}")
            continue
        if isinstance(action, ColourClue | ValueClue):
            heard.append(log(list(events), seat).decode())
        else:
            heard.append("accepted")
    return heard


def all_it_knows(state: HanabiState, seat: Viewer) -> bytes:
    """Everything a seat can get out of a position, as bytes."""
    view = HANABI.view(state, seat)
    if seat is None:
        return msgspec.json.encode(view)
    return msgspec.json.encode([view, HANABI.legal_actions(state, seat), answers(state, seat)])


def hidden(state: HanabiState, seat: Viewer) -> list[int]:
    """The ids of cards in hands that this seat does not see."""
    return [
        card
        for owner, hand in enumerate(state.hands)
        if state.ended is None and (seat is None or seat == owner)
        for card in hand
    ]


# -- one position ------------------------------------------------------------------------------


@settings(max_examples=15)
@given(games(), st.integers(0, 1000))
def test_positions_that_look_the_same_give_the_same_bytes(game: Played, seed: int) -> None:
    for state in [*game.states[::7], *(s for s in game.states if s.pending), game.match.state]:
        for seat in viewers(state):
            imagined = HANABI.imagine(state, seat, Seeded(seed))
            assert all_it_knows(imagined, seat) == all_it_knows(state, seat)


@given(games(), st.integers(0, 1000))
def test_an_imagined_position_moves_only_hidden_cards_and_is_true_to_the_clues(
    game: Played, seed: int
) -> None:
    for state in game.states[::3]:
        for seat in viewers(state):
            imagined = HANABI.imagine(state, seat, Seeded(seed))
            unseen = hidden(state, seat)
            for card in range(state.drawn):
                if card not in unseen:
                    assert imagined.deck[card] is state.deck[card]
            assert Counter(imagined.deck) == Counter(state.deck)
            assert sorted(map(str, imagined.tiles)) == sorted(map(str, state.tiles))
            view = HANABI.view(imagined, seat)
            for held in (held for hand in view.hands for held in hand):
                assert imagined.deck[held.id] in from_clues(view, held)


def test_imagining_moves_hidden_cards() -> None:
    """Without this the tests above could pass by comparing a position with itself."""
    tried = moved_hand = moved_deck = moved_tiles = 0
    rules = options(flamboyants=True, avalanche="wild", black_powder=True)
    for seed in range(12):
        for state in play_out(rules, 3, seed, 0.9).states[:-1:3]:
            for seat in viewers(state):
                imagined = HANABI.imagine(state, seat, Seeded(seed))
                tried += 1
                unseen = hidden(state, seat)
                moved_hand += any(imagined.deck[card] is not state.deck[card] for card in unseen)
                moved_deck += imagined.deck[state.drawn :] != state.deck[state.drawn :]
                moved_tiles += imagined.tiles != state.tiles
    assert tried > 200
    assert moved_hand > 0.95 * tried
    assert moved_deck > 0.8 * tried
    assert moved_tiles > 0.8 * tried


# -- a whole game ------------------------------------------------------------------------------


class Dealt:
    """Chance that gives these orders for any label."""

    def __init__(self, **orders: tuple[object, ...]) -> None:
        self._orders = orders

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = self._orders[label.replace("-", "_")]
        assert Counter(order) == Counter(items)
        return order  # type: ignore[return-value]  # the same items, as just checked


def retold(game: Played, ply: int, seat: Viewer, seed: int) -> list[HanabiState]:
    """The first moves again, from a deal that differs only in what the seat has not seen by then.

    The deal is worked out backwards from an imagined position. Nothing, where that position has a
    returned card in a hand from before its return: it looks the same, but never came about so.
    """
    steps = game.steps[:ply]
    imagined = HANABI.imagine(game.states[ply], seat, Seeded(seed))
    first = game.states[0]
    deck = imagined.deck
    orders: dict[str, tuple[object, ...]] = {}
    for step in steps:
        for event in step.events:
            if isinstance(event, CardReturned):  # the tile exists once: this happens once
                drawn = step.before.drawn
                orders["reshuffle"] = deck[drawn:]
                rest = list(deck[drawn:])
                if event.face not in rest:
                    return []
                rest.remove(event.face)
                deck = (*deck[:drawn], *rest)
    revealed = game.states[ply].used_tiles
    chance = Dealt(
        deck=deck,
        tiles=(*revealed, *imagined.tiles),
        first_seat=(first.turn, *(n for n in range(first.players) if n != first.turn)),
        **orders,
    )
    match = Match(HANABI, game.options, first.players, chance)
    states = [match.state]
    logs = [log(match.events, seat)]
    for step in steps:
        match.play(step.action, step.seat)
        states.append(match.state)
        logs.append(log(match.events, seat))
    assert match.state == imagined
    seen: list[HanabiEvent] = list(game.match.events[: first.players + 1])
    told = [log(seen, seat)]
    for step in steps:
        seen += step.events
        told.append(log(seen, seat))
    assert logs == told
    return states


def log(events: list[HanabiEvent], seat: Viewer) -> bytes:
    """The log of a seat, as bytes."""
    return msgspec.json.encode([event_for(event, seat) for event in events])


@settings(max_examples=60)
@given(games(), st.data())
def test_a_game_with_other_hidden_cards_has_the_same_log_from_the_deal_on(
    game: Played, data: st.DataObject
) -> None:
    ply = data.draw(st.integers(0, len(game.steps)), label="up to")
    seed = data.draw(st.integers(0, 1000), label="imagination")
    said = [event for step in game.steps[:ply] for event in step.events]
    if TileWithoutEffect(Tile.COLOUR_CLUE) in said:
        return  # all seats just learnt, without a clue, that no hand has a colour to name
    for seat in viewers(game.states[0]):
        for before, other in zip(game.states, retold(game, ply, seat, seed), strict=False):
            assert msgspec.json.encode(HANABI.view(other, seat)) == msgspec.json.encode(
                HANABI.view(before, seat)
            )
            if seat is not None:
                assert HANABI.legal_actions(other, seat) == HANABI.legal_actions(before, seat)


def test_the_replayed_game_has_another_deal() -> None:
    rules = options(flamboyants=True, first_seat=0)
    changed = 0
    for seed in range(10):
        game = play_out(rules, 2, seed, 1.0)
        half = len(game.steps) // 2
        drawn = game.states[half].drawn
        again = retold(game, half, 0, seed)
        changed += again != [] and again[0].deck[:drawn] != game.states[0].deck[:drawn]
    assert changed == 10


# -- by construction ---------------------------------------------------------------------------


def shown_to(table: Table, name: str | None) -> str:
    """Everything sent to a seat, as text."""
    return (msgspec.json.encode(table.view(name)) + msgspec.json.encode(table.log(name))).decode()


def fives_in(text: str) -> set[str]:
    return {face for face in FIVES if f'"{face}"' in text}


@pytest.fixture
def all_fives() -> Table:
    """Ann holds the only five 5s there are."""
    table = deal(" ".join(FIVES), "...", "...", tokens=8, errors=10, deck="w1 ...")
    table.events += [
        HandDealt(seat, hand, tuple(table.state.deck[card] for card in hand))
        for seat, hand in enumerate(table.state.hands)
    ]
    return table


def test_a_seats_own_cards_appear_nowhere_in_what_it_is_sent(all_fives: Table) -> None:
    assert fives_in(shown_to(all_fives, "Ann")) == set()
    assert fives_in(shown_to(all_fives, None)) == set()
    assert fives_in(shown_to(all_fives, "Bob")) == set(FIVES)


def test_a_clue_names_no_face(all_fives: Table) -> None:
    all_fives.do("clue Cat 1")
    all_fives.do("clue Ann 5")
    all_fives.do("clue Ann red")
    assert all_fives.told("Ann")[1] == "red 5"
    assert fives_in(shown_to(all_fives, "Ann")) == set()


def test_only_what_was_played_or_discarded_is_shown(all_fives: Table) -> None:
    all_fives.do("play r5")
    assert fives_in(shown_to(all_fives, "Ann")) == {"r5"}
    all_fives.do("clue Ann 5")
    all_fives.do("clue Ann red")
    all_fives.do("discard b5")
    assert fives_in(shown_to(all_fives, "Ann")) == {"r5", "b5"}
    assert fives_in(shown_to(all_fives, None)) == {"r5", "b5"}


def test_rearranging_shows_nothing(all_fives: Table) -> None:
    all_fives.do("arrange 5 4 3 2 1")
    assert fives_in(shown_to(all_fives, "Ann")) == set()


def test_a_drawn_card_is_shown_to_everyone_but_the_drawer() -> None:
    table = deal("w2 ...", "...", "...", deck="g5 ...", tokens=3)
    table.do("discard w2")
    assert "g5" not in shown_to(table, "Ann")
    assert "g5" not in shown_to(table, None)
    assert "g5" in shown_to(table, "Bob")
    assert "g5" in shown_to(table, "Cat")


def test_the_deck_is_shown_to_no_seat() -> None:
    table = deal("w1 w1 w1 w2 w2", "w3 w3 w4 w4 b1", deck="g5 r5 ...")
    for name in ("Ann", "Bob", None):
        assert fives_in(shown_to(table, name)) == set()
        assert table.view(name).deck == 40


def test_the_deck_stays_hidden_when_the_game_is_over() -> None:
    table = deal("w1 w1 w1 w2 w2", "w3 w3 w4 w4 b1", deck="g5 r5 ...", errors=1)
    table.do("play w2")
    for name in ("Ann", "Bob", None):
        assert fives_in(shown_to(table, name)) == set()


def test_tiles_face_down_are_shown_to_no_seat() -> None:
    table = deal("...", "...", flamboyants=True)
    for name in ("Ann", "Bob", None):
        assert not any(f'"{tile.value}"' in shown_to(table, name) for tile in Tile)


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    """Such a seat has no hand of its own, and would see all of them."""
    match = Match(HANABI, HanabiOptions(), 2, Seeded(1))

    def view_of_the_state(seat: int) -> object:
        return HANABI.view(match.state, seat)

    for seat in (-1, 2, 99):
        for look in (view_of_the_state, match.view, match.log):
            with pytest.raises(UnknownSeat, match="no seat") as refusal:
                look(seat)
            assert (refusal.value.code, refusal.value.where) == ("seat/unknown", "seat")


# -- ids and returned cards --------------------------------------------------------------------


@pytest.mark.parametrize("first", ["b3", "g1"], ids=["returned card on top", "another on top"])
def test_the_id_of_a_drawn_card_does_not_tell_that_it_was_returned(first: str) -> None:
    """001, 5 flamboyants: whichever card comes first out of the reshuffled deck, ids just go on."""
    table = deal(
        "r5 w4 w4 y4 y4",
        "...",
        fireworks="r4",
        discards="b3",
        deck="g1 g2 ...",
        flamboyants=True,
        tiles="return-card",
        chance=Fixed(reshuffle=first),
    )
    next_id = table.state.drawn
    table.do("play r5")
    table.do("return b3")
    assert table.hand("Ann").split()[-1] == first
    assert table.state.hands[0][-1] == next_id


def test_the_place_of_a_returned_card_is_shown_to_no_seat() -> None:
    seen = []
    for order in ("g1 b3 g2", "g1 g2 b3"):
        table = deal(
            "r5 w4 w4 y4 y4",
            "...",
            fireworks="r4",
            discards="b3",
            deck="g1 g2 ...",
            flamboyants=True,
            tiles="return-card",
            chance=Fixed(reshuffle=order),
        )
        table.do("play r5")
        table.do("return b3")
        seen.append([shown_to(table, name) for name in ("Ann", "Bob", None)])
    assert seen[0] == seen[1]


def test_a_record_holds_hidden_cards_and_a_log_does_not() -> None:
    """What must never be sent to a seat is easily told from what may."""
    match = Match(HANABI, options(first_seat=0), 2, Fixed(deck="w5 r5 b5 y5 g5"))
    record = msgspec.json.encode(match.record(Abandonment("vote"))).decode()
    assert fives_in(record) == set(FIVES)
    assert fives_in(msgspec.json.encode(match.log(0)).decode()) == set()


# -- knowing too much --------------------------------------------------------------------------


def test_a_wild_card_touched_by_a_colour_shows_only_that_colour() -> None:
    table = deal("m2 w1 w2 w3 w4", "...", "...", avalanche="wild", turn="Bob")
    table.do("clue Ann red")
    held = table.view("Ann").hands[0][0]
    assert (held.face, held.colours) == (None, (Suit.RED,))
    assert Card.M2 in from_clues(table.view("Ann"), held)
    assert Card.R2 in from_clues(table.view("Ann"), held)
