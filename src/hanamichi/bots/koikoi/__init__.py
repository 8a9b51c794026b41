"""Bots that play Koi-Koi."""

from hanamichi.bots.koikoi.regular import RegularBot

__all__ = ["RegularBot"]
