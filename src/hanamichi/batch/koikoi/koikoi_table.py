"""A Koi-Koi table as its kernels see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from hanamichi.batch.arrays import Bits, Random
from hanamichi.batch.chosen_games import Decks
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.errors import BatchError
from hanamichi.batch.game_kernels import GameKernels
from hanamichi.batch.koikoi import setup
from hanamichi.batch.koikoi.chosen import WHOLE_DECK, begin_with, row_after
from hanamichi.batch.koikoi.cpu_kernels import CPU_KERNELS
from hanamichi.batch.koikoi.observation import OBSERVATION_BITS
from hanamichi.batch.koikoi.row import ACTIONS, ROW_CELLS
from hanamichi.batch.saved_games import table_name
from hanamichi.core.record import Position
from hanamichi.koikoi import KOIKOI, KoiKoiEvent, KoiKoiState
from hanamichi.koikoi.options import KoiKoiOptions


class KoiKoiTable:
    """What a batch needs to know of a table of Koi-Koi."""

    cpu_kernels: CpuKernels = CPU_KERNELS
    cuda_kernels = "hanamichi.batch.koikoi.cuda_kernels"
    row_cells = ROW_CELLS
    row_type: Any = np.uint64
    sides = 2
    game = KOIKOI
    players = 2
    actions = ACTIONS
    observation_bits = OBSERVATION_BITS

    def __init__(self, options: KoiKoiOptions) -> None:
        self.options = options
        self.vector = setup.option_vector(options)

    def template(self) -> Bits:
        """The row before the first deal."""
        return setup.template(self.options)

    @property
    def name(self) -> str:
        """Which table its rows are of."""
        options = msgspec.json.encode(self.options)
        return table_name(self.game.id, self.players, options, self.row_cells)

    def whole_deck(self) -> tuple[list[str], list[int]]:
        """Every card of the deck: its name, and its number in a row."""
        return WHOLE_DECK

    def dealt(self, rows: Bits, decks: Decks, random: Random) -> None:
        """Let the first rounds of matches be dealt from these decks instead."""
        begin_with(rows, self.options, decks, random)

    def row_of(self, positions: Iterator[Position[KoiKoiState, KoiKoiEvent]]) -> Bits:
        """The row at the end of a replayed match."""
        return row_after(positions)


class KoiKoiKernels(GameKernels):
    """Every table of the game."""

    def table(
        self, options: KoiKoiOptions, players: int, *, card_memory: bool = False
    ) -> KoiKoiTable:
        if card_memory:
            raise BatchError(
                "Only games of Hanabi keep what happened to each card",
                code="batch/unsupported",
                where="card_memory",
            )
        return KoiKoiTable(options)


KOIKOI_KERNELS = KoiKoiKernels()
