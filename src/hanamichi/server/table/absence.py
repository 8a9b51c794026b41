"""Who is at a table and who stays away: how long the others wait, and who of them decides then."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hanamichi.core import Seat
from hanamichi.server.table.entries import PersonId, TableSeat
from hanamichi.server.table.settings import ClockSettings
from hanamichi.server.table.state import Table

_MIN_SECONDS = 60.0


class Grace(msgspec.Struct, frozen=True, gc=False):
    """How long a match waits for a person who is away, in seconds."""

    without_clock: float = 12 * 3600.0
    clock_share: float = 0.25
    """The share of a player's time, at a table with a clock."""

    def seconds(self, clock: ClockSettings | None) -> float:
        """A share of the time and one increment, within bounds; hours without a clock."""
        if clock is None:
            return self.without_clock
        share = clock.bank * self.clock_share + clock.increment
        return min(max(_MIN_SECONDS, share), self.without_clock)


class Presence(msgspec.Struct, frozen=True, gc=False):
    """The people connected to a table. Times are milliseconds since 1970."""

    began: int = 0
    """Since when the server knows who connects: it started, or took the table over."""
    connected: frozenset[PersonId] = frozenset()
    gone: Mapping[PersonId, int] = {}
    """When each person who was connected lost the last connection."""
    strangers: int = 0
    """Connections without a person."""
    cold: frozenset[str] = frozenset()
    """The bots that are not ready yet."""
    grace: Grace = Grace()

    def is_connected(self, seat: TableSeat) -> bool:
        """Whether the person of a seat is connected with any device."""
        return seat.person in self.connected or bool(seat.devices & self.connected)


NOBODY_HERE = Presence()


def grace_ends(table: Table, seat: Seat, presence: Presence) -> int | None:
    """When the wait for a person is over; None for bots and for people who are connected.

    It is counted from the beginning of the turn or from the last connection, whatever was later.
    After a restart at least half of it remains, because nobody could connect meanwhile.
    """
    table_seat, play = table.seats[seat], table.play
    if table_seat.person is None or play is None or presence.is_connected(table_seat):
        return None
    grace = round(1000 * presence.grace.seconds(table.settings.clock))
    people = {table_seat.person, *table_seat.devices}
    away = max(play.turn_at, *(presence.gone.get(person, 0) for person in people))
    return max(away + grace, presence.began + grace // 2)


def waits_until(table: Table, seat: Seat, presence: Presence) -> int | None:
    """When the wait ends for a person who is away in their own turn; None for all others."""
    table_seat = table.seats[seat]
    if table_seat.bot is not None or presence.is_connected(table_seat) or seat != table.to_act:
        return None
    return grace_ends(table, seat, presence)


def is_absent(table: Table, seat: Seat, presence: Presence, at: int) -> bool:
    """Whether those who are left may go on without the person of a seat.

    The person left, is away and has a stand-in, or has kept the match waiting too long.
    """
    table_seat = table.seats[seat]
    if table.status != "playing" or table_seat.person is None:
        return False
    if table_seat.left:
        return True
    if table_seat.bot is not None:
        return not presence.is_connected(table_seat)
    ends = waits_until(table, seat, presence)
    return ends is not None and at >= ends


def absent_seats(table: Table, presence: Presence, at: int) -> list[Seat]:
    """The seats of all absent people."""
    return [seat for seat in range(len(table.seats)) if is_absent(table, seat, presence, at)]


def remaining_people(table: Table, presence: Presence, at: int) -> frozenset[Seat]:
    """The seats of the people who decide about an absent one: those here, or here lately."""

    def remains(seat: Seat) -> bool:
        ends = grace_ends(table, seat, presence)
        return not table.seats[seat].left and (ends is None or at < ends)

    return frozenset(seat for seat in table.deciders() if remains(seat))
