"""The endgame search: whether a score can still be reached when seats know their wanted cards.

Seats play wanted cards, spend clue tokens to wait, and discard. With a sampled deck the drawn cards
count too; without one, no seat counts on a card not yet drawn.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import DECK_SIZE, DRAWN, FIREWORKS, O_PLAYERS, O_SUITS, O_TOKENS
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import step_card
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.memory_layout import (
    DECK_SAMPLE,
    GOAL,
    HEIGHTS,
    NODES_LEFT,
    WANTED,
    Memory,
)


@kernel
def cards_left(row: Row) -> Word:
    """How many cards are left to draw."""
    return np.int64(row[DECK_SIZE]) - np.int64(row[DRAWN])


@kernel
def played(row: Row, o: OptionVector) -> Word:
    """How many cards all fireworks have."""
    total = np.int64(0)
    for suit in range(np.int64(o[O_SUITS])):
        total += row[FIREWORKS + suit]
    return total


@kernel
def turns_after(o: OptionVector, turns: Word, deck: Word, drew: Word) -> Word:
    """How many turns are left after one, once the last round has begun; else -1."""
    if turns > 0:
        return turns - 1
    return np.int64(o[O_PLAYERS]) if drew and deck == 0 else np.int64(-1)


@routine
def can_reach_goal(
    o: OptionVector,
    memory: Memory,
    seat: Word,
    deck: Word,
    tokens: Word,
    turns: Word,
    score: Word,
    sampled: Word,
) -> Word:
    """Whether GOAL can be reached from here; false when NODES_LEFT runs out.

    `sampled`: whether DECK_SAMPLE holds the deck. A seat then discards before it spends a token,
    unless it can play; otherwise it discards only without a token.
    """
    if score >= memory[GOAL]:
        return True
    memory[NODES_LEFT] -= 1
    if turns == 0 or memory[NODES_LEFT] < 0:
        return False
    if score + (turns if turns > 0 else deck + o[O_PLAYERS]) < memory[GOAL]:
        return False
    following = next_seat(o, seat)
    drew = 1 if deck > 0 else 0
    rest = deck - drew
    after_draw = turns_after(o, turns, rest, drew)
    wanted = memory[WANTED + seat]
    drawn = wanted | memory[DECK_SAMPLE + rest] if sampled and drew else wanted
    idle = True
    for suit in range(np.int64(o[O_SUITS])):
        height = memory[HEIGHTS + suit]
        if height < 5 and wanted & step_card(o, suit, height):
            idle = False
            memory[HEIGHTS + suit] = height + 1
            memory[WANTED + seat] = drawn
            gained = 1 if height == 4 and tokens < o[O_TOKENS] else 0
            found = can_reach_goal(
                o, memory, following, rest, tokens + gained, after_draw, score + 1, sampled
            )
            memory[HEIGHTS + suit] = height
            memory[WANTED + seat] = wanted
            if found:
                return True
    if turns > 0:
        return can_reach_goal(o, memory, following, deck, tokens, turns - 1, score, sampled)
    if (idle and tokens < o[O_TOKENS]) if sampled else tokens == 0:
        memory[WANTED + seat] = drawn
        found = can_reach_goal(o, memory, following, rest, tokens + 1, after_draw, score, sampled)
        memory[WANTED + seat] = wanted
        if found:
            return True
    return tokens > 0 and can_reach_goal(
        o, memory, following, deck, tokens - 1, turns, score, sampled
    )
