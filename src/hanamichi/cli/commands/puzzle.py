"""`hanamichi puzzle`: a position, a question, and the answer explained."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

import click
import msgspec
from rich.text import Text

from hanamichi import words
from hanamichi.cli.errors import UsageError
from hanamichi.cli.files import read_bytes
from hanamichi.cli.parameters import json_option, lang_option
from hanamichi.cli.screen import Screen, console_for_output
from hanamichi.cli.seat_assignment import DEFAULT_NAMES
from hanamichi.cli.text_layout import cell, put
from hanamichi.cli.translations import translations
from hanamichi.core.record import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hanamichi.puzzles.model import Puzzle

KINDS = ("stop-or-call", "which-card", "which-clue", "what-card", "win")
MAX_BYTES = 64 * 1024 * 1024
"""More than any file of puzzles has."""


@click.command(
    epilog="""\b
Examples:
  hanamichi puzzle
  hanamichi puzzle koikoi --kind stop-or-call --level 3
  hanamichi puzzle --id koikoi-17 --lang fr
  hanamichi puzzle koikoi --list
  hanamichi puzzle --id koikoi-17 --json
"""
)
@click.argument("game", required=False)
@click.option("--kind", type=click.Choice(KINDS), help="Only puzzles that ask this.")
@click.option("--level", type=click.IntRange(1, 5), help="Only of this level, 1 easy to 5 hard.")
@click.option("--id", "puzzle_id", metavar="ID", help="This puzzle.")
@click.option(
    "--file",
    metavar="FILE",
    help="Puzzles of your own, as “hanamichi puzzles make” writes them; “-” is standard input.",
)
@click.option("--list", "listing", is_flag=True, help="List them instead of asking one.")
@json_option
@lang_option
def puzzle(
    game: str | None,
    kind: str | None,
    level: int | None,
    puzzle_id: str | None,
    file: str | None,
    listing: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Solve a puzzle in this terminal: a position, and one answer is clearly the best.

    You see what the player to move sees. Answer with a move, as in “hanamichi play”; then the
    answer is explained, and what each move is worth. Another puzzle follows until you leave.
    Nothing is kept.

    With --json: one puzzle with the position as its player sees it, the answers and the explanation
    in words; with --list the list.
    """
    chosen = _chosen(file, game, kind, level, puzzle_id)
    if listing:
        _list(chosen, lang, as_json=as_json)
    elif as_json:
        found = _described(SystemRandom().choice(chosen), lang)
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
    else:
        _ask(chosen, lang)


def _chosen(
    file: str | None, game: str | None, kind: str | None, level: int | None, puzzle_id: str | None
) -> list[Puzzle]:
    """The puzzles that were asked for: one at least."""
    from hanamichi.puzzles.collection import (  # slow to import
        collection_of,
        games_with_puzzles,
        puzzle_by_id,
        read_puzzles,
    )

    if file is not None:
        given = list(read_puzzles(read_bytes(file, MAX_BYTES)))
    elif puzzle_id is not None:
        given = [puzzle_by_id(puzzle_id)]
    else:
        games = games_with_puzzles() if game is None else (game,)
        given = [each for name in games for each in collection_of(name)]
    found = [
        each
        for each in given
        if game in (None, each.game)
        and kind in (None, each.kind)
        and level in (None, each.level)
        and puzzle_id in (None, each.id)
    ]
    if not found:
        raise UsageError("There is no such puzzle: ask for another game, kind or level")
    return found


def _ask(chosen: Sequence[Puzzle], lang: str) -> None:
    from hanamichi.cli.terminal_puzzle import Leave, TerminalPuzzle

    screen = Screen(translations(lang))
    order = list(chosen)
    SystemRandom().shuffle(order)
    right = answered = 0
    try:
        for place, each in enumerate(order):
            solved = TerminalPuzzle(each, screen).run()
            if solved is not None:
                answered += 1
                right += solved
            if place + 1 < len(order):
                typed = screen.ask(f" {screen.speech.say('cli.puzzle.next')} ")
                if typed.casefold().startswith("q"):
                    break
    except (Leave, EOFError, KeyboardInterrupt):
        screen.console.print()
    if answered:
        screen.console.print(
            Text(" " + screen.speech.say("cli.puzzle.score", right=right, count=answered))
        )


def _list(chosen: Sequence[Puzzle], lang: str, *, as_json: bool) -> None:
    if as_json:
        rows = [
            {"id": each.id, "kind": each.kind, "level": each.level, "preset": each.preset}
            for each in chosen
        ]
        click.echo(msgspec.json.format(msgspec.json.encode({"puzzles": rows}), indent=2))
        return
    lines = []
    for each in chosen:
        edition = words.preset_name(each.preset, lang)
        lines.append(
            Text.assemble(cell(each.id, 16), f"{each.level}  ", cell(each.kind, 14), edition)
        )
    put(console_for_output(), lines)


def _described(puzzle: Puzzle, lang: str) -> dict[str, object]:
    """A puzzle for programs: with its position and its explanation in words."""
    from hanamichi.cli.terminal_puzzle import sentences_of
    from hanamichi.puzzles.position import position_of

    names = DEFAULT_NAMES[: puzzle.players]
    return {
        "puzzle": puzzle,
        "position": plain(position_of(puzzle).sight.view),
        "explanation": sentences_of(puzzle, names, lang),
    }
