"""Bot specs as line-ups write them: `casual`, `search:ms=250`, `search:ms=500:rollouts=400`."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from hanamichi.bots.bot import Bot
from hanamichi.bots.registry import (
    BOTS,
    BotError,
    BotInfo,
    Parameter,
    Unsupported,
    bot_by_id,
    bots_for,
)


class BotSpec(NamedTuple):
    """A bot and the parameters it is made with."""

    game: str
    info: BotInfo
    settings: Mapping[str, int]
    """Every parameter it has."""
    remarks: tuple[str, ...] = ()
    """Sentences about values that were out of bounds."""

    @property
    def id(self) -> str:
        """The shortest spec: parameters with default values are left out."""
        changed = [
            f":{parameter.name}={self.settings[parameter.name]}"
            for parameter in self.info.parameters
            if self.settings[parameter.name] != parameter.default
        ]
        return self.info.id + "".join(changed)

    def make(self) -> Bot:
        """A new bot for a new match."""
        return self.info.make(**self.settings)

    def check(self, options: Any, players: int) -> None:
        """Raise an `UnfitBot` where it cannot play at such a table."""
        obstacle = self.info.unsupported(options, players)
        if obstacle is not None:
            other = replacement(self.game, self.info.id, options, players)
            raise UnfitBot(self.info.id, obstacle, other.id)


class UnfitBot(BotError):
    """A bot that cannot play with an option of the table, and another one that can."""

    code = "bot/unsupported"

    def __init__(self, bot_id: str, obstacle: Unsupported, instead: str) -> None:
        super().__init__(
            f"The bot {bot_id} cannot play with {obstacle.option}: {obstacle.message}; "
            f"{instead} can",
            where=obstacle.option,
        )
        self.bot_id = bot_id
        self.obstacle = obstacle
        self.instead = instead

    def __reduce__(self) -> tuple[object, ...]:
        return UnfitBot, (self.bot_id, self.obstacle, self.instead)


def read_bot(game_id: str, text: str, max_ms: int | None = None) -> BotSpec:
    """The bot of a spec. A value out of bounds is clamped, with a remark.

    `max_ms`: the most milliseconds that a bot may think about a move here; None for no limit.
    """
    bot_id, *parts = text.split(":")
    info = bot_by_id(game_id, bot_id)
    if not is_installed(info):
        raise BotError(
            f"The bot {bot_id} needs the extra hanamichi[batch], which is not installed",
            code="bot/missing",
            where="bot",
        )
    parameters = info.parameters
    if max_ms is not None:
        parameters = tuple(parameter.limited(max_ms) for parameter in parameters)
    known = {parameter.name: parameter for parameter in parameters}
    settings = {parameter.name: parameter.default for parameter in parameters}
    remarks, seen = [], set()
    for part in parts:
        name, _, value = part.partition("=")
        parameter = known.get(name)
        if parameter is None:
            raise _refused(bot_id, f"has no parameter {name!r}; {_listed(info)}")
        if name in seen:
            raise _refused(bot_id, f"is given {name} twice")
        seen.add(name)
        settings[name], remark = _within(parameter, bot_id, value)
        remarks += remark
    return BotSpec(game_id, info, settings, tuple(remarks))


def _within(parameter: Parameter, bot_id: str, value: str) -> tuple[int, list[str]]:
    digits = value.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
        raise _refused(bot_id, f"takes a whole number for {parameter.name}, not {value[:40]!r}")
    asked = int(value)
    used = min(max(asked, parameter.lowest), parameter.highest)
    if used == asked:
        return used, []
    if parameter.lowest == parameter.highest:
        bounds = " here"
    else:
        bounds = f"; it is from {parameter.lowest} to {parameter.highest}"
    return used, [f"{bot_id}: {parameter.name}={asked} is not possible{bounds}, so {used} now"]


def _refused(bot_id: str, what: str) -> BotError:
    return BotError(f"The bot {bot_id} {what}", code="bot/parameter", where="bot")


def _listed(info: BotInfo) -> str:
    if not info.parameters:
        return "it has none"
    return "it has: " + ", ".join(parameter.name for parameter in info.parameters)


def is_installed(info: BotInfo) -> bool:
    """Whether a bot has what it needs on this machine."""
    return not info.compiled or _kernels_are_installed()


@cache
def _kernels_are_installed() -> bool:
    return importlib.util.find_spec("numba") is not None


def _fits(info: BotInfo, options: Any, players: int) -> bool:
    return is_installed(info) and info.unsupported(options, players) is None


def unfit_bots(game_id: str, options: Any, players: int) -> list[UnfitBot]:
    """Every bot that cannot play at such a table, why, and who can."""
    unfit = []
    for info in filter(is_installed, bots_for(game_id)):
        try:
            read_bot(game_id, info.id).check(options, players)
        except UnfitBot as error:
            unfit.append(error)
    return unfit


def replacement(game_id: str, bot_id: str, options: Any, players: int) -> BotInfo:
    """A bot for a table where another cannot play: the next weaker one, else the next stronger."""
    known = bots_for(game_id)
    place = next((n for n, info in enumerate(known) if info.id == bot_id), None)
    if place is None:
        return usual_bot(game_id, options, players)
    candidates: list[BotInfo] = [
        *reversed(known[:place]),
        *known[place + 1 :],
    ]
    return next(info for info in candidates if _fits(info, options, players))


def usual_bot(game_id: str, options: Any, players: int) -> BotInfo:
    """The default bot for newcomers at such a table."""
    known = {info.id: info for info in bots_for(game_id)}
    for bot_id in BOTS.of(game_id).usual:
        info = known.get(bot_id)
        if info is not None and _fits(info, options, players):
            return info
    return next(info for info in known.values() if _fits(info, options, players))
