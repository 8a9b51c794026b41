"""Many games of Hanabi for two as tensors, on either device, by the public calls of a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from hanamichi.batch import SavedGames, make_batch, make_table

PLAYERS = 2


class HanabiGames:
    """Games side by side. Those that end are dealt again.

    What is seen and what is legal stand in the same tensors after every step, so that a CUDA graph
    may read them.
    """

    def __init__(
        self, games: int, seed: int, past: int, device: torch.device, *, card_memory: bool
    ) -> None:
        self.games, self.device = games, device
        kinds: dict[str, Any] = {"device": device.type, "card_memory": card_memory}
        self._batch: Any = make_batch(
            "hanabi/online", PLAYERS, games=games, seed=seed, past_actions=past + 1, **kinds
        )
        self.actions: int = self._batch.spec.actions
        self.words = -(-self._batch.spec.observation_bits // 64)
        self.plain_bits: int = make_table("hanabi/online", PLAYERS).observation_bits
        """How many bits of what a seat sees do not come from the memory of cards."""
        self.seen = torch.zeros((games, PLAYERS, self.words), dtype=torch.int64, device=device)
        """Packed: the seat to act first."""
        self.past = torch.zeros((games, past + 1), dtype=torch.int8, device=device)
        """The last action and those before it; the networks see the last one in the observation."""
        self.legal = torch.zeros((games, self.actions), dtype=torch.bool, device=device)
        self.gain = torch.zeros(games, device=device)
        self.ended = torch.zeros(games, dtype=torch.bool, device=device)
        self._look()

    def _tensor(self, array: Any) -> Tensor:
        """An array of the batch as a tensor: the same memory, on either device."""
        return torch.as_tensor(array, device=self.device)

    def _look(self) -> None:
        self.seen.copy_(self._tensor(self._batch.observe_all().view(np.int64)))
        self.past.copy_(self._tensor(self._batch.past_actions()))
        self.legal.copy_(self._tensor(self._batch.legal_mask()))

    def step(self, actions: Tensor) -> None:
        """Act in every game: what the team gained, and which games ended and were dealt again."""
        gained = self._batch.step(actions.to(torch.int32), check=False)
        self.gain.copy_(self._tensor(gained).squeeze(1))
        torch.lt(self._tensor(self._batch.to_act()), 0, out=self.ended)
        self._batch.reset(where=self.ended)
        self._look()

    def save(self) -> bytes:
        """All games as they stand."""
        content: bytes = self._batch.save().to_bytes()
        return content

    def restore(self, content: bytes) -> None:
        """Go on with saved games."""
        self._batch.restore(SavedGames.from_bytes(content))
        self._look()
