"""How a game may end: the last turns played out in one's head, everybody doing the obvious."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hanamichi.bots.hanabi.companion.card_masks import TOP, CardMasks, indices
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.core import Seat

Useful: TypeAlias = tuple[int, bool]
"""The face of a card that is still needed, and whether its holder will know when it fits."""

_LONGEST = 40
"""More turns than any ending takes."""


class EndgameForecast:
    """A position as one seat sees it; cards that nobody sees count for nothing."""

    def __init__(self, tracker: ConventionTracker, turns_left: int | None) -> None:
        self._tracker = tracker
        self._turns_left = turns_left
        self._hands = [
            self._useful(seat, tracker.model.beliefs(seat)) for seat in range(tracker.players)
        ]

    def _useful(self, seat: Seat, beliefs: Sequence[int]) -> list[Useful]:
        """The cards of a hand that are still needed, for a holder with these beliefs."""
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
        """The score to expect after playing a card."""
        course = self._course()
        course.play(face)
        return course.score_at_the_end(drawing=True)

    def after_discard(self) -> int:
        """The score to expect after a discard that costs nothing."""
        course = self._course()
        course.tokens += 1
        return course.score_at_the_end(drawing=True)

    def after_clue(self, target: Seat, beliefs: Sequence[int]) -> int:
        """The score to expect after a clue that leaves its target with these beliefs."""
        course = self._course()
        course.hands[target] = self._useful(target, beliefs)
        course.tokens -= 1
        return course.score_at_the_end(drawing=False)

    def _course(self) -> _Course:
        return _Course(self._tracker, self._hands, self._turns_left)


class _Course:
    """One way it may go: who knows a card that fits plays it, else tells of one, else waits."""

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

    def score_at_the_end(self, *, drawing: bool) -> int:
        """What all turns after this one bring, this one drawing a card or not."""
        for _ in range(_LONGEST):
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
        if self.tokens and (self._tell() or self._would_rather_wait()):
            self.tokens -= 1
            return False
        self.tokens += 1
        return True

    def _fits(self, face: int) -> bool:
        return self.heights[self.masks.suit[face]] == self.masks.step[face] - 1

    def play(self, face: int) -> None:
        """A card is added to its firework."""
        self.heights[self.masks.suit[face]] = self.masks.step[face]
        self.score += 1
        if self.masks.step[face] == TOP:
            self.tokens = min(self.most_tokens, self.tokens + 1)

    def _tell(self) -> bool:
        """Let the next player who can use it know of a card that fits."""
        ahead = self.players if self.turns is None else min(self.players, self.turns)
        for away in range(1, ahead):
            hand = self.hands[(self.seat + away) % self.players]
            for place, (face, known) in enumerate(hand):
                if not known and self._fits(face):
                    hand[place] = (face, True)
                    return True
        return False

    def _would_rather_wait(self) -> bool:
        """Whether there is no time for a discard, or no room for the token."""
        turns = self.deck + self.players if self.turns is None else self.turns
        return self.score + turns <= self.reach or self.tokens == self.most_tokens
