"""`hanamichi puzzles`: makes puzzles from matches, and checks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from hanamichi.cli.errors import FAILED, UsageError
from hanamichi.cli.files import check_writable, read_bytes, write_bytes
from hanamichi.cli.parameters import json_option
from hanamichi.core import MatchRecord, RecordError
from hanamichi.records import read_any

if TYPE_CHECKING:
    from hanamichi.puzzles.model import Puzzle

MAX_BYTES = 64 * 1024 * 1024
"""More than any file of puzzles or records has."""
DEEPER = 4
"""How many times the work of making a puzzle `--deeper` spends on it."""


@click.group(
    short_help="Make puzzles from matches, and check them.",
    epilog="""\b
Examples:
  hanamichi puzzles check --game koikoi
  hanamichi puzzles check --json
""",
)
def puzzles() -> None:
    """Make puzzles from matches, and check them. To solve some, see “hanamichi puzzle”."""


@puzzles.command(
    short_help="Look for puzzles in matches between bots, or in records.",
    epilog="""\b
Examples:
  hanamichi puzzles make koikoi --matches 20 --output mine.jsonl
  hanamichi puzzles make koikoi --matches 500 --seed 20 --most 30 --output mine.jsonl
  hanamichi puzzles make koikoi --from matches.jsonl --source example.org --output mine.jsonl
""",
)
@click.argument("game")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    required=True,
    help="Where to write them, one JSON object a line. Puzzles that are there already stay.",
)
@click.option(
    "--matches", type=int, default=10, show_default=True, help="How many matches bots play."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The first of their deals.")
@click.option(
    "--from",
    "records",
    metavar="FILE",
    multiple=True,
    help="Look in these records instead: one in the file, or one a line.",
)
@click.option("--source", default="records", show_default=True, help="Where those come from.")
@click.option("--most", type=int, help="No more than this of each kind and level.")
def make(
    game: str,
    output: str,
    matches: int,
    seed: int,
    records: tuple[str, ...],
    source: str,
    most: int | None,
) -> None:
    """Look for puzzles of GAME in matches between bots, or in records.

    A position is kept if a deep search says that one answer is clearly the best, if that can be
    explained, and if no puzzle in the file is like it. Stop it at any time: what was found is
    written after each match, and a run with the next seed goes on from there.
    """
    from hanamichi.puzzles.collection import write_puzzles  # slow to import
    from hanamichi.puzzles.game_puzzles import FoundMatch
    from hanamichi.puzzles.maker import PuzzleMaker

    _check_game(game)
    check_writable(output)
    known = _read(output) if Path(output).exists() else ()
    maker = PuzzleMaker(game, known, most)
    if records:
        found = (maker.look(FoundMatch(record, source)) for record in _records(records))
    else:
        found = (maker.play(number) for number in range(seed, seed + matches))
    for number, new in enumerate(found, 1 if records else seed):
        if new:
            write_bytes(output, write_puzzles(maker.kept))
        click.echo(f"match {number}: {len(new)} new, {len(maker.kept)} in all", err=True)


@puzzles.command(
    short_help="Check that puzzles hold together, and solve them again.",
    epilog="""\b
Examples:
  hanamichi puzzles check
  hanamichi puzzles check mine.jsonl --deeper
""",
)
@click.argument("file", required=False)
@click.option("--game", help="Only the puzzles of this game.")
@click.option("--deeper", is_flag=True, help=f"Solve each again, with {DEEPER} times the work.")
@click.option(
    "--workers",
    type=click.IntRange(1),
    show_default="one for each core",
    help="Processes that solve them again.",
)
@json_option
def check(
    file: str | None, game: str | None, deeper: bool, workers: int | None, as_json: bool
) -> None:
    """Check the puzzles in FILE; without FILE, those that come with Hanamichi.

    Each must replay, have legal answers in order, and be like no other. With --deeper each is
    solved again, from what its seat sees; that takes minutes. The exit status is 1 if any fails.
    """
    from hanamichi.bots.worker_process import cores
    from hanamichi.puzzles.verification import problems_of

    if game is not None:
        _check_game(game)
    chosen = [each for each in _chosen(file) if game in (None, each.game)]
    steps = iter(range(1, len(chosen) + 1))

    def tell(puzzle_id: str) -> None:
        number = next(steps)
        if deeper:
            click.echo(f"{number} of {len(chosen)}: {puzzle_id}", err=True)

    effort = DEEPER if deeper else None
    problems = problems_of(chosen, effort, tell, workers or cores())
    if as_json:
        found = {
            "checked": len(chosen),
            "problems": [{"id": each.id, "message": each.message} for each in problems],
        }
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2))
    else:
        for problem in problems:
            click.echo(f"{problem.id}: {problem.message}")
        click.echo(f"{len(chosen)} puzzles, {len(problems)} with a problem")
    if problems:
        click.get_current_context().exit(FAILED)


def _check_game(game: str) -> None:
    from hanamichi.puzzles.collection import games_with_puzzles

    games = games_with_puzzles()
    if game not in games:
        raise UsageError(f"There are no puzzles of {game!r}; there are of: {', '.join(games)}")


def _read(file: str) -> tuple[Puzzle, ...]:
    from hanamichi.puzzles.collection import read_puzzles

    return tuple(read_puzzles(read_bytes(file, MAX_BYTES)))


def _chosen(file: str | None) -> Iterable[Puzzle]:
    from hanamichi.puzzles.collection import collection_of, games_with_puzzles

    if file is not None:
        return _read(file)
    return [puzzle for game in games_with_puzzles() for puzzle in collection_of(game)]


def _records(files: Iterable[str]) -> Iterator[MatchRecord]:
    """The records of some files: each has one, or one a line."""
    for file in files:
        data = read_bytes(file, MAX_BYTES)
        try:
            yield read_any(data)
        except RecordError:
            lines = [line for line in data.splitlines() if line.strip()]
            if len(lines) < 2:
                raise
            yield from map(read_any, lines)
