"""A contest between moves that are tried in the same worlds: which is better than the plain one.

A world in which the plain move ends as well as any game still can has nothing left to win, only to
lose. So the plain move is tried first; the others meet it in the worlds it spoils, and only those
that save some of them have to show what they cost in the worlds it keeps. A move that will not be
taken, by all that the trials left could show, is tried no more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.search.workspace import JOBS, MOVES, WORLDS, Sums, Whole

# -- how a contest stands ----------------------------------------------------------------------
(MOVE_COUNT, STANDING, TOP, TRIED, SEEN, SPOILED, MET, KEPT, SPENT, STATE_CELLS) = range(10)
"""How many moves there are, and how many but the plain one are still in; the most that can be
scored; in how many worlds the plain move was tried, and up to which one all that it spoiled was
met by the others; how many it spoiled, how many of them were met, how many it kept; and how many
trials were made."""

# -- what was seen of a move -------------------------------------------------------------------
(SAVED, SAVED_SQUARES, COST_TRIALS, COST, COST_SQUARES, STANDS, TALLY_CELLS) = range(7)
"""How much better it is in the worlds that the plain move spoils; in how many worlds that the plain
move keeps it was tried, and how much better (never: worse) it is there; and whether it is still in
the contest."""

# -- how it is decided -------------------------------------------------------------------------
(MARGIN, TAKE, HOPE, LEAST, STRIDE, PERFECT, TASTE_CELLS) = range(7)
"""MARGIN: how much better than the plain move another has to be. TAKE: with how many standard
errors to spare. HOPE: with how many it may still be hoped for. LEAST: worlds before anything is
dropped. STRIDE: worlds between two looks. PERFECT: what the top score is worth besides."""

TASTE = (0.02, 1.5, 1.5, 32, 16, 0.0)


class BestArm(NamedTuple):
    """Everything that is known of the moves."""

    taste: Sums
    state: Whole
    moves: Whole
    """The plain move first."""
    tally: Sums
    plain: NDArray[np.int16]
    """What the plain move scored in each world."""
    spoiled: NDArray[np.int32]
    kept: NDArray[np.int32]
    jobs: NDArray[np.int32]
    """The trials to make: a world and a move."""
    scores: NDArray[np.int16]
    """What came of them."""


def new_best_arm() -> BestArm:
    """Nobody is in it yet."""
    return BestArm(
        taste=np.array(TASTE, np.float64),
        state=np.zeros(STATE_CELLS, np.int64),
        moves=np.zeros(MOVES, np.int64),
        tally=np.zeros((MOVES, TALLY_CELLS)),
        plain=np.zeros(WORLDS, np.int16),
        spoiled=np.zeros(WORLDS, np.int32),
        kept=np.zeros(WORLDS, np.int32),
        jobs=np.zeros((JOBS, 2), np.int32),
        scores=np.zeros(JOBS, np.int16),
    )


def enter(contest: BestArm, moves: Whole, top: int) -> None:
    """Begin anew with these moves, the plain one first."""
    contest.state[:] = 0
    contest.tally[:] = 0
    contest.state[MOVE_COUNT] = len(moves)
    contest.state[STANDING] = len(moves) - 1
    contest.state[TOP] = top
    contest.moves[: len(moves)] = moves
    contest.tally[: len(moves), STANDS] = 1


@routine
def plan(contest: BestArm, left: Word) -> Word:
    """Write down the next trials, about so many at most; how many there are."""
    state, tally, jobs = contest.state, contest.tally, contest.jobs
    stride = np.int64(contest.taste[STRIDE])
    state[SEEN] = state[TRIED]
    n = 0
    while state[MET] < state[SPOILED] and n + MOVES < JOBS // 2:
        for move in range(1, state[MOVE_COUNT]):
            if tally[move, STANDS]:
                jobs[n, 0], jobs[n, 1] = contest.spoiled[state[MET]], move
                n += 1
        state[MET] += 1
    each = min(stride, max(1, (left - n) // (state[STANDING] + 1)))
    for move in range(1, state[MOVE_COUNT]):
        # who saves nothing is dropped before it costs anything
        if tally[move, STANDS] and state[SEEN] > contest.taste[LEAST]:
            first = np.int64(tally[move, COST_TRIALS])
            for place in range(first, min(first + each, state[KEPT])):
                jobs[n, 0], jobs[n, 1] = contest.kept[place], move
                n += 1
    for world in range(state[TRIED], min(state[TRIED] + each, WORLDS)):
        jobs[n, 0], jobs[n, 1] = world, 0
        n += 1
    return n


@routine
def take_in(contest: BestArm, count: Word) -> None:
    """Note what came of the trials that were planned."""
    state, tally = contest.state, contest.tally
    perfect = contest.taste[PERFECT]
    for n in range(count):
        world, move, score = contest.jobs[n, 0], contest.jobs[n, 1], contest.scores[n]
        if move == 0:
            contest.plain[world] = score
            if score >= state[TOP]:
                contest.kept[state[KEPT]] = world
                state[KEPT] += 1
            else:
                contest.spoiled[state[SPOILED]] = world
                state[SPOILED] += 1
            state[TRIED] += 1
            continue
        plain = contest.plain[world]
        gain = np.float64(score - plain)
        if score >= state[TOP]:
            gain += perfect
        if plain >= state[TOP]:
            gain -= perfect
            tally[move, COST_TRIALS] += 1
            tally[move, COST] += gain
            tally[move, COST_SQUARES] += gain * gain
        else:
            tally[move, SAVED] += gain
            tally[move, SAVED_SQUARES] += gain * gain
    state[SPENT] += count


@kernel
def gain_of(contest: BestArm, move: Word) -> tuple[Word, Word]:
    """By how much a move is better than the plain one on average, and the error of that.

    As if one more world had been seen with a point of difference: a few equal ones prove nothing.
    """
    n = max(contest.state[SEEN], 1)
    tally = contest.tally[move]
    gain = tally[SAVED] / n
    variance = ((tally[SAVED_SQUARES] + 1.0) / n - gain * gain) / n
    trials = tally[COST_TRIALS]
    if trials > 0:
        share = (n - contest.state[MET]) / n
        cost = tally[COST] / trials
        gain += share * cost
        spread = (tally[COST_SQUARES] + 1.0) / trials - cost * cost
        variance += share * share * spread / trials
    return gain, variance**0.5


@routine
def drop_hopeless(contest: BestArm, left: Word) -> None:
    """Take out the moves that will not be taken, by all that so many more trials could show."""
    state, tally, taste = contest.state, contest.tally, contest.taste
    seen = state[SEEN]
    if seen < taste[LEAST]:
        return
    share = left / (state[STANDING] + 1.0)
    shrunk = seen / (seen + share)
    wanted = taste[MARGIN]
    for move in range(1, state[MOVE_COUNT]):
        if tally[move, STANDS] and tally[move, COST_TRIALS] * 2 >= seen - state[MET]:
            gain, error = gain_of(contest, move)
            wanted = max(wanted, gain - 2.0 * error)
    standing = 0
    for move in range(1, state[MOVE_COUNT]):
        if tally[move, STANDS]:
            gain, error = gain_of(contest, move)
            hoped = gain + taste[HOPE] * error * (1.0 - shrunk) ** 0.5
            needed = taste[MARGIN] + taste[TAKE] * error * shrunk**0.5
            if hoped < needed or gain + 2.0 * error < wanted:
                tally[move, STANDS] = 0.0
            else:
                standing += 1
    state[STANDING] = standing


@routine
def winner(contest: BestArm) -> Word:
    """The place of the best move by all that was seen; 0 unless another is surely better."""
    state, tally, taste = contest.state, contest.tally, contest.taste
    best = 0
    most = taste[MARGIN]
    for move in range(1, state[MOVE_COUNT]):
        met = tally[move, COST_TRIALS] > 0 or state[SEEN] == state[MET]
        if tally[move, STANDS] and met and state[SEEN] >= taste[LEAST]:
            gain, error = gain_of(contest, move)
            if gain - taste[TAKE] * error > most:
                best = move
                most = gain - taste[TAKE] * error
    return best


def plain_mean(contest: BestArm) -> float:
    """What the plain move scores on average."""
    return float(contest.plain[: max(1, int(contest.state[TRIED]))].mean())
