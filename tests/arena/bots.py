"""Bots nobody would invite: each loses its games in another way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

from hanamichi.core import Action
from hanamichi.hanabi import Play


class Crasher:
    """Plays two moves, then divides by zero."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        self.moves += 1
        if self.moves > 2:
            raise ZeroDivisionError("one over nought")
        return legal[-1]


class Quitter:
    """Tries to take the whole program along."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        raise SystemExit(0)


class Unborn:
    """Cannot even be made."""

    def __init__(self) -> None:
        raise OSError("the model is missing")

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        return legal[0]


class Cheat:
    """Plays a card that nobody holds."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        return Play(49)


class Nonsense:
    """Answers with something that is no action at all."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        return "a sunny day"  # type: ignore[return-value]


class Staller:
    """Never answers, and cannot be asked to stop."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class Dier:
    """Its process is gone before it answers, as with a fault in compiled code."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        os.kill(os.getpid(), signal.SIGKILL)
        return legal[0]


class Chatterbox:
    """Prints while it thinks."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        print("let me see")
        return chance.choice(legal)


class Peeker:
    """Notes what kind of thing it is shown."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        assert type(view).__name__ in ("HanabiView", "KoiKoiView")
        return chance.choice(legal)


class SetLover:
    """Chooses by the order of a set of words, which differs between processes."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        first = next(iter({str(action) for action in legal}))
        return next(action for action in legal if str(action) == first)


class First:
    """Always takes the first legal action: nothing but the deck decides."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        return legal[0]


class Gated:
    """Plays until there are some games in a log, then waits for a file to appear."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        folder = Path(os.environ["HANAMICHI_TEST_FOLDER"])
        games = folder / "games.jsonl"
        if games.exists() and games.read_bytes().count(b"\n") > 5:
            (folder / "waiting").touch()
            while not (folder / "go").exists():
                time.sleep(0.01)
        return chance.choice(legal)


NOT_A_BOT = 5
