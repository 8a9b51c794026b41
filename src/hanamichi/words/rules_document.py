"""A page of rules as data, and as Markdown or text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    """Some sentences."""

    text: str


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    """An unordered list."""

    items: tuple[str, ...]


class Steps(msgspec.Struct, frozen=True, tag="steps"):
    """A numbered list."""

    items: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, tag="table"):
    """Columns of short cells; the last column may hold sentences."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Paragraph | Bullets | Steps | Table


class Section(msgspec.Struct, frozen=True):
    """A heading and its blocks."""

    heading: str
    blocks: tuple[Block, ...]


class Rules(msgspec.Struct, frozen=True):
    """The rules of one table in one language."""

    lang: str
    title: str
    sections: tuple[Section, ...]

    def to_markdown(self) -> str:
        """The page in Markdown."""
        parts = [f"# {self.title}"]
        for section in self.sections:
            parts.append(f"## {section.heading}")
            parts += [_markdown(block) for block in section.blocks]
        return "\n\n".join(parts) + "\n"

    def to_text(self, width: int = 80) -> str:
        """The page in plain text, no line wider than `width` columns unless one word is."""
        parts = [_underlined(self.title, "=", width)]
        for section in self.sections:
            parts.append(_underlined(section.heading, "-", width))
            parts += ["\n".join(_text(block, width)) for block in section.blocks]
        return "\n\n".join(parts) + "\n"


def section(heading: str, *blocks: Block | str | None) -> Section:
    """A section from its blocks; a text is a paragraph, and `None` is left out."""
    return Section(
        heading,
        tuple(
            Paragraph(block) if isinstance(block, str) else block
            for block in blocks
            if block is not None
        ),
    )


def bullets(*items: str | None) -> Bullets:
    """A list of the items that are not None."""
    return Bullets(tuple(item for item in items if item is not None))


def steps(*items: str | None) -> Steps:
    """A numbered list of the items that are not None."""
    return Steps(tuple(item for item in items if item is not None))


def columns(text: str) -> int:
    """How many terminal columns a text takes: a Japanese character takes two."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken only at ordinary spaces.

    Unlike `textwrap` it measures columns, not characters.
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and columns(lines[-1]) + 1 + columns(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _markdown(block: Block) -> str:
    match block:
        case Paragraph(text):
            return text
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Steps(items):
            return "\n".join(f"{number}. {item}" for number, item in enumerate(items, 1))
        case Table(head, rows):
            rule = tuple("---" for _ in head)
            return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))


def _text(block: Block, width: int) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield from wrap(text, width)
        case Bullets(items):
            for item in items:
                yield from _hanging("• ", item, width)
        case Steps(items):
            for number, item in enumerate(items, 1):
                yield from _hanging(f"{number}. ", item, width)
        case Table(head, rows):
            yield from _table((head, *rows), width)


def _hanging(lead: str, text: str, width: int) -> Iterator[str]:
    """The lead before the first line, the other lines in line with the first."""
    indent = " " * columns(lead)
    for line in wrap(text, width - len(indent)):
        yield lead + line
        lead = indent


_GAP = "  "
_MIN_WIDTH = 24


def _table(rows: Iterable[tuple[str, ...]], width: int) -> Iterator[str]:
    head, *body = rows
    widths = [max(columns(row[n]) for row in (head, *body)) for n in range(len(head) - 1)]
    left = width - sum(widths) - len(_GAP) * len(widths)
    if left < min(_MIN_WIDTH, max(columns(row[-1]) for row in body)):
        # Too narrow for columns: each row becomes an item of a list.
        for row in body:
            yield from _hanging("• ", " – ".join(row), width)
        return
    for row in (head, tuple("-" * columns(title) for title in head), *body):
        cells = zip(row, widths, strict=False)
        lead = "".join(cell + " " * (w - columns(cell)) + _GAP for cell, w in cells)
        yield from (line.rstrip() for line in _hanging(lead, row[-1], width))


def _underlined(text: str, stroke: str, width: int) -> str:
    lines = wrap(text, width)
    return "\n".join((*lines, stroke * max(map(columns, lines))))
