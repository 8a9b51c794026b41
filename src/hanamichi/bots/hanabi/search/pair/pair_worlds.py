"""Worlds for two: a hand from the beliefs and a deck; moves are tried in the same ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import OptionVector, Random, Row, Rows
from hanamichi.batch.hanabi.kernel import step
from hanamichi.batch.hanabi.row import O_SUITS, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.network.carried_values import Carried, copy_carried, new_carried
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import Layers, Past, Scratch, new_scratch
from hanamichi.bots.hanabi.search.hand_sampling import Counts
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.hand_lists import Weights
from hanamichi.bots.hanabi.search.pair.network_rollouts import look_at_both, play_out, remember
from hanamichi.bots.hanabi.search.rollouts import shuffle_deck
from hanamichi.bots.hanabi.search.workspace import Ints


@routine
def build_worlds(
    row: Row, o: OptionVector, hands: Rows, counts: Counts, rng: Random, worlds: Rows
) -> None:
    """Write a world for each hand, with a shuffled deck."""
    seat = np.int64(row[TURN])
    size = hands.shape[1]
    for n in range(hands.shape[0]):
        for cell in range(row.shape[0]):
            worlds[n, cell] = row[cell]
        for slot in range(size):
            worlds[n, cell_of(o, seat, slot)] = hands[n, slot]
        shuffle_deck(worlds[n], counts, size, 5 * np.int64(o[O_SUITS]), hands[n], rng)


@routine
def try_moves(
    layers: Layers,
    world: Row,
    o: OptionVector,
    moves: Ints,
    past: Past,
    going: Row,
    earlier: Past,
    seen: NDArray[np.uint64],
    start: Carried,
    carried: Carried,
    rng: Random,
    scratch: Scratch,
    scores: Ints,
) -> None:
    """The final score of each move when both seats then play as the network."""
    for m in range(moves.shape[0]):
        for cell in range(going.shape[0]):
            going[cell] = world[cell]
        for ply in range(past.shape[0]):
            earlier[ply] = past[ply]
        copy_carried(start, carried)
        step(going, o, moves[m], rng, 0)
        remember(earlier, moves[m])
        scores[m] = play_out(layers, going, o, earlier, seen, carried, rng, scratch)


class PairWorlds:
    """The worlds of one decision."""

    def __init__(
        self,
        network: Network,
        row: Row,
        o: OptionVector,
        past: Past,
        beliefs: tuple[Rows, Weights],
        counts: Counts,
        seed: int,
    ) -> None:
        self._network = network
        self._row, self._o, self._past = row, o, past
        self._hands, weights = beliefs
        self._cumulated = np.cumsum(weights)
        self._counts = counts
        self._chance = np.random.default_rng(seed)
        self._rng = self._chance.integers(1 << 63, size=1, dtype=np.uint64)
        self._scratch = new_scratch(network.members)
        layers, sizes = network.members[0], (network.words, network.past)
        self._start, self._carried = new_carried(layers, *sizes), new_carried(layers, *sizes)
        self._seen = np.zeros(network.words, np.uint64)

    def deal(self, count: int) -> Rows:
        """New worlds, spread evenly over the hands by their weights."""
        steps = (np.arange(count) + self._chance.random()) / count * self._cumulated[-1]
        places = np.searchsorted(self._cumulated, steps).clip(max=len(self._hands) - 1)
        hands = np.ascontiguousarray(self._hands[self._chance.permutation(places)])
        worlds = np.zeros((count, len(self._row)), np.uint8)
        build_worlds(self._row, self._o, hands, self._counts, self._rng, worlds)
        layers = self._network.members[0]
        look_at_both(layers, worlds[0], self._o, self._past, self._seen, self._start)
        return worlds

    def scores(self, world: Row, moves: Ints) -> Ints:
        """The final score of each move in a world."""
        found = np.zeros(len(moves), np.int64)
        try_moves(
            self._network.members[0],
            world,
            self._o,
            moves,
            self._past,
            np.zeros(len(world), np.uint8),
            self._past.copy(),
            self._seen,
            self._start,
            self._carried,
            self._rng,
            self._scratch,
            found,
        )
        return found
