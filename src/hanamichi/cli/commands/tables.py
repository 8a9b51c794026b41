"""`hanamichi tables`: the tables of a server, for its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.owner_commands import (
    NAMED,
    Irrevocable,
    act,
    ago,
    confirm,
    limit_option,
    read,
    show,
    show_one,
    yes_option,
)
from hanamichi.cli.parameters import json_option
from hanamichi.core import HanamichiError

if TYPE_CHECKING:
    from hanamichi.server.protocol.messages import TableStatus
    from hanamichi.server.protocol.owner_messages import OwnerSeat, OwnerTable, OwnerTables
    from hanamichi.server.storage.owner_lists import OwnerLists

table_argument = click.argument("table")


@click.group(
    short_help="List the tables of your server, look at one, close it or delete it.",
    epilog="""\b
Examples:
  hanamichi tables list
  hanamichi tables list --status playing --json
""",
)
def tables() -> None:
    """List the tables of your server, look at one, close it or delete it.

    TABLE is a table's id, the beginning of it, its link, or its name in the log. A running server
    carries the commands out; without one they change the database.
    """


@tables.command("list")
@click.option(
    "--status",
    type=click.Choice(["open", "playing", "over"]),
    show_default="all",
    help="Only tables that wait for players, are being played, or are over.",
)
@click.option("--person", metavar="PERSON", help="Only those of a person.")
@click.option("--address", metavar="HASH", help="Only those opened from an address.")
@limit_option
@database_option
@json_option
def list_tables(
    status: str | None,
    person: str | None,
    address: str | None,
    limit: int,
    database: str | None,
    as_json: bool,
) -> None:
    """List tables, the last changed first."""

    async def reading(lists: OwnerLists) -> OwnerTables:
        chosen = cast("TableStatus | None", status)
        return await lists.tables(
            limit,
            status=chosen,
            person=None if person is None else await lists.find_person(person),
            address=None if address is None else await lists.find_address(address),
        )

    found = read(database, reading)
    show(
        found,
        as_json=as_json,
        head=("table", "game", "status", "changed", "entries", "players"),
        widths=(12, 20, 10, 9, 9, 19),
        rows=[
            (
                table.id[:10],
                table.preset,
                table.status,
                ago(table.changed),
                str(table.entries),
                ", ".join(_player(seat) for seat in table.seats),
            )
            for table in found.tables
        ],
    )


def _player(seat: OwnerSeat) -> str:
    return seat.name or "-"


@tables.command("show", context_settings=NAMED)
@table_argument
@database_option
@json_option
def show_table(table: str, database: str | None, as_json: bool) -> None:
    """Show who plays at TABLE, since when, and from which address it was opened.

    No card is shown: the owner may be a player.
    """
    found = read(database, lambda lists: _find(lists, table))
    seats = [(f"seat {seat.seat}", f"{_player(seat)}{_remarks(seat)}") for seat in found.seats]
    show_one(
        found,
        [
            ("table", found.id),
            ("in the log", found.tag),
            ("game", found.preset),
            ("status", f"{found.status}, {'listed' if found.listed else 'not listed'}"),
            ("opened", f"{ago(found.created)} ago"),
            ("changed", f"{ago(found.changed)} ago"),
            ("entries", str(found.entries)),
            *seats,
            ("opener", found.opener or "-"),
            ("address", found.address or "-"),
            ("reports", str(found.reports)),
        ],
        as_json=as_json,
    )


async def _find(lists: OwnerLists, given: str) -> OwnerTable:
    found = (await lists.tables(1, table=await lists.find_table(given))).tables
    if not found:
        raise HanamichiError("It was deleted just now", code="owner/unknown-table")
    return found[0]


def _remarks(seat: OwnerSeat) -> str:
    remarks = ["bot"] if seat.bot else [f"person {person}" for person in seat.people]
    if seat.host:
        remarks.append("host")
    return f" ({', '.join(remarks)})" if remarks else ""


@tables.command("close", context_settings=NAMED)
@table_argument
@database_option
@json_option
def close_table(table: str, database: str | None, as_json: bool) -> None:
    """End the match at TABLE without a result.

    A table where no match has started is deleted.
    """
    act("close-table", database, as_json=as_json, said="{} is closed", table=table)


@tables.command("delete", context_settings=NAMED)
@table_argument
@yes_option
@database_option
@json_option
def delete_table(table: str, yes: bool, database: str | None, as_json: bool) -> None:
    """Delete TABLE with all its moves. It cannot be undone."""

    async def describe(lists: OwnerLists) -> Irrevocable:
        found = await _find(lists, table)
        players = ", ".join(_player(seat) for seat in found.seats)
        what = f"{found.preset}, {found.status}, {players}, entries: {found.entries}"
        return Irrevocable(found.id, f"Delete {found.id} ({what}) for ever?")

    if not yes:
        table = confirm(database, describe, as_json=as_json)
    act("delete-table", database, as_json=as_json, said="{} is deleted", table=table)
