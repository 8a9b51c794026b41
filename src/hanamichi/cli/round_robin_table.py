"""A round robin as text: the matrix, coloured, and the standings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from hanamichi.cli.heat_colours import Heat, heat_of
from hanamichi.cli.text_layout import WIDTH, cell

if TYPE_CHECKING:
    from hanamichi.arena import Cell, RoundRobin, Standing

_NAME_WIDTH = 24
_CELL_WIDTH = 9
_ACROSS = (WIDTH - _NAME_WIDTH - 4) // _CELL_WIDTH


def round_robin_lines(found: RoundRobin, players: int) -> Iterator[Text]:
    """The standings, the matrix, and how to read it."""
    yield from _standings(found)
    yield Text()
    colours = heat_of(found)
    for start in range(0, len(found.bots), _ACROSS):
        columns = range(start, min(start + _ACROSS, len(found.bots)))
        heads = [cell(str(column + 1), _CELL_WIDTH, right=True) for column in columns]
        yield Text.assemble(cell(_heading(found), _NAME_WIDTH + 4), *heads, style="dim")
        for number, bot in enumerate(found.bots):
            row = [(found.matrix[number][column], colours[number][column]) for column in columns]
            means = [_cell(_mean(each), heat) for each, heat in row]
            errors = [_cell(_error(each), heat) for each, heat in row]
            yield Text.assemble(f"{number + 1:>2}  ", cell(bot, _NAME_WIDTH), *means)
            yield Text.assemble(cell("", _NAME_WIDTH + 4), *errors)
        yield Text()
    yield Text(explanation(found, players), "dim")


def explanation(found: RoundRobin, players: int) -> str:
    """What a cell of the matrix says."""
    if _opponents(found):
        return "a cell: the lead of the row's bot over the column's, ± its standard error"
    if players == 2:
        return "a cell: the score of the row's bot with the column's, ± its standard error"
    return f"a cell: the score of one of the row with {players - 1} of the column, ± its error"


def _opponents(found: RoundRobin) -> bool:
    return found.standings[0].rating is not None


def _heading(found: RoundRobin) -> str:
    return "lead over" if _opponents(found) else "score with"


def _standings(found: RoundRobin) -> Iterator[Text]:
    versus = _opponents(found)
    heads = (
        ("rating (95 %)", "lead ± s.e.") if versus else ("self-play ± s.e.", "cross-play ± s.e.")
    )
    yield _row("bot", *heads, style="dim")
    for each in found.standings:
        first = (
            rating_text(each) if versus else estimate_text(each.self_play, each.self_play_stderr)
        )
        yield _row(each.bot, first, estimate_text(each.mean, each.stderr, signed=versus))


def _row(name: str, *values: str, style: str = "") -> Text:
    cells = [cell(value, 24, right=True) for value in values]
    return Text.assemble(cell(name, _NAME_WIDTH + 4), *cells, style=style)


def estimate_text(mean: float | None, stderr: float | None, *, signed: bool = False) -> str:
    """A mean and its standard error."""
    if mean is None:
        return "–"
    error = "?" if stderr is None else f"{stderr:.3f}"
    return f"{mean:{'+' if signed else ''}.3f} ± {error}"


def rating_text(standing: Standing) -> str:
    """A rating and its interval."""
    if standing.rating is None:
        return "–"
    interval = ""
    if standing.rating_interval is not None:
        low, high = standing.rating_interval
        interval = f" ({low:+.0f} to {high:+.0f})"
    return f"{standing.rating:+.0f}{interval}"


def _mean(found: Cell | None) -> str:
    if found is None:
        return "–"
    return f"{found.mean:.2f}" if found.win_share is None else f"{found.mean:+.2f}"


def _error(found: Cell | None) -> str:
    return "" if found is None or found.stderr is None else f"±{found.stderr:.2f}"


def _cell(content: str, heat: Heat | None) -> Text:
    text = cell(content, _CELL_WIDTH - 1, right=True)
    if heat is not None:
        ground, ink = (",".join(map(str, colour)) for colour in heat)
        text.stylize(f"rgb({ink}) on rgb({ground})")
    return Text.assemble(" ", text)
