"""Tombstones of erased people in a file beside the database.

It survives the loss of the database: with it an old backup brings nobody back who asked to be
forgotten. It holds only hashes and times, one of each a line, and only ever grows.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import make_url

from hanamichi.server.ops.paths import data_folder
from hanamichi.server.storage.connections import is_file
from hanamichi.server.table.entries import PersonId

SUFFIX: Final = ".erasures"
_HASH_CHARACTERS = 64
_APPEND = os.O_CREAT | os.O_APPEND | os.O_WRONLY


def person_hash(person: PersonId) -> str:
    """The hash by which an erased person is recognized. Ids are long and random: no salt."""
    return hashlib.sha256(f"person {person}".encode()).hexdigest()


class TombstoneFile:
    """A file of tombstones. Without a path it holds none and keeps none."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def add(self, tombstones: Mapping[str, int]) -> None:
        """Append tombstones, and return when they are on disk."""
        if self.path is None or not tombstones:
            return
        # It begins on a new line, wherever a crash may have cut the last one.
        text = "".join(f"\n{key} {at}\n" for key, at in tombstones.items())
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self.path, _APPEND, 0o600)
        try:
            os.write(descriptor, text.encode())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def read(self) -> dict[str, int]:
        """All tombstones; lines that a crash cut short are skipped."""
        if self.path is None or not self.path.exists():
            return {}
        found = {}
        for line in self.path.read_text("utf-8", errors="replace").splitlines():
            key, _, at = line.partition(" ")
            if len(key) == _HASH_CHARACTERS and at.isdecimal():
                found[key] = int(at)
        return found


def tombstone_file(url: str) -> TombstoneFile:
    """The file that belongs to a database: beside an SQLite file, or else in the data folder."""
    parsed = make_url(url)
    if is_file(parsed):
        database = Path(os.path.realpath(str(parsed.database)))
        return TombstoneFile(database.with_name(database.name + SUFFIX))
    if parsed.get_backend_name() == "postgresql":
        return TombstoneFile(data_folder() / f"{parsed.database}{SUFFIX}")
    return TombstoneFile(None)
