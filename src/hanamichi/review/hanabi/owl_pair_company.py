"""The company of two owls: both seats play on as the trained network does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Rows
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import is_legal, step
from hanamichi.bots.bot import Reason, Sight
from hanamichi.bots.hanabi.network.network_bot import past, seen
from hanamichi.bots.hanabi.network.policy_network import two_players
from hanamichi.bots.hanabi.search.hand_sampling import deal_hand
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.own_hand_worlds import ListedWorlds, OwnHand, list_worlds
from hanamichi.bots.hanabi.search.pair.network_rollouts import (
    build_rollouts,
    rollout_scores,
)
from hanamichi.bots.hanabi.search.pair.pair_tracker import PairTracker
from hanamichi.bots.hanabi.search.rollouts import seed_world
from hanamichi.bots.hanabi.search.workspace import new_workspace
from hanamichi.core import Action, Seat
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.review.hanabi.company import Moves, Scores

MOST_MOVES = 4
"""How many actions are compared, those that the network likes best."""


class OwlPairCompany:
    """Follows a match from one seat."""

    def __init__(self, options: HanabiOptions, seat: Seat) -> None:
        self.network = two_players()
        self.tracker = PairTracker(options, seat, self.network)
        self.workspace = new_workspace()

    def position(self, sight: Sight, seed: int) -> OwlPairPosition | None:
        """A position of the seat; None if no hand fits its clues."""
        tracker = self.tracker
        tracker.update(sight.events)
        weights = tracker.evidence.slot_weights(tracker.row)
        hand = OwnHand.of(tracker.row, tracker.vector, tracker.seat, weights)
        return None if hand is None else OwlPairPosition(self, hand, seed)

    def why(self, sight: Sight, action: Action) -> Reason | None:
        """A network has preferences, no reasons."""
        return None


class OwlPairPosition:
    """A decision, the company's view of it, and its worlds."""

    share = 1 / 12
    """A network takes about fifty times as long for a move as the other companies."""

    def __init__(self, company: OwlPairCompany, hand: OwnHand, seed: int) -> None:
        tracker = company.tracker
        self._company = company
        self._hand = hand
        self._seed = seed
        self._row, self._o = tracker.row, tracker.vector
        self._seat = tracker.seat
        self._past = tracker.past()
        self._listed: ListedWorlds | None = None
        self._rng = np.zeros(1, np.uint64)
        company.workspace.counts[:] = hand.counts
        self.hands = [list(cards) for cards in tracker.hands]
        network = company.network
        liked = network.preferences(seen(tracker), past(tracker, network))[0]
        legal = [n for n in range(network.actions) if is_legal(self._row, self._o, n)]
        self.candidates = sorted(legal, key=lambda n: -liked[n])[:MOST_MOVES]
        self.choice = self.candidates[0]

    def weights(self, most: int) -> NDArray[np.float64] | None:
        """The weight of every possible world; None if there are more than `most`."""
        deck = int(self._row[r.DECK_SIZE]) - int(self._row[r.DRAWN])
        self._listed = list_worlds(self._hand, deck, most)
        return None if self._listed is None else self._listed.weights

    def exact_scores(self, moves: Moves) -> Scores:
        """The final scores of moves in all these worlds."""
        assert self._listed is not None
        size = self._hand.size
        cells = [int(cell_of(self._o, self._seat, slot)) for slot in range(size)]
        drawn, end = int(self._row[r.DRAWN]), int(self._row[r.DECK_SIZE])
        worlds = np.repeat(self._row[None], len(self._listed.weights), axis=0)
        worlds[:, r.SHUFFLED] = 1
        worlds[:, cells] = self._listed.cards[:, :size]
        worlds[:, r.DECK + drawn : r.DECK + end] = self._listed.cards[:, size:]
        rows = np.repeat(worlds, len(moves), axis=0)
        for n, row in enumerate(rows):
            step(row, self._o, int(moves[n % len(moves)]), self._rng, 0)
        return self._played_out(rows, moves)

    def scores(self, moves: Moves, first: int, count: int) -> Scores:
        """The final scores of moves in sampled worlds of these numbers."""
        workspace, hand = self._company.workspace, self._hand
        for number in range(first, first + count):
            seed_world(workspace.rng, self._seed, number)
            deal_hand(
                hand.counts,
                hand.slot_weights,
                hand.size,
                hand.kinds,
                hand.ways,
                workspace.rng,
                workspace.hands[number],
            )
            workspace.streams[number] = workspace.rng[0]
        jobs = np.zeros((count * len(moves), 2), np.int32)
        jobs[:, 0] = first + np.repeat(np.arange(count), len(moves))
        jobs[:, 1] = np.tile(np.arange(len(moves)), count)
        rows = np.zeros((len(jobs), len(self._row)), np.uint8)
        build_rollouts(self._row, self._o, moves, jobs, self._rng, workspace, rows)
        return self._played_out(rows, moves)

    def _played_out(self, rows: Rows, moves: Moves) -> Scores:
        """The final scores of rows in which the moves were made."""
        past = np.repeat(self._past[None], len(rows), axis=0)
        past[:, 1:] = past[:, :-1].copy()
        past[:, 0] = np.tile(moves, len(rows) // len(moves))
        found = rollout_scores(self._company.network, rows, self._o, past)
        return found.astype(np.int64).reshape(-1, len(moves))
