"""What a good player would do in one's place: for practice games, and only when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanamichi.bots import Sight
from hanamichi.bots.registry import BotInfo, bots_for
from hanamichi.core import HanamichiError
from hanamichi.core.record import plain
from hanamichi.server.live.connection import Connection
from hanamichi.server.ops.log import report_fault
from hanamichi.server.protocol.commands import Hint
from hanamichi.server.protocol.errors import FAULT, Refused
from hanamichi.server.protocol.messages import Hinted
from hanamichi.server.table.decision import Actor, require_playing, require_seat
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection

if TYPE_CHECKING:
    from hanamichi.server.live.tables import LiveTables


def ask_for_hint(house: LiveTables, table: Table, connection: Connection, command: Hint) -> None:
    """Have a bot think beside the table, once at a time for each who asks."""
    if connection.hinting:
        refused = Refused("frame/too-many", "One hint at a time; the last one is still to come")
        connection.send(projection.refusal(refused, command.id))
        return
    connection.hinting = True
    house.spawn(_answer(house, table, connection, command))


async def _answer(house: LiveTables, table: Table, connection: Connection, command: Hint) -> None:
    """Ask, and tell whoever wants to know what came of it."""
    try:
        connection.send(await hinted(house, table, connection.actor, command))
    except HanamichiError as error:
        connection.send(projection.refusal(error, command.id))
    except Exception as error:
        report_fault(error)
        connection.send(projection.refusal(FAULT, command.id))
    finally:
        connection.hinting = False


async def hinted(house: LiveTables, table: Table, actor: Actor, command: Hint) -> Hinted:
    """The choice of a bot that is shown what this seat sees, and nothing more."""
    seat = require_seat(table, actor)
    require_playing(table)
    if table.practice_seat != seat:
        raise Refused("table/no-hint", "Hints are for practice: one person, the others bots")
    if table.to_act != seat:
        raise Refused("table/no-hint", "There is a hint when it is your turn")
    assert table.play is not None
    game, state = table.game, table.play.state
    sight = Sight(game.view(state, seat), table.events_for(seat), game.legal_actions(state, seat))
    memory = f"{table.id} hint {len(table.play.takebacks)}"
    choice = await house.think(memory, game.id, adviser(table).id, sight)
    return Hinted(id=command.id, ply=table.ply, action=plain(choice.action), why=choice.reason)


def adviser(table: Table) -> BotInfo:
    """The best company for people that can play here and needs no time to think."""
    fit = [
        info
        for info in bots_for(table.settings.game)
        if not info.compiled and info.unsupported(table.options, len(table.seats)) is None
    ]
    return fit[-1]
