"""Deletes whole tables from the database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from hanamichi.server.storage import schema
from hanamichi.server.storage.notify import TableDeleted, notify_sync
from hanamichi.server.storage.review_deletion import delete_reviews

_PARTS = (
    schema.notes,
    schema.seatings,
    schema.mentions,
    schema.openings,
    schema.daily_games,
    schema.finished,
    schema.entries,
)
"""Everything that belongs to a table."""


def delete_table(connection: Connection, table_id: str) -> bool:
    """Delete a table with all that belongs to it, and notify the other processes.

    `Connections.run_write` calls it. False if there is no such table.
    """
    columns = schema.tables.c
    # Locked first, so that no move is appended meanwhile.
    found = select(columns.id).where(columns.id == table_id).with_for_update()
    if connection.execute(found).first() is None:
        return False
    finished = schema.finished.c
    delete_reviews(connection, select(finished.replay_id).where(finished.table_id == table_id))
    for part in _PARTS:
        connection.execute(delete(part).where(part.c.table_id == table_id))
    connection.execute(delete(schema.tables).where(columns.id == table_id))
    notify_sync(connection, TableDeleted(table_id))
    return True
