"""A second, naive implementation of Hanabi, written from the rules page alone.

It shares no code with the engine: cards are two letters, moves are the commands people type, and
the players have names. It has only what decides which moves are legal.
"""

from __future__ import annotations

import copy
from typing import Any

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
LETTERS = {
    "white": "w",
    "red": "r",
    "blue": "b",
    "yellow": "y",
    "green": "g",
    "black": "k",
    "multicolour": "m",
    "powder": "p",
}


class NaiveHanabi:
    """A game in progress; `moves` lists what may be typed, `do` returns the game after it."""

    def __init__(self, options: dict[str, Any], players: int, deck: str, tiles: str) -> None:
        self.options = options
        self.colours = [LETTERS[name] for name in options["colours"]]
        self.suits = list(self.colours)
        if options["avalanche"] != "none":
            self.suits.append("m")
        if options["black_powder"]:
            self.suits.append("p")
        self.nameable = [c for c in self.suits if c in self.colours]
        if options["avalanche"] == "sixth":
            self.nameable.append("m")
        self.deck = deck.split()
        self.all_cards = list(self.deck)
        assert sorted(self.deck) == sorted(self._box())
        size = options["hand_size"] or (5 if players <= 3 else 4)
        self.hands = [[self.deck.pop(0) for _ in range(size)] for _ in range(players)]
        self.tiles = tiles.split()
        self.built = dict.fromkeys(self.suits, 0)
        self.discards: list[str] = []
        self.tokens: int = options["clue_tokens"]
        self.errors = 0
        self.turn: int = options["first_seat"]
        self.turns_left: int | None = None
        self.tile: str | None = None
        self.must_draw = False
        self.end: str | None = None

    def _box(self) -> list[str]:
        top = self.options["values"]
        numbers = [1] * self.options["first_copies"]
        for number in range(2, top):
            numbers += [number] * self.options["middle_copies"]
        numbers += [top] * self.options["last_copies"] if top > 1 else []
        cards = [f"{suit}{number}" for suit in self.suits for number in numbers]
        if self.options["avalanche"] == "sixth":
            single = [f"m{number}" for number in range(1, top + 1)]
            cards = [card for card in cards if card[0] != "m"] + single
        # the black powder has its numbers the other way round: three 5s, one 1
        return [f"p{6 - int(card[1])}" if card[0] == "p" else card for card in cards]

    # -- moves ---------------------------------------------------------------------------------

    def moves(self) -> list[str]:
        if self.end is not None:
            return []
        if self.tile is not None:
            return self.tile_moves(self.tile)
        found = []
        for place in range(1, len(self.hands[self.turn]) + 1):
            found.append(f"play {place}")
            if self.tokens < self.options["clue_tokens"]:
                found.append(f"discard {place}")
        if self.tokens > 0:
            found += self.colour_clues() + self.value_clues()
        if self.options["deck_play"] and len(self.deck) == 1:
            found.append("deck")
        return found

    def tile_moves(self, tile: str) -> list[str]:
        returns = [f"return {card}" for card in sorted(set(self.discards))]
        recoveries = [f"recover {card}" for card in sorted(set(self.discards)) if self.fits(card)]
        if tile == "colour-clue":
            return self.colour_clues()
        if tile == "value-clue":
            return self.value_clues()
        if tile == "return-card":
            return returns if self.deck else returns + recoveries
        if tile == "recover-card":
            return recoveries
        return []

    def colour_clues(self) -> list[str]:
        found = []
        for seat, hand in enumerate(self.hands):
            for name, letter in LETTERS.items():
                if seat == self.turn or letter not in self.nameable:
                    continue
                touched = [c for c in hand if self.colour_touches(letter, c)]
                if touched or self.options["empty_clues"]:
                    found.append(f"clue {NAMES[seat]} {name}")
        return found

    def colour_touches(self, letter: str, card: str) -> bool:
        if card[0] == "p":
            return False
        if card[0] == "m" and self.options["avalanche"] == "wild":
            return True
        return card[0] == letter

    def value_clues(self) -> list[str]:
        found = []
        for seat, hand in enumerate(self.hands):
            for number in "12345"[: self.options["values"]]:
                touched = [c for c in hand if c[1] == number]
                if seat != self.turn and (touched or self.options["empty_clues"]):
                    found.append(f"clue {NAMES[seat]} {number}")
        return found

    def step(self, card: str) -> int:
        return 6 - int(card[1]) if card[0] == "p" else int(card[1])

    def fits(self, card: str) -> bool:
        return self.built[card[0]] + 1 == self.step(card)

    # -- what comes of them --------------------------------------------------------------------

    def do(self, move: str) -> NaiveHanabi:
        after = copy.copy(self)
        after.deck = list(self.deck)
        after.hands = [list(hand) for hand in self.hands]
        after.tiles = list(self.tiles)
        after.built = dict(self.built)
        after.discards = list(self.discards)
        after._do(move)
        return after

    def _do(self, move: str) -> None:
        word, *rest = move.split()
        hand = self.hands[self.turn]
        free = self.tile is not None
        self.tile = None
        if word == "play":
            self.must_draw = True
            self._play(hand.pop(int(rest[0]) - 1))
        elif word == "deck":
            self._play(self.deck.pop(0))
        elif word == "discard":
            self.must_draw = True
            self.tokens += 1
            self._discard(hand.pop(int(rest[0]) - 1))
        elif word == "clue":
            if not free:
                self.tokens -= 1
        elif word == "return":
            self.discards.remove(rest[0])
            self.deck.append(rest[0])
        elif word == "recover":
            self.discards.remove(rest[0])
            self._play(rest[0])
        if self.end is None and self.tile is None:
            self._end_turn()

    def _play(self, card: str) -> None:
        if self.fits(card):
            self.built[card[0]] += 1
            if self.built[card[0]] == self.options["values"]:
                self._complete(card)
            return
        self.errors += 1
        if self.errors == self.options["errors"]:
            self.discards.append(card)
            self.end = "errors"
        else:
            self._discard(card)

    def _complete(self, card: str) -> None:
        if all(height == self.options["values"] for height in self.built.values()):
            self.end = "fireworks-complete"
            return
        by_a_five = card[1] == "5" or self.options["tile_on_any_completion"]
        if not (self.options["flamboyants"] and by_a_five and self.tiles):
            self._token()
            return
        tile = self.tiles.pop(0)
        if tile == "repair":
            self.errors = max(0, self.errors - 1)
        if tile in ("clue-token", "repair"):
            self._token()
        elif self.tile_moves(tile):
            self.tile = tile

    def _token(self) -> None:
        self.tokens = min(self.tokens + 1, self.options["clue_tokens"])

    def _discard(self, card: str) -> None:
        self.discards.append(card)
        gone = self.discards.count(card) == self.all_cards.count(card)
        if self.options["final_bouquet"] and gone and self.step(card) > self.built[card[0]]:
            self.end = "indispensable-lost"

    def _end_turn(self) -> None:
        if self.turns_left is not None:
            self.turns_left -= 1
        if self.must_draw and self.deck:
            self.hands[self.turn].append(self.deck.pop(0))
        self.must_draw = False
        if not self.deck and self.turns_left is None and not self.options["final_bouquet"]:
            self.turns_left = len(self.hands)
        if self.turns_left == 0:
            self.end = "last-round"
            return
        self.turn = (self.turn + 1) % len(self.hands)
        if self.options["final_bouquet"] and not self.moves():
            self.end = "no-action"

    def score(self) -> int:
        scoring = ["fireworks-complete", "last-round"]
        if self.options["keep_points"]:
            scoring.append("errors")
        if self.end not in scoring:
            return 0
        points = sum(height for suit, height in self.built.items() if suit != "p")
        return points - (5 - self.built["p"] if "p" in self.built else 0)
