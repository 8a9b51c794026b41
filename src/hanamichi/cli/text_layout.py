"""Lines of styled text with a known width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hanamichi.words.rules_document import wrap

WIDTH = 79
"""The width of every screen. Some terminals wrap a line of 80 columns."""


def bare(word: str) -> str:
    """A typed word without capitals and accents, as it is compared."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def cell(content: Text | str, width: int, *, right: bool = False) -> Text:
    """The content in exactly `width` columns, cut with an ellipsis if it is longer."""
    text = content.copy() if isinstance(content, Text) else Text(content)
    text.truncate(width, overflow="ellipsis")
    missing = " " * (width - text.cell_len)
    return Text.assemble(missing, text) if right else Text.assemble(text, missing)


def side_by_side(left: Sequence[Text], right: Sequence[Text], left_width: int) -> list[Text]:
    """Two blocks of lines, next to each other."""
    height = max(len(left), len(right))
    pairs = zip(_padded(left, height), _padded(right, height), strict=True)
    return [Text.assemble(cell(a, left_width), b) for a, b in pairs]


def _padded(lines: Sequence[Text], height: int) -> list[Text]:
    return [*lines, *(Text() for _ in range(height - len(lines)))]


def ends(left: Text, right: Text, width: int = WIDTH) -> Text:
    """A line with a text at each end; the left one is cut if both do not fit."""
    return Text.assemble(cell(left, width - right.cell_len), right)


def folded(text: str, width: int, *, indent: str = "", style: str = "") -> list[Text]:
    """A text wrapped to `width` columns, with lines after the first indented."""
    first, *rest = [
        piece for line in wrap(text, width - len(indent)) for piece in _split(line, width)
    ]
    return [Text(first, style), *(Text(indent + line, style) for line in rest)]


def _split(line: str, width: int) -> Iterable[str]:
    """The line, or pieces of it if a single word is too long."""
    while cell_len(line) > width:
        yield line[:width]
        line = line[width:]
    yield line


def in_columns(cells: Sequence[Text], across: int) -> list[Text]:
    """Cells in columns of about equal width, ordered downwards."""
    down = -(-len(cells) // across)
    widths = [WIDTH // across + (n < WIDTH % across) for n in range(across)]
    return [
        Text.assemble(*(cell(c, width) for c, width in zip(cells[row::down], widths, strict=False)))
        for row in range(down)
    ]


def put(console: Console, lines: Iterable[Text]) -> None:
    """Print lines; without colours, also without trailing blanks."""
    for line in lines:
        if not console.is_terminal:
            line = line.copy()
            line.rstrip()
        console.print(line, soft_wrap=True)


def spaced(blocks: Sequence[Sequence[Text]], height: int) -> list[Text]:
    """Blocks of lines, separated by empty lines as far as the height allows."""
    spare = height - sum(map(len, blocks))
    lines: list[Text] = []
    for block in blocks:
        if lines and block and spare > 0:
            lines.append(Text())
            spare -= 1
        lines += block
    return lines


def numbered(number: int, lines: Sequence[str]) -> list[Text]:
    """The lines of one decision, the first one with the decision's number."""
    folded_lines = [piece for line in lines for piece in folded(line, WIDTH - 6, indent="  ")]
    return [
        Text.assemble((f"{number if n == 0 else '':>4}  ", "dim"), line)
        for n, line in enumerate(folded_lines)
    ]
