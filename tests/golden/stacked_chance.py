"""Chance with chosen cards on top, and the others shuffled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from hanamichi.core import Seeded

T = TypeVar("T")


class Stacked:
    """For each label, the items on top at its first shuffle, its second, and so on.

    A top is written as the items' names in a row, `"r1 b4 b4"`; after the last top, and for
    labels without any, the order is only seeded.
    """

    def __init__(self, seed: int, tops: Mapping[str, str | Iterable[str]]) -> None:
        self._rest = Seeded(seed)
        self._tops = {
            label: [tops_of] if isinstance(tops_of, str) else list(tops_of)
            for label, tops_of in tops.items()
        }

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        rest = list(self._rest.shuffle(label, items))
        waiting = self._tops.get(label)
        if not waiting:
            return tuple(rest)
        top = []
        for name in waiting.pop(0).split():
            item = next(item for item in rest if str(msgspec.to_builtins(item)) == name)
            rest.remove(item)
            top.append(item)
        return (*top, *rest)
