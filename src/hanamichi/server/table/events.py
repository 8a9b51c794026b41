"""What happens at a table during a match, apart from moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from hanamichi.core import Seat

EndReason: TypeAlias = Literal["rules", "timeout", "vote", "absence", "idle", "owner"]
"""By its rules; on time; by agreement; a win claimed from an absent person; or without a result
because somebody stayed away, or because the owner of the server ended it."""
Unrated: TypeAlias = Literal["lesson", "branch", "take-back", "stand-in", "vote", "idle", "owner"]
"""Why a match counts for nobody: what it is, what happened in it, or how it ended."""


class MatchEnding(msgspec.Struct, frozen=True, gc=False):
    """How the match ended."""

    reason: EndReason
    scores: tuple[int, ...]
    """Unless the rules ended it: 0 for all in a cooperative game, else the points so far."""
    winners: tuple[Seat, ...]
    """After a timeout or an absence: the other players. Otherwise nobody."""
    seat: Seat | None = None
    """The seat that ran out of time or stayed away."""


class TakeBackEvent(msgspec.Struct, frozen=True, gc=False):
    """All agreed to return to an earlier ply."""

    by: Seat
    ply: int
    removed: tuple[int, ...]
    """The `seq` of the moves that no longer count."""
    unrated: bool = False
    """They had shown a person something hidden, so the match counts for nobody."""


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
