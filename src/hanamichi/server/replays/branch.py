"""Branches: new tables that play on from a position of a replay."""

from __future__ import annotations

from hanamichi.bots.spec import read_bot
from hanamichi.core import Chance, Seat
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.replay_messages import CreateBranch
from hanamichi.server.replays.imported_record import too_long
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.table.decision import Actor, require_person
from hanamichi.server.table.entries import AnyEntry, BranchPoint, Opened, TableSeat
from hanamichi.server.table.from_record import replay_moves, settings_of
from hanamichi.server.table.length import MAX_PLIES, check_length
from hanamichi.server.table.settings import BotPace


def branch(
    replay: MatchReplay,
    actor: Actor,
    request: CreateBranch,
    chance: Chance,
    default_pace: BotPace,
    max_ms: int | None = None,
) -> list[AnyEntry]:
    """The entries of the new table. Draws after its last move are new.

    `max_ms`: how long a bot may think about a move.
    """
    person = require_person(actor)
    state = _position_to_branch_from(replay, request.ply)
    game, record, seats = replay.table.game, replay.record, len(replay.table.seats)
    check_length(game, replay.table.options, seats)
    if request.ply > MAX_PLIES:
        raise too_long("ply")
    if request.seat >= seats:
        raise Refused("table/seat-unknown", f"This table has no seat {request.seat}", where="seat")
    bot = read_bot(game.id, request.bot, max_ms)
    bot.check(replay.table.options, seats)
    moves = [p.move for p in replay.positions if p.move is not None and p.ply <= request.ply]
    begun = replay_moves(game, replay.table.options, seats, moves, record.chance)
    if request.cards == "reshuffled":
        draws = game.redeal(begun.draws, state, request.seat, chance)
        begun = replay_moves(game, replay.table.options, seats, moves, draws)

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
        branch=BranchPoint(replay=replay.id, ply=request.ply, cards=request.cards),
    )
    return [opened, *begun.entries]


def _position_to_branch_from(replay: MatchReplay, ply: int) -> object:
    """The state to play on from, if the match is not over there."""
    if ply > replay.plies:
        raise Refused(
            "replay/ply", f"This match has the plies 0 to {replay.plies}, and no {ply}", where="ply"
        )
    state: object = replay.state(ply)
    if replay.table.game.to_act(state) is None:
        raise Refused(
            "replay/over", "There the match is over: go back to a ply before its end", where="ply"
        )
    return state
