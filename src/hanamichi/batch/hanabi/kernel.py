"""The rules of Hanabi over one row of bytes. `hanamichi.hanabi` is the reference."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Random, Row, Word
from hanamichi.batch.bits import below, nth_bit, popcount
from hanamichi.batch.hanabi.card_memory import age_cards, forget_card, forget_cards, recall_clue
from hanamichi.batch.hanabi.row import (
    CARD,
    CLUE_KIND,
    CLUES_GIVEN,
    COLOUR_KIND,
    COLOURS_DENIED,
    COLOURS_TOLD,
    DECK,
    DECK_SIZE,
    DISCARDS,
    DRAWN,
    ENDED,
    ENDED_COMPLETE,
    ENDED_ERRORS,
    ENDED_INDISPENSABLE,
    ENDED_LAST_ROUND,
    ENDED_NO_ACTION,
    ERRORS,
    FIREWORKS,
    HALF_TOKEN,
    HAND_SIZES,
    LAST_CARD,
    LAST_COLOUR,
    LAST_DISCARD,
    LAST_FROM_DECK,
    LAST_PLAY,
    LAST_RECOVER,
    LAST_RETURN,
    LAST_SCORED,
    LAST_SEAT,
    LAST_SLOT,
    LAST_TARGET,
    LAST_TOKEN,
    LAST_TOUCHED,
    LAST_TYPE,
    LAST_VALUE,
    LAST_WHAT,
    NO_CARD,
    O_ALTERNATING,
    O_BOUQUET,
    O_CARD_MEMORY,
    O_COLOURS,
    O_COPIES,
    O_DECK_PLAY,
    O_ERRORS,
    O_EVERY_CLUE,
    O_FIRST_SEAT,
    O_FLAMBOYANTS,
    O_HALF_TOKENS,
    O_HAND,
    O_KEEP_POINTS,
    O_MAY_BE_EMPTY,
    O_PLAYERS,
    O_POWDER,
    O_STARTS,
    O_SUITS,
    O_TILE_ON_ANY,
    O_TOKENS,
    O_TOUCHED,
    O_TOUCHES,
    O_UNTOLD,
    O_VALUES,
    O_VARIANT,
    PENDING,
    PLY,
    ROW_BYTES,
    SHORT,
    SHUFFLED,
    SLOT_BYTES,
    SLOTS,
    SUITS_LEFT,
    TILES,
    TILES_USED,
    TOKENS,
    TURN,
    TURNS_LEFT,
    VALUE_KIND,
    VALUES_DENIED,
    VALUES_LEFT,
    VALUES_TOLD,
)
from hanamichi.batch.jit import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)

# -- action ids --------------------------------------------------------------------------------
# Discards by slot, plays by slot, colour clues and value clues by distance, the deck; then, each
# for every card, what bonus tiles 5 and 6 may choose. For the standard game this is the order of
# the Hanabi Learning Environment.


@kernel
def first_tile_action(o: OptionVector) -> Word:
    """How many actions there are before those of the bonus tiles."""
    return 2 * o[O_HAND] + (o[O_PLAYERS] - 1) * (o[O_COLOURS] + o[O_VALUES]) + o[O_DECK_PLAY]


@kernel
def step_of(o: OptionVector, card: Word) -> Word:
    """A card's place in its firework, from 0."""
    number = card % 5
    return 4 - number if card // 5 == o[O_POWDER] else number


# -- dealing -----------------------------------------------------------------------------------


@kernel
def pick(row: Row, rng: Random, game: int) -> Word:
    """Take the next card of the deck; unless the deck was given, it is chosen at random now."""
    place = np.int64(row[DRAWN])
    if not row[SHUFFLED]:
        other = place + below(rng, game, row[DECK_SIZE] - place)
        card = row[DECK + other]
        row[DECK + other] = row[DECK + place]
        row[DECK + place] = card
    row[DRAWN] = place + 1
    return row[DECK + place]


@kernel
def add_card(row: Row, o: OptionVector, seat: Word, card: Word) -> None:
    """Add a card at the end of a hand, with no clues."""
    size = np.int64(row[HAND_SIZES + seat])
    at = SLOTS + (seat * o[O_HAND] + size) * SLOT_BYTES
    row[at + CARD] = card
    row[at + SUITS_LEFT] = o[O_UNTOLD] & 255
    row[at + VALUES_LEFT] = o[O_UNTOLD] >> 8
    row[at + COLOURS_TOLD] = 0
    row[at + VALUES_TOLD] = 0
    row[HAND_SIZES + seat] = size + 1


@kernel
def deal(row: Row, o: OptionVector, template: Row, rng: Random, game: int) -> None:
    """A new game. The template holds an unshuffled deck, or a given one with SHUFFLED set."""
    for cell in range(ROW_BYTES):
        row[cell] = template[cell]
    if o[O_CARD_MEMORY]:
        forget_cards(row)
    players = o[O_PLAYERS]
    if not row[SHUFFLED]:
        if o[O_FIRST_SEAT] < 0:
            row[TURN] = below(rng, game, players)
        if o[O_FLAMBOYANTS]:
            for n in range(5, 0, -1):
                other = below(rng, game, n + 1)
                tile = row[TILES + n]
                row[TILES + n] = row[TILES + other]
                row[TILES + other] = tile
    for seat in range(players):
        for _ in range(o[O_HAND]):
            add_card(row, o, seat, pick(row, rng, game))


# -- what is legal -----------------------------------------------------------------------------


@kernel
def hand_touches(row: Row, o: OptionVector, seat: Word) -> Word:
    """The clues that touch some card of a hand: colours in the low byte, values above."""
    bits = np.int32(0)
    at = SLOTS + seat * o[O_HAND] * SLOT_BYTES
    for _ in range(row[HAND_SIZES + seat]):
        bits |= o[O_TOUCHES + row[at]]
        at += SLOT_BYTES
    return bits


@kernel
def clue_actions(row: Row, o: OptionVector, with_colours: Word, with_values: Word) -> Word:
    """The clues the acting seat may give, as action bits."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    values = np.int64(o[O_VALUES])
    base = 2 * np.int64(o[O_HAND])
    turn = np.int64(row[TURN])
    every, may_be_empty = o[O_EVERY_CLUE], o[O_MAY_BE_EMPTY]
    word = _NONE
    for distance in range(players - 1):
        told = every
        if may_be_empty != every:
            seat = turn + distance + 1
            touched = hand_touches(row, o, seat - players if seat >= players else seat)
            told &= touched | may_be_empty
        if with_colours:
            word |= np.uint64(told & 255) << np.uint64(base + distance * colours)
        if with_values:
            place = base + (players - 1) * colours + distance * values
            word |= np.uint64(told >> 8) << np.uint64(place)
    return word


@kernel
def legal_word(row: Row, o: OptionVector) -> Word:
    """All legal actions that are no choice of a discarded card, as bits."""
    if row[ENDED]:
        return _NONE
    pending = row[PENDING]
    if pending:
        if pending == 3:
            return clue_actions(row, o, True, False)
        if pending == 4:
            return clue_actions(row, o, False, True)
        return _NONE
    hand = np.int64(o[O_HAND])
    held = (_ONE << np.uint64(row[HAND_SIZES + row[TURN]])) - _ONE
    word = held << np.uint64(hand)
    if row[TOKENS] < o[O_TOKENS]:
        word |= held
    if row[TOKENS]:
        kind = row[CLUE_KIND] if o[O_ALTERNATING] else np.uint8(0)
        word |= clue_actions(row, o, kind != COLOUR_KIND, kind != VALUE_KIND)
    if o[O_DECK_PLAY] and row[DECK_SIZE] - row[DRAWN] == 1:
        word |= _ONE << np.uint64(first_tile_action(o) - 1)
    return word


@kernel
def discarded(row: Row, o: OptionVector, card: Word) -> Word:
    """How many copies of a card lie in the discard pile."""
    at = DISCARDS + 2 * (card // 5)
    bits = (np.int64(row[at]) | np.int64(row[at + 1]) << 8) >> o[O_STARTS + card]
    bits &= (1 << o[O_COPIES + card]) - 1
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1)


@kernel
def legal_returns(row: Row, o: OptionVector) -> Word:
    """The cards tile 5 may shuffle into the deck, as bits."""
    word = _NONE
    if row[PENDING] == 5:
        for card in range(5 * o[O_SUITS]):
            if discarded(row, o, card):
                word |= _ONE << np.uint64(card)
    return word


@kernel
def recoverable(row: Row, o: OptionVector) -> Word:
    """The discarded cards that fit a firework now, as bits."""
    word = _NONE
    for suit in range(o[O_SUITS]):
        height = np.int64(row[FIREWORKS + suit])
        if height < o[O_VALUES]:
            card = suit * 5 + (4 - height if suit == o[O_POWDER] else height)
            if discarded(row, o, card):
                word |= _ONE << np.uint64(card)
    return word


@kernel
def legal_recoveries(row: Row, o: OptionVector) -> Word:
    """The cards tile 6 may play, as bits; with an empty deck tile 5 may play them too."""
    if row[PENDING] == 6 or (row[PENDING] == 5 and row[DRAWN] == row[DECK_SIZE]):
        return recoverable(row, o)
    return _NONE


@kernel
def count_legal(row: Row, o: OptionVector) -> Word:
    """How many actions the acting seat has."""
    count = popcount(legal_word(row, o))
    if row[PENDING] >= 5:
        count += popcount(legal_returns(row, o)) + popcount(legal_recoveries(row, o))
    return count


@kernel
def nth_legal(row: Row, o: OptionVector, n: Word) -> Word:
    """The n-th legal action, in the order of their ids."""
    if row[PENDING] < 5:
        return nth_bit(legal_word(row, o), n)
    returns = legal_returns(row, o)
    base = first_tile_action(o)
    count = popcount(returns)
    if n < count:
        return base + nth_bit(returns, n)
    return base + 5 * o[O_SUITS] + nth_bit(legal_recoveries(row, o), n - count)


@kernel
def is_legal(row: Row, o: OptionVector, action: Word) -> Word:
    """Whether the acting seat may take this action."""
    base = first_tile_action(o)
    cards = 5 * o[O_SUITS]
    if action < 0:
        return False
    if action < base:
        return (legal_word(row, o) >> np.uint64(action)) & _ONE != _NONE
    if action < base + cards:
        return (legal_returns(row, o) >> np.uint64(action - base)) & _ONE != _NONE
    if action < base + 2 * cards:
        return (legal_recoveries(row, o) >> np.uint64(action - base - cards)) & _ONE != _NONE
    return False


@kernel
def random_legal(row: Row, o: OptionVector, rng: Random, game: int) -> Word:
    """A legal action, chosen uniformly."""
    if row[PENDING] >= 5:
        return nth_legal(row, o, below(rng, game, count_legal(row, o)))
    word = legal_word(row, o)
    n = below(rng, game, popcount(word))
    if row[PENDING]:
        return nth_bit(word, n)
    # discards and plays stand in two full runs at the bottom of the word
    held = np.int64(row[HAND_SIZES + row[TURN]])
    hand = np.int64(o[O_HAND])
    if n < held:
        return n if word & _ONE else hand + n
    n -= held
    if word & _ONE:
        if n < held:
            return hand + n
        n -= held
    return 2 * hand + nth_bit(word >> np.uint64(2 * hand), n)


# -- carrying out an action ---------------------------------------------------------------------


@kernel
def gain_token(row: Row, o: OptionVector) -> None:
    """Gain a clue token, or half of one, unless all are there."""
    if row[TOKENS] < o[O_TOKENS]:
        if o[O_HALF_TOKENS]:
            row[HALF_TOKEN] ^= 1
            if row[HALF_TOKEN]:
                return
        row[TOKENS] += 1
        row[LAST_TOKEN] = 1


@kernel
def set_discard(row: Row, o: OptionVector, card: Word, change: Word) -> None:
    """Add a copy of a card to the discards, or take one away."""
    count = discarded(row, o, card)
    bit = o[O_STARTS + card] + (count if change > 0 else count - 1)
    row[DISCARDS + 2 * (card // 5) + (bit >> 3)] ^= 1 << (bit & 7)


@kernel
def discard_card(row: Row, o: OptionVector, card: Word) -> None:
    """Discard a card; under the final bouquet an indispensable one loses the game."""
    set_discard(row, o, card, 1)
    if (
        o[O_BOUQUET]
        and row[FIREWORKS + card // 5] <= step_of(o, card)
        and discarded(row, o, card) == o[O_COPIES + card]
    ):
        row[ENDED] = ENDED_INDISPENSABLE


@kernel
def tile_has_choice(row: Row, o: OptionVector, tile: Word) -> Word:
    """Whether a revealed tile leaves something to choose."""
    row[PENDING] = tile
    some = count_legal(row, o) > 0
    row[PENDING] = 0
    return some


@kernel
def reveal_tile(row: Row, o: OptionVector) -> None:
    """Turn up a bonus tile and do what needs no choice."""
    tile = np.int64(row[TILES + row[TILES_USED]])
    row[TILES_USED] += 1
    if tile == 2 and row[ERRORS] > 0:
        row[ERRORS] -= 1
    if tile <= 2:
        gain_token(row, o)
    elif tile_has_choice(row, o, tile):
        row[PENDING] = tile


@kernel
def add_to_firework(row: Row, o: OptionVector, card: Word) -> None:
    """Add a card that fits, with the bonus for a completed firework."""
    suit = card // 5
    row[FIREWORKS + suit] += 1
    if row[FIREWORKS + suit] < o[O_VALUES]:
        return
    complete = True
    for each in range(o[O_SUITS]):
        complete &= row[FIREWORKS + each] == o[O_VALUES]
    if complete:
        row[ENDED] = ENDED_COMPLETE
    elif o[O_FLAMBOYANTS] and (suit != o[O_POWDER] or o[O_TILE_ON_ANY]) and row[TILES_USED] < 6:
        reveal_tile(row, o)
    else:
        gain_token(row, o)


@kernel
def play_card(row: Row, o: OptionVector, card: Word) -> None:
    """Play a card that has left its place."""
    row[LAST_CARD] = card
    if row[FIREWORKS + card // 5] == step_of(o, card):
        row[LAST_SCORED] = 1
        add_to_firework(row, o, card)
        return
    row[ERRORS] += 1
    if row[ERRORS] >= o[O_ERRORS]:
        set_discard(row, o, card, 1)
        row[ENDED] = ENDED_ERRORS
    else:
        discard_card(row, o, card)


@kernel
def remove_card(row: Row, o: OptionVector, slot: Word) -> Word:
    """Remove a card from the acting hand, the later ones closing up."""
    seat = row[TURN]
    size = np.int64(row[HAND_SIZES + seat]) - 1
    at = SLOTS + (seat * o[O_HAND] + slot) * SLOT_BYTES
    end = SLOTS + (seat * o[O_HAND] + size) * SLOT_BYTES
    card = np.int64(row[at + CARD])
    while at < end:
        row[at] = row[at + SLOT_BYTES]
        at += 1
    row[end + CARD] = NO_CARD
    row[HAND_SIZES + seat] = size
    if o[O_CARD_MEMORY]:
        forget_card(row, o, seat, slot)
    row[SHORT] = 1
    row[LAST_SLOT] = slot
    return card


@kernel
def clue_variant(
    row: Row, o: OptionVector, target: Word, what: Word, about_colour: Word, slot: Word
) -> Word:
    """Tell a card about a colour or a value by the rules of variants; whether that touches it."""
    at = SLOTS + (target * o[O_HAND] + slot) * SLOT_BYTES
    bit = np.uint8(1 << what)
    touches = o[O_TOUCHES + row[at]]
    if about_colour:
        hit = touches >> what & 1
        row[at + (COLOURS_TOLD if hit else COLOURS_DENIED)] |= bit
    else:
        hit = touches >> (8 + what) & 1
        row[at + (VALUES_TOLD if hit else VALUES_DENIED)] |= bit
    return hit


@kernel
def give_clue(row: Row, o: OptionVector, target: Word, what: Word, about_colour: Word) -> None:
    """Tell a hand about a colour or a value: what each card is, or is not."""
    colours = np.int64(o[O_COLOURS])
    powder = np.int64(o[O_POWDER])
    suits = np.uint8(o[O_TOUCHED + what]) if about_colour else np.uint8(0)
    value = np.uint8(1 << what)
    touched = np.uint8(0)
    by_variant = o[O_VARIANT]
    at = SLOTS + target * o[O_HAND] * SLOT_BYTES
    for slot in range(row[HAND_SIZES + target]):
        card = np.int64(row[at])
        suit = card // 5
        if by_variant:
            touched |= clue_variant(row, o, target, what, about_colour, slot) << slot
        elif about_colour:
            if suit == what or (suit >= colours and suit != powder):
                row[at + SUITS_LEFT] &= suits
                row[at + COLOURS_TOLD] |= value
                touched |= 1 << slot
            else:
                row[at + SUITS_LEFT] &= ~suits
        elif card - suit * 5 == what:
            row[at + VALUES_LEFT] = value
            row[at + VALUES_TOLD] = value
            touched |= 1 << slot
        else:
            row[at + VALUES_LEFT] &= ~value
        at += SLOT_BYTES
    row[LAST_TYPE] = LAST_COLOUR if about_colour else LAST_VALUE
    row[LAST_TARGET] = target
    row[LAST_WHAT] = what
    row[LAST_TOUCHED] = touched
    if o[O_CARD_MEMORY]:
        recall_clue(row, o, target, what if about_colour else colours + what, touched)


@kernel
def clue_by_id(row: Row, o: OptionVector, clue: Word) -> None:
    """Give the clue with this number among the clue actions."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    about_colour = clue < (players - 1) * colours
    if about_colour:
        distance = clue // colours
        what = clue - distance * colours
    else:
        clue -= (players - 1) * colours
        distance = 0
        what = clue
        while what >= o[O_VALUES]:
            what -= o[O_VALUES]
            distance += 1
    target = row[TURN] + distance + 1
    if target >= players:
        target -= players
    if not row[PENDING]:
        row[TOKENS] -= 1
        if row[CLUES_GIVEN] == 255:
            row[CLUES_GIVEN + 1] += 1
        row[CLUES_GIVEN] += 1
        if o[O_ALTERNATING]:
            row[CLUE_KIND] = COLOUR_KIND if about_colour else VALUE_KIND
    row[PENDING] = 0
    give_clue(row, o, target, what, about_colour)


@kernel
def return_card(row: Row, o: OptionVector, card: Word, rng: Random, game: int) -> None:
    """Tile 5: a discarded card goes back into the deck, at a random place."""
    set_discard(row, o, card, -1)
    size = np.int64(row[DECK_SIZE])
    drawn = np.int64(row[DRAWN])
    row[DECK + size] = card
    row[DECK_SIZE] = size + 1
    if row[SHUFFLED]:
        for n in range(size - drawn, 0, -1):
            other = below(rng, game, n + 1)
            swapped = row[DECK + drawn + n]
            row[DECK + drawn + n] = row[DECK + drawn + other]
            row[DECK + drawn + other] = swapped


@kernel
def choose_card(row: Row, o: OptionVector, choice: Word, rng: Random, game: int) -> None:
    """The choice of a discarded card that tile 5 or 6 asks for."""
    cards = 5 * o[O_SUITS]
    row[PENDING] = 0
    if choice < cards:
        row[LAST_TYPE] = LAST_RETURN
        row[LAST_CARD] = choice
        return_card(row, o, choice, rng, game)
    else:
        card = choice - cards
        row[LAST_TYPE] = LAST_RECOVER
        row[LAST_CARD] = card
        row[LAST_SCORED] = 1
        set_discard(row, o, card, -1)
        add_to_firework(row, o, card)


@kernel
def end_turn(row: Row, o: OptionVector, rng: Random, game: int) -> None:
    """Draw, count the last round, pass the turn."""
    if row[TURNS_LEFT]:
        row[TURNS_LEFT] -= 1
    if row[SHORT] and row[DRAWN] < row[DECK_SIZE]:
        add_card(row, o, row[TURN], pick(row, rng, game))
    row[SHORT] = 0
    if row[TURNS_LEFT] == 0:
        if row[DRAWN] == row[DECK_SIZE] and not o[O_BOUQUET]:
            row[TURNS_LEFT] = o[O_PLAYERS] + 1
    elif row[TURNS_LEFT] == 1:
        row[ENDED] = ENDED_LAST_ROUND
        return
    turn = row[TURN] + 1
    row[TURN] = 0 if turn == o[O_PLAYERS] else turn
    if o[O_BOUQUET] and row[HAND_SIZES + row[TURN]] == 0 and count_legal(row, o) == 0:
        row[ENDED] = ENDED_NO_ACTION


@kernel
def step(row: Row, o: OptionVector, action: Word, rng: Random, game: int) -> None:
    """Carry out a legal action of the acting seat."""
    hand = np.int64(o[O_HAND])
    base = first_tile_action(o)
    if o[O_CARD_MEMORY]:
        age_cards(row, o)
    row[LAST_SEAT] = row[TURN]
    row[LAST_SCORED] = 0
    row[LAST_TOKEN] = 0
    row[LAST_CARD] = NO_CARD
    if row[PLY] == 255:
        row[PLY + 1] += 1
    row[PLY] += 1
    if action < hand:
        card = remove_card(row, o, action)
        row[LAST_TYPE] = LAST_DISCARD
        row[LAST_CARD] = card
        gain_token(row, o)
        discard_card(row, o, card)
    elif action < 2 * hand:
        row[LAST_TYPE] = LAST_PLAY
        play_card(row, o, remove_card(row, o, action - hand))
    elif action >= base:
        choose_card(row, o, action - base, rng, game)
    elif o[O_DECK_PLAY] and action == base - 1:
        row[LAST_TYPE] = LAST_FROM_DECK
        play_card(row, o, np.int64(pick(row, rng, game)))
    else:
        clue_by_id(row, o, action - 2 * hand)
    if row[ENDED]:
        row[SHORT] = 0
    elif not row[PENDING]:
        end_turn(row, o, rng, game)


@kernel
def points(row: Row, o: OptionVector) -> Word:
    """What the fireworks are worth, even in a lost game."""
    total = np.int64(0)
    for suit in range(o[O_SUITS]):
        total += row[FIREWORKS + suit]
    return total - 5 if o[O_POWDER] >= 0 else total


@kernel
def score(row: Row, o: OptionVector) -> Word:
    """The official score: 0 after a loss, unless the table keeps the points."""
    if row[ENDED] >= ENDED_ERRORS and not o[O_KEEP_POINTS]:
        return np.int64(0)
    return points(row, o)
