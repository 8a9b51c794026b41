"""How long bots pause before a move, so that people can follow them."""

from __future__ import annotations

import random

from hanamichi.server.protocol.commands import BotPace

_PAUSE_SECONDS: dict[BotPace, tuple[float, float]] = {
    "instant": (0.0, 0.0),
    "quick": (0.4, 0.6),
    "human": (1.2, 2.4),
}


_FEW_VIEWERS = 5
_SECONDS_PER_VIEWER = 0.0025
"""Sending a move to one viewer takes about a hundredth of it."""


def pause(pace: BotPace) -> float:
    """The least number of seconds between a bot's turn and its move."""
    shortest, longest = _PAUSE_SECONDS[pace]
    return random.uniform(shortest, longest)


def pause_for(viewers: int) -> float:
    """The same for a crowd, to each of whom every move is sent; none for a few."""
    return max(0, viewers - _FEW_VIEWERS) * _SECONDS_PER_VIEWER
