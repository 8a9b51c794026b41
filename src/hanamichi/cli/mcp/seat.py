"""One seat of a match as tools: `view`, `legal`, `play`, `rules`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import click
import msgspec

from hanamichi import words
from hanamichi.bots import Sight
from hanamichi.catalog import AnyMatch
from hanamichi.cli.bot_choice import ChosenBot
from hanamichi.cli.mcp.tools import Found, Tool, ToolError
from hanamichi.cli.table import TerminalTable
from hanamichi.core import Action, HanamichiError, MoveError, Seat, event_for

_LINES = 200
"""Enough lines for any table."""
_NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
_MOVE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "choice": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the action in the answer of `legal`.",
        },
        "move": {
            "type": "string",
            "description": "Or the action as `legal` writes it, such as `play 3`.",
        },
    },
    "additionalProperties": False,
}


class McpSeat:
    """A seat for a language model; bots play the others, as soon as it is their turn."""

    def __init__(
        self,
        match: AnyMatch,
        seat: Seat,
        table: TerminalTable,
        bot: ChosenBot,
        seed: int | None,
    ) -> None:
        self.match = match
        self.seat = seat
        self._table = table
        others = [other for other in range(len(match.players)) if other != seat]
        table.bots = frozenset(others)
        self._bots = {other: bot.make() for other in others}
        seats = range(len(match.players))
        self._company = tuple(None if each == seat else bot.id for each in seats)
        self._rngs = {
            other: Random() if seed is None else Random(f"{seed}, bot {other}") for other in others
        }
        self._story = table.story()
        self._unread: list[str] = []
        self._tell(match.events)

    @property
    def tools(self) -> Mapping[str, Tool]:
        """What the seat can do."""
        return {
            "view": Tool(
                "What your seat can see now: the table as text and as JSON, and what has happened "
                "since you last looked. Hidden cards are not in it.",
                _NOTHING,
                self._view,
            ),
            "legal": Tool(
                "The actions you may choose now, each with its number. Empty when the match is "
                "over.",
                _NOTHING,
                self._legal,
            ),
            "play": Tool(
                "Make your move: give `choice`, a number from `legal`, or `move`, its text. The "
                "others then play until it is your turn again. Answers what has happened.",
                _MOVE,
                self._play,
                read_only=False,
            ),
            "rules": Tool("The rules of this table.", _NOTHING, self._rules),
        }

    @property
    def instructions(self) -> str:
        """What a client is told first."""
        return (
            f"You are {self._table.names[self.seat]}, seat {self.seat} (counted from 0) of "
            f"{len(self.match.players)} in a match of {self._table.title}. Read `rules` once. Then "
            "call `view` and `legal`, and make your move with `play`, until the match is over."
        )

    def advance(self) -> None:
        """Let the bots play until it is the seat's turn, or the match is over."""
        match = self.match
        while (acting := match.to_act) is not None and acting != self.seat:
            log, legal = match.log(acting), match.legal_actions()
            sight = Sight(match.view(acting), log, legal, self._company)
            choice = self._bots[acting].choose(sight, self._rngs[acting])
            self._tell(match.play(choice.action, acting))

    def _tell(self, events: Any) -> None:
        seen = [event_for(event, self.seat) for event in events]
        self._unread += self._story.tell([event for event in seen if event is not None])

    def _news(self) -> list[str]:
        news, self._unread = self._unread, []
        return news

    # -- the tools -----------------------------------------------------------------------------

    def _view(self, _arguments: dict[str, Any]) -> Found:
        news = self._news()
        view = self.match.view(self.seat)
        lines = [] if self._over() else self._table.draw(view, (), _LINES)
        ending = self._table.ending(self.match.view(None)) if self._over() else []
        drawn = [line.plain.rstrip() for line in (*lines, *ending)]
        text = "\n".join([*news, "", *drawn]).strip()
        data = {"your_turn": self._own_turn(), "over": self._over(), "news": news}
        return Found(text, {**data, "view": msgspec.to_builtins(view, str_keys=True)})

    def _legal(self, _arguments: dict[str, Any]) -> Found:
        legal = self._actions
        view = self.match.view(self.seat)
        written = [self._table.write(action, view) for action in legal]
        rows = [f"{number}: {text}" for number, text in enumerate(written)]
        actions = [
            {"choice": number, "move": text, "action": msgspec.to_builtins(action)}
            for number, (text, action) in enumerate(zip(written, legal, strict=True))
        ]
        none = self._finished() if self._over() else "It is not your turn: `play` goes on."
        return Found("\n".join(rows) or none, {"legal": actions})

    def _play(self, arguments: dict[str, Any]) -> Found:
        if self._over():
            raise ToolError(self._finished())
        if not self._own_turn():  # a bot has failed before
            self._go_on()
            raise ToolError("The others have moved meanwhile: see `view` and `legal` again.")
        action = self._chosen(arguments)
        try:
            self._tell(self.match.play(action, self.seat))
        except MoveError as error:
            view = self.match.view(self.seat)
            raise ToolError(self._table.refusal(error, self.match.game.id, view)) from None
        self._go_on()
        news = self._news()
        last = self._finished() if self._over() else "It is your turn."
        data = {"your_turn": self._own_turn(), "over": self._over(), "news": news}
        return Found("\n".join([*news, last]), {**data, "outcome": self._outcome()})

    def _go_on(self) -> None:
        try:
            self.advance()
        except HanamichiError as error:  # a bot of others has failed
            click.echo(error.message, err=True)  # it may name the client's own cards
            raise ToolError(
                f"The match cannot go on: a bot has failed ({error.code}). `play` asks it again."
            ) from None

    def _chosen(self, arguments: dict[str, Any]) -> Action:
        choice, move = arguments.get("choice"), arguments.get("move")
        if (choice is None) == (move is None):
            raise ToolError("Give either `choice`, a number from `legal`, or `move`, its text.")
        legal = self._actions
        if move is None:
            if isinstance(choice, bool) or not isinstance(choice, int):
                raise ToolError("`choice` is a whole number; `legal` lists them.")
            if not 0 <= choice < len(legal):
                raise ToolError(f"`choice` is from 0 to {len(legal) - 1}; `legal` lists them.")
            return legal[choice]
        if not isinstance(move, str) or not move.strip() or len(move) > 200:
            raise ToolError("`move` is the text of an action, as `legal` writes it.")
        try:
            action: Action = self._table.read(move, self.match.view(self.seat))
        except HanamichiError as error:
            raise ToolError(f"{error.message} `legal` lists what you may do.") from None
        return action

    def _rules(self, _arguments: dict[str, Any]) -> Found:
        match = self.match
        page = words.rules(
            match.game.id,
            match.options,
            self._table.speech.lang,
            players=len(match.players),
            preset=match.preset,
        )
        return Found(page.to_markdown())

    @property
    def _actions(self) -> tuple[Action, ...]:
        legal: tuple[Action, ...] = self.match.legal_actions() if self._own_turn() else ()
        return legal

    def _own_turn(self) -> bool:
        return self.match.to_act == self.seat

    def _over(self) -> bool:
        return self.match.to_act is None

    def _outcome(self) -> Any:
        return msgspec.to_builtins(self.match.outcome)

    def _finished(self) -> str:
        ending = self._table.ending(self.match.view(None))
        lines = [line.plain.strip() for line in ending if line.plain.strip()]
        return "\n".join(["The match is over.", *lines])
