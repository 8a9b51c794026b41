"""Proposals during the match: take-backs, its end, and how to go on without an absent person."""

from __future__ import annotations

from hanamichi.bots.spec import read_bot
from hanamichi.core import Seat
from hanamichi.server.protocol.commands import Answer, Propose, StandIn
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.absence import (
    Presence,
    absent_seats,
    is_absent,
    remaining_people,
    waits_until,
)
from hanamichi.server.table.decision import (
    NOTHING,
    Actor,
    Context,
    Decision,
    require_not_daily,
    require_playing,
    require_seat,
    seat_at,
)
from hanamichi.server.table.entries import (
    Answered,
    AnyEntry,
    BotStoodIn,
    ProposalKind,
    Proposed,
    Stopped,
    TookBack,
)
from hanamichi.server.table.state import Table


def deciders(table: Table, what: ProposalKind, presence: Presence, at: int) -> frozenset[Seat]:
    """The seats that must agree to a proposal.

    All people; but once somebody is absent, only those who are left decide how to go on. An absent
    person still has a say in take-backs.
    """
    if _needs_everybody(table, what, presence, at):
        return table.deciders()
    return remaining_people(table, presence, at)


def _needs_everybody(table: Table, what: ProposalKind, presence: Presence, at: int) -> bool:
    return what == "take-back" or (what == "end-match" and not absent_seats(table, presence, at))


def propose(table: Table, actor: Actor, command: Propose, context: Context) -> Decision:
    """Make a proposal; it is granted at once where no other person has to agree."""
    seat = require_seat(table, actor)
    require_playing(table)
    if table.is_stood_in:
        raise Refused(
            "table/stood-in",
            "A bot plays for somebody here: nothing is taken back, ended or claimed meanwhile",
        )
    match command.what:
        case "take-back":
            require_not_daily(table, "nothing is taken back")
            ply = _return_to(table, seat, command.ply)
            return _ask(table, Proposed(seat=seat, what="take-back", ply=ply), context)
        case "end-match":
            return _ask(table, Proposed(seat=seat, what="end-match"), context)
        case "claim-win":
            about = _forfeiting_seat(table, seat, context)
            return _ask(table, Proposed(seat=seat, what="claim-win", about=about), context)


def stand_in(table: Table, actor: Actor, command: StandIn, context: Context) -> Decision:
    """Ask to let a bot decide for an absent person."""
    seat = require_seat(table, actor)
    require_playing(table)
    absent = seat_at(table, command.seat)
    spec = read_bot(table.settings.game, command.bot, context.max_thinking_ms)
    spec.check(table.options, len(table.seats))
    if absent.bot == spec.id and absent.person is not None:
        return NOTHING
    _require_absent(table, command.seat, context)
    asked = Proposed(seat=seat, what="stand-in", about=command.seat, bot=spec.id)
    return _ask(table, asked, context)._replace(notices=spec.remarks)


def answer(table: Table, actor: Actor, command: Answer, context: Context) -> Decision:
    """Agree or refuse; the last agreement grants the proposal."""
    seat = require_seat(table, actor)
    proposal = table.proposal
    if proposal is None:
        raise Refused("table/no-proposal", "Nothing is being asked; it may have been withdrawn")
    _require_say(table, seat, proposal.what, context)
    if command.agree and proposal.about is not None:
        _require_absent(table, proposal.about, context)
    if command.agree and seat in proposal.agreed:
        return NOTHING
    answered = Answered(seat=seat, agree=command.agree)
    agreed = proposal.agreed | {seat}
    if not command.agree or deciders(table, proposal.what, context.presence, context.at) - agreed:
        return Decision((answered,))
    asked = Proposed(
        seat=proposal.seat,
        what=proposal.what,
        ply=proposal.ply,
        about=proposal.about,
        bot=proposal.bot,
    )
    return Decision((answered, _granted(table, asked, agreed, context)))


def _ask(table: Table, asked: Proposed, context: Context) -> Decision:
    seat, presence, at = asked.seat, context.presence, context.at
    _require_say(table, seat, asked.what, context)
    pending = table.proposal
    if pending is not None:
        missing = deciders(table, pending.what, presence, at) - pending.agreed
        # A question that waits for an absent person must not stop the others from going on, nor
        # one that was put before the last person whom it waited for left.
        waits_in_vain = not missing or not missing.isdisjoint(absent_seats(table, presence, at))
        if asked.what == "take-back" or not waits_in_vain:
            raise Refused("table/proposal-pending", "Another question is waiting for its answers")
    if deciders(table, asked.what, presence, at) <= {seat}:
        return Decision((asked, _granted(table, asked, frozenset({seat}), context)))
    return Decision((asked,))


def _granted(table: Table, asked: Proposed, agreed: frozenset[Seat], context: Context) -> AnyEntry:
    match asked.what:
        case "take-back":
            return TookBack(seat=asked.seat, ply=asked.ply)
        case "end-match" if table.deciders() <= agreed:
            return Stopped(reason="vote")
        case "end-match":
            (absent, *_) = absent_seats(table, context.presence, context.at)
            return Stopped(reason="idle", seat=absent)
        case "claim-win":
            return Stopped(reason="absence", seat=asked.about)
        case "stand-in":
            assert asked.about is not None
            assert asked.bot is not None
            return BotStoodIn(seat=asked.about, bot=asked.bot)


def _return_to(table: Table, seat: Seat, ply: int | None) -> int:
    """The ply to return to: the given one, or that of the seat's own last decision."""
    assert table.play is not None
    own = [step.ply - 1 for step in table.play.steps if step.move.seat == seat and not step.gesture]
    if ply is None and own:
        return own[-1]
    if ply is None or ply >= table.ply:
        raise Refused("table/nothing-to-take-back", "There is no move to take back", where="ply")
    return ply


def _forfeiting_seat(table: Table, seat: Seat, context: Context) -> Seat:
    """The absent opponent from whom a win may be claimed."""
    if table.game.cooperative:
        raise Refused("table/cooperative", "In this game all win or lose together")
    opponents = [n for n, other in enumerate(table.seats) if n != seat and other.person is not None]
    for opponent in opponents:
        if is_absent(table, opponent, context.presence, context.at):
            return opponent
    raise _not_absent(table, opponents, context)


def _require_absent(table: Table, seat: Seat, context: Context) -> None:
    if not is_absent(table, seat, context.presence, context.at):
        raise _not_absent(table, [seat], context)


def _not_absent(table: Table, seats: list[Seat], context: Context) -> Refused:
    ends = [waits_until(table, seat, context.presence) for seat in seats]
    waits = [(end - context.at) / 1000 for end in ends if end is not None]
    if waits:
        message = "This player may still come back; wait a little"
        return Refused("table/present", message, where="seat", retry_after=min(waits))
    message = "This player is here, or the match does not wait for them"
    return Refused("table/present", message, where="seat")


def _require_say(table: Table, seat: Seat, what: ProposalKind, context: Context) -> None:
    """Refuse people who have left the match themselves, where those who are left decide."""
    presence, at = context.presence, context.at
    if _needs_everybody(table, what, presence, at):
        return
    if seat not in remaining_people(table, presence, at):
        raise Refused("table/not-your-seat", "You have left this match; come back to it first")
