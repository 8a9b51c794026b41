"""Crane's company: every seat plays on by the conventions, as the bot `companion` does."""

from __future__ import annotations

from collections.abc import Collection

from hanamichi.bots.bot import Reason, Sight
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot, Decision
from hanamichi.bots.hanabi.search.conventions.companion_plan import (
    CompanionPlan,
    CompanionPosition,
)
from hanamichi.core import Action, Seat
from hanamichi.hanabi import HanabiView
from hanamichi.hanabi.options import HanabiOptions


class CraneCompany:
    """Follows a match from one seat."""

    def __init__(
        self,
        options: HanabiOptions,
        players: int,
        seat: Seat,
        strangers: Collection[Seat] = (),
    ) -> None:
        self.strangers = tuple(strangers)
        """The seats whose clues are taken literally."""
        self._plan = CompanionPlan(options, players, seat, strangers)
        self._follower = CompanionBot(strangers=strangers)

    def position(self, sight: Sight, seed: int) -> CompanionPosition | None:
        """A position of the seat; None if no hand fits its clues."""
        return self._plan.position(sight.events, seed)

    def why(self, sight: Sight, action: Action) -> Reason | None:
        """Why one would do this."""
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._follower.tracker_after(view, sight.events)
        return Decision(view, sight.legal, tracker).why(action)
