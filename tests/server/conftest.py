"""Databases for tests: SQLite in a folder, and a private PostgreSQL if it is installed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from tests.server.postgres import installed, postgres_of_our_own


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes to the folder of the user who runs it."""
    monkeypatch.setenv("HANAMICHI_DATA", str(tmp_path / "data-folder"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    programs = installed()
    if programs is None:
        pytest.skip("no PostgreSQL on this machine")
    with postgres_of_our_own(programs) as server:
        yield server.url


@pytest.fixture
def shared(postgres: str) -> str:
    """The URL of an empty database that several processes may share."""
    asyncio.run(_empty(postgres))
    return postgres


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    address: str = request.getfixturevalue("postgres")
    asyncio.run(_empty(address))
    return address


async def _empty(address: str) -> None:
    storage = Database(address)
    async with storage.reading() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await storage.close()
