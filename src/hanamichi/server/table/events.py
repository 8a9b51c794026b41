"""What happens at a table during a match, apart from moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from hanamichi.core import Seat


class MatchEnding(msgspec.Struct, frozen=True, gc=False):
    """How the match ended."""

    reason: Literal["rules", "timeout", "vote"]
    scores: tuple[int, ...]
    """After a timeout or a vote: 0 for all in a cooperative game, else the points so far."""
    winners: tuple[Seat, ...]
    """After a timeout: the other players. Nobody after a vote."""
    seat: Seat | None = None
    """The seat that ran out of time."""


class TakeBackEvent(msgspec.Struct, frozen=True, gc=False):
    """All agreed to return to an earlier ply."""

    by: Seat
    ply: int
    removed: tuple[int, ...]
    """The `seq` of the moves that no longer count."""


class StandInEvent(msgspec.Struct, frozen=True, gc=False):
    """A bot decides for an absent person from here on."""

    seat: Seat
    bot: str


class ComeBackEvent(msgspec.Struct, frozen=True, gc=False):
    """The person decides again."""

    seat: Seat


class EndEvent(msgspec.Struct, frozen=True, gc=False):
    """The match ended otherwise than by its rules."""

    ending: MatchEnding


TableEvent: TypeAlias = TakeBackEvent | StandInEvent | ComeBackEvent | EndEvent
