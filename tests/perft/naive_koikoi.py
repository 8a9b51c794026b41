"""A second, naive implementation of a round of Koi-Koi, written from the rules page alone.

Only captures: it knows no yaku, so it is valid until one is made.
"""

from __future__ import annotations

import copy


def month(card: str) -> int:
    return int(card[:-1])


class NaiveRound:
    """A round in progress; `moves` lists what may be typed, `do` returns the round after it."""

    def __init__(
        self, hands: list[list[str]], field: list[str], stock: list[str], dealer: int
    ) -> None:
        self.hands = hands
        self.field = field
        self.stock = stock
        self.turn = dealer
        self.must_capture = False
        self.gaji = False
        self.turned: str | None = None
        self.captured: list[list[str]] = [[], []]
        self.november_played = [False, False]
        self.shown: list[str] = []

    def mates(self, card: str) -> list[str]:
        return [other for other in self.field if month(other) == month(card)]

    def moves(self) -> list[str]:
        if self.turned is not None:
            return [f"take {card}" for card in self.mates(self.turned)]
        hand = self.hands[self.turn]
        able = [card for card in hand if self.mates(card)]
        found = []
        for card in able if able and self.must_capture else hand:
            if len(self.mates(card)) == 2:
                found += [f"play {card} takes {other}" for other in self.mates(card)]
            else:
                found.append(f"play {card}")
        if self.gaji and "11a" in hand and not self.november_played[1 - self.turn]:
            safe = {month(card) for card in self.shown if card in self.hands[1 - self.turn]}
            for card in self.field:
                if month(card) != 11 and month(card) not in safe:
                    found.append(f"play 11a takes {card}")
        return found

    def do(self, move: str) -> NaiveRound:
        after = copy.deepcopy(self)
        after._do(move.split())
        return after

    def _do(self, words: list[str]) -> None:
        if words[0] == "take":
            assert self.turned is not None
            self._meet(self.turned, [words[1]])
            self.turned = None
            self.turn = 1 - self.turn
            return
        card = words[1]
        wanted = [words[3]] if len(words) > 2 else self.mates(card)
        if len(words) > 2 and month(words[3]) != month(card):
            same = self.mates(words[3])
            theirs = [c for c in self.hands[1 - self.turn] if month(c) == month(words[3])]
            if len(same) == 3 and theirs:
                self.shown += theirs
                return
        if month(card) == 11:
            self.november_played[self.turn] = True
        self.hands[self.turn].remove(card)
        self._meet(card, wanted)
        top = self.stock.pop(0)
        if len(self.mates(top)) == 2:
            self.turned = top
            return
        self._meet(top, self.mates(top))
        self.turn = 1 - self.turn

    def _meet(self, card: str, taken: list[str]) -> None:
        if not taken:
            self.field.append(card)
            return
        for other in taken:
            self.field.remove(other)
        self.captured[self.turn] += [card, *taken]
