"""What a move was, by the chance of winning the match that it lost."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hanamichi.review.model import Verdict

CERTAIN_ERRORS = 2.0
"""A loss that is no larger than this many standard errors counts as none."""
NO_LOSS = 0.005
"""A smaller loss is not worth a word."""
LIMITS: tuple[tuple[float, Verdict], ...] = (
    (NO_LOSS, "best"),
    (0.02, "good"),
    (0.05, "slip"),
    (0.10, "mistake"),
)
"""The verdict on a move that lost less than this."""
HALVING_LOSS = 0.01
"""With this mean loss, the accuracy is 50."""


def counted_loss(loss: float, error: float) -> float:
    """The loss; 0 if it may well be an accident of the sampled worlds."""
    return loss if loss > CERTAIN_ERRORS * error else 0.0


def verdict_of(loss: float) -> Verdict:
    """What a move was that lost this much."""
    return next((verdict for limit, verdict in LIMITS if loss < limit), "blunder")


def accuracy_of(losses: Sequence[float]) -> float | None:
    """100 for a seat that lost nothing, and half as much for each `HALVING_LOSS` a decision."""
    if not losses:
        return None
    mean = math.fsum(losses) / len(losses)
    return round(100 * math.exp2(-mean / HALVING_LOSS), 1)
