"""What a bot is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, Protocol

import msgspec

from hanamichi.core import Action, Event


class Sight(NamedTuple):
    """All that a seat decides by: what it sees, the events it was sent, and its legal actions."""

    view: msgspec.Struct
    """The game's view of this seat."""
    events: Sequence[Event]
    """All events since the deal, in order, as this seat may know them."""
    legal: Sequence[Action]
    company: tuple[str | None, ...] = ()
    """By seat, the id of the bot there, None for a person; empty where that is not known."""


def bot_ids(seats: Iterable[str | None]) -> tuple[str | None, ...]:
    """The ids of the bots at a table, from the bot and its parameters in each seat."""
    return tuple(None if bot is None else bot.partition(":")[0] for bot in seats)


class Reason(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a bot moved: a sentence of the message catalogue, and the facts that fill it in."""

    code: str
    """Under `why.hanabi` or `why.koikoi` in every language."""
    facts: Mapping[str, str | int] = {}
    """Numbers as they are; else a kind and a value: `seat:2`, `card:r3`, `colour:red`.

    Kinds: seat, card, colour, value, slot (from 1), yaku, month, plant, number (`number:24.3`);
    several values with commas, `card:r3,g1`, or one of several, `card:4R|4a`. The fact called
    `seat` is the player addressed.
    """
    secret: bool = True
    """Whether it may reveal hidden information to a seat; then it is shown after the match."""


class Choice(NamedTuple):
    """A bot's answer."""

    action: Action
    reason: Reason | None = None


class Bot(Protocol):
    """Chooses actions for a seat. It is given views, never a state, so it cannot see hidden cards.

    A bot may keep what it computed from earlier events of the same match; given the same sight and
    the same random numbers, a new one must answer the same.
    """

    def choose(self, sight: Sight, chance: Random) -> Choice:
        """One of the legal actions, and why, from the sight and the bot's own random numbers."""
        ...
