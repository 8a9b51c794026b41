"""Values of a table as messages: they are equal today, and each can change without the other."""

from __future__ import annotations

from hanamichi.server.protocol.commands import Clock
from hanamichi.server.protocol.match_messages import (
    CameBack,
    Ended,
    Ending,
    StoodIn,
    TableEvent,
    TakenBack,
)
from hanamichi.server.protocol.messages import Branch, LessonState
from hanamichi.server.table import events
from hanamichi.server.table.entries import BranchPoint
from hanamichi.server.table.lessons import LessonProgress
from hanamichi.server.table.settings import ClockSettings


def clock_message(clock: ClockSettings | None) -> Clock | None:
    """The thinking time of a table."""
    return None if clock is None else Clock(clock.bank, clock.increment)


def branch_message(branch: BranchPoint | None) -> Branch | None:
    """Where a match branched off from a replay."""
    if branch is None:
        return None
    return Branch(replay=branch.replay, ply=branch.ply, cards=branch.cards)


def ending_message(ending: events.MatchEnding | None) -> Ending | None:
    """How a match ended."""
    return None if ending is None else _ending(ending)


def _ending(ending: events.MatchEnding) -> Ending:
    return Ending(ending.reason, ending.scores, ending.winners, ending.seat)


def event_message(event: events.TableEvent | None) -> TableEvent | None:
    """What happened at a table, apart from a move."""
    match event:
        case None:
            return None
        case events.TakeBackEvent(by, ply, removed, unrated):
            return TakenBack(by, ply, removed, unrated)
        case events.StandInEvent(seat, bot):
            return StoodIn(seat, bot)
        case events.ComeBackEvent(seat):
            return CameBack(seat)
        case events.EndEvent(ending):
            return Ended(_ending(ending))


def lesson_message(progress: LessonProgress | None) -> LessonState | None:
    """How far the learner is in a lesson."""
    if progress is None:
        return None
    return LessonState(
        id=progress.lesson,
        step=progress.step,
        steps=progress.steps,
        expected=progress.expected,
        back_to=progress.back_to,
    )
