"""Secrets can be neither guessed nor read, and every input has a limit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.script import ScriptDirectory

from hanamichi.server.protocol.commands import ClientMessage, CreateTable
from hanamichi.server.protocol.http_bodies import NewName, OptionsQuery
from hanamichi.server.protocol.owner_messages import REQUEST_BODIES as OWNER_BODIES
from hanamichi.server.protocol.replay_messages import CreateBranch
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.table import dispatch, moves
from tests.server.live import live, person, running
from tests.server.table_harness import ANN, BO, hanabi_for_two, koikoi_for_two
from tests.server.test_my_games import old_database
from tests.server.test_sockets import CLUE, HANABI

ROOT = Path(__file__).parent.parent.parent
SERVER = ROOT / "src" / "hanamichi" / "server"
MIGRATIONS = ScriptDirectory(str(SERVER / "storage" / "migrations"))
REVISIONS = sorted(script.revision for script in MIGRATIONS.walk_revisions())


@live
async def test_ids_and_keys_cannot_be_guessed_and_only_their_hashes_are_stored(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        tables = {await ann.open_table(HANABI, "me", "random", start=True) for _ in range(5)}
        async with ann.at(next(iter(tables))) as line:
            links = {(await line.ok("link-seat"))["url"].partition("=")[2] for _ in range(5)}
        cookie = ann.cookie.partition("=")[2]
        secrets = [*tables, *links, cookie]
        assert len(set(secrets)) == 11
        # 16 random bytes or more
        assert all(re.fullmatch(r"[A-Za-z0-9_-]{22,64}", secret) for secret in secrets), secrets
        stored = (tmp_path / "hanamichi.db").read_bytes()
        stored += (tmp_path / "hanamichi.db-wal").read_bytes()
        for secret in (*links, cookie):
            assert secret.encode() not in stored


LOOKUP = re.compile(
    r"(schema\.people\.c|_COLUMNS)\.secret_hash == (secret_hash|hash_secret\(\w+\))"
)
"""A query for a hash."""


def test_secrets_are_compared_in_constant_time_or_looked_up_by_their_hash() -> None:
    """No `==` between anything called a secret, a key or a hash, but in a query for a hash."""
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
                text = ast.unparse(node)
                if re.search(r"secret|key_hash|seat_key|\bcookie", text):
                    assert LOOKUP.fullmatch(text), (path.name, text)


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of what a client may send, with its path."""
    kinds = [ClientMessage, CreateTable, NewName, OptionsQuery, CreateBranch, *OWNER_BODIES]
    _, components = msgspec.json.schema_components(kinds)
    waiting: list[tuple[str, Any]] = list(components.items())
    while waiting:
        where, part = waiting.pop()
        if isinstance(part, dict):
            yield where, part
            waiting += [
                (f"{where}.{name}", inner)
                for name, inner in part.items()
                if name not in ("discriminator", "default")
            ]
        elif isinstance(part, list):
            waiting += [(where, inner) for inner in part]


def test_everything_that_clients_send_has_a_limit() -> None:
    """Texts, lists and objects each have a limit besides that of the whole frame."""
    limits = {"string": {"maxLength", "enum", "const"}, "array": {"maxItems"}}
    for where, part in schemas():
        kind = part.get("type")
        if isinstance(kind, str) and kind in limits:
            assert limits[kind] & set(part), where
        if kind == "object":
            assert {"properties", "maxProperties"} & set(part), where


def test_a_table_with_too_many_entries_accepts_moves_only(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = hanabi_for_two()
    monkeypatch.setattr(dispatch, "MAX_ENTRIES", harness.table.seq)
    gesture = {"type": "rearrange", "cards": [4, 3, 2, 1, 0]}
    assert harness.refused(ANN, "move", ply=0, action=gesture) == "frame/too-many"
    assert harness.refused(ANN, "link-seat") == "frame/too-many"
    assert harness.refused(BO, "propose", what="end-match") == "frame/too-many"
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "ping")
    assert harness.table.ply == 1


def test_a_table_with_too_many_entries_still_accepts_a_stand_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    harness = hanabi_for_two()
    harness.do(BO, "leave")
    monkeypatch.setattr(dispatch, "MAX_ENTRIES", harness.table.seq)
    harness.do(ANN, "stand-in", seat=1, bot="random")
    assert harness.table.seats[1].bot == "random"
    assert harness.refused(ANN, "stand-in", seat=1, bot="novice") == "frame/too-many"


def test_a_table_with_too_many_entries_keeps_a_name_unless_the_owner_changes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = hanabi_for_two().table
    ann = ANN._replace(name="Anna")
    assert moves.renamed(table, ann).entries
    monkeypatch.setattr(moves, "MAX_ENTRIES", table.seq)
    assert not moves.renamed(table, ann).entries
    assert moves.renamed(table, ann, by_owner=True).entries


def test_the_client_makes_no_markup_of_received_text() -> None:
    """Svelte escapes text; only shapes of our own are inserted unescaped."""
    found = {
        f"{path.name}: {line.strip()}"
        for path in (ROOT / "web" / "src").rglob("*")
        if path.suffix in (".svelte", ".ts")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", line)
    }
    shape = 'else element.innerHTML = `<svg viewBox="0 0 24 24" width="64%">${mark}</svg>`;'
    assert found <= {f"choreography.ts: {shape}"}


@live
async def test_a_nickname_is_text_wherever_it_is_sent(tmp_path: Path) -> None:
    name = "<img src=x>"
    async with running(tmp_path) as server, person(server, name) as ann:
        table = await ann.open_table(HANABI, "me", "random", start=True)
        answer = await ann.client.get(f"/api/tables/{table}")
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.json()["seats"][0]["name"] == name


@pytest.mark.parametrize("path", ["/", "/api/catalog", "/health", "/api/tables/none"])
@live
async def test_the_content_security_policy_allows_no_other_origins(
    tmp_path: Path, path: str
) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        headers = (await reader.client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "*" not in policy
        for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'"):
            assert part in policy
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["referrer-policy"] == "same-origin"
        assert "camera=()" in headers["permissions-policy"]


def test_the_newest_revision_makes_the_current_schema() -> None:
    assert MIGRATIONS.get_current_head() == REVISIONS[-1]
    assert schema.METADATA.tables


@pytest.mark.parametrize("revision", REVISIONS)
@live
async def test_a_database_of_every_revision_is_migrated_and_played_on(
    url: str, tmp_path: Path, revision: str
) -> None:
    hanabi, koikoi = hanabi_for_two(), koikoi_for_two()
    hanabi.move_any(ANN)
    await old_database(url, ("hanabi", hanabi), ("koikoi", koikoi), revision=revision)
    async with running(tmp_path, url=url) as server:
        for table_id, harness in (("hanabi", hanabi), ("koikoi", koikoi)):
            table = await server.table(table_id)
            assert table.log == harness.table.log
            assert table.status == "playing"
        assert sorted(await server.app.database.unfinished()) == ["hanabi", "koikoi"]
    storage = Database(url)
    async with storage.reading() as connection:
        found = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        assert found.scalar() == REVISIONS[-1]
    await storage.close()
