"""Reports of people in the database."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, update

from hanamichi.server.protocol.owner_messages import ReportReason
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import PersonId


class Report(NamedTuple):
    """What a person reports: only what they write and what everybody sees."""

    id: str
    at: int
    reporter: PersonId
    table_id: str
    person_id: PersonId | None
    """The person it is about; None for the table."""
    name: str | None
    """Their nickname then."""
    reason: ReportReason
    text: str


async def store_report(database: Database, report: Report) -> None:
    """Store a report; it replaces an open one of the same person about the same."""
    columns = schema.reports.c
    same_person = (
        columns.person_id.is_(None)
        if report.person_id is None
        else columns.person_id == report.person_id
    )
    async with database.writing() as connection:
        await connection.execute(
            delete(schema.reports).where(
                columns.reporter == report.reporter,
                columns.table_id == report.table_id,
                same_person,
                columns.closed.is_(None),
            )
        )
        await connection.execute(insert(schema.reports).values(report._asdict()))


def erase_from_reports(connection: Connection, person: PersonId) -> None:
    """Delete the reports about a person and by that person."""
    columns = schema.reports.c
    for column in (columns.person_id, columns.reporter):
        connection.execute(delete(schema.reports).where(column == person))


async def close_report(database: Database, report_id: str, at: int) -> bool:
    """Mark a report as dealt with, unless it is closed; whether it was open."""
    columns = schema.reports.c
    async with database.writing() as connection:
        closed = await connection.execute(
            update(schema.reports)
            .where(columns.id == report_id, columns.closed.is_(None))
            .values(closed=at)
        )
        return bool(closed.rowcount)
