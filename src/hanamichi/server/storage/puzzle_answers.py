"""The answers of people to puzzles in the database.

Nothing here awaits: `Connections.run_write` and `Connections.run_read` call it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, or_, select, text

from hanamichi.server.storage import schema
from hanamichi.server.storage.erasures import ERASED
from hanamichi.server.table.entries import PersonId

_ADD = text(
    'INSERT INTO puzzle_answers (person_id, puzzle_id, "right", at) '
    "VALUES (:person_id, :puzzle_id, :right, :at) ON CONFLICT DO NOTHING"
)


class StoredAnswer(NamedTuple):
    """The first answer of a person to a puzzle."""

    puzzle_id: str
    right: bool
    at: int


def write_answers(
    connection: Connection, item: tuple[PersonId, Sequence[StoredAnswer]]
) -> list[StoredAnswer]:
    """Store first answers; an earlier one stays. All answers of the person, the oldest first.

    Nothing is stored for a person who is being erased.
    """
    person, answers = item
    columns = schema.people.c
    here = or_(columns.restriction.is_(None), columns.restriction != ERASED)
    kept = select(columns.id).where(columns.id == person, here)
    # PostgreSQL: an erasure that begins now waits for this transaction.
    locked = kept.with_for_update(read=True, key_share=True)
    if answers and connection.execute(locked).first() is not None:
        rows = [{"person_id": person, **each._asdict()} for each in answers]
        connection.execute(_ADD, sorted(rows, key=lambda row: row["puzzle_id"]))
    return read_answers(connection, person)


def read_answers(connection: Connection, person: PersonId) -> list[StoredAnswer]:
    """All answers of a person, the oldest first."""
    columns = schema.puzzle_answers.c
    query = (
        select(columns.puzzle_id, columns.right, columns.at)
        .where(columns.person_id == person)
        .order_by(columns.at, columns.puzzle_id)
    )
    return [StoredAnswer(*row) for row in connection.execute(query)]
