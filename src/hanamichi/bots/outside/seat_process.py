"""A bot's process, seen from the host: asked one question at a time, with a limit on everything."""

from __future__ import annotations

import atexit
import contextlib
import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from hanamichi.bots.outside.launch import Checked, End, Ended, Launch, Launched, PythonBot, SeatBot
from hanamichi.bots.outside.messages import (
    FROM_BOT,
    PROTOCOL,
    Choose,
    Failed,
    FailureKind,
    Move,
    Ready,
    Start,
    line_of,
)
from hanamichi.bots.registry import BotError
from hanamichi.core import Action, Event

MAX_LINE = 1 << 16
"""The longest answer; a bot that writes more has lost."""
MAX_NOISE = 1 << 24
"""The most that a bot may write to its standard error in its life."""
_SHOWN_NOISE = 1 << 16
"""So much of it is passed on."""
_KEPT_NOISE = 2000
_POLL_SECONDS = 0.05
_MAX_ELAPSED = 4 * _POLL_SECONDS
"""The most that one look counts: the time a machine was suspended is not the bot's."""
_SHOWN = 80
_OF_THE_SERVER = ("HANAMICHI_", "PG", "RAY_")
"""How variables begin that no bot gets: PostgreSQL's `PGPASSWORD` is among them."""


class SeatFailed(Exception):
    """The bot has failed, and its process is of no more use."""

    def __init__(self, kind: FailureKind, error: str) -> None:
        super().__init__(kind, error)
        self.kind: FailureKind = kind
        self.error = error


class Launcher:
    """The process that starts the bots of this one. It is started when it is first needed."""

    def __init__(self) -> None:
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def launch(
        self, bot: SeatBot, folder: str, pipes: Sequence[int], *, check_only: bool = False
    ) -> int:
        """Start a bot; its process id."""
        path = tuple(str(Path(entry).resolve()) for entry in sys.path)
        request = Launch(bot, folder, path, check_only)
        launched: Launched = self._asked(request, pipes, Launched)
        return launched.pid

    def end(self, pid: int) -> int:
        """End a bot; its exit status."""
        ended: Ended = self._asked(End(pid), (), Ended)
        return ended.status

    def begin(self) -> None:
        """Start it, unless it runs."""
        self._started()

    def _asked(self, request: Launch | End, pipes: Sequence[int], answer: type[Any]) -> Any:
        control = self._started()
        try:
            socket.send_fds(control, [msgspec.json.encode(request) + b"\n"], list(pipes))
            return msgspec.json.decode(_line(control), type=answer)
        except (OSError, msgspec.DecodeError):
            self.close()
            raise SeatFailed("died", "the process that starts bots has ended") from None

    def _started(self) -> socket.socket:
        if self._control is None:
            if not hasattr(os, "fork"):
                raise BotError(
                    "Bots that are not the house's own need Linux or macOS", code="bot/outside"
                )
            here, there = socket.socketpair()
            # -P: no module of the current folder takes the place of one that we import
            command = [sys.executable, "-P", "-m", "hanamichi.bots.outside.launcher"]
            self._process = subprocess.Popen(
                [*command, str(there.fileno())],
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=_environment(),
                start_new_session=True,
            )
            there.close()
            self._control = here
            if _line(here) != b"up\n":
                self.close()
                raise SeatFailed("died", "the process that starts bots did not begin")
        return self._control

    def close(self) -> None:
        """End it, and with it every bot it has started."""
        control, self._control = self._control, None
        process, self._process = self._process, None
        if control is not None:
            control.close()
        if process is not None:
            process.wait()


def _line(control: socket.socket) -> bytes:
    text = b""
    while not text.endswith(b"\n"):
        more = control.recv(4096)
        if not more:
            break
        text += more
    return text


def _environment() -> dict[str, str]:
    """The environment of bots: nothing of the server's, and the same order of sets every time."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_OF_THE_SERVER) or name.startswith("HANAMICHI_BOT_")
    }
    kept.setdefault("OMP_NUM_THREADS", "1")
    kept.setdefault("OPENBLAS_NUM_THREADS", "1")
    return {**kept, "PYTHONHASHSEED": "0"}


LAUNCHER = Launcher()
atexit.register(LAUNCHER.close)


class SeatProcess:
    """One bot in a process and a folder of its own."""

    def __init__(self, bot: SeatBot, *, quiet: bool = False, check_only: bool = False) -> None:
        """`quiet`: pass nothing on that it writes to its standard error."""
        self._quiet = quiet
        LAUNCHER.begin()
        self._folder = tempfile.mkdtemp(prefix="seat-", dir=_common_folder())
        child_in, self._to = os.pipe()
        self._from, child_out = os.pipe()
        self._noise, child_errors = os.pipe()
        for pipe in (self._to, self._from, self._noise):
            os.set_blocking(pipe, False)
        self._open = True
        self._heard = b""
        self._noise_total = 0
        self._last_noise = b""
        self._asked = 0
        self._pid: int | None = None
        try:
            children = (child_in, child_out, child_errors)
            self._pid = LAUNCHER.launch(bot, self._folder, children, check_only=check_only)
        except BaseException:
            self.close()
            raise
        finally:
            for pipe in (child_in, child_out, child_errors):
                os.close(pipe)

    def start(self, message: Start, limit: float | None) -> None:
        """Begin a match; the bot has so many seconds to get ready."""
        late = "" if limit is None else f"not ready within {limit:g} s"
        answer = self._ask(line_of(message), limit, late)
        if not isinstance(answer, Ready):
            raise SeatFailed("illegal", f"it answered start with {_told(answer)}, not ready")
        if answer.protocol != PROTOCOL:
            raise SeatFailed("illegal", f"it speaks protocol {answer.protocol}, not {PROTOCOL}")

    def choose(
        self, view: Any, events: Sequence[Event], legal: Sequence[Action], limit: float | None
    ) -> int:
        """The place of the action it chose among the legal ones."""
        self._asked += 1
        question = Choose(id=self._asked, view=view, events=events, legal=legal)
        late = "" if limit is None else f"no move within {limit:g} s"
        answer = self._ask(line_of(question), limit, late)
        if not isinstance(answer, Move):
            raise SeatFailed("illegal", f"it answered a question with {_told(answer)}, not a move")
        if answer.id != self._asked:
            raise SeatFailed("illegal", f"it answered question {answer.id}, not {self._asked}")
        return _place_of(answer, legal)

    def first_line(self, limit: float) -> bytes:
        """What it says unasked."""
        return self._exchange(b"", limit, f"no answer within {limit:g} s")

    def _ask(self, line: bytes, limit: float | None, late: str) -> Ready | Move:
        if self._heard:
            raise SeatFailed("flooded", f"it wrote {_excerpt(self._heard)} that nothing asked for")
        text = self._exchange(line, limit, late)
        try:
            answer = FROM_BOT.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise SeatFailed("illegal", f"it wrote {_excerpt(text)}: {error}") from None
        if isinstance(answer, Failed):
            raise SeatFailed(answer.kind, answer.message[:400])
        return answer

    def _exchange(self, line: bytes, limit: float | None, late: str) -> bytes:
        """Send a line and read one; every wait has its limit."""
        elapsed, looked = 0.0, time.monotonic()
        poll = select.poll()
        poll.register(self._from, select.POLLIN)
        poll.register(self._noise, select.POLLIN)
        if line:
            poll.register(self._to, select.POLLOUT)
        while True:
            wait = _POLL_SECONDS if limit is None else min(_POLL_SECONDS, limit - elapsed)
            for place, _event in poll.poll(max(1.0, wait * 1000)):
                if place == self._to:
                    line = self._send(line)
                    if not line:
                        poll.unregister(self._to)
                elif place == self._noise:
                    if not self._take_noise():
                        poll.unregister(self._noise)
                elif not self._take():
                    raise SeatFailed("died", self._how_it_ended())
            text, end, rest = self._heard.partition(b"\n")
            if len(text) > MAX_LINE:
                raise SeatFailed("flooded", f"it wrote more than {MAX_LINE} bytes without an end")
            if end and not line:
                self._heard = rest
                return text
            now = time.monotonic()
            elapsed += min(now - looked, _MAX_ELAPSED)
            looked = now
            if limit is not None and elapsed > limit:
                raise SeatFailed("stalled", late)

    def _send(self, line: bytes) -> bytes:
        try:
            return line[os.write(self._to, line) :]
        except BlockingIOError:
            return line
        except OSError:  # it reads no more; whether it has ended shows at its output
            return b""

    def _take(self) -> bool:
        try:
            more = os.read(self._from, MAX_LINE)
        except BlockingIOError:
            return True
        self._heard += more
        return bool(more)

    def _take_noise(self) -> bool:
        try:
            more = os.read(self._noise, MAX_LINE)
        except BlockingIOError:
            return True
        room = max(0, _SHOWN_NOISE - self._noise_total)
        if room and not self._quiet:
            with contextlib.suppress(OSError):
                os.write(2, more[:room])
        self._noise_total += len(more)
        self._last_noise = (self._last_noise + more)[-_KEPT_NOISE:]
        if self._noise_total > MAX_NOISE:
            raise SeatFailed("flooded", f"it wrote more than {MAX_NOISE} bytes to its errors")
        return bool(more)

    def _how_it_ended(self) -> str:
        status = self._end()
        with contextlib.suppress(SeatFailed):
            while self._take_noise() and select.select([self._noise], [], [], 0)[0]:
                pass
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"its process was ended by {signal.Signals(-status).name}"
        last = self._last_noise.decode(errors="replace").strip().rpartition("\n")[2]
        because = f": {last[:300]}" if last else ""
        return f"its process ended with status {status}{because}"

    def _end(self) -> int:
        pid, self._pid = self._pid, None
        if pid is None:
            return 0
        try:
            return LAUNCHER.end(pid)
        except SeatFailed:
            return 0

    def close(self) -> None:
        """End the process and remove its folder."""
        if not self._open:
            return
        self._open = False
        self._end()
        for pipe in (self._to, self._from, self._noise):
            os.close(pipe)
        shutil.rmtree(self._folder, ignore_errors=True)


def check_python_bot(bot: PythonBot, limit: float) -> Checked:
    """Whether there is such a Python bot, found out in a process of its own."""
    try:
        with contextlib.closing(SeatProcess(bot, check_only=True)) as process:
            return msgspec.json.decode(process.first_line(limit), type=Checked)
    except SeatFailed as failed:
        return Checked(failed.error, None)
    except msgspec.DecodeError:  # its module has written there
        return Checked("its module answers in its place", None)


def _place_of(move: Move, legal: Sequence[Action]) -> int:
    if move.choice is not None:
        if 0 <= move.choice < len(legal):
            return move.choice
        raise SeatFailed("illegal", f"choice {move.choice} of {len(legal)} legal actions")
    if move.action is None:
        raise SeatFailed("illegal", "its move has neither a choice nor an action")
    for place, action in enumerate(legal):
        if msgspec.to_builtins(action) == move.action:
            return place
    raise SeatFailed("illegal", f"{str(move.action)[:_SHOWN]} is not legal")


def _told(answer: Ready | Move) -> str:
    return "ready" if isinstance(answer, Ready) else "a move"


def _excerpt(text: bytes) -> str:
    return repr(text[:_SHOWN].decode(errors="replace"))


def _common_folder() -> str:
    """Where all seats have their folders: one place, which no bot may look into."""
    base = Path(os.path.realpath(tempfile.gettempdir()))
    folder = base / f"hanamichi-seats-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid():
            return str(folder)
    except OSError:
        pass
    raise BotError(f"Cannot make the folder {str(folder)!r} for bots", code="bot/outside")
