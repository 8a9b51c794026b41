"""The companion's move: the value of every action, and the best of them."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.kernel import (
    first_tile_action,
    legal_recoveries,
    legal_returns,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.companion_kernels.beliefs import (
    beliefs,
    cell_at,
    own_knowledge,
    tracker_at,
)
from hanamichi.bots.hanabi.companion_kernels.conventions import read, touched_by, trusts
from hanamichi.bots.hanabi.companion_kernels.endgame_forecast import (
    after_clue,
    after_discard,
    after_play,
    lowest_face,
    prepare_forecast,
)
from hanamichi.bots.hanabi.companion_kernels.evaluation import (
    clues_needed,
    delay,
    discarding,
    odds,
    playing,
    threat,
    token_value,
    worth,
)
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    C_BOUQUET,
    C_CODE_OF,
    C_COLOUR_OF,
    C_COLOURS,
    C_COPIES,
    C_EMPTY,
    C_HAND,
    C_MAX_ERRORS,
    C_MAX_TOKENS,
    C_PLAYERS,
    C_STEP,
    CALLED,
    CAN_BE,
    CLUED,
    DEAD,
    DECK,
    ERRORS,
    FACES,
    FIRST_VALUE,
    GIVER,
    GONE,
    KNOWN_GONE,
    PLAYABLE,
    POINTED,
    REACH,
    SCORE,
    SIZES,
    TOKENS,
    TURNS,
    UNSEEN,
    W_BOLD,
    W_DARE,
    W_ENDING,
    W_ERROR,
    W_FORESIGHT,
    W_PLAY,
    Memory,
    Rules,
    Worths,
)

_LAST_RESORT = -100.0
_UNLIMITED_PACE = 20
ILLEGAL = -1000.0
"""The value of an action that is not legal now."""
MAX_ACTIONS = 160
"""More action ids than any table has."""


@routine
def decide(
    m: Memory, c: Rules, w: Worths, row: Row, o: OptionVector, values: Word, evaluate: Word
) -> Word:
    """The acting seat's move, as an action id; with `evaluate`, also the value of every action."""
    me = np.int64(row[r.TURN])
    if row[r.PENDING] >= 5:
        return card_to_bring_back(m, c, row, o)
    if evaluate:
        for action in range(MAX_ACTIONS):
            values[action] = ILLEGAL
    b = tracker_at(me)
    beliefs(m, c, me, me)
    hand = c[C_HAND]
    pace = pace_of(m, c)
    ending = m[DECK] <= w[W_FORESIGHT] and not c[C_BOUQUET]
    if ending:
        prepare_forecast(m, c, me)
    need = clues_needed(m, c, w, me)
    best = np.int64(-1)
    most = 0.0
    if not row[r.PENDING]:
        for slot in range(m[SIZES + me]):
            cell = cell_at(m, me, slot)
            belief = m[b + BELIEFS + cell]
            if is_sure(m, c, me, cell, belief):
                value = playing(m, c, w, me, cell, belief)
                if ending:
                    value += w[W_ENDING] * after_play(m, c, me, lowest_face(belief))
            else:
                value = risky_play(m, c, w, me, cell, belief, ending)
            if evaluate:
                values[hand + slot] = value
            if best < 0 or value > most:
                best, most = hand + slot, value
    cost = 0.0 if row[r.PENDING] else token_value(w, need, pace, m[TOKENS])
    if m[TOKENS] or row[r.PENDING]:
        for distance in range(c[C_PLAYERS] - 1):
            target = (me + distance + 1) % c[C_PLAYERS]
            danger = threat(m, c, w, me, target)
            for clue in range(FIRST_VALUE + 5):
                action = clue_action(c, distance, clue)
                touched = touched_by(m, c, target, clue)
                if action < 0 or not (touched or c[C_EMPTY]) or not is_allowed(row, clue):
                    continue
                read(m, c, me, me, target, clue, touched)
                value = worth(m, c, w, me, danger)
                if ending:
                    value += w[W_ENDING] * after_clue(m, c, me)
                value -= cost
                if evaluate:
                    values[action] = value
                if best < 0 or value > most:
                    best, most = action, value
    if row[r.PENDING]:
        return best
    if m[TOKENS] < c[C_MAX_TOKENS]:
        general = token_value(w, need, pace, m[TOKENS] + 1) - delay(w, pace)
        if ending:
            general += w[W_ENDING] * after_discard(m, c, me)
        for slot in range(m[SIZES + me]):
            cell = cell_at(m, me, slot)
            value = general + discarding(m, c, w, me, cell, m[b + BELIEFS + cell])
            if evaluate:
                values[slot] = value
            if best < 0 or value > most:
                best, most = np.int64(slot), value
    last = np.int64(first_tile_action(o)) - 1
    if o[r.O_DECK_PLAY] and m[DECK] == 1:
        value = deck_play(m, c, w, me, ending)
        if evaluate:
            values[last] = value
        if best < 0 or value > most:
            best, most = last, value
    return best


@kernel
def pace_of(m: Memory, c: Rules) -> Word:
    """How many cards may still be drawn for other moves than plays."""
    if c[C_BOUQUET]:
        return _UNLIMITED_PACE
    turns = m[TURNS] if m[TURNS] >= 0 else m[DECK] + c[C_PLAYERS]
    return m[SCORE] + turns - m[REACH]


@kernel
def is_allowed(row: Row, clue: Word) -> Word:
    """Whether a bonus tile, if one is pending, asks for this kind of clue."""
    if row[r.PENDING]:
        return row[r.PENDING] == (4 if clue >= FIRST_VALUE else 3)
    return True


@kernel
def clue_action(c: Rules, distance: Word, clue: Word) -> Word:
    """The action id of a clue; -1 for a colour that may not be named."""
    base = 2 * c[C_HAND]
    if clue >= FIRST_VALUE:
        return base + (c[C_PLAYERS] - 1) * c[C_COLOURS] + distance * 5 + clue - FIRST_VALUE
    if c[C_COLOUR_OF + clue] < 0:
        return -1
    return base + distance * c[C_COLOURS] + c[C_COLOUR_OF + clue]


@routine
def is_sure(m: Memory, c: Rules, me: Word, cell: Word, belief: Word) -> Word:
    """Whether a card is playable, by clues and reliable conventions."""
    if belief & ~m[PLAYABLE]:
        return False
    b = tracker_at(me)
    words = m[CAN_BE + cell] & ~m[own_knowledge(m, c, me) + KNOWN_GONE]
    if not words & ~m[PLAYABLE]:
        return True
    pointed = m[b + POINTED] >> cell & 1 or m[b + CALLED + cell]
    in_danger = m[ERRORS] + 1 >= c[C_MAX_ERRORS]
    if in_danger and not (pointed and trusts_giver(m, c, b, m[b + GIVER + cell])):
        return False
    if pointed or belief & (belief - 1):
        return True
    same = 0
    for slot in range(m[SIZES + me]):
        if m[b + BELIEFS + cell_at(m, me, slot)] == belief:
            same += 1
    return same == 1


@kernel
def trusts_giver(m: Memory, c: Rules, b: Word, giver: Word) -> Word:
    """As the reference, where no giver (-1) means the last seat."""
    return trusts(m, c, b, c[C_PLAYERS] - 1 if giver < 0 else giver)


@kernel
def ending_value(m: Memory, c: Rules, w: Worths, me: Word, ending: Word, chance: Word) -> Word:
    """The value of the expected end after playing a card with this chance."""
    if not ending:
        return 0.0
    return w[W_ENDING] * (after_discard(m, c, me) + chance)


@routine
def risky_play(
    m: Memory, c: Rules, w: Worths, me: Word, cell: Word, belief: Word, ending: Word
) -> Word:
    """The value of playing a card that may be an error."""
    spare = c[C_MAX_ERRORS] - m[ERRORS] - 1
    chance = odds(m, me, belief, m[PLAYABLE])
    if spare < 1 or c[C_BOUQUET]:
        return _LAST_RESORT + chance
    if m[TURNS] >= 0 and (spare > 1 or m[TURNS] == 1 or chance > w[W_BOLD]):
        return chance + ending_value(m, c, w, me, ending, chance)
    if not m[CLUED] >> cell & 1 or chance < w[W_DARE] or spare < 2:
        return _LAST_RESORT + chance
    value = w[W_PLAY] * chance - w[W_ERROR] * (1 - chance)
    return value + ending_value(m, c, w, me, ending, chance)


@routine
def deck_play(m: Memory, c: Rules, w: Worths, me: Word, ending: Word) -> Word:
    """Playing the last card of the deck: when it must fit, or as a last resort."""
    faces = 0
    for face in range(FACES):
        if m[tracker_at(me) + UNSEEN + face] > 0:
            faces |= 1 << face
    chance = odds(m, me, faces, m[PLAYABLE])
    if chance == 1.0:
        return w[W_PLAY] + ending_value(m, c, w, me, ending, chance)
    return _LAST_RESORT + chance


@routine
def card_to_bring_back(m: Memory, c: Rules, row: Row, o: OptionVector) -> Word:
    """The discarded card to bring back: one with no copy left, the lowest first."""
    base = np.int64(first_tile_action(o))
    cards = 5 * np.int64(o[r.O_SUITS])
    best = np.int64(-1)
    most = np.int64(-1)
    returns, recoveries = legal_returns(row, o), legal_recoveries(row, o)
    for recover in range(2):
        for face in range(FACES):
            if not c[C_COPIES + face]:
                continue
            code = c[C_CODE_OF + face]
            action = base + recover * cards + code
            cells = recoveries if recover else returns
            if not cells >> np.uint64(code) & np.uint64(1):
                continue
            value = (5 - c[C_STEP + face]) + (8 if m[GONE + face] == c[C_COPIES + face] else 0)
            value += 16 * recover + (0 if m[DEAD] >> face & 1 else 32)
            if value > most:
                best, most = action, value
    return best
