"""The reasons of bots for their moves, shown to players in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.text import Text

from hanamichi import words
from hanamichi.bots import Reason
from hanamichi.cli.screen import Screen
from hanamichi.cli.text_layout import numbered
from hanamichi.core import Seat


class BotReason(NamedTuple):
    """Why a bot made a decision, with the decision's number in the log."""

    number: int
    seat: Seat
    reason: Reason


class ReasonLog:
    """The reasons so far. Secret ones are shown only after the match."""

    def __init__(self, game_id: str, names: tuple[str, ...], screen: Screen) -> None:
        self._game_id = game_id
        self._names = names
        self._screen = screen
        self._reasons: list[BotReason] = []

    def add(self, number: int, seat: Seat, reason: Reason | None) -> None:
        """Add the reason for a decision."""
        if reason is not None:
            self._reasons.append(BotReason(number, seat, reason))

    def __bool__(self) -> bool:
        return bool(self._reasons)

    def so_far(self, reader: Seat, since: int) -> list[Text]:
        """The reasons since a decision that a single player may read during the match."""
        lines = list(self._lines(reader, [each for each in self._reasons if each.number >= since]))
        return lines or [Text(" " + self._screen.speech.say("cli.why.nothing"))]

    def all(self, reader: Seat | None) -> list[Text]:
        """All reasons, for after the match."""
        return list(self._lines(reader, self._reasons, over=True))

    def _lines(
        self, reader: Seat | None, reasons: list[BotReason], *, over: bool = False
    ) -> Iterator[Text]:
        say, lang = self._screen.speech.say, self._screen.speech.lang
        for number, seat, reason in reasons:
            text: str | None = say("cli.why.later")
            if over or not reason.secret:
                text = words.why(
                    self._game_id,
                    reason.code,
                    reason.facts,
                    lang,
                    names=self._names,
                    reader=reader,
                )
            if text is not None:
                yield from numbered(number, [say("cli.why.said", name=self._names[seat], why=text)])
