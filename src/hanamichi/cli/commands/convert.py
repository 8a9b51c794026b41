"""`hanamichi convert`: a record from one form to another."""

from __future__ import annotations

import click

from hanamichi.cli.files import STANDARD, read_record_bytes, write_bytes
from hanamichi.records import read_any, writers


@click.command(
    epilog="""\b
Examples:
  hanamichi convert game.json --to hanab-live
  hanamichi convert export.json --to hanamichi --output game.json
  curl -s https://hanab.live/export/123 | hanamichi convert - --to hanamichi
"""
)
@click.argument("file")
@click.option(
    "--to", "form", type=click.Choice(sorted(writers())), required=True, help="The form to write."
)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    default=STANDARD,
    help="Where to write; by default, standard output.",
)
def convert(file: str, form: str, output: str) -> None:
    """Write the record in FILE in another form. “-” is standard input.

    A link to hanab.live that holds a game may stand in place of FILE.

    hanab.live has forms for most tables of Hanabi and for none of Koi-Koi; what it cannot say is
    refused with the reason.
    """
    record = read_any(read_record_bytes(file))
    write_bytes(output, writers()[form](record))
