"""The terminal: clearing it, asking, paging, and the curtain between two players."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

from hanamichi.cli.errors import one_line
from hanamichi.cli.text_layout import put
from hanamichi.words import Words

with contextlib.suppress(ImportError):
    import readline  # noqa: F401  # arrow keys in input()

# Clear what is seen, what has scrolled away, and go to the top.
_WIPE = "\x1b[2J\x1b[3J\x1b[H"
_LOWEST = 24
_OUT_OF_SIGHT = 60


def console_for_output() -> Console:
    """Colours in a terminal that has them (NO_COLOR is respected), plain text in a pipe."""
    return Console(file=sys.stdout, highlight=False)


class Screen:
    """A page that is wiped and drawn anew in a terminal, and simply goes on in a pipe."""

    def __init__(self, speech: Words) -> None:
        self.console = console_for_output()
        self.speech = speech
        self.wipes = _is_terminal(sys.stdout) and not self.console.is_dumb_terminal
        self.waits = _is_terminal(sys.stdin)
        """Somebody sits at a keyboard. A script is never asked to press Enter."""

    @property
    def height(self) -> int:
        """How many lines fit, the line of the prompt included."""
        return max(_LOWEST, self.console.height) if self.wipes else _LOWEST

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """The terminal's other page, which leaves nothing to scroll back to."""
        self.console.set_alt_screen(self.wipes)
        try:
            yield
        finally:
            self.console.set_alt_screen(False)

    def show(self, lines: Sequence[Text]) -> None:
        """A page of lines. In a pipe, an empty line keeps pages apart."""
        if self.wipes:
            self.console.file.write(_WIPE)
        else:
            self.console.print()
        put(self.console, lines)

    def hide(self, lines: Sequence[Text]) -> None:
        """A page of lines, with what stood there before out of sight."""
        if self.waits and not self.wipes:
            self.console.print("\n" * _OUT_OF_SIGHT)
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """A typed line. Raises `EOFError` at the end of the input, however it ends."""
        self.console.file.flush()
        try:
            line = input(prompt)
        except (OSError, ValueError, RuntimeError):
            raise EOFError from None
        if not self.waits:  # nobody typed it, so nothing has echoed it
            put(self.console, [Text(one_line(line))])
        return line.strip()

    def pause(self, prompt: str) -> None:
        """Wait for Enter, when there is somebody to press it."""
        if self.waits:
            self.ask(prompt)

    def page(self, lines: Sequence[Text]) -> None:
        """Something to read, a screenful at a time, before going back to the table."""
        room = self.height - 2
        if not self.waits:
            self.show(lines)
            return
        for start in range(0, len(lines), room):
            self.show(lines[start : start + room])
            last = start + room >= len(lines)
            answer = self.ask(self.speech.say("cli.page.back" if last else "cli.page.more"))
            if answer.lower().startswith("q"):
                return


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
