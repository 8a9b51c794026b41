"""Bots that play Hanabi."""

from hanamichi.bots.hanabi.casual import CasualBot

__all__ = ["CasualBot"]
