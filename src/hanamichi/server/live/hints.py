"""Hints: what a good bot would do in a person's seat, in practice games and on request."""

from __future__ import annotations

from collections.abc import Callable, Container

from hanamichi.bots import Sight
from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.core import HanamichiError
from hanamichi.core.record import plain
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.process import BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.live.connection import Connection
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.log import report_fault
from hanamichi.server.protocol.commands import Hint
from hanamichi.server.protocol.errors import FAULT, Refused
from hanamichi.server.protocol.messages import Hinted
from hanamichi.server.table.decision import (
    Actor,
    require_not_daily,
    require_playing,
    require_seat,
)
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection


class Hints:
    """Asks a bot in the background, so that the table does not wait for it."""

    def __init__(
        self,
        bots: BotPool,
        warmup: Warmup,
        tasks: BackgroundTasks,
        hash_share: Callable[[str], str],
    ) -> None:
        self._bots = bots
        self._warmup = warmup
        self._tasks = tasks
        self._hash_share = hash_share

    def request(self, table: Table, connection: Connection, command: Hint) -> None:
        """Have a bot think, one hint at a time for each connection."""
        if connection.hinting:
            refused = Refused(
                "frame/too-many",
                "One hint at a time; the last one is still to come",
                retry_after=1,
            )
            connection.send(projection.refusal(refused, command.id))
            return
        connection.hinting = True
        self._tasks.spawn(self._answer(table, connection, command))

    async def _answer(self, table: Table, connection: Connection, command: Hint) -> None:
        try:
            connection.send(await self._hint(table, connection.actor, command))
        except HanamichiError as error:
            connection.send(projection.refusal(error, command.id))
        except Exception as error:
            report_fault(error)
            connection.send(projection.refusal(FAULT, command.id))
        finally:
            connection.hinting = False

    async def _hint(self, table: Table, actor: Actor, command: Hint) -> Hinted:
        """The choice of a bot that is given what this seat sees, and nothing more."""
        seat = require_seat(table, actor)
        require_playing(table)
        require_not_daily(table, "there are no hints")
        if table.practice_seat != seat:
            raise Refused("table/no-hint", "Hints are for practice: one person, the others bots")
        if table.to_act != seat:
            raise Refused("table/no-hint", "There is a hint when it is your turn")
        assert table.play is not None
        game, state = table.game, table.play.state
        sight = Sight(
            game.view(state, seat), table.events_for(seat), game.legal_actions(state, seat)
        )
        not_ready = self._warmup.not_ready(game.id)
        match = f"{table.id} hint {len(table.play.takebacks)}"
        request = BotRequest(match, game.id, adviser(table, not_ready).id, sight)
        asker = Served(self._hash_share(actor.address), actor.person)
        choice = await self._bots.think(request, [asker])
        return Hinted(id=command.id, ply=table.ply, action=plain(choice.action), why=choice.reason)


def adviser(table: Table, not_ready: Container[str]) -> BotInfo:
    """The best bot that can play here and answers at once.

    Compiled ones are stronger, and ready once the server has warmed up. In a cooperative game they
    play with one another, not with people, so their moves would mislead.
    """
    fit = [
        info
        for info in bots_for(table.settings.game)
        if not info.parameters
        and not (info.compiled and (table.game.cooperative or info.id in not_ready))
        and info.unsupported(table.options, len(table.seats)) is None
    ]
    return fit[-1]
