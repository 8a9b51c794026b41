"""A match in progress: its state, history and chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from hanamichi.core.audience import Event, Seat, check_viewer, event_for
from hanamichi.core.chance import Chance, Recorder, Seeded
from hanamichi.core.errors import OptionError
from hanamichi.core.game import Action, ActionT, EventT, Game, OptionsT, OutcomeT, StateT, ViewT
from hanamichi.core.names import problem_with
from hanamichi.core.record import Abandonment, MatchRecord, Move, plain


class Match(Generic[OptionsT, StateT, ActionT, EventT, ViewT, OutcomeT]):
    """One match from the deal to the end, which can write its record at any time."""

    def __init__(
        self,
        game: Game[OptionsT, StateT, ActionT, EventT, ViewT, OutcomeT],
        options: OptionsT,
        players: int | Sequence[str],
        chance: Chance | None = None,
        preset: str | None = None,
    ) -> None:
        names = self._sit_down(game, players)
        game.check(options, len(names))
        self.game = game
        self.options = options
        self.preset = preset
        self.players = names
        self._chance = Recorder(chance if chance is not None else Seeded())
        self._moves: list[Move] = []
        self.state, dealt = game.start(options, len(names), self._chance)
        self.events: list[EventT] = list(dealt)

    @staticmethod
    def _sit_down(game: Game[Any, Any, Any, Any, Any, Any], players: object) -> tuple[str, ...]:
        """The players' names, checked or filled in with defaults."""
        if isinstance(players, int):
            game.check_players(players)
            return tuple(f"Player {n + 1}" for n in range(players))
        if isinstance(players, str | bytes) or not isinstance(players, Sequence):
            raise _refused("Players are a number, or a list of their names", "players")
        game.check_players(len(players))
        for seat, name in enumerate(players):
            if (problem := problem_with(name)) is not None:
                raise _refused(problem, f"players[{seat}]")
        return tuple(players)

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; `None` at the end."""
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> OutcomeT | None:
        """How the match ended, or `None` while it is in progress."""
        return self.game.outcome(self.state)

    def legal_actions(self) -> tuple[ActionT, ...]:
        """The legal actions of the seat to act."""
        seat = self.to_act
        return () if seat is None else self.game.legal_actions(self.state, seat)

    def view(self, seat: Seat | None) -> ViewT:
        """What a seat or a spectator sees."""
        check_viewer(seat, len(self.players))
        return self.game.view(self.state, seat)

    def play(
        self, action: Action | Mapping[str, object], seat: Seat | None = None
    ) -> tuple[EventT, ...]:
        """Apply an action of a seat (by default the one to act) and return the events.

        Raises `UnparsableMove` for an action of another game, like for any other invalid input.
        """
        parsed = self.game.parse_action(action)
        check_viewer(seat, len(self.players))
        if seat is None:
            acting = self.to_act
            seat = 0 if acting is None else acting
        self.state, events = self.game.apply(self.state, seat, parsed, self._chance)
        self._moves.append(Move(seat, plain(parsed)))
        self.events.extend(events)
        return events

    def log(self, seat: Seat | None) -> list[Event]:
        """The events so far, redacted for a seat or a spectator."""
        check_viewer(seat, len(self.players))
        seen = (event_for(event, seat) for event in self.events)
        return [event for event in seen if event is not None]

    def record(self, abandoned: Abandonment | None = None) -> MatchRecord:
        """The record of the match so far."""
        outcome = self.outcome
        return MatchRecord(
            game=self.game.id,
            preset=self.preset,
            options=plain(self.options),
            players=self.players,
            chance=tuple(self._chance.draws),
            moves=tuple(self._moves),
            abandoned=abandoned,
            result=None if outcome is None else plain(outcome),
        )


def _refused(message: str, where: str) -> OptionError:
    return OptionError(message, code="options/players", where=where)
