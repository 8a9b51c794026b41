"""The conformance suite every game passes. `hanamichi.testing.strategies` needs Hypothesis."""

from hanamichi.testing.conformance import CHECKS, Finding, check_game, findings
from hanamichi.testing.sample_match import NonConformance, Player, Step, Trial, at_random, trials_of

__all__ = [
    "CHECKS",
    "Finding",
    "NonConformance",
    "Player",
    "Step",
    "Trial",
    "at_random",
    "check_game",
    "findings",
    "trials_of",
]
