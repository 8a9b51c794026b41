"""What the owner of a server sees and does: on the owner's page, and with commands.

None of it holds a card or an address: a table is described by what everybody may know about it, and
an address by a keyed hash.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.core.audience import kebab
from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.server.protocol.messages import TableStatus

Restriction: TypeAlias = Literal["silenced", "blocked"]
"""Silenced: a neutral name, unlisted tables, no reports. Blocked: no playing at all."""
ReportReason: TypeAlias = Literal["name", "behaviour", "spam", "other"]

MAX_REPORT = 500
"""The most characters of a report."""
MAX_NAME = 200
"""The most characters of what something is named by, and of the reason of a block."""
_Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
"""What a table, person, address or report is named by."""


# -- acts ------------------------------------------------------------------------------------------


class OwnerCommand(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="act",
    tag=kebab,
    forbid_unknown_fields=True,
):
    """An act of the owner."""


class CloseTable(OwnerCommand, frozen=True, kw_only=True):
    """End a running match without a result; a table that never started is deleted."""

    table: _Name
    """Its id, the beginning of it, its link, or its name in the log."""


class DeleteTable(OwnerCommand, frozen=True, kw_only=True):
    """Delete a table with all its moves."""

    table: _Name


class RenamePerson(OwnerCommand, frozen=True, kw_only=True):
    """Give a person another nickname, at every table whose match is not over."""

    person: _Name
    """The id, the beginning of it, or the nickname."""
    name: _Name


class SilencePerson(OwnerCommand, frozen=True, kw_only=True):
    """Replace a person's nickname by a neutral one that they cannot change."""

    person: _Name


class UnsilencePerson(OwnerCommand, frozen=True, kw_only=True):
    """Let a silenced person choose a nickname again."""

    person: _Name


class BlockPerson(OwnerCommand, frozen=True, kw_only=True):
    """Let a person neither play, nor open tables, nor import records."""

    person: _Name


class UnblockPerson(OwnerCommand, frozen=True, kw_only=True):
    """Lift the block of a person."""

    person: _Name


class ForgetPerson(OwnerCommand, frozen=True, kw_only=True):
    """Erase a person: the name goes from every table, and everything else is deleted."""

    person: _Name


class BlockAddress(OwnerCommand, frozen=True, kw_only=True):
    """Refuse everything that comes from an address."""

    address: _Name
    """Its hash, or the beginning of it."""
    hours: Annotated[int, Meta(ge=1, le=24 * 3650)] | None = None
    """How long; None for ever."""
    reason: Annotated[str, Meta(max_length=MAX_NAME)] = ""


class UnblockAddress(OwnerCommand, frozen=True, kw_only=True):
    """Lift the block of an address."""

    address: _Name


class CloseReport(OwnerCommand, frozen=True, kw_only=True):
    """Mark a report as dealt with."""

    report: _Name
    """Its id, or the beginning of it."""


class Prune(OwnerCommand, frozen=True, kw_only=True):
    """Delete what is older than the owner keeps it, for at most a minute; `detail` is JSON."""


AnyOwnerCommand: TypeAlias = (
    CloseTable
    | DeleteTable
    | RenamePerson
    | SilencePerson
    | UnsilencePerson
    | BlockPerson
    | UnblockPerson
    | ForgetPerson
    | BlockAddress
    | UnblockAddress
    | CloseReport
    | Prune
)


class ActDone(msgspec.Struct, frozen=True, kw_only=True):
    """An act that was carried out."""

    act: str
    subject: str
    """The id of what it was done to."""
    detail: str = ""


class OwnerAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """How a command ended: one of the two."""

    done: ActDone | None = None
    problem: Problem | None = None


# -- lists -----------------------------------------------------------------------------------------


class OwnerSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who has it."""

    seat: int
    name: str | None
    """The nickname, or the bot; None for an open seat."""
    people: tuple[str, ...]
    """The ids of the person's browsers; none for a bot, and for a person who was forgotten."""
    bot: bool
    host: bool


class OwnerTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table, without anything that its players may not know."""

    id: str
    tag: str
    """Its name in the log."""
    game: str
    preset: str
    status: TableStatus
    listed: bool
    seats: tuple[OwnerSeat, ...]
    created: int
    """Milliseconds since 1970."""
    changed: int
    entries: int
    """How much was done there."""
    opener: str | None
    """The id of the person who opened it."""
    address: str | None
    """The hash of the address it was opened from."""
    reports: int
    """Reports about it that wait for the owner."""
    viewers: int | msgspec.UnsetType = msgspec.UNSET
    """How many have it open, in all processes; only on the page."""


class OwnerTables(msgspec.Struct, frozen=True, kw_only=True):
    """Tables, the last changed first."""

    tables: tuple[OwnerTable, ...]
    more: bool
    """There are more than these."""


class OwnerPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person who has visited."""

    id: str
    name: str | None
    created: int
    seen: int
    """The day of the last visit."""
    restriction: Restriction | None
    tables: int
    """Tables where they sit or sat."""
    reports: int
    """Reports about them that wait for the owner."""


class OwnerPeople(msgspec.Struct, frozen=True, kw_only=True):
    """People, the last seen first."""

    people: tuple[OwnerPerson, ...]
    more: bool


class OwnerAddress(msgspec.Struct, frozen=True, kw_only=True):
    """An address, as a hash."""

    hash: str
    tables: int
    """Tables opened from it that are still stored."""
    imports: int
    """Records imported from it that are still stored."""
    blocked: bool
    blocked_at: int | None
    until: int | None
    """When its block ends; None where it does not."""
    reason: str


class OwnerAddresses(msgspec.Struct, frozen=True, kw_only=True):
    """Blocked addresses, then those that most is stored from."""

    addresses: tuple[OwnerAddress, ...]


class OwnerReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a person reported."""

    id: str
    at: int
    reporter: str
    """The id of the person who reported it."""
    table: str
    person: str | None
    """The id of the person it is about; None if it is about the table."""
    name: str | None
    """Their nickname when it was reported."""
    reason: ReportReason
    text: str
    closed: int | None


class OwnerReports(msgspec.Struct, frozen=True, kw_only=True):
    """Reports, those that wait the longest first."""

    reports: tuple[OwnerReport, ...]
    more: bool


class OwnerAct(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the log of the owner's acts."""

    id: str
    at: int
    act: str
    subject: str
    detail: str


class OwnerActs(msgspec.Struct, frozen=True, kw_only=True):
    """The log of the owner's acts, the latest first."""

    acts: tuple[OwnerAct, ...]
    more: bool


QueueName: TypeAlias = Literal["plain", "compiled", "brief", "long", "replays", "reviews"]


class OwnerQueue(msgspec.Struct, frozen=True, kw_only=True):
    """A queue: bots of one kind that think, or replays and reviews that are computed."""

    name: QueueName
    """`plain`, `compiled`: quick bots; `brief`, `long`: bots that search."""
    busy: int
    """What is being done."""
    slots: int
    """How much can be done at once."""
    waiting: int


class OwnerProcess(msgspec.Struct, frozen=True, kw_only=True):
    """A server process."""

    id: str
    mine: bool
    """It is the one that answers."""
    seen: int
    """Its last sign of life."""


class OwnerOverview(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is doing. Figures of memory, sockets and queues are those of one process."""

    version: str
    now: int
    uptime_seconds: int
    sockets: int
    tables_in_memory: int
    queues: tuple[OwnerQueue, ...]
    memory_bytes: int | None
    """None where the system does not tell, as with the next one."""
    descriptors: int | None
    descriptor_limit: int
    loop_lag_ms: float
    """How late the event loop was half a second ago: everybody's wait."""
    database_bytes: int | None
    disk_free_bytes: int | None
    """None for a database on another machine."""
    disk: Literal["enough", "low", "full"]
    """With `full`, new tables and imports are refused."""
    refusals: Mapping[str, int]
    """Since the process started, by code."""
    tables: Mapping[str, int]
    """Stored tables by status."""
    people: int
    reports: int
    """Reports that wait for the owner."""
    blocked_people: int
    blocked_addresses: int
    processes: tuple[OwnerProcess, ...]


# -- signing in, and reports of people -------------------------------------------------------------


class OwnerSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a one-time link."""

    key: Annotated[str, Meta(min_length=1, max_length=200)]


class OwnerSignedIn(msgspec.Struct, frozen=True):
    """This browser may use the owner's page."""

    until: int
    """Milliseconds since 1970; then it takes a new link."""


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table, or the person at one of its seats, to report to the owner of the server."""

    reason: ReportReason
    seat: Annotated[int, Meta(ge=0)] | None = None
    """None for the table itself."""
    text: Annotated[str, Meta(max_length=MAX_REPORT)] = ""


class Reported(msgspec.Struct, frozen=True):
    """The report waits for the owner."""

    id: str


REQUEST_BODIES = (OwnerSignIn, NewReport)
RESPONSE_BODIES = (
    ActDone,
    OwnerAct,
    OwnerActs,
    OwnerAddresses,
    OwnerOverview,
    OwnerPeople,
    OwnerReports,
    OwnerSignedIn,
    OwnerTable,
    OwnerTables,
    Reported,
)
