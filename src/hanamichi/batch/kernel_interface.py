"""The definitions that a game gives for its kernels over many games.

The functions in `cpu_template` and `cuda_template` are written against these names, so that they
can be read and type-checked. `specialize` replaces them with a game's own `Definitions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hanamichi.batch.arrays import AnyRow, Bits, Masks, OptionVector, Random, Totals, Word

ROW_CELLS = 0
"""The length of a game's row."""
ROW_TYPE: Any = None
"""Numba's type of a cell in the row."""


def deal(row: AnyRow, o: OptionVector, template: AnyRow, rng: Random, game: int) -> None:
    """Start a new game in a row."""
    raise NotImplementedError


def is_over(row: AnyRow) -> Word:
    """Whether the game has ended."""
    raise NotImplementedError


def acting_seat(row: AnyRow) -> Word:
    """The seat to act, while the game goes on."""
    raise NotImplementedError


def is_legal(row: AnyRow, o: OptionVector, action: Word) -> Word:
    """Whether the acting seat may take an action."""
    raise NotImplementedError


def random_legal(row: AnyRow, o: OptionVector, rng: Random, game: int) -> Word:
    """A legal action, chosen uniformly."""
    raise NotImplementedError


def write_mask(row: AnyRow, o: OptionVector, mask: Masks) -> None:
    """Write one byte for each action: 1 where it is legal."""
    raise NotImplementedError


def step(row: AnyRow, o: OptionVector, action: Word, rng: Random, game: int) -> None:
    """Carry out a legal action."""
    raise NotImplementedError


def step_with_gains(
    row: AnyRow, o: OptionVector, action: Word, rng: Random, game: int, gains: Totals
) -> None:
    """Carry out a legal action and write what each side gained."""
    raise NotImplementedError


def write_scores(row: AnyRow, o: OptionVector, totals: Totals) -> None:
    """Write each side's current score."""
    raise NotImplementedError


def observe(row: AnyRow, o: OptionVector, seat: Word, out: Bits) -> None:
    """Write what a seat observes."""
    raise NotImplementedError


class Definitions(NamedTuple):
    """A game's own, by the names above."""

    ROW_CELLS: int
    ROW_TYPE: Any
    deal: Callable[..., None]
    is_over: Callable[..., Word]
    acting_seat: Callable[..., Word]
    is_legal: Callable[..., Word]
    random_legal: Callable[..., Word]
    write_mask: Callable[..., None]
    step: Callable[..., None]
    step_with_gains: Callable[..., None]
    write_scores: Callable[..., None]
    observe: Callable[..., None]
