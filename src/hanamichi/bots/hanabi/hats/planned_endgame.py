"""Planned endgame: whether all cards known to their holders can still be played in time.

No card that is not yet drawn is counted on; `sampled_endgame` does that for the last few cards.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import (
    FIREWORKS,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    O_TOKENS,
    TOKENS,
    TURN,
    TURNS_LEFT,
)
from hanamichi.batch.jit import routine
from hanamichi.bots.hanabi.hats.board import bit_at, first, hand_of, is_one, step_card
from hanamichi.bots.hanabi.hats.clue_actions import is_clue
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.goal_search import can_reach_goal, cards_left, played, turns_after
from hanamichi.bots.hanabi.hats.memory_layout import (
    DEAD,
    GOAL,
    HEIGHTS,
    HELD,
    NODES_LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TENTATIVE,
    WANTED,
    Memory,
)

MAX_NODES = 3000
"""Positions that a search visits before it gives up."""


@routine
def make_plan(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Set GOAL and WANTED to what the seats are known to be able to play; false for nothing."""
    me = np.int64(row[TURN])
    everything = np.int64(0)
    for seat in range(np.int64(o[O_PLAYERS])):
        wanted = np.int64(0)
        for slot in range(hand_of(row, seat)):
            cards = memory[HELD + seat * SLOTS_EACH + slot]
            if seat == me:
                cards = memory[TENTATIVE + me * SLOTS_EACH + slot]
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


@routine
def keeps_goal(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """Whether GOAL can still be reached after an action of the acting seat."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    deck, tokens, score = cards_left(row), np.int64(row[TOKENS]), played(row, o)
    turns = np.int64(row[TURNS_LEFT]) - 1
    following = next_seat(o, me)
    memory[NODES_LEFT] = MAX_NODES
    if is_clue(o, action):
        return can_reach_goal(
            o, memory, following, deck, tokens - 1, turns_after(o, turns, deck, 0), score, False
        )
    drew = 1 if deck > 0 else 0
    deck -= drew
    turns = turns_after(o, turns, deck, drew)
    slot = action if action < hand else action - hand
    cards = memory[TENTATIVE + me * SLOTS_EACH + slot]
    if action < hand:
        wanted = memory[WANTED + me]
        twins = 0
        for other in range(hand_of(row, me)):
            twins += memory[TENTATIVE + me * SLOTS_EACH + other] == cards
        if is_one(cards) and twins == 1:
            memory[WANTED + me] &= ~cards
        tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
        found = can_reach_goal(o, memory, following, deck, tokens, turns, score, False)
        memory[WANTED + me] = wanted
        return found
    if cards & ~memory[PLAYABLE]:
        return can_reach_goal(o, memory, following, deck, tokens, turns, score, False)
    if not is_one(cards):  # some firework grows, unknown which
        memory[GOAL] -= 1
        found = can_reach_goal(o, memory, following, deck, tokens, turns, score, False)
        memory[GOAL] += 1
        return found
    suit = first(cards) // 5
    memory[HEIGHTS + suit] += 1
    if memory[HEIGHTS + suit] == 5:
        tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
    found = can_reach_goal(o, memory, following, deck, tokens, turns, score + 1, False)
    memory[HEIGHTS + suit] -= 1
    return found
