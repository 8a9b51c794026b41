"""Bots that look for what their seat may not know. A cheat that works fails a test."""

from __future__ import annotations

import gc
import inspect
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hanamichi.bots import Choice, Sight
from hanamichi.hanabi import HanabiView
from hanamichi.hanabi.state import HanabiState

SECRETS: dict[Any, Any] = {}
"""What one bot leaves for another."""


class Caught(Exception):
    """The cheat worked: the bot found something."""


def _hands(sight: Sight) -> list[Any]:
    """What the partner would like to know: the hand that only this seat sees."""
    view = sight.view
    assert isinstance(view, HanabiView)
    return [held.face for held in view.hands[1 - (view.seat or 0)]]


def _move(sight: Sight) -> Choice:
    return Choice(sight.legal[-1])


class StackWalker:
    """Looks for a state, a deck or a tournament in the frames of its callers, and everywhere."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        frame = inspect.currentframe()
        while frame is not None:
            for name, value in frame.f_locals.items():
                if isinstance(value, HanabiState) or name in ("deck", "tournament", "state"):
                    raise Caught(name)
            frame = frame.f_back
        if any(isinstance(each, HanabiState) for each in gc.get_objects()):
            raise Caught("a state in memory")
        if any(name.startswith("hanamichi.arena") for name in sys.modules):
            raise Caught("the arena is in this process")
        return _move(sight)


class ModuleState:
    """Leaves the partner's hand in a module that both import, and looks for its own there."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        assert isinstance(sight.view, HanabiView)
        seat = sight.view.seat
        if SECRETS.keys() - {seat} or getattr(random_module(), "secret", seat) != seat:
            raise Caught("the partner's words")
        SECRETS[seat] = _hands(sight)
        random_module().secret = seat
        return _move(sight)


def random_module() -> Any:
    """A module of the standard library, which every bot imports."""
    return sys.modules["random"]


class ClassAttribute:
    """The same with an attribute of its class, and with how often one was made."""

    seen: ClassVar[dict[Any, Any]] = {}
    made: ClassVar[int] = 0

    def __init__(self) -> None:
        ClassAttribute.made += 1
        if ClassAttribute.made > 1:
            raise Caught("another bot, or an earlier game")

    def choose(self, sight: Sight, chance: Random) -> Choice:
        assert isinstance(sight.view, HanabiView)
        if self.seen.keys() - {sight.view.seat}:
            raise Caught("the partner's words")
        self.seen[sight.view.seat] = _hands(sight)
        return _move(sight)


class RelativeFile:
    """Leaves a note in the current folder and in the one for temporary files."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        assert isinstance(sight.view, HanabiView)
        for folder in (Path.cwd(), Path(tempfile.gettempdir())):
            for other in folder.glob("note-*"):
                if other.name != f"note-{sight.view.seat}":
                    raise Caught(str(other))
            (folder / f"note-{sight.view.seat}").write_text(str(_hands(sight)), "utf-8")
        return _move(sight)


class AbsoluteFile:
    """Leaves a note wherever it can, and reads the folders of the other seats."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        own = Path.cwd()
        for place in (own.parent, own.parent.parent, Path("/dev/shm"), Path(__file__).parent):
            note = place / f"note-of-a-cheat-{os.getpid()}"
            try:
                note.touch()
            except OSError:
                continue
            note.unlink()
            raise Caught(f"wrote {note}")
        try:
            raise Caught(f"read {os.listdir(own.parent)}")  # noqa: PTH208
        except OSError:
            pass
        return _move(sight)


class MemoryReader:
    """Reads the memory of its parents, and tries to end them."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        parent = os.getppid()
        for name in ("mem", "environ"):
            try:
                Path(f"/proc/{parent}/{name}").open("rb").close()
            except OSError:
                continue
            raise Caught(f"opened the {name} of {parent}")
        try:
            os.kill(parent, signal.SIGUSR1)
        except OSError:
            return _move(sight)
        raise Caught(f"sent a signal to {parent}")


class Daemon:
    """Leaves a program behind that outlives the game."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        if os.fork() == 0:
            os.setsid()
            signal.pause()
        return _move(sight)


class Environment:
    """Looks for secrets of the host in its environment."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        if {"HANAMICHI_DATABASE", "PGPASSWORD"} & os.environ.keys():
            raise Caught(json.dumps(dict(os.environ)))
        return _move(sight)
