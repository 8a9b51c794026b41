"""The ends of games for two are solved as well as by brute force over every plan."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import is_legal, score, step
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.network.policy_network import two_players
from hanamichi.bots.hanabi.network.sparse_layers import Past
from hanamichi.bots.hanabi.search.candidate_moves import max_reachable_score
from hanamichi.bots.hanabi.search.endgame_solver import EndgameSolver
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.belief_tracker import BeliefTracker
from hanamichi.bots.hanabi.search.pair.network_rollouts import network_choices
from hanamichi.bots.hanabi.search.pair.pair_endgame import (
    MAX_SOLVED_WORLDS,
    PairEndgame,
    list_worlds,
)
from hanamichi.bots.hanabi.search.pair.pair_search_bot import PairSearchBot
from hanamichi.catalog import new_match
from tests.bots.hanabi.search.test_pair_beliefs import followed, sight_of

NETWORK = two_players()


class World(NamedTuple):
    """A game as it may be, and the actions so far, the latest first."""

    row: Row
    past: Past


def endgame_of(tracker: BeliefTracker) -> PairEndgame | None:
    """The worlds that the seat thinks possible, where it knows of every hand."""
    hands, unseen = tracker.beliefs.believed(tracker.row), tracker.beliefs.unseen(tracker.row)
    if not tracker.beliefs.exact:
        return None
    return list_worlds(NETWORK, tracker.row, tracker.vector, tracker.past(), hands, unseen)


def endgames() -> list[tuple[BeliefTracker, PairEndgame]]:
    """The latest endgames of some games that are small enough for brute force."""
    found = []
    for seed in range(40, 60):
        for _, tracker in followed(seed, [NetworkBot(), NetworkBot()], most=3000):
            left = int(tracker.row[r.DECK_SIZE]) - int(tracker.row[r.DRAWN])
            endgame = endgame_of(tracker) if left <= 1 else None
            if endgame is not None and 1 < len(endgame.weights) <= 30:
                found.append((tracker, endgame))
                break  # the tracker goes on with the game
        if len(found) == 5:
            break
    return found


def blinded(world: World, o: OptionVector, seat: int) -> bytes:
    """All that the seat sees of a world."""
    row = world.row.copy()
    row[[int(cell_of(o, seat, slot)) for slot in range(int(o[r.O_HAND]))]] = 0
    row[r.DECK : r.ROW_BYTES] = 0
    return row.tobytes() + world.past.tobytes()


def moved(world: World, o: OptionVector, action: int) -> World:
    """The world after an action."""
    row = world.row.copy()
    step(row, o, action, np.zeros(1, np.uint64), 0)
    return World(row, np.concatenate(([action], world.past[:-1])).astype(np.int8))


def legal_moves(world: World, o: OptionVector) -> list[int]:
    return [move for move in range(NETWORK.actions) if is_legal(world.row, o, move)]


def best_total(worlds: list[tuple[World, float]], o: OptionVector) -> float:
    """The best weighted total in worlds that the seat cannot distinguish."""
    return max(move_total(worlds, o, action) for action in legal_moves(worlds[0][0], o))


def move_total(worlds: list[tuple[World, float]], o: OptionVector, action: int) -> float:
    """The weighted total of a move, followed by the best play beside the network."""
    seat = int(worlds[0][0].row[r.TURN])
    total = 0.0
    alike: dict[bytes, list[tuple[World, float]]] = {}
    for world, weight in worlds:
        then = moved(world, o, action)
        if not then.row[r.ENDED]:
            rows, past = then.row[None], then.past[None]
            then = moved(then, o, int(network_choices(NETWORK, rows, o, past)[0]))
        if then.row[r.ENDED]:
            total += weight * int(score(then.row, o))
        else:
            alike.setdefault(blinded(then, o, seat), []).append((then, weight))
    return total + sum(best_total(group, o) for group in alike.values())


def test_a_solved_endgame_is_as_good_as_brute_force() -> None:
    found = endgames()
    assert len(found) == 5
    for tracker, endgame in found:
        o = tracker.vector
        moves = np.array(endgame.moves())
        top = int(max_reachable_score(tracker.row, o))
        solution = EndgameSolver(endgame, moves, top, 0.0).solve(lambda _: True)
        assert solution is not None
        assert solution.complete
        rows, past, weights = endgame.batch
        worlds = [
            (World(row, before), float(weight))
            for row, before, weight in zip(rows, past, weights, strict=True)
        ]
        expected = best_total(worlds, o) / weights.sum()
        assert solution.values[solution.best] == pytest.approx(expected)


def test_every_order_of_the_deck_is_listed_and_as_likely_as_it_is() -> None:
    checked = 0
    for seed in range(70, 76):
        for _, tracker in followed(seed, [NetworkBot(), NetworkBot()], most=3000):
            left = int(tracker.row[r.DECK_SIZE]) - int(tracker.row[r.DRAWN])
            if left > 3 or not tracker.beliefs.exact:
                continue
            hands, likely = tracker.beliefs.believed(tracker.row)
            unseen = tracker.beliefs.unseen(tracker.row)
            cards = [card for card in range(25) for _ in range(int(unseen[card]))]
            size = hands.shape[1]
            weights: dict[tuple[int, ...], float] = {}
            for hand, weight in zip(hands.tolist(), likely.tolist(), strict=True):
                rest = list((Counter(cards) - Counter(hand)).elements())
                decks = Counter(permutations(rest))
                for deck, ways in decks.items():
                    weights[(*hand, *deck)] = weight * ways / sum(decks.values())
            endgame = endgame_of(tracker)
            assert (endgame is None) == (len(weights) > MAX_SOLVED_WORLDS)
            if endgame is None:
                continue
            cells = [int(cell_of(tracker.vector, tracker.seat, slot)) for slot in range(size)]
            drawn = int(tracker.row[r.DRAWN])
            listed = {
                (*row[cells].tolist(), *row[r.DECK + drawn : r.DECK + drawn + left].tolist()): n
                for n, row in enumerate(endgame.batch.rows)
            }
            assert listed.keys() == weights.keys()
            for dealt, n in listed.items():
                assert endgame.weights[n] == pytest.approx(weights[dealt])
            checked += 1
    assert checked > 5


def test_the_searching_seat_solves_the_end() -> None:
    match = new_match("hanabi/online", 2, seed=0)
    bots = [PairSearchBot(Budget(rollouts=80)) for _ in range(2)]
    solved = 0
    while (seat := match.to_act) is not None:
        choice = bots[seat].choose(sight_of(match), Random(1))
        reason = choice.reason
        solved += reason is not None and reason.code == "search-endgame"
        match.play(choice.action)
    assert solved
