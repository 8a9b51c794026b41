"""Checks whether this machine has what a server needs, for `hanamichi doctor`."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy import make_url

from hanamichi.core import HanamichiError
from hanamichi.server.http import static_files
from hanamichi.server.http.host_names import HostNames
from hanamichi.server.net.listening import DEFAULT_PORT
from hanamichi.server.ops.config import find_config
from hanamichi.server.serve import database_url, display_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.file_lock import is_held

_MIN_FREE_BYTES = 200 * 1024 * 1024


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one check."""

    what: str
    verdict: Literal["fine", "note", "wrong"]
    found: str
    advice: str | None = None


def examine(
    database: str | None = None, config: str | None = None, sites: Sequence[str] = ()
) -> list[Finding]:
    """All checks, in the order in which a server needs their subjects."""
    checks: tuple[Callable[[], Finding], ...] = (
        _python,
        _client,
        lambda: _database(database),
        lambda: _disk(database),
        _port,
        lambda: _names(config, sites),
        lambda: _extra("numba", "The expert and search bots", "batch"),
        lambda: _extra("asyncpg", "PostgreSQL", "postgres"),
    )
    return [check() for check in checks]


def _python() -> Finding:
    return Finding("Python", "fine", ".".join(map(str, sys.version_info[:3])))


def _client() -> Finding:
    if (static_files.FOLDER / "index.html").is_file():
        return Finding("Browser client", "fine", "built")
    return Finding("Browser client", "wrong", "not built", "Run: make web")


def _database(given: str | None) -> Finding:
    advice = "Check that it is there, that the address is right and that it may be written."
    try:
        url = database_url(given)
    except HanamichiError as error:
        return Finding("Database", "wrong", error.message, advice)
    try:
        parsed = make_url(url)
        if parsed.drivername.startswith("sqlite"):
            _check_file(parsed.database or "")
        running = asyncio.run(_opened(url))
    except (StorageError, ImportError, sqlite3.Error) as error:
        return Finding("Database", "wrong", f"{display_url(url)}: {error}", advice)
    served = ", a server is running on it" if is_held(url) else ""
    found = f"{display_url(url)}, unfinished matches: {running}{served}"
    return Finding("Database", "fine", found)


def _check_file(file: str) -> None:
    """Raise the error that opening or writing an SQLite file would raise."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.rollback()


async def _opened(url: str) -> int:
    storage = Database(url)
    try:
        await storage.open()
        return len(await storage.unfinished())
    finally:
        await storage.close()


def _disk(given: str | None) -> Finding:
    try:
        file = make_url(database_url(given)).database
    except HanamichiError:
        file = None
    folder = Path(file or ".").absolute().parent
    if not folder.is_dir():
        return Finding("Disk", "note", "not looked at: the database is elsewhere")
    free = shutil.disk_usage(folder).free
    found = f"{free / 2**30:.1f} GiB free"
    if free < _MIN_FREE_BYTES:
        return Finding(
            "Disk", "wrong", found, "Make room: moves that cannot be stored are refused."
        )
    return Finding("Disk", "fine", found)


def _port() -> Finding:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", DEFAULT_PORT))
        except OSError:
            advice = "A server may be running already; the next one takes the next free port."
            return Finding("Port", "note", f"{DEFAULT_PORT} is taken", advice)
    return Finding("Port", "fine", f"{DEFAULT_PORT} is free")


def _names(given: str | None, sites: Sequence[str]) -> Finding:
    try:
        hosts = HostNames([*find_config(given).access.hosts, *sites])
    except HanamichiError as error:
        return Finding("Configuration", "wrong", error.message)
    if hosts.any:
        advice = "Other sites may reach it under a name of theirs: better list yours in hosts."
        return Finding("Names", "note", "any", advice)
    if hosts.public:
        return Finding("Names", "fine", ", ".join(hosts.public))
    advice = "Behind a proxy with a public name: set HANAMICHI_SITE, or hosts in [access]."
    return Finding("Names", "note", "IP addresses and local names only", advice)


def _extra(module: str, what: str, extra: str) -> Finding:
    if importlib.util.find_spec(module) is not None:
        return Finding(what, "fine", "available")
    return Finding(what, "note", "not available", f"Install the extra: hanamichi[{extra}]")
