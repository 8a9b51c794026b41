"""Puzzles: positions of real and self-played games in which one answer is clearly the best."""

from hanamichi.puzzles.model import Answer, Puzzle, PuzzleError, PuzzleKind
from hanamichi.puzzles.position import PuzzlePosition, position_of

__all__ = ["Answer", "Puzzle", "PuzzleError", "PuzzleKind", "PuzzlePosition", "position_of"]
