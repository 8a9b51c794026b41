"""A real pseudo-terminal of 80 columns and 24 lines, and what a person would see in it."""

from __future__ import annotations

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from types import TracebackType

from rich.cells import cell_len

COLUMNS, LINES = 80, 24
_ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])")
_TIMEOUT_SECONDS = 30.0


class Screen:
    """A minimal terminal: text, new lines, clearing, and whether lines wrapped or scrolled."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Clear the screen."""
        self.rows = [""]
        self.wrapped = False

    @property
    def scrolled(self) -> bool:
        """Whether the first line has scrolled away."""
        return len(self.rows) > LINES

    @property
    def text(self) -> str:
        """Everything written since the screen was last cleared."""
        return "\n".join(self.rows)

    def feed(self, data: str) -> None:
        """Write what a program sent."""
        place = 0
        while place < len(data):
            escape = _ESCAPE.match(data, place)
            if escape is not None:
                # Entering and leaving the alternate screen clear it too.
                if escape[0] in ("\x1b[2J", "\x1b[?1049h", "\x1b[?1049l"):
                    self.clear()
                place = escape.end()
                continue
            self._write(data[place])
            place += 1

    def _write(self, character: str) -> None:
        if character == "\n":
            self.rows.append("")
        elif character >= " ":
            if cell_len(self.rows[-1] + character) > COLUMNS:
                self.wrapped = True
                self.rows.append("")
            self.rows[-1] += character


class Terminal:
    """A program running in a pseudo-terminal, driven by what it shows."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.screen = Screen()
        self._main, child = os.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        clean = {
            name: value
            for name, value in os.environ.items()
            if name not in {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LANGUAGE"}
        }
        self.program = subprocess.Popen(
            [sys.executable, "-m", "hanamichi", *arguments],
            stdin=child,
            stdout=child,
            stderr=child,
            env=clean | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | environment,
            start_new_session=True,
        )
        os.close(child)
        self.raw = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        os.close(self._main)

    def until(self, *texts: str) -> str:
        """Wait until the last line shows one of these texts; returns which."""
        found = self._look_for(texts, _TIMEOUT_SECONDS)
        assert found is not None, f"never saw {texts}; the screen has:\n{self.screen.text}"
        return found

    def interrupt(self, expected: str) -> None:
        """Press Ctrl-C until the program reacts."""
        # Python can miss a signal that arrives just before it waits for input.
        for _ in range(3):
            self.program.send_signal(signal.SIGINT)
            if self._look_for((expected,), _TIMEOUT_SECONDS / 3) is not None:
                return
        raise AssertionError(f"never saw {expected!r}; the screen has:\n{self.screen.text}")

    def _look_for(self, texts: Sequence[str], seconds: float) -> str | None:
        deadline = time.monotonic() + seconds
        while True:
            for text in texts:
                if text in self.screen.rows[-1]:
                    return text
            if not self._read(deadline - time.monotonic()):
                return None

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        # Only output after this answer counts.
        self.screen.rows.append("")
        os.write(self._main, line.encode() + b"\n")

    def finish(self) -> int:
        """Wait for the end of the program; returns its exit status."""
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while self._read(deadline - time.monotonic()):
            pass
        return self.program.wait(_TIMEOUT_SECONDS)

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._main], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._main, 65536)
        except OSError:  # Linux: the program has closed its side
            return False
        text = self._decoder.decode(data)
        self.raw += text
        self.screen.feed(text)
        return bool(data)
