"""The messages of Lanterns."""

from __future__ import annotations

import msgspec

from hanamichi.core import Seat
from hanamichi.server.protocol.match_messages import (
    GameEntry,
    GameFrame,
    GameMessages,
    GamePosition,
    GameResult,
)
from tests.testing.lanterns import LanternsAction, LanternsEvent, LanternsView


class LanternsPosition(GamePosition, frozen=True, kw_only=True, tag="lanterns"):
    """Where a match of Lanterns stands."""

    legal: tuple[LanternsAction, ...]
    view: LanternsView
    aids: None


class LanternsEntry(GameEntry, frozen=True, kw_only=True, tag="lanterns"):
    """One line of the log."""

    events: tuple[LanternsEvent, ...] = ()


class LanternsFrame(GameFrame, frozen=True, kw_only=True, tag="lanterns"):
    """A moment of a replay."""

    position: LanternsPosition
    upcoming: tuple[int, ...] | None
    """With everything open: the stock, the next lantern first."""


class LanternsResult(GameResult, frozen=True, kw_only=True, tag="lanterns"):
    """What a match of Lanterns came to."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class LanternsStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """One's matches of one edition of Lanterns."""

    preset: str
    matches: int
    won: int
    hung: int


LANTERNS_MESSAGES = GameMessages(
    prefix="Lanterns",
    position=LanternsPosition,
    entry=LanternsEntry,
    frame=LanternsFrame,
    result=LanternsResult,
    statistics={"lanterns": tuple[LanternsStatistics, ...]},
)
