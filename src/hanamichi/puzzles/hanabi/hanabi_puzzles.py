"""The puzzles of Hanabi."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hanamichi.puzzles.game_puzzles import FoundMatch, GamePuzzles, Question, Solution, Wanted
from hanamichi.puzzles.hanabi import (
    finder,
    likeness,
    self_play,
    what_card,
    which_card,
    which_clue,
    win,
)
from hanamichi.puzzles.model import Puzzle, PuzzleKind

AGREED_ERRORS = 2.0
"""A solution by sampling agrees with a puzzle if its margin is this many errors."""


class HanabiPuzzles(GamePuzzles):
    """Questions whose answers follow from facts or from the conventions."""

    kinds: ClassVar[tuple[PuzzleKind, ...]] = ("which-clue", "what-card", "which-card", "win")

    def solve(self, question: Question, effort: int = 1) -> Solution:
        match question.kind:
            case "what-card":
                return what_card.solve(question)
            case "which-card":
                return which_card.solve(question)
            case "win":
                return win.solve(question, effort)
            case _:
                return which_clue.solve(question, effort)

    def accepts(self, puzzle: Puzzle, solution: Solution) -> str | None:
        best, stated = solution.answers[0], puzzle.answers[0]
        if (best.action, best.card) != (stated.action, stated.card):
            better = best.card or best.action
            return f"{better} is better, by {solution.margin:.2f} ± {solution.error:.2f}"
        if solution.margin <= AGREED_ERRORS * solution.error:
            return f"The margin is only {solution.margin:.2f} ± {solution.error:.2f}"
        return None

    def play(self, seed: int) -> FoundMatch:
        return FoundMatch(self_play.self_played(seed), self_play.SELF_PLAY)

    def find(self, match: FoundMatch, wanted: Wanted) -> Iterator[Puzzle]:
        return finder.find_puzzles(match, wanted)

    def features(self, question: Question) -> frozenset[str]:
        return likeness.features(question)


HANABI_PUZZLES = HanabiPuzzles()
