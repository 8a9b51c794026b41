"""What a hat asks: the questions whose answers a message tells everybody."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.compiling import kernel, routine
from hanamichi.batch.hanabi.row import CARD, HAND_SIZES, O_HAND, SLOT_BYTES, SLOTS
from hanamichi.bots.hanabi.hats.board import copies, count
from hanamichi.bots.hanabi.hats.memory import (
    DEAD,
    ITEM_CARDS,
    ITEM_KEYS,
    ITEM_SLOTS,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TRIAL,
    Memory,
)


@kernel
def put_item(memory: Memory, n: Word, slot: Word, cards: Word, key: Word) -> None:
    """Add an item to the question, in the order of the keys."""
    place = n
    while place > 0 and memory[ITEM_KEYS + place - 1] > key:
        memory[ITEM_SLOTS + place] = memory[ITEM_SLOTS + place - 1]
        memory[ITEM_CARDS + place] = memory[ITEM_CARDS + place - 1]
        memory[ITEM_KEYS + place] = memory[ITEM_KEYS + place - 1]
        place -= 1
    memory[ITEM_SLOTS + place] = slot
    memory[ITEM_CARDS + place] = cards
    memory[ITEM_KEYS + place] = key


SCALE = 1 << 16


@routine
def ask(row: Row, memory: Memory, seat: Word, radix: Word) -> Word:
    """Write down the next question to a hand, of fewer than so many items; how many it has."""
    size = np.int64(row[HAND_SIZES + seat])
    at = TRIAL + seat * SLOTS_EACH
    playable, dead = memory[PLAYABLE], memory[DEAD]
    knows_playable = knows_dead = False
    for slot in range(size):
        cards = memory[at + slot]
        if cards & ~playable == 0:
            knows_playable = True
        if cards & ~dead == 0:
            knows_dead = True
    if not knows_playable:
        n = 0
        for slot in range(size):
            cards = memory[at + slot]
            if cards & (cards - 1) == 0 or cards & ~dead == 0 or cards & playable == 0:
                continue
            odds = SCALE * copies(memory, LEFT, cards & playable) // copies(memory, LEFT, cards)
            put_item(memory, n, slot, cards & playable, odds)
            n += 1
        while n > radix - 1:  # keep the likeliest
            for place in range(n - 1):
                memory[ITEM_SLOTS + place] = memory[ITEM_SLOTS + place + 1]
                memory[ITEM_CARDS + place] = memory[ITEM_CARDS + place + 1]
                memory[ITEM_KEYS + place] = memory[ITEM_KEYS + place + 1]
            n -= 1
        first = n
        if not knows_dead:
            for slot in range(size):
                cards = memory[at + slot]
                if cards & (cards - 1) == 0 or cards & dead == 0 or cards & ~dead == 0:
                    continue
                odds = SCALE * copies(memory, LEFT, cards & dead) // copies(memory, LEFT, cards)
                put_item(memory, n, slot, cards & dead, SCALE + odds)
                n += 1
            while n > radix - 1:
                for place in range(first, n - 1):
                    memory[ITEM_SLOTS + place] = memory[ITEM_SLOTS + place + 1]
                    memory[ITEM_CARDS + place] = memory[ITEM_CARDS + place + 1]
                    memory[ITEM_KEYS + place] = memory[ITEM_KEYS + place + 1]
                n -= 1
        if n > 0:
            return n
    best = -1
    nearest = SCALE // 5
    for slot in range(size):
        cards = memory[at + slot]
        if cards & (cards - 1) == 0 or cards & ~dead == 0:
            continue
        odds = SCALE * copies(memory, LEFT, cards & playable) // copies(memory, LEFT, cards)
        gap = abs(odds - 7 * SCALE // 10)
        if gap < nearest:
            nearest = gap
            best = slot
    if best >= 0:
        put_item(memory, 0, best, memory[at + best] & playable, 0)
        return 1
    lowest = SCALE + 1
    for slot in range(size):
        cards = memory[at + slot]
        if cards & (cards - 1) == 0 or cards & ~dead == 0:
            continue
        odds = SCALE * copies(memory, LEFT, cards & dead) // copies(memory, LEFT, cards)
        if odds < lowest:
            lowest = odds
            best = slot
    if best < 0:
        return 0
    return split(memory, best, memory[at + best], radix)


@kernel
def split(memory: Memory, slot: Word, cards: Word, radix: Word) -> Word:
    """Ask which of so many groups a card is in: the dead together, the living dealt out evenly."""
    dying = cards & memory[DEAD]
    living = cards & ~dying
    groups = min(radix - 1 if dying else radix, count(living))
    n = 0
    # the first group is what remains when nothing else is answered
    for _ in range(1, groups):
        memory[ITEM_SLOTS + n] = slot
        memory[ITEM_CARDS + n] = 0
        n += 1
    place = 0
    while living:
        card = living & -living
        living ^= card
        if place > 0:
            memory[ITEM_CARDS + place - 1] |= card
        place += 1
        if place == groups:
            place = 0
    if dying:
        memory[ITEM_SLOTS + n] = slot
        memory[ITEM_CARDS + n] = dying
        n += 1
    return n


@routine
def hat(row: Row, o: OptionVector, memory: Memory, seat: Word, modulus: Word, told: Word) -> Word:
    """A seat's hat: read from its cards, or (`told` 0 or more) as it was told; what it teaches.

    What the hand may be is read from TRIAL, and what it may be once its hat is known is left
    there. Answers the hat, or -1 when the one told cannot be.
    """
    size = np.int64(row[HAND_SIZES + seat])
    at = TRIAL + seat * SLOTS_EACH
    hand = SLOTS + seat * o[O_HAND] * SLOT_BYTES + CARD
    total, unit, radix, rest = 0, 1, modulus, told
    while radix > 1:
        items = ask(row, memory, seat, radix)
        if items == 0:
            break
        answer = 0
        if told >= 0:
            answer = rest % (items + 1)
            rest //= items + 1
        else:
            for n in range(items):
                card = np.int64(row[hand + memory[ITEM_SLOTS + n] * SLOT_BYTES])
                if memory[ITEM_CARDS + n] >> card & 1:
                    answer = n + 1
                    break
        for n in range(items):
            place = at + memory[ITEM_SLOTS + n]
            if n + 1 == answer:
                memory[place] &= memory[ITEM_CARDS + n]
                break
            memory[place] &= ~memory[ITEM_CARDS + n]
        total += unit * answer
        unit *= items + 1
        radix = (modulus - 1 - total) // unit + 1
    if told >= 0 and total != told:
        return -1
    for slot in range(size):
        if memory[at + slot] == 0:
            return -1
    return total
