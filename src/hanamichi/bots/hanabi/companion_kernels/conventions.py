"""What a clue means by the conventions of docs/conventions.md; written into the memory."""

from __future__ import annotations

from hanamichi.batch.arrays import Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.companion_kernels.beliefs import (
    belief_of,
    beliefs,
    cell_at,
    chop_of,
    knowledge,
    newest_of,
    scan_hands,
    seen_face,
    settled,
    spoken_of,
    tracker_at,
)
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    BREAKS,
    C_MATCHING,
    C_MAX_ERRORS,
    C_ORDER,
    C_PLAYERS,
    C_SECONDS,
    C_STEP,
    C_SUIT,
    C_TOPS,
    CALL_CELL,
    CALL_CELLS,
    CALL_FACE,
    CALL_SEAT,
    CALL_UNASKED,
    CALLED,
    CAN_BE,
    CLUED,
    DEAD,
    ERRORS,
    FACE,
    FIRST_VALUE,
    HEIGHTS,
    KNOWN_AWAITED,
    KNOWN_GONE,
    KNOWN_OWN,
    KNOWN_TAKEN,
    LAST,
    PLAYABLE,
    R_CALL,
    R_CALLS,
    R_CHOP,
    R_FOCUS,
    R_GIVER,
    R_MEANT,
    R_NEW,
    R_STRAY,
    R_TARGET,
    R_TOUCHED,
    R_TRUSTED,
    R_WAIT_CARD,
    R_WAIT_MASK,
    R_WORDS,
    SHOWN,
    SHOWN_VALID,
    SIZES,
    Memory,
    Rules,
)

MAX_BREACHES = 2
"""As in the reference."""


@kernel
def trusts(m: Memory, c: Rules, b: Word, seat: Word) -> Word:
    """Whether a seat still follows the conventions, in giving clues and in reading them."""
    return m[b + BREAKS + seat] < min(MAX_BREACHES, c[C_MAX_ERRORS] - m[ERRORS])


@routine
def touched_by(m: Memory, c: Rules, target: Word, clue: Word) -> Word:
    """The slots that a clue touches, as bits."""
    bits = 0
    for slot in range(m[SIZES + target]):
        if c[C_MATCHING + clue] >> m[FACE + cell_at(m, target, slot)] & 1:
            bits |= 1 << slot
    return bits


@kernel
def add_call(m: Memory, seat: Word, cell: Word, face: Word, unasked: Word) -> None:
    """Add a call to the reading."""
    at = R_CALL + m[R_CALLS] * CALL_CELLS
    m[at + CALL_SEAT] = seat
    m[at + CALL_CELL] = cell
    m[at + CALL_FACE] = face
    m[at + CALL_UNASKED] = unasked
    m[R_CALLS] += 1


@routine
def read(
    m: Memory, c: Rules, me: Word, giver: Word, target: Word, clue: Word, touched: Word
) -> None:
    """Write what a clue means, as far as this seat can tell."""
    b = tracker_at(me)
    matching = c[C_MATCHING + clue]
    m[R_GIVER] = giver
    m[R_TARGET] = target
    m[R_TOUCHED] = touched
    m[R_FOCUS] = -1
    m[R_STRAY] = 0
    m[R_CALLS] = 0
    for seat in range(c[C_PLAYERS]):
        m[R_WAIT_MASK + seat] = 0
    new = 0
    for slot in range(m[SIZES + target]):
        cell = cell_at(m, target, slot)
        words = m[CAN_BE + cell] & (matching if touched >> slot & 1 else ~matching)
        m[R_WORDS + slot] = words or m[CAN_BE + cell]
        m[R_MEANT + slot] = -1
        if touched >> slot & 1 and not spoken_of(m, b, cell):
            new |= 1 << slot
    m[R_NEW] = new
    m[R_CHOP] = chop_of(m, b, target)
    m[R_TRUSTED] = trusts(m, c, b, giver) and trusts(m, c, b, target)
    if not m[R_TRUSTED]:
        return
    k = knowledge(m, c, me, target, giver)
    if not new:
        read_again(m, b, k, touched, target)
        return
    taken, gone = m[k + KNOWN_TAKEN], m[k + KNOWN_GONE]
    useful = ~m[DEAD] & ~taken
    focus = -1
    for slot in range(m[SIZES + target]):
        if new >> slot & 1:
            open_faces = m[R_WORDS + slot] & ~gone
            m[R_MEANT + slot] = open_faces & useful or open_faces
            if focus < 0 or m[R_CHOP] != cell_at(m, target, focus):
                focus = slot
    m[R_FOCUS] = focus
    focus_cell = cell_at(m, target, focus)
    open_faces = m[R_WORDS + focus] & ~gone
    plays = open_faces & m[k + KNOWN_AWAITED]
    saves = 0
    if focus_cell == m[R_CHOP]:
        saves = open_faces & saved(m, c, me, giver, target, clue, taken)
    later = through_finesses(m, c, me, k, open_faces & ~plays & ~saves)
    meant = plays | saves | later
    face = seen_face(m, me, focus_cell)
    if me == target and later == meant:
        waits = 0
        waiting = -1
        for seat in range(c[C_PLAYERS]):
            if m[R_WAIT_MASK + seat]:
                waits += 1
                waiting = seat
        if waits == 1:
            cell = m[R_WAIT_CARD + waiting]
            add_call(m, waiting, cell, m[FACE + cell], 1)
    if face >= 0 and not (m[PLAYABLE] | saves | m[DEAD]) >> face & 1:
        if connect(m, c, me, face):
            meant |= 1 << face
        else:
            m[R_STRAY] = 1
    if meant & useful:
        meant &= useful
    if meant:
        m[R_MEANT + focus] = meant


@routine
def saved(
    m: Memory, c: Rules, me: Word, giver: Word, target: Word, clue: Word, taken: Word
) -> Word:
    """What a clue on the oldest card may save."""
    b = tracker_at(me)
    keep = m[LAST]
    if clue < FIRST_VALUE:
        keep &= ~c[C_TOPS]
    else:
        if not m[b + SHOWN_VALID]:
            scan_hands(m, c, me)
        open_to_all = 0
        for seat in range(c[C_PLAYERS]):
            if seat not in (giver, target):
                open_to_all |= m[b + SHOWN + seat]
        keep |= c[C_SECONDS] & ~m[DEAD] & ~open_to_all
    return keep & ~taken


@routine
def read_again(m: Memory, b: Word, k: Word, touched: Word, target: Word) -> None:
    """A clue on clued cards: if its literal meaning settles nothing, the newest is playable."""
    if not touched:
        return
    gone, own, taken = m[k + KNOWN_GONE], m[k + KNOWN_OWN], m[k + KNOWN_TAKEN]
    focus = -1
    for slot in range(m[SIZES + target]):
        before = belief_of(m, b, cell_at(m, target, slot), gone, own, taken)
        after = before & m[R_WORDS + slot]
        if not after:
            return
        if after != before and (not after & ~m[PLAYABLE] or not after & ~m[DEAD]):
            return
        if touched >> slot & 1:
            focus = slot
    before = belief_of(m, b, cell_at(m, target, focus), gone, own, taken)
    now = before & m[R_WORDS + focus] & m[PLAYABLE]
    if now and before & ~m[PLAYABLE]:
        m[R_FOCUS] = focus
        m[R_MEANT + focus] = now


@routine
def through_finesses(m: Memory, c: Rules, me: Word, k: Word, open_faces: Word) -> Word:
    """What the focus may be if another seat now plays its newest card."""
    b = tracker_at(me)
    players = c[C_PLAYERS]
    promised = m[k + KNOWN_TAKEN] | m[k + KNOWN_OWN]
    ready = m[PLAYABLE] & m[k + KNOWN_AWAITED]
    found = 0
    for ahead in range(1, players):
        seat = (m[R_GIVER] + ahead) % players
        if seat in (m[R_TARGET], me):
            continue
        cell = newest_of(m, b, seat)
        if cell < 0:
            continue
        face = m[FACE + cell]
        if not ready >> face & 1 or prompted(m, c, me, seat, face) >= 0:
            continue
        for step in range(c[C_STEP + face], 5):
            later = c[C_ORDER + 5 * c[C_SUIT + face] + step]
            if not promised >> later & 1:
                mask = open_faces & 1 << later
                if mask:
                    found |= mask
                    m[R_WAIT_CARD + seat] = cell
                    m[R_WAIT_MASK + seat] = mask
                break
    return found


@routine
def prompted(m: Memory, c: Rules, me: Word, seat: Word, face: Word) -> Word:
    """The clued card that a seat would take for this face: the oldest; -1 for none."""
    b = tracker_at(me)
    beliefs(m, c, me, seat)
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        if m[b + BELIEFS + cell] >> face & 1 and m[CLUED] >> cell & 1 and not m[b + CALLED + cell]:
            return cell
    return -1


@routine
def connect(m: Memory, c: Rules, me: Word, face: Word) -> Word:
    """Whether cards in hands lead up to the focus; adds the calls to play them."""
    suit = c[C_SUIT + face]
    for step in range(m[HEIGHTS + suit], c[C_STEP + face] - 1):
        needed = c[C_ORDER + 5 * suit + step]
        if m[DEAD] >> needed & 1:
            m[R_CALLS] = 0
            return False
        if settled(m, c, me, m[R_GIVER]) >> needed & 1:
            continue
        if not call_for(m, c, me, needed):
            m[R_CALLS] = 0
            return False
    return True


@routine
def call_for(m: Memory, c: Rules, me: Word, face: Word) -> Word:
    """Add the call of a needed card, if its holder knows by this clue which card it is."""
    b = tracker_at(me)
    giver, target, players = m[R_GIVER], m[R_TARGET], c[C_PLAYERS]
    for seat in range(players):
        if seat in (giver, me):
            continue
        for slot in range(m[SIZES + seat]):
            cell = cell_at(m, seat, slot)
            if m[FACE + cell] == face and m[CLUED] >> cell & 1:
                if seat == target or prompted(m, c, me, seat, face) != cell:
                    return False
                add_call(m, seat, cell, face, 0)
                return True
    blind = m[PLAYABLE] >> face & 1
    if blind:
        for ahead in range(1, players):
            seat = (giver + ahead) % players
            if seat in (target, me):
                continue
            newest = newest_of(m, b, seat)
            if newest >= 0 and m[FACE + newest] == face and prompted(m, c, me, seat, face) < 0:
                add_call(m, seat, newest, face, 1)
                return True
    if me in (giver, target):
        return False
    mine = prompted(m, c, me, me, face)
    if mine >= 0:
        add_call(m, me, mine, face, 0)
        return True
    newest = newest_of(m, b, me)
    if blind and newest >= 0 and m[CAN_BE + newest] >> face & 1:
        for n in range(m[R_CALLS]):
            if m[R_CALL + n * CALL_CELLS + CALL_CELL] == newest:
                return False
        add_call(m, me, newest, face, 1)
        return True
    return False


@routine
def misleads(m: Memory, c: Rules, me: Word) -> Word:
    """Whether a clue on an unreachable card would make a seat play a wrong one."""
    giver, players = m[R_GIVER], c[C_PLAYERS]
    face = seen_face(m, me, cell_at(m, m[R_TARGET], m[R_FOCUS]))
    suit = c[C_SUIT + face]
    missing = 0
    calls = m[R_CALLS]
    for step in range(m[HEIGHTS + suit], c[C_STEP + face] - 1):
        needed = c[C_ORDER + 5 * suit + step]
        if m[DEAD] >> needed & 1:
            return False
        known = settled(m, c, me, giver) >> needed & 1
        if not known:
            m[R_CALLS] = 0
            if not call_for(m, c, me, needed):
                missing |= 1 << step
    m[R_CALLS] = calls
    for ahead in range(1, players):
        seat = (giver + ahead) % players
        if seat != m[R_TARGET] and would_connect(m, c, me, seat, suit, missing):
            return True
    return False


@routine
def would_connect(m: Memory, c: Rules, me: Word, seat: Word, suit: Word, missing: Word) -> Word:
    """Whether a seat could believe that it holds all missing cards, given by their steps."""
    newest = newest_of(m, tracker_at(me), seat)
    for step in range(5):
        if missing >> step & 1:
            face = c[C_ORDER + 5 * suit + step]
            if prompted(m, c, me, seat, face) >= 0:
                continue
            if newest < 0 or not (m[CAN_BE + newest] & m[PLAYABLE]) >> face & 1:
                return False
            newest = -1
    return True
