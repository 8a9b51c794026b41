"""The suite accepts games that keep their promises, and catches each that breaks one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hanamichi.testing import CHECKS, NonConformance, check_game, findings, sample_matches
from hanamichi.testing.conformance import Check
from tests.testing.lanterns import LANTERNS
from tests.testing.mutants import MUTANTS, Mutant

LIMIT = 400


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_third_game_conforms_check_by_check(check: Check) -> None:
    samples = sample_matches(LANTERNS, seeds=range(4), limit=LIMIT)
    assert list(findings(samples, [check])) == []


def test_a_third_game_conforms() -> None:
    check_game(LANTERNS)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_broken_game_is_caught_by_its_check(name: str) -> None:
    game, check = MUTANTS[name]
    samples = sample_matches(game, seeds=range(4), limit=LIMIT)
    assert list(findings(samples, [c for c in CHECKS if c.__name__ == check]))


def test_every_check_catches_some_broken_game() -> None:
    assert {mutant.caught_by for mutant in MUTANTS.values()} == {c.__name__ for c in CHECKS}


def test_the_runner_names_every_check_that_failed_and_where() -> None:
    mutant: Mutant = MUTANTS["LeakingView0"]
    with pytest.raises(NonConformance) as caught:
        check_game(mutant.game, limit=LIMIT)
    message = str(caught.value)
    assert message.startswith("lanterns does not conform:\n")
    assert "check_views_keep_secrets: lanterns (lanterns/box), 2 players, seed 0, ply" in message


def test_the_suite_needs_neither_hypothesis_nor_pytest() -> None:
    code = (
        "import sys, hanamichi.testing;"
        "sys.exit('hypothesis' in sys.modules or 'pytest' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
