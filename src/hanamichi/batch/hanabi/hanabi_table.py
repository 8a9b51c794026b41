"""A Hanabi table as its kernels see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from hanamichi.batch.arrays import Random, Row, Rows
from hanamichi.batch.chosen_games import Decks
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.game_kernels import GameKernels
from hanamichi.batch.hanabi import setup
from hanamichi.batch.hanabi.chosen import begin_with, row_after
from hanamichi.batch.hanabi.cpu_kernels import CPU_KERNELS
from hanamichi.batch.hanabi.observation import observation_bits
from hanamichi.batch.hanabi.row import MEMORY_ROW_BYTES, ROW_BYTES
from hanamichi.batch.saved_games import table_name
from hanamichi.core.record import Position
from hanamichi.hanabi import HANABI, HanabiState
from hanamichi.hanabi.events import HanabiEvent
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import HanabiOptions


class HanabiTable:
    """What a batch needs to know of a table of Hanabi."""

    cpu_kernels: CpuKernels = CPU_KERNELS
    cuda_kernels = "hanamichi.batch.hanabi.cuda_kernels"
    row_cells = ROW_BYTES
    row_type: Any = np.uint8
    sides = 1
    game = HANABI

    def __init__(self, options: HanabiOptions, players: int, *, card_memory: bool = False) -> None:
        self.options = options
        self.players = players
        self.vector = setup.option_vector(options, players, card_memory=card_memory, variants=True)
        if card_memory:
            self.cuda_kernels = "hanamichi.batch.hanabi.cuda_memory_kernels"
            self.row_cells = MEMORY_ROW_BYTES
        self.actions = setup.action_count(options, players)
        self.observation_bits = int(observation_bits(self.vector))

    def template(self) -> Row:
        """The row before dealing."""
        row = np.zeros(self.row_cells, np.uint8)
        row[:ROW_BYTES] = setup.template(self.options)
        return row

    @property
    def name(self) -> str:
        """Which table its rows are of."""
        options = msgspec.json.encode(self.options)
        return table_name(self.game.id, self.players, options, self.row_cells)

    def whole_deck(self) -> tuple[list[str], list[int]]:
        """Every card of the deck: its name, and its number in a row."""
        deck = layout_of(self.options).deck
        codes = [setup.card_code(self.options, card) for card in deck]
        return [str(card) for card in deck], codes

    def dealt(self, rows: Rows, decks: Decks, random: Random) -> None:
        """Make rows that were just dealt begin with these decks instead."""
        begin_with(rows, self.vector, decks)

    def row_of(self, positions: Iterator[Position[HanabiState, HanabiEvent]]) -> Row:
        """The row at the end of a replayed match."""
        return row_after(positions, self.vector)


class HanabiKernels(GameKernels):
    """Every table of the game."""

    def table(
        self, options: HanabiOptions, players: int, *, card_memory: bool = False
    ) -> HanabiTable:
        return HanabiTable(options, players, card_memory=card_memory)


HANABI_KERNELS = HanabiKernels()
