"""What batches keep of each card agrees with what the reference engine tells everybody."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import BatchError, SavedGames, make_batch, make_table
from hanamichi.batch.hanabi.card_memory import AGES
from hanamichi.batch.hanabi.setup import action_id
from hanamichi.catalog import new_match
from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.actions import Play
from hanamichi.hanabi.events import CardDrawn, ClueGiven
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size

MEMORY_TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("hanabi/online", 2, {}),
    ("hanabi/online", 2, {"colours": ["red", "blue"], "values": 3, "hand_size": 3}),
    ("hanabi/grands-feux", 3, {"flamboyants": True, "black_powder": True, "avalanche": "wild"}),
    ("hanabi/cocktail", 5, {"final_bouquet": True, "deck_play": True}),
    ("hanabi/online", 3, {"special_suits": ["omni", "brown"], "alternating_clues": True}),
]


@dataclass
class Kept:
    """What happened to a card, as a person would note it."""

    drawn: int
    clue: int | None = None
    clued: int = 0
    touched: int = 0
    board: tuple[int, ...] = ()


def noted_bits(state: HanabiState, kept: dict[int, Kept], now: int, seat: int) -> list[int]:
    """The section of an observation, from the notes."""
    layout = layout_of(state.options)
    hand, values = hand_size(state.options, state.players), state.options.values
    clues = len(layout.nameable) + values
    board = len(layout.suits) * values
    bits: list[int] = []
    for distance in range(state.players):
        held = state.hands[(seat + distance) % state.players]
        for slot in range(hand):
            if slot >= len(held):
                bits += [0] * (2 * len(AGES) + clues + hand + board)
                continue
            card = kept[held[slot]]
            bits += [now - card.drawn >= age for age in AGES]
            since = 0 if card.clue is None else now - card.clued
            bits += [since >= age for age in AGES]
            bits += [card.clue == clue for clue in range(clues)]
            bits += [card.touched == count for count in range(1, hand + 1)]
            heights = card.board or (0,) * len(layout.suits)
            bits += [height == value for height in heights for value in range(1, values + 1)]
    return bits


@pytest.mark.parametrize("table", MEMORY_TABLES, ids=str)
def test_batches_remember_what_everybody_saw(table: tuple[str, int, dict[str, Any]]) -> None:
    preset, players, options = table
    plain = make_table(preset, players, options).observation_bits
    chance = random.Random(3)
    clues_seen = 0
    for seed in range(4):
        match = new_match(preset, players, seed=seed, options=options)
        kept = {card: Kept(0) for hand in match.state.hands for card in hand}
        moves: list[int] = []
        batch = make_batch(
            preset, players, games=1, options=options, position=match, threads=1, card_memory=True
        )
        layout = layout_of(match.options)
        now = 0
        while (seat := match.to_act) is not None:
            legal = match.legal_actions()
            fits = [a for a in legal if isinstance(a, Play) and fitting(match.state, a.card)]
            action = chance.choice(fits if fits and chance.random() < 0.7 else legal)
            number = action_id(match.options, match.state.hands, seat, action)
            moves.append(number)
            heights = tuple(match.state.fireworks[suit.index] for suit in layout.suits)
            before = len(match.log(seat))
            match.play(action)
            now += 1
            for event in match.log(seat)[before:]:
                if isinstance(event, CardDrawn):
                    kept[event.card] = Kept(now)
                if isinstance(event, ClueGiven):
                    clues_seen += 1
                    what = (
                        layout.nameable.index(event.colour)
                        if event.colour is not None
                        else len(layout.nameable) + (event.value or 0) - 1
                    )
                    for card in event.touched:
                        note = Kept(kept[card].drawn, what, now, len(event.touched), heights)
                        kept[card] = note
            # a position is replayed: it knows what happened on the way to it
            batch.reset(position=match)
            for eyes in range(players):
                bits = batch.observe(eyes, "uint8")[0]
                assert bits[plain:].tolist() == noted_bits(match.state, kept, now, eyes)
    assert clues_seen


def fitting(state: HanabiState, card: int) -> bool:
    face = state.deck[card]
    return state.fireworks[face.suit.index] == face.step - 1


def test_the_rest_of_an_observation_and_the_games_are_the_same() -> None:
    for preset, players, options in MEMORY_TABLES:
        settings: dict[str, Any] = {"games": 20, "options": options, "seed": 4, "threads": 1}
        plain = make_batch(preset, players, **settings)
        batch = make_batch(preset, players, card_memory=True, **settings)
        bits = plain.spec.observation_bits
        for _ in range(4):
            assert np.array_equal(plain.legal_mask(), batch.legal_mask())
            for form in ("uint8", "float32"):
                seen = batch.observe(form=form)
                assert np.array_equal(plain.observe(form=form), seen[:, :bits])
            plain.random_steps(7)
            batch.random_steps(7)
            assert np.array_equal(plain.rows, batch.rows[:, : plain.rows.shape[1]])


def test_a_new_deal_forgets_and_saved_games_remember() -> None:
    batch = make_batch("hanabi/online", games=5, seed=1, threads=1, card_memory=True)
    fresh = batch.observe_all()
    batch.random_steps(9)
    saved, clone = SavedGames.from_bytes(batch.save().to_bytes()), batch.clone()
    seen = batch.observe_all()
    assert not np.array_equal(seen, fresh)
    batch.reset(seed=1)
    assert np.array_equal(batch.observe_all(), fresh)
    batch.restore(saved)
    assert np.array_equal(batch.observe_all(), seen)
    assert np.array_equal(clone.observe_all(), seen)
    with pytest.raises(BatchError, match="another table"):
        make_batch("hanabi/online", games=5).restore(saved)


def test_the_memory_of_cards_is_refused_where_there_is_none() -> None:
    with pytest.raises(BatchError, match="Only games of Hanabi") as raised:
        make_batch("koikoi/nintendo", games=2, card_memory=True)
    assert (raised.value.code, raised.value.where) == ("batch/unsupported", "card_memory")
    wrong: Any
    for wrong in (1, "yes", None):
        with pytest.raises(BatchError, match="true or false"):
            make_batch("hanabi/online", games=2, card_memory=wrong)
