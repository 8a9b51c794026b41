"""`hanamichi reports`: what people reported to the owner of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.owner_commands import NAMED, act, ago, limit_option, read, show
from hanamichi.cli.parameters import json_option

if TYPE_CHECKING:
    from hanamichi.server.protocol.owner_messages import OwnerReports
    from hanamichi.server.storage.owner_lists import OwnerLists


@click.group(
    short_help="List what people report to you, and close what is dealt with.",
    epilog="""\b
Examples:
  hanamichi reports list
  hanamichi reports list --closed --json
""",
)
def reports() -> None:
    """List what people report to you, and close what is dealt with."""


@reports.command("list")
@click.option("--closed", is_flag=True, help="Those that are closed, instead of those that wait.")
@limit_option
@database_option
@json_option
def list_reports(closed: bool, limit: int, database: str | None, as_json: bool) -> None:
    """List reports, those that wait the longest first."""

    async def reading(lists: OwnerLists) -> OwnerReports:
        return await lists.reports(limit, closed=closed)

    found = read(database, reading)
    show(
        found,
        as_json=as_json,
        head=("report", "since", "table", "about", "reason"),
        widths=(12, 8, 12, 26, 11),
        rows=[
            (
                report.id[:10],
                ago(report.at),
                report.table[:10],
                report.name or "the table",
                report.reason,
            )
            for report in found.reports
        ],
        texts=[report.text for report in found.reports],
    )


@reports.command("close", context_settings=NAMED)
@click.argument("report")
@database_option
@json_option
def close_report(report: str, database: str | None, as_json: bool) -> None:
    """Mark REPORT, by its id or the beginning of it, as dealt with."""
    act("close-report", database, as_json=as_json, said="{} is closed", report=report)
