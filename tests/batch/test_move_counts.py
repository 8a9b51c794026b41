"""Perft: both engines count the same lines of play from small positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from hanamichi.batch.arrays import Bits, OptionVector, Row
from hanamichi.batch.hanabi import kernel as hanabi_kernel
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi import setup as hanabi_setup
from hanamichi.batch.koikoi import kernel as koikoi_kernel
from hanamichi.batch.koikoi import row as k
from hanamichi.batch.koikoi import setup as koikoi_setup
from hanamichi.catalog import AnyGame, new_match
from hanamichi.core import Seeded
from hanamichi.hanabi import HANABI, HanabiState
from hanamichi.hanabi.tiles import TILES
from hanamichi.koikoi import KOIKOI, KoiKoiState
from hanamichi.koikoi.state import Phase
from tests.batch.test_hanabi_parity import sensible

CHANCE = Seeded(0)
RNG = np.zeros(1, np.uint64)


def count(game: AnyGame, state: Any, depth: int) -> Counter[str]:
    """Counts positions at a depth, and the games that end before it, by how they end."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Counter([outcome.termination])
    if depth == 0:
        return Counter(["open"])
    seat = game.to_act(state)
    assert seat is not None
    found: Counter[str] = Counter()
    for action in game.legal_actions(state, seat):
        found += count(game, game.apply(state, seat, action, CHANCE).state, depth - 1)
    return found


def count_in_hanabi_kernel(row: Row, vector: OptionVector, depth: int) -> Counter[str]:
    ending = h.TERMINATIONS[row[h.ENDED]]
    if ending is not None:
        return Counter([ending])
    if depth == 0:
        return Counter(["open"])
    found: Counter[str] = Counter()
    for n in range(hanabi_kernel.count_legal(row, vector)):
        child = row.copy()
        hanabi_kernel.step(child, vector, hanabi_kernel.nth_legal(row, vector, n), RNG, 0)
        found += count_in_hanabi_kernel(child, vector, depth - 1)
    return found


def count_in_koikoi_kernel(row: Bits, vector: OptionVector, depth: int) -> Counter[str]:
    if row[k.PHASE] == k.OVER:
        return Counter(["rounds-played"])
    if depth == 0:
        return Counter(["open"])
    found: Counter[str] = Counter()
    for n in range(koikoi_kernel.count_legal(row, vector)):
        child = row.copy()
        koikoi_kernel.step(child, vector, koikoi_kernel.nth_legal(row, vector, n), RNG, 0)
        found += count_in_koikoi_kernel(child, vector, depth - 1)
    return found


# -- Hanabi ------------------------------------------------------------------------------------

SMALL: dict[str, Any] = {"colours": ["white", "red"], "first_seat": 0}
FIREWORKS: dict[str, Any] = {**SMALL, "flamboyants": True, "clue_tokens": 4}


def both_hanabi(state: HanabiState, depth: int) -> Counter[str]:
    """The count, the same in both engines."""
    vector = hanabi_setup.option_vector(state.options, state.players, variants=True)
    found = count_in_hanabi_kernel(hanabi_setup.pack(state), vector, depth)
    assert found == count(HANABI, state, depth)
    return found


def hanabi_walk(players: int, options: dict[str, Any], seed: int) -> Iterator[HanabiState]:
    """A game by open-eyed players."""
    match = new_match("hanabi/cocktail", players, options=options, seed=seed)
    rng = random.Random(seed)
    yield match.state
    while match.outcome is None:
        match.play(sensible(match.state, match.legal_actions(), rng))
        yield match.state


@pytest.mark.parametrize(
    ("players", "options", "counts"),
    [
        (2, SMALL, [1, 12, 179, 2743]),
        (2, {**SMALL, "empty_clues": False, "errors": 1}, [1, 9, 79, 751]),
        (3, {**SMALL, "avalanche": "sixth", "clue_tokens": 1}, [1, 21, 265, 3805]),
        (4, {**SMALL, "avalanche": "wild", "black_powder": True}, [1, 25, 709, 20161]),
        (
            2,
            {**SMALL, "hand_size": 3, "values": 3, "errors": 1, "keep_points": True},
            [1, 8, 72, 641],
        ),
        (3, {**SMALL, "hand_size": 2, "first_copies": 1, "last_copies": 2}, [1, 16, 284, 5048]),
        (2, {**SMALL, "special_suits": ["pink", "null"], "half_tokens": True}, [1, 13, 209, 3637]),
        (3, {**SMALL, "alternating_clues": True, "value_clues": "up-to"}, [1, 19, 315, 4785]),
        (
            2,
            {**SMALL, "special_suits": ["prism"], "ones": "pink", "fives": "deceptive"},
            [1, 10, 125, 1625],
        ),
        (2, {**SMALL, "colour_clues": "blind", "empty_clues": False}, [1, 9, 117, 1438]),
        (3, {**SMALL, "colour_clues": "by-value", "value_clues": "none"}, [1, 9, 101, 1189]),
    ],
)
def test_openings_of_hanabi(players: int, options: dict[str, Any], counts: list[int]) -> None:
    state = next(hanabi_walk(players, options, seed=1))
    assert [both_hanabi(state, depth).total() for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("players", "options", "left", "counts"),
    [
        (2, SMALL, 0, {"last-round": 227, "errors": 20, "fireworks-complete": 1}),
        (
            3,
            {**SMALL, "colours": ["white", "red", "blue"], "clue_tokens": 2},
            0,
            {"last-round": 7622, "errors": 64},
        ),
        (
            2,
            {**SMALL, "deck_play": True, "empty_clues": False},
            1,
            {"last-round": 1949, "open": 1512, "errors": 593},
        ),
    ],
)
def test_ends_of_hanabi_games(
    players: int, options: dict[str, Any], left: int, counts: dict[str, int]
) -> None:
    """Three turns, from positions with this many cards left to draw."""
    walk = hanabi_walk(players, options, seed=2)
    state = next(state for state in walk if len(state.deck) - state.drawn == left)
    assert both_hanabi(state, depth=3) == counts


def test_choices_of_every_bonus_tile() -> None:
    """From the turn that completes a firework, through the tile's own choice."""
    tiles = set()
    for seed in range(40):
        for before, after in pairwise(hanabi_walk(2, FIREWORKS, seed)):
            if after.pending is not None:
                tiles.add(after.pending)
                both_hanabi(before, depth=2)
    assert tiles == set(TILES[2:])


def test_the_final_bouquet_counted_near_its_end() -> None:
    endings: Counter[str] = Counter()
    options = {**SMALL, "final_bouquet": True, "clue_tokens": 2}
    for seed in range(6):
        *_, _, state, _, _ = hanabi_walk(2, options, seed)
        endings += both_hanabi(state, depth=3)
    assert set(endings) >= {"open", "indispensable-lost"}


# -- Koi-Koi -----------------------------------------------------------------------------------


def both_koikoi(state: KoiKoiState, depth: int) -> Counter[str]:
    """The count, the same in both engines."""
    vector = koikoi_setup.option_vector(state.options)
    found = count_in_koikoi_kernel(koikoi_setup.pack(state), vector, depth)
    assert found == count(KOIKOI, state, depth)
    return found


def koikoi_walk(preset: str, options: dict[str, Any], seed: int) -> Iterator[KoiKoiState]:
    """A match of one round by players who like to call koi-koi."""
    match = new_match(preset, options={"rounds": 1, **options}, seed=seed)
    rng = random.Random(seed)
    yield match.state
    while match.outcome is None:
        match.play(rng.choice(match.legal_actions()[-3:]))
        yield match.state


@pytest.mark.parametrize(
    ("preset", "options", "counts"),
    [
        ("koikoi/nintendo", {}, [1, 8, 64, 448, 3136]),
        (
            "koikoi/robin-red",
            {"lucky_hands": False, "void_deals": "never"},
            [1, 2, 10, 45, 194],
        ),
        ("koikoi/nintendo", {"gaji": True, "lucky_hands": False}, [1, 8, 134, 938, 10346]),
    ],
)
def test_openings_of_koikoi(preset: str, options: dict[str, Any], counts: list[int]) -> None:
    state = next(koikoi_walk(preset, options, seed=3))
    assert [both_koikoi(state, depth).total() for depth in range(len(counts))] == counts


@pytest.mark.parametrize("preset", ["koikoi/nintendo", "koikoi/robin-red"])
def test_ends_of_rounds_of_koikoi_to_the_last_card(preset: str) -> None:
    lines = 0
    for seed in range(12):
        for state in koikoi_walk(preset, {"gaji": True}, seed):
            if state.round.phase is Phase.PLAY and len(state.round.hands[state.round.actor]) == 3:
                lines += both_koikoi(state, depth=99)["rounds-played"]
                break
    assert lines > 100
