"""What kind of mistake a costly action was, in a sentence, and why another was better."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from hanamichi.bots.bot import Reason
from hanamichi.core import Action, Seat
from hanamichi.hanabi.actions import (
    ColourClue,
    Discard,
    Play,
    PlayFromDeck,
    ValueClue,
)
from hanamichi.hanabi.knowledge import is_indispensable, is_playable
from hanamichi.review.hanabi.clue_news import tells_nothing
from hanamichi.review.hanabi.own_hand import LAST_OF_DECK, OwnHand, percent_of
from hanamichi.review.hanabi.public_course import view_at
from hanamichi.review.history import SeenPly
from hanamichi.review.model import MistakeKind

RISKY = 0.2
"""From this chance on, discarding what may be a last copy is named as the mistake."""
_UNSURE = ("play-likely", "play-last-chance")
"""The reasons for playing a card that may not fit."""
_ADDRESSED = "seat"


def mistake(
    seen: SeenPly, seat: Seat, better: Action, why_made: Reason | None, loss: float
) -> tuple[MistakeKind, Reason]:
    """The kind of a mistake and what it cost, in a sentence.

    `why_made`: the company's reason for the action made, if it can tell one.
    """
    made = seen.action
    view = view_at(seen)
    facts: dict[str, str | int] = {"seat": f"seat:{seat}", "points": f"number:{_tenths(loss)}"}
    if isinstance(made, Play | PlayFromDeck):
        chance = _chance_to_fit(seen, seat, made)
        sure = why_made is not None and why_made.code not in _UNSURE
        if not chance:
            return "gamble", Reason("cost-hopeless", facts)
        if chance < 1 and not sure:
            return "gamble", Reason("cost-gamble", {**facts, "percent": percent_of(chance)})
        return _kind_of(better), Reason("cost-play", facts)
    if isinstance(better, Play) and _chance_to_fit(seen, seat, better) == 1:
        return "missed-play", Reason("cost-missed-play", facts)
    if isinstance(made, Discard):
        hand = OwnHand(seen.sight, seat)
        risk = hand.chance(made.card, lambda face: is_indispensable(view, face))
        if risk == 1:
            return "lost-last-copy", Reason("cost-last-copy-known", facts)
        if risk >= RISKY:
            percent = percent_of(risk)
            return "lost-last-copy", Reason("cost-last-copy", {**facts, "percent": percent})
        return "other-discard", Reason("cost-discard", facts)
    if isinstance(made, ColourClue | ValueClue):
        facts["other"] = f"seat:{made.target}"
        if tells_nothing(view, made):
            return "idle-clue", Reason("cost-idle-clue", facts)
        return "other-clue", Reason("cost-clue", facts)
    return "other-card", Reason("cost-tile", facts)


def _tenths(loss: float) -> Decimal:
    """Rounded as people do, and as browsers round the same loss: 0.25 is 0.3."""
    return Decimal(str(round(loss, 3))).quantize(Decimal("0.1"), ROUND_HALF_UP)


def better_move(seen: SeenPly, seat: Seat, better: Action, why: Reason | None) -> Reason:
    """Why another action was better, by the reason that the company has for it."""
    if (why is None or why.code in _UNSURE) and (known := _known_to_fit(seen, seat, better)):
        return known
    if why is None:
        return _plainly_better(better)
    facts = {("other" if name == _ADDRESSED else name): fact for name, fact in why.facts.items()}
    if isinstance(better, ColourClue | ValueClue):
        facts.setdefault("other", f"seat:{better.target}")
    return Reason(f"better-{why.code}", facts)


def _known_to_fit(seen: SeenPly, seat: Seat, better: Action) -> Reason | None:
    """What is said of a card that could have been known to fit, where the company was not sure."""
    if not isinstance(better, Play) or _chance_to_fit(seen, seat, better) < 1:
        return None
    face = OwnHand(seen.sight, seat).face(better.card)
    if face is None:
        return Reason("better-play-fits")
    return Reason("better-play-known", {"card": f"card:{face}"})


def _plainly_better(better: Action) -> Reason:
    match better:
        case Discard():
            return Reason("better-discard")
        case ColourClue(target=target) | ValueClue(target=target):
            return Reason("better-clue", {"other": f"seat:{target}"})
        case _:
            return Reason("better-play")


def _kind_of(better: Action) -> MistakeKind:
    match better:
        case Discard():
            return "other-discard"
        case ColourClue() | ValueClue():
            return "other-clue"
        case _:
            return "missed-play"


def _chance_to_fit(seen: SeenPly, seat: Seat, action: Play | PlayFromDeck) -> Fraction:
    view = view_at(seen)
    card = action.card if isinstance(action, Play) else LAST_OF_DECK
    return OwnHand(seen.sight, seat).chance(card, lambda face: is_playable(view, face))
