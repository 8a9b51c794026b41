"""Bots for tests, with features that no registered bot has."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.bots import RandomBot
from hanamichi.bots.registry import BOTS, BotInfo, GameBots, Parameter, Unsupported


class Ponderer(RandomBot):
    """Has parameters."""

    def __init__(self, ms: int = 1000, rollouts: int = 0) -> None:
        self.ms = ms
        self.rollouts = rollouts


def _no_powder(options: Any, players: int) -> Unsupported | None:
    if options.black_powder:
        return Unsupported("black_powder", "it cannot count downwards")
    return Unsupported("players", "it needs company") if players == 2 else None


PONDERER = BotInfo(
    "ponderer",
    "master",
    Ponderer,
    (Parameter("ms", 1000, 10, 60_000), Parameter("rollouts", 0, 0, 10_000)),
)
PURIST = BotInfo("purist", "expert", RandomBot, unsupported=_no_powder)


@pytest.fixture
def fake_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hanabi with two more bots, the strongest of all: `purist` and `ponderer`."""
    usual = BOTS.of("hanabi")
    more = GameBots((*usual.bots, PURIST, PONDERER), usual.usual)
    monkeypatch.setitem(BOTS._found, "hanabi", more)
