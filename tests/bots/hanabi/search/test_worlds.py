"""The worlds of a search: all that the seat sees is kept, and the rest is possible."""

from __future__ import annotations

from collections import Counter

import pytest

from hanamichi.batch.hanabi import row as r
from hanamichi.bots.hanabi.hats.memory_layout import HELD, SLOTS_EACH
from hanamichi.bots.hanabi.search.move_history import new_history
from hanamichi.bots.hanabi.search.rollouts import build_world, deal_own_hand, update_belief
from hanamichi.bots.hanabi.search.workspace import new_workspace
from tests.bots.hanabi.search.positions import Position, game

WORKSPACE = new_workspace()


def world(position: Position, number: int) -> Position:
    deal_own_hand(position.row, position.o, 5, number, 1.0, WORKSPACE, new_history())
    build_world(position.row, position.o, number, WORKSPACE)
    return Position(WORKSPACE.world[: r.ROW_BYTES].copy(), position.o, position.memory)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_world_has_the_same_cards_and_the_same_view(players: int) -> None:
    for position in game(players, seed=players):
        assert update_belief(position.row, position.o, position.memory, WORKSPACE) > 0
        for number in range(5):
            other = world(position, number)
            assert (other.blinded().row == position.blinded().row)[: r.SHUFFLED].all()
            assert (other.blinded().row == position.blinded().row)[r.SHUFFLED + 1 :].all()
            assert Counter(other.hand() + other.rest()) == Counter(
                position.hand() + position.rest()
            )
            for slot, card in enumerate(other.hand()):
                assert position.memory[HELD + position.seat * SLOTS_EACH + slot] >> card & 1


def test_a_world_is_built_again_the_same() -> None:
    position = list(game(3, seed=1))[10]
    update_belief(position.row, position.o, position.memory, WORKSPACE)
    first = [world(position, number) for number in range(4)]
    for number in (2, 0, 3, 1):
        build_world(position.row, position.o, number, WORKSPACE)
        assert (WORKSPACE.world[: r.ROW_BYTES] == first[number].row).all()


def test_worlds_do_not_depend_on_hidden_cards() -> None:
    for position in list(game(4, seed=2))[::7]:
        update_belief(position.row, position.o, position.memory, WORKSPACE)
        real = world(position, 3)
        blind = position.blinded()
        update_belief(blind.row, blind.o, blind.memory, WORKSPACE)
        assert (world(blind, 3).hand(), world(blind, 3).rest()) == (real.hand(), real.rest())
