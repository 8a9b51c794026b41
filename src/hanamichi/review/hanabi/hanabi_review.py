"""The review of Hanabi: what is true under any convention, next to what rollouts say."""

from __future__ import annotations

from hanamichi.core.record import plain
from hanamichi.hanabi.knowledge import required_efficiency
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.review.game_review import GameReview, Progress
from hanamichi.review.hanabi.public_course import (
    curves,
    efficiency,
    public_facts,
    turnouts,
    view_at,
)
from hanamichi.review.hanabi.seat_facts import SeatFacts
from hanamichi.review.history import SeatHistory
from hanamichi.review.model import Depth, Fact, Moment, SeatReview


class HanabiReview(GameReview):
    """Facts, curves and a judgement for one seat."""

    def check(self, options: HanabiOptions, players: int) -> None:
        """Every table can be reviewed: Crane plays by all options."""

    def review(self, history: SeatHistory, depth: Depth, progress: Progress) -> SeatReview:
        return self.facts_only(history)

    def facts_only(self, history: SeatHistory) -> SeatReview:
        """The review without the judgement: what needs no bots, and no time."""
        last = history.plies[-1].sight
        moments = tuple(Moment(ply=each.ply, action=plain(each.action)) for each in history.own)
        return SeatReview(
            seat=history.seat,
            moments=moments,
            facts=facts_of(history),
            curves=curves(history),
            efficiency=efficiency((*last.events, *history.ending)),
            required_efficiency=required_efficiency(view_at(history.plies[0])),
        )

    def rounds(self, history: SeatHistory) -> tuple[int, ...]:
        return ()


def facts_of(history: SeatHistory) -> tuple[Fact, ...]:
    """What is true under any convention: of the seat's decisions, and of points lost by anyone."""
    own = SeatFacts(history.seat)
    found: list[Fact] = []
    for seen, turnout in zip(history.plies, turnouts(history), strict=False):
        if seen.actor == history.seat:
            found += own.add(seen, turnout)
        found += public_facts(turnout)
    return tuple(found)


HANABI_REVIEW = HanabiReview()
