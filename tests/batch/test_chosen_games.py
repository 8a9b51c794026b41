"""Chosen decks and positions, and games saved and gone back to."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from hanamichi.batch import Batch, BatchError, SavedGames, make_batch
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi import setup
from hanamichi.batch.single_game import SingleGame
from hanamichi.catalog import AnyMatch, new_match
from hanamichi.core.record import plain

EVERYTHING = {"avalanche": "wild", "black_powder": True, "flamboyants": True, "first_seat": 1}
SMALL: dict[str, Any] = {
    "colours": ["red", "yellow"],
    "hand_size": 2,
    "clue_tokens": 3,
    "first_seat": 0,
}
TABLES = [
    ("hanabi/grands-feux", 3, EVERYTHING),
    ("hanabi/online", 2, SMALL),
    ("hanabi/online", 4, {"values": 3, "keep_points": True, "first_seat": 0}),
    ("hanabi/online", 2, {"special_suits": ["muddy"], "half_tokens": True, "first_seat": 0}),
    ("koikoi/nintendo", 2, {"rounds": 3, "first_dealer": 0}),
    ("koikoi/robin-red", 2, {"gaji": True, "rounds": 2, "first_dealer": 1}),
]
every_table = pytest.mark.parametrize(("preset", "players", "options"), TABLES)


@every_table
def test_batches_are_copied_and_pickled(preset: str, players: int, options: Any) -> None:
    batch = make_batch(preset, players, games=9, options=options, threads=2, past_actions=2)
    step_randomly(batch, 4)
    twins = copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))
    before = batch.rows.copy()
    for twin in twins:
        step_randomly(twin, 5)
        assert np.array_equal(batch.rows, before)
    step_randomly(batch, 5)
    for twin in twins:
        assert np.array_equal(batch.rows, twin.rows)
        assert np.array_equal(batch.past_actions(), twin.past_actions())
        twin.reset()
    batch.reset()
    assert all(np.array_equal(batch.rows, twin.rows) for twin in twins)


def shuffled(batch: Batch, seed: int) -> list[str]:
    """A deck of the batch's table."""
    names, _ = batch.spec.whole_deck()
    return Random(seed).sample(names, len(names))


def played(preset: str, players: int, options: dict[str, Any], seed: int, moves: int) -> AnyMatch:
    """A match of random moves."""
    match, choose = new_match(preset, players, options=options, seed=seed), Random(seed)
    for _ in range(moves):
        if match.to_act is None:
            break
        match.play(choose.choice(match.legal_actions()))
    return match


def step_randomly(batch: Batch, steps: int) -> None:
    rng = np.random.default_rng(3)
    for _ in range(steps):
        masks = batch.legal_mask()
        batch.step([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


# -- decks -------------------------------------------------------------------------------------


@every_table
def test_games_begin_with_a_chosen_deck(preset: str, players: int, options: Any) -> None:
    batch = make_batch(preset, players, games=6, options=options, seed=1, threads=1)
    names, codes = batch.spec.whole_deck()
    number = dict(zip(names, codes, strict=True))
    deck = shuffled(batch, 4)
    batch.reset(seed=2, deck=deck)
    first = batch.observe()
    assert (first == first[0]).all(), "every game has the same deck"
    batch.reset(seed=3, deck=[number[name] for name in deck])
    assert np.array_equal(batch.observe(), first)
    each = [shuffled(batch, n) for n in range(6)]
    batch.reset(deck=each)
    for n in range(6):
        alone = make_batch(preset, players, games=1, options=options, deck=each[n])
        assert np.array_equal(alone.observe()[0], batch.observe()[n])
    assert len(np.unique(batch.observe(), axis=0)) > 1


def test_the_engine_deals_the_same_from_the_same_deck() -> None:
    for preset, players, options in TABLES:
        match = new_match(preset, players, options=options, seed=9)
        deck = next(d.order for d in match.record().chance if d.label == "deck")
        batch = make_batch(preset, players, games=2, options=options, deck=list(deck), threads=1)
        position = make_batch(preset, players, games=2, options=options, position=match)
        if preset.startswith("koikoi"):
            assert np.array_equal(batch.observe(), position.observe())
        else:
            tiles = slice(h.TILES, h.HAND_SIZES)  # those are shuffled apart from the deck
            batch.rows[:, tiles] = position.rows[:, tiles]
            assert np.array_equal(batch.rows, position.rows)


def test_a_chosen_deck_is_for_the_marked_games_only() -> None:
    batch = make_batch("hanabi/online", games=4, seed=1, threads=1)
    before = batch.rows.copy()
    batch.reset(where=np.array([True, False, True, False]), deck=shuffled(batch, 1))
    assert np.array_equal(batch.rows[[1, 3]], before[[1, 3]])
    assert (batch.rows[0, h.DECK :] != before[0, h.DECK :]).any()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda deck: deck[:-1], "one deck of 50 cards"),
        (lambda deck: [*deck[:-1], deck[0]], "no deck of the table"),
        (lambda deck: [*deck[:-1], "x9"], "no card 'x9'"),
        (lambda deck: [*deck[:-1], "m1"], "no card 'm1'"),
        (lambda deck: [*deck[:-1], None], "a list of cards"),
        (lambda deck: [deck] * 2, "one for each of the 3"),
        (lambda deck: [deck, deck, deck[1:]], "a list of cards"),
        (lambda _: [0.5] * 50, "a list of cards"),
        (lambda _: [300] * 50, "no deck of the table"),
        (lambda _: "r1", "one deck of 50 cards"),
        (lambda _: 7, "one deck of 50 cards"),
        (lambda _: object(), "a list of cards"),
    ],
)
def test_decks_that_are_no_decks_are_refused(change: Callable[[Any], Any], message: str) -> None:
    batch = make_batch("hanabi/online", games=3, seed=1, threads=1)
    before = batch.rows.copy()
    with pytest.raises(BatchError, match=message) as refused:
        batch.reset(seed=5, deck=change(shuffled(batch, 1)))
    assert str(refused.value.where).startswith("deck")
    assert np.array_equal(batch.rows, before), "nothing changes"


# -- positions ---------------------------------------------------------------------------------


@every_table
def test_games_go_on_from_a_position(preset: str, players: int, options: Any) -> None:
    for moves in (0, 1, 7, 25, 400):
        match = played(preset, players, options, seed=moves, moves=moves)
        batch = make_batch(preset, players, games=2, options=options, position=match, threads=1)
        seat = match.to_act
        assert batch.to_act().tolist() == [-1 if seat is None else seat] * 2
        assert batch.legal_mask()[0].sum() == len(match.legal_actions())
        outcome = match.outcome
        if outcome is not None:
            sides = batch.spec.sides
            assert batch.scores()[0].tolist() == list(outcome.scores[:sides])
        stored = plain(match.record())
        again = make_batch(preset, players, games=2, options=options, position=[stored, stored])
        assert np.array_equal(again.rows, batch.rows)


def test_a_position_shows_the_last_action_as_a_played_game_does() -> None:
    match = played("hanabi/online", 2, SMALL, seed=2, moves=0)
    batch = make_batch("hanabi/online", 2, games=1, options=SMALL, position=match)
    choose = Random(1)
    for _ in range(6):
        number = choose.choice(np.flatnonzero(batch.legal_mask()[0]).tolist())
        seat, state = match.to_act, match.state
        assert seat is not None
        match.play(setup.action_of(match.options, state.hands, seat, number))
        batch.step([number])
        there = make_batch("hanabi/online", 2, games=1, options=SMALL, position=match)
        assert np.array_equal(there.observe(), batch.observe())


def broken(record: Any, **changes: Any) -> Any:
    return {**plain(record), **changes}


def test_positions_that_no_play_reaches_are_refused() -> None:
    match = played("hanabi/online", 2, {}, seed=1, moves=6)
    record, batch = match.record(), make_batch("hanabi/online", games=2, threads=1)
    before = batch.rows.copy()
    moves = plain(record.moves)
    draws = plain(record.chance)
    first = next(place for place, draw in enumerate(draws) if draw["label"] == "deck")
    changed = [dict(draw) for draw in draws]
    changed[first]["order"] = changed[first]["order"][:-1]
    wrong: list[tuple[Any, str, str]] = [
        (broken(record, moves=[moves[0], moves[0], *moves[2:]]), "No play reaches", "moves[1]"),
        (broken(record, chance=changed), "No play reaches", "chance"),
        (broken(record, players=["a", "b", "c"]), "for 3", "position"),
        (broken(record, game="koikoi"), "record of koikoi", "position"),
        (broken(record, options={**plain(record.options), "errors": 1}), "errors is 1", "errors"),
        ({"format": "hanamichi-record"}, "a match or its record", "position"),
        ("here", "a match or its record", "position"),
        ([record] * 3, "one for each of the 2", "position"),
    ]
    for position, message, where in wrong:
        with pytest.raises(BatchError, match=message) as refused:
            batch.reset(position=position)
        assert where in str(refused.value.where)
        assert np.array_equal(batch.rows, before)
    with pytest.raises(BatchError, match="not both"):
        batch.reset(position=record, deck=shuffled(batch, 1))


# -- saved games -------------------------------------------------------------------------------


@every_table
def test_games_go_on_the_same_after_going_back(preset: str, players: int, options: Any) -> None:
    batch = make_batch(preset, players, games=8, options=options, seed=4, threads=1, past_actions=3)
    step_randomly(batch, 5)
    saved, other = batch.save(), batch.clone()
    step_randomly(batch, 10)
    later, past = batch.rows.copy(), batch.past_actions()
    assert not np.array_equal(later, saved.rows)
    batch.restore(SavedGames.from_bytes(saved.to_bytes()))
    assert np.array_equal(batch.rows, saved.rows)
    for each in (batch, other):
        step_randomly(each, 10)
        assert np.array_equal(each.rows, later)
        assert np.array_equal(each.past_actions(), past)


def test_only_the_marked_games_go_back() -> None:
    batch = make_batch("hanabi/online", games=4, seed=4, threads=1)
    saved = batch.save()
    step_randomly(batch, 6)
    later = batch.rows.copy()
    batch.restore(saved, where=np.array([True, False, False, True]))
    assert np.array_equal(batch.rows[[0, 3]], saved.rows[[0, 3]])
    assert np.array_equal(batch.rows[[1, 2]], later[[1, 2]])


def test_what_was_saved_cannot_be_changed_or_mixed_up() -> None:
    batch = make_batch("hanabi/online", games=2, threads=1)
    saved = batch.save()
    with pytest.raises(ValueError, match="read-only"):
        saved.rows[0] = 0
    content = bytearray(saved.to_bytes())
    content[200] ^= 1
    signed = (blake2b(other, digest_size=32).digest() + other for other in (b"", b"[]", b"PK\3\4"))
    some: list[Any] = [bytes(content), b"", b"no saved games at all", "text", None, *signed]
    for bad in some:
        with pytest.raises(BatchError, match="no saved games"):
            SavedGames.from_bytes(bad)
    for other_thing in (None, saved.to_bytes(), saved.rows):
        with pytest.raises(BatchError, match="from_bytes") as refused:
            batch.restore(other_thing)  # type: ignore[arg-type]
        assert refused.value.where == "saved"
    for other in (
        make_batch("hanabi/online", 3, games=2, threads=1),
        make_batch("hanabi/online", games=2, options={"errors": 2}, threads=1),
        make_batch("koikoi/nintendo", games=2, threads=1),
        make_batch("hanabi/online", games=3, threads=1),
        make_batch("hanabi/online", games=2, past_actions=2, threads=1),
    ):
        with pytest.raises(BatchError) as refused:
            other.restore(saved)
        assert refused.value.where == "saved"


def test_a_single_game_is_cloned_with_what_it_shows() -> None:
    game = SingleGame(make_batch("hanabi/online", games=1, threads=1).spec, seed=3)
    game.act(int(np.flatnonzero(game.mask(game.seat))[0]))
    other = game.clone()
    assert (other.seat, other.standing()) == (game.seat, game.standing())
    assert np.array_equal(other.bits(other.seat), game.bits(game.seat))
    assert msgspec.json.encode(other.act(int(np.flatnonzero(other.mask(other.seat))[0])))
    assert other.seat != game.seat
