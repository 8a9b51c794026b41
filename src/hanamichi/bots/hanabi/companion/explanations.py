"""Why a companion moved: a sentence of `why.hanabi` for every kind of move."""

from __future__ import annotations

from collections.abc import Sequence

from hanamichi.bots.bot import Reason
from hanamichi.bots.hanabi.conventions import Reading
from hanamichi.bots.hanabi.memory import UNSEEN, Memory
from hanamichi.bots.hanabi.sheet import indices, is_single
from hanamichi.hanabi.actions import RecoverCard, ReturnCard
from hanamichi.hanabi.cards import CARDS


def _card(*faces: int) -> str:
    return "card:" + ",".join(str(CARDS[face]) for face in faces)


def why_play(memory: Memory, card: int, *, sure: bool, last: bool) -> Reason:
    """Why a card of one's own was played."""
    belief = memory.minds.belief(card, memory.minds.eyes(memory.seat))
    giver = memory.giver[card]
    if not sure:
        if last:
            return Reason("play-last-chance")
        hits = sum(memory.unseen[face] for face in indices(belief & memory.playable))
        total = sum(memory.unseen[face] for face in indices(belief))
        return Reason("play-likely", {"percent": round(100 * hits / max(1, total))})
    words = memory.can_be[card] & ~memory.minds.eyes(memory.seat).gone
    if is_single(words):
        return Reason("play-known", {"card": _card(*indices(words))})
    if not words & ~memory.playable:
        return Reason("play-fits")
    if memory.called[card]:
        return Reason("play-called", {"seat": f"seat:{giver}"})
    if memory.pointed[card] and giver != UNSEEN:
        return Reason("play-pointed", {"seat": f"seat:{giver}"})
    if is_single(belief):
        return Reason("play-known", {"card": _card(*indices(belief))})
    return Reason("play-fits")


def why_discard(memory: Memory, card: int) -> Reason:
    """Why a card of one's own was discarded."""
    # First of all what everybody sees: anything else said of this card, or nothing said, would
    # tell whoever hears it of a hand that they do not see.
    if card == next((own for own in memory.hands[memory.seat] if not memory.clued[own]), None):
        return Reason("discard-oldest", secret=False)
    eyes = memory.minds.eyes(memory.seat)
    belief = memory.minds.belief(card, eyes)
    if not belief & ~memory.dead:
        return Reason("discard-dead")
    if is_single(belief) and belief & eyes.taken:
        face = indices(belief)[0]
        for seat, hand in enumerate(memory.hands):
            if any(memory.face[other] == face for other in hand):
                return Reason("discard-twin", {"seat": f"seat:{seat}", "card": _card(face)})
    if card == memory.chop(memory.seat):
        return Reason("discard-oldest")
    return Reason("discard-safest")


def why_clue(memory: Memory, reading: Reading, after: Sequence[int]) -> Reason:
    """Why a clue was given that leaves its target with these beliefs."""
    seat = f"seat:{reading.target}"
    hand = memory.hands[reading.target]
    before = memory.minds.beliefs(reading.target)
    for card, was, now in zip(hand, before, after, strict=True):
        face = memory.face[card]
        if not memory.playable >> face & 1 and not was & ~memory.playable and now != was:
            return Reason("clue-warn", {"seat": seat, "card": _card(face)})
    for call in reading.calls:
        if call.unasked and reading.focus is not None:
            facts = {"seat": f"seat:{call.seat}", "card": _card(call.face)}
            return Reason("clue-call", facts)
    told = [
        memory.face[card]
        for card, was, now in zip(hand, before, after, strict=True)
        if memory.playable >> memory.face[card] & 1
        and not now & ~memory.playable
        and was & ~memory.playable
    ]
    if len(told) > 1:
        return Reason("clue-play-several", {"seat": seat, "cards": _card(*told)})
    if told:
        return Reason("clue-play", {"seat": seat, "card": _card(*told)})
    if reading.focus is not None and reading.kind == "save":
        return _why_save(memory, memory.face[reading.focus], seat)
    if reading.focus is not None and reading.kind == "play":
        return Reason("clue-later", {"seat": seat, "card": _card(memory.face[reading.focus])})
    for card, was, now in zip(hand, before, after, strict=True):
        if card in reading.touched and card not in reading.new and was != now:
            return Reason("clue-more", {"seat": seat, "card": _card(memory.face[card])})
    return Reason("clue-wait")


def _why_save(memory: Memory, face: int, seat: str) -> Reason:
    if CARDS[face].number == 5 and memory.sheet.tops >> face & 1:
        return Reason("clue-save-five", {"seat": seat})
    if memory.last >> face & 1:
        return Reason("clue-save-last", {"seat": seat, "card": _card(face)})
    if CARDS[face].number == 2:
        return Reason("clue-save-two", {"seat": seat})
    return Reason("clue-save", {"seat": seat, "card": _card(face)})


def why_tile(action: ReturnCard | RecoverCard) -> Reason:
    """Why a discarded card was brought back."""
    card = {"card": f"card:{action.card}"}
    return Reason("tile-recover" if isinstance(action, RecoverCard) else "tile-return", card)
