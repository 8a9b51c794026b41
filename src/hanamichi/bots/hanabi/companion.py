"""A good partner for people: follows the conventions of docs/conventions.md, and expects them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.endgame import Endgame
from hanamichi.bots.hanabi.judgement import WEIGHTS, Judgement, Weights
from hanamichi.bots.hanabi.memory import Memory
from hanamichi.bots.hanabi.sheet import clue_number, indices, sheet_of
from hanamichi.core import Action, Event
from hanamichi.hanabi import (
    ColourClue,
    Discard,
    HanabiView,
    Play,
    PlayFromDeck,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.actions import DISCARDS, PLAYS


class CompanionBot:
    """Keeps in mind what was said, and works it out again when it was not there."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self._weights = weights
        self._heard: list[Event] = []
        self._memory: Memory | None = None

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        memory = self.recall(view, sight.events)
        return Decision(view, sight.legal, memory, self._weights).choice()

    def recall(self, view: HanabiView, events: Sequence[Event]) -> Memory:
        """What there is to remember of these events."""
        assert view.seat is not None
        heard, memory = self._heard, self._memory
        if memory is None or list(events[: len(heard)]) != heard or memory.seat != view.seat:
            memory = Memory(sheet_of(view.options), view.players, view.seat)
            heard = []
        for event in events[len(heard) :]:
            memory.hear(event)
        self._heard = list(events)
        self._memory = memory
        return memory if memory.agrees_with(view) else Memory.from_view(view)


class Candidate(NamedTuple):
    """Something to do, and what it is worth."""

    value: float
    action: Action


class Decision:
    """One move."""

    def __init__(
        self, view: HanabiView, legal: Sequence[Action], memory: Memory, weights: Weights
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.legal = legal
        self.memory = memory
        self.weights = weights
        self.hand = memory.hands[view.seat]
        self.beliefs = memory.minds.beliefs(view.seat)
        self.judgement = Judgement(memory, self._pace(), weights)
        self.endgame = (
            Endgame(memory, view.turns_left)
            if memory.deck <= weights.foresight and not view.options.final_bouquet
            else None
        )

    def _pace(self) -> int:
        """How many cards may be drawn without being replaced by a played one."""
        if self.view.options.final_bouquet:
            return 20
        turns = self.view.turns_left
        if turns is None:
            turns = self.memory.deck + self.memory.players
        return self.memory.score + turns - self.memory.reach

    def choice(self) -> Choice:
        """The best there is to do."""
        if self.view.pending is not None:
            return Choice(self._tile())
        found = [*self._plays(), *self._clues(), *self._discards()]
        return Choice(max(found, key=lambda candidate: candidate.value).action)

    def _plays(self) -> list[Candidate]:
        found = []
        for card, belief in zip(self.hand, self.beliefs, strict=True):
            if not belief & ~self.memory.playable and self._is_alone(card, belief):
                value = self.judgement.playing(card, belief)
                if self.endgame is not None:
                    value += self.weights.ending * self.endgame.after_play(indices(belief)[0])
                found.append(Candidate(value, PLAYS[card]))
            else:
                found.append(self._gamble(card, belief))
        return found

    def _gamble(self, card: int, belief: int) -> Candidate:
        """Playing a card that may fit, or may be an error."""
        memory, weights = self.memory, self.weights
        spare = self.view.options.errors - self.view.errors - 1
        if spare < 1 or self.view.options.final_bouquet:
            return Candidate(-100.0, PLAYS[card])
        odds = self.judgement.odds(belief, memory.playable)
        if self.view.turns_left is not None and (
            spare > 1 or self.view.turns_left == 1 or odds > weights.bold
        ):
            assert self.endgame is not None
            value = weights.ending * (self.endgame.after_discard() + odds) + odds
            return Candidate(value, PLAYS[card])
        if not memory.clued[card] or odds < weights.dare or spare < weights.spare:
            return Candidate(-100.0, PLAYS[card])
        value = weights.play * odds - (1 - odds) * weights.error
        if self.endgame is not None:
            value += weights.ending * (self.endgame.after_discard() + odds)
        return Candidate(value, PLAYS[card])

    def _is_alone(self, card: int, belief: int) -> bool:
        """Whether no other card of the hand is taken for the same one, with as good a reason."""
        if self.memory.pointed[card] or belief & (belief - 1):
            return True
        return self.beliefs.count(belief) == 1

    def _clues(self) -> list[Candidate]:
        judgement = self.judgement
        cost = judgement.token(self.memory.tokens)
        found = []
        for action in self.legal:
            if isinstance(action, ColourClue | ValueClue):
                reading = judgement.read(action.target, clue_number(action))
                value, beliefs = judgement.worth(reading)
                if self.endgame is not None:
                    value += self.weights.ending * self.endgame.after_clue(action.target, beliefs)
                found.append(Candidate(value - cost, action))
        return found

    def _discards(self) -> list[Candidate]:
        memory, weights = self.memory, self.weights
        if memory.tokens >= self.view.options.clue_tokens:
            return []
        value = self.judgement.token(memory.tokens + 1) - self.judgement.delay()
        if self.endgame is not None:
            value += weights.ending * self.endgame.after_discard()
        taken = self.judgement.mine.taken
        chop = memory.chop(memory.seat)
        found = []
        for card, belief in zip(self.hand, self.beliefs, strict=True):
            if not belief & ~memory.dead:
                bonus = weights.dead
            elif not belief & ~(memory.dead | taken):
                bonus = weights.double
            elif card == chop:
                bonus = 0.0
            else:
                bonus = -0.5 - (belief & memory.last).bit_count() / belief.bit_count()
            found.append(Candidate(value + bonus, DISCARDS[card]))
        return found

    def _tile(self) -> Action:
        legal = self.legal
        if isinstance(legal[0], ColourClue | ValueClue):
            return max(self._clues(), key=lambda candidate: candidate.value).action
        return legal[0]
