"""What puzzles need of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, ClassVar, NamedTuple, TypeAlias

from hanamichi.adapters import Facet
from hanamichi.bots.bot import Sight
from hanamichi.core import MatchRecord, Seat
from hanamichi.puzzles.model import Answer, Puzzle, PuzzleKind
from hanamichi.puzzles.position import position_of


class Question(NamedTuple):
    """All that a solver is given: neither the answer nor a card that the seat cannot see."""

    kind: PuzzleKind
    options: Any
    players: int
    seat: Seat
    sight: Sight
    asked_card: int | None = None


class Solution(NamedTuple):
    """What a solver found."""

    answers: tuple[Answer, ...]
    """The best first."""
    error: float
    """The standard error of the margin; 0 where it was solved exactly."""

    @property
    def margin(self) -> float:
        """How much better the best answer is than the second."""
        return self.answers[0].value - self.answers[1].value


class FoundMatch(NamedTuple):
    """A match to look for puzzles in."""

    record: MatchRecord
    source: str
    """As in a puzzle."""


Wanted: TypeAlias = Callable[[PuzzleKind, int], bool]
"""Whether puzzles of a kind and a level are still looked for."""


class GamePuzzles(ABC):
    """Makes and solves the puzzles of one game."""

    kinds: ClassVar[tuple[PuzzleKind, ...]]
    """The questions of this game."""
    package: ClassVar[str] = "hanamichi.puzzles"
    """The package whose folder `data` has the game's puzzles."""

    @abstractmethod
    def solve(self, question: Question, effort: int = 1) -> Solution:
        """Solve a question; `effort` multiplies the work. The same call gives the same solution."""

    @abstractmethod
    def accepts(self, puzzle: Puzzle, solution: Solution) -> str | None:
        """Why a solution contradicts the answer of a puzzle; None if it agrees."""

    @abstractmethod
    def play(self, seed: int) -> FoundMatch:
        """A match between bots, to look for puzzles in."""

    @abstractmethod
    def find(self, match: FoundMatch, wanted: Wanted) -> Iterator[Puzzle]:
        """The puzzles of a match, numbered 0: the maker numbers those that it keeps."""

    @abstractmethod
    def features(self, question: Question) -> frozenset[str]:
        """What makes a position: two that share most of it are alike."""

    def data(self, game_id: str) -> Traversable:
        """The file of the shipped puzzles."""
        return resources.files(self.package) / "data" / f"{game_id}.jsonl"


PUZZLES: Facet[GamePuzzles] = Facet("puzzles", GamePuzzles)


def question_of(puzzle: Puzzle) -> Question:
    """The question of a puzzle, without its answer."""
    position = position_of(puzzle)
    return Question(
        puzzle.kind,
        position.options,
        puzzle.players,
        puzzle.seat,
        position.sight,
        puzzle.asked_card,
    )
