"""The choice between moves: all of them in some worlds, then the best few in many fresh ones.

The worlds that pick the best few flatter them, so these do not count afterwards. The usual move
comes first; another is made only where it is better by a margin and by two standard errors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanamichi.bots.clock import Clock
from hanamichi.bots.hanabi.search.rollout_search import SearchResult
from hanamichi.bots.hanabi.search.workspace import Ints

MARGIN = 0.02
"""How much better than the usual move another has to be."""
ERRORS = 2.0
"""By how many standard errors it has to be better."""
FIRST_WORLDS, FIRST_BATCH, FIRST_SHARE = 100, 20, 0.4
"""The worlds of the first stage, at a time, and the most of the budget that it may take."""
FINAL_WORLDS, FINAL_BATCH = 800, 40
FINALISTS = 5
"""How many moves go on to the second stage, the usual one among them."""
ENOUGH = 60
"""No move is preferred by fewer fresh worlds."""


World = TypeVar("World")


class Worlds(Protocol[World]):
    """Where moves are tried."""

    def deal(self, count: int) -> Iterable[World]:
        """New worlds."""
        ...

    def scores(self, world: World, moves: Ints) -> NDArray[np.int_]:
        """The final score of each move in a world."""
        ...


class Gains(NamedTuple):
    """How much better than the first move each one was, and the standard errors."""

    means: NDArray[np.float64]
    errors: NDArray[np.float64]

    @classmethod
    def of(cls, scores: NDArray[np.int32]) -> Gains:
        """As if one more world had been seen with a difference of a point."""
        count = len(scores)
        more = scores - scores[:, :1]
        means = more.mean(axis=0)
        spread = np.maximum(((more - means) ** 2).sum(axis=0), 0) + 1.0
        return cls(means, np.sqrt(spread) / count)


class Stage(NamedTuple):
    """The moves that are left, and their scores in each world."""

    kept: NDArray[np.intp]
    scores: NDArray[np.int32]


class Comparison(Generic[World]):
    """The moves of one decision, the usual one first."""

    def __init__(self, worlds: Worlds[World], moves: Ints, clock: Clock) -> None:
        self._worlds = worlds
        self._clock = clock
        self._moves = moves
        self._made = 0

    def result(self) -> SearchResult:
        """The best move within the budget."""
        all_moves = np.arange(len(self._moves))
        first = self._stage(all_moves, FIRST_WORLDS, FIRST_BATCH, FIRST_SHARE)
        count = len(first.scores)
        if len(first.kept) == 1 or not count:
            return self._found(0, 0.0, first, count)
        order = np.argsort(-Gains.of(first.scores).means[1:], kind="stable")
        finalists = first.kept[[0, *(1 + order[: FINALISTS - 1])]]
        final = self._stage(finalists, FINAL_WORLDS, FINAL_BATCH, 1.0)
        count += len(final.scores)
        if len(final.scores) < ENOUGH:
            return self._found(0, 0.0, first, count)
        gains = Gains.of(final.scores)
        certain = gains.means - ERRORS * gains.errors
        certain[gains.means <= MARGIN] = -1.0
        certain[0] = 0.0
        best = int(np.argmax(certain))
        return self._found(int(final.kept[best]), float(gains.means[best]), final, count)

    def _found(self, best: int, gain: float, stage: Stage, worlds: int) -> SearchResult:
        score = float(stage.scores[:, 0].mean()) if len(stage.scores) else 0.0
        return SearchResult(
            int(self._moves[best]),
            int(self._moves[0]),
            score + gain,
            gain,
            len(self._moves),
            worlds,
            self._made,
        )

    def _stage(self, moves: NDArray[np.intp], most: int, batch: int, share: float) -> Stage:
        """Try moves in new worlds; those that cannot be the best any more are dropped."""
        scores = np.zeros((0, len(moves)), np.int32)
        used = self._clock.used(self._made)
        ends = used + share * (1.0 - used)
        while len(scores) < most and len(moves) > 1:
            found = self._batch(moves, batch, ends)
            scores = np.concatenate((scores, found))
            if len(found) < batch:
                return Stage(moves, scores)
            gains = Gains.of(scores)
            needed = max(MARGIN, float((gains.means - ERRORS * gains.errors).max()))
            kept = gains.means + ERRORS * gains.errors >= needed
            kept[0] = True
            moves, scores = moves[kept], scores[:, kept]
        return Stage(moves, scores)

    def _batch(self, moves: NDArray[np.intp], count: int, ends: float) -> NDArray[np.int32]:
        """Try moves in some new worlds, as long as the budget allows."""
        found = np.zeros((count, len(moves)), np.int32)
        for n, world in enumerate(self._worlds.deal(count)):
            if self._clock.used(self._made + len(moves)) > ends:
                return found[:n]
            found[n] = self._worlds.scores(world, self._moves[moves])
            self._made += len(moves)
        return found
