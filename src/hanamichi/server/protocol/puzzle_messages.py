"""HTTP bodies about puzzles: the list, packs to be solved offline, answers and streaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from hanamichi.bots import Reason
from hanamichi.core import Seat
from hanamichi.puzzles.model import PuzzleKind
from hanamichi.server.protocol.messages import GameId, LogEntry, Position

MAX_ANSWERS = 100
"""How many answers are sent at once."""
_MAX_ID = 64
MAX_UTC_OFFSET = 14 * 60
"""Minutes."""

PuzzleId = Annotated[str, Meta(min_length=1, max_length=_MAX_ID)]
UtcOffset = Annotated[int, Meta(ge=-MAX_UTC_OFFSET, le=MAX_UTC_OFFSET)]
"""Minutes east of UTC, for days in a row."""


class PuzzleSummary(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    id: str
    kind: PuzzleKind
    level: int
    """1 to 5, from easy to hard."""
    pack: int
    """Its pack: a place in `packs`."""


class PuzzlesOfGame(msgspec.Struct, frozen=True):
    """The puzzles of one game, the easiest first."""

    game: GameId
    packs: tuple[str, ...]
    """The ids of its packs. A pack of an id never changes."""
    puzzles: tuple[PuzzleSummary, ...]


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles of this server."""

    games: tuple[PuzzlesOfGame, ...]


class PuzzleChoice(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that was compared with the others, and what it is worth."""

    action: Mapping[str, Any] | None
    card: str | None
    """For `what-card`: a face, `r3`."""
    value: float
    """As in a review; for `what-card`, 1 for the right face and 0 for the others."""


class PosedPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle with everything that is needed to solve it and to explain its answer."""

    id: str
    game: GameId
    kind: PuzzleKind
    level: int
    preset: str
    options: Mapping[str, Any]
    """Every option of the table."""
    changed: tuple[str, ...]
    """The options that differ from the preset."""
    players: int
    seat: Seat
    """Who is asked, and through whose eyes everything here is seen."""
    asked_card: int | None
    """For `what-card`: the id of the card in that hand."""
    position: Position
    """For `what-card` without deductions, which might tell the answer."""
    log: tuple[LogEntry, ...]
    """What happened: in Koi-Koi in this round. Its times are 0."""
    answers: tuple[PuzzleChoice, ...]
    """The right one first."""
    margin: float
    """How much better the right answer is than the second."""
    error: float
    """The standard error of the margin; 0 where it was solved exactly."""
    explanation: tuple[Reason, ...]
    source: str
    """Where the game comes from: `self-play`, or the site that it was played on."""


class PuzzlePack(msgspec.Struct, frozen=True):
    """Puzzles that are loaded together."""

    id: str
    puzzles: tuple[PosedPuzzle, ...]


class GivenAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a person answered: an action, or a card for `what-card`."""

    puzzle: PuzzleId
    action: Mapping[str, Any] | None = None
    card: Annotated[str, Meta(max_length=_MAX_ID)] | None = None
    at: Annotated[int, Meta(ge=0)]
    """When; a time in the future counts as now, one of long ago as a month ago."""


class GivenAnswers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers, sent at once or when the server can be reached again."""

    answers: Annotated[tuple[GivenAnswer, ...], Meta(min_length=1, max_length=MAX_ANSWERS)]
    utc_offset: UtcOffset = 0


class AnsweredPuzzle(msgspec.Struct, frozen=True):
    """The first answer of this person to a puzzle: the one that counts."""

    puzzle: str
    right: bool
    at: int


class Streak(msgspec.Struct, frozen=True, kw_only=True):
    """How a person is doing with the puzzles of a game; only first answers count."""

    game: GameId
    answered: int
    right: int
    current: int
    """Right answers in a row, up to the last."""
    best: int
    """The most right answers in a row."""
    days: int
    """Days in a row with an answer, up to today or yesterday."""


class MyPuzzles(msgspec.Struct, frozen=True):
    """All answers of this person, the oldest first, and their streaks."""

    answers: tuple[AnsweredPuzzle, ...]
    streaks: tuple[Streak, ...]


class AnswersTaken(msgspec.Struct, frozen=True):
    """The reply to answers."""

    answers: tuple[AnsweredPuzzle, ...]
    """What counts for the puzzles that were sent; an earlier answer stays."""
    unknown: tuple[str, ...]
    """Puzzles that are not on this server."""
    streaks: tuple[Streak, ...]


REQUEST_BODIES: tuple[type[msgspec.Struct], ...] = (GivenAnswers,)
RESPONSE_BODIES: tuple[type[msgspec.Struct], ...] = (
    PuzzleList,
    PuzzlePack,
    MyPuzzles,
    AnswersTaken,
)
