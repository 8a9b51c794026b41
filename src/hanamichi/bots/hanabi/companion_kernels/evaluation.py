"""The value of moves to the team, roughly in points, as the companion sees them."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Word
from hanamichi.batch.bits import popcount
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.companion_kernels.beliefs import (
    beliefs,
    cell_at,
    chop_of,
    knowledge,
    own_knowledge,
    spoken_of,
    tracker_at,
)
from hanamichi.bots.hanabi.companion_kernels.conventions import misleads
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    C_BOUQUET,
    C_ORDER,
    C_PLAYERS,
    C_SECONDS,
    C_STEP,
    C_SUIT,
    CALL_CELLS,
    CALL_FACE,
    CALL_UNASKED,
    CALLED,
    CLUED,
    DEAD,
    FACE,
    FACES,
    HEIGHTS,
    KNOWN_GONE,
    KNOWN_LINE,
    KNOWN_TAKEN,
    LAST,
    MAX_PACE,
    PLAYABLE,
    R_AFTER,
    R_CALL,
    R_CALLS,
    R_FOCUS,
    R_MEANT,
    R_NEW,
    R_STRAY,
    R_TARGET,
    R_TOUCHED,
    R_WORDS,
    REACH,
    SCORE,
    SIZES,
    TOKENS,
    TOP,
    UNSEEN,
    W_AWAY_POWERS,
    W_BELOW,
    W_BUSY_POWERS,
    W_CALLED,
    W_CLEARER,
    W_DEAD,
    W_DELAYS,
    W_DOOM,
    W_DOUBLE,
    W_ELSEWHERE,
    W_FEW,
    W_FINESSE,
    W_FITTING,
    W_IDLE,
    W_KEEPING,
    W_KNOWN_IDLE,
    W_LAST,
    W_LATER,
    W_LIE,
    W_LOCKED,
    W_LOW,
    W_NOW,
    W_OPENS,
    W_OTHER,
    W_OWN_DOUBLE,
    W_PERIL,
    W_PLAY,
    W_PROMPT,
    W_PUZZLE,
    W_RATE,
    W_RESCUE,
    W_SCARCE,
    W_SECOND,
    W_TOKEN,
    WAIT_CARD,
    WAIT_MASK,
    Memory,
    Rules,
    Worths,
)


@routine
def clues_needed(m: Memory, c: Rules, w: Worths, me: Word) -> Word:
    """About how many clues are needed to play everything."""
    b = tracker_at(me)
    coming = 0
    for seat in range(c[C_PLAYERS]):
        line = m[knowledge(m, c, me, seat, -1) + KNOWN_LINE]
        beliefs(m, c, me, seat)
        for slot in range(m[SIZES + seat]):
            cell = cell_at(m, seat, slot)
            if m[CLUED] >> cell & 1 and not m[b + BELIEFS + cell] & ~line:
                coming += 1
    return max(0, m[REACH] - m[SCORE] - coming) / w[W_RATE]


@kernel
def token_value(w: Worths, need: Word, pace: Word, count: Word) -> Word:
    """The value of the last of `count` clue tokens."""
    to_come = count + max(0, pace)
    return w[W_SCARCE] * need / (to_come + 1) + w[W_FEW] * max(0, 3 - count)


@kernel
def delay(w: Worths, pace: Word) -> Word:
    """The cost of one card less in the deck."""
    return w[W_DELAYS + min(MAX_PACE, max(0, pace))]


@routine
def loss(m: Memory, c: Rules, w: Worths, me: Word, cell: Word) -> Word:
    """The cost to the team of discarding a card."""
    face = m[FACE + cell]
    bit = 1 << face
    if bit & (m[DEAD] | m[own_knowledge(m, c, me) + KNOWN_TAKEN]):
        return 0.0
    for seat in range(c[C_PLAYERS]):
        if seat != me:
            for slot in range(m[SIZES + seat]):
                other = cell_at(m, seat, slot)
                if m[FACE + other] == face and other != cell:
                    return w[W_ELSEWHERE]
    if bit & m[LAST]:
        return w[W_LAST] * (1 + w[W_BELOW] * (TOP - c[C_STEP + face]))
    if bit & c[C_SECONDS]:
        return w[W_SECOND]
    return w[W_FITTING] if bit & m[PLAYABLE] else w[W_OTHER]


@kernel
def likelihood(c: Rules, w: Worths, me: Word, seat: Word, tokens: Word) -> Word:
    """How likely a seat is to discard before anybody helps."""
    found = w[W_BUSY_POWERS + min(max(0, tokens), 4)]
    return found * w[W_AWAY_POWERS + (seat - me - 1) % c[C_PLAYERS]]


@routine
def threat(m: Memory, c: Rules, w: Worths, me: Word, seat: Word) -> Word:
    """What a seat is about to lose if no seat helps."""
    b = tracker_at(me)
    if seat == me:
        return 0.0
    beliefs(m, c, me, seat)
    for slot in range(m[SIZES + seat]):
        belief = m[b + BELIEFS + cell_at(m, seat, slot)]
        if not belief & ~m[PLAYABLE] or not belief & ~m[DEAD]:
            return 0.0
    likely = likelihood(c, w, me, seat, m[TOKENS])
    chop = chop_of(m, b, seat)
    if chop < 0:
        return likely * w[W_LOCKED]
    return likely * loss(m, c, w, me, chop)


@routine
def threat_after(m: Memory, c: Rules, w: Worths, me: Word) -> Word:
    """What the target of a clue is about to lose after it."""
    b = tracker_at(me)
    seat = m[R_TARGET]
    chop = -1
    for slot in range(m[SIZES + seat]):
        belief = m[R_AFTER + slot]
        if not belief & ~m[PLAYABLE] or not belief & ~m[DEAD]:
            return 0.0
        cell = cell_at(m, seat, slot)
        if chop < 0 and not spoken_of(m, b, cell) and not m[R_TOUCHED] >> slot & 1:
            chop = cell
    likely = likelihood(c, w, me, seat, m[TOKENS] - 1)
    if chop < 0:
        return likely * w[W_LOCKED]
    return likely * loss(m, c, w, me, chop)


@routine
def worth(m: Memory, c: Rules, w: Worths, me: Word, danger: Word) -> Word:
    """The value of the clue that was read, without its cost; writes its target's beliefs.

    `danger` is what the target is about to lose without it.
    """
    b = tracker_at(me)
    target = m[R_TARGET]
    k = knowledge(m, c, me, target, -1)
    beliefs(m, c, me, target)
    line = m[k + KNOWN_LINE]
    value = 0.0
    for n in range(m[R_CALLS]):
        at = R_CALL + n * CALL_CELLS
        value += w[W_FINESSE] if m[at + CALL_UNASKED] else w[W_PROMPT]
        line |= 1 << m[at + CALL_FACE]
    if m[R_CALLS] and m[R_FOCUS] >= 0:
        line |= 1 << m[FACE + cell_at(m, target, m[R_FOCUS])]
    taken = m[own_knowledge(m, c, me) + KNOWN_TAKEN] | m[k + KNOWN_TAKEN]
    playable = m[PLAYABLE]
    told = 0
    for slot in range(m[SIZES + target]):
        cell = cell_at(m, target, slot)
        before = m[b + BELIEFS + cell]
        after = belief_after(m, slot, cell, before, m[k + KNOWN_GONE], m[k + KNOWN_TAKEN])
        m[R_AFTER + slot] = after
        face = m[FACE + cell]
        bit = 1 << face
        new = m[R_NEW] >> slot & 1
        value += untruth(m, w, slot, bit, before, after, line)
        if new and bit & taken:
            value += touch(m, c, w, face, after, taken)
        elif bit & playable and not after & ~playable:
            if before & ~playable:
                value += w[W_IDLE] if bit & told else w[W_NOW]
                value += 0.03 * (TOP - c[C_STEP + face])
                told |= bit
        elif bit & line and not after & ~line and before & ~line:
            if not bit & playable:
                value += w[W_LATER]
        elif new:
            value += touch(m, c, w, face, after, taken)
        elif after != before and not bit & m[DEAD]:
            value += w[W_CLEARER]
    value += doubles(m, w, me)
    value += w[W_PERIL] * (danger - threat_after(m, c, w, me))
    for seat in range(c[C_PLAYERS]):
        if m[b + WAIT_MASK + seat]:
            for slot in range(m[SIZES + target]):
                if m[R_TOUCHED] >> slot & 1 and cell_at(m, target, slot) == m[b + WAIT_CARD + seat]:
                    value += w[W_LIE]
    if m[R_STRAY] and misleads(m, c, me):
        value += w[W_LIE]
    return value


@routine
def belief_after(m: Memory, slot: Word, cell: Word, before: Word, gone: Word, taken: Word) -> Word:
    """What its holder takes a card for after a clue."""
    words = m[R_WORDS + slot]
    if words & ~gone:
        words &= ~gone
    meant = m[R_MEANT + slot]
    if meant >= 0:
        belief = meant & words or words
    else:
        belief = before & words
        if belief or not m[CLUED] >> cell & 1:
            return belief or words
        belief = words
    useful = belief & ~m[DEAD] & ~taken
    return useful or belief


@routine
def untruth(
    m: Memory, w: Worths, slot: Word, bit: Word, before: Word, after: Word, line: Word
) -> Word:
    """The cost of a false belief about a card, or the value of correcting one."""
    playable = m[PLAYABLE]
    value = 0.0
    if not after & bit and m[R_MEANT + slot] >= 0:
        value += w[W_PUZZLE] if after & ~(line | playable) else w[W_LIE]
    if not bit & playable:
        goes, went = not after & ~playable, not before & ~playable
        if goes and not went:
            value += w[W_LIE]
        elif went and not goes:
            value += w[W_RESCUE]
    return value


@routine
def touch(m: Memory, c: Rules, w: Worths, face: Word, after: Word, taken: Word) -> Word:
    """The value of touching a card that is not to be played."""
    bit = 1 << face
    if bit & m[DEAD]:
        return w[W_IDLE] if after & ~m[DEAD] else w[W_KNOWN_IDLE]
    if bit & taken:
        return w[W_IDLE]
    return w[W_KEEPING + c[C_STEP + face] - m[HEIGHTS + c[C_SUIT + face]]]


@routine
def doubles(m: Memory, w: Worths, me: Word) -> Word:
    """The cost of touching the same card twice, or one that may be an own card."""
    b = tracker_at(me)
    target = m[R_TARGET]
    value = 0.0
    seen = 0
    for slot in range(m[SIZES + target]):
        if m[R_NEW] >> slot & 1:
            bit = 1 << m[FACE + cell_at(m, target, slot)]
            if seen & bit:
                value = w[W_IDLE]
            seen |= bit
    for own in range(m[SIZES + me]):
        cell = cell_at(m, me, own)
        belief = m[b + BELIEFS + cell]
        if m[CLUED] >> cell & 1 and belief & (belief - 1):
            for slot in range(m[SIZES + target]):
                if m[R_NEW] >> slot & 1 and belief >> m[FACE + cell_at(m, target, slot)] & 1:
                    value += w[W_OWN_DOUBLE] / popcount(np.uint64(belief))
    return value


@routine
def odds(m: Memory, me: Word, belief: Word, wanted: Word) -> Word:
    """The probability that an own card is one of those wanted."""
    at = tracker_at(me) + UNSEEN
    hits = 0
    total = 0
    for face in range(FACES):
        if belief >> face & 1:
            total += m[at + face]
            if wanted >> face & 1:
                hits += m[at + face]
    return hits / total if total else 0.0


@routine
def playing(m: Memory, c: Rules, w: Worths, me: Word, cell: Word, belief: Word) -> Word:
    """The value of playing a playable card."""
    lowest = TOP
    only = -1
    for face in range(FACES):
        if belief >> face & 1:
            only = face
            lowest = min(lowest, c[C_STEP + face])
    value = w[W_PLAY] + w[W_LOW] * (TOP - lowest)
    if m[tracker_at(me) + CALLED + cell]:
        value += w[W_CALLED]
    if belief & (belief - 1) == 0:
        step, suit = c[C_STEP + only], c[C_SUIT + only]
        if step == TOP:
            value += w[W_TOKEN]
        elif m[own_knowledge(m, c, me) + KNOWN_TAKEN] >> c[C_ORDER + 5 * suit + step] & 1:
            value += w[W_OPENS]
    return value


@routine
def discarding(m: Memory, c: Rules, w: Worths, me: Word, cell: Word, belief: Word) -> Word:
    """The value of discarding this card, less what may be lost."""
    if not belief & ~m[DEAD]:
        return w[W_DEAD]
    if not belief & ~(m[DEAD] | m[own_knowledge(m, c, me) + KNOWN_TAKEN]):
        return w[W_DOUBLE]
    risk = odds(m, me, belief, m[LAST])
    if c[C_BOUQUET]:
        return -w[W_DOOM] * risk
    if cell == chop_of(m, tracker_at(me), me):
        return 0.0
    return -0.5 - risk
