"""`hanamichi leaderboard`: the public yardstick."""

from __future__ import annotations

import click
import msgspec

from hanamichi.catalog import game_by_id
from hanamichi.cli.bot_choice import import_from_here
from hanamichi.cli.errors import INTERRUPTED
from hanamichi.cli.parameters import json_option


@click.command(
    epilog="""\b
Examples:
  hanamichi leaderboard hanabi
  hanamichi leaderboard koikoi otto --bot otto=./otto --games 2 --json
"""
)
@click.argument("game")
@click.argument("bot", required=False)
@click.option(
    "--bot",
    "definitions",
    metavar="NAME=BOT",
    multiple=True,
    help="Give a name to a bot, as in “hanamichi arena”.",
)
@click.option("--players", type=int, help="Only this table; by default the smallest.")
@click.option(
    "--games",
    type=int,
    default=1000,
    show_default=True,
    help="Games of each line-up: the first ones of the fixed decks.",
)
@click.option("--workers", type=int, show_default="one for each core", help="Processes that play.")
@click.option(
    "--timeout",
    type=float,
    default=60.0,
    show_default=True,
    help="Seconds a bot has for a move, or to begin.",
)
@click.option(
    "--keep-processes",
    is_flag=True,
    help="Let a bot's process play the next game too, as in “hanamichi arena”.",
)
@json_option
def leaderboard(
    game: str,
    bot: str | None,
    definitions: tuple[str, ...],
    players: int | None,
    games: int,
    workers: int | None,
    timeout: float,
    keep_processes: bool,
    as_json: bool,
) -> None:
    """Measure BOT on the public decks of GAME, or show the rows there are.

    Every bot plays the same decks: by itself where the game is played together, and with or against
    the same bots of the house. At the end stands the line to submit. It goes on after Ctrl-C.
    """
    from hanamichi.arena import leaderboard as boards  # slow to import
    from hanamichi.arena import run
    from hanamichi.bots.outside.sources import read_definitions
    from hanamichi.cli.leaderboard_table import leaderboard_lines, published_lines

    boards.board_of(game)
    if players is not None:
        game_by_id(game).check_players(players)
    known = boards.published()
    if bot is None:
        rows = [row for row in known if row.game == game and players in (None, row.players)]
        if as_json:
            click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2))
        else:
            for line in published_lines(rows, game):
                click.echo(line)
        return
    named_bots = read_definitions([game], definitions)
    import_from_here([bot, *definitions])
    count = game_by_id(game).seat_counts[0] if players is None else players
    tournament = boards.entry(
        game,
        bot,
        players=count,
        games=games,
        timeout=timeout,
        named_bots=named_bots,
        keep_processes=keep_processes,
    )
    try:
        row = boards.row_of(run(tournament, workers=workers))
    except KeyboardInterrupt:
        click.echo("Stopped; the same command goes on from there.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    line = msgspec.json.encode(row).decode()
    if as_json:
        click.echo(line)
        return
    others = [each for each in known if each.bot != row.bot]
    for text in leaderboard_lines(boards.ranked([*others, row], game, count), game):
        click.echo(text)
    click.echo("\nThe line to submit (docs/leaderboard.md):")
    click.echo(line)
