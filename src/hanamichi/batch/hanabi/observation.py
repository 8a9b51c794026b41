"""What a seat observes, as packed bits.

For the standard game this is, bit for bit, the canonical vector of the Hanabi Learning
Environment; more suits, wild or powder cards and tiles extend its sections.
"""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Row, Word
from hanamichi.batch.bits import append
from hanamichi.batch.hanabi.card_memory import card_memory_bits, put_card_memory
from hanamichi.batch.hanabi.row import (
    CLUE_KIND,
    COLOURS_DENIED,
    COLOURS_TOLD,
    DECK_SIZE,
    DISCARDS,
    DRAWN,
    ERRORS,
    FIREWORKS,
    HALF_TOKEN,
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
    O_ALTERNATING,
    O_CARD_MEMORY,
    O_COLOURS,
    O_COPIES,
    O_DECK_PLAY,
    O_DECK_SIZE,
    O_ERRORS,
    O_FLAMBOYANTS,
    O_HALF_TOKENS,
    O_HAND,
    O_PLACES,
    O_PLAYERS,
    O_SPREAD,
    O_STARTS,
    O_SUITS,
    O_TOKENS,
    O_TOUCHES,
    O_VALUES,
    O_VARIANT,
    PENDING,
    SLOT_BYTES,
    SLOTS,
    SUITS_LEFT,
    TILES,
    TILES_USED,
    TOKENS,
    VALUES_DENIED,
    VALUES_LEFT,
    VALUES_TOLD,
)
from hanamichi.batch.jit import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def move_types(o: OptionVector) -> Word:
    """How many kinds of moves the table has."""
    return 4 + o[O_DECK_PLAY] + 2 * o[O_FLAMBOYANTS]


@kernel
def observation_bits(o: OptionVector) -> Word:
    """The length of an observation."""
    players, hand, cards = o[O_PLAYERS], o[O_HAND], o[O_VALUES] * o[O_SUITS]
    hands = (players - 1) * hand * cards + players
    board = o[O_DECK_SIZE] - players * hand + cards + o[O_TOKENS] + o[O_ERRORS]
    last = 2 * players + move_types(o) + o[O_COLOURS] + o[O_VALUES] + 2 * hand + cards + 2
    knowledge = players * hand * (cards + o[O_COLOURS] + o[O_VALUES])
    plain = hands + board + o[O_DECK_SIZE] + last + knowledge + 12 * o[O_FLAMBOYANTS]
    plain += o[O_HALF_TOKENS] + 2 * o[O_ALTERNATING]
    return plain + card_memory_bits(o) if o[O_CARD_MEMORY] else plain


@kernel
def put_hands(
    row: Row, o: OptionVector, seat: Word, out: Bits, at: Word, held: Word
) -> tuple[Word, Word]:
    """The other hands' cards, the next player's first; then whose hand is short of a card."""
    players, hand = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND])
    cards = np.int64(o[O_VALUES]) * np.int64(o[O_SUITS])
    short = np.uint64(row[HAND_SIZES + seat] < hand)
    owner = seat
    for distance in range(1, players):
        owner = owner + 1 if owner + 1 < players else 0
        size = np.int64(row[HAND_SIZES + owner])
        slot = SLOTS + owner * hand * SLOT_BYTES
        for n in range(hand):
            card = _ONE << np.uint64(o[O_PLACES + row[slot]]) if n < size else _NONE
            at, held = append(out, at, held, card, cards)
            slot += SLOT_BYTES
        short |= np.uint64(size < hand) << np.uint64(distance)
    return append(out, at, held, short, players)


@kernel
def put_run(out: Bits, at: Word, held: Word, length: Word, room: Word) -> tuple[Word, Word]:
    """A thermometer: so many ones, and zeros up to its end."""
    while room > 0:
        part = min(room, 32)
        ones = min(length, part)
        at, held = append(out, at, held, (_ONE << np.uint64(ones)) - _ONE, part)
        length -= ones
        room -= part
    return at, held


@kernel
def put_board(row: Row, o: OptionVector, out: Bits, at: Word, held: Word) -> tuple[Word, Word]:
    """Deck, fireworks, clue tokens, errors still allowed."""
    room = np.int64(o[O_DECK_SIZE] - o[O_PLAYERS] * o[O_HAND])
    deck = np.int64(row[DECK_SIZE]) - np.int64(row[DRAWN])
    at, held = put_run(out, at, held, min(deck, room), room)
    fireworks = _NONE
    suits, values = np.int64(o[O_SUITS]), np.int64(o[O_VALUES])
    for suit in range(suits):
        # a bit one below the height's, which falls off for an empty firework
        fireworks |= (_ONE << np.uint64(row[FIREWORKS + suit]) >> _ONE) << np.uint64(values * suit)
    at, held = append(out, at, held, fireworks, values * suits)
    tokens = (_ONE << np.uint64(row[TOKENS])) - _ONE
    left = (_ONE << np.uint64(np.int64(o[O_ERRORS]) - np.int64(row[ERRORS]))) - _ONE
    both = tokens | left << np.uint64(o[O_TOKENS])
    return append(out, at, held, both, np.int64(o[O_TOKENS]) + np.int64(o[O_ERRORS]))


@kernel
def put_discards(row: Row, o: OptionVector, out: Bits, at: Word, held: Word) -> tuple[Word, Word]:
    """Each suit's discards: for each value, as many ones as copies lie there."""
    for suit in range(o[O_SUITS]):
        low, high = row[DISCARDS + 2 * suit], row[DISCARDS + 2 * suit + 1]
        bits = np.uint64(low) | np.uint64(high) << np.uint64(8)
        width = np.int64(o[O_STARTS + 5 * suit + 4]) + np.int64(o[O_COPIES + 5 * suit + 4])
        at, held = append(out, at, held, bits, width)
    return at, held


@kernel
def put_last_action(
    row: Row, o: OptionVector, seat: Word, out: Bits, at: Word, held: Word
) -> tuple[Word, Word]:
    """The last action: actor, kind, target and result."""
    players, hand = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND])
    cards = np.int64(o[O_VALUES]) * np.int64(o[O_SUITS])
    kinds, colours = np.int64(move_types(o)), np.int64(o[O_COLOURS])
    kind = np.int64(row[LAST_TYPE])
    who = _NONE
    card = _NONE
    told = players + kinds
    slots = told + players + colours + np.int64(o[O_VALUES])
    if kind != LAST_NONE:
        distance = np.int64(row[LAST_SEAT]) - seat
        who |= _ONE << np.uint64(distance + players if distance < 0 else distance)
        place = kind - 1
        if kind > LAST_FROM_DECK and not o[O_DECK_PLAY]:
            place -= 1
        who |= _ONE << np.uint64(players + place)
        if kind in (LAST_COLOUR, LAST_VALUE):
            distance = np.int64(row[LAST_TARGET]) - seat
            who |= _ONE << np.uint64(told + (distance + players if distance < 0 else distance))
            what = np.int64(row[LAST_WHAT]) + (colours if kind == LAST_VALUE else 0)
            who |= _ONE << np.uint64(told + players + what)
            who |= np.uint64(row[LAST_TOUCHED]) << np.uint64(slots)
        else:
            if kind < LAST_COLOUR:
                who |= _ONE << np.uint64(slots + hand + row[LAST_SLOT])
            card |= _ONE << np.uint64(o[O_PLACES + row[LAST_CARD]])
            if kind in (LAST_PLAY, LAST_FROM_DECK, LAST_RECOVER):
                came = np.uint64(row[LAST_SCORED]) | np.uint64(row[LAST_TOKEN]) << _ONE
                card |= came << np.uint64(cards)
    at, held = append(out, at, held, who, slots + 2 * hand)
    return append(out, at, held, card, cards + 2)


@kernel
def possible_cards(row: Row, o: OptionVector, slot: Word) -> Word:
    """What a card can be by its clues, under the rules of variants: a bit for each card."""
    told = np.int64(row[slot + COLOURS_TOLD]) | np.int64(row[slot + VALUES_TOLD]) << 8
    denied = np.int64(row[slot + COLOURS_DENIED]) | np.int64(row[slot + VALUES_DENIED]) << 8
    cards = _NONE
    for card in range(5 * o[O_SUITS]):
        touches = np.int64(o[O_TOUCHES + card])
        if touches & told == told and not touches & denied:
            cards |= _ONE << np.uint64(card)
    return cards


@kernel
def put_knowledge(
    row: Row, o: OptionVector, seat: Word, out: Bits, at: Word, held: Word
) -> tuple[Word, Word]:
    """For every card of every hand, own hand first: what it can be and what it was told to be."""
    players, hand = np.int64(o[O_PLAYERS]), np.int64(o[O_HAND])
    values, colours = np.int64(o[O_VALUES]), np.int64(o[O_COLOURS])
    cards = values * np.int64(o[O_SUITS])
    width = cards + colours + values
    by_variant = o[O_VARIANT]
    owner = seat
    for _ in range(players):
        size = np.int64(row[HAND_SIZES + owner])
        slot = SLOTS + owner * hand * SLOT_BYTES
        for n in range(hand):
            if by_variant:
                bits = possible_cards(row, o, slot)
            else:
                suits = np.int64(row[slot + SUITS_LEFT])
                spread = np.uint64(o[O_SPREAD + (suits & 15)])
                spread |= np.uint64(o[O_SPREAD + (suits >> 4)]) << np.uint64(4 * values)
                bits = spread * np.uint64(row[slot + VALUES_LEFT])
            bits |= np.uint64(row[slot + COLOURS_TOLD]) << np.uint64(cards)
            bits |= np.uint64(row[slot + VALUES_TOLD]) << np.uint64(cards + colours)
            at, held = append(out, at, held, bits if n < size else _NONE, width)
            slot += SLOT_BYTES
        owner = owner + 1 if owner + 1 < players else 0
    return at, held


@kernel
def observe(row: Row, o: OptionVector, seat: Word, out: Bits) -> None:
    """Write what a seat observes; nothing of its own cards but what it was told."""
    at, held = put_hands(row, o, seat, out, np.int64(0), _NONE)
    at, held = put_board(row, o, out, at, held)
    at, held = put_discards(row, o, out, at, held)
    at, held = put_last_action(row, o, seat, out, at, held)
    at, held = put_knowledge(row, o, seat, out, at, held)
    if o[O_FLAMBOYANTS]:
        tiles = _NONE
        for n in range(row[TILES_USED]):
            tiles |= _ONE << np.uint64(row[TILES + n] - 1)
        if row[PENDING]:
            tiles |= _ONE << np.uint64(6 + row[PENDING] - 1)
        at, held = append(out, at, held, tiles, np.int64(12))
    if o[O_HALF_TOKENS]:
        at, held = append(out, at, held, np.uint64(row[HALF_TOKEN]), np.int64(1))
    if o[O_ALTERNATING]:
        kind = _ONE << np.uint64(row[CLUE_KIND]) >> _ONE
        at, held = append(out, at, held, kind, np.int64(2))
    if o[O_CARD_MEMORY]:
        at, held = put_card_memory(row, o, seat, out, at, held)
    if at & 63:
        out[at >> 6] = held
