"""`hanamichi play`: a match in this terminal."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import click
from rich.text import Text

from hanamichi import words
from hanamichi.catalog import AnyMatch
from hanamichi.cli.bot_choice import choose_bot
from hanamichi.cli.files import check_writable, write_bytes
from hanamichi.cli.menu import choose_preset, choose_seating, choose_variants
from hanamichi.cli.parameters import (
    PresetParameter,
    complete_bot,
    lang_option,
    remark,
    set_option,
    table_of,
)
from hanamichi.cli.saving import save_record
from hanamichi.cli.screen import Screen
from hanamichi.cli.seat_assignment import seat_players
from hanamichi.cli.table import terminal_table_for
from hanamichi.cli.terminal_match import TerminalMatch
from hanamichi.cli.text_layout import put
from hanamichi.cli.translations import translations
from hanamichi.core import Abandonment, HanamichiError, Match, MatchRecord, Seeded
from hanamichi.records import write_record

_NOTICE_DELAY_SECONDS = 2.0
"""After this time a message explains the wait."""


@click.command(
    epilog="""\b
Examples:
  hanamichi play
  hanamichi play hanabi/cocktail --players 3 --bots p2,p3
  hanamichi play koikoi/robin-red --names Zoé,Max --set gaji=on --set rounds=6
  hanamichi play grands-feux --set avalanche=on --set black_powder=on --save game.json
  hanamichi play koikoi/nintendo --bots p2 --bot sharp --seed 7
"""
)
@click.argument("preset", type=PresetParameter(), required=False)
@click.option("--players", type=int, help="How many play; by default as many as there are names.")
@set_option
@click.option("--seed", type=int, help="Shuffle, and let bots choose, the same way every time.")
@click.option("--names", metavar="NAME,NAME…", help="The players, in order of their seats.")
@click.option(
    "--bots",
    metavar="SEATS",
    help="Seats played by a bot: p1, p2 and so on, or names, with commas; or “all”.",
)
@click.option(
    "--bot",
    metavar="BOT",
    shell_complete=complete_bot,
    help="Which bot, perhaps with parameters, as in search:ms=250. Without it, good company for "
    "the game; “hanamichi play nintendo --bot x” lists them all. Another bot is an import path, "
    "package.module:Bot, or NAME=COMMAND for a program in any language.",
)
@click.option(
    "--save",
    metavar="FILE",
    help="Write the record here at the end, also when you leave early. Without it you are asked.",
)
@lang_option
def play(
    preset: str | None,
    players: int | None,
    settings: tuple[str, ...],
    seed: int | None,
    names: str | None,
    bots: str | None,
    bot: str | None,
    save: str | None,
    lang: str,
) -> None:
    """Play PRESET in this terminal; without PRESET, choose from a menu.

    People share the keyboard: when the turn goes to another person, the screen is wiped and waits
    until the right one sits down. Bots may take any seats. Moves are typed; “help” tells how.

    Commands may also come from a pipe, one a line.
    """
    screen = Screen(translations(lang))
    try:
        choosing = preset is None
        if preset is None:
            preset = choose_preset(screen)
            settings = (*choose_variants(screen, preset), *settings)
        game, edition, options = table_of(preset, settings)
        if choosing and players is None and names is None and bots is None:
            seating = choose_seating(screen, preset)
        else:
            seating = seat_players(game, players, names, bots)
    except (EOFError, KeyboardInterrupt):
        screen.console.print()
        return
    chosen = choose_bot(game.id, bot, options, len(seating.names))
    if seating.bots:
        remark(chosen.seat(options, len(seating.names)))
    match = Match(game, options, seating.names, Seeded(seed), edition.id)
    if save is not None:
        check_writable(save)
    title = words.preset_name(edition.id, lang)
    table = terminal_table_for(game.id, screen.speech, title, seating.names)
    name = chosen.id
    if chosen.compiled:  # only compiled bots take time, so only they are named to players
        name = words.bot_name(game.id, name, lang)
    with _notice_after_delay(screen.speech.say("cli.play.warming", bot=name)):
        terminal_match = TerminalMatch(match, seating, table, screen, chosen, seed)
    try:
        finished = terminal_match.run()
        if finished:
            put(screen.console, [Text(), *table.ending(match.view(None)), Text()])
            terminal_match.explain()
        else:
            put(screen.console, [Text(), Text(screen.speech.say("cli.play.left"))])
    except (SystemExit, OSError, HanamichiError):
        # The output is gone, or a bot of others failed; the record is still saved.
        if save is not None:
            write_bytes(save, write_record(_record(match)))
        raise
    if finished or save is not None or game.ply(match.state):
        save_record(_record(match), save, screen)


@contextlib.contextmanager
def _notice_after_delay(message: str) -> Iterator[None]:
    """Print a message to stderr if the block takes longer than the delay."""
    timer = threading.Timer(_NOTICE_DELAY_SECONDS, lambda: click.echo(message, err=True))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _record(match: AnyMatch) -> MatchRecord:
    return match.record(None if match.outcome is not None else Abandonment("terminated"))
