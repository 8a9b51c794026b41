"""Finds what the owner names: by id, by the beginning of an id, by nickname or by link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Column, select, union

from hanamichi.server.ops.address_hash import AddressHash, network_of
from hanamichi.server.ops.log import table_tag
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import PersonId

_LINK = re.compile(r".*/table/([^/#?]+)([/#?].*)?")
_TAG = re.compile(r"[0-9a-f]{10}")
_HASH = re.compile(r"(\d{1,9})-[0-9a-f]{24}")
_MAX_FOUND = 20
_MIN_BEGINNING = 8
"""Fewer characters of an id do not name anything: they may be mistyped."""


async def find_table(database: Database, given: str) -> str:
    """The table with this id, link, name in the log, or beginning of an id."""
    link = _LINK.fullmatch(given)
    text = link[1] if link else given
    found = await _beginning_with(database, schema.tables.c.id, text)
    if not found and _TAG.fullmatch(text):
        async with database.reading() as connection:
            ids = (await connection.execute(select(schema.tables.c.id))).scalars().all()
        found = await run_off_loop(
            len(ids), lambda: [table_id for table_id in ids if table_tag(table_id) == text]
        )
    return _the_one(found, text, "table", "owner/unknown-table", "No table has this id or link")


async def find_person(database: Database, given: str) -> PersonId:
    """The person with this id, beginning of an id, or nickname."""
    columns = schema.people.c
    async with database.reading() as connection:
        query = select(columns.id).where(columns.name == given).limit(_MAX_FOUND)
        named = list((await connection.execute(query)).scalars()) if "\0" not in given else []
    known = await _beginning_with(database, columns.id, given)
    found = [given] if given in known else list(dict.fromkeys([*named, *known]))
    return _the_one(found, given, "person", "owner/unknown-person", "Nobody has this id or name")


async def find_address(database: Database, given: str, *, blocked: bool = False) -> AddressHash:
    """The hash of an address: a whole one, as in the log, or the beginning of a stored one."""
    columns: Sequence[Column[Any]] = [schema.blocked_addresses.c.hash]
    if not blocked:
        columns = [*columns, schema.openings.c.address, schema.imports.c.address]
    unknown = "This address is not blocked" if blocked else "No address has this hash"
    found = await _beginning_with(database, columns, given)
    whole = _HASH.fullmatch(given)
    if not found and whole and blocked:
        # Another address of its network may be blocked, and so all of them.
        found = (await _beginning_with(database, columns, network_of(given)))[:1]
    elif not found and whole:
        keys = schema.address_keys.c
        async with database.reading() as connection:
            query = select(keys.id).where(keys.id == int(whole[1]))
            if (await connection.execute(query)).first() is not None:
                return given
    return _the_one(found, given, "address", "owner/unknown-address", unknown)


async def find_report(database: Database, given: str) -> str:
    """The report with this id, or this beginning of an id."""
    found = await _beginning_with(database, schema.reports.c.id, given)
    return _the_one(found, given, "report", "owner/unknown-report", "No report has this id")


async def _beginning_with(
    database: Database, columns: Column[Any] | Sequence[Column[Any]], text: str
) -> list[str]:
    """The values that begin with a text; only the one that is equal to it if there is one.

    A short text is no beginning, but may be a whole value.
    """
    if not text or "\0" in text:  # which PostgreSQL cannot look for
        return []
    several = [columns] if isinstance(columns, Column) else columns
    is_long = len(text) >= _MIN_BEGINNING
    queries = (
        select(column)
        .where(column.startswith(text, autoescape=True) if is_long else column == text)
        .limit(_MAX_FOUND)
        .subquery()
        for column in several
    )
    query = union(*(select(part) for part in queries))
    async with database.reading() as connection:
        found = {str(value) for value in (await connection.execute(query)).scalars()}
    return [text] if text in found else sorted(found)


def _the_one(found: Iterable[str], given: str, where: str, code: ErrorCode, message: str) -> str:
    several = list(found)
    if not several:
        raise Refused(code, f"{message}: {given[:80]!r}", where=where)
    if len(several) > 1:
        count = f"{_MAX_FOUND} or more" if len(several) >= _MAX_FOUND else str(len(several))
        raise Refused(
            "owner/ambiguous",
            f"{count} begin or are called like this: {given[:80]!r}; give more of the id",
            where=where,
        )
    return several[0]
