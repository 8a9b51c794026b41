"""Bots that lose their games, each in another way."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

from hanamichi.bots import Choice, Sight
from hanamichi.hanabi import Play


class Crasher:
    """Plays two moves, then divides by zero."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, sight: Sight, rng: Random) -> Choice:
        self.moves += 1
        if self.moves > 2:
            raise ZeroDivisionError("division by zero on purpose")
        return Choice(sight.legal[-1])


class Quitter:
    """Tries to exit the whole program."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        raise SystemExit(0)


class Unborn:
    """Cannot be created."""

    def __init__(self) -> None:
        raise OSError("the model is missing")

    def choose(self, sight: Sight, rng: Random) -> Choice:
        return Choice(sight.legal[0])


class Hatching:
    """Is never made."""

    def __init__(self) -> None:
        time.sleep(600)

    def choose(self, sight: Sight, rng: Random) -> Choice:
        return Choice(sight.legal[0])


class Cheat:
    """Plays a card that is in no hand."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        return Choice(Play(49))


class Bare:
    """Forgets the Choice around its action."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        return sight.legal[0]  # type: ignore[return-value]


class Nonsense:
    """Answers with something that is not an action."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        return "a sunny day"  # type: ignore[return-value]


class Staller:
    """Never answers, and ignores exceptions."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        while True:
            try:
                time.sleep(60)
            except BaseException:
                continue


class Dier:
    """Kills its process before it answers, like a fault in compiled code."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        return Choice(sight.legal[0])


class Chatterbox:
    """Prints while it thinks."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        print("let me see")
        return Choice(rng.choice(sight.legal))


class Peeker:
    """Checks the type of what it receives."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        assert type(sight.view).__name__ in ("HanabiView", "KoiKoiView")
        return Choice(rng.choice(sight.legal))


class SetLover:
    """Chooses by the order of a set of words, which differs between processes."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        first = next(iter({str(action) for action in sight.legal}))
        return Choice(next(action for action in sight.legal if str(action) == first))


class First:
    """Always takes the first legal action: nothing but the deck decides."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        return Choice(sight.legal[0])


class Gated:
    """Plays until there are some games in a log, then waits for a file to appear."""

    def choose(self, sight: Sight, rng: Random) -> Choice:
        folder = Path(os.environ["HANAMICHI_BOT_FOLDER"])
        games = folder / "games.jsonl"
        if games.exists() and games.read_bytes().count(b"\n") > 5:
            while not (folder / "go").exists():
                time.sleep(0.01)
        return Choice(rng.choice(sight.legal))


NOT_A_BOT = 5


class Sociable:
    """Plays only beside `novice`, and fails where it is not told of them."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        assert sight.company == ("sociable", "novice")
        return Choice(sight.legal[0])
