"""Streaks: right answers in a row, and days in a row, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hanamichi.server.protocol.puzzle_messages import Streak
from hanamichi.server.storage.puzzle_answers import StoredAnswer

_MINUTE_MILLISECONDS = 60_000
_DAY_MILLISECONDS = 24 * 60 * _MINUTE_MILLISECONDS


def streaks(
    answers: Iterable[StoredAnswer], games: Mapping[str, str], now: int, utc_offset: int
) -> tuple[Streak, ...]:
    """The streaks of a person in every game, from their answers in order of time.

    `games`: the game of each puzzle; an answer to a puzzle that is no longer here counts for
    nothing. `utc_offset`: where the person's day begins, in minutes east of UTC.
    """
    by_game: dict[str, list[StoredAnswer]] = {game: [] for game in games.values()}
    for answer in answers:
        if (game := games.get(answer.puzzle_id)) is not None:
            by_game[game].append(answer)
    return tuple(_streak(game, of, now, utc_offset) for game, of in by_game.items())


def _streak(game: str, answers: list[StoredAnswer], now: int, utc_offset: int) -> Streak:
    run = best = 0
    for answer in answers:
        run = run + 1 if answer.right else 0
        best = max(best, run)
    days = {_day(answer.at, utc_offset) for answer in answers}
    return Streak(
        game=game,
        answered=len(answers),
        right=sum(answer.right for answer in answers),
        current=run,
        best=best,
        days=_days_in_a_row(days, _day(now, utc_offset)),
    )


def _day(at: int, utc_offset: int) -> int:
    return (at + utc_offset * _MINUTE_MILLISECONDS) // _DAY_MILLISECONDS


def _days_in_a_row(days: set[int], today: int) -> int:
    """Up to today, or up to yesterday while today has no answer yet."""
    last = today if today in days else today - 1
    first = last
    while first in days:
        first -= 1
    return last - first
