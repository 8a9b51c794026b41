"""Fingerprints of what an environment shows."""

from __future__ import annotations

import json
from typing import Any

from tests.batch.standard_games import fingerprint


def fingerprint_of(observation: dict[str, Any]) -> str:
    """Four bytes that change with anything in an observation."""
    return fingerprint(json.dumps(observation, sort_keys=True).encode())
