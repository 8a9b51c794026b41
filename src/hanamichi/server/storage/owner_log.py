"""The log of the owner's acts in the database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, update

from hanamichi.server.protocol.owner_messages import ActDone
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import PersonId
from hanamichi.server.table.identity import new_secret

FORGOTTEN = "forgotten"
"""What the log says instead of the id of a person who was erased."""


async def log_act(database: Database, act: ActDone, at: int) -> str:
    """Write an act down before it is carried out; the id of the line."""
    line_id = new_secret()
    row = {"id": line_id, "at": at, "act": act.act, "subject": act.subject, "detail": act.detail}
    async with database.writing() as connection:
        await connection.execute(insert(schema.owner_acts).values(row))
    return line_id


def erase_from_log(connection: Connection, person: PersonId) -> None:
    """Take a person's id out of the log."""
    table = schema.owner_acts
    connection.execute(update(table).where(table.c.subject == person).values(subject=FORGOTTEN))


async def unlog_act(database: Database, line_id: str) -> None:
    """Take back the line of an act that was refused."""
    table = schema.owner_acts
    async with database.writing() as connection:
        await connection.execute(delete(table).where(table.c.id == line_id))
