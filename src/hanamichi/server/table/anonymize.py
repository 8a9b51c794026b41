"""Anonymize a person in the entries of a table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from hanamichi.server.table.entries import (
    AnyEntry,
    DeviceJoined,
    Forgotten,
    LinkMade,
    LinksRevoked,
    Opened,
    PersonId,
    Rearranged,
    Renamed,
    Stored,
    TableSeat,
)
from hanamichi.server.table.state import Table


def people_in(entry: AnyEntry) -> frozenset[PersonId]:
    """The people whom an entry names, seated or not."""
    match entry:
        case Opened() | Rearranged():
            seated = (seat.person for seat in entry.seats if seat.person is not None)
            devices = (device for seat in entry.seats for device in seat.devices)
            return frozenset((entry.host, *seated, *devices))
        case Renamed() | LinkMade() | DeviceJoined():
            return frozenset((entry.person,))
        case _:
            return frozenset()


def anonymized(stored: Sequence[Stored], person: PersonId, alias: PersonId) -> list[Stored]:
    """The entries that mention a person, with the name removed and an alias for the id.

    Everything else stays, so the match can still be replayed.
    """
    changed = []
    for item in stored:
        entry = _anonymized(item.entry, person, alias)
        if entry != item.entry:
            changed.append(item._replace(entry=entry))
    return changed


def _anonymized(entry: AnyEntry, person: PersonId, alias: PersonId) -> AnyEntry:
    match entry:
        case Opened() | Rearranged():
            seats = tuple(_anonymous_seat(seat, person, alias) for seat in entry.seats)
            host = alias if entry.host == person else entry.host
            return structs.replace(entry, seats=seats, host=host)
        case Renamed() if entry.person == person:
            return Renamed(person=alias, name=None)
        case LinkMade() | LinksRevoked() | DeviceJoined() if entry.person == person:
            return structs.replace(entry, person=alias)
        case _:
            return entry


def _anonymous_seat(seat: TableSeat, person: PersonId, alias: PersonId) -> TableSeat:
    devices = frozenset(alias if one == person else one for one in seat.devices)
    if seat.person != person:
        return structs.replace(seat, devices=devices)
    return structs.replace(seat, person=alias, name=None, devices=devices)


def departure_of(table: Table, person: PersonId) -> tuple[AnyEntry, ...]:
    """The entries that a table adds when its person is erased."""
    seat = next(
        (n for n, table_seat in enumerate(table.seats) if table_seat.person == person), None
    )
    return () if seat is None or table.status == "open" else (Forgotten(seat=seat),)
