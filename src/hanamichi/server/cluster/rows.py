"""The rows by which processes that share a PostgreSQL know of each other.

A process is there as long as its row is: it shows a sign of life every second, and another process
removes the row of one that has not for a while. Its claims and presences go with it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from hanamichi.core import Seat
from hanamichi.server.live.presence import ProcessPresence
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.notify import (
    MAX_TABLES,
    ClaimsFreed,
    NodeLeft,
    PresenceChanged,
    notify,
)

_ENTER = text(
    "INSERT INTO nodes (id, seen) VALUES (:me, clock_timestamp())"
    " ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()"
)
_BEAT = text("UPDATE nodes SET seen = clock_timestamp() WHERE id = :me")
_MINE = text("SELECT table_id FROM claims WHERE node = :me")
_LEAVE = text("DELETE FROM nodes WHERE id = :me RETURNING id")
_BURY = text(
    "DELETE FROM nodes WHERE seen < clock_timestamp() - make_interval(secs => :silent) RETURNING id"
)
_CLAIM = text(
    "INSERT INTO claims (table_id, node) VALUES (:table, :me)"
    " ON CONFLICT (table_id) DO UPDATE SET table_id = excluded.table_id RETURNING node"
)
_CLAIM_DUE = text(
    "INSERT INTO claims (table_id, node) SELECT id, :me FROM tables WHERE due"
    " AND NOT EXISTS (SELECT FROM claims WHERE table_id = tables.id) ORDER BY changed LIMIT :most"
    " ON CONFLICT DO NOTHING RETURNING table_id"
)
_FREE = text("DELETE FROM claims WHERE node = :me AND table_id = ANY(CAST(:tables AS text[]))")
_NOT_DUE = text("UPDATE tables SET due = false WHERE id = :table AND seq = :seq")
_SEQS = text("SELECT id, seq FROM tables WHERE id = ANY(CAST(:tables AS text[]))")
_HOLDER = text("SELECT 1 FROM claims WHERE table_id = :table AND node <> :me")
_PUBLISH = text(
    "INSERT INTO presences (table_id, node, people, standing)"
    " VALUES (:table, :me, CAST(:people AS text[]), :standing) ON CONFLICT (table_id, node)"
    " DO UPDATE SET people = excluded.people, standing = excluded.standing"
)
_WITHDRAW = text("DELETE FROM presences WHERE table_id = :table AND node = :me")
_ELSEWHERE = text(
    "SELECT table_id, node, standing FROM presences"
    " WHERE table_id = ANY(CAST(:tables AS text[])) AND node <> :me"
)
_SEATS_TAKEN = text(
    "SELECT seatings.table_id, seatings.seat FROM seatings"
    " JOIN presences ON presences.table_id = seatings.table_id"
    " AND seatings.person_id = ANY(presences.people)"
    " WHERE seatings.table_id = ANY(CAST(:tables AS text[]))"
)

_STANDINGS: msgspec.json.Decoder[ProcessPresence] = msgspec.json.Decoder(ProcessPresence)
_ENCODER = msgspec.json.Encoder()


class RemotePresence(NamedTuple):
    """What other processes have to do with a table."""

    standings: Mapping[str, ProcessPresence]
    """Whom they have there, process by process."""
    attended: bool
    """One of them has it in use: its clock was never stopped."""


class ClusterRows:
    """What one process writes there, and reads of the others."""

    def __init__(self, storage: Database) -> None:
        self._storage = storage
        self._me = storage.node

    # -- being there --

    async def enter(self, connection: AsyncConnection) -> set[str]:
        """Be there (again); the tables that are still one's own."""
        await connection.execute(_ENTER, {"me": self._me})
        return set((await connection.execute(_MINE, {"me": self._me})).scalars())

    async def beat(self, connection: AsyncConnection) -> bool:
        """A sign of life; False when one was taken for dead."""
        return (await connection.execute(_BEAT, {"me": self._me})).rowcount == 1

    async def bury(self, silent: float) -> None:
        """Remove those that have shown no sign of life for so many seconds."""
        async with self._storage.writing() as connection:
            gone = (await connection.execute(_BURY, {"silent": silent})).scalars().all()
            await notify(connection, *(NodeLeft(node) for node in gone))

    async def leave(self) -> None:
        """Go, and let the others have everything."""
        async with self._storage.writing() as connection:
            gone = (await connection.execute(_LEAVE, {"me": self._me})).scalars().all()
            await notify(connection, *(NodeLeft(node) for node in gone))

    # -- claims --

    async def claim(self, table_id: str) -> str:
        """Look after a table, unless another process does; which one does now."""
        async with self._storage.writing() as connection:
            found = await connection.execute(_CLAIM, {"table": table_id, "me": self._me})
            return str(found.scalar_one())

    async def claim_due(self, most: int) -> list[str]:
        """Look after tables that wait for a bot or a clock, and for which nobody does."""
        async with self._storage.writing() as connection:
            found = await connection.execute(_CLAIM_DUE, {"me": self._me, "most": most})
            return list(found.scalars())

    async def free(self, tables: Collection[str]) -> None:
        """Look after them no more."""
        async with self._storage.writing() as connection:
            all_of_them = tuple(tables)
            await connection.execute(_FREE, {"me": self._me, "tables": list(all_of_them)})
            for first in range(0, len(all_of_them), MAX_TABLES):
                await notify(connection, ClaimsFreed(all_of_them[first : first + MAX_TABLES]))

    async def not_due(self, table_id: str, seq: int) -> None:
        """Correct a row that says, unlike its entries, that something is to happen."""
        async with self._storage.writing() as connection:
            await connection.execute(_NOT_DUE, {"table": table_id, "seq": seq})

    async def seqs(self, tables: Collection[str]) -> dict[str, int]:
        """How far tables have come."""
        async with self._storage.reading() as connection:
            rows = (await connection.execute(_SEQS, {"tables": list(tables)})).all()
        return {row.id: row.seq for row in rows}

    # -- presences --

    async def publish(self, standings: Mapping[str, ProcessPresence | None]) -> None:
        """Say whom this process has at tables; None where it has the table no more."""
        async with self._storage.writing() as connection:
            for table, standing in sorted(standings.items()):
                place = {"table": table, "me": self._me}
                if standing is None:
                    await connection.execute(_WITHDRAW, place)
                else:
                    body = _ENCODER.encode(standing).decode()
                    row = {**place, "people": list(standing.people), "standing": body}
                    await connection.execute(_PUBLISH, row)
            await notify(connection, *(PresenceChanged(table) for table in standings))

    async def standings(self, tables: Sequence[str]) -> dict[str, dict[str, ProcessPresence]]:
        """Whom other processes have at tables."""
        async with self._storage.reading() as connection:
            return await self._standings(connection, tables)

    async def company(self, table_id: str) -> RemotePresence:
        """Everything about the other processes at one table."""
        async with self._storage.reading() as connection:
            found = (await self._standings(connection, [table_id]))[table_id]
            place = {"table": table_id, "me": self._me}
            held = (await connection.execute(_HOLDER, place)).first() is not None
        return RemotePresence(found, attended=held or bool(found))

    async def _standings(
        self, connection: AsyncConnection, tables: Sequence[str]
    ) -> dict[str, dict[str, ProcessPresence]]:
        found: dict[str, dict[str, ProcessPresence]] = {table: {} for table in tables}
        asked = {"tables": list(tables), "me": self._me}
        for row in (await connection.execute(_ELSEWHERE, asked)).all():
            found[row.table_id][row.node] = _STANDINGS.decode(row.standing)
        return found

    async def seats_taken(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The seats whose people have the table open in any process."""
        async with self._storage.reading() as connection:
            rows = (await connection.execute(_SEATS_TAKEN, {"tables": list(tables)})).all()
        return {(row.table_id, row.seat) for row in rows}
