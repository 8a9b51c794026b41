"""The JSON Schema of the frames on a table's socket, served at `/api/socket-schema.json`.

It comes from the structs that encode and decode the frames. Its definitions have the names of the
browser client's types in `web/src/lib/net/messages.ts`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from hanamichi.catalog import GAMES
from hanamichi.server.protocol.commands import ClientMessage, MoveCommand
from hanamichi.server.protocol.match_messages import MESSAGES
from hanamichi.server.protocol.messages import ServerMessage
from hanamichi.server.protocol.typescript import Writer, field_comments, reachable

_DEFS = "#/$defs/"


@cache
def socket_schema() -> dict[str, Any]:
    """Every frame of both directions: `ServerMessage` and `ClientMessage` of its `$defs`."""
    actions: dict[str, Any] = {
        f"{of.prefix}Action": GAMES[game_id].action_type for game_id, of in MESSAGES.all().items()
    }
    received: dict[str, Any] = {"ClientMessage": ClientMessage, **actions}
    unions: dict[str, Any] = {"ServerMessage": ServerMessage, **received}
    types = reachable(unions.values())
    names = Writer().names
    schemas, components = msgspec.json.schema_components(
        [*types, *unions.values()], ref_template=_DEFS + "{name}"
    )
    # msgspec writes the module into names that occur twice.
    renamed = {
        schema["$ref"]: _DEFS + names[cls] for cls, schema in zip(types, schemas, strict=False)
    }
    definitions = {
        renamed[_DEFS + name].removeprefix(_DEFS): _rename(schema, renamed)
        for name, schema in components.items()
    }
    for name, schema in zip(unions, schemas[len(types) :], strict=True):
        definitions[name] = _rename(schema, renamed)
    inputs = reachable(received.values())
    for cls, info in types.items():
        if isinstance(info, inspect.StructType):
            _describe(definitions[names[cls]], info, sent=cls not in inputs)
    action = definitions[names[MoveCommand]]["properties"]["action"]
    action["anyOf"] = [{"$ref": _DEFS + name} for name in actions]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames on the socket of a Hanamichi table",
        "description": "The server sends a ServerMessage, the client a ClientMessage. "
        "docs/protocol.md explains them.",
        "anyOf": [{"$ref": f"{_DEFS}ServerMessage"}, {"$ref": f"{_DEFS}ClientMessage"}],
        "$defs": dict(sorted(definitions.items())),
    }


def _rename(schema: Any, renamed: dict[str, str]) -> Any:
    """A copy of a schema with its references renamed."""
    if isinstance(schema, dict):
        return {key: _rename(value, renamed) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_rename(value, renamed) for value in schema]
    return renamed.get(schema, schema) if isinstance(schema, str) else schema


def _describe(schema: dict[str, Any], info: inspect.StructType, *, sent: bool) -> None:
    """Add what msgspec leaves out: the comments of fields, and that defaults are sent, too."""
    comments = field_comments(info.cls)
    for field in info.fields:
        comment = comments.get(field.name)
        if comment is not None:
            described = schema["properties"][field.encode_name]
            described.setdefault("description", " ".join(comment.split()))
    if sent and not info.cls.__struct_config__.omit_defaults:
        # msgspec tells neither a default nor that it is required of a field that may be unset.
        unset = {
            field.encode_name
            for field in info.fields
            if not field.required
            and field.default is msgspec.NODEFAULT
            and field.default_factory is msgspec.NODEFAULT
        }
        schema["required"] = [name for name in schema["properties"] if name not in unset]
