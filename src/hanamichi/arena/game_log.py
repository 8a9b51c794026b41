"""The games played so far, in a file from which a tournament continues, or grows."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs
from msgspec import structs

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task, Tournament


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the tournament that the games belong to."""

    format: Literal["hanamichi-arena"] = "hanamichi-arena"
    version: Literal[1] = 1
    tournament: Tournament


def default_file(tournament: Tournament) -> Path:
    """Where a tournament's games are stored by default: a file named after the tournament."""
    folder = platformdirs.user_state_path("hanamichi", appauthor=False) / "arena"
    name = hashlib.sha256(msgspec.json.encode(tournament)).hexdigest()[:16]
    return folder / f"{name}.jsonl"


class GameLog:
    """A file that begins with the tournament and has a line for each game played."""

    def __init__(self, path: Path, tournament: Tournament, *, restart: bool = False) -> None:
        self.path = path
        self.played: dict[Task, GameResult] = {}
        try:
            self._read(tournament, restart=restart)
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            if os.fstat(self._file).st_size == 0:
                self._append(Header(tournament=tournament))
        except OSError as error:
            raise _cannot(path, error) from None

    def _read(self, tournament: Tournament, *, restart: bool) -> None:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return
        if not data:
            return
        whole = data[: data.rfind(b"\n") + 1]
        first, *lines = whole.splitlines() or [data[:1]]
        try:
            header = msgspec.json.decode(first, type=Header)
            results = [msgspec.json.decode(line, type=GameResult) for line in lines]
        except msgspec.DecodeError as error:
            raise ArenaError(
                f"{str(self.path)!r} does not hold games of a tournament: {error}",
                code="arena/file",
            ) from None
        if restart:  # only once it is known to be a file of ours
            os.truncate(self.path, 0)
            return
        before = header.tournament
        if structs.replace(before, games=tournament.games) != tournament:
            raise ArenaError(
                f"{str(self.path)!r} holds games of another tournament: "
                f"{_difference(before, tournament)}. Take another file; --restart forgets them",
                code="arena/file",
            )
        expected = set(tournament.tasks())
        self.played = {result.task: result for result in results if result.task in expected}
        if tournament.games > before.games:
            self._replace(Header(tournament=tournament), lines)
        elif len(whole) < len(data):  # the process stopped while it wrote the last line
            os.truncate(self.path, len(whole))

    def _replace(self, header: Header, lines: Sequence[bytes]) -> None:
        """Write the file anew, for a tournament of more games; the old one stays until then."""
        part = self.path.with_name(f".{self.path.name}.part")
        part.write_bytes(b"".join(line + b"\n" for line in (msgspec.json.encode(header), *lines)))
        part.replace(self.path)

    def add(self, result: GameResult) -> None:
        """Store a game; it is written before progress is reported."""
        self._append(result)
        self.played[result.task] = result

    def _append(self, line: Any) -> None:
        try:
            os.write(self._file, msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise _cannot(self.path, error) from None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def remove(self) -> None:
        """Delete the file of a finished tournament."""
        self.path.unlink(missing_ok=True)


def _cannot(path: Path, error: OSError) -> ArenaError:
    return ArenaError(f"Cannot keep games in {str(path)!r}: {error.strerror}", code="arena/file")


_WORDS = {"engine": "the version of the code", "lineups": "line-ups"}


def _difference(one: Tournament, other: Tournament) -> str:
    fields = (name for name in one.__struct_fields__ if name != "games")  # which may differ
    names = [name for name in fields if getattr(one, name) != getattr(other, name)]
    words = [_WORDS.get(name, name.replace("_", " ")) for name in names]
    return f"{' and '.join(words)} {'differs' if len(words) == 1 else 'differ'}"
