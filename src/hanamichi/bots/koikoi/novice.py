"""A beginner: captures the brightest cards, and calls koi-koi while its hand is full."""

from __future__ import annotations

from random import Random

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.koikoi.reasons import (
    CALL_FULL_HAND,
    KEEP_HAND,
    LAY_ANY,
    ONLY_MOVE,
    OVERLOOKED,
    STOP_FIRST,
    brightest,
    captured_by,
)
from hanamichi.core import Action
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.actions import Keep, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import Kind

_KIND_WEIGHTS = {Kind.LIGHT: 4, Kind.ANIMAL: 3, Kind.RIBBON: 2, Kind.PLAIN: 1}

MANY_CARDS = 3
"""With this many cards left it calls koi-koi, without a look at the other pile."""
RANDOM_MOVE_EVERY = 5
"""One move in this many is random."""


class NoviceBot:
    """Values cards by their kind only."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view, legal = sight.view, sight.legal
        assert isinstance(view, KoiKoiView)
        if isinstance(legal[0], Stop):
            assert view.seat is not None
            full = view.hand_sizes[view.seat] >= MANY_CARDS
            return Choice(legal[1], CALL_FULL_HAND) if full else Choice(legal[0], STOP_FIRST)
        if not isinstance(legal[0], PlayCard | TakeCard):
            return Choice(next(action for action in legal if isinstance(action, Keep)), KEEP_HAND)
        if len(legal) == 1:
            return Choice(legal[0], _why(view, legal[0], ONLY_MOVE))
        if not chance.randrange(RANDOM_MOVE_EVERY):
            any_one = chance.choice(legal)
            return Choice(any_one, _why(view, any_one, OVERLOOKED))
        best = max(legal, key=lambda action: (_capture_weight(view, action), chance.random()))
        return Choice(best, _why(view, best, LAY_ANY))


def _capture_weight(view: KoiKoiView, action: Action) -> int:
    """The total weight of the captured cards; the cards given away do not count."""
    return sum(_KIND_WEIGHTS[card.kind] for card in captured_by(view, action))


def _why(view: KoiKoiView, action: Action, laid: Reason) -> Reason:
    """The public reason for a capture; else `laid`."""
    taken = captured_by(view, action)
    if taken:
        return Reason("take-glitter", {"card": f"card:{brightest(taken)}"}, secret=False)
    return laid
