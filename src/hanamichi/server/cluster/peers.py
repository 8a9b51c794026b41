"""The other server processes on the same database. With SQLite there are none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from hanamichi.core import Seat
from hanamichi.server.cluster.process_presence import (
    NO_REMOTE_PRESENCE,
    ProcessPresence,
    RemotePresence,
)
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.state import Table


class SharedTable(Protocol):
    """A table in the memory of this process, as far as peers have to do with it."""

    @property
    def table(self) -> Table:
        """Its state as this process knows it."""

    def notice_entries(self, seq: int) -> None:
        """Another process stored entries up to this number."""

    async def update_remote_presence(self, by_process: Mapping[str, ProcessPresence]) -> None:
        """Other processes have other people at the table now."""

    def drop_process(self, node: str) -> None:
        """Another process has gone, with the people connected to it."""

    async def refresh_notes(self, owner: PersonId | None) -> None:
        """Send notes that another process wrote: those of one person, or all."""

    def disconnect(self, person: PersonId) -> None:
        """Close the connections of a person whose data was erased."""

    def local_presence(self) -> ProcessPresence | None:
        """What to publish to other processes; None if no client has opened the table here."""

    def people_here(self) -> Mapping[PersonId, str | None]:
        """The people connected to this process, with the names it knows."""

    def wake_bots(self) -> None:
        """Let the bot to act begin, if it has not."""

    def retry_now(self) -> None:
        """Do not wait any longer: the database is back, or another process gave way."""


class SharedTables(Protocol):
    """The tables in the memory of this process, as far as peers have to do with them."""

    def loaded(self, table_id: str) -> SharedTable | None:
        """A table, if it is in memory."""

    def all_loaded(self) -> Mapping[str, SharedTable]:
        """All tables in memory, by id."""

    async def resume(self, table_id: str) -> SharedTable | None:
        """Load a table so that its bots and clocks continue; None if it cannot be read."""

    def drop_deleted(self, table_id: str) -> None:
        """A table was deleted: remove it from memory, and tell its connections."""

    async def rename_person(self, person: PersonId, name: str) -> None:
        """Use a new name at the tables in memory."""

    def forget_visits(self) -> None:
        """Another process may have had people at tables later than this one, and is gone."""


class Peers(Protocol):
    """The processes that serve the same tables, and how they share the work."""

    shared: bool
    """Whether other processes may serve the same tables."""
    on_owner_notice: Callable[[], None]
    """Called when another process restricted somebody, or the owner left a command."""
    on_reviews_changed: Callable[[], None]
    """Called when another process was asked for a review, or a review is to be taken over."""

    @property
    def reachable(self) -> bool:
        """Whether this process receives what the others do."""

    async def open(self, tables: SharedTables) -> None:
        """Join the other processes."""

    async def close(self) -> None:
        """Leave, and hand all claims over."""

    async def claim(self, table_id: str) -> bool:
        """Whether this process plays a table's bots; it does from now on if no other one does."""

    def claim_soon(self, table_id: str) -> None:
        """A clock runs at a table in memory: claim it in the background."""

    def holds(self, table_id: str) -> bool:
        """Whether this process has claimed a table."""

    def release(self, tables: Collection[str]) -> None:
        """These tables are not in memory any more."""

    def presence_changed(self, table_id: str) -> None:
        """A person connected to a table in this process, or disconnected."""

    async def remote_presence(self, table_id: str) -> RemotePresence:
        """What other processes have to do with a table that is about to be loaded."""

    def loading(self, table_id: str) -> AbstractContextManager[None]:
        """While a table is being loaded, changes of other processes to it are remembered."""

    async def connected_seats(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """The seats whose people are connected to any process."""

    async def viewers_elsewhere(self) -> dict[str, int]:
        """How many have each table open in other processes, for tables that anybody has."""


class SoloProcess:
    """No other process: everything belongs to this one."""

    shared = False
    reachable = True

    def __init__(self) -> None:
        self.on_owner_notice: Callable[[], None] = _ignore
        self.on_reviews_changed: Callable[[], None] = _ignore

    async def open(self, tables: SharedTables) -> None:
        """Nothing to join."""

    async def close(self) -> None:
        """Nothing to hand over."""

    async def claim(self, table_id: str) -> bool:
        """Always successful."""
        return True

    def claim_soon(self, table_id: str) -> None:
        """Every table is claimed already."""

    def holds(self, table_id: str) -> bool:
        """Always true."""
        return True

    def release(self, tables: Collection[str]) -> None:
        """No process waits for them."""

    def presence_changed(self, table_id: str) -> None:
        """Nothing to publish."""

    async def remote_presence(self, table_id: str) -> RemotePresence:
        """None."""
        return NO_REMOTE_PRESENCE

    def loading(self, table_id: str) -> AbstractContextManager[None]:
        """Nothing else changes the table meanwhile."""
        return nullcontext()

    async def connected_seats(self, tables: Sequence[str]) -> set[tuple[str, Seat]]:
        """None beyond those in memory."""
        return set()

    async def viewers_elsewhere(self) -> dict[str, int]:
        """None."""
        return {}


class IdlePeers(SoloProcess):
    """For a process that plays no bots and watches no clock, because it ends at once."""

    async def claim(self, table_id: str) -> bool:
        """Claim nothing."""
        return False

    def holds(self, table_id: str) -> bool:
        """Whether a table is claimed: none is."""
        return False


def _ignore() -> None:
    """The callback of a process that needs none."""
