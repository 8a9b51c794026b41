"""The state of a table: a value folded from its entries.

Nothing here reads a clock, a socket or a database. `evolve` is the only way a table changes, both
during play and after a restart, so what was stored is what is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import structs

from hanamichi.bots import Reason
from hanamichi.catalog import AnyGame, game_by_id
from hanamichi.core import (
    ChanceDraw,
    Event,
    Replayed,
    Seat,
    TakeBack,
    build_options,
    event_for,
)
from hanamichi.core.record import Move, plain
from hanamichi.records import RECORDS
from hanamichi.server.table.append_only import AppendOnlyIndex, AppendOnlyList
from hanamichi.server.table.entries import (
    Answered,
    AnyEntry,
    BotStoodIn,
    BranchPoint,
    DeviceJoined,
    Forgotten,
    GotUp,
    LinkMade,
    LinksRevoked,
    Moved,
    Opened,
    PersonId,
    ProposalKind,
    Proposed,
    Rearranged,
    Rematched,
    Renamed,
    Reset,
    SatAgain,
    Started,
    Stopped,
    Stored,
    TableSeat,
    TookBack,
)
from hanamichi.server.table.events import (
    ComeBackEvent,
    EndEvent,
    MatchEnding,
    StandInEvent,
    TableEvent,
    TakeBackEvent,
    Unrated,
)
from hanamichi.server.table.settings import TableSettings

TableStatus: TypeAlias = Literal["open", "playing", "over"]
"""Seats are being filled; the match is being played; it has ended."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """A move that was not taken back."""

    seq: int
    move: Move
    draws: tuple[ChanceDraw, ...]
    events: tuple[Event, ...]
    ply: int
    """The ply after it."""
    gesture: bool


class Transition(NamedTuple):
    """The result of a move, kept from its decision so that the rules need not run again."""

    action: Any
    state: Any
    events: tuple[Event, ...]


class LogItem(msgspec.Struct, frozen=True, gc=False):
    """A line of the log with nothing hidden."""

    seq: int
    at: int
    ply: int
    seat: Seat | None
    events: tuple[Event, ...] = ()
    table: TableEvent | None = None
    reason: Reason | None = None
    """Why a bot moved."""


class PendingProposal(msgspec.Struct, frozen=True, gc=False):
    """A proposal and the seats that have agreed."""

    seat: Seat
    what: ProposalKind
    ply: int
    agreed: frozenset[Seat]
    about: Seat | None = None
    """The absent person whom it is about."""
    bot: str | None = None
    """The bot that is to stand in."""


class SeatKey(NamedTuple):
    """What a seat link opens."""

    person: PersonId
    made: int
    """When, in milliseconds since 1970."""


class Play(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The match that is played at a table."""

    state: Any
    opening: tuple[ChanceDraw, ...]
    """The draws before the first move."""
    key: str | None = None
    """The key that decides every shuffle of a sealed match. Secret until the end."""
    dealt: tuple[Event, ...]
    """The events before the first move."""
    steps: AppendOnlyList[Step] = msgspec.field(default_factory=AppendOnlyList)
    takebacks: tuple[TakeBack, ...] = ()
    answered: AppendOnlyIndex[tuple[Seat, str]] = msgspec.field(default_factory=AppendOnlyIndex)
    """The `seq` of every command id that was carried out, taken back or not."""
    remaining: tuple[float, ...] = ()
    """Seconds left when the turn began, seat by seat; empty without a clock."""
    turn_began: float = 0.0
    """In the monotonic time of this process, so that an outage costs no thinking time."""
    turn_at: int = 0
    """When the turn began, in milliseconds since 1970."""
    showed_hidden: bool = False
    """A move that was taken back had shown a person something hidden."""
    stood_in: bool = False
    """A bot decided for a person."""


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything about a table, secrets included."""

    id: str
    created: int
    changed: int
    seq: int
    host: PersonId
    settings: TableSettings
    options: Any
    seats: tuple[TableSeat, ...]
    autostart: bool
    lesson: str | None = None
    """The lesson that is played here."""
    branch: BranchPoint | None = None
    daily: str | None = None
    """The day whose deal is played here."""
    play: Play | None = None
    log: AppendOnlyList[LogItem] = msgspec.field(default_factory=AppendOnlyList)
    proposal: PendingProposal | None = None
    ending: MatchEnding | None = None
    rematch: str | None = None
    keys: Mapping[str, SeatKey] = {}
    """What each seat link opens, by the hash of its key."""

    @property
    def game(self) -> AnyGame:
        """The game played here."""
        return game_by_id(self.settings.game)

    @property
    def status(self) -> TableStatus:
        """Whether the match has started and ended."""
        if self.ending is not None:
            return "over"
        return "open" if self.play is None else "playing"

    @property
    def ply(self) -> int:
        """How many decisions were made."""
        return 0 if self.play is None else self.game.ply(self.play.state)

    @property
    def to_act(self) -> Seat | None:
        """The seat that is to decide."""
        if self.play is None or self.ending is not None:
            return None
        return self.game.to_act(self.play.state)

    @property
    def bot_to_act(self) -> str | None:
        """The bot that is to decide, if it is a bot's turn."""
        seat = self.to_act
        return None if seat is None else self.seats[seat].bot

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats in a record."""
        return tuple(
            seat.name or (seat.bot if seat.person is None else None) or f"Player {n}"
            for n, seat in enumerate(self.seats, 1)
        )

    @property
    def due(self) -> bool:
        """Whether the table changes though nobody has it open: a clock runs. Bots wait."""
        return self.clock_seat is not None

    def seat_of(self, person: PersonId | None) -> Seat | None:
        """The seat of a browser; None for a spectator."""
        if person is not None:
            for seat, table_seat in enumerate(self.seats):
                if table_seat.belongs_to(person):
                    return seat
        return None

    def events_for(self, seat: Seat) -> list[Event]:
        """All events of the match that were not taken back, as a seat may see them."""
        assert self.play is not None, "nothing happens before the deal"
        happened = (self.play.dealt, *(step.events for step in self.play.steps))
        seen = (event_for(event, seat) for events in happened for event in events)
        return [event for event in seen if event is not None]

    def deciders(self) -> frozenset[Seat]:
        """The seats where a person decides, who must agree to proposals."""
        return frozenset(
            n for n, seat in enumerate(self.seats) if seat.person is not None and not seat.bot
        )

    @property
    def is_stood_in(self) -> bool:
        """Whether a bot decides for a person now."""
        return any(_is_stand_in(seat) for seat in self.seats)

    def costs_rating(self, ply: int) -> bool:
        """Whether a match that counts would count no more after a return to this ply."""
        return self.unrated is None and self._shows_hidden(ply)

    def _shows_hidden(self, ply: int) -> bool:
        """Whether the moves after a ply have shown a person something hidden."""
        assert self.play is not None
        people = [n for n, seat in enumerate(self.seats) if seat.person is not None]
        audiences = (
            event.informs() for step in self.play.steps if step.ply > ply for event in step.events
        )
        return any(audience.includes(seat) for audience in audiences for seat in people)

    @property
    def unrated(self) -> Unrated | None:
        """Why the match counts in nobody's statistics, as far as it has come."""
        if self.lesson is not None:
            return "lesson"
        if self.branch is not None:
            return "branch"
        if self.play is not None and self.play.showed_hidden:
            return "take-back"
        if self.play is not None and self.play.stood_in:
            return "stand-in"
        reason = None if self.ending is None else self.ending.reason
        return reason if reason in ("vote", "idle", "owner") else None

    @property
    def practice_seat(self) -> Seat | None:
        """The seat of the only person, if all others are bots' seats."""
        people = [
            seat for seat, table_seat in enumerate(self.seats) if table_seat.person is not None
        ]
        return people[0] if len(people) == 1 else None

    def time_left(self, seat: Seat, now: float) -> float | None:
        """Seconds left on a seat's clock now; None without a clock."""
        if self.play is None or not self.play.remaining:
            return None
        spent = max(0.0, now - self.play.turn_began) if seat == self.clock_seat else 0.0
        return self.play.remaining[seat] - spent

    @property
    def clock_seat(self) -> Seat | None:
        """The seat whose clock runs; None while a bot decides."""
        if self.settings.clock is None or self.bot_to_act is not None:
            return None
        return self.to_act


def load(
    table_id: str, stored: Iterable[Stored], now: float, time_of_day: int | None = None
) -> Table:
    """The table made of these entries, which must be all of them.

    After an outage the turn begins now, so that it costs no thinking time. Otherwise the time of
    day, in milliseconds, says how long ago each turn began.
    """
    table: Table | None = None
    for item in stored:
        ago = 0 if time_of_day is None else max(0, time_of_day - item.at)
        table = evolve(table, table_id, item, now - ago / 1000)
    assert table is not None, "a stored table has at least one entry"
    return table


def evolve(
    table: Table | None,
    table_id: str,
    stored: Stored,
    now: float,
    transition: Transition | None = None,
) -> Table:
    """The table after one more entry; the result of a move may be known already."""
    entry = stored.entry
    if isinstance(entry, Moved) and table is not None:
        assert stored.seq == table.seq + 1, "entries have no gaps"
        return _move(table, entry, stored, now, transition)
    if isinstance(entry, Opened):
        return Table(
            id=table_id,
            created=stored.at,
            changed=stored.at,
            seq=stored.seq,
            host=entry.host,
            settings=entry.settings,
            options=_options(entry.settings),
            seats=entry.seats,
            autostart=entry.autostart,
            branch=entry.branch,
            daily=entry.daily,
            lesson=entry.lesson,
        )
    assert table is not None, "the first entry opens the table"
    assert stored.seq == table.seq + 1, "entries have no gaps"
    table = structs.replace(table, seq=stored.seq, changed=stored.at)
    return _apply(table, entry, stored, now)


def _options(settings: TableSettings) -> Any:
    game = game_by_id(settings.game)
    return build_options(game.options_type(), settings.options)


def _apply(table: Table, entry: AnyEntry, stored: Stored, now: float) -> Table:
    match entry:
        case Rearranged(seats=seats, host=host):
            return structs.replace(table, seats=seats, host=host)
        case Reset(settings=settings):
            return structs.replace(table, settings=settings, options=_options(settings))
        case Renamed():
            return _rename(table, entry)
        case Started():
            return _start(table, entry, stored, now)
        case Proposed(seat=seat):
            proposal = PendingProposal(
                seat,
                entry.what,
                entry.ply,
                agreed=frozenset({seat}),
                about=entry.about,
                bot=entry.bot,
            )
            return structs.replace(table, proposal=proposal)
        case Answered():
            return _answer(table, entry)
        case TookBack():
            return _take_back(table, entry, stored, now)
        case Stopped():
            return _stop(table, entry, stored)
        case GotUp(seat=seat):
            return _with_seat(table, seat, left=True)
        case BotStoodIn(seat=seat, bot=bot):
            table = structs.replace(_restart_turn(table, seat, stored.at, now), proposal=None)
            table = _with_seat(table, seat, bot=bot)
            return _logged(table, stored, StandInEvent(seat, bot))
        case SatAgain(seat=seat):
            stood_in = table.seats[seat].bot is not None
            table = _restart_turn(table, seat, stored.at, now)
            table = _with_seat(table, seat, bot=None, left=False)
            return _logged(table, stored, ComeBackEvent(seat)) if stood_in else table
        case LinkMade(person=person, key_hash=key_hash):
            made = SeatKey(person, stored.at)
            return structs.replace(table, keys={**table.keys, key_hash: made})
        case LinksRevoked(person=person):
            return _revoke_links(table, person)
        case DeviceJoined(seat=seat, person=person):
            devices = table.seats[seat].devices | {person}
            return _with_seat(table, seat, devices=devices)
        case Forgotten(seat=seat):
            return _with_seat(table, seat, left=table.status == "playing")
        case Rematched(table=rematch):
            return structs.replace(table, rematch=rematch)
        case Opened() | Moved():
            raise AssertionError("a table is opened once, and no move comes this way")


def _with_seat(table: Table, seat: Seat, **changes: Any) -> Table:
    seats = list(table.seats)
    seats[seat] = structs.replace(seats[seat], **changes)
    return structs.replace(table, seats=tuple(seats))


def _revoke_links(table: Table, person: PersonId) -> Table:
    seats = tuple(
        structs.replace(seat, devices=frozenset()) if seat.person == person else seat
        for seat in table.seats
    )
    keys = {key: opens for key, opens in table.keys.items() if opens.person != person}
    return structs.replace(table, seats=seats, keys=keys)


def _rename(table: Table, entry: Renamed) -> Table:
    seats = tuple(
        structs.replace(seat, name=entry.name) if seat.person == entry.person else seat
        for seat in table.seats
    )
    return structs.replace(table, seats=seats)


def _logged(table: Table, stored: Stored, event: TableEvent) -> Table:
    item = LogItem(stored.seq, stored.at, table.ply, None, table=event)
    return structs.replace(table, log=table.log.appended(item))


def _start(table: Table, entry: Started, stored: Stored, now: float) -> Table:
    state, events = table.game.start(table.options, len(table.seats), Replayed(entry.draws))
    clock = table.settings.clock
    play = Play(
        state=state,
        opening=entry.draws,
        key=entry.key,
        dealt=events,
        remaining=() if clock is None else (float(clock.bank),) * len(table.seats),
        turn_began=now,
        turn_at=stored.at,
    )
    item = LogItem(stored.seq, stored.at, table.game.ply(state), None, events)
    return _settle(structs.replace(table, play=play, log=table.log.appended(item)))


def _move(
    table: Table, entry: Moved, stored: Stored, now: float, transition: Transition | None
) -> Table:
    game, play = table.game, table.play
    assert play is not None, "a move needs a match"
    if transition is None:
        action = game.parse_action(entry.action)
        state, events = game.apply(play.state, entry.seat, action, Replayed(entry.draws))
    else:
        action, state, events = transition
    gesture = game.is_gesture(action)
    ply = game.ply(state)
    seq, seat = stored.seq, entry.seat
    step = Step(seq, Move(seat, entry.action), entry.draws, events, ply, gesture=gesture)
    answered = play.answered
    if entry.command is not None:
        answered = answered.appended((seat, entry.command), seq)
    play = structs.replace(
        play,
        state=state,
        steps=play.steps.appended(step),
        answered=answered,
        remaining=play.remaining if gesture else _spend(table, entry),
        turn_began=play.turn_began if gesture else now,
        turn_at=play.turn_at if gesture else stored.at,
        stood_in=play.stood_in or _is_stand_in(table.seats[seat]),
    )
    item = LogItem(seq, stored.at, ply, seat, events, reason=entry.reason)
    table = structs.replace(
        table,
        seq=seq,
        changed=stored.at,
        play=play,
        log=table.log.appended(item),
        proposal=table.proposal if gesture else None,
    )
    return _settle(table)


def _is_stand_in(seat: TableSeat) -> bool:
    return seat.person is not None and seat.bot is not None


def _spend(table: Table, entry: Moved) -> tuple[float, ...]:
    """The clocks after a move; no time is taken for a bot."""
    assert table.play is not None
    clock = table.settings.clock
    if clock is None or entry.command is None:
        return table.play.remaining
    remaining = list(table.play.remaining)
    remaining[entry.seat] += clock.increment - entry.spent
    return tuple(remaining)


def _restart_turn(table: Table, seat: Seat, at: int, now: float) -> Table:
    """Restart the clock of the seat to act when another decides for it."""
    if table.play is None or table.to_act != seat:
        return table
    left = table.time_left(seat, now)
    remaining = tuple(
        left if n == seat and left is not None else seconds
        for n, seconds in enumerate(table.play.remaining)
    )
    play = structs.replace(table.play, remaining=remaining, turn_began=now, turn_at=at)
    return structs.replace(table, play=play)


def _settle(table: Table) -> Table:
    """Set the ending when the rules have ended the match."""
    assert table.play is not None
    outcome = table.game.outcome(table.play.state)
    if outcome is None:
        return table
    ending = MatchEnding("rules", outcome.scores, outcome.winners)
    return structs.replace(table, ending=ending, proposal=None)


def _answer(table: Table, entry: Answered) -> Table:
    proposal = table.proposal
    assert proposal is not None, "an answer needs a proposal"
    if not entry.agree:
        return structs.replace(table, proposal=None)
    agreed = structs.replace(proposal, agreed=proposal.agreed | {entry.seat})
    return structs.replace(table, proposal=agreed)


def _take_back(table: Table, entry: TookBack, stored: Stored, now: float) -> Table:
    play = table.play
    assert play is not None, "there is nothing to take back before the start"
    kept = AppendOnlyList(step for step in play.steps if step.ply <= entry.ply)
    removed = play.steps[len(kept) :]
    unrated = table.costs_rating(entry.ply)
    takeback = TakeBack(
        after=len(kept),
        removed=len(removed),
        revealed=tuple(plain(event) for step in removed for event in step.events),
    )
    play = structs.replace(
        play,
        state=_replay(table, kept),
        steps=kept,
        takebacks=(*play.takebacks, takeback),
        turn_began=now,
        turn_at=stored.at,
        showed_hidden=play.showed_hidden or unrated,
    )
    table = structs.replace(table, play=play, proposal=None)
    event = TakeBackEvent(
        entry.seat, entry.ply, tuple(step.seq for step in removed), unrated=unrated
    )
    return _logged(table, stored, event)


def _replay(table: Table, steps: Iterable[Step]) -> Any:
    """The state after these steps from the deal."""
    game, play = table.game, table.play
    assert play is not None
    state, _ = game.start(table.options, len(table.seats), Replayed(play.opening))
    for step in steps:
        action = game.parse_action(step.move.action)
        state, _ = game.apply(state, step.move.seat, action, Replayed(step.draws))
    return state


def _stop(table: Table, entry: Stopped, stored: Stored) -> Table:
    assert table.play is not None
    game, seats = table.game, range(len(table.seats))
    winners: tuple[Seat, ...] = ()
    if game.cooperative:
        # As on other sites, an unfinished cooperative game scores nothing.
        scores = (0,) * len(seats)
    else:
        # The points of the finished rounds; running out of time or staying away forfeits the match.
        scores = RECORDS.of(game.id).scores(table.play.state)
        if entry.reason in ("timeout", "absence"):
            winners = tuple(n for n in seats if n != entry.seat)
    ending = MatchEnding(entry.reason, scores, winners, entry.seat)
    table = structs.replace(table, ending=ending, proposal=None)
    return _logged(table, stored, EndEvent(ending))
