"""Properties of every game, for all options, table sizes and players."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamichi.core import IllegalMove, MatchRecord, NotYourTurn, Seeded, build_options, replay
from hanamichi.hanabi import HANABI, Card, HanabiOptions, HanabiState
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.events import CardMisplayed, CardPlayed, GameEnded, TokenGained
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.scoring import points_of, rating_of
from tests.hanabi.strategies import Played, games, tables, universe
from tests.refusals import refusal_of


def whereabouts(state: HanabiState) -> Counter[Card]:
    """Every card of the game, wherever it lies."""
    found = Counter(state.deck[state.drawn :])
    found.update(state.deck[card] for hand in state.hands for card in hand)
    found.update(state.discards)
    for suit in layout_of(state.options).suits:
        found.update(card_at(suit, step + 1) for step in range(state.fireworks[suit.index]))
    return found


@given(games())
def test_no_card_is_ever_lost_or_made(game: Played) -> None:
    everything = Counter(layout_of(game.options).deck)
    for state in game.states:
        assert whereabouts(state) == everything


@given(games())
def test_no_card_is_held_twice_and_all_were_drawn(game: Played) -> None:
    for state in game.states:
        held = [card for hand in state.hands for card in hand]
        assert len(held) == len(set(held))
        assert all(0 <= card < state.drawn for card in held)
        assert [len(hand) for hand in state.hands] == [len(told) for told in state.told]


@given(games())
def test_tokens_and_errors_stay_within_their_bounds(game: Played) -> None:
    for state in game.states:
        assert 0 <= state.clue_tokens <= game.options.clue_tokens
        assert 0 <= state.errors <= game.options.errors
        assert (state.errors == game.options.errors) == (state.ended == "errors")


@given(games())
def test_hands_are_full_until_the_deck_is_empty(game: Played) -> None:
    size = hand_size(game.options, len(game.match.players))
    for state in game.states:
        for seat, hand in enumerate(state.hands):
            owing = seat == state.turn and (state.pending is not None or state.ended is not None)
            if owing:
                assert size - 1 <= len(hand) or state.drawn == len(state.deck)
            elif state.drawn < len(state.deck):
                assert len(hand) == size
            assert len(hand) <= size


@settings(max_examples=25)
@given(games(), st.data())
def test_listed_actions_are_accepted_and_all_others_refused(
    game: Played, data: st.DataObject
) -> None:
    every = data.draw(st.integers(5, 9))
    for state in [*game.states[::every], *(s for s in game.states if s.pending)]:
        if state.ended is not None:
            continue
        legal = HANABI.legal_actions(state, state.turn)
        assert legal, "a player who is to act has something to do"
        assert len(legal) == len(set(legal))
        assert set(legal) <= set(universe(state))
        frozen = msgspec.json.encode(state)
        for action in universe(state):
            refusal = refusal_of(IllegalMove, HANABI.apply, state, state.turn, action, Seeded(0))
            assert (refusal is None) == (action in legal), f"{action}: {refusal}"
            assert refusal is None or (refusal.code == "move/illegal" and refusal.message)
        assert msgspec.json.encode(state) == frozen


@settings(max_examples=20)
@given(games())
def test_only_the_seat_to_act_has_anything_to_choose(game: Played) -> None:
    for state in game.states[::4]:
        for seat in range(state.players):
            if seat == HANABI.to_act(state):
                continue
            assert HANABI.legal_actions(state, seat) == ()
            if state.ended is None:
                for action in HANABI.legal_actions(state, state.turn)[:3]:
                    assert refusal_of(NotYourTurn, HANABI.apply, state, seat, action, Seeded(0))


@given(games())
def test_replaying_the_record_gives_the_game_again(game: Played) -> None:
    written = msgspec.json.encode(game.match.record())
    record = msgspec.json.decode(written, type=MatchRecord)
    positions = list(replay(HANABI, record))
    assert [position.state for position in positions] == game.states
    assert [position.events for position in positions[1:]] == [step.events for step in game.steps]
    assert [event for position in positions for event in position.events] == game.match.events


@given(games())
def test_an_unfinished_record_replays_to_where_it_stopped(game: Played) -> None:
    record = game.match.record()
    half = len(record.moves) // 2
    states = game.states[: half + 1]
    reshuffled = sum(draw.label == "reshuffle" for draw in record.chance)
    used = sum(step.events[0].__class__.__name__ == "CardReturned" for step in game.steps[:half])
    cut = msgspec.structs.replace(
        record,
        moves=record.moves[:half],
        chance=record.chance[: len(record.chance) - reshuffled + used],
        result=None,
    )
    assert [position.state for position in replay(HANABI, cut)] == states


def round_trip(value: Any, kind: Any) -> None:
    written = msgspec.json.encode(value)
    again = msgspec.json.decode(written, type=kind)
    assert again == value
    assert msgspec.json.encode(again) == written
    assert msgspec.convert(msgspec.to_builtins(value), kind) == value


@settings(max_examples=30)
@given(games())
def test_everything_survives_json(game: Played) -> None:
    round_trip(game.options, HanabiOptions)
    assert build_options(HanabiOptions(), msgspec.to_builtins(game.options)) == game.options
    for step in game.steps[::5]:
        round_trip(step.after, HANABI.state_type)
        round_trip(step.action, HANABI.action_type)
        assert HANABI.parse_action(msgspec.json.encode(step.action)) == step.action
        assert HANABI.parse_action(msgspec.to_builtins(step.action)) == step.action
        for event in step.events:
            round_trip(event, HANABI.event_type)
            round_trip(event.redacted(), HANABI.event_type)
        for seat in (None, *range(step.after.players)):
            round_trip(HANABI.view(step.after, seat), HANABI.view_type)
    round_trip(HANABI.view(game.match.state, 0), HANABI.view_type)


@given(games())
def test_fireworks_only_grow_a_card_at_a_time(game: Played) -> None:
    for step in game.steps:
        grown = [
            after - before
            for before, after in zip(step.before.fireworks, step.after.fireworks, strict=True)
        ]
        played = sum(isinstance(event, CardPlayed) for event in step.events)
        assert set(grown) <= {0, 1}
        assert sum(grown) == played <= 1


@given(games())
def test_errors_grow_with_misplays_and_tokens_are_accounted_for(game: Played) -> None:
    for step in game.steps:
        misplays = sum(isinstance(event, CardMisplayed) for event in step.events)
        repaired = any(type(event).__name__ == "ErrorRepaired" for event in step.events)
        assert step.after.errors == step.before.errors + misplays - repaired
        gained = sum(isinstance(event, TokenGained) and not event.half for event in step.events)
        spent = step.after.clues_given - step.before.clues_given
        assert step.after.clue_tokens == step.before.clue_tokens + gained - spent


@given(games())
def test_the_outcome_describes_what_happened(game: Played) -> None:
    for state in game.states[:-1]:
        assert HANABI.outcome(state) is None
    last = game.match.state
    outcome = HANABI.outcome(last)
    assert outcome is not None
    assert game.match.events[-1] == GameEnded(outcome.termination, outcome.score)
    assert outcome.points == points_of(game.options, last.fireworks) <= outcome.maximum
    assert outcome.scores == (outcome.score,) * last.players
    layout = layout_of(game.options)
    complete = all(last.fireworks[suit.index] == layout.top for suit in layout.suits)
    assert (outcome.result == "won") == complete == (outcome.score == outcome.maximum)
    assert outcome.winners == (tuple(range(last.players)) if complete else ())
    match outcome.result:
        case "lost":
            assert outcome.score == 0
            assert outcome.termination in {"errors", "indispensable-lost", "no-action"}
        case "scored":
            assert outcome.score == outcome.points
            kept = {"errors"} if game.options.keep_points else set()
            assert outcome.termination in {"last-round"} | kept
            assert not game.options.final_bouquet
        case "won":
            assert outcome.termination == "fireworks-complete"
    expected = None if game.options.final_bouquet else rating_of(outcome.score, outcome.maximum)
    assert outcome.rating is expected


@given(games())
def test_every_game_ends(game: Played) -> None:
    """Cards leave the hands for good, and only they bring back the tokens that clues cost."""
    layout = layout_of(game.options)
    cards = len(layout.deck) + 1  # one may come back by a tile
    clues = game.options.clue_tokens + cards + len(layout.suits)
    choices = 6
    assert game.match.state.ply <= cards + clues + choices


@given(games())
def test_every_decision_counts_one_ply_and_a_gesture_none(game: Played) -> None:
    for step in game.steps:
        assert step.after.ply == step.before.ply + (not HANABI.is_gesture(step.action))


@given(games())
def test_after_the_deck_is_empty_everyone_has_exactly_one_turn(game: Played) -> None:
    if game.match.state.ended != "last-round":
        return
    began = next(n for n, state in enumerate(game.states) if state.turns_left is not None)
    turns = [
        step.seat
        for step in game.steps[began:]
        if step.before.pending is None and not HANABI.is_gesture(step.action)
    ]
    drawer = game.steps[began - 1].seat
    players = len(game.match.players)
    assert turns == [(drawer + n) % players for n in range(1, players + 1)]


@settings(max_examples=20)
@given(tables(), st.integers(0, 1000))
def test_dealing_is_decided_by_chance_alone(table: tuple[HanabiOptions, int], seed: int) -> None:
    options, players = table
    one = HANABI.start(options, players, Seeded(seed))
    two = HANABI.start(options, players, Seeded(seed))
    assert one == two
    assert whereabouts(one.state) == Counter(layout_of(options).deck)
