"""The last cards of the deck: worlds that can be, drawn by lot, and what wins in most of them."""

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
from hanamichi.bots.hanabi.hats.memory_layout import (
    DEAD,
    DRAWS,
    GOAL,
    HEIGHTS,
    LOTS,
    OWN,
    PATIENCE,
    PLAYABLE,
    POOL,
    SLOTS_EACH,
    TRIAL,
    UNSEEN,
    WANTED,
    Memory,
)
from hanamichi.bots.hanabi.hats.planned_endgame import cards_left, played, turns_after

FEW = 4
"""With so few cards left to draw, worlds are tried."""
WORLDS = 10
LOOKS = 1000
"""Positions looked at in each of them before it counts as lost."""


@kernel
def lot(memory: Memory, n: Word) -> Word:
    """A number in 0..n-1."""
    memory[LOTS] = memory[LOTS] * 6364136223846793005 + 1442695040888963407
    return ((memory[LOTS] >> 33) & 0x3FFFFFFF) % n


@routine
def begin_lots(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Gather the cards that the acting seat does not see; false if they are too many for us."""
    me = np.int64(row[TURN])
    seed = np.int64(row[PLY]) + 256 * np.int64(row[PLY + 1]) + 1000 * np.int64(row[TOKENS])
    memory[LOTS] = seed * 7919 + memory[UNSEEN] * 31 + memory[UNSEEN + 1]
    n = 0
    for copy in range(3):
        cards = memory[UNSEEN + copy]
        if n + count(cards) > OWN - POOL:
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
def imagine(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Give the acting seat cards it may hold, and the deck the rest; false when the lot fails."""
    me = np.int64(row[TURN])
    size, n = hand_of(row, me), hand_of(row, me) + cards_left(row)
    at = TRIAL + me * SLOTS_EACH
    given = 0
    # whose cards are known best chooses first
    for doubt in range(1, 41):
        for slot in range(size):
            if count(memory[at + slot]) != doubt:
                continue
            fitting, chosen = 0, -1
            for place in range(given, n):
                if memory[at + slot] & memory[POOL + place]:
                    fitting += 1
                    if lot(memory, fitting) == 0:
                        chosen = place
            if chosen < 0:
                return False
            card = memory[POOL + chosen]
            memory[POOL + chosen] = memory[POOL + given]
            memory[POOL + given] = card
            memory[OWN + slot] = card
            given += 1
        if given == size:
            break
    for place in range(n - 1, size - 1, -1):
        other = size + lot(memory, place - size + 1)
        memory[DRAWS + place - size] = memory[POOL + other]
        memory[POOL + other] = memory[POOL + place]
        memory[POOL + place] = memory[DRAWS + place - size]
    for seat in range(np.int64(o[O_PLAYERS])):
        wanted = np.int64(0)
        for slot in range(hand_of(row, seat)):
            if seat != me:
                wanted |= bit_at(row, o, seat, slot)
            elif is_one(memory[at + slot]) or memory[at + slot] & ~memory[PLAYABLE] == 0:
                wanted |= memory[OWN + slot]
        memory[WANTED + seat] = wanted
    return True


@routine
def winnable(
    o: OptionVector, memory: Memory, seat: Word, deck: Word, tokens: Word, turns: Word, score: Word
) -> Word:
    """Whether the goal can be reached in the world imagined; no, when patience runs out."""
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
    wanted = memory[WANTED + seat]
    drawn = wanted | memory[DRAWS + rest] if drew else wanted
    idle = True
    for suit in range(np.int64(o[O_SUITS])):
        height = memory[HEIGHTS + suit]
        if height < 5 and wanted & step_card(o, suit, height):
            idle = False
            memory[HEIGHTS + suit] = height + 1
            memory[WANTED + seat] = drawn
            gained = 1 if height == 4 and tokens < o[O_TOKENS] else 0
            found = winnable(
                o,
                memory,
                following,
                rest,
                tokens + gained,
                turns_after(o, turns, rest, drew),
                score + 1,
            )
            memory[HEIGHTS + suit] = height
            memory[WANTED + seat] = wanted
            if found:
                return True
    if turns > 0:
        return winnable(o, memory, following, deck, tokens, turns - 1, score)
    if idle and tokens < o[O_TOKENS]:
        memory[WANTED + seat] = drawn
        found = winnable(
            o, memory, following, rest, tokens + 1, turns_after(o, turns, rest, drew), score
        )
        memory[WANTED + seat] = wanted
        if found:
            return True
    return tokens > 0 and winnable(o, memory, following, deck, tokens - 1, turns, score)


@routine
def wins(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """Whether the world imagined can be won after an action of the acting seat."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    deck, tokens, score = cards_left(row), np.int64(row[TOKENS]), played(row, o)
    following = next_seat(o, me)
    memory[PATIENCE] = LOOKS
    if is_clue(o, action):
        return winnable(o, memory, following, deck, tokens - 1, np.int64(-1), score)
    deck -= 1
    turns = turns_after(o, np.int64(-1), deck, 1)
    wanted = memory[WANTED + me]
    card = memory[OWN + (action if action < hand else action - hand)]
    suit = first(card) // 5
    height = memory[HEIGHTS + suit]
    if action < hand:
        if is_one(memory[TRIAL + me * SLOTS_EACH + action]):
            memory[WANTED + me] &= ~card
        tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
    elif card == step_card(o, suit, height):
        memory[HEIGHTS + suit] += 1
        score += 1
        if height == 4:
            tokens = min(tokens + 1, np.int64(o[O_TOKENS]))
    memory[WANTED + me] |= memory[DRAWS + deck]
    found = winnable(o, memory, following, deck, tokens, turns, score)
    memory[HEIGHTS + suit] = height
    memory[WANTED + me] = wanted
    return found
