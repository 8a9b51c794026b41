"""What a hat asks: the questions whose answers a message tells everybody."""

from __future__ import annotations

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import bit_at, copies, count, hand_of, is_one
from hanamichi.bots.hanabi.hats.memory_layout import (
    AHEAD_DEAD,
    AHEAD_PLAYABLE,
    ITEM_CARDS,
    ITEM_KEYS,
    ITEM_SLOTS,
    LEFT,
    SLOTS_EACH,
    TRIAL,
    Memory,
)

SCALE = 1 << 16
"""Chances are whole numbers out of so many, so that every machine agrees on them."""
GOOD_CHANCE = 7 * SCALE // 10
ABOUT = SCALE // 5
"""With a card to play, it is worth asking about another that is playable with about this chance."""


@kernel
def odds(memory: Memory, cards: Word, some: Word) -> Word:
    """How likely a card is one of some, out of SCALE."""
    return SCALE * copies(memory, LEFT, cards & some) // copies(memory, LEFT, cards)


@kernel
def is_open(cards: Word, dead: Word) -> Word:
    """Whether there is something worth knowing about a card."""
    return not is_one(cards) and cards & ~dead != 0


@kernel
def put_item(memory: Memory, start: Word, n: Word, slot: Word, cards: Word, key: Word) -> None:
    """Add an item to the question behind those before it, the lowest keys first."""
    place = n
    while place > start and memory[ITEM_KEYS + place - 1] > key:
        memory[ITEM_SLOTS + place] = memory[ITEM_SLOTS + place - 1]
        memory[ITEM_CARDS + place] = memory[ITEM_CARDS + place - 1]
        memory[ITEM_KEYS + place] = memory[ITEM_KEYS + place - 1]
        place -= 1
    memory[ITEM_SLOTS + place] = slot
    memory[ITEM_CARDS + place] = cards
    memory[ITEM_KEYS + place] = key


@kernel
def drop_items(memory: Memory, start: Word, n: Word, room: Word) -> Word:
    """Leave out the unlikeliest items, those that come first, until all fit; how many are left."""
    over = n - room
    if over <= 0:
        return n
    for place in range(start, room):
        memory[ITEM_SLOTS + place] = memory[ITEM_SLOTS + place + over]
        memory[ITEM_CARDS + place] = memory[ITEM_CARDS + place + over]
    return room


@routine
def which_of(
    memory: Memory, at: Word, size: Word, start: Word, some: Word, dead: Word, room: Word
) -> Word:
    """Ask for the first slot that holds one of some cards, the unlikeliest slot first.

    Whoever answers with a later slot has said no to those before: it is better to hear a no about
    the unlikely ones. Answers how many items there are now.
    """
    n = start
    for slot in range(size):
        cards = memory[at + slot]
        if is_open(cards, dead) and cards & some:
            put_item(memory, start, n, slot, cards & some, odds(memory, cards, some))
            n += 1
    return drop_items(memory, start, n, room)


@routine
def ask(row: Row, memory: Memory, seat: Word, radix: Word) -> Word:
    """Write down the next question to a hand, of fewer than so many items; how many it has."""
    size = hand_of(row, seat)
    at = TRIAL + seat * SLOTS_EACH
    playable, dead = memory[AHEAD_PLAYABLE + seat], memory[AHEAD_DEAD + seat]
    has_play = has_dead = False
    for slot in range(size):
        has_play |= memory[at + slot] & ~playable == 0
        has_dead |= memory[at + slot] & ~dead == 0
    if not has_play:
        n = which_of(memory, at, size, 0, playable, dead, radix - 1)
        if not has_dead and n < radix - 1:
            n = which_of(memory, at, size, n, dead, dead, radix - 1)
        if n > 0:
            return n
    likely, nearest = -1, ABOUT
    living, least = -1, SCALE + 1
    for slot in range(size):
        cards = memory[at + slot]
        if is_open(cards, dead):
            gap = abs(odds(memory, cards, playable) - GOOD_CHANCE)
            if gap < nearest:
                nearest = gap
                likely = slot
            chance = odds(memory, cards, dead)
            if chance < least:
                least = chance
                living = slot
    if likely >= 0:
        put_item(memory, 0, 0, likely, memory[at + likely] & playable, 0)
        return 1
    return split(memory, living, memory[at + living], dead, radix) if living >= 0 else 0


@kernel
def split(memory: Memory, slot: Word, cards: Word, dead: Word, radix: Word) -> Word:
    """Ask which of so many groups a card is in: the dead together, the living dealt out evenly."""
    dying = cards & dead
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
    size = hand_of(row, seat)
    at = TRIAL + seat * SLOTS_EACH
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
                if memory[ITEM_CARDS + n] & bit_at(row, o, seat, memory[ITEM_SLOTS + n]):
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
