"""What a bot is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol

import msgspec

from hanamichi.core import Action, Event


class Sight(NamedTuple):
    """All that a seat has to decide by: what it sees, what it was told, what it may do."""

    view: msgspec.Struct
    """The game's view of this seat."""
    events: Sequence[Event]
    """Everything the seat was told since the deal, in order, as it may know it."""
    legal: Sequence[Action]


class Reason(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a bot moved as it did: a sentence of the catalogue of words, and what fills it in."""

    code: str
    """Under `why.hanabi` or `why.koikoi`, in four languages. Written out where a reason is made."""
    facts: Mapping[str, str | int] = {}
    """Numbers as they are; else a word's kind and itself: `seat:2`, `card:r3`, `colour:red`.

    Kinds: seat, card, colour, value, slot (from 1), yaku, month, plant, number (`number:24.3`);
    several words with commas, `card:r3,g1`. The fact called `seat` is the player spoken to.
    """
    secret: bool = True
    """Whether it may tell somebody at the table what they cannot know: then it has to wait."""


class Choice(NamedTuple):
    """A bot's answer."""

    action: Action
    reason: Reason | None = None


class Bot(Protocol):
    """A player made of code. It is never given a state, so it has nothing to peek at.

    A bot may remember what it worked out from earlier events of the same match; given the same
    sight and the same random numbers, a fresh one must answer the same.
    """

    def choose(self, sight: Sight, chance: Random) -> Choice:
        """One of the legal actions, and why, from the sight and the bot's own random numbers."""
        ...
