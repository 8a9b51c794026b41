"""The schema of the socket that programs read, checked against the frames of real matches."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from hanamichi.catalog import presets
from hanamichi.server.protocol.commands import ClientMessage
from hanamichi.server.protocol.messages import ServerMessage
from hanamichi.server.protocol.socket_schema import socket_schema
from tests.server.live import Socket, live, person, play_out, running

Json = dict[str, Any]
TABLES = [
    (preset.id, options)
    for _, preset in presets()
    for options in [{}, msgspec.to_builtins(dict(preset.offers))][: 2 if preset.offers else 1]
]
"""Every preset, plain and with all it offers."""


def validator(name: str, *, closed: bool = False) -> jsonschema_rs.Draft202012Validator:
    """A validator of one definition; a closed one refuses fields that the schema does not list."""
    schema = copy.deepcopy(socket_schema())
    if closed:
        for definition in schema["$defs"].values():
            if "properties" in definition:
                definition["additionalProperties"] = False
    del schema["anyOf"]
    return jsonschema_rs.Draft202012Validator(schema | {"$ref": f"#/$defs/{name}"})


SENT = validator("ServerMessage", closed=True)
RECEIVED = validator("ClientMessage")


def check(line: Socket) -> set[str]:
    """Validate all frames of a connection; their types."""
    for frame in line.frames:
        SENT.validate(json.loads(frame))
    for command in line.sent:
        RECEIVED.validate(command)
    return {message["type"] for message in line.messages}


@pytest.mark.parametrize(("preset", "options"), TABLES)
@live
async def test_frames_of_whole_matches_are_valid(
    tmp_path: Path, preset: str, options: Json
) -> None:
    if preset.startswith("koikoi"):
        options = options | {"rounds": 2}
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server) as spectator,
    ):
        clock = {"bank": 600, "increment": 1}
        table = await ann.open_table(preset, "me", "open", options=options, clock=clock)
        async with ann.at(table) as first, bo.at(table) as second, spectator.at(table) as third:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            await play_out(first, second)
            await third.until(lambda: third.table["status"] == "over")
            assert third.table["ending"]["reason"] == "rules"
            for line in (first, second, third):
                assert {"snapshot", "table-changed", "happened"} <= check(line)


@live
async def test_every_type_of_frame_is_valid(tmp_path: Path) -> None:
    seen: set[str] = set()
    rng = random.Random(1)
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        alone = await ann.open_table("hanabi/cocktail", "me", "casual", options={"first_seat": 0})
        async with ann.at(alone) as line:
            await line.ok("set-seat", seat=1, plan={"type": "bot", "bot": "casual"})
            await line.ok("change-table", listed=True, clock=None)
            await line.ok("start")
            await line.until(lambda: line.to_act)
            assert (await line.ok("hint"))["type"] == "hinted"
            assert (await line.ok("link-seat"))["type"] == "seat-link"
            await line.ok("note", key="3", text="a five")
            await line.ok("set-aids", aids="no")
            await line.ok("ping")
            assert await line.refused("move", ply=7, action={"type": "play", "card": 0}) == (
                "move/stale"
            )
            await line.move_any(rng)
            await line.until(lambda: line.to_act)
            await line.ok("propose", what="take-back")
            await line.move_any(rng)
            await line.until(lambda: line.to_act)
            await line.ok("propose", what="end-match")
            await line.until(lambda: line.of("reasons"))
            await line.ok("play-again")
            await line.until(lambda: line.of("rematch"))
            seen |= check(line)
        shared = await ann.open_table("koikoi/robin-red", "me", "open", options={"first_dealer": 0})
        async with ann.at(shared) as line, bo.at(shared) as other:
            await other.ok("sit", seat=1)
            await line.ok("start")
            await other.ok("leave")
            await line.ok("stand-in", seat=1, bot="novice")
            await other.ok("come-back")
            await other.ok("propose", what="end-match")
            await line.ok("answer", agree=False)
            check(line)
            check(other)
    assert seen == {kind.__struct_config__.tag for kind in get_args(ServerMessage)}


@live
async def test_the_schema_is_served_and_linked(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        served = await reader.request("GET", "/api/socket-schema.json")
        assert served == json.loads(msgspec.json.encode(socket_schema()))
        assert "/api/socket-schema.json" in (await reader.client.get("/api/docs")).text


def test_the_schema_is_itself_valid() -> None:
    jsonschema_rs.meta.validate(socket_schema())


@pytest.mark.parametrize("kind", get_args(ClientMessage))
def test_every_command_has_a_definition(kind: type) -> None:
    definition = socket_schema()["$defs"][kind.__name__]
    assert definition["properties"]["type"]["enum"] == [kind.__struct_config__.tag]  # type: ignore[attr-defined]
    assert definition["additionalProperties"] is False


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "ping"},
        {"type": "ping", "id": ""},
        {"type": "ping", "id": "1", "more": 1},
        {"type": "dance", "id": "1"},
        {"type": "move", "id": "1", "ply": 0, "action": {"type": "dance"}},
        {"type": "move", "id": "1", "ply": -1, "action": {"type": "play", "card": 0}},
        {"type": "stand-in", "id": "1", "seat": 5, "bot": "casual"},
    ],
)
def test_what_the_server_refuses_to_read_is_invalid(frame: Json) -> None:
    assert not RECEIVED.is_valid(frame)


def test_comments_of_fields_are_descriptions() -> None:
    definitions = socket_schema()["$defs"]
    assert definitions["Ack"]["properties"]["seq"]["description"] == (
        "For a move: its place in the log."
    )
    assert definitions["TableInfo"]["properties"]["status"]["enum"] == ["open", "over", "playing"]
