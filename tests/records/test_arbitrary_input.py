"""Arbitrary bytes raise nothing but a `RecordError` with a known code and a sentence."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

import hanamichi.core.errors
from hanamichi.core import Abandonment, RecordError
from hanamichi.records import read_any, summarise, write_record, writers
from tests.records.games import (
    CHARACTERS,
    DECK_PLAY,
    SETTLED,
    STRUCK_OUT,
    TERMINATED,
    live,
    random_record,
)

T = TypeVar("T")
U = TypeVar("U")

CODES = set(
    re.findall(r"`(record/[a-z-]+)`", Path(hanamichi.core.errors.__file__).read_text("utf-8"))
)
FLAMBOYANT = {"avalanche": "wild", "black_powder": True, "flamboyants": True}
SEEDS = (
    write_record(random_record({}, 2, 3, moves=25)),
    write_record(random_record(FLAMBOYANT, 4, 1, preset="hanabi/grands-feux")),
    write_record(random_record({"gaji": True}, 2, 1, preset="koikoi/robin-red", moves=60)),
    write_record(read_any(SETTLED)),
    write_record(read_any(TERMINATED)),
    json.dumps(live(SETTLED, players=["a", "b"], notes=[["x"], []], seed="p2v0s1")).encode(),
    json.dumps(live(CHARACTERS, characters=[{"name": "Greedy", "metadata": -1}] * 3)).encode(),
    STRUCK_OUT,
    DECK_PLAY,
    TERMINATED,
)

plain_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["red", "powder", "r1", "deck", "play", "hanabi", "koikoi", "No Variant"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def use(data: bytes) -> None:
    """Everything a command does with a file; any other exception fails the test."""
    record = accepted(read_any, data)
    if record is None or accepted(summarise, record) is None:
        return
    assert read_any(write_record(record)) == record
    for write in writers().values():
        written = accepted(write, record)
        if written is not None:
            assert summarise(read_any(written)).score == summarise(record).score


def accepted(call: Callable[[T], U], argument: T) -> U | None:
    """What the call gives, or nothing when it refuses as it should."""
    try:
        return call(argument)
    except RecordError as error:
        known, told = error.code in CODES, len(error.message) > 10
    assert known
    assert told
    return None


def places(value: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The way to every value inside a value."""
    match value:
        case dict():
            inside = [(key, child) for key, child in value.items()]
        case list():
            inside = list(enumerate(value))
        case _:
            inside = []
    return [way, *(place for key, child in inside for place in places(child, (*way, key)))]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    use(data)


@given(st.text(alphabet='{}[]",:0123456789.eE-+\\u dfnlsatr\n', max_size=60))
def test_any_text_that_looks_like_json_is_read_or_refused(text: str) -> None:
    use(text.encode())


@given(plain_values)
def test_any_json_is_read_or_refused(value: Any) -> None:
    use(json.dumps(value).encode())


@given(st.sampled_from(SEEDS), st.data())
def test_a_record_with_damaged_bytes_is_read_or_refused(seed: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(seed)))
    length = data.draw(st.integers(0, 20) | st.just(len(seed)))
    use(seed[:start] + data.draw(st.binary(max_size=10)) + seed[start + length :])


@settings(max_examples=300)
@given(st.sampled_from(SEEDS), st.data())
def test_a_record_with_other_values_is_read_or_refused(seed: bytes, data: st.DataObject) -> None:
    value = json.loads(seed)
    for _ in range(data.draw(st.integers(1, 3))):
        # Shallow places are few and matter most: as likely as all the deep ones together.
        every = places(value)
        shallow = [place for place in every if len(place) <= 2]
        way = data.draw(st.sampled_from(every) | st.sampled_from(shallow))
        if not way:
            continue
        parent = value
        for step in way[:-1]:
            parent = parent[step]
        match data.draw(st.sampled_from(["replace", "remove", "repeat", "swap"])):
            case "replace":
                parent[way[-1]] = data.draw(plain_values)
            case "remove":
                del parent[way[-1]]
            case "repeat" if isinstance(parent, list):
                parent.insert(int(way[-1]), parent[int(way[-1])])
            case "swap" if isinstance(parent, list):
                other = data.draw(st.integers(0, len(parent) - 1))
                here = int(way[-1])
                parent[here], parent[other] = parent[other], parent[here]
            case _:
                pass
    use(json.dumps(value).encode())


def test_the_records_to_be_damaged_are_whole() -> None:
    abandoned = [read_any(seed).abandoned for seed in SEEDS]
    assert abandoned.count(Abandonment("terminated", 0)) == 2
    for seed in SEEDS:
        summarise(read_any(seed))
    assert len(CODES) == 10
