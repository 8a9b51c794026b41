"""Checks that a puzzle holds together: it replays, and its answers are legal and in order."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from hanamichi.catalog import game_by_id
from hanamichi.core import HanamichiError
from hanamichi.puzzles.game_puzzles import PUZZLES, Question, question_of
from hanamichi.puzzles.model import Answer, Puzzle, PuzzleError

ROUNDING = 1e-6
"""Values are kept with few decimals, so that differences are that exact."""


def check_puzzle(puzzle: Puzzle) -> Question:
    """The question of a puzzle; raises `PuzzleError` if anything about it is wrong."""
    game_puzzles = PUZZLES.find(puzzle.game)
    if game_puzzles is None or puzzle.kind not in game_puzzles.kinds:
        raise _invalid(f"{puzzle.game} has no puzzles of the kind {puzzle.kind}", "kind")
    if puzzle.id.rpartition("-")[0] != puzzle.game:
        raise _invalid(f"The id of a puzzle of {puzzle.game} begins with {puzzle.game}-", "id")
    try:
        question = question_of(puzzle)
    except PuzzleError:
        raise
    except HanamichiError as error:
        raise _invalid(error.message, error.where) from None
    _check_values(puzzle)
    _check_answers(puzzle, question)
    return question


def _check_values(puzzle: Puzzle) -> None:
    values = [answer.value for answer in puzzle.answers]
    if not all(map(math.isfinite, (*values, puzzle.margin, puzzle.error))):
        raise _invalid("Values are finite numbers", "answers")
    if sorted(values, reverse=True) != values:
        raise _invalid("The best answer comes first, the worst last", "answers")
    if abs(values[0] - values[1] - puzzle.margin) > ROUNDING or puzzle.margin <= 0:
        raise _invalid("The margin is how much better the first answer is", "margin")


def _check_answers(puzzle: Puzzle, question: Question) -> None:
    if puzzle.kind == "what-card":
        held = puzzle.asked_card is not None
        if not held or any(answer.card is None or answer.action for answer in puzzle.answers):
            raise _invalid("A puzzle of the kind what-card asks for a card", "answers")
        if len({answer.card for answer in puzzle.answers}) < len(puzzle.answers):
            raise _invalid("No answer is given twice", "answers")
        return
    if puzzle.asked_card is not None or any(answer.card for answer in puzzle.answers):
        raise _invalid("Only a puzzle of the kind what-card asks for a card", "answers")
    actions = [action_of(puzzle.game, answer) for answer in puzzle.answers]
    if any(action not in question.sight.legal for action in actions):
        raise _invalid("Every answer is a legal action", "answers")
    if any(action in actions[:n] for n, action in enumerate(actions)):
        raise _invalid("No answer is given twice", "answers")


def action_of(game_id: str, answer: Answer) -> Any:
    """The action of an answer."""
    if answer.action is None:
        raise _invalid("This answer is no action", "answers")
    try:
        return game_by_id(game_id).parse_action(answer.action)
    except (HanamichiError, msgspec.ValidationError) as error:
        raise _invalid(str(error), "answers") from None


def _invalid(message: str, where: str | None) -> PuzzleError:
    return PuzzleError(message, code="puzzle/invalid", where=where)
