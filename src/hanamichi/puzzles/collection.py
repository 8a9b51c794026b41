"""The shipped puzzles of a game: an index in memory, each puzzle read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from hanamichi.puzzles.game_puzzles import PUZZLES
from hanamichi.puzzles.model import Puzzle, PuzzleError, PuzzleKind

MAX_LINE_BYTES = 64 * 1024
"""A puzzle is far shorter."""

_PUZZLE = msgspec.json.Decoder(Puzzle)


class _Head(msgspec.Struct, gc=False):
    """What the index needs of a line."""

    id: str
    kind: PuzzleKind
    level: Annotated[int, Meta(ge=1, le=5)]
    preset: str


_HEAD = msgspec.json.Decoder(_Head)


class PuzzleEntry(NamedTuple):
    """A puzzle in a list."""

    id: str
    kind: PuzzleKind
    level: int
    preset: str


class _Place(NamedTuple):
    """Where a puzzle is in the file."""

    start: int
    length: int


class PuzzleCollection:
    """The puzzles of one file."""

    def __init__(self, file: Traversable) -> None:
        self._file = file
        self._places: dict[str, _Place] = {}
        entries: list[PuzzleEntry] = []
        start = 0
        for number, line in enumerate(_lines(file), 1):
            if line.strip():
                try:
                    head = _HEAD.decode(line)
                except msgspec.MsgspecError as error:
                    raise _invalid(number, str(error)) from None
                if head.id in self._places:
                    raise _invalid(number, f"{head.id} is there twice")
                self._places[head.id] = _Place(start, len(line))
                entries.append(PuzzleEntry(head.id, head.kind, head.level, head.preset))
            start += len(line)
        self.entries = tuple(entries)
        """All puzzles, the easiest first."""

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Puzzle]:
        return (self.puzzle(entry.id) for entry in self.entries)

    def puzzle(self, puzzle_id: str) -> Puzzle:
        """A puzzle by its id; raises `PuzzleError` if there is none."""
        place = self._places.get(puzzle_id)
        if place is None:
            raise _unknown(puzzle_id)
        with self._file.open("rb") as file:
            file.seek(place.start)
            line = file.read(place.length)
        return read_puzzle(line)

    def listed(
        self, *, kind: PuzzleKind | None = None, level: int | None = None
    ) -> tuple[PuzzleEntry, ...]:
        """The puzzles of a kind and of a level."""
        return tuple(
            entry
            for entry in self.entries
            if kind in (None, entry.kind) and level in (None, entry.level)
        )


@lru_cache(maxsize=16)
def collection_of(game_id: str) -> PuzzleCollection:
    """The shipped puzzles of a game; raises `PuzzleError` if there are none."""
    game_puzzles = PUZZLES.find(game_id)
    if game_puzzles is None:
        raise PuzzleError(f"There are no puzzles of {game_id[:40]!r}", where="game")
    return PuzzleCollection(game_puzzles.data(game_id))


def games_with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(PUZZLES.all())


def puzzle_by_id(puzzle_id: str) -> Puzzle:
    """A shipped puzzle of any game; raises `PuzzleError` if there is none."""
    game_id = puzzle_id.rpartition("-")[0]
    if game_id not in games_with_puzzles():
        raise _unknown(puzzle_id)
    return collection_of(game_id).puzzle(puzzle_id)


def read_puzzle(line: bytes) -> Puzzle:
    """A puzzle from JSON; raises `PuzzleError` if it is none. `check_puzzle` checks the rest."""
    if len(line) > MAX_LINE_BYTES:
        raise PuzzleError(f"A puzzle has at most {MAX_LINE_BYTES} bytes", code="puzzle/invalid")
    try:
        return _PUZZLE.decode(line)
    except msgspec.MsgspecError as error:
        raise PuzzleError(f"This is no puzzle: {error}", code="puzzle/invalid") from None


def read_puzzles(data: bytes) -> Iterator[Puzzle]:
    """The puzzles of a file, one a line; raises `PuzzleError` with the line."""
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            try:
                yield read_puzzle(line)
            except PuzzleError as error:
                raise _invalid(number, error.message) from None


def write_puzzles(puzzles: Iterable[Puzzle]) -> bytes:
    """The puzzles as a file, the easiest first."""
    ordered = sorted(puzzles, key=lambda each: (each.level, number_of(each)))
    return b"".join(msgspec.json.encode(each) + b"\n" for each in ordered)


def number_of(puzzle: Puzzle) -> int:
    """The number in the id of a puzzle."""
    return int(puzzle.id.rpartition("-")[2])


def _lines(file: Traversable) -> Iterator[bytes]:
    if file.is_file():
        with file.open("rb") as lines:
            yield from lines


def _unknown(puzzle_id: str) -> PuzzleError:
    return PuzzleError(f"There is no puzzle {puzzle_id[:40]!r}", where="id")


def _invalid(number: int, message: str) -> PuzzleError:
    return PuzzleError(message, code="puzzle/invalid", where=f"line {number}")
