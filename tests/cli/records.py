"""Record files for tests of the command line."""

from __future__ import annotations

from pathlib import Path

from hanamichi.catalog import game_by_id
from hanamichi.core import Abandonment, Match
from hanamichi.core.chance import Replayed
from hanamichi.core.record import options_of
from hanamichi.records import read_record, write_record


def shorten(file: Path, moves: int) -> None:
    """Have the match in a file abandoned after some moves."""
    record = read_record(file.read_bytes())
    game = game_by_id(record.game)
    chance = Replayed(record.chance)
    match = Match(game, options_of(game, record), record.players, chance, record.preset)
    for move in record.moves[:moves]:
        match.play(game.parse_action(move.action), move.seat)
    file.write_bytes(write_record(match.record(Abandonment("vote"))))
