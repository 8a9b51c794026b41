"""Chance is an input: the game asks for a shuffle and the caller provides it."""

from __future__ import annotations

import random
import reprlib
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from hanamichi.core.errors import RecordError

T = TypeVar("T")


class Chance(Protocol):
    """Provides every random order a game needs: decks, tiles, the first player."""

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in some order. The label says what is shuffled."""
        ...


class ChanceDraw(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One shuffle result, as stored in a record."""

    label: str
    order: tuple[Any, ...]


class Seeded:
    """Pseudo-random orders; without a seed, unpredictable ones from the operating system."""

    def __init__(self, seed: int | None = None) -> None:
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        # random.shuffle written out: a seed gives the same order in every Python version,
        # and dealing is faster.
        order = list(items)
        getrandbits = self._random.getrandbits
        for last in range(len(order) - 1, 0, -1):
            bits = (last + 1).bit_length()
            place = getrandbits(bits)
            while place > last:
                place = getrandbits(bits)
            order[last], order[place] = order[place], order[last]
        return tuple(order)


class Recorder:
    """Wraps another chance and records its results."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.draws: list[ChanceDraw] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = self._source.shuffle(label, items)
        self.draws.append(ChanceDraw(label, tuple(msgspec.to_builtins(order))))
        return order


class Replayed:
    """Returns the recorded results, and rejects orders that are impossible."""

    def __init__(self, draws: Sequence[ChanceDraw]) -> None:
        self._draws = draws
        self._next = 0

    @property
    def exhausted(self) -> bool:
        """Whether every recorded draw was used."""
        return self._next == len(self._draws)

    @property
    def used(self) -> int:
        """How many recorded draws the game has asked for."""
        return self._next

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        where = f"chance[{self._next}]"
        if self.exhausted:
            raise RecordError(
                f"The record gives no order for “{label}”, which the game needs here",
                code="record/impossible",
                where=where,
            )
        draw = self._draws[self._next]
        if draw.label != label:
            raise RecordError(
                f"The game needs an order for “{label}”, the record gives one for “{draw.label}”",
                code="record/impossible",
                where=where,
            )
        order = _match(draw.order, items, where)
        self._next += 1
        return order


def _match(order: Sequence[Any], items: Sequence[T], where: str) -> tuple[T, ...]:
    """The items in the recorded order, or an error naming the first item that does not fit."""
    if len(order) != len(items):
        raise RecordError(
            f"There must be {len(items)} items here, not {len(order)}",
            code="record/impossible",
            where=where,
        )
    waiting: dict[object, list[T]] = {}
    for item in items:
        waiting.setdefault(msgspec.to_builtins(item), []).append(item)
    matched = []
    for index, name in enumerate(order):
        copies = waiting.get(name) if type(name) in (str, int) else None
        if not copies:
            raise RecordError(
                f"{reprlib.repr(name)} does not belong here, or stands here too often",
                code="record/impossible",
                where=f"{where}.order[{index}]",
            )
        matched.append(copies.pop())
    return tuple(matched)
