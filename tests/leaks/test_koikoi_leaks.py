"""Koi-Koi: what a seat cannot see does not change what it gets."""

import random

import msgspec
import pytest
from hypothesis import example, given, settings

from hanamichi.core import ChanceDraw, HanamichiError, Replayed, Seat, Seeded, event_for
from hanamichi.koikoi import (
    CARDS,
    CallKoiKoi,
    Keep,
    KoiKoiAction,
    KoiKoiEvent,
    KoiKoiMatch,
    KoiKoiOptions,
    KoiKoiState,
    Pattern,
    Phase,
    PlayCard,
    Stop,
    TakeCard,
)
from hanamichi.koikoi.deal import pattern_in
from tests.koikoi.strategies import GAJI_TABLE, HIKI_SEEDS, played, seeds, tables
from tests.koikoi.tables import (
    GAME,
    NINTENDO,
    ROBIN_RED,
    Rigged,
    cards,
    deck,
    options_with,
    position,
    start,
)

SEATS: tuple[Seat | None, ...] = (0, 1, None)
PROBES: tuple[KoiKoiAction, ...] = (
    Keep(),
    Stop(),
    CallKoiKoi(),
    *map(TakeCard, CARDS[::5]),
    *map(PlayCard, CARDS[::3]),
    *(PlayCard(CARDS[43], target) for target in CARDS[::5]),
)


def seen(state: KoiKoiState, seat: Seat | None) -> bytes:
    """All a seat can learn from the game at a position, as bytes."""
    legal = () if seat is None else GAME.legal_actions(state, seat)
    return msgspec.json.encode([GAME.to_act(state), GAME.view(state, seat), legal])


def answers(state: KoiKoiState, seat: Seat) -> list[str]:
    """The messages for refused moves."""
    legal = GAME.legal_actions(state, seat)
    said = []
    for action in PROBES:
        if action not in legal:
            try:
                GAME.apply(state, seat, action, Seeded(0))
            except HanamichiError as error:
                said.append(f"{error.code}: {error}")
    return said


@settings(max_examples=80)
@given(options=tables, seed=seeds)
@example(options=GAJI_TABLE, seed=HIKI_SEEDS[0])
def test_views_legal_actions_and_errors_depend_only_on_what_is_seen(
    options: KoiKoiOptions, seed: int
) -> None:
    chance = Seeded(seed)
    for match in played(options, seed):
        for seat in SEATS:
            other = GAME.imagine(match.state, seat, chance)
            assert seen(other, seat) == seen(match.state, seat)
            if seat is not None:
                assert answers(other, seat) == answers(match.state, seat)


@settings(max_examples=150)
@given(options=tables, seed=seeds)
@example(options=GAJI_TABLE, seed=HIKI_SEEDS[0])
def test_the_whole_log_is_the_same_when_hidden_cards_were_dealt_otherwise(
    options: KoiKoiOptions, seed: int
) -> None:
    rng = random.Random(seed)
    for match in played(options, seed):
        if rng.random() < 0.15 or match.to_act is None:
            for seat in SEATS:
                assert log_of(retold(match, seat, Seeded(seed)), seat) == log_of(match.events, seat)


@pytest.mark.parametrize("seed", HIKI_SEEDS)
def test_a_log_with_a_hiki_is_the_same_at_every_ply(seed: int) -> None:
    """003, Dans les 2 cas: before it was declared, and after."""
    for match in played(GAJI_TABLE, seed):
        for seat in SEATS:
            assert log_of(retold(match, seat, Seeded(seed)), seat) == log_of(match.events, seat)


def retold(match: KoiKoiMatch, seat: Seat | None, chance: Seeded) -> list[KoiKoiEvent]:
    """The same moves from the first deal on, with what the seat cannot see dealt otherwise."""
    imagined = GAME.imagine(match.state, seat, chance).round
    real = match.state.round
    moved = {
        CARDS[a].value: CARDS[b].value
        for a, b in zip(
            (*real.hands[0], *real.hands[1], *real.stock),
            (*imagined.hands[0], *imagined.hands[1], *imagined.stock),
            strict=True,
        )
    }
    record = match.record()
    *earlier, last_deal = record.chance
    order = tuple(moved.get(name, name) for name in last_deal.order)
    deals = Replayed([*earlier, ChanceDraw(last_deal.label, order)])
    state, dealt = GAME.start(match.options, 2, deals)
    events = list(dealt)
    for move in record.moves:
        state, more = GAME.apply(state, move.seat, GAME.parse_action(move.action), deals)
        events += more
    assert deals.exhausted
    return events


def log_of(events: list[KoiKoiEvent], seat: Seat | None) -> bytes:
    redacted = (event_for(event, seat) for event in events)
    return b"\n".join(msgspec.json.encode(event) for event in redacted if event is not None)


# The particular secrets


def holds(state: KoiKoiState, seat: Seat, card: str) -> bool:
    return cards(card)[0].index in state.round.hands[seat]


def imagined_hands(state: KoiKoiState, seat: Seat | None, count: int) -> list[KoiKoiState]:
    chance = Seeded(4)
    return [GAME.imagine(state, seat, chance) for _ in range(count)]


def test_hidden_cards_do_move() -> None:
    """Otherwise the tests above would prove nothing."""
    state = start(NINTENDO, deck(NINTENDO)).state
    other = GAME.imagine(state, 0, Seeded(1))
    assert other.round.hands[0] == state.round.hands[0]
    assert set(other.round.hands[1]) != set(state.round.hands[1])
    assert other.round.stock != state.round.stock


def test_before_the_swap_even_the_own_hand_is_imagined() -> None:
    """003, Règles du jeu."""
    options = options_with(ROBIN_RED, first_dealer=0)
    state = start(options, deck(options)).state
    other = GAME.imagine(state, 0, Seeded(1))
    assert set(other.round.hands[0]) != set(state.round.hands[0])
    assert other.round.field == state.round.field


def test_a_hiki_is_hidden_until_it_is_declared_and_known_afterwards() -> None:
    """003, Dans les 2 cas."""
    options = options_with(GAJI_TABLE, hand_swap=False, must_capture=False)
    table = position(options, hands=("11a 2A", "8A 5A"), field="8L 8a 8b 3a", stock="6a")
    before = [holds(s, 1, "8A") for s in imagined_hands(table.state, 0, 60)]
    assert True in before
    assert False in before
    declared = table.play("play 11a takes 8L").state
    assert all(holds(s, 1, "8A") for s in imagined_hands(declared, 0, 60))
    assert all(holds(s, 1, "8A") for s in imagined_hands(declared, None, 60))


def test_a_joker_that_was_not_refused_shows_that_there_was_no_hiki() -> None:
    """003, Dans les 2 cas."""
    options = options_with(GAJI_TABLE, hand_swap=False, must_capture=False)
    table = position(options, hands=("11a 2A", "5A 9A"), field="8L 8a 8b 3a", stock="6a 8A")
    after = table.play("play 11a takes 8L").state
    assert not any(holds(s, 1, "8A") for s in imagined_hands(after, 0, 60))


def test_a_card_laid_under_the_duty_to_capture_shows_what_the_hand_has_not() -> None:
    """003, Capturer une carte du Ba."""
    options = options_with(ROBIN_RED, hand_swap=False)
    table = position(options, hands=("5A 9A 6a", "1L 2A"), field="4a 7a", stock="12a")
    after = table.play("play 5A").state
    for imagined in imagined_hands(after, 1, 60):
        assert not {CARDS[index].month for index in imagined.round.hands[0]} & {4, 7}


def dealt_hand(state: KoiKoiState, seat: Seat) -> list[int]:
    played_mask = state.round.played[seat]
    return [*state.round.hands[seat], *(i for i in range(48) if played_mask >> i & 1)]


@pytest.mark.parametrize("seat", SEATS)
def test_when_play_went_on_in_spite_of_luck_both_imagined_hands_are_lucky(
    seat: Seat | None,
) -> None:
    """RULES, A round, 4."""
    options = options_with(first_dealer=0)
    hands = {"dealer": "1L 1R 2A 2R 3L 3R 4A 4R", "other": "5A 5R 6A 6R 7A 7R 8L 8A"}
    table = start(options, deck(options, **hands)).play("play 1L")
    other = GAME.imagine(table.state, seat, Seeded(3))
    assert seen(other, seat) == seen(table.state, seat)
    for hand in (0, 1):
        assert isinstance(pattern_in(dealt_hand(other, hand)), Pattern)


@pytest.mark.parametrize("lucky_hands", [True, False])
def test_where_luck_would_have_won_no_imagined_hand_is_lucky(
    lucky_hands: bool,  # noqa: FBT001
) -> None:
    """003, Chaque joueur examine ses cartes, 1; 004, Main heureuse."""
    # Little but January to April is hidden, so that luck would be likely.
    seen_cards = [card for card in CARDS if card.month > 5]
    table = position(
        options_with(lucky_hands=lucky_hands),
        hands=("5A 5R 5a 5b 4A 4R 3L 2A", "1L 2R 3R 4a 1R 2a 3a 4b"),
        captures=(" ".join(map(str, seen_cards)), ""),
    )
    patterns = [pattern_in(dealt_hand(s, 1)) for s in imagined_hands(table.state, 0, 200)]
    assert any(patterns) is not lucky_hands


def test_after_the_match_only_the_stock_is_imagined() -> None:
    options = options_with(rounds=1)
    table = position(options, hands=("8L 5a", "4a 4b"), field="8a", captures=("9A", ""))
    over = table.play("play 8L", "stop").state
    assert over.round.phase is Phase.OVER
    other = GAME.imagine(over, None, Seeded(1))
    assert other.round.hands == over.round.hands
    assert sorted(other.round.stock) == sorted(over.round.stock)


def test_an_imagined_state_plays_on_by_the_same_rules() -> None:
    state = start(NINTENDO, deck(NINTENDO), dealer_draw="1L 2A").state
    other = GAME.imagine(state, 0, Seeded(1))
    for _ in range(6):
        seat = GAME.to_act(other)
        assert seat is not None
        other, _ = GAME.apply(other, seat, GAME.legal_actions(other, seat)[0], Rigged())


def test_a_chance_that_never_agrees_is_given_up() -> None:
    """A fixed order always deals the same lucky hand where no hand was lucky."""
    table = position(hands=("5A 5R", "1L 2R 3R 4a 1R 2a 3a 4b"), captures=("12L 12a", ""))
    with pytest.raises(RuntimeError, match="never deals"):
        GAME.imagine(table.state, 0, Rigged())
