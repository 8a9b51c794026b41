"""Make the entries of a table from a record, for imports and branches."""

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

_NO_PERSON = "nobody"


class ReplayedMoves(NamedTuple):
    """A match replayed from its start."""

    entries: list[AnyEntry]
    """The start and every move, each with its draws."""
    state: Any
    """The state afterwards."""
    draws: tuple[ChanceDraw, ...]
    """All draws that were used."""


def replay_moves(
    game: AnyGame, options: Any, players: int, moves: Sequence[Move], given: Sequence[ChanceDraw]
) -> ReplayedMoves:
    """Start a match and make these moves; there may be more draws than they need."""
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
    """The settings of a record's table: unlisted, without a clock."""
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
    """For a record without a preset: the one that differs least, preferably in what it offers."""

    def distance(preset: str) -> tuple[int, int]:
        candidate = game.presets[preset]
        base = plain(candidate.options)
        changed = [name for name, value in record.options.items() if base[name] != value]
        return len(changed), sum(name not in candidate.offers for name in changed)

    return min(game.presets, key=distance)


def table_of(record: MatchRecord, table_id: str, at: int) -> Table:
    """The table at which people of these names would have played the record."""
    game = game_by_id(record.game)
    seats = tuple(
        TableSeat(person=f"{_NO_PERSON}-{n}", name=name) for n, name in enumerate(record.players)
    )
    opened = Opened(host=_NO_PERSON, settings=settings_of(record, "human"), seats=seats)
    replayed = replay_moves(game, options_of(game, record), len(seats), record.moves, record.chance)
    entries: list[AnyEntry] = [opened, *replayed.entries]
    if record.abandoned is not None:
        reason, seat = record.abandoned.reason, record.abandoned.seat
        entries.append(Stopped(reason="vote" if reason == "terminated" else reason, seat=seat))
    return load(table_id, stored_run(entries, 0, at), 0.0)
