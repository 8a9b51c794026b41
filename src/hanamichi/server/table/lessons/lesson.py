"""Lessons, and the progress of a learner in them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from hanamichi.catalog import game_by_id, preset_by_id
from hanamichi.core import Action, ChanceDraw, build_options
from hanamichi.core.record import plain
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.decision import Actor, require_person
from hanamichi.server.table.entries import AnyEntry, Opened, Started, TableSeat
from hanamichi.server.table.lessons.script import LESSON, LessonScript, learners_moves
from hanamichi.server.table.settings import TableSettings
from hanamichi.server.table.state import Table


class Lesson(NamedTuple):
    """A scripted match. Clients have the texts for each step."""

    id: str
    preset: str
    options: Mapping[str, Any]
    bot: str
    """The opponent or partner, which plays on when the script has ended or was left."""
    draws: tuple[ChanceDraw, ...]
    script: tuple[Action, ...]
    """Every move in order, the learner's and the bot's."""
    turns: tuple[int, ...]
    """The indexes of the learner's moves."""

    def opened_by(self, actor: Actor) -> list[AnyEntry]:
        """The entries of a table for this lesson."""
        person = require_person(actor)
        game, preset = preset_by_id(self.preset)
        settings = TableSettings(
            game=game.id,
            preset=preset.id,
            options=plain(build_options(preset.options, self.options)),
            listed=False,
            clock=None,
            bot_pace="human",
        )
        seats = (TableSeat(person=person, name=actor.name), TableSeat(bot=self.bot))
        opened = Opened(host=person, settings=settings, seats=seats, lesson=self.id)
        return [opened, Started(draws=self.draws)]


class LessonProgress(NamedTuple):
    """How far the learner is in a lesson."""

    lesson: str
    step: int
    """How many steps are done."""
    steps: int
    expected: Mapping[str, Any] | None
    """The move that the step asks for, when it is the learner's turn."""
    back_to: int | None
    """Another move was made: the ply to take it back to."""


def _lesson(game_id: str, script: LessonScript) -> Lesson:
    return Lesson(
        game_id,
        script.preset,
        script.options,
        script.bot,
        script.draws,
        script.moves,
        learners_moves(game_by_id(game_id), script),
    )


LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {game_id: _lesson(game_id, script) for game_id, script in LESSON.all().items()}
)


def lesson_of(lesson_id: str) -> Lesson:
    """The lesson of a game."""
    lesson = LESSONS.get(lesson_id)
    if lesson is None:
        known = ", ".join(LESSONS)
        raise Refused("lesson/unknown", f"There is no such lesson; there are: {known}")
    return lesson


def _followed(table: Table, lesson: Lesson) -> int:
    """How many moves were made as in the script before the first other one."""
    script = zip(_made(table), lesson.script, strict=False)
    return next((n for n, (one, other) in enumerate(script) if one != other), len(_made(table)))


def _made(table: Table) -> list[Action]:
    assert table.play is not None
    moves = (step.move for step in table.play.steps if not step.gesture)
    return [table.game.parse_action(move.action) for move in moves]


def _current(table: Table) -> Lesson | None:
    return None if table.lesson is None or table.play is None else LESSONS.get(table.lesson)


def scripted_move(table: Table) -> Action | None:
    """The next move of the script, as long as it was followed."""
    lesson = _current(table)
    if lesson is None:
        return None
    done = _followed(table, lesson)
    return lesson.script[done] if done == len(_made(table)) < len(lesson.script) else None


def lesson_progress(table: Table) -> LessonProgress | None:
    """The current step of a lesson and the move that it asks for; None elsewhere."""
    lesson = _current(table)
    if lesson is None:
        return None
    done, made = _followed(table, lesson), len(_made(table))
    strayed = done < min(made, len(lesson.script))
    asked = lesson.script[done] if done in lesson.turns and not strayed else None
    return LessonProgress(
        lesson=lesson.id,
        step=sum(turn < done for turn in lesson.turns),
        steps=len(lesson.turns),
        expected=None if asked is None else plain(asked),
        back_to=done if strayed else None,
    )
