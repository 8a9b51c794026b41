"""Bots. A bot is given what its seat sees, and answers with an action."""

from hanamichi.bots.bot import Bot, Choice, Reason, Sight
from hanamichi.bots.random import RandomBot

__all__ = ["Bot", "Choice", "RandomBot", "Reason", "Sight"]
