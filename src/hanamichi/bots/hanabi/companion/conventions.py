"""What a clue means by the conventions of docs/conventions.md, read the same by every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hanamichi.bots.hanabi.companion.card_masks import names_colour
from hanamichi.core import Seat

if TYPE_CHECKING:
    from hanamichi.bots.hanabi.companion.beliefs import SeatKnowledge
    from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker


class Call(NamedTuple):
    """A seat is to play a card that comes before the focus."""

    seat: Seat
    card: int
    face: int
    unasked: bool
    """Whether no clue ever touched the card (a finesse); else it is a prompt."""


class Reading:
    """What a clue says, literally and by the conventions."""

    __slots__ = (
        "calls",
        "chop",
        "focus",
        "giver",
        "kind",
        "meant",
        "new",
        "stray",
        "target",
        "touched",
        "trusted",
        "waits",
        "words",
    )

    def __init__(self, giver: Seat, target: Seat, touched: Sequence[int]) -> None:
        self.giver = giver
        self.target = target
        self.touched = touched
        self.new: list[int] = []
        """Touched cards that had no clue before."""
        self.words: dict[int, int] = {}
        """What every card of the hand can be literally."""
        self.meant: dict[int, int] = {}
        """What the touched cards are by the conventions."""
        self.focus: int | None = None
        """The card the clue is about."""
        self.chop: int | None = None
        self.kind = "news"
        """`play`, `save`, `again` for a card to play at once, or plain `news`."""
        self.calls: list[Call] = []
        self.waits: list[tuple[Seat, int, int, int]] = []
        self.trusted = True
        self.stray = False
        """The focus needs other cards first, and no seat seems to have them."""


def read(
    tracker: ConventionTracker, giver: Seat, target: Seat, clue: int, touched: Sequence[int]
) -> Reading:
    """What a clue means by the conventions, as far as this seat can tell."""
    reading = Reading(giver, target, touched)
    matching = tracker.masks.matching[clue]
    can_be, clued, called = tracker.can_be, tracker.clued, tracker.called
    words = reading.words
    for card in tracker.hands[target]:
        words[card] = can_be[card] & (matching if card in touched else ~matching) or can_be[card]
    reading.chop = tracker.chop(target)
    new = reading.new = [card for card in touched if not clued[card] and not called[card]]
    reading.trusted = tracker.trusts(giver) and tracker.trusts(target)
    if not reading.trusted:
        return reading
    knowledge = tracker.model.knowledge(target, giver)
    if not new:
        _read_again(tracker, reading, knowledge)
        return reading
    useful = ~tracker.dead & ~knowledge.taken
    for card in new:
        open_faces = words[card] & ~knowledge.gone
        reading.meant[card] = (open_faces & useful) or open_faces
    focus = reading.focus = reading.chop if reading.chop in new else max(new)
    open_faces = words[focus] & ~knowledge.gone
    plays = open_faces & knowledge.awaited
    saves = open_faces & _saved(tracker, reading, clue, knowledge) if focus == reading.chop else 0
    later = _through_finesses(tracker, reading, open_faces & ~plays & ~saves, knowledge)
    meant = plays | saves | later
    face = tracker.face[focus]
    if tracker.seat == target and later == meant and len(reading.waits) == 1:
        seat, card, _, _ = reading.waits[0]
        reading.calls.append(Call(seat, card, tracker.face[card], unasked=True))
    if face >= 0 and not (tracker.playable | saves | tracker.dead) >> face & 1:
        if _connect(tracker, reading, face):
            meant |= 1 << face
        else:
            reading.stray = True
    meant = (meant & useful) or meant
    if meant:
        reading.meant[focus] = meant
        reading.kind = "save" if saves and (face < 0 or saves >> face & 1) else "play"
    return reading


def _saved(
    tracker: ConventionTracker, reading: Reading, clue: int, knowledge: SeatKnowledge
) -> int:
    """What a clue on the oldest card may save: last copies; by value also second cards.

    The last card of a firework is saved by its value, as its colour would mean "play". A second
    card that is visible in a third hand as well needs no saving.
    """
    keep = tracker.last
    if names_colour(clue):
        keep &= ~tracker.masks.tops
    else:
        open_to_all = tracker.model.faces_outside(reading.giver, reading.target)
        keep |= tracker.masks.seconds & ~tracker.dead & ~open_to_all
    return keep & ~knowledge.taken


def _read_again(tracker: ConventionTracker, reading: Reading, knowledge: SeatKnowledge) -> None:
    """A clue on clued cards: if its literal meaning settles nothing, the newest is playable."""
    if not reading.touched:
        return
    for card in tracker.hands[reading.target]:
        before = tracker.model.belief(card, knowledge)
        after = before & reading.words[card]
        if not after:
            return
        if after != before and (not after & ~tracker.playable or not after & ~tracker.dead):
            return
    focus = max(reading.touched)
    before = tracker.model.belief(focus, knowledge)
    now = before & reading.words[focus] & tracker.playable
    if now and before & ~tracker.playable:
        reading.focus = focus
        reading.kind = "again"
        reading.meant[focus] = now


# -- cards that come before ----------------------------------------------------------------------


def _third(tracker: ConventionTracker, reading: Reading) -> Iterator[Seat]:
    """All seats but the giver and the target, in the order of their turns."""
    for ahead in range(1, tracker.players):
        seat = (reading.giver + ahead) % tracker.players
        if seat != reading.target:
            yield seat


def _through_finesses(
    tracker: ConventionTracker, reading: Reading, open_faces: int, knowledge: SeatKnowledge
) -> int:
    """What the focus may be if another seat now plays its newest card."""
    masks = tracker.masks
    found = 0
    for seat in _third(tracker, reading):
        card = tracker.newest(seat)
        if seat == tracker.seat or card is None:
            continue
        face = tracker.face[card]
        if not (tracker.playable & knowledge.awaited) >> face & 1:
            continue
        if prompted(tracker, seat, face) is not None:
            continue
        promised = knowledge.taken | knowledge.own
        for later in masks.order[masks.suit[face]][masks.step[face] :]:
            if not promised >> later & 1:
                mask = open_faces & 1 << later
                if mask:
                    found |= mask
                    assert reading.focus is not None
                    reading.waits.append((seat, card, reading.focus, mask))
                break
    return found


def prompted(tracker: ConventionTracker, seat: Seat, face: int) -> int | None:
    """The clued card that a seat would take for this face: the oldest."""
    hand = tracker.hands[seat]
    for card, belief in zip(hand, tracker.model.beliefs(seat), strict=True):
        if belief >> face & 1 and tracker.clued[card] and not tracker.called[card]:
            return card
    return None


def _connect(tracker: ConventionTracker, reading: Reading, face: int) -> bool:
    """Whether cards in hands lead up to the focus; sets the calls to play them."""
    calls: list[Call] = []
    for needed in _needed_for(tracker, face):
        if tracker.dead >> needed & 1:
            return False
        if tracker.model.settled(reading.giver) >> needed & 1:
            continue
        call = _call_for(tracker, reading, needed, calls)
        if call is None:
            return False
        calls.append(call)
    reading.calls = calls
    return True


def _needed_for(tracker: ConventionTracker, face: int) -> Sequence[int]:
    """The cards of its firework that have to be played before this one."""
    masks = tracker.masks
    suit = masks.suit[face]
    return masks.order[suit][tracker.heights[suit] : masks.step[face] - 1]


def _call_for(
    tracker: ConventionTracker, reading: Reading, face: int, calls: list[Call]
) -> Call | None:
    """The holder of a needed card, if it knows by this clue which card it is.

    A clued card goes before an unclued one; cards of others, which are seen, before own ones.
    """
    giver, target, me = reading.giver, reading.target, tracker.seat
    for seat, hand in enumerate(tracker.hands):
        if seat in (giver, me):
            continue
        for card in hand:
            if tracker.face[card] == face and tracker.clued[card]:
                if seat == target or prompted(tracker, seat, face) != card:
                    return None
                return Call(seat, card, face, unasked=False)
    blind = tracker.playable >> face & 1
    if blind:
        for seat in _third(tracker, reading):
            newest = tracker.newest(seat)
            if (
                seat != me
                and newest is not None
                and tracker.face[newest] == face
                and prompted(tracker, seat, face) is None
            ):
                return Call(seat, newest, face, unasked=True)
    if me in (giver, target):
        return None
    mine = prompted(tracker, me, face)
    if mine is not None:
        return Call(me, mine, face, unasked=False)
    newest = tracker.newest(me)
    if (
        blind
        and newest is not None
        and tracker.can_be[newest] >> face & 1
        and all(call.card != newest for call in calls)
    ):
        return Call(me, newest, face, unasked=True)
    return None


def misleads(tracker: ConventionTracker, reading: Reading) -> bool:
    """Whether a clue on an unreachable card would make a seat play a wrong one."""
    assert reading.focus is not None
    face = tracker.face[reading.focus]
    missing = []
    for needed in _needed_for(tracker, face):
        if tracker.dead >> needed & 1:
            return False
        known = tracker.model.settled(reading.giver) >> needed & 1
        if not known and _call_for(tracker, reading, needed, []) is None:
            missing.append(needed)
    return any(_would_connect(tracker, seat, missing) for seat in _third(tracker, reading))


def _would_connect(tracker: ConventionTracker, seat: Seat, missing: list[int]) -> bool:
    """Whether a seat could believe that it holds all missing cards."""
    newest = tracker.newest(seat)
    for face in missing:
        if prompted(tracker, seat, face) is not None:
            continue
        if newest is None or not (tracker.can_be[newest] & tracker.playable) >> face & 1:
            return False
        newest = None
    return True
