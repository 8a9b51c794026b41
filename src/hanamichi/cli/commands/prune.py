"""`hanamichi prune`: delete what a server need not keep any longer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click
import msgspec

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.commands.serve import config_option
from hanamichi.cli.parameters import json_option

if TYPE_CHECKING:
    from hanamichi.server.storage.prune import Pruned

_NAMES = {
    "unplayed_tables": "tables where nobody has played",
    "abandoned_matches": "matches that nobody goes on with",
    "finished_matches": "matches that are over",
    "guests": "people who never came back",
    "imports": "imported records",
    "addresses": "hashes of addresses",
    "reports": "closed reports",
    "owner_log": "lines in the owner's log",
    "expired": "expired blocks and links",
}


@click.command(
    epilog="""\b
Examples:
  hanamichi prune --dry-run
  hanamichi prune --database club.db --json
"""
)
@click.option("--dry-run", is_flag=True, help="Only count what would be deleted.")
@database_option
@config_option
@json_option
def prune(dry_run: bool, database: str | None, config: str | None, as_json: bool) -> None:
    """Delete what is older than the server keeps it: tables nobody plays, guests, imports.

    The times are in the configuration, [retention]. A running server does this every hour by
    itself, and carries the command out by its own configuration. Tables in use stay. If this is
    interrupted, the next run goes on.
    """
    from hanamichi.server.ops.config import find_config
    from hanamichi.server.owner_client import count_old, prune_old
    from hanamichi.server.serve import database_url

    url, settings = database_url(database), find_config(config)
    pruned = asyncio.run((count_old if dry_run else prune_old)(url, settings))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(_counts(pruned)), indent=2))
        return
    for line in _lines(pruned):
        click.echo(f"{line} would be deleted" if dry_run else f"{line} deleted")


def _counts(pruned: Pruned) -> dict[str, int]:
    return {kind: getattr(pruned, kind) for kind in _NAMES}


def _lines(pruned: Pruned) -> list[str]:
    found = [f"{count} {_NAMES[kind]}" for kind, count in _counts(pruned).items() if count]
    return found or ["nothing"]
