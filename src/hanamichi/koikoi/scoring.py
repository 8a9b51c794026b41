"""Scores of a stop, results of rounds and the outcome of a match."""

from __future__ import annotations

import enum

import msgspec

from hanamichi.core import Outcome, Seat
from hanamichi.koikoi.deal import Pattern
from hanamichi.koikoi.options import KoiKoiOptions
from hanamichi.koikoi.yaku import YakuPoints, total_of

LUCKY_HAND_POINTS = 6
_MANY_POINTS = 7


class FactorName(enum.Enum):
    """Why a total is multiplied."""

    OWN_CALLS = "own-calls"
    OPPONENT_CALLED = "opponent-called"
    SEVEN_OR_MORE = "seven-or-more"


class Factor(msgspec.Struct, frozen=True, gc=False):
    """One multiplication of a stop's total."""

    name: FactorName
    times: int


class StopValue(msgspec.Struct, frozen=True, gc=False):
    """What ending the round brings: the yaku, their total, and what multiplies it."""

    yaku: tuple[YakuPoints, ...]
    total: int
    factors: tuple[Factor, ...]
    points: int


class Ending(enum.Enum):
    """How a round ended."""

    STOP = "stop"
    """The winner chose to."""
    FORCED_STOP = "forced-stop"
    """The winner's yaku rose with no card left in hand, or after the one koi-koi of the round."""
    LUCKY_HAND = "lucky-hand"
    BOTH_LUCKY = "both-lucky"
    """Two lucky hands, at a table where that is a draw."""
    HANDS_EMPTY = "hands-empty"
    """All cards played and nobody stopped: a draw."""


class RoundResult(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of one round."""

    number: int
    """The number of the round, from 1."""
    dealer: Seat
    ending: Ending
    winner: Seat | None = None
    value: StopValue | None = None
    """The winner's points and their parts."""
    lucky: Pattern | None = None
    """The lucky hand that won, if any."""

    @property
    def points(self) -> int:
        """The winner's points; 0 in a draw."""
        return 0 if self.value is None else self.value.points


class KoiKoiOutcome(Outcome, frozen=True, kw_only=True):
    """How a match ended, round by round."""

    rounds: tuple[RoundResult, ...]


LUCKY_HAND_VALUE = StopValue((), LUCKY_HAND_POINTS, (), LUCKY_HAND_POINTS)


def stop_value(
    yaku: tuple[YakuPoints, ...],
    options: KoiKoiOptions,
    *,
    standing_calls: int,
    opponent_called: bool,
) -> StopValue:
    """What a player with these yaku scores by stopping."""
    total = total_of(yaku)
    factors = []
    # 003, Fin de manche: doubled after one's own call, tripled after two, and so on.
    if options.own_calls_multiply and standing_calls:
        factors.append(Factor(FactorName.OWN_CALLS, 1 + standing_calls))
    # 003, Fin de manche; 004, Annoncer Koi-Koi.
    if opponent_called:
        factors.append(Factor(FactorName.OPPONENT_CALLED, 2))
    # 003, Fin de manche; 004, Multiplicateur.
    if total >= _MANY_POINTS:
        factors.append(Factor(FactorName.SEVEN_OR_MORE, 2))
    points = total
    for factor in factors:
        points *= factor.times
    return StopValue(yaku, total, tuple(factors), points)


def match_outcome(results: tuple[RoundResult, ...], scores: tuple[int, int]) -> KoiKoiOutcome:
    """The end of a match whose rounds are all played."""
    # 003, Fin de partie; 004, But du jeu: most points win, equal points are a draw.
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return KoiKoiOutcome(
        termination="rounds-played",
        scores=scores,
        winners=winners if len(winners) == 1 else (),
        rounds=results,
    )
