"""A bounded memoization cache with the lookup speed of a dictionary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V], Generic[K, V]):
    """`memo[key]` returns the cached `work(key)`. When full, it is cleared."""

    def __init__(self, work: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._work = work
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._work(key)
        return value
