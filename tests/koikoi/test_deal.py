"""Dealer, deal, swap, lucky hands and void deals (003, Préparatif; 004, Déroulement du jeu)."""

import pytest

from hanamichi.core import event_for
from hanamichi.koikoi import CARDS, Card, Ending, KoiKoiOptions, Pattern, Phase
from hanamichi.koikoi.events import (
    DealerDrawn,
    DealVoided,
    FieldDealt,
    HandDealt,
    HandSeen,
    LuckyHandsCancelled,
    LuckyHandShown,
    MatchEnded,
    RoundEnded,
    RoundStarted,
    SwapDecided,
)
from tests.koikoi.tables import (
    DEALER_HAND,
    FIELD,
    GAME,
    NINTENDO,
    OTHER_HAND,
    ROBIN_RED,
    cards,
    deck,
    options_with,
    start,
)

PLAIN = options_with(first_dealer=0)
FOUR_OF_A_MONTH = "1L 1R 1a 1b 2A 3L 4A 5A"
FOUR_PAIRS = "1L 1R 2A 2R 3L 3R 4A 4R"
OTHER_FOUR_PAIRS = "5A 5R 6A 6R 7A 7R 8L 8A"
HARMLESS = "5R 6R 7R 8A 9a 10a 11R 12a"
HARMLESS_FIELD = "9b 9R 9A 10b 11A 11a 12b 12c"


# Who deals


@pytest.mark.parametrize(("draws", "dealer"), [("3L 4A", 0), ("12a 1b", 1)])
def test_the_earlier_month_deals(draws: str, dealer: int) -> None:
    """003, Préparatif; 004, Choix du donneur."""
    table = start(NINTENDO, deck(NINTENDO), dealer_draw=draws)
    drawn = cards(draws)
    assert table.one(DealerDrawn) == DealerDrawn(((drawn[0], drawn[1]),), dealer)
    assert table.round.dealer == dealer


def test_equal_months_draw_again() -> None:
    """003, Préparatif."""
    table = start(NINTENDO, deck(NINTENDO), dealer_draw="3L 3R 8L 8A 5a 2a")
    assert len(table.one(DealerDrawn).draws) == 3
    assert table.round.dealer == 1


def test_no_draw_is_needed_when_the_table_names_the_dealer() -> None:
    table = start(options_with(first_dealer=1), deck(NINTENDO))
    assert table.all(DealerDrawn) == []
    assert table.round.dealer == 1


def test_the_dealer_plays_first() -> None:
    """003, Chaque joueur examine ses cartes; 004, Déroulement du jeu."""
    table = start(options_with(first_dealer=1), deck(NINTENDO))
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)


# The order of the deal


def packets(options: KoiKoiOptions) -> list[tuple[str, tuple[Card, ...]]]:
    table = start(options, CARDS)
    names = {0: "dealer", 1: "opponent"}
    return [
        (names[event.seat] if isinstance(event, HandDealt) else "field", event.cards)
        for event in table.events
        if isinstance(event, HandDealt | FieldDealt)
    ]


def test_nintendo_deals_two_by_two_to_opponent_field_and_dealer() -> None:
    """004, Déroulement du jeu."""
    options = options_with(first_dealer=0, void_deals="never", lucky_hands=False)
    order = packets(options)
    assert [who for who, _ in order] == ["opponent", "field", "dealer"] * 4
    assert [card for _, packet in order for card in packet] == list(CARDS[:24])
    assert {len(packet) for _, packet in order} == {2}


def test_robin_red_deals_by_fours_to_the_players_and_then_the_field_twice() -> None:
    """003, Préparatif."""
    order = packets(options_with(ROBIN_RED, first_dealer=0))
    assert [who for who, _ in order] == ["opponent", "dealer", "field"] * 2
    assert [card for _, packet in order for card in packet] == list(CARDS[:24])
    assert {len(packet) for _, packet in order} == {4}


def test_eight_cards_each_on_the_field_too_and_24_in_the_stock() -> None:
    """003, Préparatif; 004, Déroulement du jeu."""
    round_ = start(PLAIN, deck(PLAIN)).round
    assert [len(hand) for hand in round_.hands] == [8, 8]
    assert len(round_.field) == 8
    assert len(round_.stock) == 24


def test_a_seat_sees_its_own_packets_as_they_are_dealt() -> None:
    """004, Déroulement du jeu: hands are dealt face down."""
    table = start(PLAIN, deck(PLAIN))
    own = [event_for(event, 0) for event in table.all(HandDealt)]
    assert [event.cards for event in own if event and event.seat == 0] == [
        cards("1L 2A"),
        cards("3L 4A"),
        cards("5A 6A"),
        cards("7A 8L"),
    ]
    assert [event for event in own if event and event.seat == 1] == [HandDealt(1, 2)] * 4


# The swap


SWAP = options_with(ROBIN_RED, first_dealer=0)


def test_before_anyone_looks_the_opponent_may_swap_hands_with_the_dealer() -> None:
    """003, Règles du jeu."""
    table = start(SWAP, deck(SWAP))
    assert (table.phase, table.to_act, table.legal()) == (Phase.SWAP, 1, ["swap", "keep"])
    swapped = table.play("swap")
    assert GAME.view(swapped.state, 0).hand == cards(OTHER_HAND)
    assert GAME.view(swapped.state, 1).hand == cards(DEALER_HAND)
    assert swapped.one(SwapDecided) == SwapDecided(1, swapped=True)
    assert (swapped.phase, swapped.to_act) == (Phase.PLAY, 0)


def test_the_opponent_may_keep_the_hand() -> None:
    """003, Règles du jeu."""
    table = start(SWAP, deck(SWAP)).play("keep")
    assert GAME.view(table.state, 0).hand == cards(DEALER_HAND)
    assert table.one(SwapDecided) == SwapDecided(1, swapped=False)


def test_until_the_swap_is_decided_no_player_sees_a_hand_not_even_its_owner() -> None:
    """003, Règles du jeu."""
    table = start(SWAP, deck(SWAP))
    for seat in (0, 1, None):
        assert GAME.view(table.state, seat).hands == (None, None)
        assert all(
            event.cards == ()
            for dealt in table.all(HandDealt)
            if (event := event_for(dealt, seat)) is not None
        )


def test_after_the_swap_each_seat_is_shown_its_own_hand() -> None:
    """003, Chaque joueur examine ses cartes."""
    table = start(SWAP, deck(SWAP)).play("swap")
    shown = [event_for(event, 0) for event in table.all(HandSeen)]
    assert shown == [HandSeen(0, cards(OTHER_HAND)), HandSeen(1)]


def test_nintendo_has_no_swap() -> None:
    """004 knows none."""
    assert start(PLAIN, deck(PLAIN)).phase is Phase.PLAY


# Lucky hands


@pytest.mark.parametrize(
    ("hand", "pattern"),
    [(FOUR_OF_A_MONTH, Pattern.FOUR_OF_A_MONTH), (FOUR_PAIRS, Pattern.FOUR_PAIRS)],
)
@pytest.mark.parametrize("lucky", [0, 1])
def test_a_lucky_hand_wins_the_round_at_once_for_six_points(
    hand: str, pattern: Pattern, lucky: int
) -> None:
    """003, Chaque joueur examine ses cartes, 1; 004, Main heureuse."""
    dealt = {"dealer": hand, "other": HARMLESS}
    if lucky:
        dealt = {"dealer": HARMLESS, "other": hand}
    table = start(PLAIN, deck(PLAIN, field=HARMLESS_FIELD, **dealt), deck(PLAIN))
    result = table.state.results[0]
    assert (result.ending, result.winner, result.points) == (Ending.LUCKY_HAND, lucky, 6)
    assert result.lucky is pattern
    assert table.one(LuckyHandShown) == LuckyHandShown(lucky, pattern, cards(hand))
    assert table.state.scores[lucky] == 6
    assert (table.round.number, table.round.dealer) == (2, lucky)


@pytest.mark.parametrize(
    "hand",
    [
        "1L 1R 1a 2A 2R 2a 3L 3R",  # three, three and a pair
        "1L 1R 2A 2R 3L 3R 4A 5A",  # three pairs
        "1L 1R 1a 2A 2R 3L 3R 4A",  # a three among pairs
    ],
)
def test_three_of_a_month_or_three_pairs_are_not_lucky(hand: str) -> None:
    """003, Chaque joueur examine ses cartes, 1; 004, Main heureuse."""
    table = start(PLAIN, deck(PLAIN, dealer=hand, other=HARMLESS, field=HARMLESS_FIELD))
    assert table.state.results == ()
    assert table.phase is Phase.PLAY


def test_lucky_hands_may_be_switched_off() -> None:
    options = options_with(first_dealer=0, lucky_hands=False)
    table = start(options, deck(options, dealer=FOUR_PAIRS, other=HARMLESS, field=HARMLESS_FIELD))
    assert table.phase is Phase.PLAY


BOTH_LUCKY = {"dealer": FOUR_PAIRS, "other": OTHER_FOUR_PAIRS, "field": FIELD}


def test_two_lucky_hands_cancel_each_other() -> None:
    """RULES, A round, 4."""
    table = start(PLAIN, deck(PLAIN, **BOTH_LUCKY))
    assert table.one(LuckyHandsCancelled) == LuckyHandsCancelled()
    assert table.all(LuckyHandShown) == []
    assert table.phase is Phase.PLAY
    assert GAME.view(table.state, None).both_lucky


@pytest.mark.parametrize(("drawn_dealer", "dealer"), [("same", 0), ("other", 1)])
def test_two_lucky_hands_are_a_draw_where_the_table_says_so(drawn_dealer: str, dealer: int) -> None:
    """RULES, A round, 4, the flag."""
    options = options_with(first_dealer=0, both_lucky="draw", drawn_dealer=drawn_dealer)
    table = start(options, deck(options, **BOTH_LUCKY), deck(options))
    (result,) = table.state.results
    assert (result.ending, result.winner, result.points) == (Ending.BOTH_LUCKY, None, 0)
    assert len(table.all(LuckyHandShown)) == 2
    assert table.state.scores == (0, 0)
    assert (table.round.number, table.round.dealer) == (2, dealer)


def test_a_lucky_hand_can_end_the_match() -> None:
    """004, Main heureuse: the round is used up."""
    options = options_with(first_dealer=0, rounds=1)
    table = start(options, deck(options, dealer=FOUR_PAIRS, other=HARMLESS, field=HARMLESS_FIELD))
    assert table.to_act is None
    assert table.one(MatchEnded).outcome.winners == (0,)
    assert GAME.outcome(table.state) == table.one(MatchEnded).outcome


def test_lucky_hands_are_looked_for_after_the_swap() -> None:
    """003, Règles du jeu, then Chaque joueur examine ses cartes."""
    dealt = deck(SWAP, dealer=FOUR_PAIRS, other=HARMLESS, field=HARMLESS_FIELD)
    table = start(SWAP, dealt).play("swap", then=[deck(SWAP)])
    assert table.one(RoundEnded).result.winner == 1
    assert (table.phase, table.to_act) == (Phase.SWAP, 0)


# Void deals


FIELD_FOUR = "9A 9R 9a 9b 10a 10b 11R 12a"
FIELD_PAIRS = "9A 9R 10a 10b 11R 11A 12a 12b"


@pytest.mark.parametrize(
    ("void_deals", "field", "void"),
    [
        ("never", FIELD_FOUR, False),
        ("never", FIELD_PAIRS, False),
        ("four-of-a-month", FIELD_FOUR, True),
        ("four-of-a-month", FIELD_PAIRS, False),
        ("four-or-pairs", FIELD_FOUR, True),
        ("four-or-pairs", FIELD_PAIRS, True),
    ],
)
def test_a_void_field_is_dealt_again_by_the_same_dealer(
    void_deals: str,
    field: str,
    void: bool,  # noqa: FBT001
) -> None:
    """003, Chaque joueur examine ses cartes, 2; RULES, A round, 5."""
    options = options_with(first_dealer=1, void_deals=void_deals)
    table = start(options, deck(options, field=field), deck(options))
    assert len(table.all(DealVoided)) == int(void)
    assert len(table.all(RoundStarted)) == 1
    assert (table.round.number, table.round.dealer) == (1, 1)
    assert GAME.view(table.state, None).field == cards(FIELD if void else field)


def test_a_lucky_hand_counts_before_a_void_field() -> None:
    """003, Chaque joueur examine ses cartes, 1 and 2 in their order."""
    dealt = deck(PLAIN, dealer=FOUR_PAIRS, other="8a 8b 7a 6a 5R 6R 7R 8A", field=FIELD_FOUR)
    table = start(PLAIN, dealt, deck(PLAIN))
    assert table.all(DealVoided) == []
    assert table.state.results[0].winner == 0


def test_a_void_deal_asks_for_the_swap_again() -> None:
    """003, Règles du jeu: each new deal is unseen."""
    table = start(SWAP, deck(SWAP, field=FIELD_PAIRS)).play("keep", then=[deck(SWAP)])
    assert table.one(DealVoided) == DealVoided(Pattern.FOUR_PAIRS)
    assert (table.phase, table.to_act, table.round.number) == (Phase.SWAP, 1, 1)
