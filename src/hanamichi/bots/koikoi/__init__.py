"""Bots that play Koi-Koi."""

from hanamichi.bots.koikoi.novice import NoviceBot
from hanamichi.bots.koikoi.regular import RegularBot
from hanamichi.bots.koikoi.search import SearchBot
from hanamichi.bots.koikoi.sharp import SharpBot

__all__ = ["NoviceBot", "RegularBot", "SearchBot", "SharpBot"]
