"""Commands before the start: opening a table, taking seats, settings and the start itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from hanamichi.bots.spec import UnfitBot, read_bot
from hanamichi.catalog import game_by_id, preset_by_id
from hanamichi.core import Recorder, Seat, build_options
from hanamichi.core.record import plain
from hanamichi.server.protocol.commands import (
    BotSeat,
    ChangeTable,
    Clock,
    CreateTable,
    Leave,
    MySeat,
    OpenSeat,
    SeatPlan,
    SetSeat,
    Sit,
    Start,
)
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.decision import (
    NOTHING,
    Actor,
    Context,
    Decision,
    require_host,
    require_open,
    require_person,
    require_seat,
    seat_at,
)
from hanamichi.server.table.entries import (
    AnyEntry,
    Opened,
    Rearranged,
    Reset,
    Started,
    TableSeat,
)
from hanamichi.server.table.identity import is_nobody
from hanamichi.server.table.length import check_length
from hanamichi.server.table.sealing import sealed_chance
from hanamichi.server.table.settings import BotPace, ClockSettings, TableSettings
from hanamichi.server.table.state import Table

_OPEN = TableSeat()


def settings_of(
    preset_id: str,
    changes: Mapping[str, Any],
    players: int,
    *,
    listed: bool,
    clock: ClockSettings | None,
    bot_pace: BotPace,
) -> TableSettings:
    """Checked settings; options that do not fit are refused with a sentence."""
    game, preset = preset_by_id(preset_id)
    options = build_options(preset.options, changes)
    game.check_players(players)
    game.check(options, players)
    check_length(game, options, players)
    return TableSettings(
        game=game.id,
        preset=preset_id,
        options=plain(options),
        listed=listed,
        clock=clock,
        bot_pace=bot_pace,
    )


def _clock_settings(clock: Clock | None) -> ClockSettings | None:
    return None if clock is None else ClockSettings(clock.bank, clock.increment)


def open_table(
    actor: Actor, request: CreateTable, default_pace: BotPace, max_ms: int | None = None
) -> Opened:
    """The first entry of a table that a person asks for. `max_ms`: how long a bot may think."""
    person = require_person(actor)
    settings = settings_of(
        request.preset,
        request.options,
        len(request.seats),
        listed=request.listed,
        clock=_clock_settings(request.clock),
        bot_pace=request.bot_pace or default_pace,
    )
    if sum(isinstance(plan, MySeat) for plan in request.seats) > 1:
        raise Refused("request/invalid", "You can take one seat only", where="seats")
    game, _ = preset_by_id(request.preset)
    options = build_options(game.options_type(), settings.options)
    players = len(request.seats)
    seats = tuple(
        _planned(plan, actor, game.id, options, players, max_ms) for plan in request.seats
    )
    return Opened(host=person, settings=settings, seats=seats)


def remarks_on(game_id: str, plans: Iterable[SeatPlan], max_ms: int | None) -> tuple[str, ...]:
    """Remarks on parameters of bots that were changed."""
    bots = dict.fromkeys(plan.bot for plan in plans if isinstance(plan, BotSeat))
    return tuple(remark for bot in bots for remark in read_bot(game_id, bot, max_ms).remarks)


def _planned(
    plan: SeatPlan, actor: Actor, game_id: str, options: Any, players: int, max_ms: int | None
) -> TableSeat:
    match plan:
        case MySeat():
            return TableSeat(person=require_person(actor), name=actor.name)
        case OpenSeat():
            return _OPEN
        case BotSeat(bot=bot):
            spec = read_bot(game_id, bot, max_ms)
            spec.check(options, players)
            return TableSeat(bot=spec.id)


def sit(table: Table, actor: Actor, command: Sit) -> Decision:
    """Take a seat, or change seats."""
    person = require_person(actor)
    current = table.seat_of(person)
    if current is not None and command.seat in (None, current):
        return NOTHING
    require_open(table)
    seat = command.seat
    if seat is None:
        seat = next((n for n, table_seat in enumerate(table.seats) if table_seat.is_open), None)
        if seat is None:
            raise Refused("table/full", "Every seat is taken; you can watch")
    if not seat_at(table, seat).is_open:
        raise Refused("table/seat-taken", "Somebody else was quicker: this seat is taken")
    seats = list(table.seats)
    if current is None:
        seats[seat] = TableSeat(person=person, name=actor.name)
    else:
        seats[seat], seats[current] = seats[current], _OPEN
    return Decision(_rearranged(table, seats))


def leave(table: Table, actor: Actor, _: Leave) -> Decision:
    """Leave a seat before the start."""
    seat = require_seat(table, actor)
    seats = list(table.seats)
    seats[seat] = _OPEN
    return Decision(_rearranged(table, seats))


def set_seat(table: Table, actor: Actor, command: SetSeat, context: Context) -> Decision:
    """The host gives a seat to a bot, frees it, or takes it."""
    require_host(table, actor)
    require_open(table)
    seat_at(table, command.seat)
    seats = list(table.seats)
    current = table.seat_of(actor.person)
    if isinstance(command.plan, MySeat) and current is not None:
        seats[command.seat], seats[current] = seats[current], seats[command.seat]
    else:
        seats[command.seat] = _planned(
            command.plan,
            actor,
            table.settings.game,
            table.options,
            len(seats),
            context.max_thinking_ms,
        )
    notices = remarks_on(table.settings.game, [command.plan], context.max_thinking_ms)
    return Decision(_rearranged(table, seats), notices=notices)


def _rearranged(table: Table, seats: Sequence[TableSeat]) -> tuple[AnyEntry, ...]:
    """The entry for new seats; if the host left or was erased, the first one seated becomes it."""
    if tuple(seats) == table.seats:
        return ()
    seated = [seat.person for seat in seats if seat.person is not None]
    got_up = table.seat_of(table.host) is not None and table.host not in seated
    host = seated[0] if seated and (got_up or is_nobody(table.host)) else table.host
    return (Rearranged(seats=tuple(seats), host=host),)


def change_table(table: Table, actor: Actor, command: ChangeTable) -> Decision:
    """The host chooses another game, other options or another number of seats."""
    require_host(table, actor)
    require_open(table)
    old = table.settings
    players = len(table.seats) if command.players is None else command.players
    preset = command.preset or old.preset
    changes = command.options
    if changes is None:
        changes = _differences(old) if preset == old.preset else {}
    settings = settings_of(
        preset,
        changes,
        players,
        listed=old.listed if command.listed is None else command.listed,
        clock=old.clock if command.clock is msgspec.UNSET else _clock_settings(command.clock),
        bot_pace=command.bot_pace or old.bot_pace,
    )
    seats = _resized(table, players)
    notices: tuple[str, ...] = ()
    if settings.game != old.game:
        seats = [_without_bot(seat) for seat in seats]
    else:
        seats, notices = _with_fit_bots(seats, settings)
    entries: list[AnyEntry] = [] if settings == old else [Reset(settings=settings)]
    entries += _rearranged(table, seats)
    return Decision(tuple(entries), notices=notices)


def _with_fit_bots(
    seats: list[TableSeat], settings: TableSettings
) -> tuple[list[TableSeat], tuple[str, ...]]:
    """Replace bots that cannot play with the new options; the notices say so."""
    options = build_options(game_by_id(settings.game).options_type(), settings.options)
    fit, notices = [], []
    for seat in seats:
        if seat.bot is not None:
            try:
                read_bot(settings.game, seat.bot).check(options, len(seats))
            except UnfitBot as error:
                seat = structs.replace(seat, bot=error.instead)
                notices.append(error.message)
        fit.append(seat)
    return fit, tuple(dict.fromkeys(notices))


def _differences(settings: TableSettings) -> dict[str, Any]:
    _, preset = preset_by_id(settings.preset)
    base = plain(preset.options)
    return {name: value for name, value in settings.options.items() if value != base[name]}


def _resized(table: Table, players: int) -> list[TableSeat]:
    """Seats for another number of players: open ones go first, then bots; people never."""
    seats = list(table.seats)
    spare: list[Seat] = [n for n, seat in enumerate(seats) if seat.person is None]
    spare.sort(key=lambda n: (seats[n].is_open, n))
    while len(seats) - players > len(spare):
        raise Refused(
            "table/too-many-people", f"More than {players} people sit here already", where="players"
        )
    gone = set(spare[len(spare) - max(0, len(seats) - players) :])
    kept = [seat for n, seat in enumerate(seats) if n not in gone]
    return kept + [_OPEN] * (players - len(kept))


def _without_bot(seat: TableSeat) -> TableSeat:
    return seat if seat.person is not None else _OPEN


def start(table: Table, actor: Actor, _: Start, context: Context) -> Decision:
    """The host starts the match."""
    require_host(table, actor)
    require_open(table)
    return begin(table, context)


def begin(table: Table, context: Context) -> Decision:
    """Shuffle and deal."""
    if any(seat.is_open for seat in table.seats):
        raise Refused("table/seats-open", "A seat is still open: wait for a friend, or seat a bot")
    key = None if context.new_key is None else context.new_key()
    recorder = Recorder(context.chance if key is None else sealed_chance(table, key))
    table.game.start(table.options, len(table.seats), recorder)
    return Decision((Started(draws=tuple(recorder.draws), key=key),))


def autostart(table: Table, context: Context) -> Decision:
    """Start a rematch once all its people are connected."""
    if (
        table.autostart
        and table.status == "open"
        and all(seat.bot is not None or context.presence.is_connected(seat) for seat in table.seats)
    ):
        return begin(table, context)
    return NOTHING


def rematch_of(table: Table, actor: Actor) -> Opened:
    """The first entry of a new table for the same people; the sender is its host."""
    seats = tuple(
        structs.replace(seat, left=False, bot=None if seat.person else seat.bot)
        for seat in table.seats
    )
    return Opened(host=require_person(actor), settings=table.settings, seats=seats, autostart=True)
