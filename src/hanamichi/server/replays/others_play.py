"""How others played the same deal, as long as their matches were the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from hanamichi.catalog import AnyGame
from hanamichi.core import Seat
from hanamichi.core.game import Action
from hanamichi.server.protocol.daily_messages import OthersChoice, OthersPlay, OthersPly
from hanamichi.server.table.entries import Moved, Stored


class Turn(NamedTuple):
    """A decision of a match."""

    seat: Seat
    action: Action


def turns_of(game: AnyGame, stored: Iterable[Stored]) -> list[Turn]:
    """The decisions of a match in which nothing was taken back."""
    moves = (item.entry for item in stored if isinstance(item.entry, Moved))
    turns = (Turn(move.seat, game.parse_action(move.action)) for move in moves)
    return [turn for turn in turns if not game.is_gesture(turn.action)]


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
