"""Commands during the match: moves, clocks, proposals, stand-ins, seat links and the rematch."""

from __future__ import annotations

import hmac

from hanamichi.bots import Choice, Reason
from hanamichi.bots.spec import read_bot
from hanamichi.core import Recorder, Sealed, Seat
from hanamichi.core.game import Action
from hanamichi.core.record import MAX_GESTURES, plain
from hanamichi.core.seal import steps_before
from hanamichi.server.protocol.commands import (
    Answer,
    ComeBack,
    Leave,
    LinkSeat,
    MoveCommand,
    PlayAgain,
    Propose,
    StandIn,
    UseSeatLink,
)
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.decision import (
    NOTHING,
    Actor,
    Context,
    Decision,
    hash_secret,
    require_playing,
    require_seat,
    seat_at,
)
from hanamichi.server.table.entries import (
    Answered,
    AnyEntry,
    BotStoodIn,
    DeviceJoined,
    GotUp,
    LinkMade,
    Moved,
    Proposed,
    Rematched,
    Renamed,
    SatAgain,
    Stopped,
    TookBack,
)
from hanamichi.server.table.length import MAX_GESTURES_PER_PLY
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
        chance = Sealed(play.key, steps_before(len(play.steps), play.takebacks))
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


def propose(table: Table, actor: Actor, command: Propose) -> Decision:
    """Make a proposal; it is granted at once where no other person plays."""
    seat = require_seat(table, actor)
    require_playing(table)
    if table.proposal is not None:
        raise Refused("table/proposal-pending", "Another question is waiting for its answers")
    ply = _return_to(table, seat, command.ply) if command.what == "take-back" else 0
    asked = Proposed(seat=seat, what=command.what, ply=ply)
    if table.deciders() <= {seat}:
        return Decision((asked, _granted(asked)))
    return Decision((asked,))


def _return_to(table: Table, seat: Seat, ply: int | None) -> int:
    """The ply to return to: the given one, or that of the seat's own last decision."""
    own = [
        step.ply - 1
        for step in _play_of(table).steps
        if step.move.seat == seat and not step.gesture
    ]
    if ply is None and own:
        return own[-1]
    if ply is None or ply >= table.ply:
        raise Refused("table/nothing-to-take-back", "There is no move to take back", where="ply")
    return ply


def _granted(asked: Proposed) -> AnyEntry:
    if asked.what == "take-back":
        return TookBack(seat=asked.seat, ply=asked.ply)
    return Stopped(reason="vote")


def answer(table: Table, actor: Actor, command: Answer) -> Decision:
    """Agree or refuse; the last agreement grants the proposal."""
    seat = require_seat(table, actor)
    proposal = table.proposal
    if proposal is None:
        raise Refused("table/no-proposal", "Nothing is being asked; it may have been withdrawn")
    if command.agree and seat in proposal.agreed:
        return NOTHING
    answered = Answered(seat=seat, agree=command.agree)
    if not command.agree or table.deciders() - proposal.agreed - {seat}:
        return Decision((answered,))
    asked = Proposed(seat=proposal.seat, what=proposal.what, ply=proposal.ply)
    return Decision((answered, _granted(asked)))


def get_up(table: Table, actor: Actor, _: Leave) -> Decision:
    """Leave the seat during the match; the person keeps it."""
    seat = require_seat(table, actor)
    if table.status == "over" or table.seats[seat].left:
        return NOTHING
    return Decision((GotUp(seat=seat),))


def stand_in(table: Table, actor: Actor, command: StandIn, context: Context) -> Decision:
    """Let a bot decide for an absent person."""
    if actor.person is None or actor.person != table.host:
        require_seat(table, actor)
    require_playing(table)
    seat = seat_at(table, command.seat)
    spec = read_bot(table.settings.game, command.bot, context.max_thinking_ms)
    spec.check(table.options, len(table.seats))
    bot = spec.id
    if seat.bot == bot and seat.person is not None:
        return NOTHING
    if not context.presence.is_absent(seat, context.now):
        raise Refused("table/present", "Whoever sits there has not left", where="seat")
    entries: tuple[AnyEntry, ...] = (BotStoodIn(seat=command.seat, bot=bot),)
    proposal = table.proposal
    if proposal is not None and not table.deciders() - proposal.agreed - {command.seat}:
        # only the answer of the absent person was missing
        asked = Proposed(seat=proposal.seat, what=proposal.what, ply=proposal.ply)
        entries += (_granted(asked),)
    return Decision(entries, notices=spec.remarks)


def come_back(table: Table, actor: Actor, _: ComeBack | None = None) -> Decision:
    """Let the person decide again."""
    seat = require_seat(table, actor)
    table_seat = table.seats[seat]
    if (
        table.status != "playing"
        or table_seat.person is None
        or not (table_seat.bot or table_seat.left)
    ):
        return NOTHING
    return Decision((SatAgain(seat=seat),))


def renamed(table: Table, actor: Actor) -> Decision:
    """Change a person's name, unless the match is over."""
    names = {seat.person: seat.name for seat in table.seats}
    if actor.person is None or actor.name is None or table.status == "over":
        return NOTHING
    if names.get(actor.person, actor.name) == actor.name:
        return NOTHING
    return Decision((Renamed(person=actor.person, name=actor.name),))


def link_seat(table: Table, actor: Actor, _: LinkSeat, context: Context) -> Decision:
    """Make a key that opens the sender's seat on another device."""
    owner = table.seats[require_seat(table, actor)].person
    assert owner is not None, "a bot asks for no link"
    key = context.new_secret()
    return Decision((LinkMade(person=owner, key_hash=hash_secret(key)),), seat_key=key)


def use_seat_link(table: Table, actor: Actor, command: UseSeatLink) -> Decision:
    """Share a seat with another browser of the same person, which needs no nickname."""
    if actor.person is None:
        raise Refused("person/unknown", "This browser keeps no cookie, so it cannot be known")
    given = hash_secret(command.key)
    owners = (who for known, who in table.keys.items() if hmac.compare_digest(known, given))
    seat = table.seat_of(next(owners, None))
    if seat is None:
        raise Refused("table/seat-link", "This link opens no seat here; ask for a new one")
    current = table.seat_of(actor.person)
    if current == seat:
        return NOTHING
    if current is not None:
        raise Refused("table/seat-link", "You already have another seat at this table")
    return Decision((DeviceJoined(seat=seat, person=actor.person),))


def play_again(table: Table, actor: Actor, _: PlayAgain, context: Context) -> Decision:
    """Open the next table for the same people; later requests lead to the same table."""
    require_seat(table, actor)
    if table.status != "over":
        raise Refused("table/not-over", "Finish this match first")
    if table.rematch is not None:
        return NOTHING
    table_id = context.new_secret()
    return Decision((Rematched(table=table_id),), rematch=(table_id, rematch_of(table, actor)))
