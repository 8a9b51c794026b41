"""Decks and positions that a caller chooses instead of random deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import AnyRow, AnyRows, Random
from hanamichi.batch.errors import BatchError
from hanamichi.core import HanamichiError, Match, MatchRecord, replay
from hanamichi.core.record import AnyGame, Position, plain

Decks = NDArray[np.uint8]


class ChoosingTable(Protocol):
    """What is needed of a table to place chosen games."""

    options: Any
    players: int

    @property
    def game(self) -> AnyGame:
        """The game it is of."""
        ...

    def whole_deck(self) -> tuple[list[str], list[int]]:
        """Every card of the deck: its name, and its number in a row."""
        ...

    def dealt(self, rows: AnyRows, decks: Decks, random: Random) -> None:
        """Make rows that were just dealt begin with these decks instead."""
        ...

    def row_of(self, positions: Iterator[Position[Any, Any]]) -> AnyRow:
        """The row at the end of a replayed match."""
        ...


class Chosen(NamedTuple):
    """Checked decks, or the rows of checked positions: one for all games, or one for each."""

    decks: Decks | None
    rows: AnyRows | None


def choose(table: ChoosingTable, games: int, deck: object, position: object) -> Chosen | None:
    """Check what a caller chose, before any game changes; None where nothing was chosen."""
    if deck is None and position is None:
        return None
    if deck is not None and position is not None:
        raise BatchError("Choose decks or positions, not both", where="position")
    if deck is not None:
        return Chosen(_decks(table, games, deck), None)
    return Chosen(None, _rows(table, games, position))


def place(
    table: ChoosingTable, chosen: Chosen, rows: AnyRows, random: Random, games: NDArray[np.intp]
) -> None:
    """Put what was chosen into the rows of these games, which were just dealt."""
    if chosen.rows is not None:
        rows[games] = chosen.rows[games if len(chosen.rows) > 1 else 0]
        return
    assert chosen.decks is not None
    decks = chosen.decks[games] if len(chosen.decks) > 1 else chosen.decks.repeat(len(games), 0)
    placed = rows[games]
    table.dealt(placed, decks, random[games])
    rows[games] = placed


# -- decks -------------------------------------------------------------------------------------


def _decks(table: ChoosingTable, games: int, given: Any) -> Decks:
    names, codes = table.whole_deck()
    numbers = _numbers(given, dict(zip(names, codes, strict=True)))
    if numbers.ndim == 1:
        numbers = numbers[np.newaxis]
    if numbers.ndim != 2 or numbers.shape[0] not in (1, games) or numbers.shape[1] != len(codes):
        raise BatchError(
            f"Give one deck of {len(codes)} cards for all games, or one for each of the {games}; "
            f"not an array of shape {numbers.shape}",
            where="deck",
        )
    wrong = (np.sort(numbers, axis=1) != np.sort(codes)).any(axis=1)
    if wrong.any():
        where = "deck" if len(numbers) == 1 else f"deck[{int(wrong.argmax())}]"
        raise BatchError(
            "This is no deck of the table: every card has to be there, each as often as the deck "
            "has it",
            where=where,
        )
    return numbers.astype(np.uint8)


def _numbers(given: Any, codes: Mapping[str, int]) -> NDArray[Any]:
    """Cards as numbers, from numbers or from names."""
    refusal = BatchError("A deck is a list of cards, in the order of drawing", where="deck")
    try:
        array = np.asarray(msgspec.to_builtins(given) if isinstance(given, list | tuple) else given)
    except (TypeError, ValueError):
        raise refusal from None
    if array.dtype.kind in "iu":
        return array.astype(np.int64)
    if array.dtype.kind != "U":
        raise refusal
    unknown = sorted(set(array.ravel().tolist()) - codes.keys())
    if unknown:
        raise BatchError(f"There is no card {unknown[0][:20]!r} at this table", where="deck")
    numbers = [codes[name] for name in array.ravel().tolist()]
    return np.array(numbers, np.int64).reshape(array.shape)


# -- positions ---------------------------------------------------------------------------------


def _rows(table: ChoosingTable, games: int, given: Any) -> AnyRows:
    """The rows of positions, each reached by playing a record."""
    if not isinstance(given, list | tuple):
        return _row(table, given, "position")[np.newaxis]
    if len(given) not in (1, games):
        raise BatchError(
            f"Give one position for all games, or one for each of the {games}, not {len(given)}",
            where="position",
        )
    found = [_row(table, each, f"position[{place}]") for place, each in enumerate(given)]
    return np.stack(found)


def _row(table: ChoosingTable, given: Any, where: str) -> AnyRow:
    record = _record(given, where)
    if record.game != table.game.id or len(record.players) != table.players:
        raise BatchError(
            f"This is a record of {record.game} for {len(record.players)}, the table is "
            f"{table.game.id} for {table.players}",
            where=where,
        )
    usual = plain(table.game.options_type())
    for name, value in plain(table.options).items():
        if record.options.get(name, usual[name]) != value:
            raise BatchError(
                f"The record is of another table: {name} is {record.options.get(name)!r}, "
                f"here {value!r}",
                where=f"{where}.options.{name}",
            )
    unclaimed = msgspec.structs.replace(record, abandoned=None, result=None)
    try:
        return table.row_of(replay(table.game, unclaimed))
    except HanamichiError as error:
        raise BatchError(
            f"No play reaches this position: {error.message}",
            where=f"{where}.{error.where}" if error.where else where,
        ) from None


def _record(given: Any, where: str) -> MatchRecord:
    if isinstance(given, Match):
        return given.record()
    if isinstance(given, MatchRecord):
        return given
    try:
        return msgspec.convert(given, MatchRecord)
    except msgspec.ValidationError as error:
        raise BatchError(
            f"A position is a match or its record, played as far as wanted: {error}", where=where
        ) from None
