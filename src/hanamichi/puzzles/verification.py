"""Checks a whole set of puzzles: each by itself, all against each other, and solved anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hanamichi.puzzles.check import check_puzzle
from hanamichi.puzzles.game_puzzles import PUZZLES
from hanamichi.puzzles.likeness import alike
from hanamichi.puzzles.model import Puzzle, PuzzleError


class Problem(NamedTuple):
    """What is wrong with a puzzle."""

    id: str
    message: str


def problems_of(
    puzzles: Iterable[Puzzle], effort: int | None = None, progress: Callable[[str], object] = str
) -> list[Problem]:
    """What is wrong with these puzzles.

    With an `effort`, each is solved again with that many times the work. `progress` is told the id
    of each puzzle that was looked at.
    """
    found: list[Problem] = []
    known: dict[str, tuple[str, frozenset[str]]] = {}
    for puzzle in puzzles:
        problem = _problem(puzzle, known, effort)
        if problem is not None:
            found.append(Problem(puzzle.id, problem))
        progress(puzzle.id)
    return found


def _problem(
    puzzle: Puzzle, known: dict[str, tuple[str, frozenset[str]]], effort: int | None
) -> str | None:
    if puzzle.id in known:
        return "There is another puzzle with this id"
    try:
        question = check_puzzle(puzzle)
    except PuzzleError as error:
        return str(error)
    game_puzzles = PUZZLES.of(puzzle.game)
    features = game_puzzles.features(question)
    twin = next(
        (
            other
            for other, (game, its) in known.items()
            if game == puzzle.game and alike(features, its)
        ),
        None,
    )
    known[puzzle.id] = (puzzle.game, features)
    if twin is not None:
        return f"It is like {twin}"
    if effort is None:
        return None
    return game_puzzles.accepts(puzzle, game_puzzles.solve(question, effort))
