"""Notifications between processes that share a PostgreSQL: where to look, never what is there.

A notification is sent by the transaction it is about, so it arrives if and only if that is
committed. SQLite has one process, which needs none.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from hanamichi.core.audience import kebab
from hanamichi.server.table.entries import PersonId

CHANNEL = "hanamichi"
MAX_TABLES = 100
"""Tables in one notification: PostgreSQL carries less than 8000 bytes."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Notice(msgspec.Struct, frozen=True, tag_field="kind", tag=kebab):
    """A notification to the other processes."""


class EntriesStored(Notice, frozen=True):
    """A table has entries up to this `seq`."""

    table: str
    seq: int


class PresenceChanged(Notice, frozen=True):
    """The people connected to a table changed."""

    table: str


class NoteWritten(Notice, frozen=True):
    """A person's notes at a table changed."""

    table: str
    person: PersonId


class PersonRenamed(Notice, frozen=True):
    """A person changed the nickname."""

    person: PersonId
    name: str


class PersonForgotten(Notice, frozen=True):
    """A person was erased."""

    person: PersonId


class NodeLeft(Notice, frozen=True):
    """A process ended, and its claims are free."""

    who: str


class ClaimsFreed(Notice, frozen=True):
    """No process has claimed these tables any more."""

    tables: tuple[str, ...]


class TableDeleted(Notice, frozen=True):
    """A table was deleted."""

    table: str


class RestrictionsChanged(Notice, frozen=True):
    """The owner restricted a person or blocked an address, or lifted that."""


class OwnerCommandGiven(Notice, frozen=True):
    """The owner left a command for one of the processes."""


class ReviewsChanged(Notice, frozen=True):
    """A review was asked for, cancelled, or given up by a process."""


AnyNotice: TypeAlias = (
    EntriesStored
    | PresenceChanged
    | NoteWritten
    | PersonRenamed
    | PersonForgotten
    | NodeLeft
    | ClaimsFreed
    | TableDeleted
    | RestrictionsChanged
    | OwnerCommandGiven
    | ReviewsChanged
)


class ReceivedNotice(NamedTuple):
    """A notification and the process that sent it."""

    node: str
    notice: AnyNotice


_DECODER: msgspec.json.Decoder[ReceivedNotice] = msgspec.json.Decoder(ReceivedNotice)


def decode_notice(payload: str) -> ReceivedNotice | None:
    """Decode a payload; None when another program uses the channel."""
    try:
        return _DECODER.decode(payload)
    except (msgspec.DecodeError, UnicodeError):
        return None


async def notify(connection: AsyncConnection, *notices: AnyNotice) -> None:
    """Notify the other processes, if there can be any, once this transaction is committed."""
    await connection.run_sync(notify_sync, *notices)


def notify_sync(connection: Connection, *notices: AnyNotice) -> None:
    """The same for a connection that is not asynchronous."""
    if not notices or connection.dialect.name != "postgresql":
        return
    node = connection.get_execution_options()["node"]
    payloads = (msgspec.json.encode(ReceivedNotice(node, notice)).decode() for notice in notices)
    connection.execute(_NOTIFY, [{"channel": CHANNEL, "payload": payload} for payload in payloads])
