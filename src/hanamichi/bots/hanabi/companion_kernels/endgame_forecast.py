"""Forecast of the endgame: the last turns simulated, every seat doing the obvious."""

from __future__ import annotations

from hanamichi.batch.arrays import Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.companion_kernels.beliefs import (
    beliefs,
    cell_at,
    seen_face,
    tracker_at,
)
from hanamichi.bots.hanabi.companion_kernels.memory_layout import (
    BELIEFS,
    C_MAX_TOKENS,
    C_PLAYERS,
    C_STEP,
    C_SUIT,
    CELLS,
    DEAD,
    DECK,
    F_DECK,
    F_HANDS,
    F_HEIGHTS,
    F_SCORE,
    F_SEAT,
    F_SIM_HANDS,
    F_SIM_SIZES,
    F_SIZES,
    F_TOKENS,
    F_TURNS,
    HEIGHTS,
    PLAYABLE,
    R_AFTER,
    R_TARGET,
    REACH,
    SCORE,
    SEATS,
    SIZES,
    TOKENS,
    TOP,
    TURNS,
    Memory,
    Rules,
)

_MAX_TURNS = 40
"""As in the reference."""


@kernel
def lowest_face(mask: Word) -> Word:
    """The lowest face of a mask."""
    face = 0
    while not mask >> face & 1:
        face += 1
    return face


@kernel
def useful_card(m: Memory, me: Word, cell: Word, belief: Word) -> Word:
    """A needed card as the forecast has it; -1 for others."""
    face = seen_face(m, me, cell)
    sure = belief & (belief - 1) == 0 or not belief & ~m[PLAYABLE]
    if face < 0 and sure:
        face = lowest_face(belief)
    if face >= 0 and not m[DEAD] >> face & 1:
        return 2 * face + (1 if sure and belief >> face & 1 else 0)
    return -1


@routine
def prepare_forecast(m: Memory, c: Rules, me: Word) -> None:
    """Gather the useful cards of all hands."""
    b = tracker_at(me)
    for seat in range(c[C_PLAYERS]):
        beliefs(m, c, me, seat)
        size = 0
        for slot in range(m[SIZES + seat]):
            cell = cell_at(m, seat, slot)
            useful = useful_card(m, me, cell, m[b + BELIEFS + cell])
            if useful >= 0:
                m[F_HANDS + seat * 5 + size] = useful
                size += 1
        m[F_SIZES + seat] = size


@routine
def start_simulation(m: Memory, me: Word) -> None:
    """Copy the position."""
    for cell in range(CELLS):
        m[F_SIM_HANDS + cell] = m[F_HANDS + cell]
    for seat in range(SEATS):
        m[F_SIM_SIZES + seat] = m[F_SIZES + seat]
    for suit in range(8):
        m[F_HEIGHTS + suit] = m[HEIGHTS + suit]
    m[F_SEAT] = me
    m[F_SCORE] = m[SCORE]
    m[F_TOKENS] = m[TOKENS]
    m[F_DECK] = m[DECK]
    m[F_TURNS] = m[TURNS]


@routine
def play_face(m: Memory, c: Rules, face: Word) -> None:
    """Add a card to its firework."""
    m[F_HEIGHTS + c[C_SUIT + face]] = c[C_STEP + face]
    m[F_SCORE] += 1
    if c[C_STEP + face] == TOP:
        m[F_TOKENS] = min(c[C_MAX_TOKENS], m[F_TOKENS] + 1)


@routine
def after_play(m: Memory, c: Rules, me: Word, face: Word) -> Word:
    """The expected score after playing a card."""
    start_simulation(m, me)
    play_face(m, c, face)
    return final_score(m, c, True)


@routine
def after_discard(m: Memory, c: Rules, me: Word) -> Word:
    """The expected score after a discard that costs nothing."""
    start_simulation(m, me)
    m[F_TOKENS] += 1
    return final_score(m, c, True)


@routine
def after_clue(m: Memory, c: Rules, me: Word) -> Word:
    """The expected score after the clue that was read."""
    start_simulation(m, me)
    target = m[R_TARGET]
    size = 0
    for slot in range(m[SIZES + target]):
        useful = useful_card(m, me, cell_at(m, target, slot), m[R_AFTER + slot])
        if useful >= 0:
            m[F_SIM_HANDS + target * 5 + size] = useful
            size += 1
    m[F_SIM_SIZES + target] = size
    m[F_TOKENS] -= 1
    return final_score(m, c, False)


@routine
def final_score(m: Memory, c: Rules, drawing: Word) -> Word:
    """The score after all turns; `drawing`: whether this turn draws a card."""
    for _ in range(_MAX_TURNS):
        if m[F_TURNS] >= 0:
            m[F_TURNS] -= 1
            if m[F_TURNS] == 0:
                break
        elif drawing:
            m[F_DECK] -= 1
            if m[F_DECK] == 0:
                m[F_TURNS] = c[C_PLAYERS]
        if m[F_SCORE] >= m[REACH]:
            break
        m[F_SEAT] = (m[F_SEAT] + 1) % c[C_PLAYERS]
        drawing = take_turn(m, c)
    return m[F_SCORE]


@kernel
def fits(m: Memory, c: Rules, face: Word) -> Word:
    """Whether a card is next in its firework."""
    return m[F_HEIGHTS + c[C_SUIT + face]] == c[C_STEP + face] - 1


@routine
def take_turn(m: Memory, c: Rules) -> Word:
    """Do the obvious; whether it draws a card."""
    seat = m[F_SEAT]
    hand = F_SIM_HANDS + seat * 5
    size = m[F_SIM_SIZES + seat]
    best = -1
    for place in range(size):
        card = m[hand + place]
        lower = best < 0 or c[C_STEP + (card >> 1)] < c[C_STEP + (m[hand + best] >> 1)]
        if card & 1 and lower and fits(m, c, card >> 1):
            best = place
    if best >= 0:
        face = m[hand + best] >> 1
        for place in range(best, size - 1):
            m[hand + place] = m[hand + place + 1]
        m[F_SIM_SIZES + seat] = size - 1
        play_face(m, c, face)
        return True
    if m[F_TOKENS] and (give_clue(m, c) or prefers_to_wait(m, c)):
        m[F_TOKENS] -= 1
        return False
    m[F_TOKENS] += 1
    return True


@routine
def give_clue(m: Memory, c: Rules) -> Word:
    """Give the next seat that can use it a clue about a playable card."""
    players = c[C_PLAYERS]
    ahead = players if m[F_TURNS] < 0 else min(players, m[F_TURNS])
    for away in range(1, ahead):
        seat = (m[F_SEAT] + away) % players
        for place in range(m[F_SIM_SIZES + seat]):
            at = F_SIM_HANDS + seat * 5 + place
            if not m[at] & 1 and fits(m, c, m[at] >> 1):
                m[at] |= 1
                return True
    return False


@routine
def prefers_to_wait(m: Memory, c: Rules) -> Word:
    """Whether there is no time for a discard, or no room for the token."""
    turns = m[F_DECK] + c[C_PLAYERS] if m[F_TURNS] < 0 else m[F_TURNS]
    return m[F_SCORE] + turns <= m[REACH] or m[F_TOKENS] == c[C_MAX_TOKENS]
