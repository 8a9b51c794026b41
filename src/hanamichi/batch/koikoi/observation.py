"""What a seat observes of a match, as packed bits.

Ten sets of 48 cards (own hand, field, own captures, the other's captures, what each has played,
what each has shown, the turned card, cards not seen by this seat), then numbers and flags.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Word
from hanamichi.batch.bits import popcount, put
from hanamichi.batch.jit import kernel
from hanamichi.batch.koikoi.kernel import bit, stop_points
from hanamichi.batch.koikoi.row import (
    ACTOR,
    ASKED,
    CALLS,
    CAPTURES,
    DEALER,
    DECIDE,
    FIELD,
    HANDS,
    NUMBER,
    O_ROUNDS,
    OVER,
    PAIR_MONTH,
    PAIR_OWNER,
    PHASE,
    PLAYED,
    SCORES,
    SHOWN,
    STANDING,
    SWAP,
    TURNED,
)
from hanamichi.batch.koikoi.yaku import total

CARD_SETS = 10
NUMBERS = (4, 4, 4, 4, 4, 4, 10, 10, 16, 16, 8, 8, 8, 8, 10)
"""Bits of: hand sizes, standing and made calls of both, rounds played and in all, scores, yaku
totals of both, totals both were last asked at, and what a stop would bring now."""
FLAGS = 5 + 3 + 12
"""The phase; am I to act, am I the dealer, has the other called; the lightning's month."""
OWNERS = 2
OBSERVATION_BITS = 48 * CARD_SETS + sum(NUMBERS) + FLAGS + OWNERS

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_ALL = np.uint64((1 << 48) - 1)


@kernel
def put_number(out: Bits, at: Word, width: Word, number: Word) -> Word:
    """A number in binary, at most what fits."""
    most = (_ONE << np.uint64(width)) - _ONE
    value = np.uint64(number)
    put(out, at, min(value, most))
    return at + width


@kernel
def put_cards(row: Bits, seat: Word, out: Bits) -> Word:
    """The ten sets of cards."""
    other = 1 - seat
    hand = _NONE if row[PHASE] == SWAP else row[HANDS + seat]
    turned = bit(np.int64(row[TURNED]) - 1) if row[TURNED] else _NONE
    open_cards = row[FIELD] | row[CAPTURES] | row[CAPTURES + 1] | turned
    known = row[SHOWN + other] & ~row[PLAYED + other]
    put(out, 0, hand)
    put(out, 48, row[FIELD])
    put(out, 96, row[CAPTURES + seat])
    put(out, 144, row[CAPTURES + other])
    put(out, 192, row[PLAYED + seat])
    put(out, 240, row[PLAYED + other])
    put(out, 288, row[SHOWN + seat] & ~row[PLAYED + seat])
    put(out, 336, known)
    put(out, 384, turned)
    put(out, 432, _ALL & ~(hand | open_cards | known))
    return 480


@kernel
def put_numbers(row: Bits, o: OptionVector, seat: Word, out: Bits, at: Word) -> Word:
    """Hand sizes, calls, rounds, scores, yaku totals, and what a stop would bring."""
    other = 1 - seat
    at = put_number(out, at, 4, popcount(row[HANDS + seat]))
    at = put_number(out, at, 4, popcount(row[HANDS + other]))
    at = put_number(out, at, 4, row[STANDING + seat])
    at = put_number(out, at, 4, row[STANDING + other])
    at = put_number(out, at, 4, row[CALLS + seat])
    at = put_number(out, at, 4, row[CALLS + other])
    at = put_number(out, at, 10, row[NUMBER])
    at = put_number(out, at, 10, o[O_ROUNDS])
    at = put_number(out, at, 16, row[SCORES + seat])
    at = put_number(out, at, 16, row[SCORES + other])
    at = put_number(out, at, 8, total(row[CAPTURES + seat], o))
    at = put_number(out, at, 8, total(row[CAPTURES + other], o))
    at = put_number(out, at, 8, row[ASKED + seat])
    at = put_number(out, at, 8, row[ASKED + other])
    return put_number(out, at, 10, stop_points(row, o) if row[PHASE] == DECIDE else 0)


@kernel
def observe(row: Bits, o: OptionVector, seat: Word, out: Bits) -> None:
    """Write what a seat observes; nothing of the other hand or the stock but what was shown."""
    for word in range(out.shape[0]):
        out[word] = 0
    at = put_numbers(row, o, seat, out, put_cards(row, seat, out))
    put(out, at + np.int64(row[PHASE]), _ONE)
    at += 5
    if row[PHASE] != OVER and np.int64(row[ACTOR]) == seat:
        put(out, at, _ONE)
    if np.int64(row[DEALER]) == seat:
        put(out, at + 1, _ONE)
    if row[CALLS + 1 - seat]:
        put(out, at + 2, _ONE)
    if row[PAIR_OWNER]:
        put(out, at + 3 + np.int64(row[PAIR_MONTH]), _ONE)
        put(out, at + 15 + (0 if np.int64(row[PAIR_OWNER]) - 1 == seat else 1), _ONE)
