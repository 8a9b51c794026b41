"""What the server sends over the socket: tables, positions, log entries and answers.

With `commands`, `http_bodies` and `replay_messages` this is the one source of the browser client's
types: `python -m hanamichi.server.protocol.typescript` writes them, and `docs/protocol.md` explains
them. Field names are the same everywhere. Times are milliseconds since 1970 (`at`) or seconds of a
clock (`bank`, `remaining`). A message holds no secret but its receiver's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from hanamichi.bots import Reason
from hanamichi.core import Seat
from hanamichi.core.audience import kebab
from hanamichi.server.protocol.commands import BotPace, Clock
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.protocol.match_messages import (
    MESSAGES,
    Ending,
    GameEntry,
    GamePosition,
    Unrated,
    union_of,
)

if TYPE_CHECKING:
    GameId: TypeAlias = str
    Position: TypeAlias = GamePosition
    LogEntry: TypeAlias = GameEntry
else:
    # What the wire carries, and its schema, are made of the registered games.
    GameId = Literal[tuple(MESSAGES.all())]
    Position = union_of(each.position for each in MESSAGES.all().values())
    LogEntry = union_of(each.entry for each in MESSAGES.all().values())

TableStatus: TypeAlias = Literal["open", "playing", "over"]
"""Seats are being filled; the match is on; it has ended."""


# -- what a table is -------------------------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who has it, as everybody may know."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    name: str | None
    """The nickname of the person, or the id of the bot; nothing for an open seat."""
    bot: str | None
    """The bot that decides here now: always for a bot's seat, and while one stands in."""
    host: bool
    """This person opened the table."""
    connected: bool
    """The person has the table open somewhere; bots always do."""
    absent: bool
    """The person left, or stayed away too long: those who are left decide how to go on."""
    absent_at: int | None
    """When that will be or was so, if the match waits for a person who is not connected."""
    warming: bool
    """The bot is not ready yet, as the first time on a machine; it will move once it is."""


class TakeBackProposal(msgspec.Struct, frozen=True, tag="take-back"):
    """A player asks to return to an earlier position."""

    by: Seat
    ply: int
    """The ply of the position to return to."""
    waiting_for: tuple[Seat, ...]
    """The people who have not answered."""
    unrated: bool
    """The moves have shown somebody something hidden: without them the match counts for nobody."""


class EndProposal(msgspec.Struct, frozen=True, tag="end-match"):
    """A player asks to end the match here, without a result."""

    by: Seat
    waiting_for: tuple[Seat, ...]


class ClaimProposal(msgspec.Struct, frozen=True, tag="claim-win"):
    """A player asks to win because a person stays away."""

    by: Seat
    seat: Seat
    """Who is absent."""
    waiting_for: tuple[Seat, ...]


class StandInProposal(msgspec.Struct, frozen=True, tag="stand-in"):
    """A player asks to let a bot decide for an absent person."""

    by: Seat
    seat: Seat
    """Who is absent."""
    bot: str
    waiting_for: tuple[Seat, ...]


Proposal: TypeAlias = TakeBackProposal | EndProposal | ClaimProposal | StandInProposal


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """Where a match branched off from a replay."""

    replay: str
    """The id of the replay."""
    ply: int
    """How many of its plies had been played."""
    cards: Literal["same", "reshuffled"]
    """Whether the cards lie as they did, or what the player could not see was reshuffled."""


class LessonState(msgspec.Struct, frozen=True, kw_only=True):
    """The progress in a lesson."""

    id: GameId
    step: int
    """How many steps are done."""
    steps: int
    expected: Mapping[str, Any] | None = None
    """The move that the step asks for, when it is the learner's turn."""
    back_to: int | None = None
    """Another move was made: the ply to take it back to."""


class BotObstacle(msgspec.Struct, frozen=True):
    """A bot that cannot play at such a table."""

    bot: str
    option: str
    """The option it cannot play with; `players` for the number of players."""
    why: str
    instead: str
    """A bot that can: the next weaker one."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table but the match on it."""

    id: str
    game: GameId
    preset: str
    options: Mapping[str, Any]
    """Every option of the table, as the rules read them."""
    changed: tuple[str, ...]
    """The options that differ from the preset."""
    status: TableStatus
    listed: bool
    """Shown in the list of open tables; otherwise only the link leads here."""
    bot_pace: BotPace
    unfit_bots: tuple[BotObstacle, ...]
    """The bots that cannot play here."""
    clock: Clock | None
    """None: there is no time limit."""
    seats: tuple[SeatInfo, ...]
    spectators: int
    """How many watch without a seat."""
    proposal: Proposal | None
    ending: Ending | None
    unrated: Unrated | None
    """Why the match counts in nobody's statistics; None: it counts when it is played to its end."""
    rematch: str | None
    """The id of the table where these people play again."""
    daily: str | None
    """The day whose deal is played here, as `2026-11-16`: once, alone with bots, without aid."""
    lesson: LessonState | None
    """For a guided first game."""
    seal: str | None
    """The hash of the key that decides the shuffle, shown from the first moment of the match on."""
    replay: str | None
    """When the match is over: the id under which everybody may see it again, at `/replay/ID`."""
    branch: Branch | None
    """The moment of a replay from which this match is played on."""
    created: int


class You(msgspec.Struct, frozen=True):
    """Who you are at this table."""

    seat: Seat | None
    """None: you watch."""
    host: bool
    name: str | None
    """None: this browser has no nickname yet and cannot sit down."""
    devices: int | None
    """How many other devices share your seat; None unless this is the one that took it."""


# -- socket: from the server -----------------------------------------------------------------------


class FromServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=kebab):
    """A frame to the client."""


class Snapshot(FromServer, frozen=True, kw_only=True):
    """Everything: after connecting, whenever your seat changes, and after `set-aids`."""

    table: TableInfo
    you: You
    now: int
    """The server's time, to compare `absent_at` with."""
    position: Position | None
    """None until the match starts."""
    log: tuple[LogEntry, ...]
    """The whole log, or what came after `?seen=` when the connection names it."""
    since: int
    """The `seen` that was honoured; 0 when the log is whole."""
    notes: Mapping[str, str]
    """Your private notes: by card id, or by any key the client chose."""


class TableChanged(FromServer, frozen=True, kw_only=True):
    """Seats, presence, settings, a proposal or the status changed."""

    table: TableInfo
    you: You
    now: int
    """The server's time, to compare `absent_at` with."""


class Happened(FromServer, frozen=True, kw_only=True):
    """New log entries, already stored, and the position after them."""

    entries: tuple[LogEntry, ...]
    position: Position


class Reasons(FromServer, frozen=True, kw_only=True):
    """The match is over, and bots say why they moved: by the `seq` of the log entry.

    During the match, a person alone with bots receives those that reveal nothing, in the entry.
    """

    reasons: Mapping[int, Reason]


class Notes(FromServer, frozen=True, kw_only=True):
    """Your private notes after a change, also one made on your other device."""

    notes: Mapping[str, str]


class Hinted(FromServer, frozen=True, kw_only=True):
    """The answer to `hint`: what a good player would do with what you see."""

    id: str
    ply: int
    action: Mapping[str, Any]
    why: Reason | None


class SeatLink(FromServer, frozen=True, kw_only=True):
    """The answer to `link-seat`: open this address on another device to play the same seat."""

    id: str
    url: str
    """`…/table/ID#seat=KEY`. A secret of this seat: after `#`, so that no server log holds it."""
    expires: int
    """When it stops working; `revoke-seat-links` ends it earlier."""


class Rematch(FromServer, frozen=True, kw_only=True):
    """These people play again at another table."""

    table: str


class Ack(FromServer, frozen=True, kw_only=True):
    """The command was carried out and stored, now or when it came the first time."""

    id: str
    seq: int | None = None
    """For a move: its place in the log."""
    notices: tuple[str, ...] = ()
    """What was not done quite as asked: a parameter out of bounds, a bot that had to change."""


class Refusal(FromServer, frozen=True, kw_only=True, tag="error"):
    """The command was refused and changed nothing; or the connection cannot go on."""

    code: ErrorCode
    message: str
    """A sentence in English for people; the code is for programs."""
    id: str | None = None
    """The command it answers, where that could be read."""
    where: str | None = None
    """The option or field concerned."""
    position: Position | None = None
    """With `move/stale`: where the match stands."""
    instead: str | None = None
    """With `bot/unsupported`: a bot that can play here."""
    why: Reason | None = None
    """With a refused move: which rule forbids it, under `refusal` in the message catalogue."""
    retry_after: int | msgspec.UnsetType = msgspec.UNSET
    """Seconds to wait before trying again, where a limit was reached."""


ServerMessage: TypeAlias = (
    Snapshot
    | TableChanged
    | Happened
    | Reasons
    | Notes
    | Hinted
    | SeatLink
    | Rematch
    | Ack
    | Refusal
)
