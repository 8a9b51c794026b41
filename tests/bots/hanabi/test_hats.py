"""The hat strategy: every move is honest, and no seat reads its own cards or the deck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import make_table
from hanamichi.batch.checks import seeded_counters
from hanamichi.batch.hanabi.kernel import deal, is_legal
from hanamichi.batch.hanabi.row import (
    CARD,
    DECK,
    DECK_SIZE,
    DRAWN,
    ENDED,
    HAND_SIZES,
    O_HAND,
    SLOT_BYTES,
    SLOTS,
    TURN,
)
from hanamichi.bots.hanabi.hats import strategy
from hanamichi.bots.hanabi.hats.memory_layout import HELD, SLOTS_EACH


def positions(players: int, games: int) -> Iterator[tuple[Any, Any, Any]]:
    """Every position of some games: the row, the options and the memory."""
    table = make_table("hanabi/online", players)
    rng = seeded_counters(1, games)
    for game in range(games):
        row = np.zeros(table.row_cells, np.uint8)
        memory = np.zeros(strategy.MEMORY_CELLS, strategy.MEMORY_TYPE)
        deal(row, table.vector, table.template(), rng, game)
        strategy.begin(row, table.vector, memory)
        while not row[ENDED]:
            yield row, table.vector, memory
            action = strategy.decide(row, table.vector, memory)
            strategy.advance(row, table.vector, memory, action, rng, game)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_move_is_legal_and_honest(players: int) -> None:
    for row, o, memory in positions(players, 30):
        action = strategy.decide(row, o, memory)
        assert is_legal(row, o, action)
        assert strategy.is_honest(row, o, memory, action)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_public_knowledge_is_never_wrong(players: int) -> None:
    for row, o, memory in positions(players, 30):
        for seat in range(players):
            for slot in range(row[HAND_SIZES + seat]):
                card = row[SLOTS + (seat * o[O_HAND] + slot) * SLOT_BYTES + CARD]
                assert memory[HELD + seat * SLOTS_EACH + slot] >> int(card) & 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_seat_decides_without_its_own_cards_and_the_deck(players: int) -> None:
    chance = Random(1)
    for row, o, memory in positions(players, 30):
        other = row.copy()
        seat = int(row[TURN])
        own = [
            SLOTS + (seat * int(o[O_HAND]) + slot) * SLOT_BYTES + CARD
            for slot in range(row[HAND_SIZES + seat])
        ]
        hidden = [*own, *range(DECK + int(row[DRAWN]), DECK + int(row[DECK_SIZE]))]
        cards = [row[cell] for cell in hidden]
        chance.shuffle(cards)
        other[hidden] = cards
        assert strategy.decide(other, o, memory.copy()) == strategy.decide(row, o, memory.copy())


def test_deciding_changes_no_public_knowledge() -> None:
    for row, o, memory in positions(4, 10):
        before, public = row.copy(), memory[: strategy.PUBLIC_CELLS].copy()
        strategy.decide(row, o, memory)
        assert (row == before).all()
        assert (memory[: strategy.PUBLIC_CELLS] == public).all()


def test_a_game_played_out_scores_well() -> None:
    row, o, memory = next(positions(5, 1))
    assert strategy.play_out(row, o, memory, seeded_counters(2, 1), 0) >= 23
