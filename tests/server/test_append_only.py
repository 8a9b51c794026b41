"""Lists that only grow: every version stays what it was, whoever went on from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.server.table.append_only import AppendOnlyIndex, AppendOnlyList


@given(st.lists(st.tuples(st.integers(0, 100), st.integers())))
def test_a_trail_is_the_tuple_it_would_have_been(steps: list[tuple[int, int]]) -> None:
    versions: list[tuple[AppendOnlyList[int], tuple[int, ...]]] = [(AppendOnlyList(), ())]
    for which, item in steps:
        trail, items = versions[which % len(versions)]
        versions.append((trail.appended(item), (*items, item)))
    for trail, items in versions:
        assert tuple(trail) == items
        assert len(trail) == len(items)
        assert trail == AppendOnlyList(items)
        assert hash(trail) == hash(AppendOnlyList(items))
        assert [trail[n] for n in range(-len(items), len(items))] == [*items, *items]
        assert trail[1:] == items[1:]
        assert trail[-2:] == items[-2:]
        for beyond in (len(items), -len(items) - 1):
            with pytest.raises(IndexError):
                trail[beyond]


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(0, 5))))
def test_places_are_the_mapping_they_would_have_been(steps: list[tuple[int, int]]) -> None:
    versions: list[tuple[AppendOnlyIndex[int], dict[int, int]]] = [(AppendOnlyIndex(), {})]
    for which, key in steps:
        places, known = versions[which % len(versions)]
        if key not in known:
            place = len(known) + 1  # as in a log: what did not come to be leaves its place free
            versions.append((places.appended(key, place), {**known, key: place}))
    for places, known in versions:
        assert {key: places.get(key) for key in range(6)} == {
            key: known.get(key) for key in range(6)
        }


def test_a_command_that_was_not_stored_is_not_known_later() -> None:
    before: AppendOnlyIndex[str] = AppendOnlyIndex()
    before.appended("lost", 1)
    after = before.appended("kept", 1)
    assert (after.get("lost"), after.get("kept"), before.get("kept")) == (None, 1, None)
