"""The authority: a table and a command in, what to store and to answer out. No I/O at all."""

from __future__ import annotations

from hanamichi.server import lobby, playing
from hanamichi.server.decision import NOTHING, Actor, Context, Decision
from hanamichi.server.messages import (
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
    SetSeat,
    Sit,
    StandIn,
    Start,
    UseSeatLink,
)
from hanamichi.server.table import Table


def decide(table: Table, actor: Actor, command: ClientMessage, context: Context) -> Decision:
    """What becomes of a command; raises a `HanamichiError` with a code when it is refused."""
    match command:
        case MoveCommand():
            return playing.move(table, actor, command, context)
        case Sit():
            return lobby.sit(table, actor, command)
        case Leave() if table.status == "open":
            return lobby.leave(table, actor, command)
        case Leave():
            return playing.get_up(table, actor, command)
        case ComeBack():
            return playing.come_back(table, actor, command)
        case SetSeat():
            return lobby.set_seat(table, actor, command)
        case ChangeTable():
            return lobby.change_table(table, actor, command)
        case Start():
            return lobby.start(table, actor, command, context)
        case Propose():
            return playing.propose(table, actor, command)
        case Answer():
            return playing.answer(table, actor, command)
        case StandIn():
            return playing.stand_in(table, actor, command, context)
        case LinkSeat():
            return playing.link_seat(table, actor, command, context)
        case UseSeatLink():
            return playing.use_seat_link(table, actor, command)
        case PlayAgain():
            return playing.play_again(table, actor, command, context)
        case Note() | Hint() | Ping():
            # no part of the table: the room answers them
            return NOTHING
