"""Where everything about Lanterns is found. This module imports nothing above the adapters."""

from __future__ import annotations

from hanamichi.adapters import GameAdapter
from tests.testing.lanterns import LANTERNS, open_view

LANTERNS_ADAPTER = GameAdapter(
    game=LANTERNS,
    open_view=open_view,
    messages="tests.testing",
    words="tests.testing.lanterns_words:LANTERNS_WORDS",
    bots="tests.testing.lanterns_bots:LANTERNS_BOTS",
    records="tests.testing.lanterns_records:LANTERNS_RECORDS",
    terminal="tests.testing.lanterns_terminal:LanternsTerminal",
    wire="tests.testing.lanterns_messages:LANTERNS_MESSAGES",
    views="tests.testing.lanterns_views:LANTERNS_VIEWS",
    results="tests.testing.lanterns_results:LANTERNS_RESULTS",
    arena="tests.testing.lanterns_arena:LANTERNS_ARENA",
)
