"""Before the start: what a new table is, who sits where, and the beginning of the match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from hanamichi.bots.spec import UnfitBot, read_bot
from hanamichi.catalog import game_by_id, preset_by_id
from hanamichi.core import Recorder, Sealed, Seat, build_options
from hanamichi.core.record import plain
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.messages import (
    BotPace,
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
from hanamichi.server.table.decision import (
    NOTHING,
    Actor,
    Context,
    Decision,
    chair_at,
    require_host,
    require_open,
    require_person,
    require_seat,
)
from hanamichi.server.table.entries import (
    AnyEntry,
    Chair,
    Opened,
    Rearranged,
    Reset,
    Settings,
    Started,
)
from hanamichi.server.table.state import Table

_OPEN = Chair()


def settings_of(
    preset_id: str,
    changes: Mapping[str, Any],
    players: int,
    *,
    listed: bool,
    clock: Clock | None,
    bot_pace: BotPace,
) -> Settings:
    """What is played, checked: options that do not fit are refused with a sentence."""
    game, preset = preset_by_id(preset_id)
    options = build_options(preset.options, changes)
    game.check_players(players)
    game.check(options, players)
    return Settings(
        game=game.id,
        preset=preset_id,
        options=plain(options),
        listed=listed,
        clock=clock,
        bot_pace=bot_pace,
    )


def open_table(actor: Actor, request: CreateTable, default_pace: BotPace) -> Opened:
    """A new table as its host wants it."""
    person = require_person(actor)
    settings = settings_of(
        request.preset,
        request.options,
        len(request.seats),
        listed=request.listed,
        clock=request.clock,
        bot_pace=request.bot_pace or default_pace,
    )
    if sum(isinstance(plan, MySeat) for plan in request.seats) > 1:
        raise Refused("request/invalid", "You can take one seat only", where="seats")
    game, _ = preset_by_id(request.preset)
    options = build_options(game.options_type(), settings.options)
    players = len(request.seats)
    chairs = tuple(_planned(plan, actor, game.id, options, players) for plan in request.seats)
    return Opened(host=person, settings=settings, chairs=chairs)


def remarks_on(game_id: str, plans: Iterable[SeatPlan]) -> tuple[str, ...]:
    """What was asked of bots and could not be."""
    bots = dict.fromkeys(plan.bot for plan in plans if isinstance(plan, BotSeat))
    return tuple(remark for bot in bots for remark in read_bot(game_id, bot).remarks)


def _planned(plan: SeatPlan, actor: Actor, game_id: str, options: Any, players: int) -> Chair:
    match plan:
        case MySeat():
            return Chair(person=require_person(actor), name=actor.name)
        case OpenSeat():
            return _OPEN
        case BotSeat(bot=bot):
            company = read_bot(game_id, bot)
            company.check(options, players)
            return Chair(bot=company.id)


def sit(table: Table, actor: Actor, command: Sit) -> Decision:
    """Take a seat, or change seats."""
    person = require_person(actor)
    current = table.seat_of(person)
    if current is not None and command.seat in (None, current):
        return NOTHING
    require_open(table)
    seat = command.seat
    if seat is None:
        seat = next((n for n, chair in enumerate(table.chairs) if chair.is_open), None)
        if seat is None:
            raise Refused("table/full", "Every seat is taken; you can watch")
    if not chair_at(table, seat).is_open:
        raise Refused("table/seat-taken", "Somebody else was quicker: this seat is taken")
    chairs = list(table.chairs)
    if current is None:
        chairs[seat] = Chair(person=person, name=actor.name)
    else:
        chairs[seat], chairs[current] = chairs[current], _OPEN
    return Decision(_seating(table, chairs))


def leave(table: Table, actor: Actor, _: Leave) -> Decision:
    """Get up before the start."""
    seat = require_seat(table, actor)
    chairs = list(table.chairs)
    chairs[seat] = _OPEN
    return Decision(_seating(table, chairs))


def set_seat(table: Table, actor: Actor, command: SetSeat) -> Decision:
    """The host gives a seat to somebody else, whoever has it now."""
    require_host(table, actor)
    require_open(table)
    chair_at(table, command.seat)
    chairs = list(table.chairs)
    current = table.seat_of(actor.person)
    if isinstance(command.plan, MySeat) and current is not None:
        chairs[command.seat], chairs[current] = chairs[current], chairs[command.seat]
    else:
        chairs[command.seat] = _planned(
            command.plan, actor, table.settings.game, table.options, len(chairs)
        )
    notices = remarks_on(table.settings.game, [command.plan])
    return Decision(_seating(table, chairs), notices=notices)


def _seating(table: Table, chairs: Sequence[Chair]) -> tuple[AnyEntry, ...]:
    """The new seats; where the host got up, the first person still seated is host."""
    if tuple(chairs) == table.chairs:
        return ()
    seated = [chair.person for chair in chairs if chair.person is not None]
    got_up = table.seat_of(table.host) is not None and table.host not in seated
    host = seated[0] if got_up and seated else table.host
    return (Rearranged(chairs=tuple(chairs), host=host),)


def change_table(table: Table, actor: Actor, command: ChangeTable) -> Decision:
    """The host chooses another game, other options or another number of seats."""
    require_host(table, actor)
    require_open(table)
    old = table.settings
    players = len(table.chairs) if command.players is None else command.players
    preset = command.preset or old.preset
    changes = command.options
    if changes is None:
        changes = _differences(old) if preset == old.preset else {}
    settings = settings_of(
        preset,
        changes,
        players,
        listed=old.listed if command.listed is None else command.listed,
        clock=old.clock if command.clock is msgspec.UNSET else command.clock,
        bot_pace=command.bot_pace or old.bot_pace,
    )
    chairs = _resized(table, players)
    notices: tuple[str, ...] = ()
    if settings.game != old.game:
        chairs = [_without_bot(chair) for chair in chairs]
    else:
        chairs, notices = _with_fit_bots(chairs, settings)
    entries: list[AnyEntry] = [] if settings == old else [Reset(settings=settings)]
    entries += _seating(table, chairs)
    return Decision(tuple(entries), notices=notices)


def _with_fit_bots(chairs: list[Chair], settings: Settings) -> tuple[list[Chair], tuple[str, ...]]:
    """Bots that cannot play with the new options make room for others, and it is said."""
    options = build_options(game_by_id(settings.game).options_type(), settings.options)
    fit, notices = [], []
    for chair in chairs:
        if chair.bot is not None:
            try:
                read_bot(settings.game, chair.bot).check(options, len(chairs))
            except UnfitBot as error:
                chair = structs.replace(chair, bot=error.instead)
                notices.append(error.message)
        fit.append(chair)
    return fit, tuple(dict.fromkeys(notices))


def _differences(settings: Settings) -> dict[str, Any]:
    _, preset = preset_by_id(settings.preset)
    base = plain(preset.options)
    return {name: value for name, value in settings.options.items() if value != base[name]}


def _resized(table: Table, players: int) -> list[Chair]:
    """So many chairs: open ones go first, then bots; people are never sent away."""
    chairs = list(table.chairs)
    spare: list[Seat] = [n for n, chair in enumerate(chairs) if chair.person is None]
    spare.sort(key=lambda n: (chairs[n].is_open, n))
    while len(chairs) - players > len(spare):
        raise Refused(
            "table/too-many-people", f"More than {players} people sit here already", where="players"
        )
    gone = set(spare[len(spare) - max(0, len(chairs) - players) :])
    kept = [chair for n, chair in enumerate(chairs) if n not in gone]
    return kept + [_OPEN] * (players - len(kept))


def _without_bot(chair: Chair) -> Chair:
    return chair if chair.person is not None else _OPEN


def start(table: Table, actor: Actor, _: Start, context: Context) -> Decision:
    """The host begins the match."""
    require_host(table, actor)
    require_open(table)
    return begin(table, context)


def begin(table: Table, context: Context) -> Decision:
    """Shuffle and deal."""
    if any(chair.is_open for chair in table.chairs):
        raise Refused("table/seats-open", "A seat is still open: wait for a friend, or seat a bot")
    key = None if context.new_key is None else context.new_key()
    recorder = Recorder(context.chance if key is None else Sealed(key, 0))
    table.game.start(table.options, len(table.chairs), recorder)
    return Decision((Started(draws=tuple(recorder.draws), key=key),))


def autostart(table: Table, context: Context) -> Decision:
    """A rematch begins by itself once all its people have come."""
    if (
        table.autostart
        and table.status == "open"
        and all(
            chair.bot is not None or context.presence.is_connected(chair) for chair in table.chairs
        )
    ):
        return begin(table, context)
    return NOTHING


def rematch_of(table: Table, actor: Actor) -> Opened:
    """The same people at a new table; who asked is its host."""
    chairs = tuple(
        structs.replace(chair, left=False, bot=None if chair.person else chair.bot)
        for chair in table.chairs
    )
    return Opened(
        host=require_person(actor), settings=table.settings, chairs=chairs, autostart=True
    )
