"""How others played the same deal, as long as their matches were the same."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from hanamichi.catalog import AnyGame
from hanamichi.core import Seat
from hanamichi.core.game import Action
from hanamichi.server.ops.long_work import run_off_loop
from hanamichi.server.protocol.daily_messages import OthersChoice, OthersPlay, OthersPly
from hanamichi.server.storage.database import Database
from hanamichi.server.table.entries import Moved, Stored

_MAX_MATCHES = 1000
"""Whose decisions are kept in memory."""


class Turn(NamedTuple):
    """A decision of a match."""

    seat: Seat
    action: Action


def turns_of(game: AnyGame, stored: Iterable[Stored]) -> list[Turn]:
    """The decisions of a match in which nothing was taken back."""
    moves = (item.entry for item in stored if isinstance(item.entry, Moved))
    turns = (Turn(move.seat, game.parse_action(move.action)) for move in moves)
    return [turn for turn in turns if not game.is_gesture(turn.action)]


class TurnsCache:
    """The decisions of matches that were read lately. What is over never changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turns: OrderedDict[str, Sequence[Turn]] = OrderedDict()

    async def of(self, table_id: str, game: AnyGame) -> Sequence[Turn]:
        """The decisions of a finished match."""
        found = self._turns.get(table_id)
        if found is None:
            stored = await self._database.entries(table_id)
            found = await run_off_loop(len(stored), lambda: turns_of(game, stored))
            self._turns[table_id] = found
            if len(self._turns) > _MAX_MATCHES:
                self._turns.popitem(last=False)
        self._turns.move_to_end(table_id)
        return found


def compare(own: Sequence[Turn], others: Sequence[Sequence[Turn]], seat: Seat) -> OthersPlay:
    """What others did at each ply of one match, while they were in the same position."""
    plies: list[OthersPly] = []
    same = list(others)
    for ply, turn in enumerate(own):
        same = [each for each in same if len(each) > ply]
        if not same:
            break
        if turn.seat == seat:
            plies.append(OthersPly(ply, _choices(each[ply].action for each in same)))
        same = [each for each in same if each[ply] == turn]
    return OthersPlay(len(others), tuple(plies))


def _choices(actions: Iterable[Action]) -> tuple[OthersChoice, ...]:
    counted = Counter(actions).most_common()
    return tuple(OthersChoice(msgspec.to_builtins(action), count) for action, count in counted)
