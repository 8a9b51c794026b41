"""The games of a batch as they stood, to go back to."""

from __future__ import annotations

import io
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.arrays import Actions, AnyRows, Random
from hanamichi.batch.errors import BatchError

_DIGEST = 32
_ARRAYS = ("rows", "random", "past")


@dataclass(frozen=True, eq=False)
class SavedGames:
    """Made by `save()` of a batch; nothing in it may be changed."""

    table: str
    """Which table the games are of."""
    rows: AnyRows
    random: Random
    """The counter of each game's random numbers."""
    past: Actions
    """The past actions that were kept of each game."""

    def __post_init__(self) -> None:
        for name in _ARRAYS:
            getattr(self, name).setflags(write=False)

    def to_bytes(self) -> bytes:
        """The same in bytes, for a file. Only the same version of Hanamichi is sure to read it."""
        arrays: dict[str, NDArray[Any]] = {name: getattr(self, name) for name in _ARRAYS}
        file = io.BytesIO()
        np.savez(file, table=np.array(self.table), **arrays)  # type: ignore[arg-type]  # its stub
        content = file.getvalue()
        return blake2b(content, digest_size=_DIGEST).digest() + content

    @classmethod
    def from_bytes(cls, content: bytes) -> SavedGames:
        """What `to_bytes` wrote; raises where a byte of it has changed."""
        none = BatchError("These are no saved games, or they were changed", where="saved")
        if not isinstance(content, bytes | bytearray | memoryview):
            raise none
        digest, rest = content[:_DIGEST], content[_DIGEST:]
        if blake2b(rest, digest_size=_DIGEST).digest() != digest:
            raise none
        try:
            with np.load(io.BytesIO(rest), allow_pickle=False) as stored:
                return cls(str(stored["table"]), *(stored[name] for name in _ARRAYS))
        except (EOFError, KeyError, TypeError, ValueError, BadZipFile):
            raise none from None


def check_saved(saved: object, table: str, rows: AnyRows, past: int) -> None:
    """Raise unless a batch of this table, with rows like these, can go back to what was saved."""
    if not isinstance(saved, SavedGames):
        raise BatchError(
            "Give what save() or SavedGames.from_bytes returned, not an object of type "
            f"{type(saved).__name__}",
            where="saved",
        )
    if saved.table != table:
        raise BatchError(
            f"These games were saved at another table: {saved.table}, not {table}", where="saved"
        )
    shapes = ((len(rows), rows.shape[1]), (len(rows),), (len(rows), past))
    found = (saved.rows.shape, saved.random.shape, saved.past.shape)
    if found != shapes:
        raise BatchError(
            f"{len(saved.rows)} games with {saved.past.shape[1]} past actions were saved, this "
            f"batch has {len(rows)} with {past}",
            where="saved",
        )


def table_name(game: str, players: int, options: bytes, row_cells: int) -> str:
    """Which table rows are of, in a word: different tables, and other layouts, are not mixed up."""
    short = blake2b(options, digest_size=6).hexdigest()
    return f"{game}/{players}/{short}/{row_cells}"
