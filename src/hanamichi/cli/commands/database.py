"""`hanamichi backup`, `restore` and `export`: a server's database in files."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click
import msgspec

from hanamichi.cli.files import STANDARD, write_bytes
from hanamichi.core import HanamichiError
from hanamichi.records import write_record

database_option = click.option(
    "--database",
    metavar="URL",
    envvar="HANAMICHI_DATABASE",
    show_envvar=True,
    show_default="the one `hanamichi serve` uses",
    help="Where tables are kept: a file of SQLite, or the URL of a PostgreSQL database.",
)


def _counted(matches: int) -> str:
    return "1 match" if matches == 1 else f"{matches} matches"


@click.command(
    epilog="""\b
Examples:
  hanamichi backup tables.backup
  hanamichi backup club.backup --database club.db
"""
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, database: str | None) -> None:
    """Write everything the server keeps into FILE, while it goes on.

    The file holds the cards of running matches: keep it as safe as the database itself.
    """
    from hanamichi.server.serve import database_url
    from hanamichi.server.storage.backup import back_up

    matches = asyncio.run(back_up(database_url(database), file))
    click.echo(f"{_counted(matches)} written to {file}")


@click.command(
    epilog="""\b
Examples:
  hanamichi restore tables.backup
  hanamichi restore tables.backup --database club.db
"""
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.option(
    "--erasures",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Who asked to be forgotten since; by default, the file beside the database.",
)
def restore(file: Path, database: str | None, erasures: Path | None) -> None:
    """Bring back from FILE every match that the database does not have.

    Matches that it has stay as they are there, so this is safe beside a running server. Nothing is
    written unless the whole file is sound. People who asked to be forgotten stay forgotten: their
    matches come back without their names.
    """
    from hanamichi.server.serve import database_url
    from hanamichi.server.storage.backup import restore as bring_back

    done = asyncio.run(bring_back(database_url(database), file, erasures))
    stayed = f"; {_counted(done.kept)} were there already" if done.kept else ""
    click.echo(f"{_counted(done.tables)} brought back{stayed}")


@click.command(
    epilog="""\b
Examples:
  hanamichi export games.jsonl
  hanamichi export games.jsonl --database club.db
"""
)
@click.argument("file", default=STANDARD)
@database_option
def export(file: str, database: str | None) -> None:
    """Write the record of every finished match to FILE, one JSON object a line.

    “-”, or nothing, is standard output. Matches that are still played stay closed.
    """
    from hanamichi.server.serve import database_url

    count, lines = asyncio.run(_lines(database_url(database)))
    write_bytes(file, lines)
    click.echo(f"{_counted(count)} exported", file=sys.stderr)


async def _lines(url: str) -> tuple[int, bytes]:
    from hanamichi.server.storage.database import Database
    from hanamichi.server.storage.errors import StorageError
    from hanamichi.server.storage.export import records

    storage = Database(url)
    try:
        await storage.open()
        found = [
            msgspec.json.format(write_record(record), indent=-1)
            async for record in records(storage)
        ]
    except StorageError as error:
        raise HanamichiError(
            f"The database cannot be read ({error}); check --database", code="serve/database"
        ) from None
    finally:
        await storage.close()
    return len(found), b"".join(line + b"\n" for line in found)
