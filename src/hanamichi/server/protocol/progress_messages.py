"""HTTP bodies about how a person's play develops, from the reviews of their matches."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from hanamichi.core import Seat
from hanamichi.review import Depth, Verdict
from hanamichi.review.model import MistakeKind
from hanamichi.server.protocol.messages import GameId

CardKind: TypeAlias = Literal["light", "animal", "ribbon", "plain"]


class ReviewedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of one's own that was reviewed."""

    replay: str
    preset: str
    ended: int
    seat: Seat
    """One's own."""
    depth: Depth
    accuracy: float | None
    """0 to 100; none where there was nothing to choose."""
    verdicts: dict[Verdict, int]
    """How many decisions were what."""
    kinds: dict[MistakeKind, int]
    """How many mistakes of each kind."""


class MistakeTotal(msgspec.Struct, frozen=True, kw_only=True):
    """How often a kind of mistake was made in a game."""

    game: GameId
    kind: MistakeKind
    count: int
    matches: int
    """In how many matches."""
    loss: float
    """What all of them cost: Koi-Koi, in matches; Hanabi, in points."""


class OpeningTotal(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds of Koi-Koi that one began with the same sort of card."""

    month: int
    kind: CardKind
    captured: bool
    """It took a card from the field."""
    rounds: int
    won: int
    points: int
    """One's own less the opponent's."""


class DealResult(msgspec.Struct, frozen=True, kw_only=True):
    """A round of Koi-Koi, or a game of Hanabi."""

    replay: str
    preset: str
    ended: int
    number: int
    """Its number in the match, from 1."""
    ply: int
    """Where it begins."""
    points: int
    """Koi-Koi: one's own less the opponent's. Hanabi: the score."""
    maximum: int | None
    """Hanabi: the most there was."""


class GameDeals(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of a game that went best and worst."""

    game: GameId
    best: tuple[DealResult, ...]
    worst: tuple[DealResult, ...]
    """The worst first; none that is among the best."""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How one's play develops. Matches that are `unrated` do not count."""

    matches: tuple[ReviewedMatch, ...]
    """The oldest first, the latest few hundred."""
    mistakes: tuple[MistakeTotal, ...]
    """Those of a game together, the costliest first."""
    openings: tuple[OpeningTotal, ...]
    """The most frequent first."""
    deals: tuple[GameDeals, ...]
    unreviewed: tuple[str, ...]
    """The latest matches that nobody has asked to be reviewed: replay ids."""
    pending: int
    """Reviews that one has asked for and that are not done."""


RESPONSE_BODIES: tuple[type[msgspec.Struct], ...] = (Progress,)
