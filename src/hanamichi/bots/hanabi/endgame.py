"""How a game may end: the last turns played out in one's head, everybody doing the obvious."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.bots.hanabi.memory import Memory
from hanamichi.bots.hanabi.sheet import indices
from hanamichi.core import Seat

_UNKNOWN = -1


class Endgame:
    """A position as one seat sees it, cards it cannot see left out."""

    __slots__ = (
        "deck",
        "heights",
        "hands",
        "memory",
        "most",
        "reach",
        "seat",
        "tokens",
        "turns",
    )

    def __init__(self, memory: Memory, turns_left: int | None) -> None:
        self.memory = memory
        self.seat = memory.seat
        self.heights = memory.heights
        self.tokens = memory.tokens
        self.most = memory.sheet.options.clue_tokens
        self.deck = memory.deck
        self.turns = turns_left
        self.reach = memory.reach
        self.hands = [
            self._known(seat, memory.minds.beliefs(seat)) for seat in range(memory.players)
        ]

    def _known(self, seat: Seat, beliefs: Sequence[int]) -> list[tuple[int, bool]]:
        """The useful cards of a hand: each with whether its holder will know when it fits."""
        memory = self.memory
        cards = []
        for card, belief in zip(memory.hands[seat], beliefs, strict=True):
            face = memory.face[card]
            sure = belief & (belief - 1) == 0 or not belief & ~memory.playable
            if face < 0:
                if not sure:
                    continue
                face = indices(belief)[0]
            if not memory.dead >> face & 1:
                cards.append((face, sure and bool(belief >> face & 1)))
        return cards

    def after_play(self, face: int) -> float:
        """The score to expect after playing a card."""
        sheet = self.memory.sheet
        heights = list(self.heights)
        heights[sheet.suit[face]] = sheet.step[face]
        tokens = self.tokens
        if sheet.step[face] == 5:
            tokens = min(self.most, tokens + 1)
        return self._play_out(heights, self.hands, tokens, draws=True)

    def after_discard(self) -> float:
        """The score to expect after a discard that costs nothing."""
        return self._play_out(list(self.heights), self.hands, self.tokens + 1, draws=True)

    def after_clue(self, target: Seat, beliefs: Sequence[int]) -> float:
        """The score to expect after a clue that leaves a hand with these beliefs."""
        hands = list(self.hands)
        hands[target] = self._known(target, beliefs)
        return self._play_out(list(self.heights), hands, self.tokens - 1, draws=False)

    def _play_out(
        self,
        heights: list[int],
        hands: Sequence[Sequence[tuple[int, bool]]],
        tokens: int,
        *,
        draws: bool,
    ) -> float:
        sheet, players = self.memory.sheet, self.memory.players
        suit_of, step_of = sheet.suit, sheet.step
        own = [list(hand) for hand in hands]
        deck, turns, most = self.deck, self.turns, self.most
        seat = self.seat
        score = sum(heights)
        limit = 40
        while True:
            # what the turn just taken did to the clock
            if turns is not None:
                turns -= 1
                if turns == 0:
                    break
            elif draws:
                deck -= 1
                if deck == 0:
                    turns = players
            seat = (seat + 1) % players
            limit -= 1
            if limit == 0 or score >= self.reach:
                break
            draws = False
            best = None
            for place, (face, known) in enumerate(own[seat]):
                if known and heights[suit_of[face]] == step_of[face] - 1:
                    if best is None or step_of[face] < step_of[own[seat][best][0]]:
                        best = place
            if best is not None:
                face = own[seat].pop(best)[0]
                heights[suit_of[face]] = step_of[face]
                score += 1
                if step_of[face] == 5:
                    tokens = min(most, tokens + 1)
                draws = True
                continue
            if tokens:
                clued = False
                horizon = players if turns is None else min(players, turns)
                for ahead in range(1, horizon):
                    other = (seat + ahead) % players
                    hand = own[other]
                    for place, (face, known) in enumerate(hand):
                        if not known and heights[suit_of[face]] == step_of[face] - 1:
                            hand[place] = (face, True)
                            clued = True
                            break
                    if clued:
                        break
                if clued:
                    tokens -= 1
                    continue
                pace = score + (deck + players if turns is None else turns) - self.reach
                if pace <= 0 or tokens == most:
                    tokens -= 1
                    continue
            tokens += 1
            draws = True
        return score
