"""`hanamichi owner`: a link to the owner's page, and the log of the owner's acts."""

from __future__ import annotations

import asyncio
import os
import re
from typing import TYPE_CHECKING

import click
import msgspec

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.errors import UsageError
from hanamichi.cli.owner_commands import ago, limit_option, read, show
from hanamichi.cli.parameters import json_option

if TYPE_CHECKING:
    from hanamichi.server.protocol.owner_messages import OwnerActs
    from hanamichi.server.storage.owner_lists import OwnerLists

_URL = re.compile(r"https?://[^\s/?#@]+/?")
_SITE = "HANAMICHI_SITE"


@click.group(
    short_help="Print a link to the owner's page, or the log of what you did.",
    epilog="""\b
Examples:
  hanamichi owner link
  hanamichi owner link --url https://play.example.org
  hanamichi owner acts --json
""",
)
def owner() -> None:
    """Print a link to the owner's page, or the log of what you did."""


@owner.command("link")
@click.option(
    "--url",
    metavar="URL",
    show_default="https:// and HANAMICHI_SITE if that is set, or http://localhost:8000",
    help="The address of the server as your browser reaches it.",
)
@database_option
@json_option
def print_link(url: str | None, database: str | None, as_json: bool) -> None:
    """Print a link to the owner's page.

    It works once, within ten minutes. The browser that opens it stays signed in for twelve hours.
    """
    from hanamichi.server.owner_client import make_link
    from hanamichi.server.serve import database_url

    base = _base(url)
    key = asyncio.run(make_link(database_url(database)))
    link = f"{base}/owner#key={key}"
    click.echo(msgspec.json.encode({"link": link}) if as_json else link)


def _base(url: str | None) -> str:
    if url is None:
        from hanamichi.server.http.host_names import address_in

        return address_in(os.environ.get(_SITE, "")) or "http://localhost:8000"
    if not _URL.fullmatch(url):
        raise UsageError(f"--url is an address such as https://play.example.org, not {url!r}")
    return url.rstrip("/")


@owner.command("acts")
@limit_option
@database_option
@json_option
def list_acts(limit: int, database: str | None, as_json: bool) -> None:
    """List what you did, the latest first."""

    async def reading(lists: OwnerLists) -> OwnerActs:
        return await lists.acts(limit)

    found = read(database, reading)
    show(
        found,
        as_json=as_json,
        head=("when", "act", "to", "how"),
        widths=(10, 20, 36, 13),
        rows=[(ago(line.at), line.act, line.subject, line.detail or "-") for line in found.acts],
    )
