"""What a seat observes, as packed bits.

For the standard game this is, bit for bit, the canonical vector of the Hanabi Learning
Environment; more suits, wild or powder cards and tiles lengthen its sections in the obvious way.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Row, Word
from hanamichi.batch.bits import put, put_run
from hanamichi.batch.compiling import kernel
from hanamichi.batch.hanabi.row import (
    COLOURS_TOLD,
    DECK_SIZE,
    DISCARDS,
    DRAWN,
    ERRORS,
    FIREWORKS,
    HAND_SIZES,
    LAST_CARD,
    LAST_COLOUR,
    LAST_FROM_DECK,
    LAST_NONE,
    LAST_PLAY,
    LAST_RECOVER,
    LAST_SCORED,
    LAST_SEAT,
    LAST_SLOT,
    LAST_TARGET,
    LAST_TOKEN,
    LAST_TOUCHED,
    LAST_TYPE,
    LAST_VALUE,
    LAST_WHAT,
    O_COLOURS,
    O_COPIES,
    O_DECK_PLAY,
    O_DECK_SIZE,
    O_ERRORS,
    O_FLAMBOYANTS,
    O_HAND,
    O_PLAYERS,
    O_SPREAD,
    O_STARTS,
    O_SUITS,
    O_TOKENS,
    PENDING,
    SLOT_BYTES,
    SLOTS,
    SUITS_LEFT,
    TILES,
    TILES_USED,
    TOKENS,
    VALUES_LEFT,
    VALUES_TOLD,
)

_ONE = np.uint64(1)


@kernel
def move_types(o: OptionVector) -> Word:
    """How many kinds of moves this table knows."""
    return 4 + o[O_DECK_PLAY] + 2 * o[O_FLAMBOYANTS]


@kernel
def observation_bits(o: OptionVector) -> Word:
    """The length of an observation."""
    players, hand, cards = o[O_PLAYERS], o[O_HAND], 5 * o[O_SUITS]
    hands = (players - 1) * hand * cards + players
    board = o[O_DECK_SIZE] - players * hand + cards + o[O_TOKENS] + o[O_ERRORS]
    last = 2 * players + move_types(o) + o[O_COLOURS] + 5 + 2 * hand + cards + 2
    knowledge = players * hand * (cards + o[O_COLOURS] + 5)
    return hands + board + o[O_DECK_SIZE] + last + knowledge + 12 * o[O_FLAMBOYANTS]


@kernel
def put_hands(row: Row, o: OptionVector, seat: Word, out: Bits, at: Word) -> Word:
    """Everybody else's cards, the next player's first; then whose hand is short of a card."""
    players, hand, cards = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND]), 5 * np.int64(o[O_SUITS])
    for distance in range(1, players):
        owner = seat + distance
        if owner >= players:
            owner -= players
        slot = SLOTS + owner * hand * SLOT_BYTES
        for n in range(row[HAND_SIZES + owner]):
            put(out, at + n * cards + row[slot], _ONE)
            slot += SLOT_BYTES
        at += hand * cards
    for distance in range(players):
        owner = seat + distance
        if owner >= players:
            owner -= players
        if row[HAND_SIZES + owner] < hand:
            put(out, at + distance, _ONE)
    return at + players


@kernel
def put_board(row: Row, o: OptionVector, out: Bits, at: Word) -> Word:
    """Deck, fireworks, clue tokens, errors still allowed."""
    room = np.int64(o[O_DECK_SIZE] - o[O_PLAYERS] * o[O_HAND])
    deck = np.int64(row[DECK_SIZE]) - np.int64(row[DRAWN])
    put_run(out, at, min(deck, room))
    at += room
    for suit in range(o[O_SUITS]):
        if row[FIREWORKS + suit]:
            put(out, at + row[FIREWORKS + suit] - 1, _ONE)
        at += 5
    put_run(out, at, np.int64(row[TOKENS]))
    at += o[O_TOKENS]
    put_run(out, at, np.int64(o[O_ERRORS]) - np.int64(row[ERRORS]))
    return at + o[O_ERRORS]


@kernel
def put_discards(row: Row, o: OptionVector, out: Bits, at: Word) -> Word:
    """Each suit's discards: for each value, as many ones as copies lie there."""
    for suit in range(o[O_SUITS]):
        low, high = row[DISCARDS + 2 * suit], row[DISCARDS + 2 * suit + 1]
        put(out, at, np.uint64(low) | np.uint64(high) << np.uint64(8))
        at += o[O_STARTS + 5 * suit + 4] + o[O_COPIES + 5 * suit + 4]
    return at


@kernel
def put_last_action(row: Row, o: OptionVector, seat: Word, out: Bits, at: Word) -> Word:
    """Who did what to whom, and what came of it."""
    players, hand, cards = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND]), 5 * np.int64(o[O_SUITS])
    kinds, colours = move_types(o), np.int64(o[O_COLOURS])
    kind = np.int64(row[LAST_TYPE])
    length = 2 * players + kinds + colours + 5 + 2 * hand + cards + 2
    if kind == LAST_NONE:
        return at + length
    end = at + length
    distance = np.int64(row[LAST_SEAT]) - seat
    put(out, at + (distance + players if distance < 0 else distance), _ONE)
    at += players
    place = kind - 1
    if kind > LAST_FROM_DECK and not o[O_DECK_PLAY]:
        place -= 1
    put(out, at + place, _ONE)
    at += kinds
    if kind in (LAST_COLOUR, LAST_VALUE):
        distance = np.int64(row[LAST_TARGET]) - seat
        put(out, at + (distance + players if distance < 0 else distance), _ONE)
        at += players
        put(out, at + row[LAST_WHAT] + (colours if kind == LAST_VALUE else 0), _ONE)
        put(out, at + colours + 5, np.uint64(row[LAST_TOUCHED]))
        return end
    at += players + colours + 5 + hand
    if kind < LAST_COLOUR:
        put(out, at + row[LAST_SLOT], _ONE)
    at += hand
    put(out, at + row[LAST_CARD], _ONE)
    at += cards
    if kind in (LAST_PLAY, LAST_FROM_DECK, LAST_RECOVER):
        put(out, at, np.uint64(row[LAST_SCORED]) | np.uint64(row[LAST_TOKEN]) << _ONE)
    return end


@kernel
def put_knowledge(row: Row, o: OptionVector, seat: Word, out: Bits, at: Word) -> Word:
    """For every card of every hand, own hand first: what it can be and what it was told to be."""
    players, hand = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND])
    cards, colours = 5 * np.int64(o[O_SUITS]), np.int64(o[O_COLOURS])
    width = cards + colours + 5
    for distance in range(players):
        owner = seat + distance
        if owner >= players:
            owner -= players
        slot = SLOTS + owner * hand * SLOT_BYTES
        for n in range(row[HAND_SIZES + owner]):
            suits = np.int64(row[slot + SUITS_LEFT])
            spread = np.uint64(o[O_SPREAD + (suits & 15)])
            spread |= np.uint64(o[O_SPREAD + (suits >> 4)]) << np.uint64(20)
            bits = spread * np.uint64(row[slot + VALUES_LEFT])
            bits |= np.uint64(row[slot + COLOURS_TOLD]) << np.uint64(cards)
            bits |= np.uint64(row[slot + VALUES_TOLD]) << np.uint64(cards + colours)
            put(out, at + n * width, bits)
            slot += SLOT_BYTES
        at += hand * width
    return at


@kernel
def observe(row: Row, o: OptionVector, seat: Word, out: Bits) -> None:
    """Write what a seat observes; nothing of its own cards but what it was told."""
    for word in range(out.shape[0]):
        out[word] = 0
    at = put_hands(row, o, seat, out, np.int64(0))
    at = put_board(row, o, out, at)
    at = put_discards(row, o, out, at)
    at = put_last_action(row, o, seat, out, at)
    at = put_knowledge(row, o, seat, out, at)
    if o[O_FLAMBOYANTS]:
        for n in range(row[TILES_USED]):
            put(out, at + row[TILES + n] - 1, _ONE)
        if row[PENDING]:
            put(out, at + 6 + row[PENDING] - 1, _ONE)
