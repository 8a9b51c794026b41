"""Convert a Hanabi table's options, states and actions for its kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row
from hanamichi.batch.errors import BatchError
from hanamichi.batch.hanabi import row as r
from hanamichi.core import Seat
from hanamichi.hanabi.actions import (
    COLOUR_BITS,
    VALUE_BITS,
    ColourClue,
    Discard,
    HanabiAction,
    Play,
    PlayFromDeck,
    Rearrange,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.layout import Layout, layout_of
from hanamichi.hanabi.options import (
    Avalanche,
    HanabiOptions,
    check_options,
    hand_size,
    variant_option,
)
from hanamichi.hanabi.state import NEGATIVE, HanabiState
from hanamichi.hanabi.tiles import TILES, Tile

COLOUR_MASK = sum(COLOUR_BITS)


def option_vector(
    options: HanabiOptions, players: int, *, card_memory: bool = False, variants: bool = False
) -> OptionVector:
    """The options as kernels read them; refuses those that contradict each other.

    `variants`: the caller knows that at tables of online variants a slot keeps clues. Bots and
    observers read suits and values there, so that for them such tables are refused.
    """
    check_options(options, players)
    if not variants and (name := variant_option(options)) is not None:
        raise BatchError(
            f"The option {name} goes beyond the rules of the boxes, and no others are known here",
            code="batch/unsupported",
            where=name,
        )
    layout = layout_of(options)
    suits = layout.suits
    vector = np.zeros(r.OPTION_CELLS, np.int32)
    vector[r.O_PLAYERS] = players
    vector[r.O_HAND] = hand_size(options, players)
    vector[r.O_SUITS] = len(suits)
    vector[r.O_COLOURS] = len(layout.nameable)
    vector[r.O_TOKENS] = options.clue_tokens
    vector[r.O_ERRORS] = options.errors
    vector[r.O_EMPTY_CLUES] = options.empty_clues
    vector[r.O_BOUQUET] = options.final_bouquet
    vector[r.O_FLAMBOYANTS] = options.flamboyants
    vector[r.O_TILE_ON_ANY] = options.tile_on_any_completion
    vector[r.O_DECK_PLAY] = options.deck_play
    vector[r.O_POWDER] = suits.index(Suit.POWDER) if options.black_powder else -1
    wild = options.avalanche is Avalanche.WILD
    vector[r.O_WILD] = suits.index(Suit.MULTICOLOUR) if wild else -1
    vector[r.O_FIRST_SEAT] = -1 if options.first_seat is None else options.first_seat
    vector[r.O_DECK_SIZE] = len(layout.deck)
    vector[r.O_VALUES] = layout.top
    vector[r.O_KEEP_POINTS] = options.keep_points
    vector[r.O_CARD_MEMORY] = card_memory
    vector[r.O_VARIANT] = variant_option(options) is not None
    if not vector[r.O_VARIANT]:
        vector[r.O_UNTOLD] = (1 << len(suits)) - 1 | ((1 << layout.top) - 1) << 8
    vector[r.O_EVERY_CLUE] = _clue_bits(layout, layout.every_clue)
    vector[r.O_MAY_BE_EMPTY] = _clue_bits(layout, layout.may_be_empty)
    vector[r.O_ALTERNATING] = options.alternating_clues
    vector[r.O_HALF_TOKENS] = options.half_tokens
    for colour in range(len(layout.nameable)):
        vector[r.O_TOUCHED + colour] = 1 << colour
        if wild:
            vector[r.O_TOUCHED + colour] |= 1 << suits.index(Suit.MULTICOLOUR)
    for place, suit in enumerate(suits):
        start = 0
        for number in range(5):
            card = Card(f"{suit.letter}{number + 1}")
            cell = place * 5 + number
            vector[r.O_COPIES + cell] = layout.copies[card.index]
            vector[r.O_STARTS + cell] = start
            start += layout.copies[card.index]
            vector[r.O_PLACES + cell] = place * layout.top + number
            vector[r.O_TOUCHES + cell] = _clue_bits(layout, layout.touches[card.index])
    for four in range(16):
        vector[r.O_SPREAD + four] = sum(1 << (layout.top * n) for n in range(4) if four >> n & 1)
    return vector


def _clue_bits(layout: Layout, bits: int) -> int:
    """The engine's bits of clues as the kernels': the colours that may be named, then values."""
    colours = sum(
        1 << n for n, suit in enumerate(layout.nameable) if bits & COLOUR_BITS[suit.index]
    )
    return colours | sum(256 << n for n, bit in enumerate(VALUE_BITS) if bits & bit)


def card_code(options: HanabiOptions, card: Card) -> int:
    """The number of a card in a row: its suit's index at this table, five values each."""
    return layout_of(options).suits.index(card.suit) * 5 + card.number - 1


def card_of(options: HanabiOptions, code: int) -> Card:
    """The card with this number."""
    return Card(f"{layout_of(options).suits[code // 5].letter}{code % 5 + 1}")


def template(
    options: HanabiOptions,
    *,
    deck: Sequence[Card] | None = None,
    tiles: Sequence[Tile] | None = None,
    first_seat: int | None = None,
) -> Row:
    """The row before dealing: an unshuffled deck, or a given one."""
    row = np.zeros(r.ROW_BYTES, np.uint8)
    cards = layout_of(options).deck if deck is None else deck
    row[r.DECK : r.DECK + len(cards)] = [card_code(options, card) for card in cards]
    row[r.DECK_SIZE] = len(cards)
    row[r.SHUFFLED] = deck is not None
    row[r.TOKENS] = options.clue_tokens
    row[r.TURN] = first_seat if first_seat is not None else options.first_seat or 0
    row[r.LAST_CARD] = r.NO_CARD
    for slot in range(r.SLOT_COUNT):
        row[r.SLOTS + slot * r.SLOT_BYTES + r.CARD] = r.NO_CARD
    if options.flamboyants:
        row[r.TILES : r.TILES + 6] = [TILES.index(tile) + 1 for tile in tiles or TILES]
    return row


def pack(state: HanabiState) -> Row:
    """A reference state as a row. What the last action was is not part of a state."""
    options = state.options
    suits = layout_of(options).suits
    row = template(options, deck=state.deck, tiles=(*state.used_tiles, *state.tiles))
    row[r.TURN] = state.turn
    row[r.TOKENS] = state.clue_tokens
    row[r.ERRORS] = state.errors
    row[r.TURNS_LEFT] = 0 if state.turns_left is None else state.turns_left + 1
    row[r.PENDING] = 0 if state.pending is None else TILES.index(state.pending) + 1
    row[r.ENDED] = r.TERMINATIONS.index(state.ended)
    row[r.DRAWN] = state.drawn
    row[r.PLY : r.PLY + 2] = divmod(state.ply, 256)[::-1]
    row[r.CLUES_GIVEN : r.CLUES_GIVEN + 2] = divmod(state.clues_given, 256)[::-1]
    row[r.TILES_USED] = len(state.used_tiles)
    size = hand_size(options, state.players)
    row[r.HALF_TOKEN] = state.half_token
    row[r.CLUE_KIND] = (None, "colour", "value").index(state.last_clue)
    row[r.SHORT] = state.pending is not None and len(state.hands[state.turn]) < size
    for place, suit in enumerate(suits):
        row[r.FIREWORKS + place] = state.fireworks[suit.index]
    _pack_discards(state, row)
    for seat, hand in enumerate(state.hands):
        row[r.HAND_SIZES + seat] = len(hand)
        for slot, (card, told) in enumerate(zip(hand, state.told[seat], strict=True)):
            at = r.SLOTS + (seat * size + slot) * r.SLOT_BYTES
            row[at : at + r.SLOT_BYTES] = _pack_slot(options, state.deck[card], told)
    return row


def _pack_discards(state: HanabiState, row: Row) -> None:
    layout = layout_of(state.options)
    for place, suit in enumerate(layout.suits):
        bits = start = 0
        for number in range(1, 6):
            card = Card(f"{suit.letter}{number}")
            bits |= ((1 << state.discards.count(card)) - 1) << start
            start += layout.copies[card.index]
        row[r.DISCARDS + 2 * place : r.DISCARDS + 2 * place + 2] = divmod(bits, 256)[::-1]


def _pack_slot(options: HanabiOptions, face: Card, told: int) -> tuple[int, int, int, int, int]:
    """The card and what its clues say: possible suits and values, colours and value told."""
    layout, code = layout_of(options), card_code(options, face)
    positive, negative = told & ((1 << NEGATIVE) - 1), told >> NEGATIVE
    values, colours = divmod(_clue_bits(layout, positive), 256)
    if variant_option(options) is not None:
        values_denied, colours_denied = divmod(_clue_bits(layout, negative), 256)
        return code, colours_denied, values_denied, colours, values
    suits_left = values_left = 0
    for place, suit in enumerate(layout.suits):
        touched_by = layout.touches[Card(f"{suit.letter}1").index] & COLOUR_MASK
        if touched_by & positive == positive & COLOUR_MASK and not touched_by & negative:
            suits_left |= 1 << place
    for number in range(layout.top):
        bit = VALUE_BITS[number]
        if not negative & bit and positive & ~COLOUR_MASK in (0, bit):
            values_left |= 1 << number
    return code, suits_left, values_left, colours, values


def action_count(options: HanabiOptions, players: int) -> int:
    """How many action ids a table has."""
    return _first_tile_action(options, players) + (
        10 * len(layout_of(options).suits) if options.flamboyants else 0
    )


def _first_tile_action(options: HanabiOptions, players: int) -> int:
    clues = len(layout_of(options).nameable) + options.values
    return 2 * hand_size(options, players) + (players - 1) * clues + options.deck_play


def action_id(
    options: HanabiOptions, hands: Sequence[Sequence[int]], seat: Seat, action: HanabiAction
) -> int:
    """The id of an action of a seat, given the card ids in the hands."""
    players, size = len(hands), hand_size(options, len(hands))
    layout = layout_of(options)
    clues = 2 * size
    match action:
        case Discard(card=card):
            return hands[seat].index(card)
        case Play(card=card):
            return size + hands[seat].index(card)
        case ColourClue(target=target, colour=colour):
            distance = (target - seat) % players - 1
            return clues + distance * len(layout.nameable) + layout.nameable.index(colour)
        case ValueClue(target=target, value=value):
            distance = (target - seat) % players - 1
            return clues + (players - 1) * len(layout.nameable) + distance * layout.top + value - 1
        case PlayFromDeck():
            return _first_tile_action(options, players) - 1
        case ReturnCard(card=face):
            return _first_tile_action(options, players) + card_code(options, face)
        case RecoverCard(card=face):
            after = _first_tile_action(options, players) + 5 * len(layout.suits)
            return after + card_code(options, face)
        case Rearrange():
            raise ValueError("arranging one's hand is a gesture: it has no action id")


def action_of(
    options: HanabiOptions, hands: Sequence[Sequence[int]], seat: Seat, number: int
) -> HanabiAction:
    """The action with this id, given the card ids in the hands."""
    players, size = len(hands), hand_size(options, len(hands))
    layout = layout_of(options)
    colours = len(layout.nameable)
    base = _first_tile_action(options, players)
    if number < size:
        return Discard(hands[seat][number])
    if number < 2 * size:
        return Play(hands[seat][number - size])
    if number >= base:
        cards = 5 * len(layout.suits)
        if number < base + cards:
            return ReturnCard(card_of(options, number - base))
        return RecoverCard(card_of(options, number - base - cards))
    if options.deck_play and number == base - 1:
        return PlayFromDeck()
    clue = number - 2 * size
    if clue < (players - 1) * colours:
        distance, what = divmod(clue, colours)
        return ColourClue((seat + distance + 1) % players, layout.nameable[what])
    distance, what = divmod(clue - (players - 1) * colours, layout.top)
    return ValueClue((seat + distance + 1) % players, what + 1)
