"""`hanamichi rules`: prints the rules of a table."""

from __future__ import annotations

import click

from hanamichi import words
from hanamichi.cli.parameters import PresetParameter, lang_option, set_option, table_of


@click.command(
    epilog="""\b
Examples:
  hanamichi rules hanabi/cocktail
  hanamichi rules koikoi/robin-red --set gaji=on --lang fr
  hanamichi rules grands-feux --set avalanche=on --players 4 --format markdown
"""
)
@click.argument("preset", type=PresetParameter())
@set_option
@click.option("--players", type=int, help="Write for this number of players alone.")
@lang_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "markdown")),
    default="text",
    show_default=True,
    help="Plain text of 80 columns, or Markdown.",
)
def rules(
    preset: str, settings: tuple[str, ...], players: int | None, lang: str, form: str
) -> None:
    """Print the rules of PRESET, with any options changed.

    The page is written from the options themselves, so it says exactly what the table plays.
    """
    game, edition, options = table_of(preset, settings)
    page = words.rules(game.id, options, lang, players=players, preset=edition.id)
    text = page.to_markdown() if form == "markdown" else page.to_text()
    click.echo(text, nl=False)
