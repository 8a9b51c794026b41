"""Why the companion moved: a reason of `why.hanabi` for every kind of move."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.bots.bot import Reason
from hanamichi.bots.hanabi.companion.card_masks import indices, is_single
from hanamichi.bots.hanabi.companion.convention_tracker import UNSEEN, ConventionTracker
from hanamichi.bots.hanabi.companion.conventions import Reading
from hanamichi.hanabi.actions import RecoverCard, ReturnCard
from hanamichi.hanabi.cards import CARDS


def _card(*faces: int) -> str:
    return "card:" + ",".join(str(CARDS[face]) for face in faces)


def why_play(tracker: ConventionTracker, card: int, *, sure: bool, last: bool) -> Reason:
    """Why an own card was played."""
    belief = tracker.model.belief(card, tracker.model.knowledge(tracker.seat))
    giver = tracker.giver[card]
    if not sure:
        if last:
            return Reason("play-last-chance")
        hits = sum(tracker.unseen[face] for face in indices(belief & tracker.playable))
        total = sum(tracker.unseen[face] for face in indices(belief))
        return Reason("play-likely", {"percent": round(100 * hits / max(1, total))})
    words = tracker.can_be[card] & ~tracker.model.knowledge(tracker.seat).gone
    if is_single(words):
        return Reason("play-known", {"card": _card(*indices(words))})
    if not words & ~tracker.playable:
        return Reason("play-fits")
    if tracker.called[card]:
        return Reason("play-called", {"seat": f"seat:{giver}"})
    if tracker.pointed[card] and giver != UNSEEN:
        return Reason("play-pointed", {"seat": f"seat:{giver}"})
    if is_single(belief):
        return Reason("play-known", {"card": _card(*indices(belief))})
    return Reason("play-fits")


def why_discard(tracker: ConventionTracker, card: int) -> Reason:
    """Why an own card was discarded."""
    # The public reason goes first: any other reason for this card would reveal something of a
    # hand that a reader of it may not see.
    if card == next((own for own in tracker.hands[tracker.seat] if not tracker.clued[own]), None):
        return Reason("discard-oldest", secret=False)
    knowledge = tracker.model.knowledge(tracker.seat)
    belief = tracker.model.belief(card, knowledge)
    if not belief & ~tracker.dead:
        return Reason("discard-dead")
    if is_single(belief) and belief & knowledge.taken:
        face = indices(belief)[0]
        for seat, hand in enumerate(tracker.hands):
            if any(tracker.face[other] == face for other in hand):
                return Reason("discard-twin", {"seat": f"seat:{seat}", "card": _card(face)})
    if card == tracker.chop(tracker.seat):
        return Reason("discard-oldest")
    return Reason("discard-safest")


def why_clue(tracker: ConventionTracker, reading: Reading, after: Sequence[int]) -> Reason:
    """Why a clue was given that leaves its target with these beliefs."""
    seat = f"seat:{reading.target}"
    hand = tracker.hands[reading.target]
    before = tracker.model.beliefs(reading.target)
    for card, was, now in zip(hand, before, after, strict=True):
        face = tracker.face[card]
        if not tracker.playable >> face & 1 and not was & ~tracker.playable and now != was:
            return Reason("clue-warn", {"seat": seat, "card": _card(face)})
    for call in reading.calls:
        if call.unasked and reading.focus is not None:
            facts = {"seat": f"seat:{call.seat}", "card": _card(call.face)}
            return Reason("clue-call", facts)
    told = [
        tracker.face[card]
        for card, was, now in zip(hand, before, after, strict=True)
        if tracker.playable >> tracker.face[card] & 1
        and not now & ~tracker.playable
        and was & ~tracker.playable
    ]
    if len(told) > 1:
        return Reason("clue-play-several", {"seat": seat, "cards": _card(*told)})
    if told:
        return Reason("clue-play", {"seat": seat, "card": _card(*told)})
    if reading.focus is not None and reading.kind == "save":
        return _why_save(tracker, tracker.face[reading.focus], seat)
    if reading.focus is not None and reading.kind == "play":
        return Reason("clue-later", {"seat": seat, "card": _card(tracker.face[reading.focus])})
    for card, was, now in zip(hand, before, after, strict=True):
        if card in reading.touched and card not in reading.new and was != now:
            return Reason("clue-more", {"seat": seat, "card": _card(tracker.face[card])})
    return Reason("clue-wait")


def _why_save(tracker: ConventionTracker, face: int, seat: str) -> Reason:
    if CARDS[face].number == 5 and tracker.masks.tops >> face & 1:
        return Reason("clue-save-five", {"seat": seat})
    if tracker.last >> face & 1:
        return Reason("clue-save-last", {"seat": seat, "card": _card(face)})
    if CARDS[face].number == 2:
        return Reason("clue-save-two", {"seat": seat})
    return Reason("clue-save", {"seat": seat, "card": _card(face)})


def why_tile(action: ReturnCard | RecoverCard) -> Reason:
    """Why a discarded card was brought back."""
    card = {"card": f"card:{action.card}"}
    return Reason("tile-recover" if isinstance(action, RecoverCard) else "tile-return", card)
