"""The result of a finished match: the row that it is listed and counted by."""

from __future__ import annotations

import base64
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import structs

from hanamichi.adapters import Facet
from hanamichi.core import Position, Seat
from hanamichi.server.protocol.match_messages import GameResult
from hanamichi.server.protocol.progress_messages import CardKind
from hanamichi.server.table.entries import BranchPoint
from hanamichi.server.table.events import EndReason, MatchEnding, Unrated
from hanamichi.server.table.state import Table


class StoredResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="game", omit_defaults=True):
    """The result of a match as the database stores it. Each game adds what it counts."""

    reason: EndReason
    unrated: Unrated | None = None
    """Why it counts for nobody. Rows of earlier versions have none, and `Finished.counts` only."""


def replay_id(table_id: str) -> str:
    """The public name of a finished match.

    It follows from the table's id and leads no way back: a replay can be shown to the world, while
    the table, and with it the link to the next match of the same people, stays among them.
    """
    digest = hashlib.sha256(f"replay of {table_id}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


class Finished(NamedTuple):
    """The summary of a finished match."""

    table_id: str
    replay_id: str
    ended: int
    game: str
    preset: str
    plies: int
    result: StoredResult
    branch: BranchPoint | None
    counts: bool
    """It counts in statistics."""

    def row(self) -> dict[str, Any]:
        """The values of its row in the database."""
        branch = None if self.branch is None else msgspec.json.encode(self.branch).decode()
        result = msgspec.json.encode(self.result).decode()
        return {**self._asdict(), "result": result, "branch": branch}


def finished(table: Table) -> Finished:
    """The summary of a table whose match is over."""
    assert table.play is not None
    assert table.ending is not None
    return Finished(
        table_id=table.id,
        replay_id=replay_id(table.id),
        ended=_ended(table),
        game=table.settings.game,
        preset=table.settings.preset,
        plies=table.ply,
        result=structs.replace(result_of(table, table.play.state), unrated=table.unrated),
        branch=table.branch,
        counts=table.unrated is None,
    )


def _ended(table: Table) -> int:
    """When the last move was made or the match was broken off: later entries are about people."""
    return max(item.at for item in table.log)


def result_of(table: Table, state: Any) -> StoredResult:
    """What the match came to."""
    assert table.ending is not None
    result: StoredResult = RESULTS.of(table.settings.game).result(table.ending, state)
    return result


ResultT = TypeVar("ResultT", bound=StoredResult)


class CountedMatch(NamedTuple, Generic[ResultT]):
    """A match in one person's statistics."""

    replay_id: str
    preset: str
    ended: int
    seat: Seat
    result: ResultT


class Opening(msgspec.Struct, frozen=True):
    """The first card that a player played in a round of Koi-Koi."""

    month: int
    kind: CardKind
    captured: bool
    """It took a card from the field."""


class PlayedDeal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of one deal of the cards: a round, or a whole game, for one seat."""

    ply: int
    """Where it begins."""
    points: int
    """Where one plays against others: one's own less theirs."""
    maximum: int | None = None
    """The most points that there were, where that is known."""
    opening: Opening | None = None


class GameResults(ABC, Generic[ResultT]):
    """Results of one game, and the statistics made from them."""

    stored: ClassVar[type[StoredResult]]
    """The struct in which the database stores a result."""

    @abstractmethod
    def result(self, ending: MatchEnding, state: Any) -> ResultT:
        """What a match came to that ended like this in this state."""

    @abstractmethod
    def message(self, result: ResultT) -> GameResult:
        """A stored result as clients receive it."""

    @abstractmethod
    def points(self, result: ResultT, seat: Seat) -> int:
        """The number by which results of the same deal are compared; more is better."""

    def deals(self, positions: Iterable[Position[Any, Any]], seat: Seat) -> list[PlayedDeal]:
        """The deals of a match that were played to their end, as one seat fared in them.

        A game that says nothing here has no best and worst deals.
        """
        return []

    @abstractmethod
    def statistics(self, matches: Sequence[CountedMatch[ResultT]]) -> dict[str, object]:
        """The game's fields of `Statistics`, from matches of which the oldest come first."""


RESULTS: Facet[GameResults[Any]] = Facet("results", GameResults)


def by_preset(
    matches: Sequence[CountedMatch[ResultT]],
) -> list[tuple[str, list[CountedMatch[ResultT]]]]:
    """Matches by edition, the edition with most matches first."""
    editions: dict[str, list[CountedMatch[ResultT]]] = {}
    for match in matches:
        editions.setdefault(match.preset, []).append(match)
    return sorted(editions.items(), key=lambda edition: -len(edition[1]))
