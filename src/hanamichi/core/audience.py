"""Events and their audiences: the only place where a log is redacted."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias, TypeVar

import msgspec

from hanamichi.core.errors import UnknownSeat

Seat: TypeAlias = int
"""A player's index at the table, counted from 0; `None` stands for a spectator."""


def check_viewer(seat: Seat | None, players: int) -> None:
    """Raise for a seat the table does not have, because no redaction rule would exclude it."""
    if seat is not None and not (type(seat) is int and 0 <= seat < players):
        raise UnknownSeat(f"There is no seat {seat} at this table", where="seat")


class Audience(msgspec.Struct, frozen=True, gc=False):
    """Who sees the secret part of an event."""

    only: frozenset[Seat] | None = None
    """If given, only these seats see it."""
    never: frozenset[Seat] = frozenset()
    """These seats never see it."""
    spectators: bool = True

    def includes(self, seat: Seat | None) -> bool:
        """Whether this seat (or, for `None`, a spectator) belongs to the audience."""
        if seat is None:
            return self.spectators
        return seat not in self.never and (self.only is None or seat in self.only)


EVERYONE = Audience()
NOBODY = Audience(only=frozenset(), spectators=False)


@lru_cache(maxsize=256)
def only(*seats: Seat) -> Audience:
    """An audience of these seats only."""
    return Audience(only=frozenset(seats), spectators=False)


@lru_cache(maxsize=256)
def seats_but(*seats: Seat) -> Audience:
    """Every seat except these, and no spectators."""
    return Audience(never=frozenset(seats), spectators=False)


def kebab(name: str) -> str:
    """`CardDrawn` -> `card-drawn`: the type names used in JSON."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=kebab, omit_defaults=True):
    """Something that happened. Subclasses with a secret part override both methods."""

    def audience(self) -> Audience:
        """Who sees the complete event."""
        return EVERYONE

    def redacted(self) -> Event | None:
        """What everyone else sees; `None` hides the event entirely."""
        return self

    def informs(self) -> Audience:
        """Who learns something hidden from it, which a take-back cannot undo."""
        return NOBODY


E = TypeVar("E", bound=Event)


def event_for(event: E, seat: Seat | None) -> E | None:
    """The event as this seat (or a spectator) may see it."""
    if event.audience().includes(seat):
        return event
    return event.redacted()  # type: ignore[return-value]  # a redacted event stays in its union
