"""The rows by which processes that share a PostgreSQL know of each other.

A process is registered while its row in `nodes` exists: it updates the row every second, and
another process deletes one that has timed out. Its claims and presences are deleted with it.
A process also holds a lock while its listening connection lasts: a row whose lock is free belongs
to a process that was killed, and need not time out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from hanamichi.core import Seat
from hanamichi.server.cluster.process_presence import ProcessPresence, RemotePresence
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.notify import (
    MAX_TABLES,
    ClaimsFreed,
    NodeLeft,
    PresenceChanged,
    notify,
)

_LOCKS = 0x68616E62
"""The first key of PostgreSQL's advisory locks that processes hold."""
_JOIN = text(
    "INSERT INTO nodes (id, seen) VALUES (:me, clock_timestamp())"
    " ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()"
)
_HEARTBEAT = text("UPDATE nodes SET seen = clock_timestamp() WHERE id = :me")
_MINE = text("SELECT table_id FROM claims WHERE node = :me")
_LEAVE = text("DELETE FROM nodes WHERE id = :me RETURNING id")
_LOCK = text(f"SELECT pg_try_advisory_lock({_LOCKS}, hashtext(:me))")
_EXPIRE = text(
    "DELETE FROM nodes WHERE id <> :me"
    " AND (seen < clock_timestamp() - make_interval(secs => :limit)"
    " OR seen < clock_timestamp() - make_interval(secs => :unlocked) AND NOT EXISTS ("
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    f" AND classid = {_LOCKS} AND objid = CAST(hashtext(nodes.id) AS oid) AND objsubid = 2))"
    " RETURNING id"
)
_CLAIM = text(
    "INSERT INTO claims (table_id, node) VALUES (:table, :me)"
    " ON CONFLICT (table_id) DO UPDATE SET table_id = excluded.table_id RETURNING node"
)
_CLAIM_DUE = text(
    "INSERT INTO claims (table_id, node) SELECT id, :me FROM tables WHERE due"
    " AND NOT EXISTS (SELECT FROM claims WHERE table_id = tables.id) ORDER BY changed LIMIT :limit"
    " ON CONFLICT DO NOTHING RETURNING table_id"
)
_FREE = text("DELETE FROM claims WHERE node = :me AND table_id = ANY(CAST(:tables AS text[]))")
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
_ALL_ELSEWHERE = text("SELECT table_id, standing FROM presences WHERE node <> :me")
_CONNECTED_SEATS = text(
    "SELECT seatings.table_id, seatings.seat FROM seatings"
    " JOIN presences ON presences.table_id = seatings.table_id"
    " AND seatings.person_id = ANY(presences.people)"
    " WHERE seatings.table_id = ANY(CAST(:tables AS text[]))"
)

_DECODER: msgspec.json.Decoder[ProcessPresence] = msgspec.json.Decoder(ProcessPresence)
_ENCODER = msgspec.json.Encoder()


class ClusterRows:
    """Writes the rows of this process, and reads those of the others."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._node = database.node

    # -- processes --

    async def join(self, connection: AsyncConnection) -> set[str]:
        """Register this process; the tables it still has claimed."""
        await connection.execute(_JOIN, {"me": self._node})
        return set((await connection.execute(_MINE, {"me": self._node})).scalars())

    async def heartbeat(self, connection: AsyncConnection) -> bool:
        """Show that this process is alive; False if others have timed it out."""
        return (await connection.execute(_HEARTBEAT, {"me": self._node})).rowcount == 1

    async def lock(self, connection: AsyncConnection) -> bool:
        """Show that this process is alive as long as a connection; false if an older one does.

        To be called once for each connection, before `join`.
        """
        return bool((await connection.execute(_LOCK, {"me": self._node})).scalar_one())

    async def expire(self, seconds: float, unlocked: float) -> None:
        """Remove the other processes without a heartbeat for this many seconds.

        `unlocked` are the seconds for those whose listening connection has ended.
        """
        limits = {"me": self._node, "limit": seconds, "unlocked": unlocked}
        async with self._database.writing() as connection:
            gone = (await connection.execute(_EXPIRE, limits)).scalars().all()
            await notify(connection, *(NodeLeft(node) for node in gone))

    async def leave(self) -> None:
        """Remove this process, so that the others take its tables over."""
        async with self._database.writing() as connection:
            gone = (await connection.execute(_LEAVE, {"me": self._node})).scalars().all()
            await notify(connection, *(NodeLeft(node) for node in gone))

    # -- claims --

    async def claim(self, table_id: str) -> str:
        """Claim a table unless another process has; the process that holds it now."""
        async with self._database.writing() as connection:
            found = await connection.execute(_CLAIM, {"table": table_id, "me": self._node})
            return str(found.scalar_one())

    async def claim_due(self, limit: int) -> list[str]:
        """Claim tables where a clock runs and that no process has claimed."""
        async with self._database.writing() as connection:
            found = await connection.execute(_CLAIM_DUE, {"me": self._node, "limit": limit})
            return list(found.scalars())

    async def free(self, tables: Collection[str]) -> None:
        """Give claims up."""
        async with self._database.writing() as connection:
            freed = tuple(tables)
            await connection.execute(_FREE, {"me": self._node, "tables": list(freed)})
            for first in range(0, len(freed), MAX_TABLES):
                await notify(connection, ClaimsFreed(freed[first : first + MAX_TABLES]))

    async def seqs(self, tables: Collection[str]) -> dict[str, int]:
        """The number of the last entry of tables."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(_SEQS, {"tables": list(tables)})).all()
        return {row.id: row.seq for row in rows}

    # -- presence --

    async def publish(self, presences: Mapping[str, ProcessPresence | None]) -> None:
        """Store whom this process has at tables; None where the table is not in memory."""
        async with self._database.writing() as connection:
            for table, presence in sorted(presences.items()):
                key = {"table": table, "me": self._node}
                if presence is None:
                    await connection.execute(_WITHDRAW, key)
                else:
                    body = _ENCODER.encode(presence).decode()
                    row = {**key, "people": list(presence.people), "standing": body}
                    await connection.execute(_PUBLISH, row)
            await notify(connection, *(PresenceChanged(table) for table in presences))

    async def presences(self, tables: Sequence[str]) -> dict[str, dict[str, ProcessPresence]]:
        """Whom other processes have at tables."""
        async with self._database.reading() as connection:
            return await self._presences(connection, tables)

    async def remote_presence(self, table_id: str) -> RemotePresence:
        """What other processes have to do with one table."""
        async with self._database.reading() as connection:
            found = (await self._presences(connection, [table_id]))[table_id]
            key = {"table": table_id, "me": self._node}
            held = (await connection.execute(_HOLDER, key)).first() is not None
        return RemotePresence(found, attended=held or bool(found))

    async def _presences(
        self, connection: AsyncConnection, tables: Sequence[str]
    ) -> dict[str, dict[str, ProcessPresence]]:
        found: dict[str, dict[str, ProcessPresence]] = {table: {} for table in tables}
        asked = {"tables": list(tables), "me": self._node}
        for row in (await connection.execute(_ELSEWHERE, asked)).all():
            found[row.table_id][row.node] = _DECODER.decode(row.standing)
        return found

    async def viewers_elsewhere(self) -> dict[str, int]:
        """How many have each table open in other processes, for tables that anybody has."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(_ALL_ELSEWHERE, {"me": self._node})).all()
        found: Counter[str] = Counter()
        for row in rows:
            found[row.table_id] += _DECODER.decode(row.standing).viewers
        return dict(+found)

    async def connected_seats(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The seats whose people are connected to any process."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(_CONNECTED_SEATS, {"tables": list(tables)})).all()
        return {(row.table_id, row.seat) for row in rows}
