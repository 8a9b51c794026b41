"""Why the bots moved, for people at a keyboard."""

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
    """A bot's decision: its number in the log, whose it was, and why."""

    number: int
    seat: Seat
    reason: Reason


class ReasonLog:
    """Every reason so far. A secret one waits until the match is over."""

    def __init__(self, game_id: str, names: tuple[str, ...], screen: Screen) -> None:
        self._game_id = game_id
        self._names = names
        self._screen = screen
        self._told: list[BotReason] = []

    def add(self, number: int, seat: Seat, reason: Reason | None) -> None:
        """Keep why a bot made the decision of this number."""
        if reason is not None:
            self._told.append(BotReason(number, seat, reason))

    def __bool__(self) -> bool:
        return bool(self._told)

    def so_far(self, reader: Seat, since: int) -> list[Text]:
        """What a person who plays alone with bots may know of the last decisions."""
        lines = list(self._lines(reader, [told for told in self._told if told.number >= since]))
        return lines or [Text(" " + self._screen.speech.say("cli.why.nothing"))]

    def all(self, reader: Seat | None) -> list[Text]:
        """Everything, once nothing is hidden any more."""
        return list(self._lines(reader, self._told, over=True))

    def _lines(
        self, reader: Seat | None, chosen: list[BotReason], *, over: bool = False
    ) -> Iterator[Text]:
        say, lang = self._screen.speech.say, self._screen.speech.lang
        for number, seat, reason in chosen:
            told: str | None = say("cli.why.later")
            if over or not reason.secret:
                told = words.why(
                    self._game_id,
                    reason.code,
                    reason.facts,
                    lang,
                    names=self._names,
                    reader=reader,
                )
            if told is not None:
                yield from numbered(number, [say("cli.why.said", name=self._names[seat], why=told)])
