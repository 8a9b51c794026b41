"""Sampled endgame: the action that can win in most worlds, for the last cards of the deck."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import (
    FIREWORKS,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    O_TOKENS,
    PLY,
    TOKENS,
    TURN,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import bit_at, count, first, hand_of, is_one, step_card
from hanamichi.bots.hanabi.hats.clue_actions import is_clue
from hanamichi.bots.hanabi.hats.clue_code import next_seat
from hanamichi.bots.hanabi.hats.goal_search import can_reach_goal, cards_left, played, turns_after
from hanamichi.bots.hanabi.hats.memory_layout import (
    DEAD,
    DECK_SAMPLE,
    GOAL,
    HEIGHTS,
    MAX_POOL,
    NODES_LEFT,
    OWN_SAMPLE,
    PLAYABLE,
    POOL,
    SAMPLE_RNG,
    SLOTS_EACH,
    TENTATIVE,
    UNSEEN,
    WANTED,
    Memory,
)

MAX_DECK = 4
"""Worlds are sampled once this few cards are left to draw."""
WORLDS = 10
MAX_NODES = 1000
"""Positions visited in a world before it counts as lost."""


@kernel
def random_below(memory: Memory, n: Word) -> Word:
    """A random number in 0..n-1."""
    memory[SAMPLE_RNG] = memory[SAMPLE_RNG] * 6364136223846793005 + 1442695040888963407
    return ((memory[SAMPLE_RNG] >> 33) & 0x3FFFFFFF) % n


@routine
def start_sampling(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Collect the cards that the acting seat does not see; false if there are too many."""
    me = np.int64(row[TURN])
    seed = np.int64(row[PLY]) + 256 * np.int64(row[PLY + 1]) + 1000 * np.int64(row[TOKENS])
    memory[SAMPLE_RNG] = seed * 7919 + memory[UNSEEN] * 31 + memory[UNSEEN + 1]
    n = 0
    for copy in range(3):
        cards = memory[UNSEEN + copy]
        if n + count(cards) > MAX_POOL:
            return False
        while cards:
            card = cards & -cards
            cards ^= card
            memory[POOL + n] = card
            n += 1
    goal = np.int64(0)
    for suit in range(np.int64(o[O_SUITS])):
        height = np.int64(row[FIREWORKS + suit])
        memory[HEIGHTS + suit] = height
        while height < 5 and not memory[DEAD] & step_card(o, suit, height):
            height += 1
        goal += height
    memory[GOAL] = goal
    return n == hand_of(row, me) + cards_left(row)


@routine
def sample_world(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Deal the acting seat cards it may hold, and the deck the rest; false when none fit a slot."""
    me = np.int64(row[TURN])
    size, n = hand_of(row, me), hand_of(row, me) + cards_left(row)
    at = TENTATIVE + me * SLOTS_EACH
    given = 0
    # the slots with the fewest possible cards choose first
    for doubt in range(1, 41):
        for slot in range(size):
            if count(memory[at + slot]) != doubt:
                continue
            fitting, chosen = 0, -1
            for place in range(given, n):
                if memory[at + slot] & memory[POOL + place]:
                    fitting += 1
                    if random_below(memory, fitting) == 0:
                        chosen = place
            if chosen < 0:
                return False
            card = memory[POOL + chosen]
            memory[POOL + chosen] = memory[POOL + given]
            memory[POOL + given] = card
            memory[OWN_SAMPLE + slot] = card
            given += 1
        if given == size:
            break
    for place in range(n - 1, size - 1, -1):
        other = size + random_below(memory, place - size + 1)
        memory[DECK_SAMPLE + place - size] = memory[POOL + other]
        memory[POOL + other] = memory[POOL + place]
        memory[POOL + place] = memory[DECK_SAMPLE + place - size]
    for seat in range(np.int64(o[O_PLAYERS])):
        wanted = np.int64(0)
        for slot in range(hand_of(row, seat)):
            if seat != me:
                wanted |= bit_at(row, o, seat, slot)
            elif is_one(memory[at + slot]) or memory[at + slot] & ~memory[PLAYABLE] == 0:
                wanted |= memory[OWN_SAMPLE + slot]
        memory[WANTED + seat] = wanted
    return True


@routine
def wins_sample(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """Whether the sampled world can be won after an action of the acting seat."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    deck, tokens, score = cards_left(row), np.int64(row[TOKENS]), played(row, o)
    following = next_seat(o, me)
    memory[NODES_LEFT] = MAX_NODES
    if is_clue(o, action):
        return can_reach_goal(o, memory, following, deck, tokens - 1, np.int64(-1), score, True)
    deck -= 1
    turns = turns_after(o, np.int64(-1), deck, 1)
    wanted = memory[WANTED + me]
    card = memory[OWN_SAMPLE + (action if action < hand else action - hand)]
    suit = first(card) // 5
    height = memory[HEIGHTS + suit]
    if action < hand:
        if is_one(memory[TENTATIVE + me * SLOTS_EACH + action]):
            memory[WANTED + me] &= ~card
        tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
    elif card == step_card(o, suit, height):
        memory[HEIGHTS + suit] += 1
        score += 1
        if height == 4:
            tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
    memory[WANTED + me] |= memory[DECK_SAMPLE + deck]
    found = can_reach_goal(o, memory, following, deck, tokens, turns, score, True)
    memory[HEIGHTS + suit] = height
    memory[WANTED + me] = wanted
    return found
