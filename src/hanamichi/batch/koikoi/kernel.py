"""The rules of Koi-Koi over one row of words. `hanamichi.koikoi` is the reference."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Random, Word
from hanamichi.batch.bits import below, lowest, nth_bit, popcount
from hanamichi.batch.jit import kernel
from hanamichi.batch.koikoi.row import (
    A_CAPTURE,
    A_JOKER,
    A_KEEP,
    A_KOI_KOI,
    A_STOP,
    A_SWAP,
    A_TAKE,
    ACTIONS,
    ACTOR,
    ASKED,
    CALLS,
    CAPTURES,
    DEALER,
    DECIDE,
    DECK,
    FIELD,
    HANDS,
    NUMBER,
    O_BOTH_LUCKY_DRAW,
    O_BY_FOURS,
    O_DRAWN_SAME,
    O_FIRST_DEALER,
    O_GAJI,
    O_HAND_SWAP,
    O_LUCKY,
    O_MUST_CAPTURE,
    O_ONE_CALL,
    O_OWN_CALLS,
    O_ROUNDS,
    O_VOID,
    OVER,
    PAIR_MONTH,
    PAIR_OWNER,
    PHASE,
    PLAY,
    PLAYED,
    PLY,
    ROW_CELLS,
    SCORES,
    SHOWN,
    SHUFFLED,
    STANDING,
    SWAP,
    TOP,
    TURN,
    TURNED,
)
from hanamichi.batch.koikoi.yaku import total
from hanamichi.koikoi import cards

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_FOUR = np.uint64(15)
_BYTE = np.uint64(255)
_LIGHTNING = np.int64(cards.LIGHTNING.index)
_LIGHTNING_BIT = np.uint64(cards.LIGHTNING.bit)
_NOVEMBER = np.uint64(cards.NOVEMBER)
_COUNTS = np.uint64(0x4332322132212110)
"""How many bits each nibble has, a nibble each."""


@kernel
def bit(card: Word) -> Word:
    """The mask of one card."""
    return _ONE << np.uint64(card)


@kernel
def month_mask(card: Word) -> Word:
    """The four cards of a card's month."""
    return _FOUR << np.uint64(card & 60)


@kernel
def mates_on(field: Word, card: Word) -> Word:
    """The field cards of a card's month."""
    return field & month_mask(card)


@kernel
def count_of_month(mask: Word, card: Word) -> Word:
    """How many cards of a card's month a mask has."""
    month = (mask >> np.uint64(card & 60)) & _FOUR
    return np.int64((_COUNTS >> (month << np.uint64(2))) & _FOUR)


# -- the deck ----------------------------------------------------------------------------------


@kernel
def card_at(row: Bits, place: Word) -> Word:
    """The card in a place of the deck."""
    return np.int64((row[DECK + (place >> 3)] >> np.uint64((place & 7) << 3)) & _BYTE)


@kernel
def swap_cards(row: Bits, one: Word, other: Word) -> None:
    """Exchange two cards of the deck."""
    difference = np.uint64(card_at(row, one) ^ card_at(row, other))
    if one != other:
        row[DECK + (one >> 3)] ^= difference << np.uint64((one & 7) << 3)
        row[DECK + (other >> 3)] ^= difference << np.uint64((other & 7) << 3)


@kernel
def shuffle(row: Bits, rng: Random, game: int) -> None:
    """All 48 cards in a new order."""
    for n in range(47, 0, -1):
        swap_cards(row, n, below(rng, game, n + 1))


@kernel
def pick(row: Bits, rng: Random, game: int) -> Word:
    """The next card of the deck, chosen at random now unless the deck was shuffled."""
    place = np.int64(row[TOP])
    if row[SHUFFLED] == _NONE:
        swap_cards(row, place, place + below(rng, game, 48 - place))
    row[TOP] += _ONE
    return card_at(row, place)


# -- rounds ------------------------------------------------------------------------------------


@kernel
def deal_round(row: Bits, o: OptionVector, rng: Random, game: int) -> None:
    """Hands and field in the table's order, everything else of the round reset."""
    for cell in range(DECK):
        row[cell] = 0
    for cell in range(ASKED, SCORES):
        row[cell] = 0
    row[TOP] = 0
    if row[SHUFFLED]:
        shuffle(row, rng, game)
    dealer = np.int64(row[DEALER])
    for n in range(24):
        card = bit(pick(row, rng, game))
        if o[O_BY_FOURS]:
            packet = (n >> 2) % 3
            to = 1 - dealer if packet == 0 else dealer if packet == 1 else FIELD
        else:
            packet = (n >> 1) % 3
            to = 1 - dealer if packet == 0 else FIELD if packet == 1 else dealer
        row[to] |= card


@kernel
def pattern_in(mask: Word) -> Word:
    """1 for four cards of a month, 2 for four pairs, 0 for neither."""
    pairs = 0
    for month in range(12):
        count = count_of_month(mask, 4 * month)
        if count == 4:
            return 1
        if count == 2:
            pairs += 1
    return 2 if pairs == 4 else 0


@kernel
def score_round(row: Bits, winner: Word, points: Word) -> None:
    """The winner's points; the winner deals next."""
    row[SCORES + winner] += np.uint64(points)
    row[DEALER] = winner


@kernel
def draw_round(row: Bits, o: OptionVector) -> None:
    """Nobody scores."""
    if not o[O_DRAWN_SAME]:
        row[DEALER] = _ONE - row[DEALER]


# What follows in a round.
GO_ON, REDEAL, ROUND_OVER = 0, 1, 2


@kernel
def settle(row: Bits, o: OptionVector) -> Word:
    """Check hands and field after the deal: lucky hands, void deals, or play begins."""
    if o[O_LUCKY]:
        first, second = pattern_in(row[HANDS]) > 0, pattern_in(row[HANDS + 1]) > 0
        if first and second:
            if o[O_BOTH_LUCKY_DRAW]:
                draw_round(row, o)
                return ROUND_OVER
        elif first or second:
            score_round(row, 0 if first else 1, 6)
            return ROUND_OVER
    if o[O_VOID]:
        pattern = pattern_in(row[FIELD])
        if pattern == 1 or (pattern == 2 and o[O_VOID] == 2):
            return REDEAL
    row[PHASE] = PLAY
    row[ACTOR] = row[DEALER]
    return GO_ON


@kernel
def proceed(row: Bits, o: OptionVector, rng: Random, game: int, status: Word) -> None:
    """Deal again, or the next round, until a seat has to act or the match is over."""
    while status != GO_ON:
        if status == ROUND_OVER:
            if np.int64(row[NUMBER]) == o[O_ROUNDS]:
                row[PHASE] = OVER
                return
            row[NUMBER] += _ONE
        deal_round(row, o, rng, game)
        if o[O_HAND_SWAP]:
            row[PHASE] = SWAP
            row[ACTOR] = _ONE - row[DEALER]
            return
        status = settle(row, o)


@kernel
def deal(row: Bits, o: OptionVector, template: Bits, rng: Random, game: int) -> None:
    """A new match."""
    for cell in range(ROW_CELLS):
        row[cell] = template[cell]
    if o[O_FIRST_DEALER] < 0 and row[SHUFFLED] == _NONE:
        row[DEALER] = below(rng, game, 2)
    proceed(row, o, rng, game, REDEAL)


# -- what is legal -----------------------------------------------------------------------------


@kernel
def joker_targets(row: Bits, o: OptionVector) -> Word:
    """The field cards of other months at which the acting lightning may be aimed."""
    actor = np.int64(row[ACTOR])
    if not o[O_GAJI] or row[HANDS + actor] & _LIGHTNING_BIT == _NONE:
        return _NONE
    opponent = 1 - actor
    if row[PLAYED + opponent] & _NOVEMBER:
        return _NONE
    targets = row[FIELD] & ~_NOVEMBER
    shown = row[SHOWN + opponent] & ~row[PLAYED + opponent]
    while shown:
        targets &= ~month_mask(lowest(shown))
        shown &= shown - _ONE
    return targets


@kernel
def playable(row: Bits, o: OptionVector) -> Word:
    """The hand cards that may be played: all, or where capturing is obligatory those that do."""
    hand = row[HANDS + np.int64(row[ACTOR])]
    if not o[O_MUST_CAPTURE]:
        return hand
    months = row[FIELD]
    months |= months >> _ONE
    months |= months >> np.uint64(2)
    months &= np.uint64(0x111111111111)
    capturing = hand & (months * _FOUR)
    return capturing or hand


@kernel
def capture_action(card: Word, target: Word) -> Word:
    """The id of a card taking one of two of its month."""
    place, other = card & 3, target & 3
    return A_CAPTURE + 12 * (card >> 2) + 3 * place + (other if other < place else other - 1)


@kernel
def count_legal(row: Bits, o: OptionVector) -> Word:
    """How many actions the acting seat has."""
    phase = row[PHASE]
    if phase == OVER:
        return 0
    if phase != PLAY:
        return 2
    cards_left = playable(row, o)
    count = popcount(joker_targets(row, o)) + popcount(cards_left)
    while cards_left:
        card = lowest(cards_left)
        cards_left &= cards_left - _ONE
        if count_of_month(row[FIELD], card) == 2:
            count += 1
    return count


@kernel
def nth_legal(row: Bits, o: OptionVector, n: Word) -> Word:
    """The n-th legal action, in the order of the hand's cards and then of joker targets."""
    phase = row[PHASE]
    if phase == DECIDE:
        return A_STOP + n
    if phase == SWAP:
        return A_SWAP + n
    if phase == TURN:
        return A_TAKE + nth_bit(mates_on(row[FIELD], np.int64(row[TURNED]) - 1), n)
    cards_left = playable(row, o)
    while cards_left:
        card = lowest(cards_left)
        cards_left &= cards_left - _ONE
        mates = mates_on(row[FIELD], card)
        if count_of_month(row[FIELD], card) == 2:
            if n < 2:
                return capture_action(card, nth_bit(mates, n))
            n -= 2
        else:
            if n == 0:
                return card
            n -= 1
    return A_JOKER + nth_bit(joker_targets(row, o), n)


@kernel
def is_legal(row: Bits, o: OptionVector, action: Word) -> Word:
    """Whether the acting seat may take this action."""
    if action < 0 or action >= ACTIONS:
        return False
    phase = row[PHASE]
    if phase == DECIDE:
        return action in (A_STOP, A_KOI_KOI)
    if phase == SWAP:
        return action in (A_SWAP, A_KEEP)
    if phase == TURN:
        mates = mates_on(row[FIELD], np.int64(row[TURNED]) - 1)
        return A_TAKE <= action < A_STOP and mates & bit(action - A_TAKE) != _NONE
    if phase == OVER or action >= A_TAKE:
        return False
    if action >= A_JOKER:
        return joker_targets(row, o) & bit(action - A_JOKER) != _NONE
    card, target = np.int64(action), np.int64(-1)
    if action >= A_CAPTURE:
        card, target = captured_by(action)
    if playable(row, o) & bit(card) == _NONE:
        return False
    two = count_of_month(row[FIELD], card) == 2
    if target < 0:
        return not two
    return two and row[FIELD] & bit(target) != _NONE


@kernel
def captured_by(action: Word) -> Word:
    """The card and its target in a capture action."""
    pair = np.int64(action - A_CAPTURE)
    month = pair // 12
    place = (pair - 12 * month) // 3
    other = pair - 12 * month - 3 * place
    return 4 * month + place, 4 * month + (other if other < place else other + 1)


@kernel
def random_legal(row: Bits, o: OptionVector, rng: Random, game: int) -> Word:
    """A legal action, chosen uniformly."""
    return nth_legal(row, o, below(rng, game, count_legal(row, o)))


# -- carrying out an action ---------------------------------------------------------------------


@kernel
def place_on_field(row: Bits, card: Word, taken: Word) -> None:
    """Put a card on the field, where it captures these cards or stays."""
    if taken:
        row[FIELD] &= ~taken
        row[CAPTURES + np.int64(row[ACTOR])] |= taken | bit(card)
    else:
        row[FIELD] |= bit(card)


@kernel
def stop_points(row: Bits, o: OptionVector) -> Word:
    """What the acting seat scores by stopping, the lightning's claim included."""
    actor = np.int64(row[ACTOR])
    pile = row[CAPTURES + actor]
    if np.int64(row[PAIR_OWNER]) == actor + 1:
        pile |= row[FIELD] & month_mask(4 * np.int64(row[PAIR_MONTH]))
    points = total(pile, o)
    many = points >= 7
    if o[O_OWN_CALLS]:
        points *= 1 + np.int64(row[STANDING + actor])
    if row[CALLS + 1 - actor]:
        points *= 2
    return points * 2 if many else points


@kernel
def stop(row: Bits, o: OptionVector) -> Word:
    """The acting seat ends the round and scores; the lightning's claim is taken."""
    points = stop_points(row, o)
    if row[PAIR_OWNER]:
        claimed = row[FIELD] & month_mask(4 * np.int64(row[PAIR_MONTH]))
        row[FIELD] &= ~claimed
        row[CAPTURES + np.int64(row[PAIR_OWNER]) - 1] |= claimed
    score_round(row, np.int64(row[ACTOR]), points)
    return ROUND_OVER


@kernel
def finish_turn(row: Bits, o: OptionVector) -> Word:
    """With new yaku, stop or decide; otherwise the other player's turn, or a draw."""
    actor = np.int64(row[ACTOR])
    now = total(row[CAPTURES + actor], o)
    if now > np.int64(row[ASKED + actor]):
        row[PHASE] = DECIDE
        row[ASKED + actor] = now
        row[STANDING + 1 - actor] = 0
        spent = o[O_ONE_CALL] and (row[CALLS] | row[CALLS + 1]) != _NONE
        if spent or row[HANDS + actor] == _NONE:
            return stop(row, o)
        return GO_ON
    if row[HANDS] | row[HANDS + 1] == _NONE:
        draw_round(row, o)
        return ROUND_OVER
    row[PHASE] = PLAY
    row[ACTOR] = 1 - actor
    return GO_ON


@kernel
def turn_stock(row: Bits, o: OptionVector, rng: Random, game: int) -> Word:
    """Turn the top of the stock; with two to take, the player chooses."""
    card = pick(row, rng, game)
    if count_of_month(row[FIELD], card) == 2:
        row[PHASE] = TURN
        row[TURNED] = card + 1
        return GO_ON
    place_on_field(row, card, mates_on(row[FIELD], card))
    return finish_turn(row, o)


@kernel
def play_from_hand(row: Bits, card: Word, taken: Word) -> None:
    """Play a card of the acting hand to the field."""
    actor = np.int64(row[ACTOR])
    row[HANDS + actor] &= ~bit(card)
    row[PLAYED + actor] |= bit(card)
    place_on_field(row, card, taken)


@kernel
def aim_lightning(row: Bits, o: OptionVector, target: Word, rng: Random, game: int) -> Word:
    """The joker takes a card, unless three of its month are protected by a Hiki."""
    actor = np.int64(row[ACTOR])
    missing = month_mask(target) & ~row[FIELD]
    if count_of_month(missing, target) == 1 and row[HANDS + 1 - actor] & missing:
        row[SHOWN + 1 - actor] |= missing
        row[SHOWN + actor] |= _LIGHTNING_BIT
        return GO_ON
    row[PAIR_OWNER] = actor + 1
    row[PAIR_MONTH] = target >> 2
    play_from_hand(row, _LIGHTNING, bit(target))
    return turn_stock(row, o, rng, game)


@kernel
def decide_swap(row: Bits, o: OptionVector, wanted: Word) -> Word:
    """Swap the unseen hands or not; then both are looked at."""
    if wanted:
        first = row[HANDS]
        row[HANDS] = row[HANDS + 1]
        row[HANDS + 1] = first
    return settle(row, o)


@kernel
def step(row: Bits, o: OptionVector, action: Word, rng: Random, game: int) -> None:
    """Carry out a legal action of the acting seat."""
    row[PLY] += _ONE
    status = np.int64(GO_ON)
    if action < A_JOKER:
        card, taken = np.int64(action), _NONE
        if action >= A_CAPTURE:
            card, target = captured_by(action)
            taken = bit(target)
        else:
            taken = mates_on(row[FIELD], card)
        play_from_hand(row, card, taken)
        status = turn_stock(row, o, rng, game)
    elif action < A_TAKE:
        status = aim_lightning(row, o, np.int64(action - A_JOKER), rng, game)
    elif action < A_STOP:
        card = np.int64(row[TURNED]) - 1
        row[TURNED] = 0
        place_on_field(row, card, bit(action - A_TAKE))
        status = finish_turn(row, o)
    elif action == A_STOP:
        status = stop(row, o)
    elif action == A_KOI_KOI:
        actor = np.int64(row[ACTOR])
        row[CALLS + actor] += _ONE
        row[STANDING + actor] += _ONE
        row[PHASE] = PLAY
        row[ACTOR] = 1 - actor
    else:
        status = decide_swap(row, o, action == A_SWAP)
    proceed(row, o, rng, game, status)
