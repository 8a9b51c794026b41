"""Bots that play Koi-Koi."""

from hanamichi.bots.koikoi.novice import NoviceBot
from hanamichi.bots.koikoi.regular import RegularBot

__all__ = ["NoviceBot", "RegularBot"]
