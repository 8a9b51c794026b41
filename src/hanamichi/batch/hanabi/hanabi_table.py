"""A Hanabi table as its kernels see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanamichi.batch.arrays import Row
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.game_kernels import GameKernels
from hanamichi.batch.hanabi import setup
from hanamichi.batch.hanabi.cpu_kernels import CPU_KERNELS
from hanamichi.batch.hanabi.observation import observation_bits
from hanamichi.batch.hanabi.row import ROW_BYTES
from hanamichi.hanabi.options import HanabiOptions


class HanabiTable:
    """What a batch needs to know of a table of Hanabi."""

    cpu_kernels: CpuKernels = CPU_KERNELS
    cuda_kernels = "hanamichi.batch.hanabi.cuda_kernels"
    row_cells = ROW_BYTES
    row_type: Any = np.uint8
    sides = 1

    def __init__(self, options: HanabiOptions, players: int) -> None:
        self.options = options
        self.players = players
        self.vector = setup.option_vector(options, players)
        self.actions = setup.action_count(options, players)
        self.observation_bits = int(observation_bits(self.vector))

    def template(self) -> Row:
        """The row before dealing."""
        return setup.template(self.options)


class HanabiKernels(GameKernels):
    """Every table of the game."""

    def table(self, options: HanabiOptions, players: int) -> HanabiTable:
        return HanabiTable(options, players)


HANABI_KERNELS = HanabiKernels()
