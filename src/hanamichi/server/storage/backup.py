"""Back up a whole database to one file while the server runs, and restore it.

The file is gzipped JSON lines: a header, every row of every database table, and a footer with the
number of rows and a checksum. It holds decks and the hashes of cookies, so it must be protected
like the database. It leaves out the keys of hashed addresses, which would tell the addresses, and
the hashes that are useless without them. A backup of SQLite can be restored to PostgreSQL, and the
other way round.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import os
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Engine,
    MetaData,
    Table,
    create_engine,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import CompileError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from hanamichi.core import HanamichiError
from hanamichi.server.storage import schema
from hanamichi.server.storage.connections import make_private, migrate
from hanamichi.server.storage.erasures import (
    ERASED,
    erase_at_once,
    erased_secret,
    people_with,
    read_tombstones,
    store_tombstones,
)
from hanamichi.server.storage.errors import NewerSchema
from hanamichi.server.storage.tombstones import TombstoneFile, person_hash, tombstone_file

FORM = 1
_BATCH_SIZE = 500
_MAX_LINE = 64 * 1024 * 1024
_LEFT_OUT = (schema.address_keys, schema.blocked_addresses)
_EMPTIED = {
    schema.imports: ("address", "network"),
    schema.openings: ("address", "network"),
    schema.review_requests: ("address", "network"),
}
"""The columns that are left empty."""


class BackupError(HanamichiError):
    """A backup that cannot be taken or read.

    Codes: `backup/file`, `backup/damaged`, `backup/newer`, `backup/database`.
    """

    code = "backup/file"


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    hanamichi_backup: int
    schema: str
    at: int


class Footer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    rows: int
    sha256: str


class Restored(NamedTuple):
    """The result of a restore."""

    tables: int
    """Matches that were restored."""
    kept: int
    """Matches that the database had already, which were left unchanged."""


async def back_up(url: str, file: Path) -> int:
    """Write a consistent backup and return the number of matches. The server may be running."""
    partial = file.with_name(file.name + ".partial")
    engine = create_async_engine(url, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            await _freeze(connection)
            count = await _write(connection, partial)
        partial.replace(file)
    except SQLAlchemyError as error:
        raise _database(error) from None
    except OSError as error:
        raise BackupError(f"Cannot write {str(file)!r}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):  # it may not have been created
            partial.unlink(missing_ok=True)
        await engine.dispose()
    return count


async def _freeze(connection: AsyncConnection) -> None:
    """Read everything from one snapshot, so that concurrent moves are not half in the file."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN")
    else:
        await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))


async def _write(connection: AsyncConnection, file: Path) -> int:
    if not await connection.run_sync(lambda at: inspect(at).has_table("alembic_version")):
        raise BackupError("No server has used this database yet", code="backup/database")
    revision = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    digest, rows, matches = hashlib.sha256(), 0, 0
    with file.open("wb") as raw:
        os.fchmod(raw.fileno(), 0o600)
        with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
            header = Header(FORM, str(revision), time.time_ns() // 1_000_000)
            packed.write(msgspec.json.encode(header) + b"\n")
            for table in schema.METADATA.sorted_tables:
                if table in _LEFT_OUT:
                    continue
                empty = dict.fromkeys(_EMPTIED.get(table, ()))
                found = await connection.stream(select(table).order_by(*table.primary_key))
                async for row in found.mappings():
                    values = {str(key): row[key] for key in row} | empty
                    line = msgspec.json.encode([str(table.name), values]) + b"\n"
                    digest.update(line)
                    packed.write(line)
                    rows += 1
                    matches += table is schema.tables
            packed.write(msgspec.json.encode(Footer(rows, digest.hexdigest())) + b"\n")
        raw.flush()
        os.fsync(raw.fileno())
    return matches


async def restore(url: str, file: Path, erasures: Path | None = None) -> Restored:
    """Restore every match that the database lacks. Existing rows are left unchanged.

    The whole file is read and checked before anything is written, in one transaction. A server may
    be running on the database: its matches are not touched. Who was erased stays erased: by the
    database, by the backup, by the file of tombstones beside the database and by a given one.
    """
    with tempfile.TemporaryDirectory(prefix="hanamichi-restore-") as folder:
        staged = create_engine(f"sqlite:///{folder}/staged.db", hide_parameters=True)
        engine = create_async_engine(url, hide_parameters=True)
        try:
            await asyncio.to_thread(_stage, staged, file)
            make_private(engine.url)
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
                tombstones = await connection.run_sync(read_tombstones)
            tombstones |= await asyncio.to_thread(_tombstones_in_files, url, erasures)
            await asyncio.to_thread(_erase_staged, staged, tombstones)
            async with engine.begin() as connection:
                restored = await _copy_missing(connection, staged)
                tombstones = await connection.run_sync(read_tombstones)
            await asyncio.to_thread(_keep_tombstones, url, tombstones)
            return restored
        except NewerSchema:
            raise BackupError(
                "A newer Hanamichi has used this database: restore with that one",
                code="backup/database",
            ) from None
        except SQLAlchemyError as error:
            raise _database(error) from None
        finally:
            staged.dispose()
            await engine.dispose()


def _stage(engine: Engine, file: Path) -> None:
    """Load the backup into a temporary database, migrated if an older version wrote it."""
    lines = _lines(file)
    revision = next(lines)
    try:
        with engine.begin() as connection:
            migrate(connection, str(revision))
            then = MetaData()
            then.reflect(connection)
            for name, row in lines:
                connection.execute(insert(then.tables[name]), row)
            migrate(connection)
    except NewerSchema:
        raise BackupError(
            "This backup was written by a newer Hanamichi: restore it with that one",
            code="backup/newer",
        ) from None
    except (KeyError, CompileError):
        raise _damaged(file) from None


def _tombstones_in_files(url: str, given: Path | None) -> dict[str, int]:
    """The tombstones in the file of a database, and in another file."""
    if given is not None and not given.is_file():
        raise BackupError(f"Cannot read {str(given)!r}: there is no such file")
    try:
        return tombstone_file(url).read() | TombstoneFile(given).read()
    except OSError as error:
        raise BackupError(f"Cannot read {error.filename!r}: {error.strerror}") from None


def _keep_tombstones(url: str, tombstones: dict[str, int]) -> None:
    """Add them to the file of a database, which may be lost before a server starts on it again."""
    file = tombstone_file(url)
    with contextlib.suppress(OSError):  # the database keeps them too, and the next start compares
        known = file.read()
        file.add({key: at for key, at in tombstones.items() if key not in known})


def _erase_staged(engine: Engine, tombstones: dict[str, int]) -> None:
    """Erase the people from the backup who were erased since, and store their tombstones."""
    with engine.begin() as connection:
        store_tombstones(connection, tombstones)
        tombstones = read_tombstones(connection)
        for person in people_with(connection, tombstones):
            erase_at_once(connection, person, tombstones[person_hash(person)])


def _lines(file: Path) -> Iterator[Any]:
    """The revision of the schema, then every row with the name of its table.

    Raises at the end if the checksum does not match.
    """
    digest, count = hashlib.sha256(), 0
    try:
        with gzip.open(file, "rb") as packed:
            header = msgspec.json.decode(packed.readline(_MAX_LINE), type=Header)
            if header.hanamichi_backup != FORM:
                raise _damaged(file)
            yield header.schema
            for line in iter(lambda: packed.readline(_MAX_LINE), b""):
                if line.startswith(b"{"):
                    footer = msgspec.json.decode(line, type=Footer)
                    if footer != Footer(count, digest.hexdigest()) or packed.read(1):
                        break
                    return
                digest.update(line)
                count += 1
                yield msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
    except (gzip.BadGzipFile, zlib.error, EOFError, msgspec.DecodeError, UnicodeError):
        raise _damaged(file) from None
    except OSError as error:
        raise BackupError(f"Cannot read {str(file)!r}: {error.strerror or error}") from None
    raise _damaged(file)


async def _copy_missing(connection: AsyncConnection, staged: Engine) -> Restored:
    """Copy the rows that are missing, whole matches only."""
    tables = await _keys(connection, schema.tables)
    restored = kept = 0
    with staged.connect() as source:
        for table in schema.METADATA.sorted_tables:
            columns, present = ["table_id"], tables
            if not _is_of_match(table):
                columns = [column.name for column in table.primary_key.columns]
                present = tables if table is schema.tables else await _keys(connection, table)
            rows = source.execute(select(table)).mappings()
            while part := rows.fetchmany(_BATCH_SIZE):
                fresh = [
                    dict(row)
                    for row in part
                    if tuple(row[column] for column in columns) not in present
                ]
                if fresh:
                    await connection.execute(insert(table), fresh)
                if table is schema.erasures:
                    await _mark_erased(connection, {row["person_hash"] for row in fresh})
                if table is schema.tables:
                    restored, kept = restored + len(fresh), kept + len(part) - len(fresh)
    return Restored(restored, kept)


async def _mark_erased(connection: AsyncConnection, hashes: set[str]) -> None:
    """Have the next server erase the people who are here, but not any more in the backup."""
    columns = schema.people.c
    for person in await connection.run_sync(people_with, hashes):
        await connection.execute(
            update(schema.people)
            .where(columns.id == person)
            .values(name=None, secret_hash=erased_secret(person), restriction=ERASED)
        )


def _is_of_match(table: Table) -> bool:
    """Whether the rows belong to a match, and are restored only with all of it."""
    return any(key.column.table is schema.tables for key in table.foreign_keys)


async def _keys(connection: AsyncConnection, table: Table) -> set[tuple[Any, ...]]:
    return set(map(tuple, await connection.execute(select(*table.primary_key.columns))))


def _damaged(file: Path) -> BackupError:
    return BackupError(
        f"{str(file)!r} is no whole backup of Hanamichi: nothing was restored",
        code="backup/damaged",
    )


def _database(error: SQLAlchemyError) -> BackupError:
    """An error without the statement, whose parameters are rows, and rows hold decks."""
    cause = getattr(error, "orig", None) or error
    return BackupError(
        f"The database did not go along ({type(cause).__name__}); check --database",
        code="backup/database",
    )
