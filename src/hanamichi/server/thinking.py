"""How bots come to their moves: from a view, away from the event loop."""

from __future__ import annotations

import random

from hanamichi.bots import Choice, Sight
from hanamichi.bots.naming import read_bot
from hanamichi.server.messages import BotPace

_PAUSES: dict[BotPace, tuple[float, float]] = {
    "instant": (0.0, 0.0),
    "quick": (0.4, 0.6),
    "human": (1.2, 2.4),
}


def pause(pace: BotPace) -> float:
    """How many seconds a bot seems to think."""
    shortest, longest = _PAUSES[pace]
    return random.uniform(shortest, longest)


def choose(game_id: str, bot_id: str, sight: Sight) -> Choice:
    """The bot's choice. It gets what its seat sees; plain arguments, so any process can do this."""
    bot = read_bot(game_id, bot_id).make()
    choice = bot.choose(sight, random.Random())
    return choice if choice.action in sight.legal else Choice(random.choice(sight.legal))
