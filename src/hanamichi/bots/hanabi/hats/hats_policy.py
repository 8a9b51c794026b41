"""How the acting seat chooses its move."""

from __future__ import annotations

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Word
from hanamichi.batch.hanabi.row import (
    DISCARDS,
    ERRORS,
    FIREWORKS,
    O_BOUQUET,
    O_COLOURS,
    O_DECK_SIZE,
    O_EMPTY_CLUES,
    O_ERRORS,
    O_HAND,
    O_PLAYERS,
    O_SUITS,
    O_TOKENS,
    TOKENS,
    TURN,
)
from hanamichi.batch.jit import kernel, routine
from hanamichi.bots.hanabi.hats.board import (
    after,
    bit_at,
    copies,
    count,
    hand_of,
    is_one,
    step_card,
    step_in,
)
from hanamichi.bots.hanabi.hats.clue_actions import clue_action
from hanamichi.bots.hanabi.hats.clue_code import SILENT, message_of, message_size, touched_slots
from hanamichi.bots.hanabi.hats.discard_costs import cheapest_slot, mean_loss, others_hold
from hanamichi.bots.hanabi.hats.forced_discards import forced_loss
from hanamichi.bots.hanabi.hats.goal_search import cards_left, played
from hanamichi.bots.hanabi.hats.hand_knowledge import (
    any_seat_needs_clue,
    count_unseen,
    has_playable,
    useless_slots,
)
from hanamichi.bots.hanabi.hats.inference import (
    could_clue,
    message_slots,
    start_inference,
    sum_of_hats,
)
from hanamichi.bots.hanabi.hats.memory_layout import (
    CLUES,
    DEAD,
    HELD,
    LEFT,
    PLAYABLE,
    SLOTS_EACH,
    TENTATIVE,
    UNSEEN,
    Memory,
)
from hanamichi.bots.hanabi.hats.planned_endgame import keeps_goal, make_plan
from hanamichi.bots.hanabi.hats.sampled_endgame import (
    MAX_DECK,
    WORLDS,
    sample_world,
    start_sampling,
    wins_sample,
)

GOOD_ODDS = 0.75
"""A card that is playable or dead is played from these odds on, while an error is affordable."""
NEGLIGIBLE = 1
CHEAP = 50
ACCEPTABLE = 100
COSTLY = 150
"""Losses in thousandths of a point: negligible; low enough to discard although a clue is possible;
low enough to discard instead of playing; high enough that another seat should prevent it."""
MIN_DIG_STEPS = 3
MIN_DIG_TURNS = 3
"""Drawing for a firework whose next card is in the deck is worth it with this many steps to go,
while this many turns can be spared."""
PLANNING_DECK = 8
"""The endgame is planned once this few cards are left to draw."""


@routine
def update_own_knowledge(row: Row, o: OptionVector, memory: Memory) -> None:
    """Update UNSEEN, and TENTATIVE of the acting seat's own cards."""
    me = np.int64(row[TURN])
    count_unseen(row, o, memory, me, me, UNSEEN)
    for slot in range(hand_of(row, me)):
        at = me * SLOTS_EACH + slot
        memory[TENTATIVE + at] = memory[HELD + at] & memory[UNSEEN]


@kernel
def is_sure(memory: Memory, cards: Word) -> Word:
    """Whether a card is certainly playable."""
    return cards != 0 and cards & ~memory[PLAYABLE] == 0


@routine
def holders(row: Row, o: OptionVector, card: Word) -> Word:
    """How many hands hold a card, the acting seat's included; 1 once the deck is empty."""
    me = np.int64(row[TURN])
    n = 1
    if cards_left(row) > 0:
        for seat in range(np.int64(o[O_PLAYERS])):
            if seat != me:
                for slot in range(hand_of(row, seat)):
                    if bit_at(row, o, seat, slot) == card:
                        n += 1
                        break
    return n


@routine
def best_play(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The slot of the best certainly playable card, low and in no other hand; -1 for none."""
    me = np.int64(row[TURN])
    best, most = -1, 0.0
    for slot in range(hand_of(row, me)):
        cards = memory[TENTATIVE + me * SLOTS_EACH + slot]
        if not is_sure(memory, cards):
            continue
        total, weight = 0.0, 0
        while cards:
            card = cards & -cards
            cards ^= card
            n = copies(memory, UNSEEN, card)
            total += n * (9 - step_in(memory, card)) / holders(row, o, card)
            weight += n
        if total / weight > most:
            most = total / weight
            best = slot
    return best


@routine
def likeliest(row: Row, memory: Memory, me: Word, odds_wanted: Word) -> Word:
    """The slot likeliest to be playable, of those harmless otherwise; -1 for none."""
    best, most = -1, odds_wanted
    harmless = memory[PLAYABLE] | memory[DEAD] if odds_wanted >= 0 else np.int64(-1)
    for slot in range(hand_of(row, me)):
        cards = memory[TENTATIVE + me * SLOTS_EACH + slot]
        if cards and cards & ~harmless == 0:
            fitting = copies(memory, UNSEEN, cards & memory[PLAYABLE])
            odds = fitting / copies(memory, UNSEEN, cards)
            if odds > most:
                most = odds
                best = slot
    return best


@routine
def clue_information(memory: Memory, at: Word, size: Word, clue: Word, touched: Word) -> Word:
    """How much information the literal meaning of a clue adds to its message."""
    total = 1.0
    for slot in range(size):
        before = memory[at + slot]
        if is_one(before) or before & ~memory[DEAD] == 0:
            continue
        cards = memory[CLUES + clue]
        now = before & (cards if touched >> slot & 1 else ~cards)
        total *= copies(memory, LEFT, before) / copies(memory, LEFT, now)
        if is_one(now) or now & ~memory[DEAD] == 0:
            total *= 2
    return total


@routine
def best_clue(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The clue with the right message whose literal meaning says most; -1 for none."""
    players, me = np.int64(o[O_PLAYERS]), np.int64(row[TURN])
    modulus = message_size(row, o)
    if modulus == 0:
        return -1
    start_inference(row, o, memory, False)
    wanted = sum_of_hats(row, o, memory, modulus, -1)
    best, silent, most = -1, -1, -1.0
    for distance in range(players - 1):
        seat = (me + distance + 1) % players
        for clue in range(np.int64(o[O_COLOURS]) + 5):
            touched = touched_slots(row, o, memory, seat, clue)
            if touched == 0 and not o[O_EMPTY_CLUES]:
                continue
            message = message_of(row, o, memory, seat, clue)
            if message == SILENT:
                silent = clue_action(o, distance, clue)
            elif message == wanted:
                at = TENTATIVE + seat * SLOTS_EACH
                said = clue_information(memory, at, hand_of(row, seat), clue, touched)
                if said > most:
                    most = said
                    best = clue_action(o, distance, clue)
    return best if best >= 0 else silent


@routine
def best_discard(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The slot that costs least to lose; of several useless ones, the one with the message."""
    me = np.int64(row[TURN])
    choices = message_slots(row, memory)
    if choices:
        start_inference(row, o, memory, could_clue(row, o))
        place = sum_of_hats(row, o, memory, count(choices), -1)
        for _ in range(place):
            choices &= choices - 1
        return count((choices & -choices) - 1)
    at = TENTATIVE + me * SLOTS_EACH
    useless = useless_slots(row, memory, me, at, memory[DEAD])
    if useless:
        return count((useless & -useless) - 1)
    return cheapest_slot(memory, at, hand_of(row, me), UNSEEN, others_hold(row, o, me, me))


@routine
def discard_loss(row: Row, o: OptionVector, memory: Memory) -> Word:
    """What the acting seat's best discard would cost."""
    me = np.int64(row[TURN])
    at = TENTATIVE + me * SLOTS_EACH
    if useless_slots(row, memory, me, at, memory[DEAD]):
        return 0.0
    seen = others_hold(row, o, me, me)
    slot = cheapest_slot(memory, at, hand_of(row, me), UNSEEN, seen)
    return mean_loss(memory, memory[at + slot], UNSEEN, seen)


@routine
def discards_made(row: Row, o: OptionVector) -> Word:
    """How many cards are in the discard pile."""
    n = 0
    for at in range(DISCARDS, DISCARDS + 2 * np.int64(o[O_SUITS])):
        n += count(np.int64(row[at]))
    return n


@routine
def is_early(row: Row, o: OptionVector) -> Word:
    """Whether there is time to discard: enough turns would be left to play everything."""
    spare = np.int64(o[O_DECK_SIZE]) - 5 * o[O_SUITS] - o[O_PLAYERS] * o[O_HAND]
    if o[O_PLAYERS] == 3:
        spare -= 1
    return o[O_BOUQUET] or discards_made(row, o) <= spare


@routine
def is_worth_digging(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Whether a firework with many steps to go needs a card from the deck, and time is left."""
    me = np.int64(row[TURN])
    if played(row, o) + cards_left(row) + o[O_PLAYERS] - 5 * o[O_SUITS] < MIN_DIG_TURNS:
        return False
    there = others_hold(row, o, me, me)
    for slot in range(hand_of(row, me)):
        cards = memory[TENTATIVE + me * SLOTS_EACH + slot]
        if is_one(cards):
            there |= cards
    for suit in range(np.int64(o[O_SUITS])):
        height = np.int64(row[FIREWORKS + suit])
        top = height
        while top < 5 and not memory[DEAD] & step_card(o, suit, top):
            top += 1
        if top - height >= MIN_DIG_STEPS and not there & step_card(o, suit, height):
            return True
    return False


@routine
def prevents_loss(row: Row, o: OptionVector, memory: Memory, slot: Word) -> Word:
    """Whether a discard instead of a play prevents a costly forced discard of another seat."""
    me = np.int64(row[TURN])
    if row[TOKENS] or not is_early(row, o):
        return False
    playable, dead, tokens = memory[PLAYABLE], memory[DEAD], 0
    card = memory[TENTATIVE + me * SLOTS_EACH + slot]
    if is_one(card):
        following = after(o, card)
        dead |= card
        playable = (playable & ~card) | (following & ~dead)
        tokens = 1 if following == 0 else 0
    if forced_loss(row, o, memory, tokens, playable, dead) < COSTLY:
        return False
    cheapest = best_discard(row, o, memory)
    if is_sure(memory, memory[TENTATIVE + me * SLOTS_EACH + cheapest]):
        return False
    return discard_loss(row, o, memory) < ACCEPTABLE


@routine
def wants_to_clue(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Whether, with nothing to play, a clue is better than a discard."""
    me, tokens = np.int64(row[TURN]), np.int64(row[TOKENS])
    if tokens == 0:
        return False
    if tokens == o[O_TOKENS] or any_seat_needs_clue(row, o, memory):
        return True
    cost = discard_loss(row, o, memory)
    if is_early(row, o) and cost <= NEGLIGIBLE:
        return False
    useless = useless_slots(row, memory, me, TENTATIVE + me * SLOTS_EACH, memory[DEAD])
    for seat in range(np.int64(o[O_PLAYERS])):
        if seat != me and has_playable(row, o, memory, seat):
            return not (useless and is_worth_digging(row, o, memory))
    return not useless and cost > CHEAP


@routine
def usual_choice(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The choice without an endgame search."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    update_own_knowledge(row, o, memory)
    slot = best_play(row, o, memory)
    if slot >= 0:
        if prevents_loss(row, o, memory, slot):
            return best_discard(row, o, memory)
        return hand + slot
    if o[O_ERRORS] - row[ERRORS] > 1 and is_early(row, o):
        slot = likeliest(row, memory, me, GOOD_ODDS)
        if slot >= 0:
            return hand + slot
    if wants_to_clue(row, o, memory):
        action = best_clue(row, o, memory)
        if action >= 0:
            return action
    if row[TOKENS] < o[O_TOKENS]:
        return best_discard(row, o, memory)
    return hand + likeliest(row, memory, me, -1.0)


@routine
def may_discard(row: Row, o: OptionVector, memory: Memory) -> Word:
    """Whether a discard is legal, and carries no false message."""
    if row[TOKENS] == o[O_TOKENS]:
        return False
    return not could_clue(row, o) or not any_seat_needs_clue(row, o, memory)


@routine
def planned_choice(row: Row, o: OptionVector, memory: Memory, usual: Word) -> Word:
    """The usual action, unless it makes the goal unreachable and another does not."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    if not make_plan(row, o, memory) or keeps_goal(row, o, memory, usual):
        return usual
    for slot in range(hand_of(row, me)):
        if is_sure(memory, memory[TENTATIVE + me * SLOTS_EACH + slot]):
            action = hand + slot
            if action != usual and keeps_goal(row, o, memory, action):
                return action
    if row[TOKENS] and keeps_goal(row, o, memory, 2 * hand):
        action = best_clue(row, o, memory)
        if action >= 0:
            return action
    if may_discard(row, o, memory):
        action = best_discard(row, o, memory)
        if keeps_goal(row, o, memory, action):
            return action
    return usual


@routine
def count_wins(row: Row, o: OptionVector, memory: Memory, action: Word) -> Word:
    """In how many worlds an action can win; the worlds are the same for every action."""
    if not start_sampling(row, o, memory):
        return 0
    won = 0
    for _ in range(WORLDS):
        if sample_world(row, o, memory) and wins_sample(row, o, memory, action):
            won += 1
    return won


@routine
def sampled_choice(row: Row, o: OptionVector, memory: Memory, usual: Word) -> Word:
    """The usual action, unless another wins in more sampled worlds."""
    me, hand = np.int64(row[TURN]), np.int64(o[O_HAND])
    most = count_wins(row, o, memory, usual)
    if most == WORLDS:
        return usual
    best = usual
    for slot in range(hand_of(row, me)):
        action = hand + slot
        if action != usual and is_sure(memory, memory[TENTATIVE + me * SLOTS_EACH + slot]):
            won = count_wins(row, o, memory, action)
            if won > most:
                most = won
                best = action
    if row[TOKENS] and usual < 2 * hand:
        won = count_wins(row, o, memory, 2 * hand)
        if won > most:
            action = best_clue(row, o, memory)
            if action >= 0:
                most = won
                best = action
    if usual >= hand and may_discard(row, o, memory):
        action = best_discard(row, o, memory)
        if count_wins(row, o, memory, action) > most:
            best = action
    return best


@routine
def choose(row: Row, o: OptionVector, memory: Memory) -> Word:
    """The acting seat's move."""
    usual = usual_choice(row, o, memory)
    deck = cards_left(row)
    if o[O_BOUQUET] or deck > PLANNING_DECK:
        return usual
    if 0 < deck <= MAX_DECK:
        return sampled_choice(row, o, memory, usual)
    return planned_choice(row, o, memory, usual)
