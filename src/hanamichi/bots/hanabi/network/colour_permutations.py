"""Hanabi for two with its colours exchanged: the same game, so free examples."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.hanabi.card_memory import AGES

PLAYERS, HAND, SUITS, VALUES, DECK, TOKENS, ERRORS = 2, 5, 5, 5, 50, 8, 3
COPIES = 10
"""Cards of a suit."""
ACTIONS = 2 * HAND + SUITS + VALUES
Places = NDArray[np.int64]
Label = tuple[Hashable, ...]
"""What an input says. What it says of a colour is ("suit", which)."""


Order = tuple[int, ...]
"""What colour n becomes, for each n."""
ALL_ORDERS: tuple[Order, ...] = tuple(permutations(range(SUITS)))
"""All 120, the first of which changes nothing."""
ROTATIONS: tuple[Order, ...] = tuple(
    tuple((suit + shift) % SUITS for suit in range(SUITS)) for shift in range(SUITS)
)
"""Those with which every colour has every place once."""


class Permutations(NamedTuple):
    """Some permutations of the colours."""

    seen: Places
    """For each permutation and bit of an observation, the bit that it comes from."""
    inputs: Places
    """The same of a policy's inputs: the observation, then the actions before the last one."""
    came: Places
    """For each action of the exchanged game, the action that it was."""
    becomes: Places
    """For each action, what it is in the exchanged game."""


def colour_permutations(
    words: int, past: int, orders: Sequence[Order] = ALL_ORDERS, *, card_memory: bool
) -> Permutations:
    """For packed observations of so many words and so many actions before the last one."""
    seen = list(_observation(card_memory=card_memory))
    seen += [("padding", place) for place in range(64 * words - len(seen))]
    if len(seen) != 64 * words:
        raise ValueError(f"an observation of {words} words is none of this table")
    actions = list(_actions())
    inputs = seen + [("past", ply, *action) for ply in range(past) for action in actions]
    came = np.array([_sources(actions, order) for order in orders])
    return Permutations(
        np.array([_sources(seen, order) for order in orders]),
        np.array([_sources(inputs, order) for order in orders]),
        came,
        np.argsort(came, axis=1),
    )


def _sources(labels: Sequence[Label], order: Sequence[int]) -> list[int]:
    """Where each input comes from if suit n becomes suit order[n]."""
    places = {label: place for place, label in enumerate(labels)}
    before = {("suit", new): ("suit", old) for old, new in enumerate(order)}
    return [places[tuple(before.get(part, part) for part in label)] for label in labels]  # type: ignore[call-overload]


def _suits() -> list[Label]:
    return [("suit", suit) for suit in range(SUITS)]


def _cards() -> list[Label]:
    return [(suit, value) for suit in _suits() for value in range(VALUES)]


def _actions() -> Iterator[Label]:
    for kind in ("discard", "play"):
        yield from ((kind, slot) for slot in range(HAND))
    yield from (("clue", suit) for suit in _suits())
    yield from (("clue", value) for value in range(VALUES))


def _observation(*, card_memory: bool) -> Iterator[Label]:
    """The sections of docs/batch.md, for two players at the standard table."""
    yield from (("theirs", slot, *card) for slot in range(HAND) for card in _cards())
    yield from (("short", seat) for seat in range(PLAYERS))
    yield from (("deck", n) for n in range(DECK - PLAYERS * HAND))
    yield from (("firework", *card) for card in _cards())
    yield from (("token", n) for n in range(TOKENS))
    yield from (("error", n) for n in range(ERRORS))
    yield from (("discards", suit, n) for suit in _suits() for n in range(COPIES))
    yield from (("last", n) for n in range(2 * PLAYERS + 4))
    yield from (("last clue", suit) for suit in _suits())
    yield from (("last clue", value) for value in range(VALUES))
    yield from (("last slots", n) for n in range(2 * HAND))
    yield from (("last card", *card) for card in _cards())
    yield from (("came of it", n) for n in range(2))
    for slot in range(PLAYERS * HAND):
        yield from (("can be", slot, *card) for card in _cards())
        yield from (("told", slot, suit) for suit in _suits())
        yield from (("told", slot, value) for value in range(VALUES))
    for slot in range(PLAYERS * HAND if card_memory else 0):
        yield from (("age", slot, n) for n in range(2 * len(AGES)))
        yield from (("touched by", slot, suit) for suit in _suits())
        yield from (("touched by", slot, value) for value in range(VALUES))
        yield from (("touched", slot, n) for n in range(HAND))
        yield from (("board then", slot, *card) for card in _cards())
