"""The inputs and outputs of a decision about a command: plain values, so deciding does no I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from hanamichi.core import Chance, Seat
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.absence import Presence
from hanamichi.server.table.entries import AnyEntry, Opened, PersonId, TableSeat
from hanamichi.server.table.identity import new_secret
from hanamichi.server.table.state import Table, Transition

MAX_ENTRIES = 4000
"""A table with more entries accepts moves only. Usual matches have a few hundred."""
SEAT_LINK_SECONDS = 24 * 3600
"""How long a link to a seat works, unless the owner of the server chose otherwise."""


class Actor(NamedTuple):
    """The browser or program that sends a command."""

    person: PersonId | None
    """None without a valid cookie, which allows watching only."""
    name: str | None
    base: str = ""
    """The base URL under which it reaches this server."""
    address: str = "local"
    """The network address to which limits apply; never stored or logged."""


class Context(NamedTuple):
    """What a decision needs besides the table."""

    now: float
    """Monotonic seconds."""
    at: int
    """Milliseconds since 1970."""
    presence: Presence
    chance: Chance
    new_secret: Callable[[], str] = new_secret
    """Makes the keys of seat links and the ids of tables, which cannot be guessed."""
    new_key: Callable[[], str] | None = None
    """Makes the key that seals a match; None leaves everything to `chance`."""
    max_thinking_ms: int | None = None
    """The most milliseconds that a bot may think about a move; None for no limit."""
    seat_link_seconds: float = SEAT_LINK_SECONDS


class NewTable(NamedTuple):
    """A table to open along with a decision, and the address of the person who asks."""

    id: str
    opened: Opened
    address: str


class Decision(NamedTuple):
    """The entries to store, and what only the sender is answered."""

    entries: tuple[AnyEntry, ...] = ()
    seq: int | None = None
    """For a move that was carried out before: its `seq`."""
    seat_key: str | None = None
    """For a seat link: its secret."""
    expires: int = 0
    """For a seat link: when it stops working."""
    notices: tuple[str, ...] = ()
    """Sentences about what was not done exactly as asked."""
    transition: Transition | None = None
    """For a move: its result."""
    rematch: NewTable | None = None
    """Another table to open."""


NOTHING = Decision()


def hash_secret(secret: str) -> str:
    """The hash that is stored of a secret. Secrets are long and random, so it needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def require_person(actor: Actor) -> PersonId:
    """The person who sent the command; refuses unknown browsers."""
    if actor.person is None or actor.name is None:
        raise Refused("person/unknown", "Choose a nickname first: this browser is not known here")
    return actor.person


def require_seat(table: Table, actor: Actor) -> Seat:
    """The seat of the sender; refuses spectators."""
    seat = table.seat_of(actor.person)
    if seat is None:
        raise Refused("table/not-your-seat", "You have no seat at this table")
    return seat


def require_host(table: Table, actor: Actor) -> None:
    """Refuse everyone but the host."""
    if actor.person is None or actor.person != table.host:
        raise Refused("table/not-host", "Only the one who opened the table may do this")


def require_open(table: Table) -> None:
    """Refuse once the match has started."""
    if table.status != "open":
        raise Refused("table/started", "The match has started: the table stays as it is")


def require_playing(table: Table) -> None:
    """Refuse unless the match is being played."""
    match table.status:
        case "open":
            raise Refused("table/not-started", "The match has not started")
        case "over":
            raise Refused("table/over", "The match is over")
        case "playing":
            pass


def require_not_daily(table: Table, why: str) -> None:
    """Refuse what would make the deal of the day easier, or let it be played again."""
    if table.daily is not None:
        raise Refused("table/daily", f"The deal of the day is played once, by its player: {why}")


def seat_at(table: Table, seat: Seat) -> TableSeat:
    """The seat with this index."""
    if seat >= len(table.seats):
        raise Refused("table/seat-unknown", f"This table has no seat {seat}", where="seat")
    return table.seats[seat]
