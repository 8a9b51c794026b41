"""The six bonus tiles of the five flamboyants."""

from __future__ import annotations

import enum


class Tile(enum.Enum):
    """What a revealed tile does (001, 5 flamboyants)."""

    CLUE_TOKEN = "clue-token"
    REPAIR = "repair"
    COLOUR_CLUE = "colour-clue"
    VALUE_CLUE = "value-clue"
    RETURN_CARD = "return-card"
    RECOVER_CARD = "recover-card"


TILES = tuple(Tile)
