"""A partner for people: follows the conventions of docs/conventions.md, and expects them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.companion.card_masks import card_masks_of, clue_number, indices
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.bots.hanabi.companion.endgame_forecast import EndgameForecast
from hanamichi.bots.hanabi.companion.evaluation import WEIGHTS, Evaluation, Weights
from hanamichi.bots.hanabi.companion.explanations import why_clue, why_discard, why_play, why_tile
from hanamichi.core import Action, Event, Seat
from hanamichi.hanabi import (
    ColourClue,
    Discard,
    HanabiView,
    Play,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.actions import DISCARDS, PLAY_FROM_DECK, PLAYS

_LAST_RESORT = -100.0
_UNLIMITED_PACE = 20
"""The pace of a table where the deck does not limit the game."""


class CompanionBot:
    """Keeps a tracker of the match, and rebuilds it from the log when needed."""

    def __init__(self, weights: Weights = WEIGHTS, strangers: Collection[Seat] = ()) -> None:
        self._weights = weights
        self._strangers = strangers
        self._events: list[Event] = []
        self._tracker: ConventionTracker | None = None

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self.tracker_after(view, sight.events)
        return Decision(view, sight.legal, tracker, self._weights).choice()

    def tracker_after(self, view: HanabiView, events: Sequence[Event]) -> ConventionTracker:
        """The tracker after these events."""
        assert view.seat is not None
        seen, tracker = self._events, self._tracker
        if tracker is None or tracker.seat != view.seat or list(events[: len(seen)]) != seen:
            tracker = ConventionTracker(
                card_masks_of(view.options), view.players, view.seat, self._strangers
            )
            seen = []
        for event in events[len(seen) :]:
            tracker.apply(event)
        self._events, self._tracker = list(events), tracker
        return tracker if tracker.agrees_with(view) else ConventionTracker.from_view(view)


class Candidate(NamedTuple):
    """A possible action and its value."""

    value: float
    action: Action


class Decision:
    """One move."""

    def __init__(
        self,
        view: HanabiView,
        legal: Sequence[Action],
        tracker: ConventionTracker,
        weights: Weights = WEIGHTS,
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.legal = legal
        self.tracker = tracker
        self.weights = weights
        self.hand = tracker.hands[view.seat]
        self.beliefs = tracker.model.beliefs(view.seat)
        self.evaluation = Evaluation(tracker, self._pace(), weights)
        ending = tracker.deck <= weights.foresight and not view.options.final_bouquet
        self.endgame = EndgameForecast(tracker, view.turns_left) if ending else None

    def _pace(self) -> int:
        """How many cards may still be drawn for other moves than plays."""
        if self.view.options.final_bouquet:
            return _UNLIMITED_PACE
        turns = self.view.turns_left
        if turns is None:
            turns = self.tracker.deck + self.tracker.players
        return self.tracker.score + turns - self.tracker.reach

    def choice(self) -> Choice:
        """The best action, and why."""
        if isinstance(self.legal[0], ReturnCard | RecoverCard):
            missed = self._card_to_bring_back()
            return Choice(missed, self.why(missed))
        found = [candidate for candidate in self.candidates() if candidate.action in self.legal]
        action = max(found, key=lambda candidate: candidate.value).action
        return Choice(action, self.why(action))

    def candidates(self) -> list[Candidate]:
        """All actions with their values."""
        return [*self._plays(), *self._clues(), *self._discards(), *self._deck_play()]

    def why(self, action: Action) -> Reason:
        """Why one would do this."""
        if isinstance(action, Play):
            sure = self._is_sure(action.card, self._belief(action.card))
            return why_play(self.tracker, action.card, sure=sure, last=self._is_last_turn)
        if isinstance(action, Discard):
            return why_discard(self.tracker, action.card)
        if isinstance(action, ColourClue | ValueClue):
            reading = self.evaluation.read(action.target, clue_number(action))
            return why_clue(self.tracker, reading, self.evaluation.worth(reading)[1])
        if isinstance(action, ReturnCard | RecoverCard):
            return why_tile(action)
        return Reason("play-last-chance")

    def _belief(self, card: int) -> int:
        return self.beliefs[self.hand.index(card)]

    # -- playing -------------------------------------------------------------------------------

    def _plays(self) -> list[Candidate]:
        found = []
        for card, belief in zip(self.hand, self.beliefs, strict=True):
            if self._is_sure(card, belief):
                value = self.evaluation.playing(card, belief)
                if self.endgame is not None:
                    value += self.weights.ending * self.endgame.after_play(indices(belief)[0])
            else:
                value = self._risky_play(card, belief)
            found.append(Candidate(value, PLAYS[card]))
        return found

    def _is_sure(self, card: int, belief: int) -> bool:
        """Whether a card is playable, by clues and reliable conventions."""
        tracker = self.tracker
        if belief & ~tracker.playable:
            return False
        words = tracker.can_be[card] & ~self.evaluation.mine.gone
        if not words & ~tracker.playable:
            return True
        pointed = tracker.pointed[card] or tracker.called[card]
        if tracker.in_danger and not (pointed and tracker.trusts(tracker.giver[card])):
            return False
        # two cards believed to be the same one: one of them is not
        return bool(pointed or belief & (belief - 1) or self.beliefs.count(belief) == 1)

    def _risky_play(self, card: int, belief: int) -> float:
        """The value of playing a card that may be an error."""
        weights = self.weights
        spare = self.view.options.errors - self.view.errors - 1
        odds = self.evaluation.odds(belief, self.tracker.playable)
        if spare < 1 or self.view.options.final_bouquet:
            return _LAST_RESORT + odds
        if self._is_last_turn and (spare > 1 or self.view.turns_left == 1 or odds > weights.bold):
            # in the last turns an error that does not lose the game costs nothing
            return odds + self._ending_value(odds)
        if not self.tracker.clued[card] or odds < weights.dare or spare < 2:
            return _LAST_RESORT + odds
        return weights.play * odds - weights.error * (1 - odds) + self._ending_value(odds)

    @property
    def _is_last_turn(self) -> bool:
        return self.view.turns_left is not None

    def _ending_value(self, odds: float) -> float:
        """The value of the expected end after playing a card with these odds."""
        if self.endgame is None:
            return 0.0
        return self.weights.ending * (self.endgame.after_discard() + odds)

    def _deck_play(self) -> list[Candidate]:
        """Playing the last card of the deck: when it must fit, or as a last resort."""
        if PLAY_FROM_DECK not in self.legal:
            return []
        faces = sum(1 << face for face, left in enumerate(self.tracker.unseen) if left > 0)
        odds = self.evaluation.odds(faces, self.tracker.playable)
        if odds == 1.0:
            return [Candidate(self.weights.play + self._ending_value(odds), PLAY_FROM_DECK)]
        return [Candidate(_LAST_RESORT + odds, PLAY_FROM_DECK)]

    # -- clues and discards --------------------------------------------------------------------

    def _clues(self) -> list[Candidate]:
        evaluation = self.evaluation
        cost = 0.0 if self.view.pending else evaluation.token(self.tracker.tokens)
        found = []
        for action in self.legal:
            if isinstance(action, ColourClue | ValueClue):
                reading = evaluation.read(action.target, clue_number(action))
                value, beliefs = evaluation.worth(reading)
                if self.endgame is not None:
                    value += self.weights.ending * self.endgame.after_clue(action.target, beliefs)
                found.append(Candidate(value - cost, action))
        return found

    def _discards(self) -> list[Candidate]:
        tracker = self.tracker
        if tracker.tokens >= self.view.options.clue_tokens:
            return []
        value = self.evaluation.token(tracker.tokens + 1) - self.evaluation.delay()
        if self.endgame is not None:
            value += self.weights.ending * self.endgame.after_discard()
        return [
            Candidate(value + self.evaluation.discarding(card, belief), DISCARDS[card])
            for card, belief in zip(self.hand, self.beliefs, strict=True)
        ]

    def _card_to_bring_back(self) -> ReturnCard | RecoverCard:
        """The discarded card to bring back: one with no copy left, the lowest first."""
        tracker = self.tracker

        def missed(action: ReturnCard | RecoverCard) -> tuple[bool, bool, bool, int]:
            face = action.card.index
            return (
                not tracker.dead >> face & 1,
                isinstance(action, RecoverCard),
                tracker.gone[face] == tracker.masks.copies[face],
                -action.card.step,
            )

        choices = [each for each in self.legal if isinstance(each, ReturnCard | RecoverCard)]
        return max(choices, key=missed)
