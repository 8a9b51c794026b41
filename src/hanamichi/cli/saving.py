"""Saving the record of a match played in the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from hanamichi.cli.errors import FileError
from hanamichi.cli.files import write_bytes
from hanamichi.cli.screen import Screen
from hanamichi.cli.text_layout import put
from hanamichi.core import MatchRecord
from hanamichi.records import write_record


def save_record(record: MatchRecord, file: str | None, screen: Screen) -> None:
    """Save the record in the file, or ask for one; then say where it is.

    Raises the `FileError` of the given file if it cannot be written and no other is named.
    """
    say = screen.speech.say
    failed: FileError | None = None
    asked = file is None
    if file is None:
        file = _ask_for_file(screen, finished=record.result is not None)
    while file is not None:
        try:
            write_bytes(file, write_record(record))
        except FileError as error:
            if not asked:
                failed, asked = error, True
            put(screen.console, [Text(str(error))])
            file = _ask_for_file(screen, finished=record.result is not None)
            continue
        put(screen.console, [Text(say("cli.keep.saved", file=file))])
        return
    put(screen.console, [Text(say("cli.keep.not_saved"), "dim")])
    if failed is not None:
        raise failed


def _ask_for_file(screen: Screen, *, finished: bool) -> str | None:
    """Ask for a file name; `None` if the player gives none."""
    say = screen.speech.say
    try:
        name = screen.ask(say("cli.keep.finished" if finished else "cli.keep.unfinished"))
        while name and _exists(name):
            again = screen.ask(say("cli.keep.exists", file=name))
            if again in ("", name):
                return again or None
            name = again
    except (EOFError, KeyboardInterrupt):
        screen.console.print()
        return None
    return name or None


def _exists(name: str) -> bool:
    """Whether the file exists. Invalid names are refused later, when writing."""
    try:
        return Path(name).is_file()
    except OSError:
        return False
