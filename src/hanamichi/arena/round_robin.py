"""How bots did that all met each other: a matrix of every two, and the standing of each."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hanamichi.arena.ratings import Contest, rate
from hanamichi.arena.results import GameResult, value_of
from hanamichi.arena.statistics import Z95, Estimate, estimate
from hanamichi.arena.tournament import Lineup, Tournament


class Cell(msgspec.Struct, frozen=True):
    """One bot with, or against, another."""

    mean: float
    """The score of the team; of opponents, the points of the row's bot less the column's."""
    stderr: float | None
    games: int
    win_share: float | None
    """Of opponents: the share of decided matches that the row's bot won."""


class Standing(msgspec.Struct, frozen=True):
    """What a bot reached in all its games."""

    bot: str
    mean: float
    """With, or against, the other bots."""
    stderr: float | None
    self_play: float | None
    """The mean score of a team of this bot alone; none of opponents."""
    self_play_stderr: float | None
    rating: float | None
    """Of opponents: on the scale of Elo, 0 on average; none of a team."""
    rating_stderr: float | None
    rating_interval: tuple[float, float] | None
    """95 %."""


class RoundRobin(msgspec.Struct, frozen=True):
    """The whole round robin; rows and columns of the matrix are in the order of the bots."""

    bots: tuple[str, ...]
    matrix: tuple[tuple[Cell | None, ...], ...]
    """None for a bot against itself."""
    standings: tuple[Standing, ...]
    """The best first."""


def sum_up(tournament: Tournament, by_lineup: Sequence[Sequence[GameResult]]) -> RoundRobin:
    """The matrix and the standings, from the games of each line-up."""
    bots = tournament.round_robin
    results = dict(zip(tournament.lineups, by_lineup, strict=True))
    matrix = tuple(
        tuple(_cell(tournament, results, row, column) for column in bots) for row in bots
    )
    ratings: list[Estimate | None] = [None] * len(bots)
    if not tournament.game.cooperative:
        ratings = list(rate(len(bots), _contests(tournament, results)))
    standings = [
        _standing(tournament, results, number, rating) for number, rating in enumerate(ratings)
    ]
    standings.sort(key=lambda each: each.mean if each.rating is None else each.rating, reverse=True)
    return RoundRobin(bots, matrix, tuple(standings))


_Results = dict[Lineup, Sequence[GameResult]]


def _of(
    tournament: Tournament, results: _Results, row: str, column: str
) -> tuple[Sequence[GameResult], int]:
    """The games of two bots, and the place of the row's bot in them; teams have no places."""
    others = tournament.players - 1
    if (found := results.get((row, *(column,) * others))) is not None:
        return found, 0
    return results.get((column, row), ()), 1


def _values(tournament: Tournament, games: Sequence[GameResult], place: int) -> list[int]:
    values = [value_of(each, tournament) for each in games]
    if tournament.game.cooperative or place == 0:
        return values
    return [-value for value in values]


def _cell(tournament: Tournament, results: _Results, row: str, column: str) -> Cell | None:
    games, place = _of(tournament, results, row, column)
    if not games:
        return None
    decks = [tournament.deck_of(each.game) for each in games]
    mean, stderr = estimate(_values(tournament, games, place), decks)
    share = None
    if not tournament.game.cooperative:
        decided = sum(bool(each.winners) for each in games)
        share = sum(place in each.winners for each in games) / decided if decided else None
    return Cell(mean, stderr, len(games), share)


def _standing(
    tournament: Tournament, results: _Results, number: int, rating: Estimate | None
) -> Standing:
    bots = tournament.round_robin
    bot = bots[number]
    values: list[int] = []
    decks: list[int] = []
    for other in bots:
        if other != bot:
            games, place = _of(tournament, results, bot, other)
            values += _values(tournament, games, place)
            decks += [tournament.deck_of(each.game) for each in games]
    mean, stderr = estimate(values, decks)
    alone = _cell(tournament, results, bot, bot)
    interval = None
    if rating is not None and rating.stderr is not None:
        half = Z95 * rating.stderr
        interval = rating.mean - half, rating.mean + half
    return Standing(
        bot=bot,
        mean=mean,
        stderr=stderr,
        self_play=None if alone is None else alone.mean,
        self_play_stderr=None if alone is None else alone.stderr,
        rating=None if rating is None else rating.mean,
        rating_stderr=None if rating is None else rating.stderr,
        rating_interval=interval,
    )


def _contests(tournament: Tournament, results: _Results) -> list[Contest]:
    numbers = {bot: number for number, bot in enumerate(tournament.round_robin)}
    return [
        Contest(
            numbers[lineup[0]],
            numbers[lineup[1]],
            (0 in game.winners) if game.winners else 0.5,
            tournament.deck_of(game.game),
        )
        for lineup, games in results.items()
        for game in games
    ]
