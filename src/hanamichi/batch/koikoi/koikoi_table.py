"""A Koi-Koi table as its kernels see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanamichi.batch.arrays import Bits
from hanamichi.batch.cpu_template import CpuKernels
from hanamichi.batch.game_kernels import GameKernels
from hanamichi.batch.koikoi import setup
from hanamichi.batch.koikoi.cpu_kernels import CPU_KERNELS
from hanamichi.batch.koikoi.observation import OBSERVATION_BITS
from hanamichi.batch.koikoi.row import ACTIONS, ROW_CELLS
from hanamichi.koikoi.options import KoiKoiOptions


class KoiKoiTable:
    """What a batch needs to know of a table of Koi-Koi."""

    cpu_kernels: CpuKernels = CPU_KERNELS
    cuda_kernels = "hanamichi.batch.koikoi.cuda_kernels"
    row_cells = ROW_CELLS
    row_type: Any = np.uint64
    sides = 2
    actions = ACTIONS
    observation_bits = OBSERVATION_BITS

    def __init__(self, options: KoiKoiOptions) -> None:
        self.options = options
        self.vector = setup.option_vector(options)

    def template(self) -> Bits:
        """The row before the first deal."""
        return setup.template(self.options)


class KoiKoiKernels(GameKernels):
    """Every table of the game."""

    def table(self, options: KoiKoiOptions, players: int) -> KoiKoiTable:
        return KoiKoiTable(options)


KOIKOI_KERNELS = KoiKoiKernels()
