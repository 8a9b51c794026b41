"""The bots that play Hanabi: the one place to add one."""

from __future__ import annotations

from hanamichi.bots.hanabi import CasualBot, CompanionBot, ExpertBot, NoviceBot, SearchBot
from hanamichi.bots.hanabi.table_limits import needs_usual_rules
from hanamichi.bots.observer import Observer
from hanamichi.bots.registry import RANDOM, SEARCHING, BotInfo, GameBots


def _observer(*, card_memory: bool) -> Observer:
    from hanamichi.bots.hanabi.hanabi_observer import HanabiObserver  # imports Numba

    return HanabiObserver(card_memory=card_memory)


HANABI_BOTS = GameBots(
    bots=(
        RANDOM,
        BotInfo("novice", "beginner", NoviceBot),
        BotInfo("casual", "casual", CasualBot),
        BotInfo("companion", "experienced", CompanionBot),
        BotInfo("expert", "expert", ExpertBot, unsupported=needs_usual_rules, compiled=True),
        BotInfo("search", "master", SearchBot, SEARCHING, needs_usual_rules, compiled=True),
    ),
    usual=("companion", "casual"),
    observer=_observer,
)
