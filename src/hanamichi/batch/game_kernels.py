"""What a game brings along that has compiled kernels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from hanamichi.adapters import Facet
from hanamichi.batch.cpu_batch import Spec


class GameKernels(ABC):
    """Makes the tables of one game as its kernels see them."""

    @abstractmethod
    def table(self, options: Any, players: int, *, card_memory: bool = False) -> Spec:
        """A table with these options; raises `BatchError` for what its kernels do not know."""


KERNELS: Facet[GameKernels] = Facet("kernels", GameKernels)
