"""Parsing of untrusted JSON: plain values, or a `RecordError` that says what is wrong where."""

from __future__ import annotations

import json
import math
import re
import reprlib
from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

import msgspec

from hanamichi.core import RecordError
from hanamichi.core.names import problem_with

MAX_BYTES = 4 * 1024 * 1024
"""The longest record read: more than fifty times the longest known match."""
MAX_DEPTH = 32
_MAX_INT = 2**53
"""The largest integer that every JSON parser represents exactly."""

T = TypeVar("T")


def parse_json(data: bytes) -> Any:
    """The JSON value of a file; refuses repeated keys, infinities and deep nesting."""
    if len(data) > MAX_BYTES:
        raise RecordError(
            f"A record has at most {MAX_BYTES // 1024**2} MiB", code="record/too-large"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable("This is not UTF-8 text", f"byte {error.start}") from None
    if not text.strip():
        raise unreadable("The file is empty")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        raise unreadable(
            _explain(error, text), f"line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise _too_deep() from None
    _check_values(value)
    return value


def convert(value: Any, kind: type[T]) -> T:
    """Plain values as a struct; what does not fit is named with its place."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        where = place.rstrip("`").lstrip(".")
        raise RecordError(message, code="record/invalid", where=where or None) from None


def check_names(players: Sequence[str]) -> None:
    """Raise for a player's name that is not allowed at a table."""
    for seat, name in enumerate(players):
        if (problem := problem_with(name)) is not None:
            raise RecordError(problem, code="record/invalid", where=f"players[{seat}]")


def unreadable(message: str, where: str | None = None) -> RecordError:
    """The error for bytes in which no record can be found."""
    return RecordError(message, code="record/unreadable", where=where or None)


def _explain(error: json.JSONDecodeError, text: str) -> str:
    if error.msg == "Extra data":
        if text[error.pos] == "{":
            return "Several records stand in this file; give one alone, such as one line of it"
        return "Something follows the end of the record"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return "The record breaks off: it was not written or copied to its end"
    return f"This is not JSON: {error.msg[0].lower()}{error.msg[1:]}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise unreadable(f"The key {reprlib.repr(key)} stands twice in one object")
            seen.add(key)
    return values


def _whole_number(digits: str) -> int:
    # Length first: turning a million digits into a number takes minutes.
    if len(digits) > 17 or abs(int(digits)) > _MAX_INT:
        raise unreadable(f"No number here is as large as {reprlib.repr(digits)}")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise unreadable(f"No number here is as large as {reprlib.repr(digits)}")
    return value


def _no_number(name: str) -> NoReturn:
    raise unreadable(f"{name} is no JSON number")


def _too_deep() -> RecordError:
    return unreadable(f"Lists and objects are nested more than {MAX_DEPTH} deep")


def _check_values(value: Any) -> None:
    """Refuse values that parse but cannot be used: deep nesting, lone surrogates."""
    level: list[Any] = [[value]]
    for _ in range(MAX_DEPTH + 1):
        deeper: list[Any] = []
        for inner in level:
            members = inner.values() if isinstance(inner, dict) else inner
            texts = [member for member in members if isinstance(member, str)]
            if isinstance(inner, dict):
                texts += inner
            for text in texts:
                if not text.isascii() and _SURROGATE.search(text):
                    raise unreadable(
                        "Half of a character stands in this text", _place_of(value, inner)
                    )
            deeper += [member for member in members if isinstance(member, dict | list)]
        level = deeper
    if level:
        raise _too_deep()


_SURROGATE = re.compile("[\ud800-\udfff]")


def _place_of(value: Any, wanted: Any) -> str | None:
    """The way from a value to one of the lists or objects in it: `moves[3].action`."""
    if value is wanted:
        return ""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, member in members:
        if isinstance(member, dict | list) and (rest := _place_of(member, wanted)) is not None:
            step = f"[{key}]" if isinstance(key, int) else str(key)
            return step + (rest if not rest or rest.startswith("[") else f".{rest}")
    return None
