"""When two puzzles are alike."""

from __future__ import annotations

ALIKE = 0.75
"""Positions that share this much of what makes them are alike."""


def share(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two positions have in common, from 0 to 1."""
    return len(one & other) / max(1, len(one | other))


def alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether nobody needs both puzzles."""
    return share(one, other) >= ALIKE
