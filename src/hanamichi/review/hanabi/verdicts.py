"""What a loss of expected points is called, and what the losses of a match add up to."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from hanamichi.review.model import Moment, Verdict

ERRORS = 2.0
"""A difference counts as a loss from this many standard errors on."""
SLIP, MISTAKE, BLUNDER = 0.25, 0.75, 1.5
"""Expected points lost, from which a move is called so."""


def counted_loss(difference: float, error: float) -> float:
    """How much of a difference to the best action is no accident of the rollouts."""
    return difference if difference > ERRORS * error else 0.0


def verdict_of(difference: float, error: float) -> Verdict:
    """The name of a move so much worse than the best one."""
    loss = counted_loss(difference, error)
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= SLIP:
        return "slip"
    # within its error a difference may be none, but the more it is, the less likely
    return "good" if loss > 0 or difference > max(error, 0.0) else "best"


def accuracy_of(moments: Iterable[Moment]) -> float | None:
    """The mean of 100 * e^-loss over all decisions with a choice; None without one."""
    shares = [exp(-moment.loss) for moment in moments if moment.verdict is not None]
    return round(100 * sum(shares) / len(shares), 1) if shares else None
