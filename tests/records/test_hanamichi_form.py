"""Our own JSON: what is written is read again, and what is not a record is refused by name."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.catalog import new_match, presets
from hanamichi.core import Abandonment, MatchRecord, TakeBack, replay
from hanamichi.hanabi import HANABI, Rearrange
from hanamichi.records import read_any, read_record, summarise, write_record
from tests.records.games import encoded, play_out, random_record, refusal

PRESETS = [preset.id for _, preset in presets()]


def sample() -> dict[str, Any]:
    """A short record as plain values."""
    record = random_record({"first_seat": 1}, players=2, seed=3, moves=4)
    value: dict[str, Any] = json.loads(write_record(record))
    return value


@given(st.sampled_from(PRESETS), st.integers(0, 2**32), st.integers(0, 400))
def test_a_record_survives_writing_and_reading(preset: str, seed: int, moves: int) -> None:
    record = random_record({}, players=2, seed=seed, preset=preset, moves=moves)
    data = write_record(record)
    assert read_record(data) == record
    assert read_any(data) == record
    assert write_record(read_record(data)) == data
    assert summarise(record).moves == len(record.moves)


def test_gestures_and_the_end_of_an_abandoned_match_are_kept() -> None:
    match = new_match("hanabi/grands-feux", ["Ann", "Bob", "Cléo"], seed=1)
    match.play(Rearrange((5, 9, 8, 7, 6)), seat=1)
    play_out(match, 1, moves=5)
    record = match.record(Abandonment("timeout", 2))
    assert read_record(write_record(record)) == record
    assert len(record.moves) == 6


def test_what_was_taken_back_is_kept() -> None:
    record = random_record({}, players=2, seed=3, moves=4)
    shown = {"type": "card-misplayed", "seat": 0, "card": 3, "face": "r4", "errors": 1}
    record = structs.replace(record, takebacks=(TakeBack(2, 1, (shown,)),))
    assert read_record(write_record(record)) == record


def test_equal_records_are_equal_bytes() -> None:
    value = sample()
    shuffled = {key: value[key] for key in reversed(value)}
    shuffled["options"] = dict(reversed(value["options"].items()))
    shuffled["moves"] = [
        {"action": dict(reversed(move["action"].items())), "seat": move["seat"]}
        for move in value["moves"]
    ]
    assert write_record(read_record(encoded(shuffled))) == write_record(read_record(encoded(value)))


def test_a_record_is_written_for_people_too() -> None:
    text = write_record(random_record({}, players=2, seed=3, moves=4)).decode()
    lines = text.splitlines()
    assert text.endswith("}\n")
    assert not text.endswith("\n\n")
    assert lines[1] == '  "format": "hanamichi-record",'
    assert '    "empty_clues": false,' in lines
    assert sum(line.startswith('    {"seat": ') for line in lines) == 4
    assert sum(line.startswith('    {"label": "deck", "order": ["') for line in lines) == 1


def test_names_are_written_as_people_write_them() -> None:
    match = new_match("koikoi/nintendo", ["花子", "Zoë"], seed=1)
    assert '"players": ["花子", "Zoë"]' in write_record(match.record()).decode()


WRONG: list[tuple[str, Any, str, str | None, str]] = [
    ("format", "something", "record/invalid", "format", "hanamichi-record"),
    ("format", None, "record/invalid", "format", "hanamichi-record"),
    ("version", 2, "record/version", "version", "version 2; the versions read here are: 1"),
    ("version", 0, "record/version", "version", "version 0"),
    ("version", "1", "record/invalid", "version", "whole number"),
    ("version", True, "record/invalid", "version", "whole number"),
    ("version", None, "record/invalid", "version", "whole number"),
    ("game", "chess", "record/unsupported", "game", "'chess' here; there are: hanabi, koikoi"),
    ("game", 3, "record/invalid", "game", "Expected `str`, got `int`"),
    ("preset", "hanabi/none", "record/unsupported", "preset", "hanabi/xii-singes"),
    ("preset", "koikoi/nintendo", "record/unsupported", "preset", "hanabi/xii-singes"),
    ("options", [], "record/invalid", "options", "Expected `object`, got `array`"),
    ("players", "Ann", "record/invalid", "players", "Expected `array`, got `str`"),
    ("players", ["Ann", 5], "record/invalid", "players[1]", "Expected `str`, got `int`"),
    ("players", ["Ann", "B\x07b"], "record/invalid", "players[1]", "control"),
    ("chance", [{"label": "deck"}], "record/invalid", "chance[0]", "field `order`"),
    ("moves", [{"seat": 0.5}], "record/invalid", "moves[0].seat", "Expected `int`, got `float`"),
    ("moves", [{"seat": 0, "action": {}, "x": 1}], "record/invalid", "moves[0]", "field `x`"),
    ("abandoned", {"reason": "bored"}, "record/invalid", "abandoned.reason", "'bored'"),
    ("surprise", 1, "record/invalid", None, "unknown field `surprise`"),
]


@pytest.mark.parametrize(("field", "value", "code", "where", "words"), WRONG)
def test_json_that_is_no_record_is_refused_by_name(
    field: str, value: Any, code: str, where: str | None, words: str
) -> None:
    found = refusal(read_record, encoded(sample() | {field: value}))
    assert found[:2] == (code, where)
    assert words in found[2]


@pytest.mark.parametrize("field", ["format", "version", "game", "options", "players", "moves"])
def test_a_missing_field_is_named(field: str) -> None:
    value = sample()
    del value[field]
    code, where, message = refusal(read_record, encoded(value))
    assert code == "record/invalid"
    assert field in (where or message)


@pytest.mark.parametrize("data", [b"[]", b"null", b"1", b'"record"', b"true"])
def test_a_record_is_an_object(data: bytes) -> None:
    assert refusal(read_record, data)[0] == "record/invalid"
    assert refusal(read_any, data)[0] == "record/unreadable"


def change(value: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
    """The record with one value replaced, deep inside."""
    inner: Any = value
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return value


def impossible(value: dict[str, Any]) -> tuple[str, str | None]:
    """How a record that can be read is refused when it is replayed."""
    record = read_record(encoded(value))
    code, where, _ = refusal(summarise, record)
    return code, where


def test_fifty_one_cards_are_impossible() -> None:
    value = sample()
    value["chance"][0]["order"].append("r1")
    assert impossible(value) == ("record/impossible", "chance[0]")


def test_a_fourth_copy_is_impossible() -> None:
    value = sample()
    order = value["chance"][0]["order"]
    order[order.index("b4")] = "r1"
    last = [index for index, card in enumerate(order) if card == "r1"][-1]
    assert impossible(value) == ("record/impossible", f"chance[0].order[{last}]")


@pytest.mark.parametrize(
    "action",
    [
        {"type": "value-clue", "target": 1, "value": 1},
        {"type": "play", "card": 0},
        {"type": "play", "card": 49},
        {"type": "discard", "card": 5},
        {"type": "colour-clue", "target": 4, "colour": "red"},
        {"type": "colour-clue", "target": 0, "colour": "black"},
        {"type": "fly"},
        {},
    ],
    ids=["to oneself", "not one's own", "not drawn", "tokens", "nobody", "colour", "type", "none"],
)
def test_a_first_move_that_cannot_be_is_impossible(action: dict[str, Any]) -> None:
    value = change(sample(), "moves", 0, "action", to=action)
    assert impossible(value) == ("record/impossible", "moves[0]")


def test_a_move_of_another_seat_is_impossible() -> None:
    assert impossible(change(sample(), "moves", 2, "seat", to=0)) == (
        "record/impossible",
        "moves[2]",
    )


def test_a_move_after_the_end_is_impossible() -> None:
    record = random_record({}, players=2, seed=4)
    value = json.loads(write_record(record))
    value["moves"].append({"seat": 0, "action": {"type": "play", "card": 0}})
    assert impossible(value) == ("record/impossible", f"moves[{len(record.moves)}]")


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"errors": 99}, "options.errors"),
        ({"errors": "three"}, "options.errors"),
        ({"colours": ["red", "red"]}, "options.colours"),
        ({"flying": True}, "options.flying"),
        ({"first_seat": 4}, "options.first_seat"),
    ],
)
def test_options_that_cannot_be_are_impossible(options: dict[str, Any], where: str) -> None:
    value = sample()
    value["options"] |= options
    assert impossible(value) == ("record/impossible", where)


def test_a_result_that_is_not_the_moves_is_a_mismatch() -> None:
    value = json.loads(write_record(random_record({}, players=2, seed=4)))
    assert impossible(change(value, "result", "score", to=30)) == ("record/mismatch", "result")


def test_a_result_of_a_match_in_progress_is_a_mismatch() -> None:
    assert impossible(sample() | {"result": {"score": 3}}) == ("record/mismatch", "result")


def test_reading_checks_the_form_and_replaying_the_match() -> None:
    record: MatchRecord = read_record(encoded(sample()))
    assert [position.ply for position in replay(HANABI, record)] == [0, 1, 2, 3, 4]
