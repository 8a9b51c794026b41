"""What a bot is registered with, and every bot by its id."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from hanamichi.adapters import AdapterError, Facet
from hanamichi.bots.bot import Bot
from hanamichi.bots.observer import MakeObserver, Observer
from hanamichi.bots.random import RandomBot
from hanamichi.core import HanamichiError


class BotError(HanamichiError):
    """A bot that does not exist, has no such parameter, or cannot play at this table.

    Codes: `bot/unknown`, `bot/missing`, `bot/parameter`, `bot/unsupported`, `bot/outside`.
    """

    code = "bot/unknown"


class Unsupported(NamedTuple):
    """Why a bot cannot play at a table."""

    option: str
    """The option that it cannot play with, or `players`."""
    message: str
    """Why, as the end of a sentence: `its code has no room for a sixth colour`."""


Level: TypeAlias = Literal[
    "luck", "beginner", "casual", "regular", "experienced", "strong", "expert", "master", "guest"
]
"""How strong a bot is, in a word that the catalogue has in every language."""


class Parameter(NamedTuple):
    """An integer parameter of a bot, as in `search:ms=250`."""

    name: str
    default: int
    lowest: int
    highest: int

    def limited(self, max_ms: int) -> Parameter:
        """The parameter where no move may take longer than this.

        Time is bounded. A number of rollouts may take any time, so it cannot be chosen there.
        """
        most = {"ms": max(self.lowest, max_ms), "rollouts": 0}.get(self.name, self.highest)
        return self._replace(default=min(self.default, most), highest=min(self.highest, most))


def _plays_everything(_options: Any, _players: int) -> Unsupported | None:
    return None


class BotInfo(NamedTuple):
    """A bot that can be given a seat. The catalogue of words has its name and its description."""

    id: str
    level: Level
    make: Callable[..., Bot]
    """Takes its parameters by name."""
    parameters: tuple[Parameter, ...] = ()
    unsupported: Callable[[Any, int], Unsupported | None] = _plays_everything
    """Given options and the number of players: why it cannot play, or None."""
    compiled: bool = False
    """Whether it needs the compiled kernels, which take a while to make the first time."""


RANDOM = BotInfo("random", "luck", RandomBot)
"""Plays any game."""

SEARCHING = (Parameter("ms", 1000, 10, 60_000), Parameter("rollouts", 0, 0, 1_000_000))
"""How long a search may take: so many milliseconds a move, or a number of rollouts if given."""


@dataclass(frozen=True)
class GameBots:
    """The bots of one game."""

    bots: tuple[BotInfo, ...]
    """The weakest first."""
    usual: tuple[str, ...]
    """Good company for a newcomer: the first of these that can play at the table."""
    observer: MakeObserver | None = None
    """Makes what turns sights into the numbers of the kernels; None for a game without kernels."""

    def __post_init__(self) -> None:
        ids = [info.id for info in self.bots]
        if not ids:
            raise AdapterError("A game needs at least one bot; hanamichi.bots.registry.RANDOM can")
        for bot_id in ids:
            if ids.count(bot_id) > 1:
                raise AdapterError(f"The bot {bot_id!r} is listed twice", code="bot/twice")
        for bot_id in self.usual:
            if bot_id not in ids:
                raise AdapterError(f"The usual bot {bot_id!r} is not listed")


BOTS: Facet[GameBots] = Facet("bots", GameBots)


_guests: list[Callable[[str], BotInfo]] = []


def set_guests(makers: Iterable[Callable[[str], BotInfo]]) -> None:
    """Which bots of others can be seated in this process, beside those of the house."""
    _guests[:] = makers


def guests_of(game_id: str) -> list[BotInfo]:
    """The bots of others that can be seated here."""
    return [make(game_id) for make in _guests]


def bots_for(game_id: str) -> list[BotInfo]:
    """The bots of the house that play a game, the weakest first."""
    found = BOTS.find(game_id)
    return [] if found is None else list(found.bots)


def bot_by_id(game_id: str, bot_id: str) -> BotInfo:
    """A bot of a game by its id."""
    known_bots = [*bots_for(game_id), *guests_of(game_id)]
    for info in known_bots:
        if info.id == bot_id:
            return info
    known = ", ".join(info.id for info in known_bots)
    raise BotError(f"There is no bot {bot_id!r} for {game_id}; there are: {known}", where="bot")


def observer_of(game_id: str, *, card_memory: bool = False) -> Observer:
    """Turns sights of a game into the observations and action ids that environments give.

    `card_memory`: those of environments with that setting.
    """
    found = BOTS.find(game_id)
    if found is None or found.observer is None:
        raise BotError(f"{game_id} has no observations in numbers", where="game")
    return found.observer(card_memory=card_memory)
