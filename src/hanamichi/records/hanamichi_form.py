"""Our own form: one versioned JSON object for a match of any game. See `docs/records.md`."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from hanamichi.catalog import GAMES
from hanamichi.core import MatchRecord, RecordError
from hanamichi.core.record import VERSION, plain
from hanamichi.records.parsing import check_names, convert, parse_json
from hanamichi.records.source import kept_fields

FORMAT = "hanamichi-record"
VERSIONS = (VERSION,)
"""The versions that are read; the newest is the one written."""


def read_record(data: bytes) -> MatchRecord:
    """A record from its JSON; `replay` checks whether it is a valid match."""
    return record_from(parse_json(data))


def record_from(value: Any) -> MatchRecord:
    """A record from plain values."""
    if not isinstance(value, dict):
        raise RecordError("A record is a JSON object", code="record/invalid")
    if value.get("format") != FORMAT:
        raise RecordError(f"A record says “{FORMAT}” here", code="record/invalid", where="format")
    _check_version(value.get("version"))
    _check_known("game", value.get("game"), GAMES)
    record = convert(value, MatchRecord)
    if record.preset is not None:
        _check_known("preset", record.preset, GAMES[record.game].presets)
    check_names(record.players)
    if record.source is not None:
        record = structs.replace(record, source=kept_fields(record.source))
    return record


def _check_version(version: Any) -> None:
    if type(version) is not int:
        raise RecordError(
            "A record says its version, a whole number", code="record/invalid", where="version"
        )
    if version not in VERSIONS:
        known = ", ".join(map(str, VERSIONS))
        raise RecordError(
            f"This record is of version {version}; the versions read here are: {known}",
            code="record/version",
            where="version",
        )


def _check_known(what: str, name: Any, known: Mapping[str, Any]) -> None:
    if isinstance(name, str) and name not in known:
        raise RecordError(
            f"There is no {what} {reprlib.repr(name)} here; there are: {', '.join(known)}",
            code="record/unsupported",
            where=what,
        )


def write_record(record: MatchRecord) -> bytes:
    """The record as readable JSON: a line for each option, draw and move.

    Equal records give equal bytes: keys have a fixed order, but for what `source` keeps as it was.
    """
    fields = _fields(record)
    lines = [f"  {_compact(name)}: {_unfolded(value)}" for name, value in fields.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def write_line(record: MatchRecord) -> bytes:
    """The record as one line of JSON, for files that hold many."""
    return _compact(_fields(record)).encode() + b"\n"


def _fields(record: MatchRecord) -> dict[str, Any]:
    """What is written of a record, in a fixed order."""
    fields: dict[str, Any] = {
        name: value for name, value in plain(record).items() if value is not None
    }
    for name in ("options", "takebacks", "result"):
        if name in fields:
            fields[name] = _ordered(fields[name])
    fields["moves"] = [
        {"seat": move["seat"], "action": _ordered(move["action"])} for move in fields["moves"]
    ]
    return fields


def _ordered(value: Any) -> Any:
    """Keys in alphabetical order at every depth, but for `type`, which says what the others are."""
    match value:
        case dict():
            keys = sorted(value, key=lambda key: (key != "type", key))
            return {key: _ordered(value[key]) for key in keys}
        case list():
            return [_ordered(item) for item in value]
        case _:
            return value


def _unfolded(value: Any) -> str:
    """Objects, and lists of objects, with one member a line; the rest on one line."""
    match value:
        case {**members} if members:
            return _block("{", [f"{_compact(k)}: {_compact(v)}" for k, v in members.items()], "}")
        case [dict(), *_]:
            return _block("[", [_compact(item) for item in value], "]")
        case _:
            return _compact(value)


def _block(opening: str, members: Sequence[str], closing: str) -> str:
    inside = ",\n".join(f"    {member}" for member in members)
    return f"{opening}\n{inside}\n  {closing}"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
