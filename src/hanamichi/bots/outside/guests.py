"""Bots of others that the owner of a server offers at its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hanamichi.bots.bot import Bot
from hanamichi.bots.outside.launch import OutsideBot as Source
from hanamichi.bots.outside.launch import PythonBot
from hanamichi.bots.outside.outside_bot import OutsideBot
from hanamichi.bots.outside.seat_process import check_python_bot
from hanamichi.bots.outside.sources import read_source
from hanamichi.bots.registry import BotError, BotInfo, set_guests

_IMPORT_SECONDS = 60.0


@dataclass(frozen=True)
class Guest:
    """A bot of others, and how long it may think. Called with a game, it is a bot of that game."""

    name: str
    source: Source
    seconds: float | None

    def __call__(self, game_id: str) -> BotInfo:
        def make() -> Bot:
            return OutsideBot(game_id, self.name, self.source, self.seconds)

        return BotInfo(self.name, "guest", make)


def invite(definitions: Mapping[str, str], seconds: float | None) -> tuple[Guest, ...]:
    """The guests of a server by the names that it gives them; all of them can be started."""
    guests = tuple(Guest(name, read_source(text), seconds) for name, text in definitions.items())
    for guest in guests:
        check_source(guest.source)
    set_guests(guests)
    return guests


def check_source(source: Source) -> None:
    """Raise for a Python bot that cannot be imported, or is none."""
    if isinstance(source, PythonBot):
        problem = check_python_bot(source, _IMPORT_SECONDS).problem
        if problem is not None:
            raise BotError(f"There is no bot {source.reference!r}: {problem}", code="bot/outside")
