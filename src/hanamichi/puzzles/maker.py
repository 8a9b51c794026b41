"""Makes puzzles: looks for them in matches, and keeps those that are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import structs

from hanamichi.puzzles.check import check_puzzle
from hanamichi.puzzles.collection import number_of
from hanamichi.puzzles.game_puzzles import PUZZLES, FoundMatch
from hanamichi.puzzles.likeness import alike
from hanamichi.puzzles.model import Puzzle, PuzzleKind


class PuzzleMaker:
    """A growing set of puzzles of one game."""

    def __init__(self, game_id: str, kept: Iterable[Puzzle] = (), most: int | None = None) -> None:
        """`kept`: puzzles made before; `most`: no more than this for each kind and level."""
        self.game_id = game_id
        self.kept: list[Puzzle] = []
        self._most = most
        self._games = PUZZLES.of(game_id)
        self._features: list[frozenset[str]] = []
        self._counts: Counter[tuple[PuzzleKind, int]] = Counter()
        self._number = 0
        for puzzle in kept:
            self._keep(puzzle, self._games.features(check_puzzle(puzzle)))

    def play(self, seed: int) -> list[Puzzle]:
        """Look for puzzles in a match between bots; those that were kept."""
        return self.look(self._games.play(seed))

    def look(self, match: FoundMatch) -> list[Puzzle]:
        """Look for puzzles in a match; those that were kept."""
        new: list[Puzzle] = []
        for found in self._games.find(match, self.wanted):
            features = self._games.features(check_puzzle(found))
            if any(alike(features, other) for other in self._features):
                continue
            puzzle = structs.replace(found, id=f"{self.game_id}-{self._number + 1}")
            self._keep(puzzle, features)
            new.append(puzzle)
        return new

    def wanted(self, kind: PuzzleKind, level: int) -> bool:
        """Whether another puzzle of this kind and level is wanted."""
        return self._most is None or self._counts[kind, level] < self._most

    def _keep(self, puzzle: Puzzle, features: frozenset[str]) -> None:
        self.kept.append(puzzle)
        self._features.append(features)
        self._counts[puzzle.kind, puzzle.level] += 1
        self._number = max(self._number, number_of(puzzle))
