"""The other processes of the same database, as a house sees them: by default there are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from hanamichi.core import Seat
from hanamichi.server.cluster.rows import RemotePresence


class Peers(Protocol):
    """Who else serves these tables, and what is whose."""

    @property
    def reachable(self) -> bool:
        """Whether what they do is heard here."""

    async def open(self) -> None:
        """Become one of them."""

    async def close(self) -> None:
        """Hand everything over."""

    async def claim(self, table_id: str) -> bool:
        """Whether this process plays the bots of a table: now it does, unless another one does."""

    def attend(self, table_id: str) -> None:
        """A clock runs at a table that is in use here: look after it, unless another one does."""

    def holds(self, table_id: str) -> bool:
        """Whether this process plays the bots of a table already."""

    def let_go(self, tables: Collection[str]) -> None:
        """These tables are not in use here any more."""

    def presence_changed(self, table_id: str) -> None:
        """Somebody came to a table here, or went."""

    async def company(self, table_id: str) -> RemotePresence:
        """What the others have to do with a table that is about to be used here."""

    def begin_loading(self, table_id: str) -> None:
        """A table is being read: what happens to it meanwhile is kept in mind."""

    def end_loading(self, table_id: str) -> None:
        """It was read, or could not be."""

    async def seats_taken(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The seats whose people have the table open, in any process."""


class SoloProcess:
    """No other process: everything is this one's, and nobody needs to be told."""

    reachable = True

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to hand over."""

    async def claim(self, table_id: str) -> bool:
        """Always."""
        return True

    def attend(self, table_id: str) -> None:
        """It is attended already."""

    def holds(self, table_id: str) -> bool:
        """Always."""
        return True

    def let_go(self, tables: Collection[str]) -> None:
        """Nobody waits for them."""

    def presence_changed(self, table_id: str) -> None:
        """Nobody else is interested."""

    async def company(self, table_id: str) -> RemotePresence:
        """None."""
        return RemotePresence({}, attended=False)

    def begin_loading(self, table_id: str) -> None:
        """Nothing happens to it meanwhile."""

    def end_loading(self, table_id: str) -> None:
        """Nothing happened to it."""

    async def seats_taken(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The house knows all of them itself."""
        return set()
