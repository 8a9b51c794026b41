"""The private notes on cards of the people at one table."""

from __future__ import annotations

from hanamichi.server.live.presence import TablePresence
from hanamichi.server.protocol.commands import Note
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.messages import Notes
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.storers import Storers
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.state import Table

_MAX_NOTES = 500


class TableNotes:
    """Stores notes and sends them to their owners. All devices of a seat share its notes."""

    def __init__(self, database: Database, presence: TablePresence, storers: Storers) -> None:
        self._database = database
        self._storers = storers
        self._presence = presence

    async def of(self, table: Table, actor: Actor) -> dict[str, str]:
        """A person's notes."""
        owner = _owner(table, actor)
        return {} if owner is None else await self._database.notes(table.id, owner)

    async def write(self, table: Table, actor: Actor, note: Note) -> None:
        """Write, replace or remove a note, and send it to all devices."""
        owner = _owner(table, actor)
        if owner is None:
            raise Refused("person/unknown", "This browser keeps no cookie, so it has no notes")
        if note.text:
            self._storers.require_room()
        quotas = self._storers.quotas.limits
        await self._database.write_note(
            table.id, owner, note.key, note.text, at_most=_MAX_NOTES, quotas=quotas
        )
        await self._send(table, owner)

    async def refresh(self, table: Table, owner: PersonId | None) -> None:
        """Send notes that another process wrote: those of one owner, or all."""
        owners = {_owner(table, each.actor) for each in self._presence.connections}
        for each in owners if owner is None else owners & {owner}:
            if each is not None:
                await self._send(table, each)

    async def _send(self, table: Table, owner: PersonId) -> None:
        notes = Notes(notes=await self._database.notes(table.id, owner))
        for connection in self._presence.connections:
            if _owner(table, connection.actor) == owner:
                connection.send(notes)


def _owner(table: Table, actor: Actor) -> PersonId | None:
    seat = table.seat_of(actor.person)
    return actor.person if seat is None else table.seats[seat].person
