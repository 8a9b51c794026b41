"""The puzzles of Koi-Koi."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any, ClassVar

from hanamichi.bots.bot import Sight
from hanamichi.koikoi import Card, Kind, KoiKoiView
from hanamichi.puzzles.game_puzzles import FoundMatch, GamePuzzles, Question, Solution, Wanted
from hanamichi.puzzles.model import Puzzle, PuzzleKind

AGREED_ERRORS = 3.0
"""A solution agrees with a puzzle if its margin is this many errors."""


class KoiKoiPuzzles(GamePuzzles):
    """Positions whose answers were compared in thousands of worlds."""

    kinds: ClassVar[tuple[PuzzleKind, ...]] = ("stop-or-call", "which-card")

    def solve(self, question: Question, effort: int = 1) -> Solution:
        solution: Solution = _part("solver").solve(question, effort)
        return solution

    def accepts(self, puzzle: Puzzle, solution: Solution) -> str | None:
        best = solution.answers[0]
        if best.action != puzzle.answers[0].action:
            return f"{best.action} is better, by {solution.margin:.4f} ± {solution.error:.4f}"
        if solution.margin < AGREED_ERRORS * solution.error:
            return f"The margin is only {solution.margin:.4f} ± {solution.error:.4f}"
        return None

    def play(self, seed: int) -> FoundMatch:
        return FoundMatch(_part("self_play").self_played(seed), "self-play")

    def find(self, match: FoundMatch, wanted: Wanted) -> Iterator[Puzzle]:
        found: Iterator[Puzzle] = _part("finder").find_puzzles(match, wanted)
        return found

    def features(self, question: Question) -> frozenset[str]:
        return _features(question.kind, question.sight)


def _part(name: str) -> Any:
    """A module that needs the kernels: imported when puzzles are made or solved, not read."""
    return importlib.import_module(f"hanamichi.puzzles.koikoi.{name}")


def _features(kind: PuzzleKind, sight: Sight) -> frozenset[str]:
    """Where the cards are that the seat sees; the plain cards of a month are all the same."""
    view = sight.view
    assert isinstance(view, KoiKoiView)
    assert view.seat is not None
    places = {
        "hand": view.hand or (),
        "field": view.field,
        "own": view.captures[view.seat],
        "other": view.captures[1 - view.seat],
    }
    found = {kind, f"phase {view.phase.value}"}
    for place, cards in places.items():
        named = sorted(_like(card) for card in cards)
        found |= {f"{place} {name} {named[:n].count(name)}" for n, name in enumerate(named)}
    return frozenset(found)


def _like(card: Card) -> str:
    return f"{card.month} plain" if card.kind is Kind.PLAIN else card.value


KOIKOI_PUZZLES = KoiKoiPuzzles()
