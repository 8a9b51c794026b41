"""`hanamichi review`: looks back at a match, decision by decision."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click
import msgspec

from hanamichi.bots.spec import read_bot
from hanamichi.cli.errors import UsageError
from hanamichi.cli.files import read_record_bytes
from hanamichi.cli.parameters import complete_bot, json_option, lang_option, remark
from hanamichi.cli.screen import console_for_output
from hanamichi.cli.seat_assignment import find_seat
from hanamichi.cli.text_layout import put
from hanamichi.cli.translations import translations
from hanamichi.core import MatchRecord
from hanamichi.records import read_any

if TYPE_CHECKING:
    from hanamichi.review import Depth

PERSON = "person"
"""Stands in a line-up for somebody who is no bot."""


@click.command(
    epilog="""\b
Examples:
  hanamichi review game.json
  hanamichi review game.json --seat Ana --depth deep
  hanamichi review game.json --bots person,casual --json
  curl -s https://hanab.live/export/123 | hanamichi review - --seat p2
"""
)
@click.argument("file")
@click.option(
    "--seat",
    metavar="SEAT",
    help="Review this player alone: p1, p2 and so on, or a name. By default, everybody.",
)
@click.option(
    "--depth",
    type=click.Choice(("standard", "deep")),
    default="standard",
    show_default=True,
    help="How much to calculate for each decision.",
)
@click.option(
    "--bots",
    "lineup",
    metavar="BOTS",
    shell_complete=complete_bot,
    help="Who played, seat by seat with commas: a bot, perhaps with parameters, or “person”; one "
    "name stands for all. In Hanabi each is expected to play on in their own way. "
    "By default, people.",
)
@json_option
@lang_option
def review(
    file: str, seat: str | None, depth: Depth, lineup: str | None, as_json: bool, lang: str
) -> None:
    """Look back at the match in FILE: what each player could have done better.

    FILE is a record of Hanamichi or of hanab.live, or a link that holds one; “-” is standard input.
    The match must be over. Each decision is judged by what its player could know at that moment.

    Prints for each player the accuracy, the costliest moments with better moves, in Hanabi what is
    true under any convention, and how the match went. With --json: all of it, as docs/review.md
    describes.
    """
    from hanamichi.cli.review_processes import review_seats  # slow to import
    from hanamichi.cli.review_report import report_lines
    from hanamichi.review import check_reviewable, put_together

    record = read_any(read_record_bytes(file))
    check_reviewable(record)
    chosen = None if seat is None else find_seat(seat, record.players, "--seat")
    seats = range(len(record.players)) if chosen is None else (chosen,)
    company = None if lineup is None else company_of(record, lineup)
    with _progress(shown=not as_json) as advance:
        done = review_seats(record, tuple(seats), company, depth, advance)
    found = put_together(record, depth, done)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
    else:
        put(console_for_output(), report_lines(record, found, translations(lang), reader=chosen))


def company_of(record: MatchRecord, lineup: str) -> tuple[str | None, ...]:
    """The bot of each seat, None for a person."""
    names = [name.strip() for name in lineup.split(",")]
    players = len(record.players)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UsageError(
            f"This match had {players} players: name one bot, or {players} with commas",
            code="cli/seat",
            where="--bots",
        )
    return tuple(_bot(record.game, name) for name in names)


def _bot(game_id: str, name: str) -> str | None:
    if name == PERSON:
        return None
    bot = read_bot(game_id, name)
    remark(bot.remarks)
    return bot.id


@contextlib.contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[float], None]]:
    """A progress bar on standard error, if that is a terminal."""
    if not (shown and sys.stderr.isatty()):
        yield lambda _share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns: Sequence[BarColumn | TaskProgressColumn | TimeRemainingColumn] = (
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("review", total=1.0)
        yield lambda share: bar.update(task, completed=share)
