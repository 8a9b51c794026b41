"""The program that tests beside large libraries notices one that is missing."""

from __future__ import annotations

from pathlib import Path

from tests.peers import GROUPS, constraints, missing
from tests.strict_skips import allowed_skips

SKIPPED = "SKIPPED [2] tests/envs/test_jax.py:112: JAX is not installed here\n"


def test_a_library_that_a_test_does_not_find_is_missing() -> None:
    assert missing(SKIPPED, GROUPS["learning"]) == {"JAX"}
    assert missing(SKIPPED, GROUPS["rllib"]) == set()
    assert missing("40 passed", GROUPS["learning"]) == set()


def test_every_library_whose_absence_ci_accepts_is_tested_here() -> None:
    accepted = {
        each.reason.removesuffix(" is not installed here")
        for each in allowed_skips()
        if each.reason.endswith(" is not installed here")
    }
    assert accepted == frozenset().union(*(group.names for group in GROUPS.values()))


def test_locked_versions_hold_where_a_library_allows_them() -> None:
    locked = (Path(__file__).parent.parent / "requirements" / "dev.txt").read_text("utf-8")
    every, some = (
        constraints(locked, free).splitlines() for free in (frozenset(), frozenset({"gymnasium"}))
    )
    gone = set(every) - set(some)
    assert len(gone) == 1
    assert gone.pop().startswith("gymnasium==")
    assert any(line.startswith("numpy==") for line in some)
