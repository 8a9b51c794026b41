"""A bot whose module only its own process imports."""

from __future__ import annotations

from tests.arena.failing_bots import First

Alone = First
