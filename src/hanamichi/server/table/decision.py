"""What a table is asked with, and what it answers: values, so that deciding does no I/O."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from hanamichi.core import Chance, Seat
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.entries import AnyEntry, Opened, PersonId, TableSeat
from hanamichi.server.table.state import Table, Transition

ABSENT_AFTER = 60.0
"""Seconds without a connection after which a bot may stand in for a person."""


class Actor(NamedTuple):
    """The browser or program that asks."""

    person: PersonId | None
    """None without a valid cookie: it may only watch."""
    name: str | None
    base: str = ""
    """Where it reaches this server: the beginning of the addresses it is given."""


class Presence(msgspec.Struct, frozen=True, gc=False):
    """Who has the table open. Not stored: after a restart nobody has."""

    since: float
    """When the table was loaded: before that, nobody was missed."""
    connected: frozenset[PersonId] = frozenset()
    gone: Mapping[PersonId, float] = {}
    """When those who were here lost their last connection."""
    strangers: int = 0
    """Connections without a person behind them."""
    cold: frozenset[str] = frozenset()
    """The bots that are not ready yet."""

    def is_connected(self, seat: TableSeat) -> bool:
        """Whether the person of a seat has the table open anywhere."""
        return seat.person in self.connected or bool(seat.devices & self.connected)

    def is_absent(self, seat: TableSeat, now: float) -> bool:
        """Whether a person left or has been gone for so long that a bot may stand in."""
        if seat.person is None or self.is_connected(seat):
            return seat.left
        people = {seat.person, *seat.devices}
        gone_at = max(self.gone.get(person, self.since) for person in people)
        return seat.left or now - gone_at >= ABSENT_AFTER


class Context(NamedTuple):
    """The world around a decision."""

    now: float
    """Monotonic seconds."""
    presence: Presence
    chance: Chance
    new_secret: Callable[[], str] = secrets.token_urlsafe
    """Makes the keys of seat links and the ids of tables, which nobody can guess."""
    new_key: Callable[[], str] | None = None
    """Makes the key that seals a match; none leaves everything to `chance`."""


class Decision(NamedTuple):
    """What to store, and what the asker alone is told."""

    entries: tuple[AnyEntry, ...] = ()
    seq: int | None = None
    """For a move that was carried out before: its place in the log."""
    seat_key: str | None = None
    """For a seat link: its secret."""
    notices: tuple[str, ...] = ()
    """What was not done quite as asked."""
    transition: Transition | None = None
    """For a move: where it leads."""
    rematch: tuple[str, Opened] | None = None
    """Another table to open, and its id."""


NOTHING = Decision()


def hash_secret(secret: str) -> str:
    """What is stored of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def require_person(actor: Actor) -> PersonId:
    """The person who asks, or a refusal for a browser that nobody knows."""
    if actor.person is None or actor.name is None:
        raise Refused("person/unknown", "Choose a nickname first: this browser is not known here")
    return actor.person


def require_seat(table: Table, actor: Actor) -> Seat:
    """The seat of the one who asks."""
    seat = table.seat_of(actor.person)
    if seat is None:
        raise Refused("table/not-your-seat", "You have no seat at this table")
    return seat


def require_host(table: Table, actor: Actor) -> None:
    """Only the one who opened the table goes on."""
    if actor.person is None or actor.person != table.host:
        raise Refused("table/not-host", "Only the one who opened the table may do this")


def require_open(table: Table) -> None:
    """Only before the start."""
    if table.status != "open":
        raise Refused("table/started", "The match has started: the table stays as it is")


def require_playing(table: Table) -> None:
    """Only during the match."""
    match table.status:
        case "open":
            raise Refused("table/not-started", "The match has not started")
        case "over":
            raise Refused("table/over", "The match is over")
        case "playing":
            pass


def seat_at(table: Table, seat: Seat) -> TableSeat:
    """The seat with this index."""
    if seat >= len(table.seats):
        raise Refused("table/seat-unknown", f"This table has no seat {seat}", where="seat")
    return table.seats[seat]
