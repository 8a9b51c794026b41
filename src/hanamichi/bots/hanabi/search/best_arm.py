"""Best-arm identification: whether a move is better than the default one, by rollouts.

All moves are tried in the same worlds. A world in which the default move reaches the highest score
still possible can only be lost by another move. So the default move is tried first; the other moves
are compared with it in the worlds it misses, and only those that gain there are tried in the worlds
where it tops. A move that can no longer be accepted within the remaining rollouts is dropped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.search.workspace import MAX_JOBS, MAX_MOVES, MAX_WORLDS, Floats, Ints

# -- the state of a comparison ------------------------------------------------------------------
(
    MOVE_COUNT,
    REMAINING,
    MAX_SCORE,
    TRIED,
    COMPARED,
    MISSED,
    MISSED_COMPARED,
    TOPPED,
    ROLLOUTS,
    STATE_CELLS,
) = range(10)
"""The number of moves, and of those but the default still active; the highest possible score; in
how many worlds the default move was tried, and in how many of them compared; in how many it missed
the highest score, how many of these were compared, and in how many it topped; the rollouts made.
"""

# -- the statistics of a move --------------------------------------------------------------------
(GAIN, GAIN_SQUARES, COST_ROLLOUTS, COST, COST_SQUARES, ACTIVE, TALLY_CELLS) = range(7)
"""How much better the move was in missed worlds; in how many topped worlds it was tried, and how
much better (never: worse) it was there; whether it is still active.
"""

# -- the settings --------------------------------------------------------------------------------
(MARGIN, ACCEPT_ERRORS, KEEP_ERRORS, MIN_WORLDS, BATCH_WORLDS, TOP_BONUS, SETTING_CELLS) = range(7)
"""MARGIN: how much better than the default a move has to be. ACCEPT_ERRORS: by how many standard
errors more. KEEP_ERRORS: the same to stay active. MIN_WORLDS: worlds before a move is dropped.
BATCH_WORLDS: worlds of a batch. TOP_BONUS: what the highest score is worth in addition.
"""

SETTINGS = (0.02, 1.5, 1.5, 32, 16, 0.0)


class Arms(NamedTuple):
    """The statistics of all moves."""

    settings: Floats
    state: Ints
    moves: Ints
    """The default move first."""
    tally: Floats
    default_scores: NDArray[np.int16]
    """The score of the default move in each world."""
    missed: NDArray[np.int32]
    topped: NDArray[np.int32]
    jobs: NDArray[np.int32]
    """The rollouts to make: a world and a move."""
    scores: NDArray[np.int16]
    """The scores of these rollouts."""


def new_arms() -> Arms:
    """Arrays without any move."""
    return Arms(
        settings=np.array(SETTINGS, np.float64),
        state=np.zeros(STATE_CELLS, np.int64),
        moves=np.zeros(MAX_MOVES, np.int64),
        tally=np.zeros((MAX_MOVES, TALLY_CELLS)),
        default_scores=np.zeros(MAX_WORLDS, np.int16),
        missed=np.zeros(MAX_WORLDS, np.int32),
        topped=np.zeros(MAX_WORLDS, np.int32),
        jobs=np.zeros((MAX_JOBS, 2), np.int32),
        scores=np.zeros(MAX_JOBS, np.int16),
    )


def reset(arms: Arms, moves: Ints, top: int) -> None:
    """Start with these moves, the default one first."""
    arms.state[:] = 0
    arms.tally[:] = 0
    arms.state[MOVE_COUNT] = len(moves)
    arms.state[REMAINING] = len(moves) - 1
    arms.state[MAX_SCORE] = top
    arms.moves[: len(moves)] = moves
    arms.tally[: len(moves), ACTIVE] = 1


@routine
def plan_rollouts(arms: Arms, left: Word) -> Word:
    """Write the next rollouts, at most about `left`; how many there are."""
    state, tally, jobs = arms.state, arms.tally, arms.jobs
    stride = np.int64(arms.settings[BATCH_WORLDS])
    state[COMPARED] = state[TRIED]
    n = 0
    while state[MISSED_COMPARED] < state[MISSED] and n + MAX_MOVES < MAX_JOBS // 2:
        for move in range(1, state[MOVE_COUNT]):
            if tally[move, ACTIVE]:
                jobs[n, 0], jobs[n, 1] = arms.missed[state[MISSED_COMPARED]], move
                n += 1
        state[MISSED_COMPARED] += 1
    each = min(stride, max(1, (left - n) // (state[REMAINING] + 1)))
    for move in range(1, state[MOVE_COUNT]):
        # a move that gains nothing is dropped before these rollouts
        if tally[move, ACTIVE] and state[COMPARED] > arms.settings[MIN_WORLDS]:
            first = np.int64(tally[move, COST_ROLLOUTS])
            for place in range(first, min(first + each, state[TOPPED])):
                jobs[n, 0], jobs[n, 1] = arms.topped[place], move
                n += 1
    for world in range(state[TRIED], min(state[TRIED] + each, MAX_WORLDS)):
        jobs[n, 0], jobs[n, 1] = world, 0
        n += 1
    return n


@routine
def record_scores(arms: Arms, count: Word) -> None:
    """Add the scores of the planned rollouts to the statistics."""
    state, tally = arms.state, arms.tally
    bonus = arms.settings[TOP_BONUS]
    for n in range(count):
        world, move, score = arms.jobs[n, 0], arms.jobs[n, 1], arms.scores[n]
        if move == 0:
            arms.default_scores[world] = score
            if score >= state[MAX_SCORE]:
                arms.topped[state[TOPPED]] = world
                state[TOPPED] += 1
            else:
                arms.missed[state[MISSED]] = world
                state[MISSED] += 1
            state[TRIED] += 1
            continue
        default = arms.default_scores[world]
        gain = np.float64(score - default)
        if score >= state[MAX_SCORE]:
            gain += bonus
        if default >= state[MAX_SCORE]:
            gain -= bonus
            tally[move, COST_ROLLOUTS] += 1
            tally[move, COST] += gain
            tally[move, COST_SQUARES] += gain * gain
        else:
            tally[move, GAIN] += gain
            tally[move, GAIN_SQUARES] += gain * gain
    state[ROLLOUTS] += count


@kernel
def gain_of(arms: Arms, move: Word) -> tuple[Word, Word]:
    """The mean gain of a move over the default one, and its standard error.

    As if one more world had been seen with a difference of a point: few equal scores prove nothing.
    """
    n = max(arms.state[COMPARED], 1)
    tally = arms.tally[move]
    gain = tally[GAIN] / n
    variance = ((tally[GAIN_SQUARES] + 1.0) / n - gain * gain) / n
    tried = tally[COST_ROLLOUTS]
    if tried > 0:
        share = (n - arms.state[MISSED_COMPARED]) / n
        cost = tally[COST] / tried
        gain += share * cost
        spread = (tally[COST_SQUARES] + 1.0) / tried - cost * cost
        variance += share * share * spread / tried
    return gain, variance**0.5


@routine
def drop_arms(arms: Arms, left: Word) -> None:
    """Drop the moves that cannot be accepted any more within the remaining rollouts."""
    state, tally, settings = arms.state, arms.tally, arms.settings
    seen = state[COMPARED]
    if seen < settings[MIN_WORLDS]:
        return
    share = left / (state[REMAINING] + 1.0)
    shrunk = seen / (seen + share)
    needed_gain = settings[MARGIN]
    for move in range(1, state[MOVE_COUNT]):
        if tally[move, ACTIVE] and tally[move, COST_ROLLOUTS] * 2 >= seen - state[MISSED_COMPARED]:
            gain, error = gain_of(arms, move)
            needed_gain = max(needed_gain, gain - 2.0 * error)
    remaining = 0
    for move in range(1, state[MOVE_COUNT]):
        if tally[move, ACTIVE]:
            gain, error = gain_of(arms, move)
            optimistic = gain + settings[KEEP_ERRORS] * error * (1.0 - shrunk) ** 0.5
            needed = settings[MARGIN] + settings[ACCEPT_ERRORS] * error * shrunk**0.5
            if optimistic < needed or gain + 2.0 * error < needed_gain:
                tally[move, ACTIVE] = 0.0
            else:
                remaining += 1
    state[REMAINING] = remaining


@routine
def best_move(arms: Arms) -> Word:
    """The index of the best move; 0 unless another is better by the margin and the errors."""
    state, tally, settings = arms.state, arms.tally, arms.settings
    best = 0
    most = settings[MARGIN]
    for move in range(1, state[MOVE_COUNT]):
        compared = tally[move, COST_ROLLOUTS] > 0 or state[COMPARED] == state[MISSED_COMPARED]
        if tally[move, ACTIVE] and compared and state[COMPARED] >= settings[MIN_WORLDS]:
            gain, error = gain_of(arms, move)
            if gain - settings[ACCEPT_ERRORS] * error > most:
                best = move
                most = gain - settings[ACCEPT_ERRORS] * error
    return best


def default_mean(arms: Arms) -> float:
    """The mean score of the default move."""
    return float(arms.default_scores[: max(1, int(arms.state[TRIED]))].mean())
