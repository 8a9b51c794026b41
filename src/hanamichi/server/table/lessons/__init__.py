"""Lessons: guided first games on a real table with stacked cards and a script of moves."""

from hanamichi.server.table.lessons.lesson import (
    LESSONS,
    Lesson,
    LessonProgress,
    lesson_of,
    lesson_progress,
    scripted_move,
)

__all__ = ["LESSONS", "Lesson", "LessonProgress", "lesson_of", "lesson_progress", "scripted_move"]
