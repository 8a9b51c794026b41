"""Bots that play Hanabi."""

from hanamichi.bots.hanabi.casual import CasualBot
from hanamichi.bots.hanabi.companion import CompanionBot
from hanamichi.bots.hanabi.expert import ExpertBot
from hanamichi.bots.hanabi.novice import NoviceBot
from hanamichi.bots.hanabi.search import SearchBot

__all__ = ["CasualBot", "CompanionBot", "ExpertBot", "NoviceBot", "SearchBot"]
