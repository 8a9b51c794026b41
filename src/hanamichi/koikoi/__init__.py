"""Koi-Koi: two players, 48 flower cards, every edition and every custom table."""

from hanamichi.koikoi.actions import (
    CallKoiKoi,
    Keep,
    KoiKoiAction,
    PlayCard,
    Stop,
    Swap,
    TakeCard,
)
from hanamichi.koikoi.cards import CARDS, Card, Kind, Ribbon
from hanamichi.koikoi.deal import Pattern
from hanamichi.koikoi.events import KoiKoiEvent
from hanamichi.koikoi.knowledge import YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.notation import (
    format_action,
    format_cards,
    format_event,
    format_stop,
    parse_action,
    parse_card,
)
from hanamichi.koikoi.options import (
    PRESETS,
    BothLucky,
    DealOrder,
    DrawnDealer,
    KoiKoiCalls,
    KoiKoiOptions,
    Triad,
    VoidDeals,
)
from hanamichi.koikoi.rules import KOIKOI, KoiKoi, KoiKoiMatch
from hanamichi.koikoi.scoring import (
    Ending,
    Factor,
    FactorName,
    KoiKoiOutcome,
    RoundResult,
    StopValue,
)
from hanamichi.koikoi.state import KoiKoiState, Pairing, Phase, Round
from hanamichi.koikoi.view import KoiKoiView
from hanamichi.koikoi.worlds import imagine
from hanamichi.koikoi.yaku import Yaku, YakuPoints, yaku_made

__all__ = [
    "CARDS",
    "KOIKOI",
    "PRESETS",
    "BothLucky",
    "CallKoiKoi",
    "Card",
    "DealOrder",
    "DrawnDealer",
    "Ending",
    "Factor",
    "FactorName",
    "Keep",
    "Kind",
    "KoiKoi",
    "KoiKoiAction",
    "KoiKoiCalls",
    "KoiKoiEvent",
    "KoiKoiMatch",
    "KoiKoiOptions",
    "KoiKoiOutcome",
    "KoiKoiState",
    "KoiKoiView",
    "Pairing",
    "Pattern",
    "Phase",
    "PlayCard",
    "Ribbon",
    "Round",
    "RoundResult",
    "Stop",
    "StopValue",
    "Swap",
    "TakeCard",
    "Triad",
    "VoidDeals",
    "Yaku",
    "YakuOutlook",
    "YakuPoints",
    "YakuStatus",
    "format_action",
    "format_cards",
    "format_event",
    "format_stop",
    "imagine",
    "parse_action",
    "parse_card",
    "yaku_made",
    "yaku_outlook",
]
