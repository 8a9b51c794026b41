"""The messages of Koi-Koi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from hanamichi.core import Seat
from hanamichi.koikoi import KoiKoiAction, KoiKoiEvent, KoiKoiView, Yaku, YakuOutlook
from hanamichi.koikoi.cards import Card as FlowerCard
from hanamichi.server.protocol.match_messages import (
    GameEntry,
    GameFrame,
    GameMessages,
    GamePosition,
    GameResult,
)


class KoiKoiAids(msgspec.Struct, frozen=True):
    """What follows from the view, worked out so that the client needs no rules."""

    outlook: tuple[tuple[YakuOutlook, ...], tuple[YakuOutlook, ...]]
    """Every yaku of the table as each side may hope for it."""
    matches: Mapping[FlowerCard, tuple[FlowerCard, ...]]
    """For each card of one's own hand: the field cards of its month."""


class KoiKoiPosition(GamePosition, frozen=True, kw_only=True, tag="koikoi"):
    """Where a match of Koi-Koi stands, for the one who receives this."""

    legal: tuple[KoiKoiAction, ...]
    view: KoiKoiView
    aids: Annotated[KoiKoiAids | None, Meta(extra={"typescript": "KoiKoiAids"})]


class KoiKoiEntry(GameEntry, frozen=True, kw_only=True, tag="koikoi"):
    """One line of the log as its reader may know it: an accepted move, or something at the table.

    `seq` rises but may skip numbers.
    """

    events: tuple[KoiKoiEvent, ...] = ()


class KoiKoiFrame(GameFrame, frozen=True, kw_only=True, tag="koikoi"):
    """A moment of a match of Koi-Koi."""

    position: KoiKoiPosition
    unseen: tuple[FlowerCard, ...]
    """The cards of which that seat could not tell where they were."""
    upcoming: tuple[FlowerCard, ...] | None
    """With everything open: the stock, the next card first."""


class KoiKoiResult(GameResult, frozen=True, kw_only=True, tag="koikoi"):
    """What a match of Koi-Koi came to; pairs are of seats 0 and 1."""

    scores: tuple[int, int]
    winners: tuple[Seat, ...]
    rounds: int
    """How many were played to their end."""
    rounds_won: tuple[int, int]
    yaku: tuple[Mapping[Yaku, int], Mapping[Yaku, int]]
    """How often each won a round with each yaku."""


class KoiKoiStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's matches of one edition of Koi-Koi."""

    preset: str
    matches: int
    won: int
    drawn: int
    lost: int
    points: int
    points_against: int
    rounds: int
    rounds_won: int


class YakuCount(msgspec.Struct, frozen=True):
    """How many rounds were won with a yaku."""

    yaku: Yaku
    rounds: int


KOIKOI_MESSAGES = GameMessages(
    prefix="KoiKoi",
    position=KoiKoiPosition,
    entry=KoiKoiEntry,
    frame=KoiKoiFrame,
    result=KoiKoiResult,
    statistics={
        "koikoi": tuple[KoiKoiStatistics, ...],
        "yaku": Annotated[tuple[YakuCount, ...], Meta(extra={"comment": "The favourite first."})],
    },
)
