"""Lanterns in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text

from hanamichi.cli.table import Story, TerminalTable
from hanamichi.core import Action, Event, UnparsableMove
from tests.testing.lanterns import (
    Hang,
    Hung,
    LanternsAction,
    LanternsView,
    Pass,
    Passed,
    Taken,
)


class LanternsStory(Story):
    """One sentence for each event that the reader may know something about."""

    def __init__(self, table: LanternsTerminal) -> None:
        self._table = table

    def tell(self, events: Sequence[Event]) -> list[str]:
        return [line for event in events if (line := self._sentence(event)) is not None]

    def _sentence(self, event: Event) -> str | None:
        say, name = self._table.say, self._table.name
        match event:
            case Taken(seat=seat, lanterns=lanterns) if lanterns:
                return say("takes", name=name(seat), lanterns=" ".join(map(str, lanterns)))
            case Hung(seat=seat, lantern=lantern):
                return say("hangs", name=name(seat), lantern=lantern)
            case Passed(seat=seat):
                return say("passes", name=name(seat))
            case _:
                return None


class LanternsTerminal(TerminalTable):
    """What hangs, and one's own hand."""

    english_commands: ClassVar[frozenset[str]] = frozenset({"hang", "pass"})

    def say(self, key: str, **values: str | int) -> str:
        """A message of the terminal table."""
        return self.speech.say(f"lanterns.terminal.{key}", **values)

    def story(self) -> LanternsStory:
        return LanternsStory(self)

    def draw(self, view: LanternsView, news: Sequence[str], height: int) -> list[Text]:
        hung = " ".join(str(lantern) for _, lantern in view.hung) or "–"
        lines = [
            Text(f" {self.title}", "bold"),
            Text(" " + self.say("stock", count=view.stock)),
            Text(" " + self.say("hung", lanterns=hung)),
            *(
                Text(" " + self.say("hand", name=self.names[seat], lanterns=_lanterns(view, seat)))
                for seat in range(len(view.hands))
            ),
        ]
        return [*lines, *(Text(f" {line}", "dim") for line in news[: height - len(lines)])]

    def notice(self, view: LanternsView) -> list[str]:
        return []

    def legend(self, view: LanternsView) -> list[str]:
        return [self.say("legend")]

    def examples(self, view: LanternsView, legal: Sequence[Action]) -> list[str]:
        return [self.write(action, view) for action in legal]

    def write(self, action: Action, view: LanternsView) -> str:
        return f"hang {action.lantern}" if isinstance(action, Hang) else "pass"

    def help(self, view: LanternsView) -> list[tuple[str, str]]:
        return [("hang 7", self.say("help.hang")), ("pass", self.say("help.pass"))]

    def parse_move(self, text: str, view: LanternsView) -> LanternsAction:
        match text.split():
            case ["pass"]:
                return Pass()
            case ["hang", number] if number.isdecimal():
                return Hang(int(number))
            case _:
                raise UnparsableMove(self.say("unknown"))

    def interlude(self, events: Sequence[Event], told: Sequence[str]) -> list[Text]:
        return []

    def ending(self, view: LanternsView) -> list[Text]:
        counts = [sum(owner == seat for owner, _ in view.hung) for seat in range(len(view.hands))]
        return [
            Text(" " + self.say("score", name=name, count=count))
            for name, count in zip(self.names, counts, strict=True)
        ]

    def vocabulary(self) -> dict[str, str]:
        return {}


def _lanterns(view: LanternsView, seat: int) -> str:
    hand = view.hands[seat]
    return " ".join(["?"] * view.hand_sizes[seat] if hand is None else map(str, hand)) or "–"
