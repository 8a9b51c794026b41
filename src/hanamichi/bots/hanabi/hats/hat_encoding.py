"""Hats: numbers that answer a series of questions about a hand."""

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
    TENTATIVE,
    Memory,
)

SCALE = 1 << 16
"""Probabilities are integers out of this, so that every machine computes the same."""
GOOD_CHANCE = 7 * SCALE // 10
ABOUT = SCALE // 5
"""A second playable card is asked about when its probability is this close to GOOD_CHANCE."""


@kernel
def odds(memory: Memory, cards: Word, some: Word) -> Word:
    """The probability, out of SCALE, that a card is one of `some`."""
    return SCALE * copies(memory, LEFT, cards & some) // copies(memory, LEFT, cards)


@kernel
def is_open(cards: Word, dead: Word) -> Word:
    """Whether there is something worth learning about a card."""
    return not is_one(cards) and cards & ~dead != 0


@kernel
def put_item(memory: Memory, start: Word, n: Word, slot: Word, cards: Word, key: Word) -> None:
    """Insert an item into the question, sorted by key from `start` on."""
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
    """Drop the first, unlikeliest items until all fit; how many are left."""
    over = n - room
    if over <= 0:
        return n
    for place in range(start, room):
        memory[ITEM_SLOTS + place] = memory[ITEM_SLOTS + place + over]
        memory[ITEM_CARDS + place] = memory[ITEM_CARDS + place + over]
    return room


@routine
def ask_first_slot(
    memory: Memory, at: Word, size: Word, start: Word, some: Word, dead: Word, room: Word
) -> Word:
    """Ask for the first slot that holds one of `some`, the unlikeliest slot first.

    An answer rules out all slots before it, and that costs least for the unlikely ones. Returns
    how many items there are now.
    """
    n = start
    for slot in range(size):
        cards = memory[at + slot]
        if is_open(cards, dead) and cards & some:
            put_item(memory, start, n, slot, cards & some, odds(memory, cards, some))
            n += 1
    return drop_items(memory, start, n, room)


@routine
def next_question(row: Row, memory: Memory, seat: Word, radix: Word) -> Word:
    """Write the next question about a hand, of fewer than `radix` items; how many it has."""
    size = hand_of(row, seat)
    at = TENTATIVE + seat * SLOTS_EACH
    playable, dead = memory[AHEAD_PLAYABLE + seat], memory[AHEAD_DEAD + seat]
    has_play = has_dead = False
    for slot in range(size):
        has_play |= memory[at + slot] & ~playable == 0
        has_dead |= memory[at + slot] & ~dead == 0
    if not has_play:
        n = ask_first_slot(memory, at, size, 0, playable, dead, radix - 1)
        if not has_dead and n < radix - 1:
            n = ask_first_slot(memory, at, size, n, dead, dead, radix - 1)
        if n > 0:
            return n
    likely, nearest = -1, ABOUT
    live, least = -1, SCALE + 1
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
                live = slot
    if likely >= 0:
        put_item(memory, 0, 0, likely, memory[at + likely] & playable, 0)
        return 1
    return split(memory, live, memory[at + live], dead, radix) if live >= 0 else 0


@kernel
def split(memory: Memory, slot: Word, cards: Word, dead: Word, radix: Word) -> Word:
    """Ask which group a card is in: dead cards in one, the others spread evenly over the rest."""
    dead_cards = cards & dead
    live = cards & ~dead_cards
    groups = min(radix - 1 if dead_cards else radix, count(live))
    n = 0
    # the first group is the default answer and needs no item
    for _ in range(1, groups):
        memory[ITEM_SLOTS + n] = slot
        memory[ITEM_CARDS + n] = 0
        n += 1
    place = 0
    while live:
        card = live & -live
        live ^= card
        if place > 0:
            memory[ITEM_CARDS + place - 1] |= card
        place += 1
        if place == groups:
            place = 0
    if dead_cards:
        memory[ITEM_SLOTS + n] = slot
        memory[ITEM_CARDS + n] = dead_cards
        n += 1
    return n


@routine
def hat_of(
    row: Row, o: OptionVector, memory: Memory, seat: Word, modulus: Word, given: Word
) -> Word:
    """A seat's hat, computed from its cards, or as passed when `given` is 0 or more.

    Narrows TENTATIVE to the hands with this hat. Returns the hat, or -1 if it is impossible.
    """
    size = hand_of(row, seat)
    at = TENTATIVE + seat * SLOTS_EACH
    total, unit, radix, rest = 0, 1, modulus, given
    while radix > 1:
        items = next_question(row, memory, seat, radix)
        if items == 0:
            break
        answer = 0
        if given >= 0:
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
    if given >= 0 and total != given:
        return -1
    for slot in range(size):
        if memory[at + slot] == 0:
            return -1
    return total
