"""`hanamichi mcp`: a seat for a language model."""

from __future__ import annotations

import sys

import click

from hanamichi import words
from hanamichi.cli.bot_choice import choose_bot
from hanamichi.cli.errors import UsageError
from hanamichi.cli.files import check_writable, write_bytes
from hanamichi.cli.parameters import (
    PresetParameter,
    complete_bot,
    lang_option,
    remark,
    set_option,
    table_of,
)
from hanamichi.cli.seat_assignment import find_seat, seat_players
from hanamichi.cli.table import terminal_table_for
from hanamichi.cli.translations import translations
from hanamichi.core import Abandonment, Match, Seeded
from hanamichi.records import write_record


@click.command(
    epilog="""\b
Examples:
  hanamichi mcp hanabi/online --players 3
  hanamichi mcp koikoi/nintendo --bot sharp --seed 7 --save game.json
"""
)
@click.argument("preset", type=PresetParameter())
@click.option("--players", type=int, help="How many play; by default as few as the game allows.")
@set_option
@click.option(
    "--seat", default="p1", show_default=True, help="The client’s seat: p1, p2 and so on."
)
@click.option(
    "--bot",
    metavar="BOT",
    shell_complete=complete_bot,
    help="Who plays in the other seats, as in “hanamichi play”; by default good company.",
)
@click.option("--seed", type=int, help="Shuffle, and let bots choose, the same way every time.")
@click.option("--save", metavar="FILE", help="Write the record here when the client leaves.")
@lang_option
def mcp(
    preset: str,
    players: int | None,
    settings: tuple[str, ...],
    seat: str,
    bot: str | None,
    seed: int | None,
    save: str | None,
    lang: str,
) -> None:
    """Give a language model a seat in a match of PRESET.

    This is a server of the Model Context Protocol on standard input and output, to be started by
    its client. It has the tools view, legal, play and rules for one seat; bots play the others. The
    match ends with the client.
    """
    from hanamichi.cli.mcp.json_rpc import McpServer
    from hanamichi.cli.mcp.seat import McpSeat

    game, edition, options = table_of(preset, settings)
    names = seat_players(game, players, None, None).names
    own = find_seat(seat, names, "--seat")
    chosen = choose_bot(game.id, bot, options, len(names))
    remark(chosen.seat(options, len(names)))
    if save is not None:
        check_writable(save)
    match = Match(game, options, names, Seeded(seed), edition.id)
    table = terminal_table_for(
        game.id, translations(lang), words.preset_name(edition.id, lang), names
    )
    player = McpSeat(match, own, table, chosen, seed)
    if sys.stdin.isatty():
        raise UsageError("This is started by a client: its input is no terminal", where="mcp")
    player.advance()
    try:
        server = McpServer(player.tools, player.instructions)
        server.serve(sys.stdin.buffer, sys.stdout.buffer)
    finally:
        if save is not None:
            ended = None if match.outcome is not None else Abandonment("terminated")
            write_bytes(save, write_record(match.record(ended)))
