"""The origin of a record, as far as it is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MAX_SOURCE = 16 * 1024
"""Bytes of JSON: room for the notes of a game, and none for other files."""


def kept_fields(fields: Mapping[str, Any], at_most: int = MAX_SOURCE) -> dict[str, Any]:
    """The fields that fit into so many bytes together, in their order; the others are left out."""
    kept: dict[str, Any] = {}
    for name, value in fields.items():
        size = len(json.dumps({name: value}).encode())
        if size <= at_most:
            kept[name] = value
            at_most -= size
    return kept
