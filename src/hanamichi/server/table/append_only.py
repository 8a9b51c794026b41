"""Lists that only grow, as values: going on costs the same at the hundredth move as at the first.

A tuple with one more item is a copy of all the others. Here the versions of a list share what they
have in common; each knows how much of it is its own, and going on from an earlier one copies that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class AppendOnlyList(Sequence[T]):
    """Items in their order. Nobody who holds it sees it change."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def appended(self, item: T) -> AppendOnlyList[T]:
        """The same with one more at its end."""
        items, length = self._items, self._length
        if len(items) != length:  # somebody went on from here before
            items = items[:length]
        items.append(item)
        longer: AppendOnlyList[T] = AppendOnlyList.__new__(AppendOnlyList)
        longer._items = items
        longer._length = length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple([self._items[n] for n in range(self._length)[place]])
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._items[place if place >= 0 else place + self._length]

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
    """Where in a log each key stands, for keys that are added in the log's order."""

    __slots__ = ("_count", "_last", "_places")

    def __init__(self) -> None:
        self._places: dict[K, int] = {}
        self._count = 0
        self._last = 0
        """The last place that is ours."""

    def appended(self, key: K, place: int) -> AppendOnlyIndex[K]:
        """The same with one more key, behind all the others."""
        places, last = self._places, self._last
        if len(places) != self._count:  # somebody went on from here before
            places = {key: place for key, place in places.items() if place <= last}
        more: AppendOnlyIndex[K] = AppendOnlyIndex.__new__(AppendOnlyIndex)
        more._count = len(places) + 1
        places[key] = place
        more._places, more._last = places, place
        return more

    def get(self, key: K) -> int | None:
        """The place of a key, if it has one."""
        place = self._places.get(key)
        return place if place is not None and place <= self._last else None

    def __eq__(self, other: object) -> bool:
        return self._own() == other._own() if isinstance(other, AppendOnlyIndex) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._own().items()))

    def _own(self) -> dict[K, int]:
        return {key: place for key, place in self._places.items() if place <= self._last}
