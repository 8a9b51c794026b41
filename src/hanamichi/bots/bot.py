"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

import msgspec

from hanamichi.core import Action


class Bot(Protocol):
    """A player made of code. It is never given a state, so it has nothing to peek at."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        """One of the legal actions, from what the seat sees and the bot's own random numbers."""
        ...
