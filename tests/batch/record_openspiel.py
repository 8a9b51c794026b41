"""Play games of OpenSpiel's Hanabi; as a program, record them again.

`python -m tests.batch.record_openspiel` writes tests/fixtures/openspiel-hanabi.jsonl.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from tests.batch.standard_games import (
    ENDINGS,
    FIXTURES,
    STANDARD,
    Shape,
    StoredGame,
    actions_to,
    fingerprint,
    whole_deck,
)

STORED = "openspiel-hanabi.jsonl"


class Shown(NamedTuple):
    """What OpenSpiel shows of one position."""

    turn: int
    """-1 after the end."""
    legal: list[int]
    observed: list[bytes]
    """For each seat, eight bits to a byte, the first bit lowest."""

    def fingerprint(self) -> str:
        return fingerprint(bytes([self.turn + 1]), bytes(self.legal), *self.observed)


class OpenSpielTable:
    """OpenSpiel's Hanabi with given decks."""

    def __init__(self, players: int, shape: Shape = STANDARD) -> None:
        self.players = players
        sizes = {name: size for name, size in shape._asdict().items() if size is not None}
        self._game: Any = pyspiel.load_game("hanabi", {"players": players, **sizes})
        self._observer: Any = make_observation(self._game)
        self.state: Any = None
        self._deck: Iterator[int] = iter(())

    def deal(self, deck: list[int]) -> None:
        self.state = self._game.new_initial_state()
        self._deck = iter(deck)
        self._draw()

    def _draw(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(next(self._deck))

    def shown(self) -> Shown:
        over = self.state.is_terminal()
        return Shown(
            turn=-1 if over else self.state.current_player(),
            legal=[] if over else self.state.legal_actions(),
            observed=[self._observed(seat) for seat in range(self.players)],
        )

    def _observed(self, seat: int) -> bytes:
        self._observer.set_from(self.state, seat)
        return np.packbits(self._observer.tensor.astype(np.uint8), bitorder="little").tobytes()

    def step(self, action: int) -> list[float]:
        """Act; every player's reward."""
        self.state.apply_action(action)
        self._draw()
        rewards: list[float] = self.state.rewards()
        return rewards

    @property
    def returns(self) -> list[float]:
        returns: list[float] = self.state.returns()
        return returns


def record(players: int, seed: int, ending: str) -> StoredGame:
    """One game as OpenSpiel shows it, with actions chosen by our kernels."""
    deck = whole_deck()
    random.Random(seed).shuffle(deck)
    table = OpenSpielTable(players)
    table.deal(deck)
    game = StoredGame(players, deck, [], [], [table.shown().fingerprint()])
    for action in actions_to(ending, players, deck):
        game.actions.append(action)
        game.rewards.append(int(table.step(action)[0]))
        game.fingerprints.append(table.shown().fingerprint())
    assert table.state.is_terminal()
    return game


def main() -> None:
    """A game of every ending for each number of players."""
    games = [
        record(players, seed, ending)
        for players in (2, 3, 4, 5)
        for seed, ending in enumerate(ENDINGS)
    ]
    (FIXTURES / STORED).write_text("".join(game.line() + "\n" for game in games), "utf-8")


if __name__ == "__main__":
    main()
