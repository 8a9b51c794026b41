"""Append-only lists and indexes: every version stays the same, whatever is appended to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.server.table.append_only import AppendOnlyIndex, AppendOnlyList


@given(st.lists(st.tuples(st.integers(0, 100), st.integers())))
def test_an_append_only_list_equals_the_same_tuple(steps: list[tuple[int, int]]) -> None:
    versions: list[tuple[AppendOnlyList[int], tuple[int, ...]]] = [(AppendOnlyList(), ())]
    for which, item in steps:
        version, items = versions[which % len(versions)]
        versions.append((version.appended(item), (*items, item)))
    for version, items in versions:
        assert tuple(version) == items
        assert len(version) == len(items)
        assert version == AppendOnlyList(items)
        assert hash(version) == hash(AppendOnlyList(items))
        assert [version[n] for n in range(-len(items), len(items))] == [*items, *items]
        assert version[1:] == items[1:]
        assert version[-2:] == items[-2:]
        for beyond in (len(items), -len(items) - 1):
            with pytest.raises(IndexError):
                version[beyond]


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(0, 5))))
def test_an_append_only_index_equals_the_same_mapping(steps: list[tuple[int, int]]) -> None:
    versions: list[tuple[AppendOnlyIndex[int], dict[int, int]]] = [(AppendOnlyIndex(), {})]
    for which, key in steps:
        index, known = versions[which % len(versions)]
        if key not in known:
            position = len(known) + 1
            versions.append((index.appended(key, position), {**known, key: position}))
    for index, known in versions:
        assert {key: index.get(key) for key in range(6)} == {
            key: known.get(key) for key in range(6)
        }


def test_a_key_of_another_version_is_unknown() -> None:
    before: AppendOnlyIndex[str] = AppendOnlyIndex()
    before.appended("lost", 1)
    after = before.appended("kept", 1)
    assert (after.get("lost"), after.get("kept"), before.get("kept")) == (None, 1, None)
