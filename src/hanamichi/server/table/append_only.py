"""Immutable lists and indexes with a cheap append.

Appending to a tuple copies it. Here all versions of a list share one Python list, and each version
knows its own length; only appending to an earlier version copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class AppendOnlyList(Sequence[T]):
    """An immutable sequence; appending makes a new version of it."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def appended(self, item: T) -> AppendOnlyList[T]:
        """A new version with one more item at its end."""
        items, length = self._items, self._length
        if len(items) != length:  # another version was made from this one
            items = items[:length]
        items.append(item)
        version: AppendOnlyList[T] = AppendOnlyList.__new__(AppendOnlyList)
        version._items = items
        version._length = length + 1
        return version

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, position: int) -> T: ...
    @overload
    def __getitem__(self, position: slice) -> tuple[T, ...]: ...
    def __getitem__(self, position: int | slice) -> T | tuple[T, ...]:
        if isinstance(position, slice):
            return tuple([self._items[n] for n in range(self._length)[position]])
        if not -self._length <= position < self._length:
            raise IndexError(position)
        return self._items[position if position >= 0 else position + self._length]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AppendOnlyList):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == its for mine, its in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"AppendOnlyList({list(self)!r})"


K = TypeVar("K")


class AppendOnlyIndex(Generic[K]):
    """An immutable index from keys to positions in a log, added in the order of the log."""

    __slots__ = ("_count", "_last", "_positions")

    def __init__(self) -> None:
        self._positions: dict[K, int] = {}
        self._count = 0
        self._last = 0
        """The last position of this version."""

    def appended(self, key: K, position: int) -> AppendOnlyIndex[K]:
        """A new version with one more key, whose position is after all others."""
        positions, last = self._positions, self._last
        if len(positions) != self._count:  # another version was made from this one
            positions = {key: position for key, position in positions.items() if position <= last}
        version: AppendOnlyIndex[K] = AppendOnlyIndex.__new__(AppendOnlyIndex)
        version._count = len(positions) + 1
        positions[key] = position
        version._positions, version._last = positions, position
        return version

    def get(self, key: K) -> int | None:
        """The position of a key, if it has one."""
        position = self._positions.get(key)
        return position if position is not None and position <= self._last else None

    def __eq__(self, other: object) -> bool:
        return self._own() == other._own() if isinstance(other, AppendOnlyIndex) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._own().items()))

    def _own(self) -> dict[K, int]:
        return {
            key: position for key, position in self._positions.items() if position <= self._last
        }
