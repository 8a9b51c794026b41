"""A beginner: takes what glitters, and is happy with the first yaku."""

from __future__ import annotations

from random import Random

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.koikoi.reasons import KEEP_HAND, ONLY_MOVE, STOP_FIRST, brightest, captured_by
from hanamichi.core import Action
from hanamichi.koikoi import Card, KoiKoiView
from hanamichi.koikoi.actions import Keep, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import Kind

_GLITTER = {Kind.LIGHT: 4, Kind.ANIMAL: 3, Kind.RIBBON: 2, Kind.PLAIN: 1}


class NoviceBot:
    """Counts how brightly the cards glitter, and looks at nothing else."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view, legal = sight.view, sight.legal
        assert isinstance(view, KoiKoiView)
        if isinstance(legal[0], Stop):
            return Choice(legal[0], STOP_FIRST)
        if not isinstance(legal[0], PlayCard | TakeCard):
            return Choice(next(action for action in legal if isinstance(action, Keep)), KEEP_HAND)
        best = max(legal, key=lambda action: (_glitter(view, action), chance.random()))
        return Choice(best, _why(view, best, only=len(legal) == 1))


def _glitter(view: KoiKoiView, action: Action) -> int:
    """What comes home, or what is given away."""
    assert isinstance(action, PlayCard | TakeCard)
    taken = captured_by(view, action)
    if taken:
        return sum(_GLITTER[card.kind] for card in taken)
    return -_GLITTER[action.card.kind]


def _why(view: KoiKoiView, action: Action, *, only: bool) -> Reason:
    assert isinstance(action, PlayCard | TakeCard)
    taken = captured_by(view, action)
    if taken:
        return Reason("take-glitter", {"card": _named(brightest(taken))}, secret=False)
    return ONLY_MOVE if only else Reason("lay-dull", {"card": _named(action.card)})


def _named(card: Card) -> str:
    return f"card:{card}"
