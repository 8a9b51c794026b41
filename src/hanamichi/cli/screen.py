"""The terminal: clearing it, prompting, paging, and hiding the screen between two players."""

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

# Clear the screen and the scrollback, and move to the top.
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_MIN_HEIGHT = 24
_BLANK_LINES = 60


def console_for_output() -> Console:
    """Colours in a terminal that has them (NO_COLOR is respected), plain text in a pipe."""
    return Console(file=sys.stdout, highlight=False)


class Screen:
    """The output: redrawn page by page in a terminal, appended in a pipe."""

    def __init__(self, speech: Words) -> None:
        self.console = console_for_output()
        self.speech = speech
        self.redraws = _is_terminal(sys.stdout) and not self.console.is_dumb_terminal
        self.waits = _is_terminal(sys.stdin)
        """Whether a person types. Scripts are never asked to press Enter."""

    @property
    def height(self) -> int:
        """The number of lines, with the prompt."""
        return max(_MIN_HEIGHT, self.console.height) if self.redraws else _MIN_HEIGHT

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Use the alternate screen, which has no scrollback."""
        self.console.set_alt_screen(self.redraws)
        try:
            yield
        finally:
            self.console.set_alt_screen(False)

    def show(self, lines: Sequence[Text]) -> None:
        """Show a page. In a pipe, an empty line separates pages."""
        if self.redraws:
            self.console.file.write(_CLEAR)
        else:
            self.console.print()
        put(self.console, lines)

    def hide(self, lines: Sequence[Text]) -> None:
        """Show a page with the previous one out of view."""
        if self.waits and not self.redraws:
            self.console.print("\n" * _BLANK_LINES)
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """Read a line. Raises `EOFError` at the end of the input, and if it cannot be read."""
        self.console.file.flush()
        try:
            line = input(prompt)
        except (OSError, ValueError, RuntimeError):
            raise EOFError from None
        if not self.waits:  # no terminal has echoed it
            put(self.console, [Text(one_line(line))])
        return line.strip()

    def pause(self, prompt: str) -> None:
        """Wait for Enter, if a person types."""
        if self.waits:
            self.ask(prompt)

    def page(self, lines: Sequence[Text]) -> None:
        """Show a long text, a screenful at a time."""
        rows = self.height - 2
        if not self.waits:
            self.show(lines)
            return
        for start in range(0, len(lines), rows):
            self.show(lines[start : start + rows])
            last = start + rows >= len(lines)
            answer = self.ask(self.speech.say("cli.page.back" if last else "cli.page.more"))
            if answer.lower().startswith("q"):
                return


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
