"""The match as every seat follows it: actions folded into the memory."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Random, Row, Word
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import discarded, first_tile_action, step
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.companion_kernels.beliefs import (
    beliefs,
    cell_at,
    clear,
    tracker_at,
)
from hanamichi.bots.hanabi.companion_kernels.conventions import MAX_BREACHES, read, touched_by
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    BREAKS,
    C_COLOUR_OF,
    C_COPIES,
    C_EVERY,
    C_FACE_OF,
    C_HAND,
    C_ORDER,
    C_PLAYERS,
    C_RETURNS,
    C_STRANGERS,
    C_SUIT,
    C_SUIT_LIST,
    C_SUITS,
    CALL_CELL,
    CALL_CELLS,
    CALL_FACE,
    CALL_UNASKED,
    CALLED,
    CAN_BE,
    CELLS,
    CLUED,
    DEAD,
    DECK,
    DOUBLED,
    ERRORS,
    EXHAUSTED,
    FACE,
    FACES,
    FIRST_VALUE,
    GIVER,
    GONE,
    HANDS,
    HEIGHTS,
    IGNORED,
    LAST,
    MEANT,
    MEMORY_CELLS,
    PLAYABLE,
    POINTED,
    R_CALL,
    R_CALLS,
    R_FOCUS,
    R_MEANT,
    R_NEW,
    R_TOUCHED,
    R_TRUSTED,
    R_WAIT_CARD,
    R_WAIT_MASK,
    R_WORDS,
    REACH,
    RETURNS,
    SCORE,
    SEATS,
    SIZES,
    TOKENS,
    TURNS,
    TWINS,
    UNSEEN,
    WAIT_CARD,
    WAIT_FOCUS,
    WAIT_MASK,
    Memory,
    Rules,
)


@routine
def begin(m: Memory, c: Rules, row: Row) -> None:
    """Initialize the memory after the deal."""
    for cell in range(MEMORY_CELLS):
        m[cell] = 0
    players = c[C_PLAYERS]
    for seat in range(players):
        b = tracker_at(seat)
        for face in range(FACES):
            m[b + UNSEEN + face] = c[C_COPIES + face]
        m[b + EXHAUSTED] = ~c[C_EVERY] & ((1 << FACES) - 1)
        for cell in range(CELLS):
            m[b + GIVER + cell] = -1
        for seat in range(players):
            if c[C_STRANGERS] >> seat & 1:
                m[b + BREAKS + seat] = MAX_BREACHES
    for seat in range(SEATS):
        for slot in range(5):
            m[HANDS + seat * 5 + slot] = seat * 5 + slot
    m[RETURNS] = c[C_RETURNS]
    for seat in range(players):
        for slot in range(c[C_HAND]):
            take_up(m, c, seat, c[C_FACE_OF + row[card_at(c, seat, slot)]])
    copy_board(m, row)
    recount(m, c)


@kernel
def card_at(c: Rules, seat: Word, slot: Word) -> Word:
    """Where a row has a card of a hand."""
    return r.SLOTS + (seat * c[C_HAND] + slot) * r.SLOT_BYTES + r.CARD


@routine
def copy_board(m: Memory, row: Row) -> None:
    """Copy what the row has of the board."""
    m[TOKENS] = row[r.TOKENS]
    m[ERRORS] = row[r.ERRORS]
    m[DECK] = np.int64(row[r.DECK_SIZE]) - np.int64(row[r.DRAWN])
    m[TURNS] = np.int64(row[r.TURNS_LEFT]) - 1


@routine
def see(m: Memory, b: Word, face: Word) -> None:
    """A seat sees one more copy of a face."""
    m[b + UNSEEN + face] -= 1
    if m[b + UNSEEN + face] == 0:
        m[b + EXHAUSTED] |= 1 << face


@routine
def take_up(m: Memory, c: Rules, seat: Word, face: Word) -> None:
    """A seat takes up a card, which all others see."""
    cell = cell_at(m, seat, m[SIZES + seat])
    m[SIZES + seat] += 1
    m[FACE + cell] = face
    m[CAN_BE + cell] = c[C_EVERY]
    m[CLUED] &= ~(1 << cell)
    for me in range(c[C_PLAYERS]):
        b = tracker_at(me)
        m[b + MEANT + cell] = 0
        m[b + CALLED + cell] = 0
        m[b + DOUBLED + cell] = 0
        m[b + GIVER + cell] = -1
        m[b + TWINS + cell] = 0
        m[b + POINTED] &= ~(1 << cell)
        for other in range(CELLS):
            m[b + TWINS + other] &= ~(1 << cell)
        for waiting in range(c[C_PLAYERS]):
            if m[b + WAIT_FOCUS + waiting] == cell:
                m[b + WAIT_FOCUS + waiting] = -1
        if me != seat:
            see(m, b, face)
        clear(m, b)


@routine
def recount(m: Memory, c: Rules) -> None:
    """Update which faces are playable, dead, and last copies."""
    playable = 0
    dead = 0
    last = 0
    score = 0
    lost = 0
    for place in range(c[C_SUITS]):
        suit = c[C_SUIT_LIST + place]
        height = m[HEIGHTS + suit]
        score += height
        broken = False
        for at in range(5):
            face = c[C_ORDER + 5 * suit + at]
            bit = 1 << face
            if at < height:
                dead |= bit
                continue
            if at == height:
                playable |= bit
            left = c[C_COPIES + face] - m[GONE + face]
            broken = broken or (left == 0 and m[RETURNS] == 0)
            if broken:
                dead |= bit
                lost += 1
            elif left == 1:
                last |= bit
    m[PLAYABLE] = playable & ~dead
    m[DEAD] = dead
    m[LAST] = last
    m[SCORE] = score
    m[REACH] = 5 * c[C_SUITS] - lost
    for me in range(c[C_PLAYERS]):
        clear(m, tracker_at(me))


@routine
def acted(m: Memory, b: Word, seat: Word, played: Word) -> None:
    """A seat that did not play its finesse card has shown that it is another one."""
    mask = m[b + WAIT_MASK + seat]
    if mask:
        m[b + WAIT_MASK + seat] = 0
        focus = m[b + WAIT_FOCUS + seat]
        if m[b + WAIT_CARD + seat] != played and focus >= 0 and m[b + MEANT + focus] & ~mask:
            m[b + MEANT + focus] &= ~mask
    for slot in range(m[SIZES + seat]):
        cell = cell_at(m, seat, slot)
        if m[b + CALLED + cell] and cell != played:
            m[b + CALLED + cell] = 0
            m[b + IGNORED] |= 1 << seat
    clear(m, b)


@routine
def notice_discard(m: Memory, c: Rules, seat: Word, slot: Word) -> None:
    """The others see that a seat discards, and whether a clue had told it to play."""
    for me in range(c[C_PLAYERS]):
        if me == seat:
            continue
        b = tracker_at(me)
        beliefs(m, c, me, seat)
        told = False
        for other in range(m[SIZES + seat]):
            cell = cell_at(m, seat, other)
            belief = m[b + BELIEFS + cell]
            if other != slot and m[b + POINTED] >> cell & 1 and not belief & ~m[PLAYABLE]:
                told = told or belief >> m[FACE + cell] & 1 != 0
        if told:
            m[b + BREAKS + seat] += 1


@routine
def leave(m: Memory, c: Rules, seat: Word, slot: Word) -> None:
    """A card leaves a hand and becomes public."""
    cell = cell_at(m, seat, slot)
    face = m[FACE + cell]
    bit = 1 << face
    for me in range(c[C_PLAYERS]):
        b = tracker_at(me)
        acted(m, b, seat, cell)
        twins = m[b + TWINS + cell]
        for twin in range(CELLS):
            if twins >> twin & 1:
                m[b + DOUBLED + twin] |= bit
        m[b + TWINS + cell] = 0
        if me == seat:
            see(m, b, face)
        promised = m[b + CALLED + cell]
        if not promised and m[b + POINTED] >> cell & 1:
            promised = m[b + MEANT + cell]
        giver = m[b + GIVER + cell]
        if promised and not promised & bit and giver >= 0:
            m[b + BREAKS + giver] += 1
    for later in range(slot, m[SIZES + seat] - 1):
        m[HANDS + seat * 5 + later] = m[HANDS + seat * 5 + later + 1]
    m[SIZES + seat] -= 1
    m[HANDS + seat * 5 + m[SIZES + seat]] = cell


@routine
def note_doubles(m: Memory, c: Rules, me: Word, giver: Word, target: Word) -> None:
    """The giver of a clue may have clued a card that it holds itself."""
    if not m[R_NEW]:
        return
    b = tracker_at(me)
    beliefs(m, c, me, giver)
    for slot in range(m[SIZES + giver]):
        own = cell_at(m, giver, slot)
        belief = m[b + BELIEFS + own]
        if not m[CLUED] >> own & 1 or belief & (belief - 1) == 0:
            continue
        for at in range(m[SIZES + target]):
            if m[R_NEW] >> at & 1:
                card = cell_at(m, target, at)
                may_be_the_same(m, b, me, card, own)
                may_be_the_same(m, b, me, own, card)


@kernel
def may_be_the_same(m: Memory, b: Word, me: Word, cell: Word, other: Word) -> None:
    """A card may have the same face as another."""
    if other // 5 != me:
        m[b + DOUBLED + cell] |= 1 << m[FACE + other]
    else:
        m[b + TWINS + other] |= 1 << cell


@routine
def hear_clue(m: Memory, c: Rules, giver: Word, target: Word, clue: Word) -> None:
    """Every seat reads a clue."""
    touched = touched_by(m, c, target, clue)
    for me in range(c[C_PLAYERS]):
        b = tracker_at(me)
        read(m, c, me, giver, target, clue, touched)
        acted(m, b, giver, -1)
        note_doubles(m, c, me, giver, target)
        for slot in range(m[SIZES + target]):
            cell = cell_at(m, target, slot)
            m[b + MEANT + cell] &= m[R_WORDS + slot]
            if m[R_MEANT + slot] >= 0:
                m[b + MEANT + cell] = m[R_MEANT + slot]
            if not m[R_TRUSTED] and m[R_NEW] >> slot & 1:
                m[b + DOUBLED + cell] = c[C_EVERY]
        if m[R_FOCUS] >= 0 and m[R_TRUSTED]:
            cell = cell_at(m, target, m[R_FOCUS])
            m[b + POINTED] |= 1 << cell
            m[b + GIVER + cell] = giver
        for n in range(m[R_CALLS]):
            at = R_CALL + n * CALL_CELLS
            cell = m[at + CALL_CELL]
            if m[at + CALL_UNASKED]:
                m[b + CALLED + cell] = 1 << m[at + CALL_FACE]
            else:
                m[b + MEANT + cell] = 1 << m[at + CALL_FACE]
            m[b + GIVER + cell] = giver
        for seat in range(c[C_PLAYERS]):
            if m[R_WAIT_MASK + seat]:
                m[b + WAIT_CARD + seat] = m[R_WAIT_CARD + seat]
                m[b + WAIT_FOCUS + seat] = cell_at(m, target, m[R_FOCUS])
                m[b + WAIT_MASK + seat] = m[R_WAIT_MASK + seat]
        clear(m, b)
    for slot in range(m[SIZES + target]):
        cell = cell_at(m, target, slot)
        m[CAN_BE + cell] = m[R_WORDS + slot]
        if m[R_TOUCHED] >> slot & 1:
            m[CLUED] |= 1 << cell


@kernel
def clue_of(c: Rules, o: OptionVector, number: Word) -> tuple[Word, Word]:
    """The distance of the target of a clue action, and the number of the clue."""
    players, colours = np.int64(o[r.O_PLAYERS]), np.int64(o[r.O_COLOURS])
    if number < (players - 1) * colours:
        clue = np.int64(-1)
        for suit in range(FIRST_VALUE):
            if c[C_COLOUR_OF + suit] == number % colours:
                clue = np.int64(suit)
        return number // colours, clue
    number -= (players - 1) * colours
    return number // 5, FIRST_VALUE + number % 5


@routine
def advance(
    m: Memory, c: Rules, row: Row, o: OptionVector, action: Word, rng: Random, drawn: Word
) -> None:
    """Apply an action to the row, and what every seat makes of it to the memory.

    `drawn`: the card that is drawn then, whatever the row has; -1 for the row's.
    """
    seat = np.int64(row[r.TURN])
    tiles = np.int64(row[r.TILES_USED])
    face = before_step(m, c, row, o, action, seat)
    step(row, o, action, rng, 0)
    if face >= 0:
        copy_card(m, c, row, o, face)
    for used in range(tiles, np.int64(row[r.TILES_USED])):
        if row[r.TILES + used] >= 5:
            m[RETURNS] -= 1
            recount(m, c)
    copy_board(m, row)
    size = m[SIZES + seat]
    if np.int64(row[r.HAND_SIZES + seat]) > size:
        if drawn >= 0:
            row[card_at(c, seat, size)] = drawn
        take_up(m, c, seat, c[C_FACE_OF + row[card_at(c, seat, size)]])


@routine
def before_step(m: Memory, c: Rules, row: Row, o: OptionVector, action: Word, seat: Word) -> Word:
    """What every seat makes of an action; the face of the card that it moves, or -1."""
    players, hand = c[C_PLAYERS], c[C_HAND]
    base = np.int64(first_tile_action(o))
    if action < 2 * hand:
        slot = action if action < hand else action - hand
        face = m[FACE + cell_at(m, seat, slot)]
        if action < hand:
            notice_discard(m, c, seat, slot)
        leave(m, c, seat, slot)
        return face
    if action < base - np.int64(o[r.O_DECK_PLAY]):
        distance, clue = clue_of(c, o, action - 2 * hand)
        hear_clue(m, c, seat, (seat + distance + 1) % players, clue)
        return -1
    if action < base:
        face = c[C_FACE_OF + row[r.DECK + np.int64(row[r.DRAWN])]]
        for me in range(players):
            acted(m, tracker_at(me), seat, -1)
            see(m, tracker_at(me), face)
        return face
    choice = action - base
    cards = 5 * np.int64(o[r.O_SUITS])
    returned = choice < cards
    face = c[C_FACE_OF + (choice if returned else choice - cards)]
    for me in range(players):
        b = tracker_at(me)
        if returned:
            m[b + UNSEEN + face] += 1
            m[b + EXHAUSTED] &= ~(1 << face)
        else:
            acted(m, b, seat, -1)
    return face


@routine
def copy_card(m: Memory, c: Rules, row: Row, o: OptionVector, face: Word) -> None:
    """Update the firework and the discards of a card that has moved."""
    suit = c[C_SUIT + face]
    for place in range(c[C_SUITS]):
        if c[C_SUIT_LIST + place] == suit:
            m[HEIGHTS + suit] = row[r.FIREWORKS + place]
            number = face % 5
            m[GONE + face] = discarded(row, o, place * 5 + number)
    recount(m, c)
