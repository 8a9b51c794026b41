"""The private notes on cards of everybody at one table."""

from __future__ import annotations

from hanamichi.server.live.presence import TablePresence
from hanamichi.server.protocol.commands import Note
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.messages import Notes
from hanamichi.server.storage.database import Database
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.state import Table

_MOST = 500


class TableNotes:
    """Both devices of a seat write in the same one."""

    def __init__(self, storage: Database, attendance: TablePresence) -> None:
        self._storage = storage
        self._attendance = attendance

    async def of(self, table: Table, actor: Actor) -> dict[str, str]:
        """Somebody's notes."""
        owner = _owner(table, actor)
        return {} if owner is None else await self._storage.notes(table.id, owner)

    async def write(self, table: Table, actor: Actor, note: Note) -> None:
        """Write, replace or remove a note, and show it on all devices."""
        owner = _owner(table, actor)
        if owner is None:
            raise Refused("person/unknown", "This browser keeps no cookie, so it has no notes")
        stored = await self._storage.write_note(table.id, owner, note.key, note.text, at_most=_MOST)
        if not stored:
            raise Refused("frame/malformed", "There are too many notes already", where="key")
        await self._tell(table, owner)

    async def tell(self, table: Table, owner: PersonId | None) -> None:
        """Somebody's notes were written in another process; everybody's, when it is not known."""
        owners = {_owner(table, each.actor) for each in self._attendance.here}
        for each in owners if owner is None else owners & {owner}:
            if each is not None:
                await self._tell(table, each)

    async def _tell(self, table: Table, owner: PersonId) -> None:
        notes = Notes(notes=await self._storage.notes(table.id, owner))
        for connection in self._attendance.here:
            if _owner(table, connection.actor) == owner:
                connection.send(notes)


def _owner(table: Table, actor: Actor) -> PersonId | None:
    seat = table.seat_of(actor.person)
    return actor.person if seat is None else table.seats[seat].person
