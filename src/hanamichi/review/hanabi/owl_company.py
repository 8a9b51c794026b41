"""The owls' company: every seat plays on as the bot `expert` does, by hats."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.hanabi import row as r
from hanamichi.bots.bot import Reason, Sight
from hanamichi.bots.hanabi.hats.hats_bot import reason_of
from hanamichi.bots.hanabi.hats.hats_tracker import HatsTracker
from hanamichi.bots.hanabi.hats.strategy import advance, play_out
from hanamichi.bots.hanabi.search.candidate_moves import gather_moves
from hanamichi.bots.hanabi.search.move_history import cell_of, new_history
from hanamichi.bots.hanabi.search.own_hand_worlds import ListedWorlds, OwnHand, list_worlds
from hanamichi.bots.hanabi.search.rollouts import run_rollouts, update_belief
from hanamichi.bots.hanabi.search.workspace import MAX_MOVES, new_workspace
from hanamichi.core import Action, Seat
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.review.hanabi.company import Moves, Scores

TRUSTING = 1.0
"""Other seats' choices are no evidence but for what the code says."""


class OwlCompany:
    """Follows a match from one seat."""

    def __init__(self, options: HanabiOptions, players: int, seat: Seat) -> None:
        self.tracker = HatsTracker(options, players, seat)
        self.workspace = new_workspace()
        self.history = new_history()

    def position(self, sight: Sight, seed: int) -> OwlPosition | None:
        """A position of the seat; None if somebody did not follow the code, or has a tile."""
        tracker = self.tracker
        tracker.update(sight.events)
        if not tracker.consistent or tracker.row[r.PENDING]:
            return None
        if update_belief(tracker.row, tracker.vector, tracker.memory, self.workspace) <= 0:
            return None
        return OwlPosition(self, seed)

    def why(self, sight: Sight, action: Action) -> Reason | None:
        """Why one would do this."""
        return reason_of(self.tracker, action)


class OwlPosition:
    """A decision, the company's view of it, and its worlds."""

    share = 1.0

    def __init__(self, company: OwlCompany, seed: int) -> None:
        tracker, workspace = company.tracker, company.workspace
        self._company = company
        self._seed = seed
        self._row, self._o, self._memory = tracker.row, tracker.vector, tracker.memory
        self._seat = tracker.seat
        self._deck = int(self._row[r.DECK_SIZE]) - int(self._row[r.DRAWN])
        self._listed: ListedWorlds | None = None
        self.hands = [list(hand) for hand in tracker.hands]
        moves = np.zeros(MAX_MOVES, np.int64)
        count = int(gather_moves(self._row, self._o, self._memory, workspace.slot_weights, moves))
        self.candidates = [int(move) for move in moves[:count]]
        self.choice = self.candidates[0]

    def weights(self, most: int) -> NDArray[np.float64] | None:
        """The weight of every possible world; None if there are more than `most`."""
        if self._o[r.O_FLAMBOYANTS]:
            return None
        slot_weights = self._company.workspace.slot_weights
        hand = OwnHand.of(self._row, self._o, self._seat, slot_weights)
        assert hand is not None
        self._listed = list_worlds(hand, self._deck, most)
        return None if self._listed is None else self._listed.weights

    def exact_scores(self, moves: Moves) -> Scores:
        """The final scores of moves in all these worlds."""
        assert self._listed is not None
        size = int(self._row[r.HAND_SIZES + self._seat])
        cells = [int(cell_of(self._o, self._seat, slot)) for slot in range(size)]
        drawn, end = int(self._row[r.DRAWN]), int(self._row[r.DECK_SIZE])
        rng = np.zeros(1, np.uint64)
        world = self._row.copy()
        world[r.SHUFFLED] = 1
        found = np.zeros((len(self._listed.weights), len(moves)), np.int64)
        for n, cards in enumerate(self._listed.cards):
            world[cells] = cards[:size]
            world[r.DECK + drawn : r.DECK + end] = cards[size:]
            for k, move in enumerate(moves):
                row, memory = world.copy(), self._memory.copy()
                advance(row, self._o, memory, int(move), rng, 0)
                found[n, k] = play_out(row, self._o, memory, rng, 0)
        return found

    def scores(self, moves: Moves, first: int, count: int) -> Scores:
        """The final scores of moves in sampled worlds of these numbers."""
        jobs = np.zeros((count * len(moves), 2), np.int32)
        jobs[:, 0] = first + np.repeat(np.arange(count), len(moves))
        jobs[:, 1] = np.tile(np.arange(len(moves)), count)
        found = np.zeros(len(jobs), np.int16)
        run_rollouts(
            self._row,
            self._o,
            self._memory,
            self._seed,
            first,
            TRUSTING,
            moves,
            jobs,
            found,
            len(jobs),
            self._company.workspace,
            self._company.history,
        )
        return found.astype(np.int64).reshape(count, len(moves))
