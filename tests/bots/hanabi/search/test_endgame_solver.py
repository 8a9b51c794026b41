"""The endgame solver is as good as brute force over every plan in every world."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import first_tile_action, is_legal, score
from hanamichi.bots.hanabi.hats.memory_layout import HELD, PUBLIC_CELLS, SLOTS_EACH
from hanamichi.bots.hanabi.hats.strategy import advance, decide, is_honest
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves, max_reachable_score
from hanamichi.bots.hanabi.search.endgame_solver import EndgameSolver
from hanamichi.bots.hanabi.search.hats_worlds import MAX_SOLVED_WORLDS, list_worlds
from hanamichi.bots.hanabi.search.move_history import new_history
from hanamichi.bots.hanabi.search.rollouts import update_belief
from hanamichi.bots.hanabi.search.workspace import MAX_MOVES, new_workspace
from tests.bots.hanabi.search.positions import RNG, Position, game

WORKSPACE, HISTORY = new_workspace(), new_history()


def all_worlds(position: Position) -> dict[tuple[int, ...], int]:
    """Brute force: the unseen cards dealt in every order, and how often each comes."""
    size = len(position.hand())
    unseen = [*position.hand(), *position.rest()]
    held = [int(position.memory[HELD + position.seat * SLOTS_EACH + n]) for n in range(size)]
    return Counter(
        dealt
        for dealt in permutations(unseen)
        if all(may >> card & 1 for may, card in zip(held, dealt, strict=False))
    )


def in_world(position: Position, dealt: tuple[int, ...]) -> Position:
    """The position with these cards in the hand and in the deck."""
    other = position.copy()
    size = len(position.hand())
    other.row[position.own_cells()] = dealt[:size]
    first = r.DECK + int(position.row[r.DRAWN])
    other.row[first : first + position.deck] = dealt[size:]
    return other


def honest_moves(position: Position) -> list[int]:
    """The legal and honest moves."""
    row, o, memory = position.copy()
    return [
        action
        for action in range(int(first_tile_action(o)))
        if is_legal(row, o, action) and is_honest(row, o, memory, action)
    ]


def after(position: Position, action: int) -> Position:
    """The position after a move and the answers of the other seats."""
    row, o, memory = position.copy()
    advance(row, o, memory, action, RNG, 0)
    while not row[r.ENDED] and row[r.TURN] != position.seat:
        advance(row, o, memory, decide(row, o, memory), RNG, 0)
    return Position(row, o, memory)


def best_total(worlds: list[tuple[Position, int]]) -> float:
    """The best weighted total in indistinguishable worlds."""
    return max(move_total(worlds, action) for action in honest_moves(worlds[0][0]))


def move_total(worlds: list[tuple[Position, int]], action: int) -> float:
    """The weighted total of a move, followed by the best play."""
    total = 0.0
    alike: dict[bytes, list[tuple[Position, int]]] = {}
    for world, weight in worlds:
        then = after(world, action)
        if then.row[r.ENDED]:
            total += weight * int(score(then.row, then.o))
        else:
            blind = then.blinded()
            key = blind.row.tobytes() + blind.memory[:PUBLIC_CELLS].tobytes()
            alike.setdefault(key, []).append((then, weight))
    return total + sum(best_total(group) for group in alike.values())


def small_endgames(players: int, most: int) -> list[Position]:
    """Positions near the end of games, with few worlds."""
    found = []
    for seed in range(20):
        for position in game(players, seed):
            if position.row[r.TURNS_LEFT] and len(position.hand()) + position.deck <= 5:
                worlds = all_worlds(position)
                if 1 < len(worlds) <= most:
                    found.append(position)
    return found


def endgame_of(position: Position) -> EndgameSolver:
    """A solver of the position."""
    row, o, memory = position
    assert update_belief(row, o, memory, WORKSPACE) > 0
    worlds = list_worlds(row, o, memory, 1.0, WORKSPACE, HISTORY)
    assert worlds is not None
    moves = np.zeros(MAX_MOVES, np.int64)
    count = gather_moves(row, o, memory, WORKSPACE.slot_weights, moves)
    return EndgameSolver(worlds, moves[:count], int(max_reachable_score(row, o)), 0.0)


@pytest.mark.parametrize("players", [3, 4])
def test_every_world_is_listed_with_the_ways_to_deal_it(players: int) -> None:
    checked = 0
    for seed in range(8):
        for position in game(players, seed):
            if len(position.hand()) + position.deck > 6:
                continue
            expected = all_worlds(position)
            update_belief(position.row, position.o, position.memory, WORKSPACE)
            worlds = list_worlds(position.row, position.o, position.memory, 1.0, WORKSPACE, HISTORY)
            assert (worlds is None) == (len(expected) > MAX_SOLVED_WORLDS)
            if worlds is None:
                continue
            listed = {}
            for row, weight in zip(worlds.batch.rows, worlds.weights, strict=True):
                world = Position(row, position.o, position.memory)
                listed[(*world.hand(), *world.rest())] = weight
            assert listed.keys() == expected.keys()
            total, ways = sum(listed.values()), sum(expected.values())
            for dealt, weight in listed.items():
                assert weight / total == pytest.approx(expected[dealt] / ways)
            checked += 1
    assert checked > 3


@pytest.mark.parametrize("players", [3, 4])
def test_a_solved_endgame_is_as_good_as_brute_force(players: int) -> None:
    positions = small_endgames(players, most=12)[:6]
    assert len(positions) > 3
    for position in positions:
        endgame = endgame_of(position)
        solution = endgame.solve(lambda _: True)
        assert solution is not None
        assert solution.complete
        worlds = [(in_world(position, dealt), n) for dealt, n in all_worlds(position).items()]
        ways = sum(weight for _, weight in worlds)
        assert solution.worlds == len(worlds)
        assert solution.values[solution.best] == pytest.approx(best_total(worlds) / ways)


def test_an_endgame_without_budget_has_no_solution() -> None:
    position = small_endgames(3, most=12)[0]
    assert endgame_of(position).solve(lambda _: False) is None


def test_an_interrupted_endgame_keeps_its_last_complete_solution() -> None:
    for position in small_endgames(3, most=12)[:6]:
        endgame = endgame_of(position)
        solution = endgame.solve(lambda spent: spent < 400)
        assert solution is None or solution.turns >= 1
        assert endgame.spent < 400 + MAX_SOLVED_WORLDS
