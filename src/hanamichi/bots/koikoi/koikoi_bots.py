"""The bots that play Koi-Koi: the one place to add one."""

from __future__ import annotations

from hanamichi.bots.koikoi import NoviceBot, RegularBot, SearchBot, SharpBot
from hanamichi.bots.observer import Observer
from hanamichi.bots.registry import RANDOM, SEARCHING, BotError, BotInfo, GameBots


def _observer(*, card_memory: bool) -> Observer:
    if card_memory:
        raise BotError("Only games of Hanabi keep what happened to each card", where="card_memory")
    from hanamichi.bots.koikoi.koikoi_observer import KoiKoiObserver  # imports Numba

    return KoiKoiObserver()


KOIKOI_BOTS = GameBots(
    bots=(
        RANDOM,
        BotInfo("novice", "beginner", NoviceBot),
        BotInfo("regular", "regular", RegularBot),
        BotInfo("sharp", "strong", SharpBot, compiled=True),
        BotInfo("search", "master", SearchBot, SEARCHING, compiled=True),
    ),
    usual=("regular",),
    observer=_observer,
)
