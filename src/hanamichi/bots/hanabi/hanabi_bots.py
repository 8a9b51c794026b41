"""The bots that play Hanabi: the one place to add one."""

from __future__ import annotations

from hanamichi.bots.hanabi import CasualBot, CompanionBot, ExpertBot, NoviceBot, SearchBot
from hanamichi.bots.observer import Observer
from hanamichi.bots.registry import RANDOM, SEARCHING, BotInfo, GameBots


def _observer() -> Observer:
    from hanamichi.bots.hanabi.hanabi_observer import HanabiObserver  # imports Numba

    return HanabiObserver()


HANABI_BOTS = GameBots(
    bots=(
        RANDOM,
        BotInfo("novice", "beginner", NoviceBot),
        BotInfo("casual", "casual", CasualBot),
        BotInfo("companion", "experienced", CompanionBot),
        BotInfo("expert", "expert", ExpertBot, compiled=True),
        BotInfo("search", "master", SearchBot, SEARCHING, compiled=True),
    ),
    usual=("companion", "casual"),
    observer=_observer,
)
