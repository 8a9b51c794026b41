"""`hanamichi addresses`: blocked addresses of a server, for its owner."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.owner_commands import NAMED, act, ago, read, show
from hanamichi.cli.parameters import json_option

if TYPE_CHECKING:
    from hanamichi.server.protocol.owner_messages import OwnerAddresses
    from hanamichi.server.storage.owner_lists import OwnerLists

address_argument = click.argument("address", metavar="HASH")


@click.group(
    short_help="List addresses, as hashes; block one, or lift its block.",
    epilog="""\b
Examples:
  hanamichi addresses list
  hanamichi addresses list --json
""",
)
def addresses() -> None:
    """List addresses, as hashes; block one, or lift its block.

    HASH is what `hanamichi tables show` and the log name an address by, or the beginning of it. The
    address itself is stored nowhere. Of IPv6, an address is a whole /64 network, and a block covers
    the /48 network around it.
    """


@addresses.command("list")
@database_option
@json_option
def list_addresses(database: str | None, as_json: bool) -> None:
    """List blocked addresses, then those that most is stored from."""

    async def reading(lists: OwnerLists) -> OwnerAddresses:
        return await lists.addresses(time.time_ns() // 1_000_000)

    found = read(database, reading)
    show(
        found,
        as_json=as_json,
        head=("address", "tables", "imports", "blocked", "until"),
        widths=(36, 8, 9, 9, 10),
        rows=[
            (
                address.hash,
                str(address.tables),
                str(address.imports),
                ago(address.blocked_at),
                "for ever" if address.blocked and address.until is None else ago(address.until),
            )
            for address in found.addresses
        ],
        texts=[address.reason for address in found.addresses],
    )


@addresses.command("block", context_settings=NAMED)
@address_argument
@click.option(
    "--hours",
    type=click.IntRange(1, 87_600),
    show_default="for ever",
    help="How long.",
)
@click.option("--reason", default="", help="What it is for; only you see it.")
@database_option
@json_option
def block_address(
    address: str, hours: int | None, reason: str, database: str | None, as_json: bool
) -> None:
    """Refuse everything that comes from the address HASH."""
    act(
        "block-address",
        database,
        as_json=as_json,
        said="{} is blocked",
        address=address,
        hours=hours,
        reason=reason,
    )


@addresses.command("unblock", context_settings=NAMED)
@address_argument
@database_option
@json_option
def unblock_address(address: str, database: str | None, as_json: bool) -> None:
    """Lift the block of the address HASH."""
    said = "{} is not blocked any more"
    act("unblock-address", database, as_json=as_json, said=said, address=address)
