"""The ending: whether all that is in sight can still be played in time.

Nobody counts on a card not yet drawn here; `lots` does. Both look for one way to reach the goal by
playing, spending clue tokens to wait, and discarding, as if everybody knew their cards.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import (
    DECK_SIZE,
    DRAWN,
    FIREWORKS,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    O_TOKENS,
    TOKENS,
    TURN,
    TURNS_LEFT,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import bit_at, first, hand_of, is_one, step_card
from hanamichi.bots.hanabi.hats.clue_actions import is_clue
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.memory_layout import (
    DEAD,
    GOAL,
    HEIGHTS,
    HELD,
    PATIENCE,
    PLAYABLE,
    SLOTS_EACH,
    TRIAL,
    WANTED,
    Memory,
)

LOOKS = 3000
"""Positions that a plan looks at before it gives up."""


@kernel
def cards_left(row: Row) -> Word:
    """How many cards are left to draw."""
    return np.int64(row[DECK_SIZE]) - np.int64(row[DRAWN])


@kernel
def turns_after(o: OptionVector, turns: Word, deck: Word, drew: Word) -> Word:
    """How many turns are left after one, if the end has been announced; else -1."""
    if turns > 0:
        return turns - 1
    return np.int64(o[O_PLAYERS]) if drew and deck == 0 else np.int64(-1)


@routine
def reachable(
    o: OptionVector, memory: Memory, seat: Word, deck: Word, tokens: Word, turns: Word, score: Word
) -> Word:
    """Whether the goal can be reached from here; no, when patience runs out."""
    if score >= memory[GOAL]:
        return True
    memory[PATIENCE] -= 1
    if turns == 0 or memory[PATIENCE] < 0:
        return False
    if score + (turns if turns > 0 else deck + o[O_PLAYERS]) < memory[GOAL]:
        return False
    following = next_seat(o, seat)
    drew = 1 if deck > 0 else 0
    rest = deck - drew
    for suit in range(np.int64(o[O_SUITS])):
        height = memory[HEIGHTS + suit]
        if height < 5 and memory[WANTED + seat] & step_card(o, suit, height):
            memory[HEIGHTS + suit] = height + 1
            gained = 1 if height == 4 and tokens < o[O_TOKENS] else 0
            found = reachable(
                o,
                memory,
                following,
                rest,
                tokens + gained,
                turns_after(o, turns, rest, drew),
                score + 1,
            )
            memory[HEIGHTS + suit] = height
            if found:
                return True
    if turns > 0:
        return reachable(o, memory, following, deck, tokens, turns - 1, score)
    if tokens > 0:
        return reachable(o, memory, following, deck, tokens - 1, turns, score)
    return reachable(
        o, memory, following, rest, tokens + 1, turns_after(o, turns, rest, drew), score
    )


@routine
def plan(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Set out what everybody is known to be able to play; false when that is nothing."""
    me = np.int64(row[TURN])
    everything = np.int64(0)
    for seat in range(np.int64(o[O_PLAYERS])):
        wanted = np.int64(0)
        for slot in range(hand_of(row, seat)):
            cards = memory[HELD + seat * SLOTS_EACH + slot]
            if seat == me:
                cards = memory[TRIAL + me * SLOTS_EACH + slot]
                if is_one(cards):
                    wanted |= cards
            elif is_one(cards) or cards & ~memory[PLAYABLE] == 0:
                wanted |= bit_at(row, o, seat, slot)
        memory[WANTED + seat] = wanted & ~memory[DEAD]
        everything |= wanted
    goal = np.int64(0)
    for suit in range(np.int64(o[O_SUITS])):
        height = np.int64(row[FIREWORKS + suit])
        memory[HEIGHTS + suit] = height
        while height < 5 and everything & step_card(o, suit, height):
            height += 1
        goal += height
    memory[GOAL] = goal
    return goal > played(row, o)


@kernel
def played(row: Row, o: OptionVector) -> Word:
    """How many cards all fireworks have."""
    total = np.int64(0)
    for suit in range(np.int64(o[O_SUITS])):
        total += row[FIREWORKS + suit]
    return total


@routine
def keeps_the_goal(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """Whether the plan can still be carried out after an action of the acting seat."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    deck, tokens, score = cards_left(row), np.int64(row[TOKENS]), played(row, o)
    turns = np.int64(row[TURNS_LEFT]) - 1
    following = next_seat(o, me)
    memory[PATIENCE] = LOOKS
    if is_clue(o, action):
        return reachable(
            o, memory, following, deck, tokens - 1, turns_after(o, turns, deck, 0), score
        )
    drew = 1 if deck > 0 else 0
    deck -= drew
    turns = turns_after(o, turns, deck, drew)
    slot = action if action < hand else action - hand
    cards = memory[TRIAL + me * SLOTS_EACH + slot]
    if action < hand:
        wanted = memory[WANTED + me]
        twins = 0
        for other in range(hand_of(row, me)):
            twins += memory[TRIAL + me * SLOTS_EACH + other] == cards
        if is_one(cards) and twins == 1:
            memory[WANTED + me] &= ~cards
        tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
        found = reachable(o, memory, following, deck, tokens, turns, score)
        memory[WANTED + me] = wanted
        return found
    if cards & ~memory[PLAYABLE]:
        return reachable(o, memory, following, deck, tokens, turns, score)
    if not is_one(cards):  # some firework grows, nobody knows which
        memory[GOAL] -= 1
        found = reachable(o, memory, following, deck, tokens, turns, score)
        memory[GOAL] += 1
        return found
    suit = first(cards) // 5
    memory[HEIGHTS + suit] += 1
    if memory[HEIGHTS + suit] == 5:
        tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
    found = reachable(o, memory, following, deck, tokens, turns, score + 1)
    memory[HEIGHTS + suit] -= 1
    return found
