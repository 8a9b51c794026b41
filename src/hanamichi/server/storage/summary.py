"""A table in a list, as the database keeps it: a form of its own, so that messages can change."""

from __future__ import annotations

from typing import Literal

import msgspec

from hanamichi.core import Seat
from hanamichi.server.protocol.http_bodies import TableSummary
from hanamichi.server.protocol.messages import SeatInfo
from hanamichi.server.table.entries import TableSeat
from hanamichi.server.table.settings import ClockSettings
from hanamichi.server.table.state import Table, TableStatus
from hanamichi.server.views.table_messages import clock_message


class StoredSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who has it: public information only. No person counts as connected."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    name: str | None
    bot: str | None
    host: bool
    connected: bool
    absent: bool
    warming: bool


class StoredSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    preset: str
    status: TableStatus
    seats: tuple[StoredSeat, ...]
    clock: ClockSettings | None
    created: int
    changed: int
    your_turn: bool = False


_DECODER: msgspec.json.Decoder[StoredSummary] = msgspec.json.Decoder(StoredSummary)


def encode_summary(table: Table) -> str:
    """The JSON that is stored of a table."""
    settings = table.settings
    summary = StoredSummary(
        id=table.id,
        game=settings.game,
        preset=settings.preset,
        status=table.status,
        seats=tuple(_stored_seat(table, *item) for item in enumerate(table.seats)),
        clock=settings.clock,
        created=table.created,
        changed=table.changed,
    )
    return msgspec.json.encode(summary).decode()


def _stored_seat(table: Table, index: Seat, seat: TableSeat) -> StoredSeat:
    is_person = seat.person is not None
    return StoredSeat(
        seat=index,
        kind="person" if is_person else "open" if seat.bot is None else "bot",
        name=seat.name if is_person else seat.bot,
        bot=seat.bot,
        host=is_person and seat.person == table.host,
        connected=not is_person,
        absent=seat.left and table.status == "playing",
        warming=False,
    )


def decode_summary(body: str) -> StoredSummary:
    """A summary back from the database."""
    return _DECODER.decode(body)


def seat_messages(summary: StoredSummary) -> tuple[SeatInfo, ...]:
    """The seats as clients receive them."""
    return tuple(
        SeatInfo(
            seat=seat.seat,
            kind=seat.kind,
            name=seat.name,
            bot=seat.bot,
            host=seat.host,
            connected=seat.connected,
            absent=seat.absent,
            absent_at=None,
            warming=seat.warming,
        )
        for seat in summary.seats
    )


def summary_message(summary: StoredSummary, changed: int) -> TableSummary:
    """The summary as clients receive it. Moves change a table without storing its summary again."""
    return TableSummary(
        id=summary.id,
        game=summary.game,
        preset=summary.preset,
        status=summary.status,
        seats=seat_messages(summary),
        clock=clock_message(summary.clock),
        created=summary.created,
        changed=changed,
        your_turn=summary.your_turn,
    )
