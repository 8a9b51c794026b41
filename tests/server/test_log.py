"""The log has one line for each event, and never a secret, a name or a card."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hanamichi.server.ops import log
from hanamichi.server.table.result import replay_id
from hanamichi.server.table.state import Table
from tests.server.live import Server, live, person, play_out, running


@contextmanager
def written(form: log.LogForm | None) -> Iterator[io.StringIO]:
    """What is logged inside the context."""
    stream = io.StringIO()
    with log.logging_to_stderr(form, stream):
        yield stream


def events(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


async def whole_game(server: Server, preset: str, **options: Any) -> tuple[Table, list[str]]:
    """Play a game with everything a log might repeat; the secrets that it must not contain."""
    async with person(server, "Zebulon") as ann, person(server, "Quirinus") as bo:
        table = await ann.open_table(preset, "me", "open", "random", **options)
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            link = await first.ok("link-seat")
            await first.ok("note", key="0", text="xylophone")
            await first.refused("move", ply=99, action={"type": "discard", "card": 0})
            await ann.request("GET", f"/api/tables/{table}/record")
            await play_out(first, second)
            await ann.request("GET", f"/api/replays/{replay_id(table)}")
        async with ann.connected("no-such-table") as line:
            await line.until_closed()
        secrets = [
            table,
            replay_id(table),
            *(cookie.partition("=")[2] for cookie in (ann.cookie, bo.cookie)),
            link["url"].partition("=")[2],
            "Zebulon",
            "Quirinus",
            "xylophone",
            "127.0.0.1",
        ]
        return await server.table(table), secrets


@live
async def test_no_secret_and_no_card_is_in_the_log_of_a_whole_game(tmp_path: Path) -> None:
    with written("json") as stream:
        async with running(tmp_path, seed=None) as server:
            table, secrets = await whole_game(server, "hanabi/cocktail", options={"errors": 10})
    text = stream.getvalue()
    for secret in secrets:
        assert secret not in text
    assert table.play is not None
    assert table.play.key is not None
    assert table.play.key not in text
    words = {str(value) for event in events(stream) for value in event.values()}
    faces = {str(card) for card in table.play.state.deck}
    assert not words & faces
    known = {"at", "level", "event", "id", "table", "type", "code", "ms", "commands", "seconds"}
    assert {name for event in events(stream) for name in event} <= known | {
        "method",
        "route",
        "status",
        "address",
    }


@live
async def test_every_request_socket_and_command_is_a_line_with_an_id_and_a_duration(
    tmp_path: Path,
) -> None:
    with written("json") as stream:
        async with running(tmp_path) as server:
            table, _ = await whole_game(server, "hanabi/cocktail", options={"errors": 10})
    lines = events(stream)
    refused = [line for line in lines if line["event"] == "command" and "code" in line]
    assert [line["code"] for line in refused] == ["move/stale"]
    (record,) = [line for line in lines if line.get("code") == "table/not-over"]
    assert (record["method"], record["status"]) == ("GET", 409)
    assert record["route"] == "/api/tables/{table_id}/record"
    assert record["ms"] >= 0
    opened = [line for line in lines if line["event"] == "socket opened"]
    closed = {line["id"]: line for line in lines if line["event"] == "socket closed"}
    assert {line["id"] for line in opened} == set(closed)
    assert any(line.get("code") == "table/unknown" for line in closed.values())
    here = [line for line in lines if line.get("table") == log.table_tag(table.id)]
    moves = [line for line in here if line["event"] == "command" and line["type"] == "MoveCommand"]
    people = {0, 1}
    assert table.play is not None
    assert len(moves) == 1 + sum(step.move.seat in people for step in table.play.steps)


@live
async def test_a_response_has_the_id_of_its_log_line(tmp_path: Path) -> None:
    with written("text") as stream:
        async with running(tmp_path) as server, person(server) as eve:
            answer = await eve.client.get("/api/nothing")
    assert f"id={answer.headers['x-request-id']}" in stream.getvalue()
    assert "info: request" in stream.getvalue()
    assert "code=request/not-found" in stream.getvalue()


@live
async def test_by_default_only_warnings_are_logged(tmp_path: Path) -> None:
    with written(None) as stream:
        async with running(tmp_path) as server:
            await whole_game(server, "hanabi/cocktail", options={"errors": 10})
    assert stream.getvalue() == ""


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exception_is_logged_as_one_line_with_kind_and_place(form: log.LogForm) -> None:
    with written(form) as stream:
        try:
            raise ValueError("my hand is r1 r2 r3\nand more")
        except ValueError:
            logging.getLogger("uvicorn.error").exception("It\nbroke")
    (line,) = stream.getvalue().splitlines()
    assert "r1 r2 r3" not in line
    assert "Traceback" not in line
    assert "It broke" in line
    assert "ValueError" in line
    assert "test_log.py:" in line
