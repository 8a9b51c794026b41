"""Who may use the owner's page: one-time links, and the cookies that replace them."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from hanamichi.server.ops.clock import Clock
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.table.decision import hash_secret
from hanamichi.server.table.identity import new_secret

LINK_MINUTES = 10
COOKIE_HOURS = 12
_MINUTE_MILLISECONDS = 60 * 1000
_LINK, _COOKIE = "link", "cookie"
"""The kinds of secrets."""
_COLUMNS = schema.owner_access.c


class OwnerAccess:
    """Makes and checks secrets, of which only hashes are stored."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def make_link(self) -> str:
        """The secret of a new link, which works once and for a few minutes."""
        return await self._add(_LINK, LINK_MINUTES)

    async def sign_in(self, key: str) -> tuple[str, int] | None:
        """Use a link up; the secret of a cookie and when it ends, or None if the link is void."""
        if not await self._take(_LINK, key):
            return None
        minutes = COOKIE_HOURS * 60
        return await self._add(_COOKIE, minutes), self._until(minutes)

    async def sign_out(self, cookie: str) -> None:
        """Make a cookie void."""
        await self._take(_COOKIE, cookie)

    async def is_signed_in(self, cookie: str) -> bool:
        """Whether a cookie is the owner's."""
        query = select(_COLUMNS.expires).where(
            _COLUMNS.secret_hash == hash_secret(cookie),
            _COLUMNS.kind == _COOKIE,
            _COLUMNS.expires > self._clock.wall_clock(),
        )
        async with self._database.reading() as connection:
            return (await connection.execute(query)).first() is not None

    def _until(self, minutes: int) -> int:
        return self._clock.wall_clock() + minutes * _MINUTE_MILLISECONDS

    async def _add(self, kind: str, minutes: int) -> str:
        secret = new_secret()
        row = {"secret_hash": hash_secret(secret), "kind": kind, "expires": self._until(minutes)}
        async with self._database.writing() as connection:
            expired = _COLUMNS.expires <= self._clock.wall_clock()
            await connection.execute(delete(schema.owner_access).where(expired))
            await connection.execute(insert(schema.owner_access).values(row))
        return secret

    async def _take(self, kind: str, secret: str) -> bool:
        """Delete a secret; whether it was valid. Of two who try at once, one succeeds."""
        known = (_COLUMNS.secret_hash == hash_secret(secret)) & (_COLUMNS.kind == kind)
        valid = known & (_COLUMNS.expires > self._clock.wall_clock())
        async with self._database.writing() as connection:
            return (await connection.execute(delete(schema.owner_access).where(valid))).rowcount > 0
