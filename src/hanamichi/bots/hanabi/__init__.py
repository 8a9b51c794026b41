"""Bots that play Hanabi."""

from hanamichi.bots.hanabi.casual import CasualBot
from hanamichi.bots.hanabi.expert import ExpertBot

__all__ = ["CasualBot", "ExpertBot"]
