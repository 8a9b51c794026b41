"""The script of a lesson, which a game declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hanamichi.adapters import AdapterError, AnyGame, Facet
from hanamichi.core import Action, ChanceDraw, Replayed, Seat, build_options

LEARNER: Seat = 0


@dataclass(frozen=True)
class LessonScript:
    """A match of two with stacked cards, and every move of it."""

    preset: str
    options: Mapping[str, Any]
    bot: str
    """The opponent or partner, which plays on when the script has ended or was left."""
    draws: tuple[ChanceDraw, ...]
    moves: tuple[Action, ...]


def learners_moves(game: AnyGame, script: LessonScript) -> tuple[int, ...]:
    """The indexes of the learner's moves, found by making them all."""
    chance = Replayed(script.draws)
    options = build_options(game.presets[script.preset].options, script.options)
    state, _ = game.start(options, 2, chance)
    seats = []
    for action in script.moves:
        seat = game.to_act(state)
        assert seat is not None, "the script is longer than the match"
        seats.append(seat)
        state, _ = game.apply(state, seat, action, chance)
    return tuple(number for number, seat in enumerate(seats) if seat == LEARNER)


def _check_moves(game: AnyGame, script: LessonScript) -> None:
    try:
        learners_moves(game, script)
    except Exception as error:  # another project's game may fail in any way
        raise AdapterError(
            f"The lesson of {game.id} cannot be played: {type(error).__name__}: {error}",
            where="lesson",
        ) from error


LESSON: Facet[LessonScript] = Facet("lesson", LessonScript, _check_moves)
