"""The kernels play Koi-Koi exactly as the reference engine does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
import pytest
from msgspec import structs

from hanamichi.batch.arrays import Bits
from hanamichi.batch.koikoi import kernel, setup
from hanamichi.batch.koikoi import row as r
from hanamichi.batch.koikoi.yaku import total
from hanamichi.core import describe_options
from hanamichi.koikoi import KOIKOI, PRESETS, KoiKoiOptions
from hanamichi.koikoi.cards import CARDS
from hanamichi.koikoi.scoring import Ending
from hanamichi.koikoi.state import KoiKoiState, Phase
from hanamichi.koikoi.yaku import total_of, yaku_made

T = TypeVar("T")


class Following:
    """A chance that shuffles decks as the kernel does, from the same random numbers."""

    def __init__(self, seed: int) -> None:
        self.rng = np.array([seed], np.uint64)
        self.deck = setup.template(KoiKoiOptions())

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        assert label == "deck"
        kernel.shuffle(self.deck, self.rng, 0)
        return tuple(items[card] for card in setup.deck_of(self.deck))


def comparable(row: Bits) -> bytes:
    """The row less the order of cards already dealt; after the end, less what no longer counts."""
    row = row.copy()
    top = int(row[r.TOP])
    deck = np.array(setup.deck_of(row), np.uint8)
    deck[:top] = np.sort(deck[:top])
    row[r.DECK : r.DECK + 6] = deck.view(np.uint64)
    if row[r.PHASE] == r.OVER:
        row[r.DEALER] = row[r.ACTOR] = 0
    return row.tobytes()


def legal_ids(row: Bits, vector: np.ndarray) -> list[int]:
    return [n for n in range(r.ACTIONS) if kernel.is_legal(row, vector, n)]


def follow(options: KoiKoiOptions, seed: int, koi: float = 0.5) -> KoiKoiState:
    """Play one match in both engines side by side."""
    moves_rng = random.Random(seed)
    options = structs.replace(options, first_dealer=seed % 2)
    vector = setup.option_vector(options)
    chance = Following(seed)
    rng = np.array([seed], np.uint64)
    row = np.zeros(r.ROW_CELLS, np.uint64)
    kernel.deal(row, vector, setup.template(options, shuffled=True), rng, 0)
    state, _ = KOIKOI.start(options, 2, chance)
    while True:
        assert comparable(row) == comparable(setup.pack(state))
        assert rng[0] == chance.rng[0]
        if state.round.phase is Phase.OVER:
            assert legal_ids(row, vector) == []
            assert kernel.count_legal(row, vector) == 0
            return state
        legal = KOIKOI.legal_actions(state, state.round.actor)
        ids = {setup.action_id(action): action for action in legal}
        assert sorted(ids) == legal_ids(row, vector)
        found = [kernel.nth_legal(row, vector, n) for n in range(len(ids))]
        assert kernel.count_legal(row, vector) == len(ids)
        assert sorted(found) == sorted(ids)
        assert all(setup.action_of(n) == action for n, action in ids.items())
        action = moves_rng.choice(legal)
        if state.round.phase is Phase.DECIDE:
            action = legal[moves_rng.random() < koi]
        kernel.step(row, vector, setup.action_id(action), rng, 0)
        state, _ = KOIKOI.apply(state, state.round.actor, action, chance)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_plays_the_same(preset: str) -> None:
    for seed in range(30):
        follow(PRESETS[preset].options, seed)


def random_options(moves_rng: random.Random) -> KoiKoiOptions:
    values: dict[str, Any] = {}
    for info in describe_options(KoiKoiOptions):
        if info.kind == "flag":
            values[info.name] = moves_rng.random() < 0.5
        elif info.kind == "choice":
            values[info.name] = moves_rng.choice(info.choices)
    if not values["lucky_hands"]:
        values["both_lucky"] = "play-on"
    if not values["cup_is_plain"]:
        values["cup_counts_once"] = False
    values["rounds"] = moves_rng.randint(1, 6)
    values["gaji"] = moves_rng.random() < 0.7
    return msgspec.convert(values, KoiKoiOptions)


def test_random_tables_play_the_same() -> None:
    moves_rng = random.Random(5)
    endings: set[Ending] = set()
    for seed in range(400):
        end = follow(random_options(moves_rng), seed, koi=moves_rng.choice([0.2, 0.9]))
        endings.update(result.ending for result in end.results)
    assert len(endings) >= 4


def test_every_pile_is_worth_the_same() -> None:
    moves_rng = random.Random(7)
    for _ in range(3000):
        options = random_options(moves_rng)
        vector = setup.option_vector(options)
        cards = moves_rng.sample(range(len(CARDS)), moves_rng.randint(0, 40))
        pile = sum(1 << card for card in cards)
        assert total(np.uint64(pile), vector) == total_of(yaku_made(pile, options))
