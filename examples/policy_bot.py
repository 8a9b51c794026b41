"""A bot that plays what `train_ppo.py` has learned, with NumPy alone.

In the folder of this file, with the policy beside it as `policy.npz`:

    hanamichi arena hanabi/online --bots policy_bot:PolicyBot --games 100 --records games/

HANAMICHI_BOT_POLICY names another file, by its full path: bots run in folders of their own.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import numpy as np

from hanamichi import new_match
from hanamichi.bots import Choice, Sight, observer_of


class PolicyBot:
    """Takes the action that the policy prefers."""

    def __init__(self) -> None:
        named = os.environ.get("HANAMICHI_BOT_POLICY")
        path = Path(named) if named else Path(__file__).with_name("policy.npz")
        if not path.is_file():
            raise FileNotFoundError(
                f"There is no policy {path}: train one in that folder, or name another by its full "
                "path in HANAMICHI_BOT_POLICY"
            )
        with np.load(path) as file:
            arrays = [file[f"arr_{n}"] for n in range(len(file.files) - 1)]
            preset = str(file["preset"])
        self._layers = list(zip(arrays[::2], arrays[1::2], strict=True))
        self._observer = observer_of(preset.partition("/")[0])
        # Looking once compiles what that needs: there is more time to begin than for a move.
        match = new_match(preset, 2, seed=0)
        self._view = type(match.view(0))
        self._observer.observe(Sight(match.view(0), match.log(0), ()))

    def choose(self, sight: Sight, chance: Random) -> Choice:
        """What the network prefers of what is legal."""
        if not isinstance(sight.view, self._view):
            raise ValueError("The policy was trained on another game")
        observed = self._observer.observe(sight)
        values = observed.bits.astype(np.float32)
        if len(values) != self._layers[0][0].shape[1]:
            raise ValueError(
                f"The policy was trained on {self._layers[0][0].shape[1]} bits; this table has "
                f"{len(values)}: train one for its options and number of players"
            )
        for weight, bias in self._layers[:-1]:
            values = np.maximum(weight @ values + bias, 0)
        weight, bias = self._layers[-1]
        preferences = (weight @ values + bias)[observed.actions]
        return Choice(sight.legal[int(preferences.argmax())])
