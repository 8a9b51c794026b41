"""Commands during the match: moves, clocks, leaving and coming back, and the rematch."""

from __future__ import annotations

from hanamichi.bots import Choice, Reason
from hanamichi.core import Recorder, Seat
from hanamichi.core.game import Action
from hanamichi.core.record import MAX_GESTURES, plain
from hanamichi.server.protocol.commands import (
    ComeBack,
    Leave,
    MoveCommand,
    PlayAgain,
)
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.decision import (
    MAX_ENTRIES,
    NOTHING,
    Actor,
    Context,
    Decision,
    NewTable,
    require_not_daily,
    require_playing,
    require_seat,
)
from hanamichi.server.table.entries import (
    Answered,
    AnyEntry,
    GotUp,
    Moved,
    Rematched,
    Renamed,
    SatAgain,
    Stopped,
)
from hanamichi.server.table.length import MAX_GESTURES_PER_PLY
from hanamichi.server.table.sealing import sealed_chance
from hanamichi.server.table.seating import rematch_of
from hanamichi.server.table.state import Play, Table, Transition


def move(table: Table, actor: Actor, command: MoveCommand, context: Context) -> Decision:
    """A move of a person. A command that was carried out before gets the same answer again."""
    seat = require_seat(table, actor)
    play = _play_of(table)
    known = play.answered.get((seat, command.id))
    if known is not None:
        return Decision(seq=known)
    require_playing(table)
    action = table.game.parse_action(bytes(command.action))
    gesture = table.game.is_gesture(action)
    if not gesture and command.ply != table.ply:
        raise Refused(
            "move/stale",
            f"This answers ply {command.ply}, and the match is at ply {table.ply}",
            where="ply",
        )
    if gesture:
        _check_gestures(table, play, seat)
    spent = 0.0
    if seat == table.clock_seat:
        spent = round(max(0.0, context.now - play.turn_began), 3)
    return _moved(table, seat, action, context, command=command.id, spent=spent)


def _check_gestures(table: Table, play: Play, seat: Seat) -> None:
    """Refuse a gesture after too many others: nothing else ends them."""
    ply, recent = table.ply, 0
    for step in reversed(play.steps):
        if step.ply != ply or not step.gesture:
            break
        recent += step.move.seat == seat
    if recent >= MAX_GESTURES_PER_PLY or len(play.steps) - ply >= MAX_GESTURES:
        raise Refused("frame/too-many", "Enough was rearranged for now; play on")


def bot_move(table: Table, seat: Seat, choice: Choice, context: Context) -> Decision:
    """A move of a bot."""
    return _moved(table, seat, choice.action, context, reason=choice.reason)


def _moved(
    table: Table,
    seat: Seat,
    action: Action,
    context: Context,
    *,
    command: str | None = None,
    spent: float = 0.0,
    reason: Reason | None = None,
) -> Decision:
    """A move that the rules accept."""
    play = _play_of(table)
    chance = context.chance
    if play.key is not None:
        chance = sealed_chance(table, play.key)
    recorder = Recorder(chance)
    state, events = table.game.apply(play.state, seat, action, recorder)
    moved = Moved(
        seat=seat,
        action=plain(action),
        draws=tuple(recorder.draws),
        command=command,
        spent=spent,
        reason=reason,
    )
    return Decision((moved,), transition=Transition(action, state, events))


def _play_of(table: Table) -> Play:
    if table.play is None:
        raise Refused("table/not-started", "The match has not started")
    return table.play


def expire(table: Table, now: float) -> Decision:
    """End the match of a player whose time has run out."""
    seat = table.clock_seat
    if seat is None:
        return NOTHING
    left = table.time_left(seat, now)
    if left is None or left > 0:
        return NOTHING
    return Decision((Stopped(reason="timeout", seat=seat),))


def end_unwatched(table: Table, since: int) -> Decision:
    """End a match of bots only, if none of them has moved since this time of day.

    They move while somebody watches.
    """
    people = any(seat.person is not None for seat in table.seats)
    if table.status != "playing" or people or table.changed >= since:
        return NOTHING
    return Decision((Stopped(reason="idle"),))


def stop_by_owner(table: Table) -> Decision:
    """End the match without a result, because the owner of the server wants it."""
    require_playing(table)
    return Decision((Stopped(reason="owner"),))


def get_up(table: Table, actor: Actor, _: Leave) -> Decision:
    """Leave the seat during the match; the person keeps it."""
    seat = require_seat(table, actor)
    if table.status == "over" or table.seats[seat].left:
        return NOTHING
    return Decision((GotUp(seat=seat),))


def come_back(table: Table, actor: Actor, _: ComeBack | None = None) -> Decision:
    """Let the person decide again."""
    seat = require_seat(table, actor)
    table_seat, proposal = table.seats[seat], table.proposal
    if table.status != "playing" or table_seat.person is None:
        return NOTHING
    entries: list[AnyEntry] = []
    if proposal is not None and proposal.about == seat:
        # Nobody is absent any more, so there is nothing to decide.
        entries.append(Answered(seat=seat, agree=False))
    if table_seat.bot is not None or table_seat.left:
        entries.append(SatAgain(seat=seat))
    return Decision(tuple(entries))


def renamed(table: Table, actor: Actor, *, by_owner: bool = False) -> Decision:
    """Change a person's name, unless the match is over.

    A table with too many entries keeps the old name, but not against the owner of the server.
    """
    names = {seat.person: seat.name for seat in table.seats}
    if actor.person is None or actor.name is None or table.status == "over":
        return NOTHING
    if table.seq >= MAX_ENTRIES and not by_owner:
        return NOTHING
    if names.get(actor.person, actor.name) == actor.name:
        return NOTHING
    return Decision((Renamed(person=actor.person, name=actor.name),))


def play_again(table: Table, actor: Actor, _: PlayAgain, context: Context) -> Decision:
    """Open the next table for the same people; later requests lead to the same table."""
    require_seat(table, actor)
    if table.status != "over":
        raise Refused("table/not-over", "Finish this match first")
    require_not_daily(table, "tomorrow there is another one")
    if table.rematch is not None:
        return NOTHING
    table_id = context.new_secret()
    rematch = NewTable(table_id, rematch_of(table, actor), actor.address)
    return Decision((Rematched(table=table_id),), rematch=rematch)
