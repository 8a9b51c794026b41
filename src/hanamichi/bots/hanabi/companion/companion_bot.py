"""A good partner for people: follows the conventions of docs/conventions.md, and expects them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.endgame import Endgame
from hanamichi.bots.hanabi.explanations import why_clue, why_discard, why_play, why_tile
from hanamichi.bots.hanabi.judgement import WEIGHTS, Judgement, Weights
from hanamichi.bots.hanabi.memory import Memory
from hanamichi.bots.hanabi.sheet import clue_number, indices, sheet_of
from hanamichi.core import Action, Event
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

_NEVER = -100.0
_NO_HURRY = 20
"""The pace of a table at which the deck is no clock."""


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
        if memory is None or memory.seat != view.seat or list(events[: len(heard)]) != heard:
            memory = Memory(sheet_of(view.options), view.players, view.seat)
            heard = []
        for event in events[len(heard) :]:
            memory.hear(event)
        self._heard, self._memory = list(events), memory
        return memory if memory.agrees_with(view) else Memory.from_view(view)


class Candidate(NamedTuple):
    """Something to do, and what it is worth."""

    value: float
    action: Action


class Decision:
    """One move."""

    def __init__(
        self, view: HanabiView, legal: Sequence[Action], memory: Memory, weights: Weights = WEIGHTS
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.legal = legal
        self.memory = memory
        self.weights = weights
        self.hand = memory.hands[view.seat]
        self.beliefs = memory.minds.beliefs(view.seat)
        self.judgement = Judgement(memory, self._pace(), weights)
        ending = memory.deck <= weights.foresight and not view.options.final_bouquet
        self.endgame = Endgame(memory, view.turns_left) if ending else None

    def _pace(self) -> int:
        """How many cards may still be drawn for others than played ones."""
        if self.view.options.final_bouquet:
            return _NO_HURRY
        turns = self.view.turns_left
        if turns is None:
            turns = self.memory.deck + self.memory.players
        return self.memory.score + turns - self.memory.reach

    def choice(self) -> Choice:
        """The best there is to do, and why."""
        if isinstance(self.legal[0], ReturnCard | RecoverCard):
            missed = self._miss_most()
            return Choice(missed, why_tile(missed))
        found = [candidate for candidate in self.candidates() if candidate.action in self.legal]
        action = max(found, key=lambda candidate: candidate.value).action
        return Choice(action, self._why(action))

    def candidates(self) -> list[Candidate]:
        """Everything there is to do, with what it is worth."""
        return [*self._plays(), *self._clues(), *self._discards(), *self._deck_play()]

    def _why(self, action: Action) -> Reason:
        if isinstance(action, Play):
            sure = self._is_sure(action.card, self._belief(action.card))
            return why_play(self.memory, action.card, sure=sure, last=self._is_last_turn)
        if isinstance(action, Discard):
            return why_discard(self.memory, action.card)
        if isinstance(action, ColourClue | ValueClue):
            reading = self.judgement.read(action.target, clue_number(action))
            return why_clue(self.memory, reading, self.judgement.worth(reading)[1])
        return Reason("play-last-chance")

    def _belief(self, card: int) -> int:
        return self.beliefs[self.hand.index(card)]

    # -- playing -------------------------------------------------------------------------------

    def _plays(self) -> list[Candidate]:
        found = []
        for card, belief in zip(self.hand, self.beliefs, strict=True):
            if self._is_sure(card, belief):
                value = self.judgement.playing(card, belief)
                if self.endgame is not None:
                    value += self.weights.ending * self.endgame.after_play(indices(belief)[0])
            else:
                value = self._gamble(card, belief)
            found.append(Candidate(value, PLAYS[card]))
        return found

    def _is_sure(self, card: int, belief: int) -> bool:
        """Whether a card fits, as far as words and conventions can be relied on."""
        memory = self.memory
        if belief & ~memory.playable:
            return False
        words = memory.can_be[card] & ~self.judgement.mine.gone
        if not words & ~memory.playable:
            return True
        pointed = memory.pointed[card] or memory.called[card]
        if memory.in_danger and not (pointed and memory.trusts(memory.giver[card])):
            return False
        # two cards taken for the same one: one of them is not
        return bool(pointed or belief & (belief - 1) or self.beliefs.count(belief) == 1)

    def _gamble(self, card: int, belief: int) -> float:
        """What it is worth to play a card that may fit, or may be an error."""
        weights = self.weights
        spare = self.view.options.errors - self.view.errors - 1
        odds = self.judgement.odds(belief, self.memory.playable)
        if spare < 1 or self.view.options.final_bouquet:
            return _NEVER + odds
        if self._is_last_turn and (spare > 1 or self.view.turns_left == 1 or odds > weights.bold):
            # after this turn an error that does not lose costs nothing
            return odds + self._foreseen(odds)
        if not self.memory.clued[card] or odds < weights.dare or spare < 2:
            return _NEVER + odds
        return weights.play * odds - weights.error * (1 - odds) + self._foreseen(odds)

    @property
    def _is_last_turn(self) -> bool:
        return self.view.turns_left is not None

    def _foreseen(self, odds: float) -> float:
        """The end to expect after playing a card that fits with these odds."""
        if self.endgame is None:
            return 0.0
        return self.weights.ending * (self.endgame.after_discard() + odds)

    def _deck_play(self) -> list[Candidate]:
        """The last card of the deck, unseen: when it must fit, or nothing can be lost by it."""
        if PLAY_FROM_DECK not in self.legal:
            return []
        faces = sum(1 << face for face, left in enumerate(self.memory.unseen) if left > 0)
        odds = self.judgement.odds(faces, self.memory.playable)
        if odds == 1.0:
            return [Candidate(self.weights.play + self._foreseen(odds), PLAY_FROM_DECK)]
        return [Candidate(_NEVER + odds, PLAY_FROM_DECK)]

    # -- telling and discarding ----------------------------------------------------------------

    def _clues(self) -> list[Candidate]:
        judgement = self.judgement
        cost = 0.0 if self.view.pending else judgement.token(self.memory.tokens)
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
        memory = self.memory
        if memory.tokens >= self.view.options.clue_tokens:
            return []
        value = self.judgement.token(memory.tokens + 1) - self.judgement.delay()
        if self.endgame is not None:
            value += self.weights.ending * self.endgame.after_discard()
        return [
            Candidate(value + self.judgement.discarding(card, belief), DISCARDS[card])
            for card, belief in zip(self.hand, self.beliefs, strict=True)
        ]

    def _miss_most(self) -> ReturnCard | RecoverCard:
        """The discarded card to bring back: one that is missing altogether, the lowest first."""
        memory = self.memory

        def missed(action: ReturnCard | RecoverCard) -> tuple[bool, bool, bool, int]:
            face = action.card.index
            return (
                not memory.dead >> face & 1,
                isinstance(action, RecoverCard),
                memory.gone[face] == memory.sheet.copies[face],
                -action.card.step,
            )

        choices = [each for each in self.legal if isinstance(each, ReturnCard | RecoverCard)]
        return max(choices, key=missed)
