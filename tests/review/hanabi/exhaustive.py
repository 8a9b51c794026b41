"""Small endings of Hanabi solved apart: real rules and real bots in every possible world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, TypeAlias

from hanamichi.bots.bot import Sight
from hanamichi.bots.hanabi.companion.card_masks import card_masks_of
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.core import Action, Event, Match, MatchRecord, Seeded, event_for
from hanamichi.hanabi import HANABI, HanabiMatch, HanabiState, HanabiView
from hanamichi.hanabi.cards import Card, card_at
from hanamichi.hanabi.layout import layout_of
from hanamichi.review.hanabi.cranes import TableTracker
from hanamichi.review.history import SeatHistory, SeenPly
from tests.hanabi.table import Fixed

Begun: TypeAlias = tuple[HanabiState, list[list[Event]], list[CompanionBot]]
"""A world: its state, what each seat was sent, and the bots that have read it."""


class Ending:
    """A decision with few hidden cards."""

    def __init__(self, record: MatchRecord, history: SeatHistory, seen: SeenPly) -> None:
        self._record = record
        self._history = history
        self._seen = seen
        view = seen.sight.view
        assert isinstance(view, HanabiView)
        self._view = view
        self._worlds = Counter(self._fitting())
        self._begun: dict[tuple[Card, ...], Begun] = {}

    def _companion(self) -> CompanionBot:
        """A companion; at a table that broke the conventions twice it takes all literally."""
        players = self._history.players
        tracker = TableTracker(card_masks_of(self._view.options), players, self._history.seat)
        for event in self._seen.sight.events:
            tracker.apply(event)
        broken = sum(tracker.convention_breaks) >= 2
        return CompanionBot(strangers=range(players) if broken else ())

    @property
    def worlds(self) -> int:
        """How many different worlds there are."""
        return len(self._worlds)

    def value(self, action: Action) -> Fraction:
        """The mean final score after an action, over all worlds that the seat cannot tell apart."""
        total = sum(self._worlds.values())
        scores = ((self._score(world, action), ways) for world, ways in self._worlds.items())
        return Fraction(sum(score * ways for score, ways in scores), total)

    def _fitting(self) -> Iterator[tuple[Card, ...]]:
        """The hidden cards of each world: the own hand, the oldest first, then the deck.

        Worlds come once for every way to deal them: copies of a card are told apart.
        """
        seat = self._history.seat
        tracker = self._companion().tracker_after(self._view, self._seen.sight.events)
        beliefs = tracker.model.beliefs(seat)
        words = [tracker.can_be[card] for card in tracker.hands[seat]]
        dealt = list(permutations(self._hidden()))
        for masks in (beliefs, words):
            found = [
                cards
                for cards in dealt
                if all(mask >> card.index & 1 for card, mask in zip(cards, masks, strict=False))
            ]
            if found:
                yield from found
                return

    def _hidden(self) -> list[Card]:
        view = self._view
        left = Counter(layout_of(view.options).deck)
        left.subtract(view.discards)
        for suit, height in view.fireworks.items():
            left.subtract(card_at(suit, step) for step in range(1, height + 1))
        for hand in view.hands:
            left.subtract(held.face for held in hand if held.face is not None)
        return list(left.elements())

    def _score(self, world: tuple[Card, ...], made: Action) -> int:
        """The final score of an action in a world, if companions play on."""
        action: Action | None = made
        if world not in self._begun:
            self._begun[world] = self._replayed(world)
        state, logs, bots = self._begun[world]
        logs, bots = [list(log) for log in logs], deepcopy(bots)
        while True:
            seat = HANABI.to_act(state)
            if seat is None:
                outcome = HANABI.outcome(state)
                assert outcome is not None
                return outcome.score
            legal = HANABI.legal_actions(state, seat)
            sight = Sight(HANABI.view(state, seat), tuple(logs[seat]), legal)
            move: Any = action or bots[seat].choose(sight, Random(0)).action
            action = None
            state, events = HANABI.apply(state, seat, move, Seeded(0))
            for viewer, log in enumerate(logs):
                seen = (event_for(event, viewer) for event in events)
                log += [event for event in seen if event is not None]

    def _replayed(self, world: Sequence[Card]) -> Begun:
        """The match so far in a world, with companions that have followed it."""
        match = self._again(world)
        seats = range(self._history.players)
        logs = [match.log(seat) for seat in seats]
        bots = [self._companion() for _ in seats]
        for seat, bot in enumerate(bots):
            bot.tracker_after(match.view(seat), logs[seat])
        return match.state, logs, bots

    def _again(self, world: Sequence[Card]) -> HanabiMatch:
        own = sorted(held.id for held in self._view.hands[self._history.seat])
        draws = {draw.label: list(draw.order) for draw in self._record.chance}
        deck = draws["deck"]
        places = [*own, *range(len(deck) - self._view.deck, len(deck))]
        for place, card in zip(places, world, strict=True):
            deck[place] = str(card)
        orders = {label: " ".join(map(str, order)) for label, order in draws.items()}
        chance = Fixed(**{label.replace("-", "_"): order for label, order in orders.items()})
        match: HanabiMatch = Match(HANABI, self._history.options, self._history.players, chance)
        for move in self._record.moves[: self._seen.ply]:
            match.play(HANABI.parse_action(move.action))
        return match
