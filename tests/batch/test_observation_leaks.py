"""No leaks in the kernels: a seat's observation does not depend on what it cannot see."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from hanamichi.batch.arrays import Bits, OptionVector, Row
from hanamichi.batch.hanabi import kernel as hanabi_kernel
from hanamichi.batch.hanabi import observation as hanabi_observation
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi import setup as hanabi_setup
from hanamichi.batch.koikoi import kernel as koikoi_kernel
from hanamichi.batch.koikoi import observation as koikoi_observation
from hanamichi.batch.koikoi import row as k
from hanamichi.batch.koikoi import setup as koikoi_setup
from hanamichi.core import Seeded
from hanamichi.hanabi import HANABI, HanabiOptions, HanabiState
from hanamichi.hanabi import PRESETS as HANABI_PRESETS
from hanamichi.koikoi import KOIKOI, KoiKoiOptions, KoiKoiState
from hanamichi.koikoi import PRESETS as KOIKOI_PRESETS
from hanamichi.koikoi.state import Phase
from tests.batch import test_hanabi_parity as hanabi_parity
from tests.batch import test_koikoi_parity as koikoi_parity

# -- Hanabi ------------------------------------------------------------------------------------


def hanabi_positions(
    options: HanabiOptions, players: int, seed: int
) -> Iterator[tuple[HanabiState, Row]]:
    """A game, position by position, with the kernel's row of it."""
    moves_rng = random.Random(seed)
    chance = hanabi_parity.Following(seed)
    state, _ = HANABI.start(options, players, chance)
    vector = hanabi_setup.option_vector(options, players, variants=True)
    row = np.zeros(h.ROW_BYTES, np.uint8)
    rng = np.array([seed], np.uint64)
    given = hanabi_setup.template(
        options, deck=state.deck, tiles=state.tiles or None, first_seat=state.turn
    )
    hanabi_kernel.deal(row, vector, given, rng, 0)
    yield state, row
    while state.ended is None:
        legal = HANABI.legal_actions(state, state.turn)
        action = hanabi_parity.sensible(state, legal, moves_rng)
        number = hanabi_setup.action_id(options, state.hands, state.turn, action)
        hanabi_kernel.step(row, vector, number, rng, 0)
        chance.reshuffled = [
            hanabi_setup.card_of(options, code)
            for code in row[h.DECK + state.drawn : h.DECK + int(row[h.DECK_SIZE])]
        ]
        state, _ = HANABI.apply(state, state.turn, action, chance)
        yield state, row


def hanabi_bits(row: Row, vector: OptionVector, seat: int) -> bytes:
    words = -(-int(hanabi_observation.observation_bits(vector)) // 64)
    out = np.zeros(words, np.uint64)
    hanabi_observation.observe(row, vector, seat, out)
    return out.tobytes()


def hanabi_legal(row: Row, vector: OptionVector) -> list[int]:
    count = hanabi_kernel.count_legal(row, vector)
    return [hanabi_kernel.nth_legal(row, vector, n) for n in range(count)]


def check_hanabi(options: HanabiOptions, players: int, seed: int) -> int:
    """Look at every position with each seat's eyes; how many imagined ones were really other."""
    chance = Seeded(seed)
    vector = hanabi_setup.option_vector(options, players, variants=True)
    others = 0
    for state, row in hanabi_positions(options, players, seed):
        for seat in range(players):
            imagined = HANABI.imagine(state, seat, chance)
            other = hanabi_setup.pack(imagined)
            # the last action is public, and not part of a state
            other[hanabi_parity.LAST_ACTION] = row[hanabi_parity.LAST_ACTION]
            assert hanabi_bits(other, vector, seat) == hanabi_bits(row, vector, seat)
            if seat == state.turn:
                assert hanabi_legal(other, vector) == hanabi_legal(row, vector)
            others += imagined.hands == state.hands and imagined.deck != state.deck
    return others


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", HANABI_PRESETS)
def test_a_hanabi_seat_observes_nothing_of_its_own_cards_or_the_deck(
    preset: str, players: int
) -> None:
    assert check_hanabi(HANABI_PRESETS[preset].options, players, players) > 20


def test_at_random_hanabi_tables_nothing_leaks_either() -> None:
    moves_rng = random.Random(6)
    tables = [
        (hanabi_parity.random_options(moves_rng), moves_rng.randint(2, 5), seed)
        for seed in range(60)
    ]
    assert sum(check_hanabi(*table) for table in tables) > 1000


def test_by_the_rules_of_variants_nothing_leaks_either() -> None:
    moves_rng = random.Random(7)
    tables = [
        (hanabi_parity.variant_options(moves_rng), moves_rng.randint(2, 5), seed)
        for seed in range(40)
    ]
    assert sum(check_hanabi(*table) for table in tables) > 500


def test_the_leak_test_notices_a_leaked_own_card() -> None:
    """The check itself: a bit of an own card in the observation fails it."""
    options = HANABI_PRESETS["hanabi/online"].options
    vector = hanabi_setup.option_vector(options, 2)
    state, _ = HANABI.start(options, 2, Seeded(1))
    row = hanabi_setup.pack(state)
    imagined = hanabi_setup.pack(HANABI.imagine(state, 0, Seeded(2)))
    assert hanabi_bits(imagined, vector, 0) == hanabi_bits(row, vector, 0)
    assert hanabi_bits(imagined, vector, 1) != hanabi_bits(row, vector, 1)


# -- Koi-Koi -----------------------------------------------------------------------------------


def koikoi_positions(options: KoiKoiOptions, seed: int) -> Iterator[KoiKoiState]:
    """A match, position by position."""
    moves_rng, chance = random.Random(seed), Seeded(seed)
    state, _ = KOIKOI.start(options, 2, chance)
    yield state
    while state.round.phase is not Phase.OVER:
        action = moves_rng.choice(KOIKOI.legal_actions(state, state.round.actor))
        state, _ = KOIKOI.apply(state, state.round.actor, action, chance)
        yield state


def koikoi_bits(row: Bits, vector: OptionVector, seat: int) -> bytes:
    out = np.zeros(-(-koikoi_observation.OBSERVATION_BITS // 64), np.uint64)
    koikoi_observation.observe(row, vector, seat, out)
    return out.tobytes()


def koikoi_legal(row: Bits, vector: OptionVector) -> list[int]:
    count = koikoi_kernel.count_legal(row, vector)
    return [koikoi_kernel.nth_legal(row, vector, n) for n in range(count)]


def check_koikoi(options: KoiKoiOptions, seed: int) -> int:
    """Look at every position with both seats' eyes; how many imagined ones were really other."""
    chance = Seeded(seed)
    vector = koikoi_setup.option_vector(options)
    others = 0
    for state in koikoi_positions(options, seed):
        row = koikoi_setup.pack(state)
        for seat in range(2):
            other = koikoi_setup.pack(KOIKOI.imagine(state, seat, chance))
            assert koikoi_bits(other, vector, seat) == koikoi_bits(row, vector, seat)
            if seat == state.round.actor:
                assert koikoi_legal(other, vector) == koikoi_legal(row, vector)
            others += bool((other[k.HANDS : k.HANDS + 2] != row[k.HANDS : k.HANDS + 2]).any())
    return others


@pytest.mark.parametrize("preset", KOIKOI_PRESETS)
def test_a_koikoi_seat_observes_nothing_of_the_other_hand_or_the_stock(preset: str) -> None:
    assert sum(check_koikoi(KOIKOI_PRESETS[preset].options, seed) for seed in range(3)) > 100


def test_at_random_koikoi_tables_nothing_leaks_either() -> None:
    moves_rng = random.Random(8)
    tables = [(koikoi_parity.random_options(moves_rng), seed) for seed in range(60)]
    assert sum(check_koikoi(*table) for table in tables) > 1000
