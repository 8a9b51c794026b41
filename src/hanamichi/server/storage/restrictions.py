"""Restricted people and blocked addresses in the database."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, or_, select, update

from hanamichi.server.ops.address_hash import AddressHash, network_of
from hanamichi.server.protocol.owner_messages import Restriction
from hanamichi.server.storage import schema
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.erasures import ERASED
from hanamichi.server.storage.notify import RestrictionsChanged, notify
from hanamichi.server.table.entries import PersonId


class CurrentRestrictions(NamedTuple):
    """Everybody who is restricted."""

    people: dict[PersonId, Restriction]
    networks: dict[str, int | None]
    """When the block of each address ends, with all of its network; None where it does not."""


async def read_restrictions(database: Database, now: int) -> CurrentRestrictions:
    """Everybody who is restricted now."""
    people, addresses = schema.people.c, schema.blocked_addresses.c
    in_force = or_(addresses.until.is_(None), addresses.until > now)
    async with database.reading() as connection:
        restricted = await connection.execute(
            select(people.id, people.restriction).where(people.restriction.is_not(None))
        )
        blocked = await connection.execute(select(addresses.hash, addresses.until).where(in_force))
        return CurrentRestrictions(
            {row.id: row.restriction for row in restricted.all()},
            {network_of(row.hash): row.until for row in blocked.all()},
        )


async def restrict_person(database: Database, person: PersonId, restriction: Restriction) -> None:
    """Restrict a person. Whoever is blocked stays blocked."""
    columns = schema.people.c
    stronger = [ERASED] if restriction == "blocked" else [ERASED, "blocked"]
    free = or_(columns.restriction.is_(None), columns.restriction.not_in(stronger))
    async with database.writing() as connection:
        await connection.execute(
            update(schema.people).where(columns.id == person, free).values(restriction=restriction)
        )
        await notify(connection, RestrictionsChanged())


async def lift_restriction(database: Database, person: PersonId, restriction: Restriction) -> bool:
    """Lift this restriction of a person, and no other; whether there was one."""
    columns = schema.people.c
    async with database.writing() as connection:
        lifted = await connection.execute(
            update(schema.people)
            .where(columns.id == person, columns.restriction == restriction)
            .values(restriction=None)
        )
        await notify(connection, RestrictionsChanged())
        return bool(lifted.rowcount)


async def block_address(
    database: Database, address: AddressHash, *, at: int, until: int | None, reason: str
) -> None:
    """Block an address with its network, or change its block."""
    table = schema.blocked_addresses
    async with database.writing() as connection:
        await connection.execute(delete(table).where(_in_network_of(address)))
        await connection.execute(
            insert(table).values(hash=address, at=at, until=until, reason=reason)
        )
        await notify(connection, RestrictionsChanged())


async def unblock_address(database: Database, address: AddressHash) -> None:
    """Lift the block of an address with its network."""
    async with database.writing() as connection:
        await connection.execute(delete(schema.blocked_addresses).where(_in_network_of(address)))
        await notify(connection, RestrictionsChanged())


def _in_network_of(address: AddressHash) -> ColumnElement[bool]:
    return schema.blocked_addresses.c.hash.startswith(network_of(address))
