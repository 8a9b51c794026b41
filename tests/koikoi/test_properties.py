"""Properties of every position of every table."""

import random

import msgspec
from hypothesis import example, given, settings

from hanamichi.core import IllegalMove, MatchRecord, NotYourTurn, Seeded, replay
from hanamichi.koikoi import (
    CARDS,
    CallKoiKoi,
    Ending,
    Keep,
    KoiKoiAction,
    KoiKoiOptions,
    KoiKoiState,
    KoiKoiView,
    Phase,
    PlayCard,
    Stop,
    Swap,
    TakeCard,
    format_action,
    format_event,
    parse_action,
)
from hanamichi.koikoi.cards import indices_in
from hanamichi.koikoi.events import HikiDeclared
from tests.koikoi.strategies import (
    GAJI_TABLE,
    HIKI_SEEDS,
    chooser,
    new_match,
    played,
    seeds,
    tables,
)
from tests.koikoi.tables import GAME

EVERY_ACTION: list[KoiKoiAction] = [
    Swap(),
    Keep(),
    Stop(),
    CallKoiKoi(),
    *map(TakeCard, CARDS),
    *map(PlayCard, CARDS),
    *(PlayCard(card, target) for card in CARDS for target in CARDS),
]


def all_cards(state: KoiKoiState) -> list[int]:
    round_ = state.round
    turned = [] if round_.turned is None else [round_.turned]
    captured = [*indices_in(round_.captures[0]), *indices_in(round_.captures[1])]
    return [*round_.hands[0], *round_.hands[1], *round_.field, *round_.stock, *captured, *turned]


@settings(max_examples=240)
@given(options=tables, seed=seeds)
@example(options=GAJI_TABLE, seed=HIKI_SEEDS[0])
def test_no_card_is_ever_lost_or_doubled(options: KoiKoiOptions, seed: int) -> None:
    for match in played(options, seed):
        assert sorted(all_cards(match.state)) == list(range(48))


@settings(max_examples=240)
@given(options=tables, seed=seeds)
def test_a_match_has_all_its_rounds_and_scores_are_their_sum(
    options: KoiKoiOptions, seed: int
) -> None:
    *_, match = played(options, seed)
    results = match.state.results
    assert [result.number for result in results] == list(range(1, options.rounds + 1))
    for seat in (0, 1):
        won = sum(result.points for result in results if result.winner == seat)
        assert match.state.scores[seat] == won
    for result in results:
        drawn = result.ending in {Ending.HANDS_EMPTY, Ending.BOTH_LUCKY}
        assert (result.winner is None) == drawn
        assert (result.points > 0) != drawn


@settings(max_examples=150)
@given(options=tables, seed=seeds)
@example(options=GAJI_TABLE, seed=HIKI_SEEDS[0])
def test_an_action_is_accepted_exactly_when_it_is_listed(options: KoiKoiOptions, seed: int) -> None:
    rng = random.Random(seed)
    for match in played(options, seed):
        state, seat = match.state, match.to_act
        if seat is None:
            break
        legal = match.legal_actions()
        assert legal
        assert len(set(legal)) == len(legal)
        for action in {*legal, *rng.sample(EVERY_ACTION, 20)}:
            assert accepts(state, seat, action) == (action in legal)
        assert not accepts(state, 1 - seat, legal[0])


@settings(max_examples=60)
@given(options=tables, seed=seeds)
def test_of_all_possible_actions_only_the_listed_ones_are_accepted(
    options: KoiKoiOptions, seed: int
) -> None:
    match = new_match(options, seed)
    choose = chooser(seed)
    for _ in range(seed % 25):
        if match.to_act is not None:
            match.play(choose(match.legal_actions()))
    seat = match.to_act
    if seat is not None:
        accepted = [a for a in EVERY_ACTION if accepts(match.state, seat, a)]
        assert set(accepted) == set(match.legal_actions())


def accepts(state: KoiKoiState, seat: int, action: KoiKoiAction) -> bool:
    before = msgspec.json.encode(state)
    try:
        GAME.apply(state, seat, action, Seeded(0))
    except (IllegalMove, NotYourTurn):
        return False
    finally:
        assert msgspec.json.encode(state) == before
    return True


@settings(max_examples=180)
@given(options=tables, seed=seeds)
@example(options=GAJI_TABLE, seed=HIKI_SEEDS[0])
def test_a_record_replays_to_the_same_states_and_events(options: KoiKoiOptions, seed: int) -> None:
    match = new_match(options, seed)
    states = [match.state]
    choose = chooser(seed)
    while match.to_act is not None:
        match.play(choose(match.legal_actions()))
        states.append(match.state)
    written = msgspec.json.encode(match.record())
    positions = list(replay(GAME, msgspec.json.decode(written, type=MatchRecord)))
    assert [position.state for position in positions] == states
    assert [position.ply for position in positions] == list(range(len(states)))
    assert [event for position in positions for event in position.events] == match.events


@settings(max_examples=180)
@given(options=tables, seed=seeds)
@example(options=GAJI_TABLE, seed=HIKI_SEEDS[0])
def test_states_views_actions_and_events_survive_json(options: KoiKoiOptions, seed: int) -> None:
    for match in played(options, seed):
        assert decoded(match.state, KoiKoiState) == match.state
        for seat in (0, 1, None):
            assert decoded(match.view(seat), KoiKoiView) == match.view(seat)
        for action in match.legal_actions():
            assert GAME.parse_action(msgspec.json.encode(action)) == action
            assert GAME.parse_action(msgspec.to_builtins(action)) == action
    for event in match.events:
        assert decoded(event, GAME.event_type) == event


def decoded(value: object, kind: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


@settings(max_examples=180)
@given(options=tables, seed=seeds)
def test_every_move_and_event_has_a_text(options: KoiKoiOptions, seed: int) -> None:
    for match in played(options, seed):
        if match.to_act is not None:
            view = match.view(match.to_act)
            for action in match.legal_actions():
                assert parse_action(format_action(action), view) == action
    for event in match.events:
        line = format_event(event)
        assert line
        assert "\n" not in line


@settings(max_examples=180)
@given(options=tables, seed=seeds)
def test_each_decision_counts_as_one_ply(options: KoiKoiOptions, seed: int) -> None:
    assert [GAME.ply(match.state) for match in played(options, seed)] == list(
        range(GAME.ply(match_end(options, seed)) + 1)
    )


def match_end(options: KoiKoiOptions, seed: int) -> KoiKoiState:
    *_, match = played(options, seed)
    return match.state


def test_random_play_reaches_every_kind_of_position() -> None:
    """So that the properties above are not about easy positions only."""
    endings: set[Ending] = set()
    phases: set[Phase] = set()
    hiki = paired = 0
    for seed in (*HIKI_SEEDS, *range(12)):
        for match in played(GAJI_TABLE, seed):
            phases.add(match.state.round.phase)
            paired += match.state.round.pairing is not None
        endings |= {result.ending for result in match.state.results}
        hiki += sum(isinstance(event, HikiDeclared) for event in match.events)
    assert phases == set(Phase)
    assert {Ending.STOP, Ending.FORCED_STOP, Ending.HANDS_EMPTY} <= endings
    assert hiki
    assert paired
