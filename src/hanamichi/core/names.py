"""Validation of player names, which are printed in terminals and stored in records."""

from __future__ import annotations

import re

MAX_NAME = 100
"""The longest name of a player, in characters."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def problem_with(name: object) -> str | None:
    """Why this is not a valid name (not text, too long, control characters); `None` if it is."""
    if not isinstance(name, str):
        return "A name is text"
    if len(name) > MAX_NAME:
        return f"A name has at most {MAX_NAME} characters"
    if _CONTROL.search(name):
        return "A name has no control characters"
    return None
