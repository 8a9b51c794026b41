"""The result of a game, as a worker sends it and a file stores it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from hanamichi.arena.tournament import Task, Tournament
from hanamichi.bots.outside.messages import FailureKind
from hanamichi.core import Seat

_STEPS_PER_OCTAVE = 16
"""Steps of a duration's scale from one power of two to the next: 4 % each."""


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a bot took for its moves."""

    moves: int = 0
    nanoseconds: int = 0
    spread: Mapping[int, int] = {}
    """How many moves took each step of the scale."""

    def __add__(self, other: Pace) -> Pace:
        spread = dict(self.spread)
        for step, count in other.spread.items():
            spread[step] = spread.get(step, 0) + count
        return Pace(self.moves + other.moves, self.nanoseconds + other.nanoseconds, spread)

    @property
    def mean(self) -> float | None:
        """Seconds a move on average."""
        return self.nanoseconds / self.moves / 1e9 if self.moves else None

    def quantile(self, share: float) -> float | None:
        """The seconds within which this share of the moves were made, to about 4 %."""
        wanted = share * self.moves
        for step in sorted(self.spread):
            wanted -= self.spread[step]
            if wanted <= 0:
                return seconds_at(step)
        return None


def step_of(nanoseconds: int) -> int:
    """The step of a duration on the scale."""
    return math.ceil(_STEPS_PER_OCTAVE * math.log2(max(1, nanoseconds)))


def seconds_at(step: int) -> float:
    """The longest duration of this step."""
    return float(2.0 ** (step / _STEPS_PER_OCTAVE)) / 1e9


class Failure(msgspec.Struct, frozen=True):
    """How a bot lost its game without playing it to the end."""

    place: int
    """Which bot of the line-up."""
    seat: Seat
    kind: FailureKind
    error: str


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True, tag="game"):
    """One game. Bots are in the order of their line-up, whichever seat they had."""

    lineup: int
    game: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Empty after a draw or a team's loss; all after a team's win."""
    termination: str
    paces: tuple[Pace, ...]
    choices: tuple[int, ...] = ()
    """Every decision in order, as the number of the action among the legal ones."""
    failure: Failure | None = None

    @property
    def task(self) -> Task:
        """Which game it was."""
        return Task(self.lineup, self.game)


class Fault(msgspec.Struct, frozen=True, tag="fault"):
    """An error that no bot caused."""

    text: str


def forfeited(tournament: Tournament, task: Task, failure: Failure) -> GameResult:
    """A game that a bot lost by failing: 0 for a team, a walkover for the opponent."""
    places = range(tournament.players)
    others = tuple(place for place in places if place != failure.place)
    return GameResult(
        lineup=task.lineup,
        game=task.game,
        scores=tuple(tournament.walkover if place in others else 0 for place in places),
        winners=() if tournament.game.cooperative else others,
        termination=failure.kind,
        paces=(Pace(),) * tournament.players,
        failure=failure,
    )


def value_of(result: GameResult, tournament: Tournament) -> int:
    """What a game counts: the team's score, or the first bot's lead over the best of the others."""
    if tournament.game.cooperative:
        return result.scores[0]
    return result.scores[0] - max(result.scores[1:])
