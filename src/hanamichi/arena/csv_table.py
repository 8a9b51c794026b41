"""The games of a tournament as a table with a row for each, in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from hanamichi.arena.results import GameResult, value_of
from hanamichi.arena.tournament import Tournament, label_of

COLUMNS = ("line_up", "bots", "game", "deck", "value", "termination", "failed", "error")
PLACE_COLUMNS = ("bot", "seat", "score", "won", "moves", "seconds")
"""Of each bot of the line-up, with its number behind: `bot_1`, `seat_1` and so on."""


def write_csv(tournament: Tournament, results: Iterable[GameResult]) -> bytes:
    """The table, in UTF-8, with a line of names first."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    places = range(1, tournament.players + 1)
    writer.writerow([*COLUMNS, *(f"{name}_{place}" for place in places for name in PLACE_COLUMNS)])
    for result in results:
        writer.writerow([*_game(tournament, result), *_places(tournament, result)])
    return text.getvalue().encode()


def _game(tournament: Tournament, result: GameResult) -> Iterator[object]:
    lineup = tournament.lineups[result.lineup]
    failure = result.failure
    yield result.lineup + 1
    yield label_of(lineup)
    yield result.game
    yield tournament.deck_of(result.game)
    yield value_of(result, tournament)
    yield result.termination
    yield "" if failure is None else lineup[failure.place]
    yield "" if failure is None else failure.error


def _places(tournament: Tournament, result: GameResult) -> Iterator[object]:
    for place, bot in enumerate(tournament.lineups[result.lineup]):
        pace = result.paces[place]
        yield bot
        yield tournament.seat_of(place, result.game)
        yield result.scores[place]
        yield int(place in result.winners)
        yield pace.moves
        yield f"{pace.nanoseconds / 1e9:.6f}"
