"""The conformance suite every game passes. `hanamichi.testing.strategies` needs Hypothesis."""

from hanamichi.testing.conformance import CHECKS, Finding, check_game, findings
from hanamichi.testing.sample_match import (
    NonConformance,
    Player,
    SampleMatch,
    Step,
    at_random,
    sample_matches,
)

__all__ = [
    "CHECKS",
    "Finding",
    "NonConformance",
    "Player",
    "SampleMatch",
    "Step",
    "at_random",
    "check_game",
    "findings",
    "sample_matches",
]
