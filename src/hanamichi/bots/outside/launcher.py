"""A process that starts bots: `python -P -m hanamichi.bots.outside.launcher SOCKET`.

It has imported what every bot needs, so that a bot begins within milliseconds; it never runs a
line of a bot itself, and knows nothing that a bot might look for.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import shutil
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import msgspec

from hanamichi.bots.outside import python_seat
from hanamichi.bots.outside.confinement import confine, die_with_parent
from hanamichi.bots.outside.launch import BuiltInBot, CommandBot, End, Ended, Launch, Launched
from hanamichi.bots.outside.messages import decoders_of
from hanamichi.catalog import GAMES

_MAX_FILE_BYTES = 1 << 30
"""The largest file that a bot may write."""
_ORPHANS_COME_HERE = 36
"""`prctl`: whatever a bot leaves behind becomes a child of this process, and is ended."""
_REQUEST = msgspec.json.Decoder(Launch | End)


def main() -> None:
    """Start and end processes until the other end of the socket is closed."""
    control = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_ORPHANS_COME_HERE, 1, 0, 0, 0)
    for game_id in list(GAMES):
        decoders_of(game_id)
    running: dict[int, str] = {}
    with contextlib.suppress(OSError):  # the host was killed
        _serve(control, running)
    for pid, folder in running.items():
        _end(pid)
        shutil.rmtree(folder, ignore_errors=True)
    _end_orphans(set())


def _serve(control: socket.socket, running: dict[int, str]) -> None:
    """Do what is asked; `running` has the folder of every process."""
    control.sendall(b"up\n")
    for request, pipes in _requests(control):
        if isinstance(request, Launch):
            pid = os.fork()
            if pid == 0:
                _become(request, pipes)
            with contextlib.suppress(OSError):  # the child does so too
                os.setpgid(pid, pid)
            running[pid] = request.folder
            for pipe in pipes:
                os.close(pipe)
            answer: Launched | Ended = Launched(pid)
        else:
            answer = Ended(_end(request.pid))
            running.pop(request.pid, None)
            _end_orphans(set(running))
        control.sendall(msgspec.json.encode(answer) + b"\n")


def _requests(control: socket.socket) -> Iterator[tuple[Launch | End, list[int]]]:
    while True:
        text, pipes, _, _ = socket.recv_fds(control, 1 << 16, 3)
        while text and not text.endswith(b"\n"):
            more = control.recv(1 << 16)
            text = text + more if more else b""
        if not text:
            return
        yield _REQUEST.decode(text), list(pipes)


def _end(pid: int) -> int:
    """End a child and its process group; how it ended."""
    with contextlib.suppress(OSError):
        found, status = os.waitpid(pid, os.WNOHANG)
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)
        if found == 0:
            os.kill(pid, signal.SIGKILL)  # it may have left its group
            _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status)
    return 0


def _end_orphans(running: set[int]) -> None:
    """End what a bot has started and left; it may have started more meanwhile."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    for _ in range(100):
        try:
            pids = {int(text) for text in children.read_text("ascii").split()} - running
        except OSError:
            return
        if not pids:
            return
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


# -- in the new process ------------------------------------------------------------------------


def _become(request: Launch, pipes: list[int]) -> NoReturn:
    """Turn this process into the bot's."""
    try:
        die_with_parent()
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        for number, pipe in enumerate(pipes):
            os.dup2(pipe, number)
        _close_all_but(3)
        folder = Path(request.folder)
        os.chdir(folder)
        for name in ("TMPDIR", "TMP", "TEMP"):
            os.environ[name] = request.folder
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        bot = request.bot
        if isinstance(bot, BuiltInBot):
            python_seat.run_built_in_bot(bot)
        else:
            _limit(resource.RLIMIT_FSIZE, _MAX_FILE_BYTES)
            confine(folder)
            if isinstance(bot, CommandBot):
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # as a shell starts it
                os.execvp(bot.words[0], bot.words)
            sys.path[:] = request.path
            if request.check_only:
                python_seat.check(bot)
            else:
                python_seat.run_python_bot(bot)
        os._exit(0)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.write(2, f"{type(error).__name__}: {error}\n".encode(errors="replace"))
        os._exit(127)


def _close_all_but(first: int) -> None:
    """Close every file but the first few; how many there may be is a thousand million somewhere."""
    try:
        numbers = [int(entry.name) for entry in Path("/dev/fd").iterdir()]
    except OSError:
        numbers = list(range(1 << 10))
    for number in numbers:
        if number >= first:
            with contextlib.suppress(OSError):  # such as that of the folder itself
                os.close(number)


def _limit(what: int, most: int) -> None:
    """Lower a limit of this process, which may be lower already."""
    _, highest = resource.getrlimit(what)
    if highest != resource.RLIM_INFINITY:
        most = min(most, highest)
    resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    main()
