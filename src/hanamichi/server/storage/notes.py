"""Writing private notes: those of many people in one transaction.

Nothing here awaits: `Connections.run_write` calls it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, tuple_

from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.errors import Conflict
from hanamichi.server.storage.notify import NoteWritten, notify_sync
from hanamichi.server.storage.quotas import lock_quotas
from hanamichi.server.table.entries import PersonId


class NoteChange(NamedTuple):
    """A note to write, to replace or (with no text) to remove."""

    table_id: str
    person: PersonId
    key: str
    text: str
    most_at_table: int
    most_of_person: int
    """At all tables together; 0 sets no limit."""


def write_notes(
    connection: Connection, changes: Sequence[NoteChange]
) -> list[Conflict | Refused | None]:
    """Carry out changes in order; refuses too many notes of one person."""
    lock_quotas(connection, {change.person for change in changes})
    tables = _lock_tables(connection, {change.table_id for change in changes})
    counts = _Counts(connection, changes)
    answers: list[Conflict | Refused | None] = []
    accepted: dict[tuple[str, PersonId, str], NoteChange] = {}
    for change in changes:
        if change.table_id not in tables:
            answer: Conflict | Refused | None = Conflict("the table is gone")
        else:
            answer = counts.refused(change)
        answers.append(answer)
        if answer is None:
            accepted[change[:3]] = change
    if accepted:
        _replace(connection, accepted)
    return answers


def _lock_tables(connection: Connection, table_ids: set[str]) -> set[str]:
    """Those that are stored. PostgreSQL locks them in order, so that no deadlock arises."""
    columns = schema.tables.c
    query = select(columns.id).where(columns.id.in_(sorted(table_ids))).order_by(columns.id)
    return set(connection.execute(query.with_for_update(read=True, key_share=True)).scalars())


class _Counts:
    """How many notes people have, as one change follows another."""

    def __init__(self, connection: Connection, changes: Sequence[NoteChange]) -> None:
        columns = schema.notes.c
        keys = {change[:3] for change in changes}
        key = tuple_(columns.table_id, columns.person_id, columns.key)
        found = select(columns.table_id, columns.person_id, columns.key).where(key.in_(keys))
        self._stored = {(row[0], row[1], row[2]) for row in connection.execute(found)}
        by_table = (
            select(columns.table_id, columns.person_id, func.count())
            .where(
                columns.person_id.in_({person for _, person, _ in keys}),
                columns.table_id.in_({table for table, _, _ in keys}),
            )
            .group_by(columns.table_id, columns.person_id)
        )
        self._at_table = Counter({(row[0], row[1]): row[2] for row in connection.execute(by_table)})
        people = {change.person for change in changes if change.text and change.most_of_person}
        by_person = (
            select(columns.person_id, func.count())
            .where(columns.person_id.in_(people))
            .group_by(columns.person_id)
        )
        self._of_person = Counter(
            {row[0]: row[1] for row in connection.execute(by_person)} if people else {}
        )

    def refused(self, change: NoteChange) -> Refused | None:
        """Why a note may not be written, if so; otherwise it is counted."""
        key = change[:3]
        table, person = change.table_id, change.person
        if key not in self._stored and change.text:
            if self._at_table[table, person] >= change.most_at_table:
                return Refused("quota/notes", "There are too many notes at this table", where="key")
            if change.most_of_person and self._of_person[person] >= change.most_of_person:
                return Refused(
                    "quota/notes",
                    "You have too many notes at all tables together: delete some first",
                    where="key",
                )
        more = bool(change.text) - (key in self._stored)
        self._at_table[table, person] += more
        self._of_person[person] += more
        if change.text:
            self._stored.add(key)
        else:
            self._stored.discard(key)
        return None


def _replace(connection: Connection, accepted: dict[tuple[str, PersonId, str], NoteChange]) -> None:
    notes = schema.notes
    key = tuple_(notes.c.table_id, notes.c.person_id, notes.c.key)
    connection.execute(delete(notes).where(key.in_(sorted(accepted))))
    rows = [
        {"table_id": table, "person_id": person, "key": name, "text": change.text}
        for (table, person, name), change in sorted(accepted.items())
        if change.text
    ]
    if rows:
        connection.execute(insert(notes), rows)
    owners = sorted({(table, person) for table, person, _ in accepted})
    notify_sync(connection, *(NoteWritten(table, person) for table, person in owners))
