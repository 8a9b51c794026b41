"""The match on a table as it crosses the wire: what the messages of all games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from hanamichi.adapters import AdapterError, AnyGame, Facet
from hanamichi.bots import Reason
from hanamichi.core import Seat


class ClockState(msgspec.Struct, frozen=True):
    """The clocks at the moment of sending; the running one goes on ticking at the client."""

    remaining: tuple[float, ...]
    """Seconds left, seat by seat."""
    running: Seat | None
    """Whose clock runs; nobody's while a bot decides or the match is over."""


EndReason: TypeAlias = Literal["rules", "timeout", "vote", "absence", "idle", "owner"]
"""Played to its end; out of time; by agreement of all; a win that was claimed because the opponent
stayed away; or ended without a result because somebody did, or by the owner of the server."""
Unrated: TypeAlias = Literal["lesson", "branch", "take-back", "stand-in", "vote", "idle", "owner"]
"""Why a match counts in nobody's statistics: it is a lesson or a branch, a move that had shown
hidden cards was taken back, a bot decided for a person, or it was ended without a result."""


class Ending(msgspec.Struct, frozen=True):
    """How the match ended. By its rules: then the view's outcome says the rest."""

    reason: EndReason
    scores: tuple[int, ...]
    """Unless the rules ended it: 0 for all in Hanabi, the points of the finished rounds in
    Koi-Koi."""
    winners: tuple[Seat, ...]
    """Koi-Koi after a timeout or an absence: the other player. Otherwise nobody."""
    seat: Seat | None = None
    """Whose time ran out, or who stayed away."""


class TakenBack(msgspec.Struct, frozen=True, tag="taken-back"):
    """All agreed to return: log entries with a later ply no longer count."""

    by: Seat
    ply: int
    """The ply of the position returned to."""
    removed: tuple[int, ...]
    """The `seq` of the entries that no longer count."""
    unrated: bool = False
    """They had shown somebody something hidden, so the match counts for nobody from then on."""


class StoodIn(msgspec.Struct, frozen=True, tag="stood-in"):
    """A bot decides for an absent person from here on."""

    seat: Seat
    bot: str


class CameBack(msgspec.Struct, frozen=True, tag="came-back"):
    """The person decides again."""

    seat: Seat


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """The match ended otherwise than by its rules."""

    ending: Ending


TableEvent: TypeAlias = TakenBack | StoodIn | CameBack | Ended


class GamePosition(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """Where a match stands for one receiver. Each game says what is legal, and what is seen."""

    seq: int
    """The last log entry this position includes."""
    ply: int
    """Send it back with a move."""
    to_act: Seat | None
    legal: tuple[Any, ...]
    """All you may choose now; empty unless it is your turn."""
    view: Any
    aids: Any
    """None for who asked for none."""
    clock: ClockState | None


class GameEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """One line of the log as its reader may know it: an accepted move, or something at the table.

    `seq` rises but may skip numbers. Each game says what its events are.
    """

    seq: int
    at: int
    ply: int
    """The ply after it."""
    seat: Seat | None
    """Who moved; nobody at the deal."""
    events: tuple[Any, ...] = ()
    table: TableEvent | None = None
    why: Reason | None = None
    """Why a bot moved, where you may know that already: see `reasons`."""


class GameFrame(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """A moment of a replay. Each game adds what only replays show."""

    position: GamePosition
    """As that seat saw it then; nothing is legal any more."""


class GameResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What a match came to. Each game adds what it counts."""

    reason: EndReason


class GameMessages(NamedTuple):
    """The structs in which one game crosses the wire."""

    prefix: str
    """What its types are called in TypeScript: the `Hanabi` of `HanabiAction`."""
    position: type[GamePosition]
    entry: type[GameEntry]
    frame: type[GameFrame]
    result: type[GameResult]
    statistics: Mapping[str, Any]
    """The fields that the game adds to `Statistics`, and their types."""


def _check_tags(game: AnyGame, messages: GameMessages) -> None:
    for kind in (messages.position, messages.entry, messages.frame, messages.result):
        if kind.__struct_config__.tag != game.id:
            raise AdapterError(
                f"{kind.__name__} of {game.id} crosses the wire with the tag "
                f"{kind.__struct_config__.tag!r} instead of {game.id!r}",
                where="wire",
            )


MESSAGES: Facet[GameMessages] = Facet("wire", GameMessages, _check_tags)


def union_of(types: Iterable[Any]) -> Any:
    """The union of types that are known at run time only."""
    return reduce(or_, types)
