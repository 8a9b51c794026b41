"""The bot that plays anything."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from hanamichi.core import Action


class RandomBot:
    """Chooses among the legal actions, each as likely as any other."""

    def choose(self, view: msgspec.Struct, legal: Sequence[Action], chance: Random) -> Action:
        return chance.choice(legal)
