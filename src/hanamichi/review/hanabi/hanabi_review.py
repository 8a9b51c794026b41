"""The review of Hanabi: what is true under any convention, next to what rollouts say."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType

from msgspec import structs

from hanamichi.bots.hanabi.table_limits import needs_usual_rules
from hanamichi.bots.registry import bot_by_id
from hanamichi.bots.spec import is_installed
from hanamichi.core.record import plain
from hanamichi.hanabi.knowledge import required_efficiency
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.review.game_review import GameReview, Progress
from hanamichi.review.hanabi.public_course import (
    curves,
    efficiency,
    ending_of,
    public_facts,
    turnouts,
    view_at,
)
from hanamichi.review.hanabi.seat_facts import SeatFacts
from hanamichi.review.history import SeatHistory
from hanamichi.review.model import Curve, Depth, Fact, Moment, ReviewError, SeatReview


class HanabiReview(GameReview):
    """Facts, curves and a judgement for one seat."""

    def check(self, options: HanabiOptions, players: int) -> None:
        """The company of a review judges by compiled kernels, which limit the table."""
        obstacle = needs_usual_rules(options, players)
        if obstacle is not None:
            raise ReviewError(
                "Reviews of Hanabi are made for the rules of the boxes, with fireworks up to 5 and "
                f"at most five cards in a hand; this match has other {obstacle.option}",
                where=obstacle.option,
            )
        if not is_installed(bot_by_id("hanabi", "expert")):
            raise ReviewError(
                "A review of Hanabi needs the extra hanamichi[batch], which is not installed"
            )

    def review(self, history: SeatHistory, depth: Depth, progress: Progress) -> SeatReview:
        judged = _judgement().judge(history, depth, progress)
        found = self.facts_only(history)
        return structs.replace(
            found,
            moments=judged.moments,
            accuracy=judged.accuracy,
            costliest=costliest(judged.moments),
            curves=(*_expected(history, judged.expected), *found.curves),
        )

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


def _judgement() -> ModuleType:
    # Imported when needed: the kernels need the extra `batch`, and time to compile once.
    return importlib.import_module("hanamichi.review.hanabi.judgement")


def costliest(moments: Sequence[Moment]) -> tuple[int, ...]:
    """The plies of the three moments that lost most, the worst first."""
    lost = sorted((-moment.loss, moment.ply) for moment in moments if moment.loss > 0)
    return tuple(ply for _, ply in lost[:3])


def _expected(history: SeatHistory, values: Sequence[float]) -> tuple[Curve, ...]:
    """The score to expect before each decision of the seat, and at last the score."""
    points = [(each.ply, value) for each, value in zip(history.own, values, strict=True)]
    ended = ending_of(history.ending)
    if ended is not None:
        points.append((history.plies[-1].ply + 1, float(ended.score)))
    plies, scores = tuple(ply for ply, _ in points), tuple(score for _, score in points)
    return (Curve(name="expected", plies=plies, values=scores),) if points else ()


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
