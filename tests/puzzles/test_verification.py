"""Solving puzzles again in several processes."""

from __future__ import annotations

import os

import pytest

from hanamichi.puzzles import PuzzleError
from hanamichi.puzzles.verification import solving_processes


def test_a_process_that_is_killed_is_no_fault_of_the_program() -> None:
    with pytest.raises(PuzzleError, match="fewer --workers") as ended, solving_processes(2) as each:
        list(each(os._exit, [1]))
    assert ended.value.code == "puzzle/ended"
