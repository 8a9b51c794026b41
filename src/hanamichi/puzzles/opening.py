"""A match up to a position, as a puzzle keeps it."""

from __future__ import annotations

from typing import NamedTuple

from hanamichi.catalog import AnyGame, game_by_id
from hanamichi.core import Chance, ChanceDraw, MatchRecord, Seat
from hanamichi.core.chance import Replayed
from hanamichi.core.record import JsonObject, Move, options_of, plain


class Opening(NamedTuple):
    """What leads to a position."""

    preset: str
    options: JsonObject
    """Those that differ from the preset."""
    chance: tuple[ChanceDraw, ...]
    moves: tuple[Move, ...]


def opening_of(record: MatchRecord, ply: int, seat: Seat, chance: Chance) -> Opening:
    """The first plies of a match.

    What the seat does not see is dealt anew, so that it tells nothing about the real match.
    """
    game = game_by_id(record.game)
    replayed = Replayed(record.chance)
    state, _ = game.start(options_of(game, record), len(record.players), replayed)
    moves: list[Move] = []
    for move in record.moves:
        if game.ply(state) == ply:
            break
        action = game.parse_action(move.action)
        state, _ = game.apply(state, move.seat, action, replayed)
        kept = {name: value for name, value in move.action.items() if value is not None}
        moves.append(Move(move.seat, kept))
    draws = game.redeal(record.chance[: replayed.used], state, seat, chance)
    preset, options = preset_of(game, record)
    return Opening(preset, options, draws, tuple(moves))


def preset_of(game: AnyGame, record: MatchRecord) -> tuple[str, JsonObject]:
    """The preset of a match, or the one that is nearest to its table, and what differs."""
    table = plain(options_of(game, record))
    changes = {}
    for preset in game.presets.values():
        usual = plain(preset.options)
        changes[preset.id] = {
            name: value for name, value in table.items() if value != usual.get(name)
        }
    if record.preset in changes:
        return record.preset, changes[record.preset]
    nearest = min(changes, key=lambda preset_id: len(changes[preset_id]))
    return nearest, changes[nearest]
