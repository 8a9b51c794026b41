"""Compares the actions of one decision in the same worlds: exactly, or by a race of rollouts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.review.hanabi.company import Position, Scores
from hanamichi.review.model import Depth


class Effort(NamedTuple):
    """How much is calculated for a decision."""

    seed: int
    """Told apart by it, two efforts try out different worlds."""
    listed: int
    """The most worlds in which a decision is calculated exactly."""
    rounds: tuple[tuple[int, int], ...]
    """Of each round of the race: the most actions in it, and the worlds they are tried in."""
    final: int
    """The fresh worlds in which those that are left are compared."""

    def shared(self, share: float) -> Effort:
        """A part of this effort."""
        rounds = tuple((most, max(2, round(worlds * share))) for most, worlds in self.rounds)
        listed, final = round(self.listed * share), max(2, round(self.final * share))
        return Effort(self.seed, listed, rounds, final)


EFFORTS: dict[Depth, Effort] = {
    "standard": Effort(0, 400, ((24, 32), (10, 56), (5, 128)), 800),
    "deep": Effort(1, 2000, ((40, 128), (14, 256), (6, 640)), 4000),
}
FINALISTS = 2
"""How many of the race are compared in the end, besides the action made and the company's."""


class Compared(NamedTuple):
    """An action, and what it is worth."""

    move: int
    value: float
    error: float
    """The standard error of the difference to the best action."""


class Comparison(NamedTuple):
    """The actions compared."""

    options: tuple[Compared, ...]
    """The best first."""
    expected: float
    """The expected score if this seat, too, does what the company would."""

    def of(self, move: int) -> Compared:
        """A compared action."""
        return next(option for option in self.options if option.move == move)


def compare(position: Position, made: int, effort: Effort) -> Comparison:
    """What the candidates and the action made are worth."""
    moves = [*position.candidates]
    if made not in moves:
        moves.append(made)
    effort = effort.shared(position.share)
    weights = position.weights(effort.listed)
    if weights is not None:
        return _exactly(position, moves, weights)
    return _by_race(position, moves, made, effort)


def _exactly(position: Position, moves: list[int], weights: NDArray[np.float64]) -> Comparison:
    scores = position.exact_scores(np.array(moves, np.int64))
    values = [float(value) for value in weights @ scores / weights.sum()]
    options = [Compared(move, value, 0.0) for move, value in zip(moves, values, strict=True)]
    return Comparison(_best_first(options), values[0])


def _by_race(position: Position, moves: list[int], made: int, effort: Effort) -> Comparison:
    race = _Race(position, moves, made)
    for most, worlds in effort.rounds:
        race.keep(most)
        race.run(worlds)
    return race.finish(effort.final)


class _Race:
    """All gains are over the company's choice, in the same worlds; the worst drop out."""

    def __init__(self, position: Position, moves: list[int], made: int) -> None:
        self._position = position
        self._moves = moves
        self._safe = {moves[0], made}
        self._active = list(moves)
        self._gains: dict[int, list[NDArray[np.float64]]] = {move: [] for move in moves}
        self._worlds = 0

    def keep(self, most: int) -> None:
        """Drop the worst, but never the company's choice or the action made."""
        ordered = sorted(self._active, key=self._gain, reverse=True)
        kept = [move for move in ordered if move not in self._safe][: most - len(self._safe)]
        self._active = [move for move in self._active if move in self._safe or move in kept]

    def run(self, worlds: int) -> None:
        """Try the active actions in more worlds."""
        scores = self._scores(self._active, worlds)
        for move, column in zip(self._active, scores.T, strict=True):
            self._gains[move].append((column - scores[:, 0]).astype(np.float64))

    def _scores(self, moves: list[int], worlds: int) -> Scores:
        scores = self._position.scores(np.array(moves, np.int64), self._worlds, worlds)
        self._worlds += worlds
        return scores

    def _gain(self, move: int) -> float:
        gains = self._gains[move]
        return float(np.concatenate(gains).mean()) if gains else 0.0

    def finish(self, worlds: int) -> Comparison:
        """Compare the finalists in fresh worlds, so that luck in the race does not count."""
        self.keep(FINALISTS + len(self._safe))
        scores = self._scores(self._active, worlds).astype(np.float64)
        means = scores.mean(axis=0)
        top = int(np.argmax(means))
        best = float(means[top])
        options = [
            Compared(
                move,
                float(means[place]),
                0.0 if place == top else _error(scores[:, place] - scores[:, top]),
            )
            for place, move in enumerate(self._active)
        ]
        reference = 0.0 if top == 0 else _error(scores[:, 0] - scores[:, top])
        for move in self._moves:
            if move not in self._active and self._gains[move]:
                gains = np.concatenate(self._gains[move])
                value = float(means[0]) + float(gains.mean())
                error = float(np.hypot(_error(gains), reference))
                if best - value > error:  # else too little is known to say how much worse it is
                    options.append(Compared(move, value, error))
        return Comparison(_best_first(options), float(means[0]))


def _error(differences: NDArray[np.float64]) -> float:
    """The standard error of a mean, as if one more world had differed by a point.

    A few equal scores prove nothing.
    """
    count = len(differences)
    mean = float(differences.mean())
    spread = (float((differences**2).sum()) + 1.0) / count - mean * mean
    return float(np.sqrt(spread / count))


def _best_first(options: list[Compared]) -> tuple[Compared, ...]:
    """Sorted by value; of equals, the one that the others were compared with."""
    return tuple(sorted(options, key=lambda option: (-option.value, option.error)))
