"""Parsing of untrusted JSON: each error has its code, its sentence and its place."""

import json

import pytest

from hanamichi.core import RecordError
from hanamichi.records.parsing import MAX_BYTES, MAX_DEPTH, check_names, parse_json
from tests.records.games import refusal


@pytest.mark.parametrize(
    ("data", "where", "words"),
    [
        (b"", None, "empty"),
        (b" \n\t ", None, "empty"),
        (b"\xef\xbb\xbf", None, "empty"),
        (b"\xff\xfe{\x00}\x00", "byte 0", "UTF-8"),
        (b'{"a": "\xc3("}', "byte 7", "UTF-8"),
        (b'{"format": "hanamichi-rec', "line 1, column 12", "breaks off"),
        (b'{"a": [1, 2,\n', "line 2, column 1", "breaks off"),
        (b'{"a": 1', "line 1, column 8", "breaks off"),
        (b"hello", "line 1, column 1", "not JSON"),
        (b"{'a': 1}", "line 1, column 2", "not JSON"),
        (b'{"a" 1}', "line 1, column 6", "not JSON"),
        (b'{"a": 1} x', "line 1, column 10", "follows the end"),
        (b'{"a": 1}\n{"a": 2}\n', "line 2, column 1", "Several records"),
        (b'{"a": 1, "b": 2, "a": 3}', None, "'a' stands twice"),
        (b'{"a": NaN}', None, "NaN"),
        (b'{"a": -Infinity}', None, "-Infinity"),
        (b'{"a": 1e999}', None, "as large as '1e999'"),
        (b'{"a": 9007199254740993}', None, "as large as '9007199254740993'"),
        (b'{"a": ' + b"9" * 100_000 + b"}", None, "as large as"),
        (b'{"a": {"b": [1, "\\ud800"]}}', "a.b", "Half of a character"),
        (b'{"a": [[{"\\udfff": 1}]]}', "a[0][0]", "Half of a character"),
        (b'"\\ud800"', None, "Half of a character"),
        (b"[" * 100_000, None, "nested more than 32"),
        (b"[" * 40 + b"]" * 40, None, "nested more than 32"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, None, "nested more than 32"),
    ],
)
def test_what_is_no_json_is_unreadable(data: bytes, where: str | None, words: str) -> None:
    code, place, message = refusal(parse_json, data)
    assert (code, place) == ("record/unreadable", where)
    assert words in message
    assert len(message) < 200


def test_a_file_that_is_too_long_is_not_even_parsed() -> None:
    assert parse_json(b" " * (MAX_BYTES - 2) + b"{}") == {}
    code, where, message = refusal(parse_json, b"[" * (MAX_BYTES + 1))
    assert (code, where) == ("record/too-large", None)
    assert "4 MiB" in message


def test_as_much_nesting_as_allowed_is_read() -> None:
    data = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert parse_json(data) == json.loads(data)


def test_a_byte_order_mark_is_ignored() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_whole_characters_are_read_whole() -> None:
    assert parse_json('["花道", "\\ud83c\\udf86", "é"]'.encode()) == ["花道", "🎆", "é"]


@pytest.mark.parametrize("name", ["x" * 101, "two\nlines", "\x1b[2J", "\x9b2J"])
def test_a_name_is_short_and_has_no_control_characters(name: str) -> None:
    with pytest.raises(RecordError) as caught:
        check_names(["Ann", name])
    assert (caught.value.code, caught.value.where) == ("record/invalid", "players[1]")


def test_names_in_any_script_are_accepted() -> None:
    check_names(["花子", "Zoë", "👩‍👩‍👧", "", "O'Brien <b>", "x" * 100])
