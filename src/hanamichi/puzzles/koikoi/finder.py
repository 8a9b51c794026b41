"""Looks for Koi-Koi puzzles in a match: clear answers that can be explained."""

from __future__ import annotations

from collections.abc import Iterator

from hanamichi.core import Seeded
from hanamichi.koikoi import KoiKoiView, Phase
from hanamichi.koikoi.actions import STOP
from hanamichi.puzzles.game_puzzles import FoundMatch, Question, Wanted
from hanamichi.puzzles.koikoi.explanation import explain
from hanamichi.puzzles.koikoi.level import EASY, bots_agree, level_of, misses_of
from hanamichi.puzzles.koikoi.solver import best_for_any_opponent, first_look, solve
from hanamichi.puzzles.model import Puzzle, PuzzleKind
from hanamichi.puzzles.opening import opening_of
from hanamichi.review.history import SeatHistory, SeenPly, history_of

MIN_MARGIN = 0.03
"""The best answer wins the match this much more often than the second."""
CERTAIN_ERRORS = 5.0
"""And the margin is at least this many standard errors."""
SURE = 0.995
"""A stop that wins the match like this asks nothing."""


def find_puzzles(match: FoundMatch, wanted: Wanted) -> Iterator[Puzzle]:
    """At most one puzzle for each seat and round."""
    for seat in range(len(match.record.players)):
        history = history_of(match.record, seat)
        found: set[int] = set()
        for seen in history.own:
            view = seen.sight.view
            assert isinstance(view, KoiKoiView)
            if view.number in found or not _asks(view, seen):
                continue
            puzzle = _puzzle(match, history, seen, wanted)
            if puzzle is not None:
                found.add(view.number)
                yield puzzle


def _asks(view: KoiKoiView, seen: SeenPly) -> bool:
    return view.phase is not Phase.SWAP and len(seen.sight.legal) > 1


def _puzzle(
    match: FoundMatch, history: SeatHistory, seen: SeenPly, wanted: Wanted
) -> Puzzle | None:
    """The puzzle of a decision, if it is a good one."""
    view = seen.sight.view
    assert isinstance(view, KoiKoiView)
    kind: PuzzleKind = "stop-or-call" if view.phase is Phase.DECIDE else "which-card"
    misses = _screened(seen, kind, wanted)
    if misses is None:
        return None
    question = Question(kind, history.options, history.players, history.seat, seen.sight)
    solution = solve(question)
    level = level_of(misses, solution.margin, len(solution.answers))
    if solution.margin < max(MIN_MARGIN, CERTAIN_ERRORS * solution.error):
        return None
    if not wanted(kind, level):
        return None
    explanation = explain(question, solution)
    if not explanation or best_for_any_opponent(question) != solution.answers[0].action:
        return None
    opening = opening_of(match.record, seen.ply, history.seat, Seeded(seen.ply))
    return Puzzle(
        id=f"{history.game}-0",
        game=history.game,
        kind=kind,
        level=level,
        preset=opening.preset,
        options=opening.options,
        players=history.players,
        seat=history.seat,
        chance=opening.chance,
        moves=opening.moves,
        answers=solution.answers,
        margin=round(solution.margin, 4),
        error=solution.error,
        explanation=explanation,
        source=match.source,
    )


def _screened(seen: SeenPly, kind: PuzzleKind, wanted: Wanted) -> int | None:
    """A first look: how many bots miss the answer, or None if it seems to be no good puzzle."""
    if not any(wanted(kind, level) for level in EASY) and bots_agree(seen.sight):
        return None
    best, second, *others = first_look(seen.sight).actions
    margin = best.chance - second.chance
    if margin < MIN_MARGIN or (best.action == STOP and best.chance > SURE):
        return None
    misses = misses_of(seen.sight, best.action)
    level = level_of(misses, margin, 2 + len(others))
    return misses if wanted(kind, level) else None
