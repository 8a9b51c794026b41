"""The results of a tournament, summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hanamichi.arena.results import GameResult, Pace, value_of
from hanamichi.arena.round_robin import RoundRobin, sum_up
from hanamichi.arena.statistics import estimate, paired, share_error, wilson
from hanamichi.arena.tournament import Task, Tournament, label_of
from hanamichi.bots.outside.messages import FailureKind

Interval = tuple[float, float]


class BotPace(msgspec.Struct, frozen=True):
    """How long a bot of a line-up took."""

    bot: str
    moves: int
    seconds_per_move: float | None
    seconds_per_move_p95: float | None


class FailureCount(msgspec.Struct, frozen=True):
    """A way in which a bot lost games without playing them to the end."""

    bot: str
    kind: FailureKind
    error: str
    games: int
    first_game: int


class Duel(msgspec.Struct, frozen=True):
    """Matches of two players, from the view of the first bot of the line-up."""

    wins: int
    draws: int
    losses: int
    win_share: float
    win_interval: Interval
    """Wilson, 95 %."""
    decided: int
    """Matches that were not drawn."""
    win_share_of_decided: float | None
    win_interval_of_decided: Interval
    mean_scores: tuple[float, ...]


class LineupReport(msgspec.Struct, frozen=True):
    """One line-up."""

    lineup: str
    bots: tuple[str, ...]
    games: int
    mean: float
    """The score of a team; of two opponents, the points of the first less those of the second."""
    stderr: float | None
    perfect: float | None
    """The share of games with every point; none in a game of opponents."""
    perfect_stderr: float | None
    seconds_per_move: float | None
    paces: tuple[BotPace, ...]
    histogram: dict[int, int]
    """How many games came to each value of what `mean` is the mean of."""
    terminations: dict[str, int]
    duel: Duel | None
    failures: tuple[FailureCount, ...]


class Difference(msgspec.Struct, frozen=True):
    """How much better one line-up did than another on the same decks."""

    of: str
    minus: str
    mean: float
    stderr: float | None


class Report(msgspec.Struct, frozen=True):
    """The whole tournament."""

    tournament: Tournament
    lineups: tuple[LineupReport, ...]
    differences: tuple[Difference, ...]
    """Every pair of line-ups, the later one less the earlier."""
    round_robin: RoundRobin | None = None
    """How all bots did with, or against, each other, if that was played."""


def report(tournament: Tournament, played: Mapping[Task, GameResult]) -> Report:
    """Sum up the games; the order in which they were played does not matter."""
    by_lineup = [
        [played[Task(lineup, game)] for game in range(tournament.games)]
        for lineup in range(len(tournament.lineups))
    ]
    labels = [label_of(lineup) for lineup in tournament.lineups]
    decks = {game: tournament.deck_of(game) for game in range(tournament.games)}
    values = [{result.game: value_of(result, tournament) for result in each} for each in by_lineup]
    differences = [
        Difference(labels[later], labels[earlier], *paired(values[later], values[earlier], decks))
        for later in range(len(labels))
        for earlier in range(later)
    ]
    return Report(
        tournament,
        tuple(_lineup(tournament, number, each) for number, each in enumerate(by_lineup)),
        tuple(differences),
        sum_up(tournament, by_lineup) if tournament.round_robin else None,
    )


def _lineup(tournament: Tournament, number: int, results: Sequence[GameResult]) -> LineupReport:
    bots = tournament.lineups[number]
    cooperative = tournament.game.cooperative
    values = [value_of(result, tournament) for result in results]
    mean, stderr = estimate(values, [tournament.deck_of(result.game) for result in results])
    perfect = None
    if cooperative:
        perfect = sum(bool(result.winners) for result in results) / len(results)
    paces = _paces(bots, results)
    return LineupReport(
        lineup=label_of(bots),
        bots=bots,
        games=len(results),
        mean=mean,
        stderr=stderr,
        perfect=perfect,
        perfect_stderr=None if perfect is None else share_error(perfect, len(results)),
        seconds_per_move=_sum(paces.values()).mean,
        paces=tuple(
            BotPace(bot, pace.moves, pace.mean, pace.quantile(0.95)) for bot, pace in paces.items()
        ),
        histogram=dict(sorted(Counter(values).items())),
        terminations=dict(sorted(Counter(result.termination for result in results).items())),
        duel=None if cooperative else _duel(results),
        failures=_failures(bots, results),
    )


def _paces(bots: Sequence[str], results: Sequence[GameResult]) -> dict[str, Pace]:
    return {
        bot: _sum(
            result.paces[place]
            for result in results
            for place, seated in enumerate(bots)
            if seated == bot
        )
        for bot in dict.fromkeys(bots)
    }


def _sum(paces: Iterable[Pace]) -> Pace:
    total = Pace()
    for pace in paces:
        total += pace
    return total


def _duel(results: Sequence[GameResult]) -> Duel:
    games = len(results)
    wins = sum(0 in result.winners for result in results)
    decided = sum(bool(result.winners) for result in results)
    places = range(len(results[0].scores))
    return Duel(
        wins=wins,
        draws=games - decided,
        losses=decided - wins,
        win_share=wins / games,
        win_interval=wilson(wins, games),
        decided=decided,
        win_share_of_decided=wins / decided if decided else None,
        win_interval_of_decided=wilson(wins, decided),
        mean_scores=tuple(
            sum(result.scores[place] for result in results) / games for place in places
        ),
    )


def _failures(bots: Sequence[str], results: Sequence[GameResult]) -> tuple[FailureCount, ...]:
    found: dict[tuple[str, FailureKind, str], list[int]] = {}
    for result in results:
        if (failure := result.failure) is not None:
            key = (bots[failure.place], failure.kind, failure.error)
            found.setdefault(key, []).append(result.game)
    return tuple(FailureCount(*key, len(games), games[0]) for key, games in found.items())
