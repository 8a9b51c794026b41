"""What processes that share a PostgreSQL tell each other: where to look, never what is there.

A notice is sent by the transaction that makes it true, so it is heard if that is committed, and
only then. SQLite has one process, which knows already.
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
"""Tables that one notice names: PostgreSQL carries less than 8000 bytes."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Notice(msgspec.Struct, frozen=True, tag_field="kind", tag=kebab):
    """Something that other processes want to know."""


class EntriesStored(Notice, frozen=True):
    """A table has entries up to here."""

    table: str
    seq: int


class PresenceChanged(Notice, frozen=True):
    """Somebody came to a table, or went."""

    table: str


class NoteWritten(Notice, frozen=True):
    """A person's notes at a table are others now."""

    table: str
    person: PersonId


class PersonRenamed(Notice, frozen=True):
    """Somebody goes by another name."""

    person: PersonId
    name: str


class PersonForgotten(Notice, frozen=True):
    """Somebody is nobody any more."""

    person: PersonId


class NodeLeft(Notice, frozen=True):
    """A process is gone, and all that it had claimed is free."""

    who: str


class ClaimsFreed(Notice, frozen=True):
    """Nobody looks after these tables."""

    tables: tuple[str, ...]


AnyNotice: TypeAlias = (
    EntriesStored
    | PresenceChanged
    | NoteWritten
    | PersonRenamed
    | PersonForgotten
    | NodeLeft
    | ClaimsFreed
)


class Heard(NamedTuple):
    """A notice and the process that it comes from."""

    node: str
    notice: AnyNotice


_DECODER: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


def read(payload: str) -> Heard | None:
    """What was said; nothing when somebody else uses our channel."""
    try:
        return _DECODER.decode(payload)
    except (msgspec.DecodeError, UnicodeError):
        return None


async def notify(connection: AsyncConnection, *notices: AnyNotice) -> None:
    """Tell the other processes, if there can be any, as soon as this transaction is committed."""
    await connection.run_sync(tell, *notices)


def tell(connection: Connection, *notices: AnyNotice) -> None:
    """The same, where nothing awaits."""
    if not notices or connection.dialect.name != "postgresql":
        return
    node = connection.get_execution_options()["node"]
    payloads = (msgspec.json.encode(Heard(node, notice)).decode() for notice in notices)
    connection.execute(_NOTIFY, [{"channel": CHANNEL, "payload": payload} for payload in payloads])
