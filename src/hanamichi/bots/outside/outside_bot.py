"""A bot of others behind the interface of a bot: at a table in a terminal, and on a server."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from hanamichi.bots.bot import Choice, Sight
from hanamichi.bots.outside.launch import SeatBot
from hanamichi.bots.outside.messages import Start
from hanamichi.bots.outside.seat_process import SeatFailed, SeatProcess
from hanamichi.core import Event, HanamichiError

_TIME_TO_BEGIN = 15.0
"""Seconds that a bot has at least to be ready: it may load a model."""
_LONGEST_TO_BEGIN = 60.0
"""Seconds to be ready where moves have no limit: who hangs at the start would hang unseen."""


class OutsideBotFailed(HanamichiError):
    """A bot that is not the house's own has failed; the text says how."""

    code = "bot/failed"


class OutsideBot:
    """Starts its process when it is first asked, and again after a failure or another past."""

    def __init__(self, game_id: str, name: str, bot: SeatBot, seconds: float | None = None) -> None:
        """`seconds`: how long it has for a move; None for no limit but to be ready."""
        self._game_id = game_id
        self._name = name
        self._bot = bot
        self._seconds = seconds
        self._process: SeatProcess | None = None
        self._told: list[Event] = []

    def choose(self, sight: Sight, chance: Random) -> Choice:
        """Ask the process."""
        try:
            place = self._asked(sight, chance)
        except SeatFailed as failed:
            self.close()
            raise OutsideBotFailed(f"The bot {self._name} failed: {failed.error}") from None
        return Choice(sight.legal[place])

    def _asked(self, sight: Sight, chance: Random) -> int:
        told = len(self._told)
        if self._process is None or list(sight.events[:told]) != self._told:  # moves taken back
            self._started(sight, chance)
            told = 0
        assert self._process is not None
        news: Sequence[Event] = sight.events[told:]
        place = self._process.choose(sight.view, news, sight.legal, self._seconds)
        self._told.extend(news)
        return place

    def _started(self, sight: Sight, chance: Random) -> None:
        self.close()
        view: Any = sight.view
        self._process = SeatProcess(self._bot, quiet=True)
        start = Start(
            game=self._game_id,
            preset=None,
            options=getattr(view, "options", None),
            players=getattr(view, "players", 2),
            seat=getattr(view, "seat", None),
            company=sight.company,
            seed=f"{chance.getrandbits(128):032x}",
            seconds=self._seconds,
        )
        limit = _LONGEST_TO_BEGIN if self._seconds is None else max(self._seconds, _TIME_TO_BEGIN)
        self._process.start(start, limit)

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        self._told = []
        if process is not None:
            process.close()
