"""The keys with which this server hashes addresses, in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import Column, delete, exists, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from hanamichi.server.ops.address_hash import (
    AddressHash,
    AddressHasher,
    AddressKey,
    new_address_key,
)
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import Conflict

_MINUTE_MILLISECONDS = 60 * 1000
_DAY_MILLISECONDS = 24 * 3600 * 1000
_ALWAYS_KEPT = 2
"""The newest keys, which another process may still hash with."""
_HASHES: Sequence[Column[str | None]] = (
    schema.blocked_addresses.c.hash,
    schema.openings.c.address,
    schema.imports.c.address,
)
"""Where hashes are stored: an old key is kept as long as one of these was made with it."""


class AddressKeys:
    """Hashes addresses; makes a new key every few days, and deletes those no hash needs."""

    def __init__(self, database: Database, wall_clock: Callable[[], int], days: int) -> None:
        self._database = database
        self._wall_clock = wall_clock
        self._milliseconds = days * _DAY_MILLISECONDS
        self._hasher: AddressHasher | None = None
        self._ids: tuple[int, ...] = ()

    def hash(self, address: str) -> AddressHash:
        """The hash to store for an address."""
        return self._loaded.hash(address)

    def hashes(self, address: str) -> tuple[AddressHash, ...]:
        """All hashes under which an address may be stored, the newest first."""
        return self._loaded.hashes(address)

    @property
    def _loaded(self) -> AddressHasher:
        assert self._hasher is not None, "the keys were not loaded"
        return self._hasher

    async def load(self) -> None:
        """Read the keys, and make one if there is none or the newest is old. Call it regularly."""
        keys = await self._read()
        now = self._wall_clock()
        if not keys or keys[0].created + self._milliseconds <= now:
            with suppress(Conflict):  # another process has just done it
                await self._rotate(keys, now)
            keys = await self._read()
        ids = tuple(key.id for key in keys)
        if ids != self._ids:
            self._ids, self._hasher = ids, AddressHasher(keys)

    async def _read(self) -> list[AddressKey]:
        query = select(schema.address_keys).order_by(schema.address_keys.c.id.desc())
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [AddressKey(row.id, row.key, row.created) for row in rows]

    async def _rotate(self, keys: Sequence[AddressKey], now: int) -> None:
        # The number tells keys of different databases apart when a backup is restored.
        number = max(now // _MINUTE_MILLISECONDS, keys[0].id + 1 if keys else 1)
        new = new_address_key(number, now)
        columns = schema.address_keys.c
        async with self._database.writing() as connection:
            await connection.execute(insert(schema.address_keys).values(**new._asdict()))
            for key in keys[_ALWAYS_KEPT - 1 :]:
                if not await _is_needed(connection, key.id):
                    await connection.execute(
                        delete(schema.address_keys).where(columns.id == key.id)
                    )


async def _is_needed(connection: AsyncConnection, key_id: int) -> bool:
    """Whether a stored hash was made with this key."""
    made_with = (exists().where(column.startswith(f"{key_id}-")) for column in _HASHES)
    return bool(await connection.scalar(select(or_(*made_with))))
