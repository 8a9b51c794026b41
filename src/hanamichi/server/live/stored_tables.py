"""Tables as the database has them, without anything that lives in memory."""

from __future__ import annotations

from hanamichi.server.ops.clock import Clock
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage.append import Append
from hanamichi.server.storage.archive import Archive
from hanamichi.server.storage.database import Database
from hanamichi.server.table.anonymize import anonymized, departure_of
from hanamichi.server.table.entries import Forgotten, PersonId, stored_run
from hanamichi.server.table.identity import new_secret
from hanamichi.server.table.state import Table, evolve, load


class StoredTables:
    """Reads tables from the database, and rewrites them when a person's data is erased."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._archive = Archive(database)
        self._clock = clock

    async def load(self, table_id: str, *, attended: bool = False) -> Table:
        """A stored table. `attended`: another process had it in memory, so its clock ran on."""
        stored = await self._database.entries(table_id)
        if not stored:
            raise unknown_table()
        now, wall_clock = self._clock.now, self._clock.wall_clock
        return load(table_id, stored, now(), wall_clock() if attended else None)

    async def follow(self, table: Table) -> Table:
        """The table with the entries stored since."""
        new = await self._database.entries(table.id, after=table.seq)
        if any(isinstance(stored.entry, Forgotten) for stored in new):
            # Earlier entries were rewritten then.
            return await self.load(table.id, attended=True)
        for stored in new:
            table = evolve(table, table.id, stored, self._clock.now())
        return table

    async def anonymize(self, table: Table, person: PersonId) -> None:
        """Take a person's id and name out of a stored table."""
        alias = f"nobody-{new_secret()}"
        stored = await self._database.entries(table.id)
        rewritten = anonymized(stored, person, alias)
        append = None
        run = stored_run(departure_of(table, person), table.seq, self._clock.wall_clock())
        if run:
            by_seq = {item.seq: item for item in rewritten}
            after: Table | None = None
            for item in (*(by_seq.get(item.seq, item) for item in stored), *run):
                after = evolve(after, table.id, item, self._clock.now())
            assert after is not None
            append = Append(run, table, after)
        await self._archive.rewrite(table.id, rewritten, append)


def unknown_table() -> Refused:
    """The refusal for an id that no table has."""
    return Refused("table/unknown", "There is no such table here; check the link")
