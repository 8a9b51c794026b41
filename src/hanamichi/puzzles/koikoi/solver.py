"""Solves Koi-Koi puzzles, with the judgement of reviews and more work."""

from __future__ import annotations

from random import Random
from typing import cast

from hanamichi.bots.bot import Sight
from hanamichi.core.record import JsonObject, plain
from hanamichi.koikoi import KoiKoiView
from hanamichi.puzzles.game_puzzles import Question, Solution
from hanamichi.puzzles.model import Answer
from hanamichi.review.koikoi.action_values import ActionValuer, Effort, Valuation

FIRST_LOOK = Effort(worlds=256, hands=256, exact=2_000)
"""Enough to see whether any answer stands out."""
WORLDS, HANDS, EXACT = 4096, 2048, 20_000
"""At effort 1."""
DIGITS = 4


def first_look(sight: Sight) -> Valuation:
    """The answers, compared roughly."""
    return ActionValuer().compare(sight, FIRST_LOOK, _chance(sight, 0))


def solve(question: Question, effort: int = 1) -> Solution:
    """The chance of winning the match by each answer, from what the seat sees."""
    sight = question.sight
    deep = Effort(WORLDS * effort, HANDS * effort, EXACT * effort)
    second = first_look(sight).actions[1].action
    valuation = ActionValuer().compare(sight, deep, _chance(sight, effort), second)
    answers = tuple(
        Answer(action=action_json(each.action), value=round(each.chance, DIGITS))
        for each in valuation.actions
    )
    return Solution(answers, round(valuation.actions[1].error, DIGITS))


def best_for_any_opponent(question: Question) -> JsonObject:
    """The best answer if nothing is concluded from what the other seat has played."""
    sight = question.sight._replace(events=())
    effort = Effort(WORLDS // 2, HANDS // 2, EXACT)
    return action_json(ActionValuer().compare(sight, effort, _chance(sight, 0)).best.action)


def action_json(action: object) -> JsonObject:
    """An action as in a record."""
    return cast(JsonObject, plain(action))


def _chance(sight: Sight, effort: int) -> Random:
    """Random numbers that depend on what the seat knows, never on cards that it does not see."""
    view = sight.view
    assert isinstance(view, KoiKoiView)
    return Random(f"koikoi puzzle, seat {view.seat}, ply {view.ply}, effort {effort}")
