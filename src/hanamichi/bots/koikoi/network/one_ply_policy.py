"""The compiled player: looks at what every action leads to, and takes what promises most."""

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
    LACKS,
    MINE,
    ON_FIELD,
    SPARE,
    WORDS,
    facts_of,
    look,
    months_of,
    see,
)
from hanamichi.bots.koikoi.network.value_network import (
    HIDDEN,
    RESULTS,
    WIDTH,
    Floats,
    Net,
    foretell,
    hide,
    show,
)
from hanamichi.koikoi import cards

MOST_POINTS = 255
"""A round that brings more is taken to bring this."""
MOST_ACTIONS = 64

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_CARDS = np.uint64(cards.ALL_CARDS)
_LIGHTNING_BIT = np.uint64(cards.LIGHTNING.bit)


class Stakes(NamedTuple):
    """What a round's end is worth to each seat."""

    results: Floats
    """Seat by seat, of the results that the network tells apart."""
    points: Floats
    """Seat by seat, of every number of points lost (from 0) and won (from `MOST_POINTS`)."""


class Workspace(NamedTuple):
    """Room to think."""

    before: Bits
    seen: Floats
    tried: Floats
    middle: Floats
    out: Floats
    words: Bits
    """What the network is shown of the position after an action."""
    actions: Actions
    values: Floats
    """What each action promises."""


def new_workspace() -> Workspace:
    """A workspace of one's own, for one thread."""
    return Workspace(
        np.zeros(WORDS, np.uint64),
        np.zeros(HIDDEN, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(WIDTH, np.float32),
        np.zeros(RESULTS, np.float32),
        np.zeros(WORDS, np.uint64),
        np.zeros(MOST_ACTIONS, np.int32),
        np.zeros(MOST_ACTIONS, np.float32),
    )


@kernel
def list_legal(row: Bits, o: OptionVector, actions: Actions) -> Word:
    """Write down the legal actions; returns how many there are."""
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
    """The card that an action brings down, the field cards it takes, and whether from the hand."""
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
def look_ahead(row: Bits, o: OptionVector, action: Word, before: Bits, words: Bits) -> None:
    """The table after an action, as who acts sees it now."""
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
    see(words, facts_of(row, o, seat, over, popcount(words[HAND]), mine, calls))


@kernel
def consider(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """Write down every legal action and what it promises who acts; returns how many there are."""
    seat = np.int64(row[ACTOR])
    look(row, seat, workspace.before)
    over = 0 if row[PHASE] == PLAY else 1
    held, mine = popcount(workspace.before[HAND]), workspace.before[MINE] & _CARDS
    see(workspace.before, facts_of(row, o, seat, over, held, mine, 0))
    for k in range(HIDDEN):
        workspace.seen[k] = net.first[k]
    for word in range(WORDS):
        show(workspace.seen, net.w1, word, workspace.before[word])
    count = list_legal(row, o, workspace.actions)
    for n in range(count):
        action = np.int64(workspace.actions[n])
        if action == A_STOP:
            points = min(stop_points(row, o), MOST_POINTS)
            workspace.values[n] = stakes.points[seat, MOST_POINTS + points]
        elif action >= A_SWAP:
            workspace.values[n] = 1 if action == A_KEEP else 0
        else:
            look_ahead(row, o, action, workspace.before, workspace.words)
            for k in range(HIDDEN):
                workspace.tried[k] = workspace.seen[k]
            for word in range(WORDS):
                show(workspace.tried, net.w1, word, workspace.words[word] & ~workspace.before[word])
                hide(workspace.tried, net.w1, word, workspace.before[word] & ~workspace.words[word])
            workspace.values[n] = foretell(
                net, workspace.tried, workspace.middle, workspace.out, stakes.results[seat]
            )
    return count


@routine
def weigh(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """As `consider`, for who calls it from Python."""
    return consider(row, o, net, stakes, workspace)


@routine
def best_of(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """As `consider`; returns the place of the action that promises most."""
    count = consider(row, o, net, stakes, workspace)
    best = 0
    for n in range(1, count):
        if workspace.values[n] > workspace.values[best]:
            best = n
    return best


@routine
def choose(row: Bits, o: OptionVector, net: Net, stakes: Stakes, workspace: Workspace) -> Word:
    """The action that promises most to who acts."""
    if row[PHASE] == PLAY and list_legal(row, o, workspace.actions) == 1:
        return np.int64(workspace.actions[0])
    return np.int64(workspace.actions[best_of(row, o, net, stakes, workspace)])


@routine
def advance(row: Bits, o: OptionVector, action: Word, rng: Random, game: int) -> None:
    """Carry out a legal action, and keep in mind what it tells about the hand."""
    if action < A_CAPTURE and row[PHASE] == PLAY and not mates_on(row[FIELD], action):
        row[LACKS + np.int64(row[ACTOR])] |= months_of(row[FIELD])
    step(row, o, action, rng, game)
