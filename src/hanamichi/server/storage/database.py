"""The database behind the tables: SQLite in a file by default, PostgreSQL for a URL.

Only SQL that both understand is written here. Whatever goes wrong below leaves as a `StorageError`
whose text holds no row: rows hold decks.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from pathlib import Path
from typing import Any, NamedTuple

import alembic.command
import alembic.config
from alembic.util.exc import CommandError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hanamichi.core import Seat
from hanamichi.server.protocol.http_bodies import TableSummary
from hanamichi.server.storage import schema
from hanamichi.server.storage.append import Append, Request, rows_of, write
from hanamichi.server.storage.errors import Conflict, InvalidRow, StorageError
from hanamichi.server.storage.group_commit import GroupCommit
from hanamichi.server.storage.notify import CHANNEL, NoteWritten, PersonRenamed, notify
from hanamichi.server.storage.summary import decode_summary, summary_message
from hanamichi.server.table.entries import PersonId, Stored, decode
from hanamichi.server.table.identity import new_secret

# At DEBUG it would log every row, and rows hold decks.
logging.getLogger("aiosqlite").setLevel(logging.INFO)

_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = 0x68616E61
"""PostgreSQL's lock under which one process at a time brings the schema up to date."""
_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY
_PATIENCE = {"timeout": 10.0, "command_timeout": 20.0}
"""Seconds after which a PostgreSQL that says nothing is one that cannot be reached."""


class Person(NamedTuple):
    """Somebody who was here before."""

    id: PersonId
    name: str | None


class Listed(NamedTuple):
    """A table in a list."""

    summary: TableSummary
    seat: Seat | None
    """Where the one who asks sits."""
    to_act: Seat | None


class Database:
    """Everything that outlives the process."""

    def __init__(self, url: str) -> None:
        self.node = new_secret()
        """What this process calls itself, where others share the database."""
        self.shared = make_url(url).get_backend_name() == "postgresql"
        """Whether other processes may be using the database as well."""
        self._engine: AsyncEngine = create_async_engine(
            url,
            hide_parameters=True,
            connect_args=_PATIENCE if self.shared else {},
            execution_options={"node": self.node},
        )
        self._one_writer: AbstractAsyncContextManager[object] = nullcontext()
        self._thread: Engine | None = None
        """What a thread writes the appends of many tables with, where that is quicker."""
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
            # SQLite lets one write at a time and has the others sleep; here they queue instead.
            self._one_writer = asyncio.Lock()
            if _is_a_file(self._engine.url):
                self._thread = _in_a_thread(self._engine.url)
        self._group_commit = GroupCommit(self._write)

    async def open(self) -> None:
        """Bring the schema up to date."""
        make_private(self._engine.url)
        try:
            async with self.writing() as connection:
                if self.shared:
                    # Processes that start together do not all do it.
                    await connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
                await connection.run_sync(migrate)
        except CommandError:
            raise StorageError("it was written by a newer Hanamichi: use that one") from None

    async def ping(self) -> None:
        """Raise when the database does not answer."""
        async with self.reading() as connection:
            await connection.execute(select(1))

    async def close(self) -> None:
        """Let go of the database, once all that waits is written."""
        await self._group_commit.settle()
        if self._thread is not None:
            self._thread.dispose()
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction; what goes wrong in it is told without its parameters."""
        with _told_without_rows():
            async with self._engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes something."""
        async with self._one_writer, self.reading() as connection:
            yield connection

    @asynccontextmanager
    async def listening(
        self, heard: Callable[[str], None], cut: Callable[[], None]
    ) -> AsyncIterator[AsyncConnection]:
        """A connection of one's own that hears notices; each of its statements is committed."""
        with _told_without_rows():
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                raw: Any = (await connection.get_raw_connection()).driver_connection
                try:
                    try:
                        raw.add_termination_listener(lambda _: cut())
                        await raw.execute(f"SET application_name = '{CHANNEL} listens'")
                        await raw.add_listener(CHANNEL, lambda *said: heard(said[-1]))
                    except Exception as error:  # the driver's own
                        raise StorageError(f"{type(error).__name__} from the database") from None
                    yield connection
                finally:
                    # It listens until it ends, so nobody else may have it.
                    await connection.invalidate()

    # -- people --

    async def add_person(self, person: Person, secret_hash: str, at: int) -> None:
        """Remember a new browser."""
        async with self.writing() as connection:
            await connection.execute(
                insert(schema.people).values(
                    id=person.id, secret_hash=secret_hash, name=person.name, created=at
                )
            )

    async def find_person(self, secret_hash: str) -> Person | None:
        """Whoever has this secret."""
        query = select(schema.people.c.id, schema.people.c.name).where(
            schema.people.c.secret_hash == secret_hash
        )
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Person(row.id, row.name)

    async def rename_person(self, person_id: PersonId, name: str) -> None:
        """Call somebody otherwise."""
        async with self.writing() as connection:
            await connection.execute(
                update(schema.people).where(schema.people.c.id == person_id).values(name=name)
            )
            await notify(connection, PersonRenamed(person_id, name))

    async def names(self, people: Collection[PersonId]) -> dict[PersonId, str | None]:
        """What people are called; who is not there was forgotten."""
        columns = schema.people.c
        query = select(columns.id, columns.name).where(columns.id.in_(people))
        async with self.reading() as connection:
            return {row.id: row.name for row in (await connection.execute(query)).all()}

    # -- tables --

    async def append(self, *appends: Append) -> None:
        """Store entries of one or more tables: all of them or none, and none twice.

        When it returns they are on disk. After a `Conflict` none is; after any other error, or when
        it is cancelled, nobody knows, and what is stored must be read again.
        """
        await self._group_commit.append([rows_of(item) for item in appends])

    async def _write(self, requests: Sequence[Request]) -> list[Conflict | None]:
        if self._thread is not None:
            async with self._one_writer:
                return await asyncio.to_thread(_write_in_thread, self._thread, requests)
        async with self.writing() as connection:
            return await connection.run_sync(write, requests)

    async def entries(self, table_id: str, after: int = 0) -> list[Stored]:
        """What a table wrote down behind a place; nothing when there is no such table."""
        columns = schema.entries.c
        query = (
            select(columns.seq, columns.at, columns.body)
            .where(columns.table_id == table_id, columns.seq > after)
            .order_by(columns.seq)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [Stored(row.seq, row.at, decode(row.body)) for row in rows]

    async def unfinished(self) -> list[str]:
        """The tables where a match is on."""
        query = select(schema.tables.c.id).where(schema.tables.c.status == "playing")
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def due(self) -> list[str]:
        """The tables where something is to happen by itself."""
        async with self.reading() as connection:
            found = await connection.execute(select(schema.tables.c.id).where(schema.tables.c.due))
            return list(found.scalars())

    async def finished(self) -> list[str]:
        """The tables whose match is over, the oldest first."""
        columns = schema.tables.c
        query = select(columns.id).where(columns.status == "over").order_by(columns.created)
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def open_tables(self, limit: int, since: int) -> list[Listed]:
        """Listed tables that wait for players and changed lately, the newest first."""
        columns = schema.tables.c
        query = (
            select(columns.summary, columns.changed, columns.to_act)
            .where(columns.status == "open", columns.listed, columns.changed >= since)
            .order_by(columns.created.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_listed(row, None) for row in rows]

    async def tables_of(self, person_id: PersonId, limit: int) -> list[Listed]:
        """The tables where a person sits, the most recent first."""
        columns, seatings = schema.tables.c, schema.seatings.c
        query = (
            select(columns.summary, columns.changed, columns.to_act, seatings.seat)
            .join(schema.seatings, seatings.table_id == columns.id)
            .where(seatings.person_id == person_id)
            .order_by(columns.changed.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [_listed(row, row.seat) for row in rows]

    # -- notes --

    async def notes(self, table_id: str, person_id: PersonId) -> dict[str, str]:
        """A person's notes at a table."""
        columns = schema.notes.c
        query = select(columns.key, columns.text).where(
            columns.table_id == table_id, columns.person_id == person_id
        )
        async with self.reading() as connection:
            return {row.key: row.text for row in (await connection.execute(query)).all()}

    async def write_note(
        self, table_id: str, person_id: PersonId, key: str, text: str, *, at_most: int
    ) -> bool:
        """Write, replace or (with no text) remove a note; False when there are too many."""
        columns = schema.notes.c
        mine = (columns.table_id == table_id) & (columns.person_id == person_id)
        async with self.writing() as connection:
            await notify(connection, NoteWritten(table_id, person_id))
            await connection.execute(delete(schema.notes).where(mine, columns.key == key))
            if not text:
                return True
            count = await connection.scalar(select(func.count()).where(mine))
            if count is not None and count >= at_most:
                return False
            await connection.execute(
                insert(schema.notes).values(
                    table_id=table_id, person_id=person_id, key=key, text=text
                )
            )
            return True


@contextmanager
def _told_without_rows() -> Iterator[None]:
    """Whatever goes wrong leaves as a `StorageError`."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(f"{type(error.orig).__name__} while writing") from None
    except (SQLAlchemyError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        kind = InvalidRow if _about_its_rows(error, cause) else StorageError
        # The driver's own name for it, such as InvalidPasswordError, which says more.
        name = type(cause.__cause__ or cause).__name__
        raise kind(f"{name} from the database") from None


def make_private(url: URL) -> None:
    """A new file of SQLite's is for its owner's eyes, wherever it lies: it holds decks."""
    if _is_a_file(url):
        with suppress(OSError):  # there already, or SQLite will say why not
            os.close(os.open(str(url.database), _NEW, 0o600))


def _is_a_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")


def _in_a_thread(url: URL) -> Engine:
    """A file of SQLite's for a thread to write to: there and back once for a whole transaction.

    Through aiosqlite every statement would be several times there and back.
    """
    engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _write_in_thread(engine: Engine, requests: Sequence[Request]) -> list[Conflict | None]:
    with _told_without_rows(), engine.begin() as connection:
        # At once, so that nobody else writes between our looking and our writing.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return write(connection, requests)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """A committed move survives a power cut: write-ahead log, synced at every commit."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _about_its_rows(error: Exception, cause: object) -> bool:
    """Whether the database works, and only cannot hold what it was given."""
    # PostgreSQL's class 22: data exceptions.
    return isinstance(error, DataError) or str(getattr(cause, "sqlstate", "")).startswith("22")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to a revision, by default the newest."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, revision)


def _listed(row: Any, seat: Seat | None) -> Listed:
    summary = summary_message(decode_summary(row.summary), row.changed)
    return Listed(summary, seat, row.to_act)


def sqlite_url(folder: Path) -> str:
    """Where the tables of this computer's user are kept."""
    return f"sqlite+aiosqlite:///{folder / 'hanamichi.db'}"
