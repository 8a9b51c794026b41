"""Check the caller's arrays before any game changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanamichi.batch.arrays import Flags, Random, Seats
from hanamichi.batch.errors import BatchError

_INT32_MIN, _INT32_MAX = np.iinfo(np.int32).min, np.iinfo(np.int32).max


def whole_numbers(values: ArrayLike, games: int, where: str) -> NDArray[np.int32]:
    """One whole number for each game."""
    array = _array(values, where)
    if array.shape != (games,):
        raise BatchError(
            f"Give one whole number for each of the {games} games, not an array of shape "
            f"{array.shape}",
            where=where,
        )
    return _narrow(array, where)


def seats_of(values: ArrayLike, games: int, players: int) -> Seats:
    """A seat for each game, or one for all of them; -1 means the seat to act."""
    array = _array(values, "seats")
    if array.shape not in ((), (games,)):
        raise BatchError(
            f"Give one seat for all games or one for each of the {games}, not an array of shape "
            f"{array.shape}",
            where="seats",
        )
    chosen = _narrow(array, "seats")
    if array.ndim == 0:
        chosen = np.full(games, chosen)
    if chosen.min() < -1 or chosen.max() >= players:
        raise BatchError(f"Seats are 0 to {players - 1}, or -1 for the one to act", where="seats")
    return chosen


def flags_of(values: ArrayLike, games: int) -> Flags:
    """True or false for each game."""
    array = _array(values, "where")
    if array.shape != (games,) or array.dtype != np.bool_:
        raise BatchError(
            f"Give true or false for each of the {games} games, not {array.dtype} of shape "
            f"{array.shape}",
            where="where",
        )
    return array.astype(np.uint8)


def check_count(
    count: object, least: int, message: str, where: str, *, most: int = _INT32_MAX
) -> None:
    """Raise unless it is a whole number from the least to the most."""
    if (
        not isinstance(count, int | np.integer)
        or isinstance(count, bool)
        or not least <= count <= most
    ):
        raise BatchError(f"{message}, not {count!r}", where=where)


def seeded_counters(seed: int, games: int) -> Random:
    """The initial random counter of each game, determined by the seed."""
    try:
        sequence = np.random.SeedSequence(seed)
    except (TypeError, ValueError):
        raise BatchError("A seed is a whole number, 0 or more", where="seed") from None
    return sequence.generate_state(games, np.uint64).astype(np.uint64)


def _array(values: ArrayLike, where: str) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except (TypeError, ValueError, RuntimeError) as error:  # on a GPU, or of unequal lengths, say
        raise BatchError(f"This is no array of numbers: {error}", where=where) from None


def _narrow(array: NDArray[Any], where: str) -> NDArray[np.int32]:
    if array.dtype.kind not in "iu":
        raise BatchError(f"These are whole numbers, not {array.dtype}", where=where)
    if array.dtype != np.int32 and not (array.min() >= _INT32_MIN and array.max() <= _INT32_MAX):
        raise BatchError("A number is too large to mean anything here", where=where)
    return np.asarray(array, np.int32, order="C")
