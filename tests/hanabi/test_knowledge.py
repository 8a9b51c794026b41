"""What can be known from a view alone, compared with naive implementations."""

from __future__ import annotations

import itertools
from collections import Counter
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamichi.core import build_options
from hanamichi.hanabi import HANABI, Avalanche, Card, HanabiState, HanabiView, HeldCard, Suit
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.knowledge import (
    deduced,
    efficiency,
    from_clues,
    is_dead,
    is_indispensable,
    is_playable,
    maximum_score,
    pace,
    required_efficiency,
    score,
)
from hanamichi.hanabi.layout import layout_of
from tests.hanabi.strategies import Played, games, play_out
from tests.hanabi.table import cards, deal, options


def faces(found: frozenset[Card]) -> set[str]:
    return {str(card) for card in found}


# -- what a card can be ------------------------------------------------------------------------


def test_a_card_without_clues_can_be_anything_in_the_box() -> None:
    table = deal("...", "...", preset="xii-singes")
    view = table.view("Ann")
    assert len(from_clues(view, view.hands[0][0])) == 25


def test_clues_narrow_a_card_down_by_what_it_is_and_what_it_is_not() -> None:
    table = deal("...", "r1 w3 r4 y4 g4")
    table.do("clue Bob red")
    table.do("clue Ann 1")
    table.do("clue Bob 4")
    view = table.view("Bob")
    red_not_4, neither, red_4, _, _ = (from_clues(view, held) for held in view.hands[1])
    assert faces(red_not_4) == {"r1", "r2", "r3", "r5"}
    assert faces(neither) == {f"{colour}{n}" for colour in "wbyg" for n in (1, 2, 3, 5)}
    assert faces(red_4) == {"r4"}


def test_cards_seen_elsewhere_rule_out_faces() -> None:
    table = deal("r5 ...", "r4 ...", discards="r4", fireworks="r3", turn="Bob", deck="w1 ...")
    table.do("clue Ann red")
    view = table.view("Ann")
    told = view.hands[0][0]
    assert faces(from_clues(view, told)) == {"r1", "r2", "r3", "r4", "r5"}
    assert faces(deduced(view, 0)[0]) == {"r1", "r2", "r3", "r5"}


def test_ones_own_other_cards_rule_out_faces_too() -> None:
    """Two cards told to be red 5s and 4s cannot both be the only red 5."""
    table = deal("r4 r4 w1 w1 w1", "r1 r1 r1 r2 r2", turn="Bob", discards="r3 r3", clue_tokens=20)
    table.do("clue Ann red")
    table.do("clue Bob 1")
    table.do("clue Ann 1")
    assert faces(deduced(table.view("Ann"), 0)[0]) == {"r4", "r5"}
    table = deal("r5 r4 r4 w1 w1", "r1 r1 r1 r2 r2", turn="Bob", discards="r3 r3", clue_tokens=20)
    table.do("clue Ann red")
    first, second, third, *_ = deduced(table.view("Ann"), 0)
    assert faces(first) == faces(second) == faces(third) == {"r4", "r5"}
    table.do("clue Bob 1")
    table.do("clue Ann 5")
    first, second, third, *_ = deduced(table.view("Ann"), 0)
    assert (faces(first), faces(second), faces(third)) == ({"r5"}, {"r4"}, {"r4"})


def told_alike(view: HanabiView, held: HeldCard, face: Card) -> bool:
    """Whether a card with this face would have been given the same clues."""

    def matches(colour: Suit) -> bool:
        if face.suit is Suit.MULTICOLOUR and view.options.avalanche is Avalanche.WILD:
            return True
        return face.suit is colour

    return (
        all(matches(colour) for colour in held.colours)
        and not any(matches(colour) for colour in held.not_colours)
        and all(face.number == value for value in held.values)
        and face.number not in held.not_values
    )


def every_hand(view: HanabiView, seat: int) -> tuple[set[Card], ...] | None:
    """What each card can be, by trying every hand there could be; None where there are too many."""
    unseen = Counter(layout_of(view.options).deck)
    unseen.subtract(view.discards)
    for suit, height in view.fireworks.items():
        unseen.subtract(card_at(suit, step) for step in range(1, height + 1))
    for owner, hand in enumerate(view.hands):
        if owner != seat:
            unseen.subtract(held.face for held in hand if held.face is not None)
    hand = view.hands[seat]
    choices = [
        [card for card in unseen if unseen[card] > 0 and told_alike(view, held, card)]
        for held in hand
    ]
    if prod(map(len, choices)) > 20_000:
        return None
    found: tuple[set[Card], ...] = tuple(set() for _ in hand)
    for dealt in itertools.product(*choices):
        if all(dealt.count(card) <= unseen[card] for card in dealt):
            for place, card in zip(found, dealt, strict=True):
                place.add(card)
    return found


def late_positions() -> list[tuple[HanabiView, int]]:
    found = []
    extensions: list[dict[str, Any]] = [
        {},
        {"avalanche": "wild"},
        {"avalanche": "sixth"},
        {"black_powder": True},
    ]
    for seed, extension in enumerate(extensions * 6):
        rules = build_options(options(colours=["white", "red"], errors=10), extension)
        for state in play_out(rules, 2 + seed % 2, seed, 0.9).states[8::4]:
            found += [(HANABI.view(state, seat), seat) for seat in range(state.players)]
    return found


def test_deduction_equals_trying_every_hand() -> None:
    compared = narrowed = 0
    for view, seat in late_positions():
        expected = every_hand(view, seat)
        if expected is None or view.outcome is not None:
            continue
        assert deduced(view, seat) == tuple(map(frozenset, expected))
        compared += 1
        clues_alone = tuple(from_clues(view, held) for held in view.hands[seat])
        narrowed += deduced(view, seat) != clues_alone
    assert compared > 100
    assert narrowed > 50


@settings(max_examples=40)
@given(games())
def test_the_truth_is_never_ruled_out(game: Played) -> None:
    for state in game.states[:-1:6]:
        for viewer in (None, *range(state.players)):
            view = HANABI.view(state, viewer)
            for holder, hand in enumerate(state.hands):
                for card, possible in zip(hand, deduced(view, holder), strict=True):
                    assert state.deck[card] in possible


# -- what a card is worth ----------------------------------------------------------------------


def test_a_card_is_playable_when_it_comes_next() -> None:
    view = deal("...", "...", fireworks="r2 p4", black_powder=True).view("Ann")
    playable = {str(card) for card in Card if is_playable(view, card)}
    assert playable == {"w1", "r3", "b1", "y1", "g1", "p3"}


def test_a_card_is_dead_once_played_or_once_a_card_before_it_is_gone() -> None:
    view = deal("...", "...", fireworks="r2", discards="b3 b3", deck="...").view("Ann")
    dead = {str(card) for card in layout_of(view.options).deck if is_dead(view, card)}
    assert dead == {"r1", "r2", "b3", "b4", "b5"}


def test_a_card_that_is_not_in_the_box_is_dead_and_not_needed() -> None:
    view = deal("...", "...").view("Ann")
    assert is_dead(view, Card.M1)
    assert not is_playable(view, Card.M1)
    assert not is_indispensable(view, Card.M1)


def test_a_card_is_indispensable_when_it_is_needed_and_the_last_of_its_kind() -> None:
    view = deal("...", "...", fireworks="r2", discards="b4 b3 r1 y1 y1").view("Ann")
    needed = {str(card) for card in layout_of(view.options).deck if is_indispensable(view, card)}
    assert needed == {"w5", "r5", "b3", "b4", "b5", "y5", "y1", "g5"}


def test_what_is_lost_is_not_indispensable() -> None:
    view = deal("...", "...", discards="b3 b3").view("Ann")
    assert not is_indispensable(view, Card.B4)
    assert not is_indispensable(view, Card.B3)
    assert is_dead(view, Card.B5)


def test_the_black_powder_counts_its_copies_downwards() -> None:
    view = deal("...", "...", black_powder=True, discards="p5 p2").view("Ann")
    assert is_indispensable(view, Card.P1)
    assert is_indispensable(view, Card.P2)
    assert not is_indispensable(view, Card.P5)


def test_an_unused_tile_may_still_bring_a_lost_card_back() -> None:
    lost = "b3 b3"
    with_tiles = deal("...", "...", discards=lost, flamboyants=True).view("Ann")
    assert not is_dead(with_tiles, Card.B5)
    assert not is_indispensable(with_tiles, Card.B3)  # there is none left to lose
    used_up = deal("...", "...", discards=lost, flamboyants=True, tiles="repair").view("Ann")
    assert is_dead(used_up, Card.B5)


# -- the best that can still be reached --------------------------------------------------------


def play_everything(state: HanabiState, lost: tuple[Card, ...] = ()) -> tuple[int, set[Card]]:
    """Play every card that is not discarded, as long as one fits: the points, and what was played.

    Slow and simple.
    """
    rest = list(layout_of(state.options).deck)
    heights = dict.fromkeys(layout_of(state.options).suits, 0)
    for suit in heights:
        for step in range(1, state.fireworks[suit.index] + 1):
            rest.remove(card_at(suit, step))
            heights[suit] += 1
    for gone in (*state.discards, *lost):
        if gone in rest:
            rest.remove(gone)
    played = set()
    while fitting := [card for card in rest if heights[card.suit] == card.step - 1]:
        heights[fitting[0].suit] += 1
        played.add(fitting[0])
        rest.remove(fitting[0])
    points = sum(height for suit, height in heights.items() if suit is not Suit.POWDER)
    return points - (5 - heights.get(Suit.POWDER, 5)), played


def positions_without_tiles() -> list[HanabiState]:
    found = []
    for seed in range(16):
        rules = options(
            avalanche=("none", "wild", "sixth")[seed % 3],
            black_powder=bool(seed % 2),
            errors=10,
            clue_tokens=2,
        )
        found += play_out(rules, 2 + seed % 4, seed, (0.2, 0.6, 0.9)[seed % 3]).states[:-1:5]
    return found


def test_the_reachable_maximum_is_what_playing_everything_left_would_give() -> None:
    states = positions_without_tiles()
    maxima = [maximum_score(HANABI.view(state, 0)) for state in states]
    assert maxima == [play_everything(state)[0] for state in states]
    assert len(set(maxima)) > 8


def test_dead_and_indispensable_are_what_playing_everything_left_shows() -> None:
    for state in positions_without_tiles()[::2]:
        view = HANABI.view(state, None)
        best, played = play_everything(state)
        for card in set(layout_of(state.options).deck):
            assert is_dead(view, card) == (card not in played)
            assert is_indispensable(view, card) == (play_everything(state, (card,))[0] < best)


@given(games())
def test_the_reachable_maximum_only_falls_and_is_never_beaten(game: Played) -> None:
    views = [HANABI.view(state, None) for state in game.states]
    maxima = [maximum_score(view) for view in views[:-1]]
    points = [score(view) for view in views]
    assert maxima == sorted(maxima, reverse=True)
    assert maxima[0] == layout_of(game.options).maximum
    assert maxima[-1] >= points[-1]
    assert points == sorted(points)
    assert maximum_score(views[-1]) == game.match.record().result["score"]  # type: ignore[index]


def test_lost_cards_lower_the_maximum_by_all_cards_that_need_them() -> None:
    assert maximum_score(deal("...", "...", discards="b3 b3").view("Ann")) == 22
    assert maximum_score(deal("...", "...", discards="b1 b1 b1 y5").view("Ann")) == 19
    powder = deal("...", "...", discards="p3 p3", black_powder=True).view("Ann")
    assert maximum_score(powder) == 22


def test_two_tiles_can_bring_two_lost_cards_back() -> None:
    lost: dict[str, Any] = {"discards": "b3 b3 y5 g1 g1 g1", "flamboyants": True}
    assert maximum_score(deal("...", "...", **lost).view("Ann")) == 24
    one = deal("...", "...", tiles="return-card", **lost)
    assert maximum_score(one.view("Ann")) == 21
    none = deal("...", "...", tiles="repair", **lost)
    assert maximum_score(none.view("Ann")) == 16


def test_a_tile_that_cannot_be_revealed_brings_nothing_back() -> None:
    lost = "w5 r5 b5 y5 g5"
    table = deal("...", "...", discards=lost, flamboyants=True)
    assert maximum_score(table.view("Ann")) == 20


def test_a_waiting_clue_tile_brings_no_card_back() -> None:
    table = deal(
        "w1 ...",
        "...",
        fireworks="w5",
        discards="r5 b5 y5 g5",
        flamboyants=True,
        tiles="return-card recover-card",
        pending="colour-clue",
    )
    assert maximum_score(table.view("Ann")) == 21
    table = deal(
        "w1 ...",
        "...",
        fireworks="w5",
        discards="r5 b5 y5 g5",
        flamboyants=True,
        tiles="recover-card",
        pending="return-card",
    )
    assert maximum_score(table.view("Ann")) == 23


# -- how the team is doing ---------------------------------------------------------------------


@pytest.mark.parametrize(("players", "expected"), [(2, 17), (3, 13), (4, 13), (5, 10)])
def test_the_pace_at_the_start(players: int, expected: int) -> None:
    assert pace(deal(*["..."] * players).view("Ann")) == expected


def test_a_discard_costs_pace_and_a_played_card_does_not() -> None:
    table = deal("r1 w4 ...", "w1 ...", tokens=4)
    assert pace(table.view(None)) == 17
    table.do("play r1")
    assert pace(table.view(None)) == 17
    table.do("discard w1")
    assert pace(table.view(None)) == 16
    table.do("clue Bob 1")
    assert pace(table.view(None)) == 16


def test_losing_points_for_good_gives_pace_back() -> None:
    table = deal("b5 ...", "...", tokens=4)
    table.do("discard b5")
    assert pace(table.view(None)) == 17


def test_the_pace_in_the_last_round_counts_the_turns_that_remain() -> None:
    table = deal("g4 ...", "g5 ...", fireworks="w5 r5 b5 y5 g3", turns_left=2, deck="")
    assert pace(table.view(None)) == 23 + 2 - 25
    table.do("clue Bob 5")
    assert pace(table.view(None)) == 23 + 1 - 25


def test_there_is_no_pace_under_the_final_bouquet_or_after_the_end() -> None:
    assert pace(deal("...", "...", final_bouquet=True).view(None)) is None
    over = deal("r2 ...", "...", errors=1)
    over.do("play r2")
    assert pace(over.view(None)) is None


def test_efficiency_is_cards_got_for_each_clue_spent() -> None:
    table = deal("r1 w4 b4 y4 g4", "w1 w2 b3 b3 b4", deck="g1 ...")
    assert efficiency(table.view(None)) is None
    table.do("clue Bob white")
    assert efficiency(table.view(None)) == 2
    table.do("clue Ann 1")
    assert efficiency(table.view(None)) == 3 / 2
    table.do("play r1")
    assert efficiency(table.view(None)) == 3 / 2
    table.do("play w1")
    table.do("clue Bob 5")
    assert efficiency(table.view(None)) == 3 / 3


def test_a_free_clue_spends_nothing() -> None:
    table = deal("r5 ...", "w1 ...", fireworks="r4", tiles="value-clue", flamboyants=True)
    table.do("play r5")
    table.do("clue Bob 1")
    assert efficiency(table.view(None)) is None


def test_the_efficiency_a_perfect_game_needs() -> None:
    """25 cards; 8 tokens, 17 discards that the pace affords, 4 completed fireworks."""
    assert required_efficiency(deal("...", "...").view(None)) == 25 / (8 + 17 + 4)
    five = deal(*["..."] * 5, avalanche="sixth")
    starting_pace = 55 - 20 + 5 - 30
    assert required_efficiency(five.view(None)) == 30 / (8 + starting_pace + 5)


def test_the_score_so_far_is_read_from_the_view() -> None:
    assert score(deal("...", "...", fireworks="r2 w5").view(None)) == 7
    assert score(deal("...", "...", fireworks="r2 p4", black_powder=True).view(None)) == -1


@given(st.sampled_from(Card))
def test_steps_count_a_firework_from_its_first_card(card: Card) -> None:
    assert card_at(card.suit, card.step) is card
    first = "p5" if card.suit is Suit.POWDER else f"{card.suit.letter}1"
    assert card_at(card.suit, 1) is cards(first)[0]
