"""Starting the server: port, folder, database, and the printed lines."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from hanamichi.server import serve
from hanamichi.server.doctor import examine
from hanamichi.server.http.host_names import HostNames
from hanamichi.server.http.origin import base_address, is_same_origin
from hanamichi.server.net import listening
from hanamichi.server.net.listening import ServeError, listen
from hanamichi.server.ops.paths import data_folder
from hanamichi.server.serve import ServerAddress, database_url, describe, display_url
from hanamichi.server.storage.connections import migrate
from hanamichi.server.storage.database import Database

LISTEN = """
import sys
from hanamichi.cli.commands.serve import listen
listen("127.0.0.1", 0).close()
print(sorted({"sqlalchemy", "litestar", "uvicorn"} & set(sys.modules)))
"""


def test_a_busy_default_port_leads_to_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(listening, "DEFAULT_PORT", port)
        with listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] > port
        with pytest.raises(ServeError) as caught:
            listen("127.0.0.1", port)
    assert caught.value.code == "serve/address"
    assert str(port) in caught.value.message


def test_a_socket_is_bound_without_loading_the_server() -> None:
    """After a restart clients wait in its queue while the rest is imported."""
    said = subprocess.check_output([sys.executable, "-c", LISTEN], text=True)
    assert said.strip() == "[]"


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(ServeError):
        listen("203.0.113.7", 0)


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "~/.local/share/hanamichi"),
        ({"XDG_DATA_HOME": "/data"}, "/data/hanamichi"),
        ({"HANAMICHI_DATA": "~/games"}, "~/games"),
    ],
)
def test_the_data_folder_is_the_one_of_the_system_unless_named(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], expected: str
) -> None:
    for name in ("HANAMICHI_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert data_folder() == Path(expected).expanduser()


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("darwin", "Library/Application Support/Hanamichi"),
        ("win32", "AppData/Local/Hanamichi"),
    ],
)
def test_the_data_folder_of_version_0_1_is_still_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, folder: str
) -> None:
    for name in ("HANAMICHI_DATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() != tmp_path / folder
    (tmp_path / folder).mkdir(parents=True)
    assert data_folder() == tmp_path / folder


def test_the_default_database_is_a_file_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANAMICHI_DATA", str(tmp_path / "new"))
    assert database_url(None) == f"sqlite+aiosqlite:///{tmp_path}/new/hanamichi.db"
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("given", "url", "said"),
    [
        ("games.db", "sqlite+aiosqlite:///games.db", "games.db"),
        ("/srv/games.db", "sqlite+aiosqlite:////srv/games.db", "/srv/games.db"),
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db", "games.db"),
        (
            "postgresql://club:secret@db/games",
            "postgresql+asyncpg://club:secret@db/games",
            "postgresql+asyncpg://club:***@db/games",
        ),
    ],
)
def test_a_database_is_named_by_file_or_url_and_shown_without_password(
    given: str, url: str, said: str
) -> None:
    assert database_url(given) == url
    assert display_url(url) == said


def test_other_databases_are_refused() -> None:
    with pytest.raises(ServeError) as caught:
        database_url("mysql://localhost/games")
    assert caught.value.code == "serve/database"


def test_a_folder_that_cannot_be_created_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HANAMICHI_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(ServeError) as caught:
        database_url(None)
    assert caught.value.code == "serve/database"


def test_a_database_that_cannot_be_opened_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"not a database at all, but long enough" * 100)
    with listen("127.0.0.1", 0) as bound, pytest.raises(ServeError) as caught:
        serve.serve(bound, database=str(tmp_path / "games.db"), say=print)
    assert caught.value.code == "serve/database"


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "games.db")
    of_a_newer_hanamichi(file)
    with (
        listen("127.0.0.1", 0) as bound,
        pytest.raises(ServeError, match="newer Hanamichi") as caught,
    ):
        serve.serve(bound, database=file, say=print)
    assert caught.value.code == "serve/database"
    (database,) = [each for each in examine(file) if each.what == "Database"]
    assert database.verdict == "wrong"
    assert "newer Hanamichi" in database.found


def of_a_newer_hanamichi(file: str) -> None:
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        migrate(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
def test_a_new_database_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    async def opened() -> None:
        storage = Database(database_url(str(tmp_path / "games.db")))
        await storage.open()
        await storage.close()

    asyncio.run(opened())
    assert (tmp_path / "games.db").stat().st_mode & 0o777 == 0o600


def test_the_doctor_tells_by_which_names_the_server_is_reached(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[access]\nhosts = ["play.example"]\n')
    for given, sites, verdict, found in [
        (str(config), ["other.example"], "fine", "play.example, other.example"),
        (str(config), ["*"], "note", "any"),
        (None, [], "note", "IP addresses and local names only"),
    ]:
        findings = examine(str(tmp_path / "games.db"), given, sites)
        (names,) = [each for each in findings if each.what == "Names"]
        assert (names.verdict, names.found) == (verdict, found)
    config.write_text("[access]\nhosts = 3\n")
    findings = examine(str(tmp_path / "games.db"), str(config))
    (wrong,) = [each for each in findings if each.what == "Configuration"]
    assert wrong.verdict == "wrong"


def test_the_lines_printed_at_start() -> None:
    address = ServerAddress("http://localhost:8000", "10.0.0.7:8000", "/data/hanamichi.db")
    lines = describe(address, HostNames(["play.example"]))
    said = "\n".join(lines)
    assert "http://localhost:8000" in said
    assert "http://10.0.0.7:8000" in said
    assert "/data/hanamichi.db" in said
    assert "invite" in said
    assert "play.example" in said
    here = ServerAddress("http://localhost:1", None, "db")
    assert "network" not in "\n".join(describe(here, HostNames()))
    assert "--site" not in "\n".join(describe(here, HostNames()))
    assert "--site" in "\n".join(describe(here, HostNames(), proxies=True))


@pytest.mark.parametrize(
    ("origin", "scheme", "host", "same"),
    [
        (None, "http", "h:1", True),
        ("http://h:1", "http", "h:1", True),
        ("http://h:1", "ws", "h:1", True),
        ("https://h", "https", "h", True),
        ("https://h", "wss", "h:443", True),
        ("http://h:80", "http", "h", True),
        ("https://h", "http", "h", False),
        ("http://h", "https", "h", False),
        ("http://h:2", "http", "h:1", False),
        ("http://evil", "http", "h", False),
        ("http://h/", "http", "h", False),
        ("null", "http", "h", False),
        ("file://", "http", "", False),
        ("http://h", "http", None, False),
        ("http://[", "http", "h", False),
    ],
)
def test_only_pages_of_this_server_have_its_origin(
    origin: str | None,
    scheme: str,
    host: str | None,
    same: bool,  # noqa: FBT001
) -> None:
    assert is_same_origin(origin, scheme, host) is same


@pytest.mark.parametrize(
    ("scheme", "host", "lan", "base"),
    [
        ("http", "localhost:8000", "10.0.0.7:8000", "http://10.0.0.7:8000"),
        ("ws", "127.0.0.1:8000", "10.0.0.7:8000", "http://10.0.0.7:8000"),
        ("http", "localhost:8000", None, "http://localhost:8000"),
        ("wss", "club.example", "10.0.0.7:8000", "https://club.example"),
    ],
)
def test_links_use_an_address_that_others_can_reach(
    scheme: str, host: str, lan: str | None, base: str
) -> None:
    assert base_address(scheme, host, lan) == base
