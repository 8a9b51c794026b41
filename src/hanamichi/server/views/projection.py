"""The projection of a table for each seat and each spectator: every message is made here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hanamichi.bots import Reason
from hanamichi.bots.spec import UnfitBot
from hanamichi.catalog import preset_by_id
from hanamichi.core import Event, HanamichiError, MoveError, Seat, event_for
from hanamichi.core.record import Abandonment, MatchRecord, Seal, plain
from hanamichi.core.seal import commitment_of
from hanamichi.server.protocol.commands import Aids
from hanamichi.server.protocol.errors import retry_after
from hanamichi.server.protocol.http_bodies import TableSummary
from hanamichi.server.protocol.match_messages import MESSAGES, ClockState
from hanamichi.server.protocol.messages import (
    ClaimProposal,
    EndProposal,
    LogEntry,
    Position,
    Proposal,
    Refusal,
    SeatInfo,
    Snapshot,
    StandInProposal,
    TableInfo,
    TakeBackProposal,
    You,
)
from hanamichi.server.table.absence import Presence, is_absent, waits_until
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import TableSeat
from hanamichi.server.table.lessons import lesson_progress
from hanamichi.server.table.proposals import deciders
from hanamichi.server.table.result import replay_id
from hanamichi.server.table.state import LogItem, Table
from hanamichi.server.views.catalog import unfit_bots
from hanamichi.server.views.game_views import VIEWS
from hanamichi.server.views.table_messages import (
    branch_message,
    clock_message,
    ending_message,
    event_message,
    lesson_message,
)


def seat_infos(table: Table, presence: Presence, at: int) -> tuple[SeatInfo, ...]:
    """The seats of a table: public information only."""
    return tuple(
        SeatInfo(
            seat=seat,
            kind=_kind(table_seat),
            name=table_seat.name if table_seat.person is not None else table_seat.bot,
            bot=table_seat.bot,
            host=table_seat.person is not None and table_seat.person == table.host,
            connected=table_seat.person is None or presence.is_connected(table_seat),
            absent=is_absent(table, seat, presence, at),
            absent_at=waits_until(table, seat, presence),
            warming=table_seat.bot is not None
            and table_seat.bot.partition(":")[0] in presence.cold,
        )
        for seat, table_seat in enumerate(table.seats)
    )


def _kind(seat: TableSeat) -> Any:
    if seat.person is not None:
        return "person"
    return "open" if seat.bot is None else "bot"


def table_info(table: Table, presence: Presence, at: int) -> TableInfo:
    """Everything about the table but the match."""
    settings = table.settings
    _, preset = preset_by_id(settings.preset)
    base = plain(preset.options)
    watching = [person for person in presence.connected if table.seat_of(person) is None]
    return TableInfo(
        id=table.id,
        game=settings.game,
        preset=settings.preset,
        options=settings.options,
        changed=tuple(name for name, value in settings.options.items() if value != base[name]),
        status=table.status,
        listed=settings.listed,
        bot_pace=settings.bot_pace,
        unfit_bots=unfit_bots(settings.game, table.options, len(table.seats)),
        clock=clock_message(settings.clock),
        seats=seat_infos(table, presence, at),
        spectators=len(watching) + presence.strangers,
        proposal=_proposal(table, presence, at),
        ending=ending_message(table.ending),
        unrated=table.unrated,
        rematch=table.rematch,
        daily=table.daily,
        lesson=lesson_message(lesson_progress(table)),
        seal=_seal(table),
        replay=replay_id(table.id) if table.status == "over" else None,
        branch=branch_message(table.branch),
        created=table.created,
    )


def info_differs(before: Table, after: Table) -> bool:
    """Whether `table_info` has changed; after most moves it has not."""
    if after.lesson is None and _same_except_state(before, after):
        return False
    return _info_fields(before) != _info_fields(after)


def _same_except_state(before: Table, after: Table) -> bool:
    """Whether only the state of the match has changed."""
    return (
        before.seats is after.seats
        and before.settings is after.settings
        and before.proposal is after.proposal
        and before.ending is after.ending
        and before.rematch is after.rematch
        and before.host is after.host
        and before.play is not None
        and after.play is not None
        and before.play.key is after.play.key
        and before.play.showed_hidden == after.play.showed_hidden
        and before.play.stood_in == after.play.stood_in
    )


def _info_fields(table: Table) -> tuple[object, ...]:
    """Everything in a table that `table_info` reads and that can change."""
    return (
        table.status,
        table.settings,
        table.host,
        table.seats,
        table.proposal,
        table.ending,
        table.unrated,
        table.rematch,
        lesson_progress(table),
        None if table.play is None else table.play.key,
    )


def _seal(table: Table) -> str | None:
    key = None if table.play is None else table.play.key
    return None if key is None else commitment_of(key)


def _proposal(table: Table, presence: Presence, at: int) -> Proposal | None:
    proposal = table.proposal
    if proposal is None:
        return None
    seat, ply, about, bot = proposal.seat, proposal.ply, proposal.about, proposal.bot
    waiting = tuple(sorted(deciders(table, proposal.what, presence, at) - proposal.agreed))
    match proposal.what:
        case "take-back":
            return TakeBackProposal(seat, ply, waiting, table.costs_rating(ply))
        case "end-match":
            return EndProposal(seat, waiting)
        case "claim-win":
            assert about is not None
            return ClaimProposal(seat, about, waiting)
        case "stand-in":
            assert about is not None
            assert bot is not None
            return StandInProposal(seat, about, bot, waiting)


def summary(table: Table, presence: Presence, at: int) -> TableSummary:
    """The table in a list; the caller adds whose turn it is."""
    return TableSummary(
        id=table.id,
        game=table.settings.game,
        preset=table.settings.preset,
        status=table.status,
        seats=seat_infos(table, presence, at),
        clock=clock_message(table.settings.clock),
        created=table.created,
        changed=table.changed,
        your_turn=False,
    )


def you(table: Table, actor: Actor) -> You:
    """The role of a client at the table."""
    seat = table.seat_of(actor.person)
    name = actor.name if seat is None else table.seats[seat].name
    is_host = actor.person is not None and actor.person == table.host
    is_owner = seat is not None and table.seats[seat].person == actor.person
    devices = len(table.seats[seat].devices) if seat is not None and is_owner else None
    return You(seat, is_host, name, devices)


def position(table: Table, seat: Seat | None, now: float, *, aids: Aids = "all") -> Position | None:
    """The position for a seat or a spectator; only the seat to act gets the legal actions."""
    if table.play is None:
        return None
    game, to_act = table.game, table.to_act
    view = game.view(table.play.state, seat)
    legal: tuple[Any, ...] = ()
    if seat is not None and seat == to_act:
        legal = game.legal_actions(table.play.state, seat)
    return position_of(
        game.id,
        view,
        seq=table.log[-1].seq,
        to_act=to_act,
        legal=legal,
        clock=clock_state(table, now),
        aids=aids,
    )


def position_of(
    game_id: str,
    view: Any,
    *,
    seq: int,
    to_act: Seat | None,
    legal: tuple[Any, ...] = (),
    clock: ClockState | None = None,
    aids: Aids = "all",
) -> Position:
    """A view with its aids, as far as they are wanted."""
    return VIEWS.of(game_id).position(
        view, seq=seq, to_act=to_act, legal=legal, clock=clock, aids=aids
    )


def clock_state(table: Table, now: float) -> ClockState | None:
    """The time left on the clocks, if the table has clocks."""
    if table.settings.clock is None:
        return None
    left = [table.time_left(seat, now) for seat in range(len(table.seats))]
    remaining = tuple(round(max(0.0, seconds), 1) for seconds in left if seconds is not None)
    return ClockState(remaining, table.clock_seat) if remaining else None


def items_after(table: Table, after: int) -> tuple[LogItem, ...]:
    """The log after a place in it, not redacted."""
    log = table.log
    first = len(log)
    while first and log[first - 1].seq > after:
        first -= 1
    return log[first:]


def log(table: Table, seat: Seat | None, after: int = 0) -> tuple[LogEntry, ...]:
    """The log after a place in it, redacted for this reader."""
    return tuple(entry_for(table, item, seat) for item in items_after(table, after))


def entry_for(table: Table, item: LogItem, seat: Seat | None) -> LogEntry:
    """One log entry, redacted for this reader."""
    return line(
        table, item, [event_for(event, seat) for event in item.events], _why(table, item, seat)
    )


def reasons(table: Table, seat: Seat | None) -> dict[int, Reason]:
    """The reasons of bots that a reader may know now."""
    told = ((item.seq, _why(table, item, seat)) for item in table.log)
    return {seq: why for seq, why in told if why is not None}


def _why(table: Table, item: LogItem, seat: Seat | None) -> Reason | None:
    """Any reason after the end; before, only a harmless one, to a person alone with bots."""
    reason = item.reason
    if reason is None or table.status == "over":
        return reason
    alone = seat is not None and seat == table.practice_seat
    return reason if alone and not reason.secret else None


def line(table: Table, item: LogItem, seen: Sequence[Event | None], why: Reason | None) -> LogEntry:
    """One log entry with the events, and the reason, that its reader may know."""
    events = tuple(event for event in seen if event is not None)
    return MESSAGES.of(table.settings.game).entry(
        seq=item.seq,
        at=item.at,
        ply=item.ply,
        seat=item.seat,
        events=events,
        table=event_message(item.table),
        why=why,
    )


def snapshot(
    table: Table,
    actor: Actor,
    presence: Presence,
    notes: dict[str, str],
    seen: int,
    *,
    now: float,
    at: int,
    aids: Aids = "all",
) -> Snapshot:
    """The whole table, with the part of the log that the reader has not received.

    `now` is in monotonic seconds, `at` in milliseconds since 1970.
    """
    seat = table.seat_of(actor.person)
    # A place that is not in this log belongs to another table: then the whole log is sent.
    since = seen if any(item.seq == seen for item in table.log) else 0
    return Snapshot(
        table=table_info(table, presence, at),
        you=you(table, actor),
        now=at,
        position=position(table, seat, now, aids=aids),
        log=log(table, seat, since),
        since=since,
        notes=notes,
    )


def record(table: Table) -> MatchRecord:
    """The record of the finished match."""
    play, ending = table.play, table.ending
    assert play is not None
    assert ending is not None
    outcome = table.game.outcome(play.state)
    abandoned = None
    if ending.reason != "rules":
        reason = "terminated" if ending.reason == "owner" else ending.reason
        abandoned = Abandonment(reason, ending.seat)
    return MatchRecord(
        game=table.settings.game,
        preset=table.settings.preset,
        options=table.settings.options,
        players=table.players,
        chance=(*play.opening, *(draw for step in play.steps for draw in step.draws)),
        moves=tuple(step.move for step in play.steps),
        abandoned=abandoned,
        takebacks=play.takebacks or None,
        result=None if outcome is None else plain(outcome),
        seal=None if play.key is None else _opened_seal(table, play.key),
        source=None if table.branch is None else {"site": "hanamichi", **plain(table.branch)},
    )


def _opened_seal(table: Table, key: str) -> Seal:
    return Seal(commitment_of(key), key, "moves" if table.daily is None else "draws")


def refusal(error: HanamichiError, command_id: str | None, here: Position | None = None) -> Refusal:
    """An error as a message."""
    wait = retry_after(error)
    return Refusal(
        code=error.code,  # type: ignore[arg-type]  # a test keeps every code in the wire's list
        message=error.message,
        id=command_id,
        where=error.where,
        position=here,
        instead=error.instead if isinstance(error, UnfitBot) else None,
        why=_why_refused(error),
        retry_after=msgspec.UNSET if wait is None else wait,
    )


def _why_refused(error: HanamichiError) -> Reason | None:
    if not isinstance(error, MoveError) or error.reason is None:
        return None
    return Reason(error.reason, error.facts)


_ENCODER = msgspec.json.Encoder()


def encode(message: msgspec.Struct) -> bytes:
    """A message as the frame that carries it."""
    return _ENCODER.encode(message)
