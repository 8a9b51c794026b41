"""The messages of Hanabi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hanamichi.hanabi import ColourClue, HanabiAction, HanabiEvent, HanabiView, ValueClue
from hanamichi.hanabi.cards import Card as HanabiCard
from hanamichi.server.protocol.match_messages import (
    GameEntry,
    GameFrame,
    GameMessages,
    GamePosition,
    GameResult,
)


class CluePreview(msgspec.Struct, frozen=True):
    """A legal clue and the cards it would touch."""

    clue: ColourClue | ValueClue
    touches: tuple[int, ...]
    """Card ids in the target's hand; none for an empty clue."""


class HanabiAids(msgspec.Struct, frozen=True):
    """What follows from the view, worked out so that the client needs no rules."""

    deductions: Mapping[int, tuple[HanabiCard, ...]]
    """For each card id in a hand: what its holder can still take it for, clues and all. Empty for
    who asked for aids of the table only."""
    clues: tuple[CluePreview, ...]
    """For the seat to act: what each legal clue would touch."""
    playable: tuple[HanabiCard, ...]
    """Faces that fit a firework now."""
    indispensable: tuple[HanabiCard, ...]
    """Faces of which the last copy is still needed."""
    dead: tuple[HanabiCard, ...]
    """Faces that can never be played any more."""
    score: int
    """What the fireworks are worth now."""
    maximum: int
    """The best score still possible."""
    pace: int | None
    """Discards the team can afford; none under the final bouquet and after the end."""


class HanabiPosition(GamePosition, frozen=True, kw_only=True, tag="hanabi"):
    """Where a game of Hanabi stands, for the one who receives this."""

    legal: tuple[HanabiAction, ...]
    """All you may choose now; empty unless it is your turn. `rearrange` is always free."""
    view: HanabiView
    aids: Annotated[HanabiAids | None, Meta(extra={"typescript": "HanabiAids"})]


class HanabiEntry(GameEntry, frozen=True, kw_only=True, tag="hanabi"):
    """One line of the log as its reader may know it: an accepted move, or something at the table.

    `seq` rises but may skip numbers.
    """

    events: tuple[HanabiEvent, ...] = ()


class HanabiFrame(GameFrame, frozen=True, kw_only=True, tag="hanabi"):
    """A moment of a game of Hanabi."""

    position: HanabiPosition
    clued: Mapping[int, tuple[HanabiCard, ...]]
    """For each card in a hand: what its clues alone leave possible."""
    upcoming: tuple[HanabiCard, ...] | None
    """With everything open: the deck, the next card first."""


class HanabiResult(GameResult, frozen=True, kw_only=True, tag="hanabi"):
    """What a game of Hanabi came to."""

    result: Literal["won", "scored", "lost", "abandoned"]
    score: int
    maximum: int


class ScorePoint(msgspec.Struct, frozen=True):
    """One game in a line of scores."""

    replay: str
    ended: int
    score: int
    maximum: int


class HanabiStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's games of one edition of Hanabi, played to their end."""

    preset: str
    games: int
    won: int
    lost: int
    best: int
    mean: float
    scores: tuple[ScorePoint, ...]
    """The latest, the oldest of them first."""


HANABI_MESSAGES = GameMessages(
    prefix="Hanabi",
    position=HanabiPosition,
    entry=HanabiEntry,
    frame=HanabiFrame,
    result=HanabiResult,
    statistics={"hanabi": tuple[HanabiStatistics, ...]},
)
