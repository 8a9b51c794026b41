"""Every bot by name: the one place to add one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from hanamichi.bots.bot import Bot
from hanamichi.bots.hanabi import CasualBot, CompanionBot, ExpertBot, SearchBot
from hanamichi.bots.hanabi import NoviceBot as HanabiNoviceBot
from hanamichi.bots.koikoi import NoviceBot, RegularBot, SharpBot
from hanamichi.bots.koikoi import SearchBot as KoiKoiSearchBot
from hanamichi.bots.random import RandomBot
from hanamichi.core import HanamichiError


class BotError(HanamichiError):
    """A bot that does not exist, cannot be made so, or cannot play at this table.

    Codes: `bot/unknown`, `bot/missing`, `bot/parameter`, `bot/unsupported`.
    """

    code = "bot/unknown"


class Unsupported(NamedTuple):
    """What keeps a bot from playing at a table."""

    option: str
    """The option that it cannot play with, or `players`."""
    message: str
    """Why, as the end of a sentence: `its code has no room for a sixth colour`."""


Level: TypeAlias = Literal[
    "luck", "beginner", "casual", "regular", "experienced", "strong", "expert", "master"
]
"""How strong a bot is, in a word that the catalogue has in every language."""


class Parameter(NamedTuple):
    """A whole number that a bot can be made with, as in `search:ms=250`."""

    name: str
    default: int
    lowest: int
    highest: int


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
    """What of these options, for so many players, it cannot play with."""
    compiled: bool = False
    """Whether it needs the compiled kernels, which take a while to make the first time."""


_RANDOM = BotInfo("random", "luck", RandomBot)

SEARCHING = (Parameter("ms", 1000, 10, 60_000), Parameter("rollouts", 0, 0, 1_000_000))
"""How long a search may take: so many milliseconds a move, or a number of rollouts if given."""

# Weakest first.
_BOTS: dict[str, list[BotInfo]] = {
    "hanabi": [
        _RANDOM,
        BotInfo("novice", "beginner", HanabiNoviceBot),
        BotInfo("casual", "casual", CasualBot),
        BotInfo("companion", "experienced", CompanionBot),
        BotInfo("expert", "expert", ExpertBot, compiled=True),
        BotInfo("search", "master", SearchBot, SEARCHING, compiled=True),
    ],
    "koikoi": [
        _RANDOM,
        BotInfo("novice", "beginner", NoviceBot),
        BotInfo("regular", "regular", RegularBot),
        BotInfo("sharp", "strong", SharpBot, compiled=True),
        BotInfo("search", "master", KoiKoiSearchBot, SEARCHING, compiled=True),
    ],
}


def bots_for(game_id: str) -> list[BotInfo]:
    """The bots that play a game, the weakest first."""
    return list(_BOTS.get(game_id, ()))


def bot_by_id(game_id: str, bot_id: str) -> BotInfo:
    """A bot of a game by its id."""
    for info in bots_for(game_id):
        if info.id == bot_id:
            return info
    known = ", ".join(info.id for info in bots_for(game_id))
    raise BotError(f"There is no bot {bot_id!r} for {game_id}; there are: {known}", where="bot")
