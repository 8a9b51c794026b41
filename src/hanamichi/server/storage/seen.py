"""Stores when people were last here, to the day."""

from __future__ import annotations

from sqlalchemy import Connection, update

from hanamichi.server.ops.clock import Clock
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.quotas import DAY_MILLISECONDS
from hanamichi.server.table.entries import PersonId

_BATCH_SIZE = 200


class SeenPeople:
    """Collects who was here, and writes it down together: at most once a day for each person."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._day = 0
        self._waiting: set[PersonId] = set()
        self._written: set[PersonId] = set()
        """Of today."""

    def note(self, person: PersonId) -> None:
        """A person is here now."""
        if person not in self._written:
            self._waiting.add(person)

    async def write(self) -> None:
        """Write down who was here. Call it regularly."""
        now = self._clock.wall_clock()
        if now // DAY_MILLISECONDS != self._day:
            self._day = now // DAY_MILLISECONDS
            self._written.clear()
        while self._waiting:
            people = [self._waiting.pop() for _ in range(min(_BATCH_SIZE, len(self._waiting)))]
            try:
                await self._database.run_write(_write, (sorted(people), now))
            except BaseException:
                self._waiting.update(people)
                raise
            self._written.update(people)


def _write(connection: Connection, item: tuple[list[PersonId], int]) -> None:
    people, now = item
    columns = schema.people.c
    earlier = columns.seen < now - now % DAY_MILLISECONDS
    connection.execute(
        update(schema.people).where(columns.id.in_(people), earlier).values(seen=now)
    )
