"""A table without any I/O: commands in, a table out, with a simulated clock."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import msgspec

from hanamichi.core import HanamichiError, Seeded
from hanamichi.server.protocol.commands import ClientMessage, CreateTable
from hanamichi.server.table import moves, seating
from hanamichi.server.table.absence import Presence
from hanamichi.server.table.decision import Actor, Context, Decision
from hanamichi.server.table.dispatch import decide
from hanamichi.server.table.entries import Stored, stored_run
from hanamichi.server.table.state import Table, evolve, load

ANN, BO, CY = Actor("ann", "Ann"), Actor("bo", "Bo"), Actor("cy", "Cy")
STRANGER = Actor(None, None)


class TableHarness:
    """A table and its entries, as a live table keeps them."""

    def __init__(
        self, preset: str, *seats: str, seed: int = 1, key: str | None = None, **settings: Any
    ) -> None:
        self.now = 1000.0
        self.present: set[str] = {"ann", "bo", "cy"}
        self.stored: list[Stored] = []
        self.decision = Decision()
        self._chance = Seeded(seed)
        self._new_key = None if key is None else lambda: key
        self._ids = count(1)
        plans = [
            {"type": seat} if seat in ("me", "open") else {"type": "bot", "bot": seat}
            for seat in seats
        ]
        request = msgspec.convert({"preset": preset, "seats": plans, **settings}, CreateTable)
        (first,) = stored_run([seating.open_table(ANN, request, "instant")], 0, 1)
        self.stored.append(first)
        self.table: Table = evolve(None, "t", first, self.now)

    @property
    def context(self) -> Context:
        secrets = (f"secret-{n}" for n in self._ids)
        return Context(
            self.now,
            self.at,
            self.presence,
            self._chance,
            lambda: next(secrets),
            self._new_key,
        )

    @property
    def at(self) -> int:
        """The time of day in milliseconds, which advances with `now`."""
        return round(1000 * self.now)

    @property
    def presence(self) -> Presence:
        """Who is connected; the others never were."""
        return Presence(connected=frozenset(self.present))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def wait_for_absence(self) -> None:
        """Let all the time pass that a match waits for somebody."""
        self.wait(self.presence.grace.seconds(self.table.settings.clock))

    def take(self, decision: Decision) -> Decision:
        """Store the entries of a decision."""
        for stored in stored_run(decision.entries, self.table.seq, self.at):
            self.stored.append(stored)
            self.table = evolve(self.table, "t", stored, self.now, decision.transition)
        self.decision = decision
        return decision

    def do(self, actor: Actor, kind: str, **fields: Any) -> Decision:
        """A command that is carried out."""
        return self.take(self.decided(actor, kind, self.context, **fields))

    def decided(self, actor: Actor, kind: str, context: Context, **fields: Any) -> Decision:
        """What is decided about a command, without storing it."""
        fields = {"type": kind, "id": f"c{next(self._ids)}"} | fields
        command: ClientMessage = msgspec.json.decode(
            msgspec.json.encode(fields), type=ClientMessage
        )
        return decide(self.table, actor, command, context)

    def refused(self, actor: Actor, kind: str, **fields: Any) -> str:
        """The code with which a command is refused; the table stays as it was."""
        before = self.table
        try:
            self.do(actor, kind, **fields)
        except HanamichiError as error:
            assert self.table == before
            return error.code
        raise AssertionError("it was not refused")

    def move_any(self, actor: Actor, **fields: Any) -> Decision:
        """A legal move of the seat to act."""
        play, seat = self.table.play, self.table.to_act
        assert play is not None
        assert seat is not None
        legal = self.table.game.legal_actions(play.state, seat)
        action = msgspec.to_builtins(random.Random(self.table.ply).choice(legal))
        return self.do(actor, "move", **({"ply": self.table.ply, "action": action} | fields))

    def actor_to_move(self) -> Actor:
        """The person who is to act."""
        seat = self.table.to_act
        assert seat is not None
        person = self.table.seats[seat].person
        return next(actor for actor in (ANN, BO, CY) if actor.person == person)

    def expire(self) -> None:
        """Check the clocks."""
        self.take(moves.expire(self.table, self.now))

    def reloaded(self) -> Table:
        """The table as a new process would load it."""
        return load("t", self.stored, self.now)


def hanabi_for_two(**settings: Any) -> TableHarness:
    """A match of Hanabi that Ann begins, with Bo."""
    options = {"first_seat": 0} | settings.pop("options", {})
    harness = TableHarness("hanabi/cocktail", "me", "open", options=options, **settings)
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    return harness


def koikoi_for_two(**settings: Any) -> TableHarness:
    """A match of Koi-Koi with two rounds, in which Ann deals first."""
    options = {"first_dealer": 0, "rounds": 2}
    harness = TableHarness("koikoi/nintendo", "me", "open", options=options, **settings)
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    return harness
