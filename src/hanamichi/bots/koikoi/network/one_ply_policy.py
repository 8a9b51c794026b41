"""The compiled policy: evaluates the position after each action, and takes the best."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hanamichi.batch.arrays import Actions, Bits, OptionVector, Random, Word
from hanamichi.batch.bits import lowest, popcount
from hanamichi.batch.jit import kernel, routine
from hanamichi.batch.koikoi.kernel import (
    bit,
    capture_action,
    captured_by,
    count_of_month,
    joker_targets,
    mates_on,
    nth_legal,
    playable,
    step,
    stop_points,
)
from hanamichi.batch.koikoi.row import (
    A_CAPTURE,
    A_JOKER,
    A_KEEP,
    A_KOI_KOI,
    A_STOP,
    A_SWAP,
    A_TAKE,
    ACTOR,
    FIELD,
    PHASE,
    PLAY,
    TURNED,
)
from hanamichi.bots.koikoi.network.inputs import (
    CARD_WORDS,
    HAND,
    LACKED_MONTHS,
    MINE,
    ON_FIELD,
    SPARE,
    WORDS,
    complete_inputs,
    facts_of,
    months_of,
    observe_cards,
)
from hanamichi.bots.koikoi.network.value_network import (
    HIDDEN,
    RESULTS,
    WIDTH,
    Floats,
    Net,
    add_inputs,
    expected_value,
    remove_inputs,
)
from hanamichi.koikoi import cards

MAX_POINTS = 255
"""A round that brings more counts as this."""
MAX_ACTIONS = 64

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_CARDS = np.uint64(cards.ALL_CARDS)
_LIGHTNING_BIT = np.uint64(cards.LIGHTNING.bit)


class Stakes(NamedTuple):
    """What the end of a round is worth to each seat."""

    results: Floats
    """By seat and result class of the network."""
    points: Floats
    """By seat and number of points, lost (from 0) and won (from `MAX_POINTS`)."""


class Workspace(NamedTuple):
    """Arrays for the kernels of one thread."""

    before: Bits
    seen: Floats
    tried: Floats
    middle: Floats
    out: Floats
    words: Bits
    """The inputs of the position after an action."""
    actions: Actions
    values: Floats
    """The value of each action."""


def new_workspace() -> Workspace:
    """An empty workspace."""
    return Workspace(
        np.zeros(WORDS, np.uint64),
        np.zeros(HIDDEN, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(WIDTH, np.float32),
        np.zeros(RESULTS, np.float32),
        np.zeros(WORDS, np.uint64),
        np.zeros(MAX_ACTIONS, np.int32),
        np.zeros(MAX_ACTIONS, np.float32),
    )


@kernel
def list_legal(row: Bits, o: OptionVector, actions: Actions) -> Word:
    """Write the legal actions; how many there are."""
    if row[PHASE] != PLAY:
        for n in range(2):
            actions[n] = nth_legal(row, o, n)
        return 2
    count = 0
    left = playable(row, o)
    while left:
        card = lowest(left)
        left &= left - _ONE
        mates = mates_on(row[FIELD], card)
        if count_of_month(row[FIELD], card) == 2:
            actions[count] = capture_action(card, lowest(mates))
            actions[count + 1] = capture_action(card, lowest(mates & (mates - _ONE)))
            count += 2
        else:
            actions[count] = card
            count += 1
    targets = joker_targets(row, o)
    while targets:
        actions[count] = A_JOKER + lowest(targets)
        targets &= targets - _ONE
        count += 1
    return count


@kernel
def moved_by(row: Bits, action: Word) -> tuple[Word, Word, Word]:
    """The card that an action plays, the field cards it takes, and whether it is from the hand."""
    if action < A_CAPTURE:
        return bit(action), mates_on(row[FIELD], action), True
    if action < A_JOKER:
        card, target = captured_by(action)
        return bit(card), bit(target), True
    if action < A_TAKE:
        return _LIGHTNING_BIT, bit(action - A_JOKER), True
    if action < A_STOP:
        return bit(np.int64(row[TURNED]) - 1), bit(action - A_TAKE), False
    return _NONE, _NONE, False


@kernel
def observe_after(row: Bits, o: OptionVector, action: Word, before: Bits, words: Bits) -> None:
    """The inputs after an action, as the acting seat sees them now."""
    seat = np.int64(row[ACTOR])
    card, taken, from_hand = moved_by(row, action)
    for n in range(CARD_WORDS):
        words[n] = before[n]
    if from_hand:
        words[HAND] &= ~card
    if taken:
        words[ON_FIELD] &= ~taken
        words[MINE] |= taken | card
    elif card:
        words[ON_FIELD] |= card
        words[MINE] |= months_of(row[FIELD]) << np.uint64(SPARE)
    over = 0 if row[PHASE] == PLAY else 1
    calls = 1 if action == A_KOI_KOI else 0
    mine = words[MINE] & _CARDS
    complete_inputs(words, facts_of(row, o, seat, over, popcount(words[HAND]), mine, calls))


@kernel
def evaluate(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """Write every legal action and its value to the acting seat; how many there are."""
    seat = np.int64(row[ACTOR])
    observe_cards(row, seat, workspace.before)
    over = 0 if row[PHASE] == PLAY else 1
    held, mine = popcount(workspace.before[HAND]), workspace.before[MINE] & _CARDS
    complete_inputs(workspace.before, facts_of(row, o, seat, over, held, mine, 0))
    for k in range(HIDDEN):
        workspace.seen[k] = net.first[k]
    for word in range(WORDS):
        add_inputs(workspace.seen, net.w1, word, workspace.before[word])
    count = list_legal(row, o, workspace.actions)
    for n in range(count):
        action = np.int64(workspace.actions[n])
        if action == A_STOP:
            points = min(stop_points(row, o), MAX_POINTS)
            workspace.values[n] = stakes.points[seat, MAX_POINTS + points]
        elif action >= A_SWAP:
            workspace.values[n] = 1 if action == A_KEEP else 0
        else:
            observe_after(row, o, action, workspace.before, workspace.words)
            for k in range(HIDDEN):
                workspace.tried[k] = workspace.seen[k]
            for word in range(WORDS):
                add_inputs(
                    workspace.tried, net.w1, word, workspace.words[word] & ~workspace.before[word]
                )
                remove_inputs(
                    workspace.tried, net.w1, word, workspace.before[word] & ~workspace.words[word]
                )
            workspace.values[n] = expected_value(
                net, workspace.tried, workspace.middle, workspace.out, stakes.results[seat]
            )
    return count


@routine
def evaluate_actions(
    row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace
) -> Word:
    """`evaluate` for callers in Python."""
    return evaluate(row, o, net, stakes, workspace)


@routine
def best_index(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """`evaluate`; the index of the best action."""
    count = evaluate(row, o, net, stakes, workspace)
    best = 0
    for n in range(1, count):
        if workspace.values[n] > workspace.values[best]:
            best = n
    return best


@routine
def choose(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """The best action of the acting seat."""
    if row[PHASE] == PLAY and list_legal(row, o, workspace.actions) == 1:
        return np.int64(workspace.actions[0])
    return np.int64(workspace.actions[best_index(row, o, net, stakes, workspace)])


@routine
def advance(row: Bits, o: OptionVector, action: Word, rng: Random, game: int) -> None:
    """Apply a legal action, and update the months that the seat seems to lack."""
    if action < A_CAPTURE and row[PHASE] == PLAY and not mates_on(row[FIELD], action):
        row[LACKED_MONTHS + np.int64(row[ACTOR])] |= months_of(row[FIELD])
    step(row, o, action, rng, game)
