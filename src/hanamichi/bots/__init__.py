"""Bots. A bot is given what its seat sees, and answers with an action."""

from hanamichi.bots.bot import Bot, Choice, Reason, Sight
from hanamichi.bots.observer import Observed, Observer
from hanamichi.bots.random import RandomBot
from hanamichi.bots.registry import observer_of

__all__ = [
    "Bot",
    "Choice",
    "Observed",
    "Observer",
    "RandomBot",
    "Reason",
    "Sight",
    "observer_of",
]
