"""The judgement of a seat's decisions: expected final scores, by rollouts with its own company.

After each action every seat, the reviewed one too, plays on as the table's company would: Crane by
the conventions, or owls by theirs at a table of owls only. Worlds are those that the seat could
not tell from the real one.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from hanamichi.batch.hanabi.setup import action_id, action_of
from hanamichi.bots.bot import Reason, bot_ids
from hanamichi.bots.hanabi.network.network_bot import was_trained_for
from hanamichi.bots.hanabi.search import OWLS
from hanamichi.core import Action, Seat
from hanamichi.core.record import plain
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.review.game_review import Progress
from hanamichi.review.hanabi.company import Company, Position
from hanamichi.review.hanabi.comparison import EFFORTS, Comparison, Effort, compare
from hanamichi.review.hanabi.cranes import Cranes
from hanamichi.review.hanabi.mistakes import better_move, mistake
from hanamichi.review.hanabi.owl_company import OwlCompany
from hanamichi.review.hanabi.owl_pair_company import OwlPairCompany
from hanamichi.review.hanabi.verdicts import SLIP, accuracy_of, counted_loss, verdict_of
from hanamichi.review.history import SeatHistory, SeenPly
from hanamichi.review.model import Alternative, Depth, MistakeKind, Moment


class Judgement(NamedTuple):
    """What a seat's decisions were worth."""

    moments: tuple[Moment, ...]
    """One for each decision of the seat."""
    expected: tuple[float, ...]
    """For each, the final score to expect before it, if everybody plays on as the company does."""
    accuracy: float | None


def judge(history: SeatHistory, depth: Depth, progress: Progress) -> Judgement:
    """The judgement of a seat. The same history and depth always give the same."""
    return judge_with(history, EFFORTS[depth], progress)


def judge_with(history: SeatHistory, effort: Effort, progress: Progress) -> Judgement:
    """The judgement of a seat, with more or less effort."""
    judge_of_seat = _Judge(history, effort)
    moments: list[Moment] = []
    expected: list[float] = []
    decisions = history.own
    for seen in decisions:
        moment, before = judge_of_seat.moment(seen)
        moments.append(moment)
        expected.append(before)
        progress(len(moments) / len(decisions))
    return Judgement(tuple(moments), tuple(expected), accuracy_of(moments))


def company_of(history: SeatHistory) -> Company | None:
    """The owls' company where only owls play; None where there are others."""
    if not all(bot in OWLS for bot in bot_ids(history.company)):
        return None
    if was_trained_for(history.options, history.players):
        return OwlPairCompany(history.options, history.seat)
    return OwlCompany(history.options, history.players, history.seat)


class _Judge:
    """Follows one seat from decision to decision."""

    def __init__(self, history: SeatHistory, effort: Effort) -> None:
        self._options = history.options
        self._seat: Seat = history.seat
        self._effort = effort
        self._cranes = Cranes(history)
        self._owls = company_of(history)

    def moment(self, seen: SeenPly) -> tuple[Moment, float]:
        """A decision, and the score to expect before it."""
        company, position = self._position(seen)
        assert seen.action is not None
        made = self._number(position, seen.action)
        compared = compare(position, made, self._effort)
        if len(seen.sight.legal) == 1:
            moment = Moment(ply=seen.ply, action=plain(seen.action))
        else:
            moment = self._judged(seen, company, position, compared, made)
        return moment, round(compared.expected, 3)

    def _position(self, seen: SeenPly) -> tuple[Company, Position]:
        """The position of a decision, by Crane where owls do not know what to make of it."""
        seed = (seen.ply * 8 + self._seat) * 4 + self._effort.seed
        if self._owls is not None:
            position = self._owls.position(seen.sight, seed)
            if position is not None:
                return self._owls, position
        crane = self._cranes.after(seen.sight.events)
        position = crane.position(seen.sight, seed)
        assert position is not None  # the real hand fits the clues
        return crane, position

    def _judged(
        self,
        seen: SeenPly,
        company: Company,
        position: Position,
        compared: Comparison,
        made: int,
    ) -> Moment:
        assert seen.action is not None
        best, mine = compared.options[0], compared.of(made)
        difference, error = best.value - mine.value, mine.error
        loss = counted_loss(difference, error)
        kind: MistakeKind | None = None
        reasons: tuple[Reason, ...] = ()
        if loss >= SLIP:
            better = self._action(position, best.move)
            kind, reasons = self._explained(seen, company, better, loss)
        return Moment(
            ply=seen.ply,
            action=plain(seen.action),
            verdict=verdict_of(difference, error),
            loss=round(loss, 3),
            error=round(error, 3),
            alternatives=tuple(
                Alternative(
                    action=plain(self._action(position, option.move)),
                    value=round(option.value, 3),
                    error=round(option.error, 3),
                )
                for option in compared.options
            ),
            kind=kind,
            reasons=reasons,
        )

    def _explained(
        self, seen: SeenPly, company: Company, better: Action, loss: float
    ) -> tuple[MistakeKind, tuple[Reason, ...]]:
        assert seen.action is not None
        kind, cost = mistake(seen, self._seat, better, company.why(seen.sight, seen.action), loss)
        why = company.why(seen.sight, better)
        return kind, (cost, better_move(seen, self._seat, better, why))

    def _number(self, position: Position, action: Action) -> int:
        return action_id(self._options, position.hands, self._seat, cast(HanabiAction, action))

    def _action(self, position: Position, number: int) -> Action:
        return action_of(self._options, position.hands, self._seat, number)
