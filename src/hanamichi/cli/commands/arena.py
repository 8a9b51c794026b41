"""`hanamichi arena`: tournaments of bots."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from hanamichi.cli.arena_page import arena_page
from hanamichi.cli.arena_report import report_lines
from hanamichi.cli.bot_choice import import_from_here
from hanamichi.cli.errors import INTERRUPTED
from hanamichi.cli.files import check_writable, write_bytes
from hanamichi.cli.parameters import PresetParameter, json_option, remark, set_option, table_of
from hanamichi.cli.screen import console_for_output
from hanamichi.cli.text_layout import put
from hanamichi.core.record import plain

if TYPE_CHECKING:
    from hanamichi.arena import GameResult, Report


@click.command(
    epilog="""\b
Examples:
  hanamichi arena hanabi/online --bots casual --games 50
  hanamichi arena hanabi/online --bots casual/random --players 3 --games 20 --json
  hanamichi arena hanabi/cocktail --bots casual,random,casual --games 20 --seed 7
  hanamichi arena koikoi/nintendo --bots regular,random --games 20 --save match.jsonl
  hanamichi arena hanabi/online --bots casual,random --round-robin --games 6 --html page.html
  hanamichi arena hanabi/online --bots casual --games 4 --records games --csv games.csv
  hanamichi arena hanabi/online --bot otto=./otto --bots otto,casual --games 4
"""
)
@click.argument("preset", type=PresetParameter())
@click.option(
    "--bots",
    "lineups",
    metavar="BOT[,BOT…]",
    multiple=True,
    required=True,
    help="Who plays: one bot for every seat, or one for each, with commas. A slash, or another "
    "--bots, begins another line-up to compare with. A bot is an id, perhaps with parameters "
    "(search:ms=250), the name of an installed one, or an import path, package.module:Bot.",
)
@click.option(
    "--bot",
    "definitions",
    metavar="NAME=BOT",
    multiple=True,
    help="Give a name to a bot: an import path, or a command that starts a program in any language "
    "(docs/bot-protocol.md). May be given several times.",
)
@click.option(
    "--isolate-all",
    is_flag=True,
    help="Bots of the house, too, play in processes of their own. All other bots always do.",
)
@click.option(
    "--keep-processes",
    is_flag=True,
    help="Let a bot's process play the next game too. Quicker where it is slow to begin, and for "
    "bots that you trust: it can remember the decks.",
)
@click.option(
    "--round-robin",
    is_flag=True,
    help="All bots named meet each other: every two as opponents, or as a team; prints a matrix.",
)
@click.option("--games", type=int, default=100, show_default=True, help="Games of each line-up.")
@click.option("--seed", type=int, default=0, show_default=True, help="Which decks are dealt.")
@click.option(
    "--players", type=int, help="How many play; by default as many as the longest line-up has bots."
)
@set_option
@click.option("--workers", type=int, show_default="one for each core", help="Processes that play.")
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on the Ray cluster at this address: host:port, auto, or local for one of its own.",
)
@click.option(
    "--timeout",
    type=float,
    default=60.0,
    show_default=True,
    help="Seconds a bot has for a move, or to begin; one that takes longer loses the game.",
)
@click.option(
    "--save",
    "--resume",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep every game in this file; when it holds games of this tournament, go on from there, "
    "also to more games.",
)
@click.option("--restart", is_flag=True, help="Forget the games of an interrupted run.")
@click.option(
    "--records",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a record of every game into this folder, for “hanamichi replay” and the browser.",
)
@click.option(
    "--csv",
    "csv_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write a table of all games, a row for each.",
)
@click.option(
    "--html",
    "html_file",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the report as one page that can be published as it is.",
)
@json_option
def arena(
    preset: str,
    lineups: tuple[str, ...],
    definitions: tuple[str, ...],
    isolate_all: bool,
    keep_processes: bool,
    round_robin: bool,
    games: int,
    seed: int,
    players: int | None,
    settings: tuple[str, ...],
    workers: int | None,
    ray: str | None,
    timeout: float,
    save: Path | None,
    restart: bool,
    records: Path | None,
    csv_file: str | None,
    html_file: str | None,
    as_json: bool,
) -> None:
    """Let bots play PRESET, and tell how well and how sure that is.

    Decks follow from the seed: game 7 has the same deck for every line-up and on every machine, and
    seats are rotated. In Koi-Koi each deck is played twice, from both seats. The same command gives
    the same numbers with any number of workers; after Ctrl-C it goes on where it stopped.

    Bots that are not the house's own play in processes of their own and are sent what their seat
    may see. A bot that crashes, stalls or plays an illegal move loses that game, and is reported.
    """
    from hanamichi.arena import ArenaError, plan, read_lineups, run, write_csv  # slow to import
    from hanamichi.arena.roster import remarks_on
    from hanamichi.bots.outside.sources import read_definitions

    game, edition, options = table_of(preset, settings)
    named = read_lineups(lineups)
    named_bots = read_definitions([game.id], definitions)
    import_from_here([*lineups, *definitions])
    tournament = plan(
        edition.id,
        named,
        games=games,
        seed=seed,
        players=players,
        options=plain(options),
        timeout=timeout,
        round_robin=round_robin,
        named_bots=named_bots,
        isolate_all=isolate_all,
        keep_processes=keep_processes,
    )
    for file in (csv_file, html_file):
        if file is not None:
            check_writable(file)
    if save is not None and save.exists() and not save.is_file():  # a device is read for ever
        raise ArenaError(f"Cannot keep games in {str(save)!r}: no ordinary file", code="arena/file")
    for name in dict.fromkeys(name for lineup in named for name in lineup):
        remark(remarks_on(game.id, name, named_bots))
    total = games * len(tournament.lineups)
    played = 0
    results: list[GameResult] = []

    def count(done: int) -> None:
        nonlocal played
        played = done
        advance(done)

    try:
        with _progress(total, shown=not as_json) as advance:
            found = run(
                tournament,
                workers=workers,
                ray=ray,
                save=save,
                restart=restart,
                records=records,
                on_progress=count,
                on_game=results.append,
            )
    except KeyboardInterrupt:
        click.echo(
            f"Stopped after {played} of {total} games; the same command goes on from there.",
            err=True,
        )
        raise click.exceptions.Exit(INTERRUPTED) from None
    if csv_file is not None:
        write_bytes(csv_file, write_csv(tournament, results))
    if html_file is not None:
        write_bytes(html_file, arena_page(found).encode())
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(_as_json(found)), indent=2))
    else:
        put(console_for_output(), report_lines(found))


@contextlib.contextmanager
def _progress(total: int, *, shown: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar, if standard output is a terminal."""
    if not (shown and sys.stdout.isatty() and sys.stderr.isatty()):
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda done: bar.update(task, completed=done)


def _as_json(found: Report) -> dict[str, Any]:
    """The report as JSON values. The first line-up's fields are also at the top level."""
    first = msgspec.to_builtins(found.lineups[0], str_keys=True)
    tournament = found.tournament
    return {
        "preset": tournament.preset,
        "options": tournament.options,
        "players": tournament.players,
        "seed": tournament.seed,
        **first,
        "lineups": found.lineups,
        "differences": found.differences,
        "round_robin": found.round_robin,
    }
