"""The bots that play Koi-Koi: the one place to add one."""

from __future__ import annotations

from hanamichi.bots.koikoi import NoviceBot, RegularBot, SearchBot, SharpBot
from hanamichi.bots.registry import RANDOM, SEARCHING, BotInfo, GameBots

KOIKOI_BOTS = GameBots(
    bots=(
        RANDOM,
        BotInfo("novice", "beginner", NoviceBot),
        BotInfo("regular", "regular", RegularBot),
        BotInfo("sharp", "strong", SharpBot, compiled=True),
        BotInfo("search", "master", SearchBot, SEARCHING, compiled=True),
    ),
    usual=("regular",),
)
