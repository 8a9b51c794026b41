"""A puzzle as data. `docs/puzzles.md` describes the JSON."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.bots.bot import Reason
from hanamichi.core import ChanceDraw, HanamichiError, Seat
from hanamichi.core.record import JsonObject, Move

PuzzleKind: TypeAlias = Literal["stop-or-call", "which-card", "which-clue", "what-card", "win"]
"""The question: stop or koi-koi, which card, which clue, what is this card, win from here."""


class PuzzleError(HanamichiError):
    """A puzzle that does not exist or cannot be used.

    Codes: `puzzle/unknown`, `puzzle/invalid`, `puzzle/ended`.
    """

    code = "puzzle/unknown"


class Answer(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A possible answer, and what it is worth."""

    action: JsonObject | None = None
    """As in a record."""
    card: str | None = None
    """For `what-card`: a face, `r3`."""
    value: float
    """As in a review; for `what-card`, 1 for the right face and 0 for the others."""


class Puzzle(
    msgspec.Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A position, a question, and its answer."""

    id: Annotated[str, Meta(pattern="^[a-z0-9-]+-[0-9]+$", max_length=64)]
    """The game and a number that is never given to another puzzle: `koikoi-17`."""
    game: str
    kind: PuzzleKind
    level: Annotated[int, Meta(ge=1, le=5)]
    """1 to 5, from easy to hard."""
    preset: str
    options: JsonObject = {}
    """The options that differ from the preset."""
    players: int
    seat: Seat
    """Who is asked: the seat to act after the moves."""
    chance: tuple[ChanceDraw, ...]
    """The shuffles that led here. What the seat does not see may be any of the possible cards."""
    moves: tuple[Move, ...]
    asked_card: int | None = None
    """For `what-card`: the id of the card in the hand of `seat`."""
    answers: Annotated[tuple[Answer, ...], Meta(min_length=2)]
    """The best first, two at least."""
    margin: float
    """How much better the best answer is than the second."""
    error: Annotated[float, Meta(ge=0)]
    """The standard error of the margin; 0 where it was solved exactly."""
    explanation: Annotated[tuple[Reason, ...], Meta(min_length=1)]
    """Sentences: codes under `puzzle.GAME`, `review.GAME` or `why.GAME`, in this order."""
    source: str
    """Where the game comes from: `self-play`, or the site that it was played on."""
