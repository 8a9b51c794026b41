"""How long bots seem to think, so that people can follow them."""

from __future__ import annotations

import random

from hanamichi.server.protocol.commands import BotPace

_PAUSES: dict[BotPace, tuple[float, float]] = {
    "instant": (0.0, 0.0),
    "quick": (0.4, 0.6),
    "human": (1.2, 2.4),
}


def pause(pace: BotPace) -> float:
    """So many seconds from the moment a bot is to move; if it really thinks for longer, longer."""
    shortest, longest = _PAUSES[pace]
    return random.uniform(shortest, longest)
