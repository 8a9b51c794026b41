"""Solves Koi-Koi puzzles: in many worlds, until the second-best answer is known well."""

from __future__ import annotations

from hanamichi.core.record import plain
from hanamichi.koikoi import KoiKoiView
from hanamichi.puzzles.game_puzzles import Question, Solution
from hanamichi.puzzles.koikoi.judge import Judge
from hanamichi.puzzles.model import Answer

WORLDS = 8192
"""How many worlds the two best answers are tried in, at effort 1."""
STAGES = (256, 768, 1024)
"""Worlds before answers that are far behind are dropped, and dropped again."""
DROP_ERRORS = 4.0
DECIMALS = 4


def solve(question: Question, effort: int = 1) -> Solution:
    """The chance of winning the match by each answer, from what the seat sees."""
    view = question.sight.view
    assert isinstance(view, KoiKoiView)
    # Random numbers depend on what the seat knows, never on the cards that it does not see.
    judge = Judge(question.sight, f"solve {question.seat} {view.ply} {effort}")
    for worlds in STAGES:
        judge.try_worlds(worlds)
        judge.drop(DROP_ERRORS)
    judge.try_worlds(WORLDS * effort - judge.worlds)
    return solution_of(judge)


def solution_of(judge: Judge) -> Solution:
    """What a judge found, rounded as puzzles keep it."""
    standings = judge.standings()
    answers = tuple(
        Answer(action=plain(standing.action), value=round(standing.value, DECIMALS))
        for standing in standings
    )
    return Solution(answers, round(standings[1].error, DECIMALS))
