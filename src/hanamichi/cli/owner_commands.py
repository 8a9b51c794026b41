"""What the owner's commands share: carrying out an act, and printing lists."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click
import msgspec
from rich.text import Text

from hanamichi.cli.errors import UsageError, one_line
from hanamichi.cli.screen import console_for_output
from hanamichi.cli.text_layout import WIDTH, cell, folded, put

# The server is imported in functions: a database is slow to load.
if TYPE_CHECKING:
    from hanamichi.server.protocol.owner_messages import AnyOwnerCommand
    from hanamichi.server.storage.owner_lists import OwnerLists

T = TypeVar("T")

limit_option = click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=50,
    show_default=True,
    help="How many are listed at most.",
)

yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")

NAMED = {"ignore_unknown_options": True}
"""The settings of commands whose argument is an id, which may begin with a hyphen."""


class Irrevocable(NamedTuple):
    """What a command that cannot be undone would be done to."""

    id: str
    question: str


_INDENT = "    "
_UNITS = ((86_400, "d"), (3600, "h"), (60, "min"))


def act(
    kind: str, database: str | None, *, as_json: bool, said: str, **fields: str | int | None
) -> None:
    """Carry out an act, and print `said` with what it was done to."""
    from hanamichi.server.ops.config import find_config
    from hanamichi.server.owner_client import carry_out
    from hanamichi.server.serve import database_url

    command = _command({"act": kind, **fields})
    done = asyncio.run(carry_out(database_url(database), command, find_config()))
    if as_json:
        _print_json(done)
    else:
        click.echo(said.format(done.subject))


def confirm(
    database: str | None, describe: Callable[[OwnerLists], Awaitable[Irrevocable]], *, as_json: bool
) -> str:
    """Show what would be lost, ask whether it should be, and return the whole id."""
    if as_json or not sys.stdin.isatty():
        raise UsageError("This cannot be undone: add --yes, or answer the question in a terminal")
    found = read(database, describe)
    click.confirm(one_line(found.question), abort=True)
    return found.id


def _command(tree: dict[str, str | int | None]) -> AnyOwnerCommand:
    from hanamichi.server.protocol.owner_messages import MAX_NAME, AnyOwnerCommand

    try:
        command: AnyOwnerCommand = msgspec.convert(tree, AnyOwnerCommand)
    except msgspec.ValidationError as error:  # the rest is checked by the options
        field = str(error).rpartition("`$.")[2].rstrip("`")
        length = len(str(tree.get(field) or ""))
        what = "is empty" if length == 0 else f"has {length} characters; at most {MAX_NAME} fit"
        raise UsageError(f"The {field} {what}", where=field) from None
    return command


def read(database: str | None, reading: Callable[[OwnerLists], Awaitable[T]]) -> T:
    """A list from the database."""
    from hanamichi.server.owner_client import read_list
    from hanamichi.server.serve import database_url

    return asyncio.run(read_list(database_url(database), reading))


def show(
    found: msgspec.Struct,
    *,
    as_json: bool,
    head: Sequence[str],
    widths: Sequence[int],
    rows: Sequence[Sequence[str]],
    texts: Sequence[str] = (),
) -> None:
    """Print a list: as columns for people, or as JSON.

    `texts` are of any length, one for each row, and stand whole below it.
    """
    if as_json:
        _print_json(found)
        return
    if not rows:
        click.echo("none")
        return
    lines = [
        Text.assemble(*(cell(Text(name, "bold"), n) for name, n in zip(head, widths, strict=True)))
    ]
    for row, below in zip_longest(rows, texts, fillvalue=""):
        cells = (cell(one_line(text), n - 2) for text, n in zip(row, widths, strict=True))
        lines.append(Text("  ").join(cells))
        if text := one_line(below):
            whole = folded(text, WIDTH - len(_INDENT))
            lines += [Text.assemble(_INDENT, line) for line in whole]
    put(console_for_output(), lines)
    if getattr(found, "more", False):
        click.echo("…and more: --limit lists them")


def show_one(found: msgspec.Struct, lines: Sequence[tuple[str, str]], *, as_json: bool) -> None:
    """Print one thing: a line for each of its parts, or JSON."""
    if as_json:
        _print_json(found)
        return
    width = 2 + max(len(name) for name, _ in lines)
    put(
        console_for_output(),
        [Text.assemble((f"{name:{width}}", "bold"), one_line(value)) for name, value in lines],
    )


def _print_json(value: msgspec.Struct) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def ago(at: int | None) -> str:
    """How long ago a time in milliseconds since 1970 was; how far ahead with a plus sign."""
    if at is None:
        return "-"
    seconds = time.time() - at / 1000
    sign, seconds = ("+", -seconds) if seconds < 0 else ("", seconds)
    for length, unit in _UNITS:
        if seconds >= length:
            return f"{sign}{round(seconds / length)} {unit}"
    return f"{sign}{round(seconds)} s"
