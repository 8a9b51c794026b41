"""Worlds of an endgame for two in which the partner plays as the network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Bits, OptionVector, Random, Row, Rows, Word
from hanamichi.batch.hanabi.kernel import is_legal, score, step
from hanamichi.batch.hanabi.row import DECK, DECK_SIZE, DRAWN, ENDED, SHUFFLED, TURN
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.network.policy_network import Network
from hanamichi.bots.hanabi.network.sparse_layers import Members, Past, Scratch, new_scratch
from hanamichi.bots.hanabi.search.endgame_solver import Answers
from hanamichi.bots.hanabi.search.hand_sampling import Counts
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.hand_lists import Weights
from hanamichi.bots.hanabi.search.pair.network_rollouts import choose, network_scores, remember
from hanamichi.bots.hanabi.search.view_key import key_with, view_key
from hanamichi.bots.hanabi.search.workspace import Ints

MAX_SOLVED_WORLDS = 400
"""The most worlds that are solved."""
MAX_DECK = 3
"""The most cards in the deck."""


class Batch(NamedTuple):
    """Worlds in which it is the same seat's turn, and the actions so far, the latest first."""

    rows: Rows
    past: NDArray[np.int8]
    weights: Weights


class PairEndgame:
    """Worlds that the searching seat cannot distinguish, at its turn."""

    def __init__(self, network: Network, o: OptionVector, batch: Batch) -> None:
        self._network = network
        self._o = o
        self.batch = batch

    @property
    def weights(self) -> Weights:
        """How likely each world is, in any unit."""
        return self.batch.weights

    def select(self, indices: NDArray[np.intp]) -> PairEndgame:
        """The worlds at these indices."""
        rows, past, weights = self.batch
        batch = Batch(rows[indices], past[indices], weights[indices])
        return PairEndgame(self._network, self._o, batch)

    def moves(self) -> list[int]:
        """The legal moves: the same in all these worlds."""
        row = self.batch.rows[0]
        return [move for move in range(self._network.actions) if is_legal(row, self._o, move)]

    def default_scores(self) -> Ints:
        """The final score of each world when both seats play as the network from here."""
        rows, past, _ = self.batch
        return network_scores(self._network, rows.copy(), self._o, past).astype(np.int64)

    def after(self, action: int) -> Answers:
        """The worlds at the seat's next turn, once it made a move and the partner answered."""
        network = self._network
        then = Batch(self.batch.rows.copy(), self.batch.past.copy(), self.weights)
        scores = np.zeros(len(self.weights), np.int64)
        keys = np.zeros(len(self.weights), np.uint64)
        play_until_next_turn(
            network.members,
            self._o,
            then,
            action,
            np.zeros(network.words, np.uint64),
            np.zeros(1, np.uint64),
            new_scratch(network.members),
            scores,
            keys,
        )
        return Answers(PairEndgame(network, self._o, then), scores, keys)


def list_worlds(
    network: Network,
    row: Row,
    o: OptionVector,
    past: Past,
    beliefs: tuple[Rows, Weights],
    counts: Counts,
) -> PairEndgame | None:
    """Every world of these hands, with every order of the deck; None where there are too many.

    `counts`: how many copies of each card the seat does not see.
    """
    drawn, end = int(row[DRAWN]), int(row[DECK_SIZE])
    hands, likely = beliefs
    if end - drawn > MAX_DECK or len(hands) > MAX_SOLVED_WORLDS:
        return None
    found: list[tuple[int, tuple[int, ...]]] = []
    weights: list[float] = []
    unseen = Counter({card: int(copies) for card, copies in enumerate(counts) if copies})
    for n, hand in enumerate(hands.tolist()):
        decks = list(orders(unseen - Counter(hand)))
        found += [(n, deck) for deck in decks]
        weights += [float(likely[n]) / len(decks)] * len(decks)
        if len(found) > MAX_SOLVED_WORLDS:
            return None
    rows = np.repeat(row[None], len(found), axis=0)
    rows[:, SHUFFLED] = 1
    seat = int(row[TURN])
    cells = [int(cell_of(o, seat, slot)) for slot in range(hands.shape[1])]
    rows[:, cells] = hands[[n for n, _ in found]]
    rows[:, DECK + drawn : DECK + end] = np.array([deck for _, deck in found], np.uint8)
    batch = Batch(rows, np.repeat(past[None], len(found), axis=0), np.array(weights))
    return PairEndgame(network, o, batch)


def orders(cards: Counter[int]) -> Iterator[tuple[int, ...]]:
    """All different orders of some cards, each as likely as any other."""
    if not cards:
        yield ()
    for card in cards:
        for rest in orders(cards - Counter([card])):
            yield (card, *rest)


@routine
def play_until_next_turn(
    members: Members,
    o: OptionVector,
    worlds: Batch,
    action: Word,
    seen: NDArray[np.uint64],
    rng: Random,
    scratch: Scratch,
    scores: Ints,
    keys: Bits,
) -> None:
    """Make a move in every world, and then the partner's.

    A world that ended by then gets its score; any other gets -1 and a key, the same for worlds that
    the seat cannot distinguish.
    """
    for n in range(worlds.rows.shape[0]):
        row, past = worlds.rows[n], worlds.past[n]
        seat = np.int64(row[TURN])
        step(row, o, action, rng, 0)
        remember(past, action)
        if row[ENDED] == 0:
            answer = choose(members, row, o, past, seen, scratch)
            step(row, o, answer, rng, 0)
            remember(past, answer)
        if row[ENDED]:
            scores[n] = score(row, o)
        else:
            scores[n] = -1
            keys[n] = key_with(view_key(row, o, seat), past[0])
