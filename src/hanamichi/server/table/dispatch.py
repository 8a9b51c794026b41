"""Dispatch of commands: a table and a command in, the entries to store out, without any I/O."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.server.protocol.commands import (
    Answer,
    ChangeTable,
    ClientMessage,
    ComeBack,
    Hint,
    Leave,
    LinkSeat,
    MoveCommand,
    Note,
    Ping,
    PlayAgain,
    Propose,
    RevokeSeatLinks,
    SetAids,
    SetSeat,
    Sit,
    StandIn,
    Start,
    UseSeatLink,
)
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table import moves, proposals, seat_links, seating
from hanamichi.server.table.decision import MAX_ENTRIES, NOTHING, Actor, Context, Decision
from hanamichi.server.table.entries import AnyEntry, BotStoodIn, Moved, Rematched, Started, Stopped
from hanamichi.server.table.state import Table


def decide(table: Table, actor: Actor, command: ClientMessage, context: Context) -> Decision:
    """Decide about a command; raises a `HanamichiError` with a code to refuse it."""
    decision = _decide(table, actor, command, context)
    if table.seq >= MAX_ENTRIES and not _advances(table, decision.entries):
        raise Refused("frame/too-many", "Too much was done at this table; only moves go on")
    return decision


def _advances(table: Table, entries: Sequence[AnyEntry]) -> bool:
    """Whether the match advances, which gestures and proposals do not do."""
    for entry in entries:
        if isinstance(entry, Started | Stopped | Rematched):
            return True
        if isinstance(entry, BotStoodIn):
            # An absent person must not block the match, but one stand-in is enough.
            return table.seats[entry.seat].bot is None
        if isinstance(entry, Moved):
            return not table.game.is_gesture(table.game.parse_action(entry.action))
    return not entries


def _decide(table: Table, actor: Actor, command: ClientMessage, context: Context) -> Decision:
    match command:
        case MoveCommand():
            return moves.move(table, actor, command, context)
        case Sit():
            return seating.sit(table, actor, command)
        case Leave() if table.status == "open":
            return seating.leave(table, actor, command)
        case Leave():
            return moves.get_up(table, actor, command)
        case ComeBack():
            return moves.come_back(table, actor, command)
        case SetSeat():
            return seating.set_seat(table, actor, command, context)
        case ChangeTable():
            return seating.change_table(table, actor, command)
        case Start():
            return seating.start(table, actor, command, context)
        case Propose():
            return proposals.propose(table, actor, command, context)
        case Answer():
            return proposals.answer(table, actor, command, context)
        case StandIn():
            return proposals.stand_in(table, actor, command, context)
        case LinkSeat():
            return seat_links.link_seat(table, actor, command, context)
        case RevokeSeatLinks():
            return seat_links.revoke_seat_links(table, actor, command)
        case UseSeatLink():
            return seat_links.use_seat_link(table, actor, command, context)
        case PlayAgain():
            return moves.play_again(table, actor, command, context)
        case Note() | Hint() | SetAids() | Ping():
            # no change of the table: `LiveTable` answers them
            return NOTHING
