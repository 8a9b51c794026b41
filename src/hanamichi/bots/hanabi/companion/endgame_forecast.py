"""Forecast of the endgame: the last turns simulated, every seat doing the obvious."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hanamichi.bots.hanabi.companion.card_masks import TOP, CardMasks, indices
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.core import Seat

Useful: TypeAlias = tuple[int, bool]
"""A needed card, and whether its holder will know when it is playable."""

_MAX_TURNS = 40
"""More turns than any endgame takes."""


class EndgameForecast:
    """A position as one seat sees it; unseen cards count for nothing."""

    def __init__(self, tracker: ConventionTracker, turns_left: int | None) -> None:
        self._tracker = tracker
        self._turns_left = turns_left
        self._hands = [
            self._useful(seat, tracker.model.beliefs(seat)) for seat in range(tracker.players)
        ]

    def _useful(self, seat: Seat, beliefs: Sequence[int]) -> list[Useful]:
        """The needed cards of a hand, for a holder with these beliefs."""
        tracker = self._tracker
        cards = []
        for card, belief in zip(tracker.hands[seat], beliefs, strict=True):
            face = tracker.face[card]
            sure = belief & (belief - 1) == 0 or not belief & ~tracker.playable
            if face < 0 and sure:
                face = indices(belief)[0]
            if face >= 0 and not tracker.dead >> face & 1:
                cards.append((face, sure and bool(belief >> face & 1)))
        return cards

    def after_play(self, face: int) -> int:
        """The expected score after playing a card."""
        simulation = self._simulation()
        simulation.play(face)
        return simulation.final_score(drawing=True)

    def after_discard(self) -> int:
        """The expected score after a discard that costs nothing."""
        simulation = self._simulation()
        simulation.tokens += 1
        return simulation.final_score(drawing=True)

    def after_clue(self, target: Seat, beliefs: Sequence[int]) -> int:
        """The expected score after a clue that leaves its target with these beliefs."""
        simulation = self._simulation()
        simulation.hands[target] = self._useful(target, beliefs)
        simulation.tokens -= 1
        return simulation.final_score(drawing=False)

    def _simulation(self) -> _Simulation:
        return _Simulation(self._tracker, self._hands, self._turns_left)


class _Simulation:
    """A simulation: a seat plays a known playable card, else gives a clue about one, else waits."""

    def __init__(
        self, tracker: ConventionTracker, hands: Sequence[Sequence[Useful]], turns_left: int | None
    ) -> None:
        self.masks: CardMasks = tracker.masks
        self.seat = tracker.seat
        self.players = tracker.players
        self.hands = [list(hand) for hand in hands]
        self.heights = list(tracker.heights)
        self.score = tracker.score
        self.reach = tracker.reach
        self.tokens = tracker.tokens
        self.most_tokens = tracker.masks.options.clue_tokens
        self.deck = tracker.deck
        self.turns = turns_left

    def final_score(self, *, drawing: bool) -> int:
        """The score after all turns; `drawing`: whether this turn draws a card."""
        for _ in range(_MAX_TURNS):
            if self.turns is not None:
                self.turns -= 1
                if self.turns == 0:
                    break
            elif drawing:
                self.deck -= 1
                if self.deck == 0:
                    self.turns = self.players
            if self.score >= self.reach:
                break
            self.seat = (self.seat + 1) % self.players
            drawing = self._take_turn()
        return self.score

    def _take_turn(self) -> bool:
        """Do the obvious; whether it draws a card."""
        hand = self.hands[self.seat]
        ready = [card for card in hand if card[1] and self._fits(card[0])]
        if ready:
            step = self.masks.step
            card = min(ready, key=lambda card: step[card[0]])
            hand.remove(card)
            self.play(card[0])
            return True
        if self.tokens and (self._give_clue() or self._prefers_to_wait()):
            self.tokens -= 1
            return False
        self.tokens += 1
        return True

    def _fits(self, face: int) -> bool:
        return self.heights[self.masks.suit[face]] == self.masks.step[face] - 1

    def play(self, face: int) -> None:
        """Add a card to its firework."""
        self.heights[self.masks.suit[face]] = self.masks.step[face]
        self.score += 1
        if self.masks.step[face] == TOP:
            self.tokens = min(self.most_tokens, self.tokens + 1)

    def _give_clue(self) -> bool:
        """Give the next seat that can use it a clue about a playable card."""
        ahead = self.players if self.turns is None else min(self.players, self.turns)
        for away in range(1, ahead):
            hand = self.hands[(self.seat + away) % self.players]
            for place, (face, known) in enumerate(hand):
                if not known and self._fits(face):
                    hand[place] = (face, True)
                    return True
        return False

    def _prefers_to_wait(self) -> bool:
        """Whether there is no time for a discard, or no room for the token."""
        turns = self.deck + self.players if self.turns is None else self.turns
        return self.score + turns <= self.reach or self.tokens == self.most_tokens
