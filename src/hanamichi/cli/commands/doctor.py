"""`hanamichi doctor`: checks the installation."""

from __future__ import annotations

import click
import msgspec
from rich.text import Text

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.commands.serve import config_option, site_option
from hanamichi.cli.errors import FAILED
from hanamichi.cli.parameters import json_option
from hanamichi.cli.screen import console_for_output
from hanamichi.cli.text_layout import put

_MARKS = {"fine": ("✓", "green"), "note": ("·", "yellow"), "wrong": ("✗", "red")}


@click.command(
    epilog="""\b
Examples:
  hanamichi doctor
  hanamichi doctor --database club.db
"""
)
@database_option
@site_option
@config_option
@json_option
def doctor(database: str | None, sites: tuple[str, ...], config: str | None, as_json: bool) -> None:
    """Check the installation, and say what is wrong and what to do about it.

    Ends with status 1 when something keeps the server from running.
    """
    from hanamichi.server.doctor import examine

    findings = examine(database, config, sites)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(findings), indent=2))
    else:
        lines = []
        for finding in findings:
            mark, colour = _MARKS[finding.verdict]
            line = Text(f"{mark} ", colour)
            line.append(f"{finding.what}: {finding.found}", "default")
            lines.append(line)
            if finding.advice is not None:
                lines.append(Text(f"    {finding.advice}"))
        put(console_for_output(), lines)
    if any(finding.verdict == "wrong" for finding in findings):
        raise click.exceptions.Exit(FAILED)
