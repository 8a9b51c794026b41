"""Which tables the bots with compiled conventions cannot play at."""

from __future__ import annotations

from hanamichi.bots.registry import Unsupported
from hanamichi.hanabi.options import TOP_VALUE, HanabiOptions, variant_option

MOST_CARDS_IN_HAND = 5


def needs_usual_rules(options: HanabiOptions, _players: int) -> Unsupported | None:
    """Their tables have room for five values and five cards in a hand, touched as in the boxes."""
    if (name := variant_option(options)) is not None:
        return Unsupported(name, "it was made for the rules of the boxes")
    if options.values != TOP_VALUE:
        return Unsupported("values", "its plans are made for fireworks up to 5")
    if (options.hand_size or 0) > MOST_CARDS_IN_HAND:
        return Unsupported("hand_size", "it keeps track of five cards in a hand at most")
    return None
