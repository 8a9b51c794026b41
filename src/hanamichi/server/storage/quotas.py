"""How much one person and one address may store, checked in the transaction that stores it.

Two requests at the same time cannot both pass: SQLite has one writer, and on PostgreSQL locks for
the person, the address and its network make them follow each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, case, func, select, text

from hanamichi.server.ops.address_hash import AddressHash
from hanamichi.server.ops.config import QuotasConfig, RetentionConfig
from hanamichi.server.ops.wide_network import WIDE_FACTOR
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.storage import schema
from hanamichi.server.table.entries import PersonId

DAY_MILLISECONDS = 24 * 3600 * 1000
_MEGABYTE = 1_000_000
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")


class Quotas(NamedTuple):
    """The quotas of a server, and how soon it deletes what is stored."""

    limits: QuotasConfig
    retention: RetentionConfig


class Storer(NamedTuple):
    """Who stores something, from which address, and how much they may."""

    person: PersonId
    addresses: tuple[AddressHash, ...]
    """All hashes under which the address may be stored, the newest first; none if unknown."""
    networks: tuple[AddressHash, ...]
    """The same for the /48 network of an IPv6 address; none for others."""
    at: int
    quotas: Quotas

    @property
    def address(self) -> AddressHash | None:
        """The hash to store."""
        return self.addresses[0] if self.addresses else None

    @property
    def network(self) -> AddressHash | None:
        """The hash of the /48 network to store."""
        return self.networks[0] if self.networks else None


def lock_storers(connection: Connection, storers: Iterable[Storer]) -> None:
    """Let other processes that count the same quotas wait for the end of this transaction."""
    owners = {key for each in storers for key in (each.person, each.address, each.network) if key}
    lock_quotas(connection, owners)


def lock_quotas(connection: Connection, owners: Collection[str]) -> None:
    """The same for the quotas of these people and addresses, in order: no deadlock arises."""
    if connection.dialect.name == "postgresql":
        for owner in sorted(owners):
            connection.execute(_LOCK, {"key": f"quota {owner}"})


# -- tables ----------------------------------------------------------------------------------------


def refused_table(
    connection: Connection, storer: Storer, others: Sequence[Storer]
) -> Refused | None:
    """Why a person may not open another table now, if so. `others` open some at the same time."""
    columns, limits = schema.openings.c, storer.quotas.limits
    by_person = sum(each.person == storer.person for each in others)
    by_address = sum(each.address == storer.address for each in others)
    by_network = sum(each.network == storer.network for each in others)
    person = columns.person_id == storer.person
    address = columns.address.in_(storer.addresses)
    network = columns.network.in_(storer.networks)
    daily, unfinished = limits.tables_per_day_per_address, limits.unfinished_tables_per_address
    counted = [
        (person, by_person, limits.tables_per_day_per_person, limits.unfinished_tables_per_person)
    ]
    if storer.addresses:
        counted.append((address, by_address, daily, unfinished))
    if storer.networks:
        counted.append((network, by_network, daily * WIDE_FACTOR, unfinished * WIDE_FACTOR))
    for mine, at_once, a_day, at_a_time in counted:
        refused = _too_many_today(connection, storer, mine, a_day, at_once) or _too_many_unfinished(
            connection, storer, mine, at_a_time, at_once
        )
        if refused is not None:
            return refused
    return None


def _too_many_today(
    connection: Connection, storer: Storer, mine: ColumnElement[bool], limit: int, others: int
) -> Refused | None:
    since = storer.at - DAY_MILLISECONDS
    oldest = oldest_of(connection, schema.openings.c.at, mine, since, limit, others)
    if oldest is None:
        return None
    return Refused(
        "quota/tables",
        f"Enough tables were opened from here for today: {limit} in a day; come back to one of "
        "them, or open another one later",
        retry_after=(oldest - since) / 1000,
    )


def oldest_of(
    connection: Connection,
    at: Column[Any],
    mine: ColumnElement[bool],
    since: int,
    limit: int,
    others: int = 0,
) -> int | None:
    """The time of the row that has to grow old before there is room again; None if there is."""
    if not limit:
        return None
    if others >= limit:
        return since + DAY_MILLISECONDS
    query = (
        select(at).where(mine, at > since).order_by(at.desc()).offset(limit - 1 - others).limit(1)
    )
    oldest: int | None = connection.execute(query).scalar()
    return oldest


def _too_many_unfinished(
    connection: Connection, storer: Storer, mine: ColumnElement[bool], limit: int, others: int
) -> Refused | None:
    if not limit:
        return None
    tables, retention = schema.tables.c, storer.quotas.retention
    is_open = tables.status == "open"
    found = connection.execute(
        select(
            func.count(),
            func.min(case((is_open, tables.changed))),
            func.min(case((~is_open, tables.changed))),
        )
        .select_from(schema.openings)
        .join(schema.tables, tables.id == schema.openings.c.table_id)
        .where(mine, tables.status != "over")
    ).one()
    count, opened, played = found
    if count + others < limit:
        return None
    # The first of them that is deleted makes room.
    days = ((opened, retention.unplayed_tables_days), (played, retention.abandoned_matches_days))
    ends = [
        changed + each * DAY_MILLISECONDS for changed, each in days if changed is not None and each
    ]
    return Refused(
        "quota/tables",
        f"There are {limit} unfinished tables from here already: finish or end one of them, or "
        "wait until an old one is cleared away",
        retry_after=(min(ends) - storer.at) / 1000 if ends else None,
    )


# -- imported records ------------------------------------------------------------------------------


def refused_import(connection: Connection, storer: Storer, size: int) -> Refused | None:
    """Why nothing more of this size may be imported from an address now, if so."""
    columns, refused = schema.imports.c, None
    if storer.addresses:
        address = columns.address.in_(storer.addresses)
        refused = _too_many_imports(connection, storer, size, address, 1)
    if refused is None and storer.networks:
        network = columns.network.in_(storer.networks)
        refused = _too_many_imports(connection, storer, size, network, WIDE_FACTOR)
    return refused


def _too_many_imports(
    connection: Connection, storer: Storer, size: int, mine: ColumnElement[bool], factor: int
) -> Refused | None:
    columns, limits = schema.imports.c, storer.quotas.limits
    since = storer.at - DAY_MILLISECONDS
    most = limits.imports_per_day_per_address * factor
    oldest = oldest_of(connection, columns.at, mine, since, most)
    if oldest is not None:
        return _too_much_imported((oldest - since) / 1000)
    first, today = connection.execute(
        select(func.min(columns.at), func.coalesce(func.sum(columns.size), 0)).where(
            mine, columns.at > since
        )
    ).one()
    if _exceeds(today + size, limits.import_mb_per_day_per_address * factor):
        return _too_much_imported(((first or storer.at) - since) / 1000)
    first, stored = connection.execute(
        select(func.min(columns.used), func.coalesce(func.sum(columns.size), 0)).where(mine)
    ).one()
    if _exceeds(stored + size, limits.import_mb_per_address * factor):
        kept = storer.quotas.retention.imports_days * DAY_MILLISECONDS
        return _too_much_imported(
            ((first or storer.at) + kept - storer.at) / 1000 if kept else None
        )
    return None


def _exceeds(size: int, megabytes: int) -> bool:
    return bool(megabytes) and size > megabytes * _MEGABYTE


def _too_much_imported(retry_after: float | None) -> Refused:
    return Refused(
        "quota/imports",
        "Too many records were imported from this address; keep this file, and import it later",
        retry_after=retry_after,
    )


def superfluous_imports(connection: Connection, storer: Storer) -> list[str]:
    """The oldest imports of a person who has too many, or too large ones; the newest stays."""
    columns, limits = schema.imports.c, storer.quotas.limits
    rows = connection.execute(
        select(columns.replay_id, columns.size)
        .where(columns.person_id == storer.person)
        .order_by(columns.at.desc(), columns.replay_id)
    )
    found, size = [], 0
    for n, row in enumerate(rows):
        size += row.size
        many = limits.imports_per_person and n >= limits.imports_per_person
        if n and (many or _exceeds(size, limits.import_mb_per_person)):
            found.append(row.replay_id)
    return found
