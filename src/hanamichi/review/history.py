"""A finished match as one seat lived through it: all that its review may use."""

from __future__ import annotations

from typing import Any, NamedTuple

from hanamichi.bots.bot import Sight
from hanamichi.catalog import game_by_id
from hanamichi.core import Action, Event, MatchRecord, Seat, event_for, replay
from hanamichi.core.record import options_of


class SeenPly(NamedTuple):
    """A position, as the seat saw it when it was there."""

    ply: int
    actor: Seat
    """Who decides."""
    sight: Sight
    """What the seat sees and was sent until now; its legal actions only in its own turn."""
    action: Action | None
    """What the seat does; None where another seat decides, or the match was abandoned."""


class SeatHistory(NamedTuple):
    """All decisions of a match before its end, when hands are opened."""

    game: str
    options: Any
    players: int
    seat: Seat
    company: tuple[str | None, ...]
    """The bot of each seat, as in `search:ms=250`; None for a person."""
    plies: tuple[SeenPly, ...]
    ending: tuple[Event, ...] = ()
    """What the seat was sent after the last ply: how its decision turned out, and the end."""

    @property
    def own(self) -> tuple[SeenPly, ...]:
        """The seat's own decisions."""
        return tuple(each for each in self.plies if each.action is not None)


def history_of(
    record: MatchRecord, seat: Seat, company: tuple[str | None, ...] | None = None
) -> SeatHistory:
    """What a seat saw in the match of a record; raises `RecordError` where that is none."""
    game = game_by_id(record.game)
    positions = list(replay(game, record))
    events: list[Event] = []
    plies: list[SeenPly] = []
    for place, position in enumerate(positions):
        seen = (event_for(event, seat) for event in position.events)
        events += [event for event in seen if event is not None]
        actor = game.to_act(position.state)
        if actor is None:
            break
        move = positions[place + 1].move if place + 1 < len(positions) else None
        action = None if move is None else game.parse_action(move.action)
        if action is not None and game.is_gesture(action):
            continue  # the same ply comes again, with the hand rearranged
        own = actor == seat
        legal = game.legal_actions(position.state, seat) if own else ()
        sight = Sight(game.view(position.state, seat), tuple(events), legal)
        plies.append(SeenPly(position.ply, actor, sight, action if own else None))
    seen_before = len(plies[-1].sight.events) if plies else 0
    players = len(record.players)
    return SeatHistory(
        game.id,
        options_of(game, record),
        players,
        seat,
        company or (None,) * players,
        tuple(plies),
        tuple(events[seen_before:]),
    )
