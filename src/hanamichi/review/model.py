"""A review as data. `docs/review.md` describes the JSON."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from hanamichi.bots.bot import Reason
from hanamichi.core import HanamichiError, Seat
from hanamichi.core.record import JsonObject

VERSION = 1

Depth: TypeAlias = Literal["standard", "deep"]
"""How much is calculated for each decision."""

Verdict: TypeAlias = Literal["best", "good", "slip", "mistake", "blunder"]
"""What a move was, by what it lost."""

CurveName: TypeAlias = Literal["win", "expected", "maximum", "pace"]
"""Koi-Koi: the chance of winning the match. Hanabi: the expected and the reachable score, pace."""

MistakeKind: TypeAlias = Literal[
    "gamble",
    "lost-last-copy",
    "missed-play",
    "idle-clue",
    "other-clue",
    "other-discard",
    "late-stop",
    "early-stop",
    "fed-yaku",
    "missed-yaku",
    "missed-denial",
    "other-card",
]
"""Kinds of mistakes, for statistics over many matches."""


class ReviewError(HanamichiError):
    """A match that cannot be reviewed.

    Codes: `review/unfinished`, `review/unsupported`, `review/seat`.
    """

    code = "review/unsupported"


class _Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of a review."""


class Alternative(_Part, frozen=True, kw_only=True):
    """A legal action, and what it was worth."""

    action: JsonObject
    """As in a record."""
    value: float
    """Koi-Koi: the chance of winning the match, 0 to 1. Hanabi: the expected final score."""
    error: float = 0.0
    """The standard error of the difference between this value and that of the best action."""
    points: float | None = None
    """Koi-Koi: the points that the round is expected to bring, those of the opponent negative."""


class Moment(_Part, frozen=True, kw_only=True):
    """A decision of the reviewed seat."""

    ply: int
    """How many plies the match had before it: the position to show."""
    action: JsonObject
    """What the seat did."""
    verdict: Verdict | None = None
    """None where there was no choice, or no judgement."""
    loss: float = 0.0
    """How much less the action was worth than the best one; 0 if that is within the error."""
    error: float = 0.0
    """The standard error of the loss."""
    alternatives: tuple[Alternative, ...] = ()
    """The legal actions that were compared, the best first, the one chosen included."""
    kind: MistakeKind | None = None
    reasons: tuple[Reason, ...] = ()
    """Why it matters, one sentence each: codes under `review.GAME` in every language."""


class Fact(_Part, frozen=True, kw_only=True):
    """Something that is true under any convention."""

    ply: int
    """How many plies the match had before the action that it is about."""
    seat: Seat
    """Who acted."""
    reason: Reason
    """A code under `review.GAME`, and what fills it in."""
    kind: MistakeKind | None = None


class Curve(_Part, frozen=True, kw_only=True):
    """A number over the match."""

    name: CurveName
    plies: tuple[int, ...]
    values: tuple[float, ...]


class SeatReview(_Part, frozen=True, kw_only=True):
    """The match as one seat played it."""

    seat: Seat
    accuracy: float | None = None
    """0 to 100; None if the seat had no choice."""
    moments: tuple[Moment, ...] = ()
    """Every decision, in order."""
    costliest: tuple[int, ...] = ()
    """The plies of the moments that lost most, the worst first: three at most."""
    facts: tuple[Fact, ...] = ()
    curves: tuple[Curve, ...] = ()
    efficiency: float | None = None
    """Hanabi: cards got for each clue, by the whole table; None if no clue was given."""
    required_efficiency: float | None = None
    """Hanabi: the efficiency that a perfect game needs at this table."""


class Review(_Part, frozen=True, kw_only=True, omit_defaults=False):
    """A whole match. It names no player, so that it can be kept when a name is erased."""

    format: Literal["hanamichi-review"] = "hanamichi-review"
    version: int = VERSION
    game: str
    preset: str | None = None
    depth: Depth
    plies: int
    rounds: tuple[int, ...] = ()
    """Koi-Koi: the ply at which each round begins."""
    seats: tuple[SeatReview, ...]
    """The reviewed seats."""
