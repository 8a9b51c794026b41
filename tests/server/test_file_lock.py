"""One server at a time uses an SQLite file; commands work beside it."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanamichi.server.application import Application
from hanamichi.server.doctor import examine
from hanamichi.server.net.listening import ServeError, listen
from hanamichi.server.serve import run
from hanamichi.server.storage.backup import back_up, restore
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.file_lock import DatabaseInUse, FileLock, is_held, lock_file
from tests.reliability.server_process import ServerProcess
from tests.server.live import live, person, running

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="tried on POSIX systems")

LOOK = """
import sys
from hanamichi.server.storage.file_lock import is_held
print(is_held(sys.argv[1]), flush=True)
while True:
    is_held(sys.argv[1])
"""


async def refused_on(url: str) -> ServeError:
    """The refusal of a second server."""
    with listen("127.0.0.1", 0) as listening, pytest.raises(ServeError) as caught:
        await run(Application(Database(url)), listening)
    return caught.value


@live
async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        error = await refused_on(url)
        assert error.code == "serve/database-in-use"
        assert f"process {os.getpid()}" in error.message
        assert is_held(url), "the refused one has not freed it"
        await ann.open_table("hanabi/cocktail", "me", "open")
    assert not is_held(url)
    async with running(tmp_path):
        assert is_held(url)


@live
async def test_a_link_to_the_file_does_not_help(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    async with running(tmp_path):
        link.symlink_to(tmp_path / "hanamichi.db")
        assert (await refused_on(f"sqlite+aiosqlite:///{link}")).code == "serve/database-in-use"


@live
async def test_the_lock_of_a_killed_server_is_free_at_once(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    server = ServerProcess(url, tmp_path)
    try:
        for _ in range(2):
            server.start()
            await server.until_ready()
            assert is_held(url)
            assert (await refused_on(url)).code == "serve/database-in-use"
            server.kill()
            assert not is_held(url)
    finally:
        server.sweep()


@live
async def test_commands_work_beside_a_server(tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path), tmp_path / "all.backup"
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        assert await back_up(url, file) == 1
        assert (await restore(url, file)).kept == 1
        assert (await server.table(table)).status == "playing"


def test_the_doctor_tells_whether_a_server_is_running(tmp_path: Path) -> None:
    lock, file = FileLock(sqlite_url(tmp_path)), str(tmp_path / "hanamichi.db")

    def found() -> str:
        (database,) = [each for each in examine(file) if each.what == "Database"]
        return database.found

    assert "a server is running on it" not in found()
    asyncio.run(lock.acquire())
    assert "a server is running on it" in found()
    lock.release()


def test_the_command_line_says_so_in_one_line(tmp_path: Path) -> None:
    lock = FileLock(sqlite_url(tmp_path))
    asyncio.run(lock.acquire())
    command = [sys.executable, "-m", "hanamichi", "serve", "--host", "127.0.0.1", "--port", "0"]
    done = subprocess.run(
        [*command, "--database", str(tmp_path / "hanamichi.db")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lock.release()
    assert done.returncode == 2
    assert "serve/database-in-use" in done.stderr
    assert len(done.stderr.splitlines()) <= 2


def test_the_lock_is_private_and_beside_the_database(tmp_path: Path) -> None:
    lock = FileLock(sqlite_url(tmp_path))
    asyncio.run(lock.acquire())
    file = tmp_path / "hanamichi.db.lock"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text().split() == [str(os.getpid())]
    with pytest.raises(DatabaseInUse):
        asyncio.run(FileLock(sqlite_url(tmp_path)).acquire())
    lock.release()
    lock.release()
    assert not is_held(sqlite_url(tmp_path))


def test_a_look_at_the_lock_stops_no_server(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    looking = subprocess.Popen([sys.executable, "-c", LOOK, url], stdout=subprocess.PIPE)
    assert looking.stdout is not None
    assert looking.stdout.readline()
    try:
        for _ in range(50):
            lock = FileLock(url)
            asyncio.run(lock.acquire())
            lock.release()
        assert looking.poll() is None
    finally:
        looking.kill()
        looking.communicate()


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///file:shared?mode=memory&uri=true",
        "postgresql+asyncpg://club@localhost/hanamichi",
    ],
)
def test_other_databases_need_no_lock(url: str) -> None:
    assert lock_file(url) is None
    assert not is_held(url)
    for _ in range(2):
        asyncio.run(FileLock(url).acquire())


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "nowhere")
    with pytest.raises(StorageError, match="No such file"):
        asyncio.run(FileLock(url).acquire())
    assert not is_held(url)


def test_a_file_system_without_locks_is_told_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import fcntl

    def unsupported(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    url = sqlite_url(tmp_path)
    with caplog.at_level(logging.WARNING):
        asyncio.run(FileLock(url).acquire())
    assert "No locks available" in caplog.text
    assert not is_held(url)
