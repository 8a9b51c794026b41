"""The people of a server: who a cookie belongs to, names, and erasing a person's data."""

from __future__ import annotations

from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.stored_tables import StoredTables
from hanamichi.server.ops.clock import Clock
from hanamichi.server.storage.archive import Archive
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.table.decision import hash_secret
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.identity import clean_name, new_secret


class People:
    """Finds, adds, renames and erases people."""

    def __init__(
        self, database: Database, stored: StoredTables, tables: LiveTables, clock: Clock
    ) -> None:
        self._database = database
        self._archive = Archive(database)
        self._stored = stored
        self._tables = tables
        self._clock = clock

    async def find(self, secret: str | None) -> Person | None:
        """The person with the secret of a cookie; None if it is missing or unknown."""
        if not secret:
            return None
        return await self._database.find_person(hash_secret(secret))

    async def add(self) -> tuple[Person, str]:
        """A new person without a name, and the secret for their cookie."""
        person, secret = Person(new_secret(), None), new_secret()
        await self._database.add_person(person, hash_secret(secret), self._clock.wall_clock())
        return person, secret

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name, at every table where they sit."""
        name = clean_name(name)
        await self._database.rename_person(person.id, name)
        await self._tables.rename_person(person.id, name)
        return person._replace(name=name)

    async def erase(self, person: PersonId) -> None:
        """Remove a person's name from every table, and all their data from the database."""
        for table_id, status in await self._archive.tables_mentioning(person):
            table = self._tables.loaded(table_id)
            if table is None and status != "over":
                table = await self._tables.get(table_id)
            if table is None:
                await self._stored.anonymize(await self._stored.load(table_id), person)
                # A client may have opened the table meanwhile, as it was.
                table = self._tables.loaded(table_id)
            if table is not None:
                await table.anonymize(person)
        await self._archive.forget(person)
        for loaded in self._tables.all_loaded().values():
            loaded.disconnect(person)
