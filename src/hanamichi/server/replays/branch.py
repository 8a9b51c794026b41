"""Playing on from a moment of a replay: a new table whose first moves were made there."""

from __future__ import annotations

from hanamichi.bots.spec import read_bot
from hanamichi.core import Chance, Seat
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.replay_messages import CreateBranch
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.table.decision import Actor, require_person
from hanamichi.server.table.entries import AnyEntry, BranchPoint, Opened, TableSeat
from hanamichi.server.table.from_record import replay_moves, settings_of
from hanamichi.server.table.settings import BotPace


def branch(
    reel: MatchReplay, actor: Actor, request: CreateBranch, chance: Chance, default_pace: BotPace
) -> list[AnyEntry]:
    """The entries of the new table. From its last one on, chance is fresh."""
    person = require_person(actor)
    state = _branching_state(reel, request.ply)
    game, record, seats = reel.table.game, reel.record, len(reel.table.seats)
    if request.seat >= seats:
        raise Refused("table/seat-unknown", f"This table has no seat {request.seat}", where="seat")
    bot = read_bot(game.id, request.bot)
    bot.check(reel.table.options, seats)
    moves = [p.move for p in reel.positions if p.move is not None and p.ply <= request.ply]
    begun = replay_moves(game, reel.table.options, seats, moves, record.chance)
    if request.cards == "reshuffled":
        draws = game.redeal(begun.draws, state, request.seat, chance)
        begun = replay_moves(game, reel.table.options, seats, moves, draws)

    def table_seat(seat: Seat) -> TableSeat:
        return (
            TableSeat(person=person, name=actor.name)
            if seat == request.seat
            else TableSeat(bot=bot.id)
        )

    opened = Opened(
        host=person,
        settings=settings_of(record, request.bot_pace or default_pace),
        seats=tuple(map(table_seat, range(seats))),
        branch=BranchPoint(replay=reel.id, ply=request.ply, cards=request.cards),
    )
    return [opened, *begun.entries]


def _branching_state(reel: MatchReplay, ply: int) -> object:
    """Where to play on from, if there is anything to play there."""
    if ply > reel.plies:
        raise Refused(
            "replay/ply", f"This match has the plies 0 to {reel.plies}, and no {ply}", where="ply"
        )
    state: object = reel.state(ply)
    if reel.table.game.to_act(state) is None:
        raise Refused(
            "replay/over", "There the match is over: go back to a ply before its end", where="ply"
        )
    return state
