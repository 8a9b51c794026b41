"""What each seat knows and believes, as far as the tracking seat can tell.

`me` is the tracking seat, `b` where its tracker begins in the memory.
"""

from __future__ import annotations

from hanamichi.batch.arrays import Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    BELIEFS_VALID,
    C_ORDER,
    C_PLAYERS,
    C_SUIT_LIST,
    C_SUITS,
    CALLED,
    CAN_BE,
    CLUED,
    DEAD,
    DOUBLED,
    EXHAUSTED,
    FACE,
    FIRST_TRACKER,
    HANDS,
    HEIGHTS,
    IGNORED,
    KNOWN,
    KNOWN_AWAITED,
    KNOWN_CELLS,
    KNOWN_GONE,
    KNOWN_LINE,
    KNOWN_OWN,
    KNOWN_TAKEN,
    KNOWN_VALID,
    MARKED,
    MEANT,
    NO_SEAT,
    POINTED,
    SEATS,
    SETTLED,
    SETTLED_VALID,
    SHOWN,
    SHOWN_VALID,
    SIZES,
    TRACKER_CELLS,
    WAIT_MASK,
    Memory,
    Rules,
)


@kernel
def tracker_at(me: Word) -> Word:
    """Where a seat's tracker begins."""
    return FIRST_TRACKER + me * TRACKER_CELLS


@kernel
def cell_at(m: Memory, seat: Word, slot: Word) -> Word:
    """The cell of a card in a hand."""
    return m[HANDS + seat * 5 + slot]


@kernel
def seen_face(m: Memory, me: Word, cell: Word) -> Word:
    """The face of a card, -1 of an own one."""
    return -1 if cell // 5 == me else m[FACE + cell]


@kernel
def spoken_of(m: Memory, b: Word, cell: Word) -> Word:
    """Whether a card is clued or called."""
    return m[CLUED] >> cell & 1 != 0 or m[b + CALLED + cell] != 0


@kernel
def clear(m: Memory, b: Word) -> None:
    """Clear everything computed."""
    m[b + KNOWN_VALID] = 0
    m[b + BELIEFS_VALID] = 0
    m[b + SETTLED_VALID] = 0
    m[b + SHOWN_VALID] = 0


@kernel
def chop_of(m: Memory, b: Word, seat: Word) -> Word:
    """The oldest card without a clue; -1 for none."""
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        if not spoken_of(m, b, cell):
            return cell
    return -1


@routine
def newest_of(m: Memory, b: Word, seat: Word) -> Word:
    """The card a seat would play by a finesse; -1 for none."""
    if m[b + IGNORED] >> seat & 1 or m[b + WAIT_MASK + seat]:
        return -1
    found = -1
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        if m[b + CALLED + cell]:
            return -1
        if not m[CLUED] >> cell & 1:
            found = cell
    return found


@routine
def scan_hands(m: Memory, c: Rules, me: Word) -> None:
    """Which faces each hand shows, and which of them clues have touched."""
    b = tracker_at(me)
    for seat in range(c[C_PLAYERS]):
        faces = 0
        taken = 0
        if seat != me:
            for slot in range(m[SIZES + seat]):
                cell = cell_at(m, seat, slot)
                bit = 1 << m[FACE + cell]
                faces |= bit
                if spoken_of(m, b, cell):
                    taken |= bit
        m[b + SHOWN + seat] = faces
        m[b + MARKED + seat] = taken
    m[b + SHOWN_VALID] = 1


@kernel
def known_at(b: Word, seat: Word, giver: Word) -> Word:
    """Where the knowledge of a seat is."""
    return b + KNOWN + (seat * (SEATS + 1) + giver + 1) * KNOWN_CELLS


@routine
def clued_belief(m: Memory, b: Word, cell: Word, gone: Word, taken: Word) -> Word:
    """What a clued card can be, by its clues, their meaning and the conventions."""
    words = m[CAN_BE + cell]
    if words & ~gone:
        words &= ~gone
    called = m[b + CALLED + cell]
    if called:
        return called & words or words
    meant = m[b + MEANT + cell] & words
    if not meant:
        meant = words
    idle = (m[DEAD] | taken) & ~m[b + DOUBLED + cell]
    if meant & ~idle:
        return meant & ~idle
    if meant & ~m[DEAD]:
        return meant & ~m[DEAD]
    return meant


@routine
def fill_knowledge(m: Memory, c: Rules, me: Word, seat: Word, giver: Word, taken: Word) -> None:
    """Write what a seat knows, given what it sees of other hands."""
    b = tracker_at(me)
    k = known_at(b, seat, giver)
    gone = m[b + EXHAUSTED] & ~m[b + SHOWN + seat]
    if giver >= 0:
        gone &= ~m[b + SHOWN + giver]
    own = 0
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        if spoken_of(m, b, cell):
            belief = clued_belief(m, b, cell, gone, taken)
            if belief & (belief - 1) == 0 and (m[b + POINTED] >> cell & 1 or m[b + CALLED + cell]):
                own |= belief
    promised = taken | own
    line = 0
    awaited = 0
    for place in range(c[C_SUITS]):
        suit = c[C_SUIT_LIST + place]
        for step in range(m[HEIGHTS + suit], 5):
            bit = 1 << c[C_ORDER + 5 * suit + step]
            if bit & m[DEAD]:
                break
            line |= bit
            if not promised & bit:
                awaited |= bit
                break
    m[k + KNOWN_GONE] = gone
    m[k + KNOWN_TAKEN] = taken
    m[k + KNOWN_OWN] = own
    m[k + KNOWN_LINE] = line
    m[k + KNOWN_AWAITED] = awaited
    m[b + KNOWN_VALID] |= 1 << (seat * (SEATS + 1) + giver + 1)


@routine
def own_knowledge(m: Memory, c: Rules, me: Word) -> Word:
    """Where the tracking seat's knowledge is."""
    b = tracker_at(me)
    if not m[b + KNOWN_VALID] >> (me * (SEATS + 1)) & 1:
        if not m[b + SHOWN_VALID]:
            scan_hands(m, c, me)
        taken = 0
        for owner in range(c[C_PLAYERS]):
            if owner != me:
                taken |= m[b + MARKED + owner]
        fill_knowledge(m, c, me, me, NO_SEAT, taken)
    return known_at(b, me, NO_SEAT)


@routine
def fill_beliefs(m: Memory, b: Word, seat: Word, k: Word) -> None:
    """Write what a seat takes its cards for, by what it knows."""
    gone, own = m[k + KNOWN_GONE], m[k + KNOWN_OWN]
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        m[b + BELIEFS + cell] = belief_of(m, b, cell, gone, own, m[k + KNOWN_TAKEN])
    m[b + BELIEFS_VALID] |= 1 << seat


@routine
def belief_of(m: Memory, b: Word, cell: Word, gone: Word, own: Word, taken: Word) -> Word:
    """What its holder takes a card for."""
    if not spoken_of(m, b, cell):
        words = m[CAN_BE + cell]
        return words & ~gone or words
    belief = clued_belief(m, b, cell, gone, taken)
    if belief & own and (belief & (belief - 1) or not m[b + POINTED] >> cell & 1):
        return belief & ~own or belief
    return belief


@routine
def own_beliefs(m: Memory, c: Rules, me: Word) -> None:
    """Make sure that the tracking seat's beliefs are there."""
    b = tracker_at(me)
    if not m[b + BELIEFS_VALID] >> me & 1:
        fill_beliefs(m, b, me, own_knowledge(m, c, me))


@routine
def known_to_all(m: Memory, b: Word, seat: Word) -> Word:
    """Faces of a hand that are public by clues and the board."""
    mask = 0
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        if spoken_of(m, b, cell):
            faces = m[b + CALLED + cell]
            if not faces:
                faces = m[b + MEANT + cell]
            if not faces:
                faces = m[CAN_BE + cell]
            faces &= ~(m[DEAD] & ~m[b + DOUBLED + cell])
            if faces & (faces - 1) == 0:
                mask |= faces
    return mask


@routine
def known_to_me(m: Memory, c: Rules, me: Word) -> Word:
    """Faces of the own hand that are known."""
    b = tracker_at(me)
    own_beliefs(m, c, me)
    mask = 0
    for slot in range(m[SIZES + me]):
        cell = cell_at(m, me, slot)
        belief = m[b + BELIEFS + cell]
        if belief & (belief - 1) == 0 and spoken_of(m, b, cell):
            mask |= belief
    return mask


@routine
def knowledge(m: Memory, c: Rules, me: Word, seat: Word, giver: Word) -> Word:
    """Where the knowledge of a seat is; with a giver, what that one knows that it sees."""
    if seat == me and giver == NO_SEAT:
        return own_knowledge(m, c, me)
    b = tracker_at(me)
    if not m[b + KNOWN_VALID] >> (seat * (SEATS + 1) + giver + 1) & 1:
        if not m[b + SHOWN_VALID]:
            scan_hands(m, c, me)
        taken = 0
        for owner in range(c[C_PLAYERS]):
            if owner != seat:
                if owner == giver:
                    taken |= known_to_all(m, b, owner)
                elif owner == me:
                    taken |= known_to_me(m, c, me)
                else:
                    taken |= m[b + MARKED + owner]
        fill_knowledge(m, c, me, seat, giver, taken)
    return known_at(b, seat, giver)


@routine
def beliefs(m: Memory, c: Rules, me: Word, seat: Word) -> None:
    """Make sure that a seat's beliefs are there, by cell."""
    b = tracker_at(me)
    if not m[b + BELIEFS_VALID] >> seat & 1:
        fill_beliefs(m, b, seat, knowledge(m, c, me, seat, NO_SEAT))


@routine
def settled(m: Memory, c: Rules, me: Word, giver: Word) -> Word:
    """Faces whose holders know that they have them; of the giver's, the public ones."""
    b = tracker_at(me)
    if not m[b + SETTLED_VALID] >> giver & 1:
        mask = known_to_all(m, b, giver)
        for seat in range(c[C_PLAYERS]):
            if seat == giver:
                continue
            beliefs(m, c, me, seat)
            for slot in range(m[SIZES + seat]):
                cell = cell_at(m, seat, slot)
                belief = m[b + BELIEFS + cell]
                if belief & (belief - 1) or not spoken_of(m, b, cell):
                    continue
                face = seen_face(m, me, cell)
                if face < 0 or belief >> face & 1:
                    mask |= belief
        m[b + SETTLED + giver] = mask
        m[b + SETTLED_VALID] |= 1 << giver
    return m[b + SETTLED + giver]
