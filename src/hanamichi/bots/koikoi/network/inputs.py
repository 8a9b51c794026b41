"""The inputs of the network: the table as words of bits, seen by the seat that has just acted."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Word
from hanamichi.batch.bits import popcount
from hanamichi.batch.jit import kernel
from hanamichi.batch.koikoi.row import (
    ASKED,
    CALLS,
    CAPTURES,
    DEALER,
    FIELD,
    HANDS,
    O_ADDITIVE,
    O_CUP_PLAIN,
    O_GAJI,
    O_MUST_CAPTURE,
    O_ONE_CALL,
    O_OWN_CALLS,
    O_RAIN_MAN,
    O_TRIAD,
    O_VIEWING,
    ROW_CELLS,
    STANDING,
)
from hanamichi.batch.koikoi.yaku import total
from hanamichi.koikoi import cards

# A row of the bots has two cells more than the rules need.
LACKED_MONTHS = ROW_CELLS
"""For each seat, the months it seems to lack, a bit each: it did not capture where it could."""
CELLS = ROW_CELLS + 2

# -- the words; cards are their first 48 bits ----------------------------------------------------
HAND, ON_FIELD, MINE, THEIRS, FACTS, PROGRESS, CHANCES = range(7)
CARD_WORDS = 4
WORDS = 7
INPUTS = 64 * WORDS
SPARE = 48
"""The first bit after the cards: options in the hand's word, lacked months in the piles' words."""

# -- the facts -------------------------------------------------------------------------------------
F_MOMENT = 0
"""36 moments: whether the turn is over, the size of the hand, whether the seat deals."""
F_MY_TOTAL = 36
F_THEIR_TOTAL = 46
F_RISEN = 56
F_MY_CALLS = 57
F_THEIR_CALLS = 60
F_I_CALLED = 63


def _thermometer(steps: tuple[int, ...], numbers: int) -> Bits:
    """For each number, a bit for each step that it reaches."""
    return np.array(
        [
            sum(1 << n for n, step in enumerate(steps) if number >= step)
            for number in range(numbers)
        ],
        np.uint64,
    )


_STEPS_OF_TOTALS = _thermometer((1, 2, 3, 5, 6, 7, 8, 10, 12, 15), 256)
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_SPARE = np.uint64(SPARE)
_EACH_MONTH = np.uint64(0x111111111111)
_CARDS = np.uint64(cards.ALL_CARDS)
_DRY_LIGHTS = np.uint64(cards.LIGHTS & ~cards.RAIN_MAN.bit)
_RAIN_MAN = np.uint64(cards.RAIN_MAN.bit)
_ANIMALS = np.uint64(cards.ANIMALS)
_RIBBONS = np.uint64(cards.RIBBONS)
_PLAINS = np.uint64(cards.PLAINS)
_TRIOS = np.array(
    [
        cards.Card.CLOVER_BOAR.bit | cards.Card.MAPLE_DEER.bit | cards.Card.PEONY_BUTTERFLIES.bit,
        cards.POEM_RIBBONS,
        cards.BLUE_RIBBONS,
    ],
    np.uint64,
)
_VIEWINGS = np.array(
    [cards.MOON.bit | cards.SAKE_CUP.bit, cards.CURTAIN.bit | cards.SAKE_CUP.bit], np.uint64
)
_STEPS_OF_FIVE = _thermometer((2, 3, 4, 5), 11)
_STEPS_OF_TEN = _thermometer((6, 7, 8, 9), 11)


def option_bits(o: OptionVector) -> int:
    """The options that change the value of a position, as spare bits of the hand's word."""
    flags = (
        o[O_RAIN_MAN],
        o[O_VIEWING],
        o[O_TRIAD] == 1,
        o[O_TRIAD] == 2,
        o[O_CUP_PLAIN],
        o[O_ADDITIVE],
        o[O_ONE_CALL],
        o[O_OWN_CALLS],
        o[O_MUST_CAPTURE],
        o[O_GAJI],
    )
    return sum(1 << SPARE + n for n, flag in enumerate(flags) if flag)


@kernel
def squeezed(nibbles: Word) -> Word:
    """The lowest bits of twelve nibbles, packed."""
    nibbles |= nibbles >> np.uint64(3)
    nibbles &= np.uint64(0x030303030303)
    nibbles |= nibbles >> np.uint64(6)
    nibbles &= np.uint64(0x000F000F000F)
    return (nibbles | nibbles >> np.uint64(12) | nibbles >> np.uint64(24)) & np.uint64(0xFFF)


@kernel
def months_of(mask: Word) -> Word:
    """The months of a set of cards, a bit each."""
    pairs = mask | mask >> _ONE
    return squeezed((pairs | pairs >> np.uint64(2)) & _EACH_MONTH)


@kernel
def twice(mask: Word) -> Word:
    """The months of which a set has two cards or more, a bit each."""
    low, high = mask, mask >> np.uint64(2)
    either = (low | low >> _ONE) & (high | high >> _ONE)
    return squeezed((either | low & low >> _ONE | high & high >> _ONE) & _EACH_MONTH)


@kernel
def progress(own: Word, other: Word) -> Word:
    """How far a pile is with each yaku, and what the other pile blocks: 32 bits."""
    bits: Word = _NONE
    at = np.uint64(0)
    for n in range(3):
        trio = _TRIOS[n]
        count = popcount(own & trio)
        if other & trio:
            bits |= _ONE << at
        elif count == 1 or count == 2:
            bits |= _ONE << (at + np.uint64(count))
        at += np.uint64(3)
    lights, barred = popcount(own & _DRY_LIGHTS), popcount(other & _DRY_LIGHTS)
    for n in range(4):
        if lights > n:
            bits |= _ONE << np.uint64(9 + n)
    if barred >= 2:
        bits |= _ONE << np.uint64(13)
    elif lights == 2:
        bits |= _ONE << np.uint64(14)
    if own & _RAIN_MAN:
        bits |= _ONE << np.uint64(15)
    at = np.uint64(16)
    for n in range(2):
        pair = _VIEWINGS[n]
        if other & pair:
            bits |= _ONE << (at + _ONE)
        elif own & pair:
            bits |= _ONE << at
        at += np.uint64(2)
    bits |= _STEPS_OF_FIVE[popcount(own & _ANIMALS)] << np.uint64(20)
    bits |= _STEPS_OF_FIVE[popcount(own & _RIBBONS)] << np.uint64(24)
    return bits | _STEPS_OF_TEN[min(popcount(own & _PLAINS), 10)] << np.uint64(28)


@kernel
def chances(words: Bits) -> Word:
    """What the months are good for: five times twelve bits."""
    hand, field = words[HAND], words[ON_FIELD] & _CARDS
    unseen = _CARDS & ~(hand | field | words[MINE] | words[THEIRS])
    held, open_, hidden = months_of(hand), months_of(field), months_of(unseen)
    return (
        held & open_
        | (open_ & ~hidden) << np.uint64(12)
        | (open_ & ~held & twice(unseen)) << np.uint64(24)
        | (twice(hand) & ~open_) << np.uint64(36)
        | (held & ~open_ & ~hidden) << np.uint64(48)
    )


@kernel
def complete_inputs(words: Bits, facts: Word) -> None:
    """Complete the words of cards with what follows from them."""
    mine, theirs = words[MINE] & _CARDS, words[THEIRS] & _CARDS
    words[FACTS] = facts
    words[PROGRESS] = progress(mine, theirs) | progress(theirs, mine) << np.uint64(32)
    words[CHANCES] = chances(words)


@kernel
def facts_of(
    row: Bits, o: OptionVector, seat: Word, over: Word, hand_size: Word, mine: Word, calls: Word
) -> Word:
    """The facts other than cards: the moment, both totals, and the calls, `calls` more included."""
    other = 1 - seat
    now = total(mine, o)
    dealer = 1 if np.int64(row[DEALER]) == seat else 0
    facts = _ONE << np.uint64(F_MOMENT + 18 * over + 2 * hand_size + dealer)
    facts |= _STEPS_OF_TOTALS[min(now, 255)] << np.uint64(F_MY_TOTAL)
    asked: Word = np.int64(row[ASKED + other])
    facts |= _STEPS_OF_TOTALS[min(asked, 255)] << np.uint64(F_THEIR_TOTAL)
    if now > np.int64(row[ASKED + seat]):
        facts |= _ONE << np.uint64(F_RISEN)
    standing = np.int64(row[STANDING + seat]) + calls
    for n in range(3):
        if standing > n:
            facts |= _ONE << np.uint64(F_MY_CALLS + n)
    if row[CALLS + other]:
        facts |= _ONE << np.uint64(F_THEIR_CALLS)
    for n in range(2):
        if np.int64(row[STANDING + other]) > n:
            facts |= _ONE << np.uint64(F_THEIR_CALLS + 1 + n)
    if np.int64(row[CALLS + seat]) + calls > 0:
        facts |= _ONE << np.uint64(F_I_CALLED)
    return facts


@kernel
def observe_cards(row: Bits, seat: Word, words: Bits) -> None:
    """The cards as a seat sees them, without the options."""
    words[HAND] = row[HANDS + seat]
    words[ON_FIELD] = row[FIELD] | row[LACKED_MONTHS + 1 - seat] << _SPARE
    words[MINE] = row[CAPTURES + seat] | row[LACKED_MONTHS + seat] << _SPARE
    words[THEIRS] = row[CAPTURES + 1 - seat]


@kernel
def observe_after_turn(row: Bits, o: OptionVector, seat: Word, words: Bits) -> None:
    """All inputs of a seat whose turn is over."""
    observe_cards(row, seat, words)
    complete_inputs(
        words, facts_of(row, o, seat, 1, popcount(words[HAND]), row[CAPTURES + seat], 0)
    )
