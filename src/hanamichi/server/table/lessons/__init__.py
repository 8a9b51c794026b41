"""Guided first games: a real table with stacked cards, and moves that were thought out before."""

from hanamichi.server.table.lessons.lesson import (
    LESSONS,
    Lesson,
    LessonProgress,
    lesson_of,
    lesson_progress,
    scripted_move,
)

__all__ = ["LESSONS", "Lesson", "LessonProgress", "lesson_of", "lesson_progress", "scripted_move"]
