"""The people of a server: who a cookie belongs to, names, and erasing a person's data."""

from __future__ import annotations

from hanamichi.server.live.eraser import Eraser
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.live.refusals import person_blocked, person_silenced
from hanamichi.server.ops.clock import Clock
from hanamichi.server.storage.database import Database, Person
from hanamichi.server.storage.seen import SeenPeople
from hanamichi.server.table.decision import hash_secret
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.identity import clean_name, new_secret


class People:
    """Finds, adds, renames and erases people."""

    def __init__(
        self,
        database: Database,
        eraser: Eraser,
        tables: LiveTables,
        seen: SeenPeople,
        clock: Clock,
    ) -> None:
        self._database = database
        self._eraser = eraser
        self._seen = seen
        self._tables = tables
        self._clock = clock

    async def find(self, secret: str | None) -> Person | None:
        """The person with the secret of a cookie; None if it is missing or unknown."""
        if not secret:
            return None
        person = await self._database.find_person(hash_secret(secret))
        if person is not None:
            self._seen.note(person.id)
        return person

    async def add(self) -> tuple[Person, str]:
        """A new person without a name, and the secret for their cookie."""
        person, secret = Person(new_secret(), None), new_secret()
        await self._database.add_person(person, hash_secret(secret), self._clock.wall_clock())
        return person, secret

    async def rename(self, person: Person, name: str) -> Person:
        """Change a person's name, at every table where they sit."""
        if person.restriction is not None:
            raise person_silenced() if person.restriction == "silenced" else person_blocked()
        name = clean_name(name)
        await self._database.rename_person(person.id, name)
        await self._tables.rename_person(person.id, name)
        return person._replace(name=name)

    async def rename_everywhere(self, person: PersonId, name: str) -> None:
        """Change a person's name, for the owner, at every table whose match is not over."""
        await self._database.rename_person(person, name)
        await self._tables.rename_person(person, name)
        for table_id in await self._database.unfinished_tables_of(person):
            table = await self._tables.resume(table_id)
            if table is not None:
                await table.rename(person, name, by_owner=True)

    async def erase(self, person: PersonId) -> None:
        """Remove a person's name from every table, and all their data from the database."""
        await self._eraser.erase(person)
