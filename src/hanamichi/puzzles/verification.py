"""Checks a whole set of puzzles: each by itself, all against each other, and solved anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
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
    puzzles: Iterable[Puzzle],
    effort: int | None = None,
    progress: Callable[[str], object] = str,
    workers: int = 1,
) -> list[Problem]:
    """What is wrong with these puzzles.

    With an `effort`, each that holds together is solved again with that many times the work, by so
    many processes. `progress` is told the id of each puzzle that is done.
    """
    found: list[Problem] = []
    sound: list[Puzzle] = []
    known: dict[str, tuple[str, frozenset[str]]] = {}
    for puzzle in puzzles:
        problem = _problem(puzzle, known)
        if problem is not None:
            found.append(Problem(puzzle.id, problem))
        elif effort is not None:
            sound.append(puzzle)
            continue
        progress(puzzle.id)
    if effort is not None:
        solve_again = partial(_refuted, effort=effort)
        with solving_processes(workers) as solve_all:
            for puzzle, refuted in zip(sound, solve_all(solve_again, sound), strict=True):
                if refuted is not None:
                    found.append(Problem(puzzle.id, refuted))
                progress(puzzle.id)
    return found


@contextmanager
def solving_processes(workers: int) -> Iterator[Callable[..., Iterable[str | None]]]:
    """A `map` on so many processes."""
    if workers == 1:
        yield map
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield pool.map
        except BrokenProcessPool:
            raise PuzzleError(
                "A process that solved puzzles was ended from outside, perhaps for want of memory: "
                "fewer --workers need less",
                code="puzzle/ended",
            ) from None
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _problem(puzzle: Puzzle, known: dict[str, tuple[str, frozenset[str]]]) -> str | None:
    if puzzle.id in known:
        return "There is another puzzle with this id"
    try:
        question = check_puzzle(puzzle)
    except PuzzleError as error:
        return str(error)
    features = PUZZLES.of(puzzle.game).features(question)
    twin = next(
        (
            other
            for other, (game, its) in known.items()
            if game == puzzle.game and alike(features, its)
        ),
        None,
    )
    known[puzzle.id] = (puzzle.game, features)
    return None if twin is None else f"It is like {twin}"


def _refuted(puzzle: Puzzle, effort: int) -> str | None:
    """Why a deeper search does not confirm the answer."""
    game_puzzles = PUZZLES.of(puzzle.game)
    return game_puzzles.accepts(puzzle, game_puzzles.solve(check_puzzle(puzzle), effort))
