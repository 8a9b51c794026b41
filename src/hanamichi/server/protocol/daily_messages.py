"""The bodies of HTTP requests and responses about the deal of the day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hanamichi.server.protocol.messages import GameId
from hanamichi.server.protocol.replay_messages import MatchResult


class DailyGame(msgspec.Struct, frozen=True):
    """One's own match of a deal."""

    table: str
    """The id of its table."""
    replay: str | None
    """The id of its replay, when it is over."""
    result: MatchResult | None
    """How it ended, when it is over."""
    named: bool
    """Whether one's nickname is shown in the list of results."""


class DailyResult(msgspec.Struct, frozen=True):
    """A finished match in the list of results."""

    name: str | None
    """None for somebody who is not named."""
    you: bool
    points: int
    """By which the list is sorted: the score in Hanabi, the lead in Koi-Koi."""
    result: MatchResult
    replay: str


class DailyDeal(msgspec.Struct, frozen=True, kw_only=True):
    """The same cards for everybody on this server, by the rules of one edition, for one day."""

    day: str
    """As `2026-11-16`, in UTC."""
    ends: int
    """When the day is over, in milliseconds since 1970."""
    game: GameId
    preset: str
    players: int
    bots: tuple[str, ...]
    """Who plays with you, or against you."""
    seal: str
    """The hash of the key that decides the cards, published the day before."""
    key: str | None
    """The key itself, when the day is over."""
    finished: int
    """How many have played it to its end."""
    mine: DailyGame | None
    results: tuple[DailyResult, ...] | None
    """The best first; None until you have played it, or the day is over."""


class DailyDeals(msgspec.Struct, frozen=True):
    """The deals of a day, without lists of results, and the seals of the next."""

    day: str
    ends: int
    deals: tuple[DailyDeal, ...]
    next_seals: Mapping[str, str]
    """By edition."""


class DailyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one's nickname is shown in the list of results."""

    named: bool


class OthersChoice(msgspec.Struct, frozen=True):
    """What some of the others did."""

    action: Mapping[str, Any]
    count: int


class OthersPly(msgspec.Struct, frozen=True):
    """What the others did in the same position."""

    ply: int
    choices: tuple[OthersChoice, ...]
    """The most frequent first."""


class OthersPlay(msgspec.Struct, frozen=True):
    """How others played the same deal, as long as their matches were the same as this one."""

    matches: int
    """How many others there are."""
    plies: tuple[OthersPly, ...]


REQUEST_BODIES = (DailyName,)
RESPONSE_BODIES = (DailyDeals, DailyDeal, OthersPlay)
