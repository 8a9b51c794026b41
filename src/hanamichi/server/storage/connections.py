"""Connections to the database: SQLite in a file by default, PostgreSQL for a URL.

Every error leaves as a `StorageError` whose text holds no rows, because rows hold decks.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
    suppress,
)
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Row,
    Select,
    create_engine,
    event,
    func,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hanamichi.server.storage.errors import Conflict, InvalidRow, NewerSchema, StorageError
from hanamichi.server.storage.notify import CHANNEL
from hanamichi.server.table.identity import new_secret

# At DEBUG it would log every row.
logging.getLogger("aiosqlite").setLevel(logging.INFO)

T = TypeVar("T")
R = TypeVar("R")

_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x68616E61
"""PostgreSQL's advisory lock under which one process at a time migrates the schema."""
_NOT_A_PATH = (":memory:", "file:")
"""How SQLite's names for a database in memory, and for one by a URI, begin."""
_BUSY_MILLISECONDS = 5000
"""How long SQLite waits for another process that writes."""
_TRUNCATE_MILLISECONDS = 100
_CREATE_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY
_MAX_THREADS = 4
"""One that writes and some that read: nothing else may keep them waiting."""
_MAX_READERS = 4
"""Threads for single queries, of which one visitor may send many."""
_POSTGRES_TIMEOUTS = {"timeout": 10.0, "command_timeout": 20.0}
"""Seconds until a PostgreSQL that does not answer counts as unreachable."""


class Connections:
    """The connections of this process, and the transactions on them."""

    def __init__(self, url: str) -> None:
        self.node = new_secret()
        """The id of this process among those that share the database."""
        self.url = url
        self.shared = make_url(url).get_backend_name() == "postgresql"
        """Whether other processes may use the database too."""
        self._engine: AsyncEngine = create_async_engine(
            url,
            hide_parameters=True,
            connect_args=_POSTGRES_TIMEOUTS if self.shared else {},
            execution_options={"node": self.node},
        )
        self._write_lock: AbstractAsyncContextManager[object] = nullcontext()
        self._thread_engine: Engine | None = None
        """For whole transactions in a thread, where that is faster."""
        self._threads = ThreadPoolExecutor(_MAX_THREADS, "hanamichi-database")
        self._readers = ThreadPoolExecutor(_MAX_READERS, "hanamichi-reader")
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
            # SQLite allows one writer at a time and lets the others sleep; here they queue.
            self._write_lock = asyncio.Lock()
            if is_file(self._engine.url):
                self._thread_engine = _thread_engine(self._engine.url)

    async def open(self) -> None:
        """Migrate the schema to the newest revision."""
        make_private(self._engine.url)
        async with self.writing() as connection:
            if self.shared:
                await connection.execute(select(func.pg_advisory_xact_lock(_MIGRATION_LOCK)))
            await connection.run_sync(migrate)

    async def ping(self) -> None:
        """Raise when the database does not answer."""
        async with self.reading() as connection:
            await connection.execute(select(1))

    async def close(self) -> None:
        """Close all connections."""
        self._threads.shutdown()
        self._readers.shutdown()
        if self._thread_engine is not None:
            self._thread_engine.dispose()
        await self._engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads."""
        with _errors_without_rows():
            async with self._engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        async with self._write_lock, self.reading() as connection:
            yield connection

    async def run_write(self, write: Callable[[Connection, T], R], argument: T) -> R:
        """Call a function that awaits nothing inside a write transaction, and return its result.

        On SQLite it runs in a thread: aiosqlite would switch threads several times per statement.
        """
        if self._thread_engine is None:
            async with self.writing() as connection:
                return await connection.run_sync(write, argument)
        async with self._write_lock:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, _write_in_thread, self._thread_engine, write, argument
            )

    async def run_read(self, read: Callable[[Connection, T], R], argument: T) -> R:
        """Call a function that awaits nothing inside a transaction, and return its result.

        It runs in a thread where `run_write` does.
        """
        if self._thread_engine is None:
            async with self.reading() as connection:
                return await connection.run_sync(read, argument)
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, _read_in_thread, self._thread_engine, read, argument
        )

    async def rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        """The rows that a query finds.

        On SQLite in one step in a thread: when the event loop is busy, every step takes long.
        """
        if self._thread_engine is None:
            async with self.reading() as connection:
                return await connection.run_sync(_all_rows, query)
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, _read_in_thread, self._thread_engine, _all_rows, query
        )

    async def truncate_log(self) -> bool:
        """Empty SQLite's write-ahead log, where erased text would stay; False if it is in use."""
        if self._thread_engine is None:
            return True
        async with self._write_lock:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, _truncate_log, self._thread_engine
            )

    @asynccontextmanager
    async def listening(
        self, on_notice: Callable[[str], None], on_disconnect: Callable[[], None]
    ) -> AsyncIterator[AsyncConnection]:
        """A connection that receives notifications and commits each of its statements."""
        with _errors_without_rows():
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                raw: Any = (await connection.get_raw_connection()).driver_connection
                try:
                    try:
                        raw.add_termination_listener(lambda _: on_disconnect())
                        await raw.execute(f"SET application_name = '{CHANNEL} listens'")
                        await raw.add_listener(CHANNEL, lambda *details: on_notice(details[-1]))
                    except Exception as error:  # the driver's own
                        raise StorageError(f"{type(error).__name__} from the database") from None
                    yield connection
                finally:
                    # It listens until it is closed, so it must not return to the pool.
                    await connection.invalidate()


@contextmanager
def _errors_without_rows() -> Iterator[None]:
    """Raise every error as a `StorageError`."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict(f"{type(error.orig).__name__} while writing") from None
    except (SQLAlchemyError, OSError) as error:
        cause = getattr(error, "orig", None) or error
        kind = InvalidRow if _is_about_values(error, cause) else StorageError
        # The driver's own exception, such as InvalidPasswordError, says more.
        name = type(cause.__cause__ or cause).__name__
        raise kind(f"{name} from the database") from None


def _is_about_values(error: Exception, cause: object) -> bool:
    """Whether the database works, but cannot hold the given values."""
    # PostgreSQL's class 22: data exceptions.
    return isinstance(error, DataError) or str(getattr(cause, "sqlstate", "")).startswith("22")


def make_private(url: URL) -> None:
    """Create a new SQLite file readable by its owner only: it holds decks."""
    if is_file(url):
        with suppress(OSError):  # it exists already, or SQLite will say why it cannot
            os.close(os.open(str(url.database), _CREATE_FILE, 0o600))


def is_file(url: URL) -> bool:
    """Whether the database is an SQLite file, by its path."""
    name = url.database or ""
    return url.get_backend_name() == "sqlite" and bool(name) and not name.startswith(_NOT_A_PATH)


def _thread_engine(url: URL) -> Engine:
    engine = create_engine(url.set(drivername="sqlite"), hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _write_in_thread(engine: Engine, write: Callable[[Connection, T], R], argument: T) -> R:
    with _errors_without_rows(), engine.begin() as connection:
        # Take the write lock before reading, so that no other process writes in between.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        return write(connection, argument)


def _read_in_thread(engine: Engine, read: Callable[[Connection, T], R], argument: T) -> R:
    with _errors_without_rows(), engine.begin() as connection:
        return read(connection, argument)


def _all_rows(connection: Connection, query: Select[Any]) -> Sequence[Row[Any]]:
    return connection.execute(query).all()


def _truncate_log(engine: Engine) -> bool:
    with _errors_without_rows(), engine.connect() as connection:
        # Outside of a transaction, and without making writers wait long for readers.
        raw: Any = connection.connection.driver_connection
        raw.execute(f"PRAGMA busy_timeout={_TRUNCATE_MILLISECONDS}")
        try:
            busy: int = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        finally:
            raw.execute(f"PRAGMA busy_timeout={_BUSY_MILLISECONDS}")
        return not busy


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Make a committed move survive a power cut, and what is deleted be gone from the file."""
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",
        f"busy_timeout={_BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate the schema to a revision, by default the newest.

    Raises `NewerSchema` if this version does not know the revision of the database.
    """
    if revision in ("head", newest_revision()) and _revision(connection) == newest_revision():
        return
    # Slow to import, and almost never needed.
    import alembic.command
    import alembic.config
    from alembic.util.exc import CommandError

    config = alembic.config.Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        alembic.command.upgrade(config, revision)
    except CommandError:
        raise NewerSchema("it was written by a newer Hanamichi: use that one") from None


def newest_revision() -> str:
    """The newest revision of the schema; the files of revisions begin with their numbers."""
    return max(file.name[:4] for file in (_MIGRATIONS / "versions").glob("[0-9]*.py"))


def _revision(connection: Connection) -> str | None:
    """The revision of the database; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def sqlite_url(folder: Path) -> str:
    """The URL of the SQLite file in this folder."""
    return f"sqlite+aiosqlite:///{folder / 'hanamichi.db'}"
