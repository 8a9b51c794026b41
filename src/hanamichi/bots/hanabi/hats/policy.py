"""What the acting seat does."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.compiling import kernel, routine
from hanamichi.batch.hanabi.row import (
    CARD,
    DECK_SIZE,
    DISCARDS,
    DRAWN,
    ERRORS,
    HAND_SIZES,
    O_COLOURS,
    O_DECK_SIZE,
    O_EMPTY_CLUES,
    O_ERRORS,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    O_TOKENS,
    SLOT_BYTES,
    SLOTS,
    TOKENS,
    TURN,
)
from hanamichi.bots.hanabi.hats.alphabet import message_of, message_size, touched_slots
from hanamichi.bots.hanabi.hats.board import copies
from hanamichi.bots.hanabi.hats.learning import (
    bits_of,
    has_playable,
    hat_sum,
    knows_playable,
    might_have_clued,
    recall,
    useless_slots,
)
from hanamichi.bots.hanabi.hats.memory import (
    CLUES,
    DEAD,
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TRIAL,
    UNSEEN,
    Memory,
)


@kernel
def card_at(row: Row, o: OptionVector, seat: Word, slot: Word) -> Word:
    """The card in a slot."""
    return np.int64(row[SLOTS + (seat * o[O_HAND] + slot) * SLOT_BYTES + CARD])


@routine
def discards_made(row: Row, o: OptionVector) -> Word:
    """How many cards lie in the discard pile."""
    n = 0
    for at in range(DISCARDS, DISCARDS + 2 * o[O_SUITS]):
        n += bits_of(np.int64(row[at]))
    return n


@routine
def look_around(row: Row, o: OptionVector, memory: Memory) -> None:
    """Count what the acting seat does not see, and what its own cards may be for all it sees."""
    one, two, three = memory[LEFT], memory[LEFT + 1], memory[LEFT + 2]
    me = np.int64(row[TURN])
    for seat in range(o[O_PLAYERS]):
        if seat != me:
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                bit = np.int64(1) << card_at(row, o, seat, slot)
                if three & bit:
                    three ^= bit
                elif two & bit:
                    two ^= bit
                else:
                    one &= ~bit
    memory[UNSEEN] = one
    memory[UNSEEN + 1] = two
    memory[UNSEEN + 2] = three
    for slot in range(np.int64(row[HAND_SIZES + me])):
        at = me * SLOTS_EACH + slot
        memory[TRIAL + at] = memory[HELD + at] & one


@routine
def best_play(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The slot of the best card surely playable; -1 for none."""
    me = np.int64(row[TURN])
    best, most = -1, np.int64(0)
    for slot in range(np.int64(row[HAND_SIZES + me])):
        cards = memory[TRIAL + me * SLOTS_EACH + slot]
        if cards == 0 or cards & ~memory[PLAYABLE]:
            continue
        total, weight = np.int64(0), np.int64(0)
        left = cards
        while left:
            bit = left & -left
            left ^= bit
            holders = 1
            if row[DRAWN] < row[DECK_SIZE]:
                for seat in range(o[O_PLAYERS]):
                    if seat != me:
                        for place in range(np.int64(row[HAND_SIZES + seat])):
                            if np.int64(1) << card_at(row, o, seat, place) == bit:
                                holders += 1
                                break
            n = copies(memory, UNSEEN, bit)
            card = bits_of(bit - 1)
            total += n * (9 - card % 5) * 420 // holders
            weight += n
        score = total * 64 // weight
        if score > most:
            most = score
            best = slot
    return best


@routine
def best_clue(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The clue that says what has to be said, and most besides; -1 when none can say it."""
    players, colours = np.int64(o[O_PLAYERS]), np.int64(o[O_COLOURS])
    me = np.int64(row[TURN])
    modulus = message_size(row, o, memory)
    if modulus == 0:
        return -1
    recall(row, o, memory, False)
    wanted = hat_sum(row, o, memory, modulus, -1)
    best, most = -1, np.float64(-1.0)
    for distance in range(players - 1):
        seat = (me + distance + 1) % players
        for clue in range(colours + 5):
            touched = touched_slots(row, o, memory, seat, clue)
            if touched == 0 and not o[O_EMPTY_CLUES]:
                continue
            if message_of(row, o, memory, seat, clue) != wanted:
                continue
            worth = np.float64(1.0)
            cards = memory[CLUES + clue]
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                before = memory[TRIAL + seat * SLOTS_EACH + slot]
                if before & (before - 1) == 0 or before & ~memory[DEAD] == 0:
                    continue
                after = before & (cards if touched >> slot & 1 else ~cards)
                gain = copies(memory, LEFT, before) / copies(memory, LEFT, after)
                if after & (after - 1) == 0 or after & ~memory[DEAD] == 0:
                    gain *= 2
                worth *= gain
            if worth > most:
                most = worth
                if clue < colours:
                    best = 2 * o[O_HAND] + distance * colours + clue
                else:
                    best = 2 * o[O_HAND] + (players - 1) * colours + distance * 5 + clue - colours
    return best


@routine
def best_discard(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The slot whose loss hurts least."""
    me = np.int64(row[TURN])
    public = useless_slots(row, memory, me, HELD + me * SLOTS_EACH)
    choices = bits_of(public)
    if choices > 1:
        recall(row, o, memory, might_have_clued(row, o, memory))
        place = hat_sum(row, o, memory, choices, -1)
        for slot in range(np.int64(row[HAND_SIZES + me])):
            if public >> slot & 1:
                if place == 0:
                    return slot
                place -= 1
    useless = useless_slots(row, memory, me, TRIAL + me * SLOTS_EACH)
    if useless:
        return bits_of((useless & -useless) - 1)
    best, most = 0, np.float64(-1.0)
    spare = (memory[LEFT] & memory[DEAD]) | memory[LEFT + 1]
    seen = np.int64(0)
    for seat in range(o[O_PLAYERS]):
        if seat != me:
            for slot in range(np.int64(row[HAND_SIZES + seat])):
                seen |= np.int64(1) << card_at(row, o, seat, slot)
    for slot in range(np.int64(row[HAND_SIZES + me])):
        cards = memory[TRIAL + me * SLOTS_EACH + slot]
        n = copies(memory, UNSEEN, cards)
        value = 0
        for number in range(5):
            value += (number + 1) * copies(
                memory, UNSEEN, cards & memory[CLUES + o[O_COLOURS] + number]
            )
        worth = (
            20 * copies(memory, UNSEEN, cards & seen)
            + 10 * copies(memory, UNSEEN, cards & spare)
            + value
        ) / max(n, 1)
        if worth > most:
            most = worth
            best = slot
    return best


@routine
def likeliest(row: Row, memory: Memory, me: Word, odds_wanted: Word) -> Word:
    """The slot likeliest to be playable, of those that harm nobody otherwise; -1 for none."""
    best, most = -1, odds_wanted
    harmless = memory[PLAYABLE] | memory[DEAD] if odds_wanted >= 0 else np.int64(-1)
    for slot in range(np.int64(row[HAND_SIZES + me])):
        cards = memory[TRIAL + me * SLOTS_EACH + slot]
        if cards and cards & ~harmless == 0:
            fitting = copies(memory, UNSEEN, cards & memory[PLAYABLE])
            odds = fitting / copies(memory, UNSEEN, cards)
            if odds > most:
                most = odds
                best = slot
    return best


@routine
def choose(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The acting seat's move."""
    me = np.int64(row[TURN])
    hand = np.int64(o[O_HAND])
    look_around(row, o, memory)
    slot = best_play(row, o, memory)
    if slot >= 0:
        return hand + slot
    limit = np.int64(o[O_DECK_SIZE]) - 5 * o[O_SUITS] - o[O_PLAYERS] * hand
    early = discards_made(row, o) <= limit
    if o[O_ERRORS] - row[ERRORS] > 1 and early:
        slot = likeliest(row, memory, me, 0.75)
        if slot >= 0:
            return hand + slot
    tokens = np.int64(row[TOKENS])
    useless = useless_slots(row, memory, me, TRIAL + me * SLOTS_EACH)
    needed = some = False
    for seat in range(o[O_PLAYERS]):
        if seat != me and has_playable(row, o, memory, seat):
            some = True
            if not knows_playable(row, memory, seat):
                needed = True
    if tokens == o[O_TOKENS] or (tokens and needed):
        clue = True
    elif early and useless:
        clue = False
    elif tokens and some:
        clue = True
    else:
        clue = bool(tokens > 4)
    if clue:
        action = best_clue(row, o, memory)
        if action >= 0:
            return action
    if tokens < o[O_TOKENS]:
        look_around(row, o, memory)
        return best_discard(row, o, memory)
    return hand + likeliest(row, memory, me, -1.0)
