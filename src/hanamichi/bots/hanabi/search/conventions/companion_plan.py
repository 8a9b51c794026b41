"""A match in which every seat plays on by the conventions, as the bot `companion` does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Row
from hanamichi.batch.hanabi import row as r
from hanamichi.bots.hanabi.companion_kernels.beliefs import beliefs
from hanamichi.bots.hanabi.companion_kernels.decision import MAX_ACTIONS, decide
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    C_CODE_OF,
    FACES,
    FIRST_TRACKER,
    HANDS,
    MEMORY_CELLS,
    TRACKER_CELLS,
    Memory,
    rules_of,
    worths_of_weights,
)
from hanamichi.bots.hanabi.companion_kernels.rollouts import run_rollouts
from hanamichi.bots.hanabi.companion_kernels.worlds import deal_worlds
from hanamichi.bots.hanabi.search.hand_sampling import (
    MAX_HAND,
    WEIGHTS_SHAPE,
    SlotWeights,
    slots_by_clues,
)
from hanamichi.bots.hanabi.search.own_hand_worlds import ListedWorlds, OwnHand, list_worlds
from hanamichi.bots.hanabi.search.seen_match import MAX_CARDS, SeenMatch, seen_match
from hanamichi.bots.hanabi.search.workspace import Ints
from hanamichi.bots.hanabi.seat_tracker import SeatTracker
from hanamichi.core import Event, Seat
from hanamichi.hanabi.options import HanabiOptions

TILES = 6
MOST_CLUES = 6
"""How many clues are compared, the most promising ones."""
HOPELESS = -100.0
"""The value of playing a card that cannot fit; actions that are not legal are below."""


class CompanionPlan:
    """Follows a match from one seat."""

    def __init__(
        self,
        options: HanabiOptions,
        players: int,
        seat: Seat,
        strangers: Collection[Seat] = (),
    ) -> None:
        """`strangers`: the seats whose clues are taken literally."""
        self.table = (options, players, seat)
        self.tracker = SeatTracker(options, players, seat)
        self.rules = rules_of(options, players, strangers)
        self.worths = worths_of_weights()

    def position(self, events: Sequence[Event], seed: int) -> CompanionPosition | None:
        """The position after these events; None if no hand fits its clues."""
        self.tracker.update(events)
        row, o, seat = self.tracker.row, self.tracker.vector, self.tracker.seat
        by_clues = OwnHand.of(row, o, seat, slots_by_clues(row, o, seat))
        if by_clues is None:
            return None
        return CompanionPosition(self, seen_match(self.tracker.options, events), by_clues, seed)


class CompanionPosition:
    """A decision, what the companion thinks of it, and its worlds."""

    share = 1.0
    """How many of the usual worlds a review can afford: all, rollouts are fast."""

    def __init__(self, plan: CompanionPlan, seen: SeenMatch, by_clues: OwnHand, seed: int) -> None:
        tracker = plan.tracker
        self._plan = plan
        self.tracker = tracker
        self._o = tracker.vector
        self._seat = tracker.seat
        self._seen = seen
        self._seed = seed
        self._history = np.array(tracker.actions, np.int64)
        self._drawn = int(tracker.row[r.DRAWN])
        self._deck_size = int(tracker.row[r.DECK_SIZE])
        self._tiles_used = int(tracker.row[r.TILES_USED])
        self._tiles_matter = bool(self._o[r.O_FLAMBOYANTS]) and self._tiles_used < TILES - 1
        self.hands = [list(hand) for hand in tracker.hands]
        self._own = np.array(self.hands[self._seat], np.int64)
        self._listed: ListedWorlds | None = None
        self._memories = np.zeros((2, MEMORY_CELLS), np.int64)
        self._rows = np.zeros((2, r.ROW_BYTES), np.uint8)
        self._rng = np.zeros(1, np.uint64)
        self._values = np.zeros(MAX_ACTIONS)
        self.pending = bool(tracker.row[r.PENDING])
        """Whether a tile asks for a choice now, which the search leaves to the companion."""
        self._hand = by_clues
        memory = self._play_again()
        # what this seat believes and would do is the same whatever its hand is
        beliefs(memory, plan.rules, self._seat, self._seat)
        by_conventions = OwnHand.of(
            tracker.row, self._o, self._seat, self._slots_by_conventions(memory)
        )
        if by_conventions is not None:
            self._hand = by_conventions
        self.choice = int(
            decide(memory, plan.rules, plan.worths, self._rows[0], self._o, self._values, True)
        )
        self.candidates = self._screened()

    def _screened(self) -> list[int]:
        """Plays that may fit, all discards, the best clues; the choices of a tile are not here."""
        hand = int(self._o[r.O_HAND])
        liked = [
            (float(value), -action) for action, value in enumerate(self._values) if value > HOPELESS
        ]
        liked.sort(reverse=True)
        found = [self.choice]
        clues = 0
        for _, number in liked:
            action = -number
            clues += action >= 2 * hand
            if action != self.choice and (action < 2 * hand or clues <= MOST_CLUES):
                found.append(action)
        return found

    def _play_again(self) -> Memory:
        """The memory of the match with some hand that fits the clues."""
        self._run(*self._deal(0, 1), np.zeros(0, np.int64))
        memory: Memory = self._memories[0]
        return memory

    def _slots_by_conventions(self, memory: Memory) -> SlotWeights:
        """What the seat takes each of its cards for."""
        found = np.zeros(WEIGHTS_SHAPE)
        tracker = FIRST_TRACKER + self._seat * TRACKER_CELLS
        for slot in range(self._hand.size):
            belief = int(memory[tracker + BELIEFS + memory[HANDS + self._seat * 5 + slot]])
            for face in range(FACES):
                if belief >> face & 1:
                    found[slot, self._plan.rules[C_CODE_OF + face]] = 1
        return found

    def _deal(self, first: int, count: int) -> tuple[Row, Row, NDArray[np.uint64]]:
        """Cards, tiles and random numbers of sampled worlds."""
        worlds = np.zeros((count, MAX_CARDS), np.uint8)
        tiles = np.zeros((count, TILES), np.uint8)
        seeds = np.zeros(count, np.uint64)
        deal_worlds(
            self._seed,
            first,
            self._seen.cards,
            self._own,
            self._drawn,
            self._deck_size,
            self._hand.counts,
            self._hand.slot_weights,
            self._hand.kinds,
            self._hand.ways,
            self._seen.start[r.TILES : r.TILES + TILES],
            self._tiles_used,
            self._rng,
            np.zeros(MAX_HAND, np.uint8),
            worlds,
            tiles,
            seeds,
        )
        return worlds, tiles, seeds

    def weights(self, most: int) -> NDArray[np.float64] | None:
        """The weight of every possible world; None if there are more than `most`."""
        if self._tiles_matter:
            return None
        self._listed = list_worlds(self._hand, self._deck_size - self._drawn, most)
        return None if self._listed is None else self._listed.weights

    def exact_scores(self, moves: Ints) -> Ints:
        """The final scores of moves in all these worlds."""
        assert self._listed is not None
        count = len(self._listed.weights)
        worlds, tiles, seeds = self._deal(0, count)
        worlds[:, self._own] = self._listed.cards[:, : len(self._own)]
        worlds[:, self._drawn : self._deck_size] = self._listed.cards[:, len(self._own) :]
        return self._run(worlds, tiles, seeds, moves)

    def scores(self, moves: Ints, first: int, count: int) -> Ints:
        """The final scores of moves in sampled worlds of these numbers."""
        return self._run(*self._deal(first, count), moves)

    def _run(self, worlds: Row, tiles: Row, seeds: NDArray[np.uint64], moves: Ints) -> Ints:
        found = np.zeros((len(worlds), len(moves)), np.int64)
        run_rollouts(
            self._plan.rules,
            self._plan.worths,
            self._o,
            self._seen.start,
            worlds,
            tiles,
            seeds,
            self._history,
            moves,
            found,
            self._rng,
            self._memories,
            self._rows,
            self._values,
        )
        return found
