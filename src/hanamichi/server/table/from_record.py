"""A record as the entries of a table: the way in for matches that were begun elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hanamichi.catalog import AnyGame, game_by_id
from hanamichi.core import ChanceDraw, MatchRecord, Replayed
from hanamichi.core.record import Move, options_of, plain
from hanamichi.server.table.entries import (
    AnyEntry,
    Moved,
    Opened,
    Started,
    Stopped,
    TableSeat,
    stored_run,
)
from hanamichi.server.table.settings import BotPace, TableSettings
from hanamichi.server.table.state import Table, load

_NOBODY = "nobody"


class ReplayedMoves(NamedTuple):
    """The beginning of a match, made again."""

    entries: list[AnyEntry]
    """The start and every move, each with what chance gave for it."""
    state: Any
    """Where that leads."""
    draws: tuple[ChanceDraw, ...]
    """All that chance gave."""


def replay_moves(
    game: AnyGame, options: Any, players: int, moves: Sequence[Move], given: Sequence[ChanceDraw]
) -> ReplayedMoves:
    """Start a match and make these moves, with this chance, which may reach further."""
    chance = Replayed(given)
    state, _ = game.start(options, players, chance)
    used = chance.used
    entries: list[AnyEntry] = [Started(draws=tuple(given[:used]))]
    for move in moves:
        state, _ = game.apply(state, move.seat, game.parse_action(move.action), chance)
        draws = tuple(given[used : chance.used])
        entries.append(Moved(seat=move.seat, action=move.action, draws=draws))
        used = chance.used
    return ReplayedMoves(entries, state, tuple(given[:used]))


def settings_of(record: MatchRecord, bot_pace: BotPace) -> TableSettings:
    """A table like the record's: unlisted, without a clock."""
    game = game_by_id(record.game)
    return TableSettings(
        game=game.id,
        preset=record.preset or nearest_preset(game, record),
        options=plain(options_of(game, record)),
        listed=False,
        clock=None,
        bot_pace=bot_pace,
    )


def nearest_preset(game: AnyGame, record: MatchRecord) -> str:
    """For a record that names no box: the one that differs least, and in what it offers itself."""

    def distance(preset: str) -> tuple[int, int]:
        box = game.presets[preset]
        base = plain(box.options)
        changed = [name for name, value in record.options.items() if base[name] != value]
        return len(changed), sum(name not in box.offers for name in changed)

    return min(game.presets, key=distance)


def table_of(record: MatchRecord, table_id: str, at: int) -> Table:
    """The table at which such a match would have been played, by people of these names."""
    game = game_by_id(record.game)
    seats = tuple(
        TableSeat(person=f"{_NOBODY}-{n}", name=name) for n, name in enumerate(record.players)
    )
    opened = Opened(host=_NOBODY, settings=settings_of(record, "human"), seats=seats)
    begun = replay_moves(game, options_of(game, record), len(seats), record.moves, record.chance)
    entries: list[AnyEntry] = [opened, *begun.entries]
    if record.abandoned is not None:
        late = record.abandoned.reason == "timeout"
        seat = record.abandoned.seat
        entries.append(Stopped(reason="timeout" if late else "vote", seat=seat))
    return load(table_id, stored_run(entries, 0, at), 0.0)
