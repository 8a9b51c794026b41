"""The standard game as other programs play it: a deck in dealing order, actions by number.

Cards are numbered 0 to 24 and suits are in the order red, yellow, green, white, blue, as
OpenSpiel and the Hanabi Learning Environment have them.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hanamichi.batch.arrays import Bits, OptionVector, Row
from hanamichi.batch.hanabi import kernel, observation, setup
from hanamichi.batch.hanabi import row as r
from hanamichi.hanabi import PRESETS, Colour, HanabiOptions
from hanamichi.hanabi.layout import layout_of

FIXTURES = Path(__file__).parents[1] / "fixtures"
SUITS = "RYGWB"
COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.WHITE, Colour.BLUE)


class Shape(NamedTuple):
    """The size of a table, as OpenSpiel and the Hanabi Learning Environment name it."""

    colors: int = 5
    ranks: int = 5
    hand_size: int | None = None
    max_information_tokens: int = 8
    max_life_tokens: int = 3

    def options(self) -> HanabiOptions:
        """The game of research: colours in their order, no empty clues, seat 0 begins."""
        online = PRESETS["hanabi/online"].options
        return HanabiOptions(
            colours=COLOURS[: self.colors],
            values=self.ranks,
            hand_size=self.hand_size,
            clue_tokens=self.max_information_tokens,
            errors=self.max_life_tokens,
            empty_clues=online.empty_clues,
            first_seat=0,
        )

    def whole_deck(self) -> list[int]:
        """Every card, by its number at this table."""
        copies = (3, *[2] * (self.ranks - 2), 1)[: self.ranks]
        return [
            self.ranks * suit + value
            for suit in range(self.colors)
            for value in range(self.ranks)
            for _ in range(copies[value])
        ]


STANDARD = Shape()


def standard_options() -> HanabiOptions:
    """The game of research in its usual size."""
    return STANDARD.options()


def card_name(card: int) -> str:
    return f"{SUITS[card // 5]}{card % 5 + 1}"


def card_number(name: str) -> int:
    return SUITS.index(name[0]) * 5 + int(name[1]) - 1


def whole_deck() -> list[int]:
    return STANDARD.whole_deck()


class KernelGame:
    """One game in our kernels, from a given deck."""

    def __init__(self, players: int, deck: Sequence[int], shape: Shape = STANDARD) -> None:
        options = shape.options()
        self.players = players
        self.vector: OptionVector = setup.option_vector(options, players)
        self.hand = int(self.vector[r.O_HAND])
        self.bits = int(observation.observation_bits(self.vector))
        self.row: Row = np.zeros(r.ROW_BYTES, np.uint8)
        self._rng = np.zeros(1, np.uint64)
        self._out: Bits = np.zeros(-(-self.bits // 64), np.uint64)
        codes = [card // shape.ranks * 5 + card % shape.ranks for card in deck]
        cards = [setup.card_of(options, code) for code in codes]
        assert sorted(map(str, cards)) == sorted(map(str, layout_of(options).deck))
        kernel.deal(self.row, self.vector, setup.template(options, deck=cards), self._rng, 0)

    @property
    def over(self) -> bool:
        return bool(self.row[r.ENDED])

    @property
    def turn(self) -> int:
        return int(self.row[r.TURN])

    def legal(self) -> list[int]:
        word = int(kernel.legal_word(self.row, self.vector))
        return [action for action in range(word.bit_length()) if word >> action & 1]

    def observed(self, seat: int) -> bytes:
        """The seat's observation, eight bits to a byte, the first bit lowest."""
        row = self.row
        if row[r.ENDED] == r.ENDED_COMPLETE and row[r.TOKENS] < self.vector[r.O_TOKENS]:
            # Theirs gives a clue token back for the last firework too; here the game is over.
            row = row.copy()
            row[r.TOKENS] += 1
            row[r.LAST_TOKEN] = 1
        observation.observe(row, self.vector, seat, self._out)
        return self._out.tobytes()[: -(-self.bits // 8)]

    def step(self, action: int) -> int:
        """Act; the reward of the step."""
        before = self.score()
        kernel.step(self.row, self.vector, action, self._rng, 0)
        return self.score() - before

    def score(self) -> int:
        return int(kernel.score(self.row, self.vector))

    def _missing(self) -> list[int]:
        """For each card in the acting hand, how many its firework lacks before it; which the
        player cannot know.
        """
        at = r.SLOTS + self.turn * self.hand * r.SLOT_BYTES
        held = self.row[at : at + self.row[r.HAND_SIZES + self.turn] * r.SLOT_BYTES : r.SLOT_BYTES]
        return [card % 5 - int(self.row[r.FIREWORKS + card // 5]) for card in held.tolist()]

    def fitting(self) -> list[int]:
        """The plays that would succeed."""
        return [self.hand + slot for slot, gap in enumerate(self._missing()) if gap == 0]

    def useless(self) -> list[int]:
        """The discards of cards already played."""
        return [slot for slot, gap in enumerate(self._missing()) if gap < 0]


def some_action(game: KernelGame, legal: Sequence[int], rng: random.Random) -> int:
    """Open-eyed play now and then, blind errors seldom: games that end in every way."""
    fitting = game.fitting()
    if fitting and rng.random() < 0.7:
        return rng.choice(fitting)
    safe = [action for action in legal if not game.hand <= action < 2 * game.hand]
    return rng.choice(safe or legal) if rng.random() < 0.95 else rng.choice(legal)


def best_action(game: KernelGame, legal: Sequence[int], rng: random.Random) -> int:
    """Open-eyed play that often completes every firework."""
    clues = [action for action in legal if action >= 2 * game.hand]
    useless = [action for action in game.useless() if action in legal]
    return rng.choice(game.fitting() or useless or clues or legal)


ENDINGS = ("errors", "last-round", "fireworks-complete")


def actions_to(ending: str, players: int, deck: Sequence[int]) -> list[int]:
    """A game from this deck that ends in this way."""
    choose = best_action if ending == "fireworks-complete" else some_action
    for seed in itertools.count():
        rng, game = random.Random(seed), KernelGame(players, deck)
        actions = []
        while not game.over:
            actions.append(choose(game, game.legal(), rng))
            game.step(actions[-1])
        if r.TERMINATIONS[game.row[r.ENDED]] == ending:
            return actions
    raise AssertionError("counting never ends")


class StoredGame(NamedTuple):
    """A game that another program played, with hashes of all observations."""

    players: int
    deck: list[int]
    actions: list[int]
    rewards: list[int]
    fingerprints: list[str]
    """One for each position, the last one after the end."""

    @classmethod
    def parse(cls, stored: dict[str, Any]) -> StoredGame:
        deck = [card_number(name) for name in stored.pop("deck").split()]
        return cls(deck=deck, **stored)

    def line(self) -> str:
        deck = " ".join(map(card_name, self.deck))
        return json.dumps({**self._asdict(), "deck": deck}, separators=(",", ":"))


def stored_games(name: str) -> list[StoredGame]:
    lines = (FIXTURES / name).read_text("utf-8").splitlines()
    return [StoredGame.parse(json.loads(line)) for line in lines]


def fingerprint(*parts: bytes) -> str:
    """Four bytes that change with any bit of what is shown."""
    return blake2b(b"/".join(parts), digest_size=4).hexdigest()
