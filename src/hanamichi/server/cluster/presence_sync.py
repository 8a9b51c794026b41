"""Keeps the presence of people in sync between the processes."""

from __future__ import annotations

from collections.abc import Iterable

from hanamichi.server.cluster.coalesce import CoalescedTask
from hanamichi.server.cluster.peers import SharedTables
from hanamichi.server.cluster.rows import ClusterRows
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.storage.errors import StorageError


class PresenceSync:
    """Publishes whom this process has at tables, and reads whom the others have."""

    _tables: SharedTables
    """Given to `open`, before anything else is called."""

    def __init__(self, rows: ClusterRows, tasks: BackgroundTasks) -> None:
        self._rows = rows
        self._unpublished: set[str] = set()
        """Tables whose presence here the other processes do not know yet."""
        self._outdated: set[str] = set()
        """Tables whose presence elsewhere has changed."""
        self._reading: set[str] = set()
        """Those of them that are being read."""
        self._publishing = CoalescedTask(tasks, self._publish)
        self._refreshing = CoalescedTask(tasks, self._refresh)

    def open(self, tables: SharedTables) -> None:
        """Set the tables to keep in sync."""
        self._tables = tables

    def changed_here(self, tables: Iterable[str]) -> None:
        """People connected to this process or left it."""
        self._unpublished.update(tables)
        self._publishing.run()

    def changed_elsewhere(self, tables: Iterable[str]) -> None:
        """Other processes have other people at these tables now."""
        self.mark_outdated(tables)
        self._refreshing.run()

    def mark_outdated(self, tables: Iterable[str]) -> None:
        """Have the next `retry` read the presence at these tables."""
        self._outdated.update(tables)

    def process_left(self) -> None:
        """Read again what is being read: the answer may still have the process that left."""
        self._outdated |= self._reading

    def retry(self) -> None:
        """Publish and read again what the database refused before."""
        if self._unpublished:
            self._publishing.run()
        if self._outdated:
            self._refreshing.run()

    async def _publish(self) -> None:
        while self._unpublished:
            changed, self._unpublished = self._unpublished, set()
            tables = self._tables.all_loaded()
            known = {table_id: tables.get(table_id) for table_id in changed}
            try:
                await self._rows.publish(
                    {
                        table_id: None if table is None else table.local_presence()
                        for table_id, table in known.items()
                    }
                )
            except StorageError:
                self._unpublished |= changed
                raise

    async def _refresh(self) -> None:
        while self._outdated:
            outdated, self._outdated = self._outdated, set()
            self._reading = outdated
            try:
                found = await self._rows.presences(list(outdated))
            except StorageError:
                self._outdated |= outdated
                raise
            for table_id, by_process in found.items():
                table = self._tables.loaded(table_id)
                if table is not None:
                    await table.update_remote_presence(by_process)
            self._reading = set()
