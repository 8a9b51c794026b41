"""What a clue means: the conventions of docs/conventions.md, read the same way by every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hanamichi.bots.hanabi.sheet import FIRST_VALUE
from hanamichi.core import Seat

if TYPE_CHECKING:
    from hanamichi.bots.hanabi.memory import Memory
    from hanamichi.bots.hanabi.minds import Eyes


class Call(NamedTuple):
    """Somebody is to play a card that comes before the one pointed at."""

    seat: Seat
    card: int
    face: int
    unasked: bool
    """No clue ever touched the card: a finesse. Otherwise one did, and this is a prompt."""


class Reading:
    """What a clue says, in words and by the conventions."""

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
        """Touched cards that nobody had spoken of."""
        self.words: dict[int, int] = {}
        """What every card of the hand can be by words alone."""
        self.meant: dict[int, int] = {}
        """What the touched cards are by the conventions."""
        self.focus: int | None = None
        """The card the clue is about."""
        self.chop: int | None = None
        self.kind = "news"
        """`play`, `save`, `again` for a card to be played at once, or plain `news`."""
        self.calls: list[Call] = []
        self.waits: list[tuple[Seat, int, int, int]] = []
        self.trusted = True
        self.stray = False
        """The card pointed at needs others before it, and nobody seems to have them."""


def read(memory: Memory, giver: Seat, target: Seat, clue: int, touched: Sequence[int]) -> Reading:
    """What a clue means to those who follow the conventions, as far as this seat can tell."""
    reading = Reading(giver, target, touched)
    matching = memory.sheet.matching[clue]
    can_be, clued, called = memory.can_be, memory.clued, memory.called
    words = reading.words
    for card in memory.hands[target]:
        words[card] = can_be[card] & (matching if card in touched else ~matching) or can_be[card]
    reading.chop = memory.chop(target)
    new = reading.new = [card for card in touched if not clued[card] and not called[card]]
    reading.trusted = memory.trusts(giver)
    if not reading.trusted:
        return reading
    eyes = memory.minds.eyes(target, giver)
    if not new:
        _read_again(memory, reading, eyes)
        return reading
    useful = ~memory.dead & ~eyes.taken
    for card in new:
        open_faces = words[card] & ~eyes.gone
        reading.meant[card] = (open_faces & useful) or open_faces
    focus = reading.focus = reading.chop if reading.chop in new else max(new)
    open_faces = words[focus] & ~eyes.gone
    plays = open_faces & eyes.awaited
    saves = open_faces & _saved(memory, reading, clue, eyes) if focus == reading.chop else 0
    later = _through_finesses(memory, reading, open_faces & ~plays & ~saves, eyes)
    meant = plays | saves | later
    face = memory.face[focus]
    if memory.seat == target and later == meant and len(reading.waits) == 1:
        seat, card, _, _ = reading.waits[0]
        reading.calls.append(Call(seat, card, memory.face[card], unasked=True))
    if face >= 0 and not (memory.playable | saves | memory.dead) >> face & 1:
        if _connect(memory, reading, face):
            meant |= 1 << face
        else:
            reading.stray = True
    meant = (meant & useful) or meant
    if meant:
        reading.meant[focus] = meant
        reading.kind = "save" if saves and (face < 0 or saves >> face & 1) else "play"
    return reading


def _saved(memory: Memory, reading: Reading, clue: int, eyes: Eyes) -> int:
    """What a clue on the oldest card may want kept: last copies; by value also the second cards.

    A last card of a firework is named by its value, for a colour on it would say "play". A second
    card that stands open in a third hand as well needs no saving.
    """
    keep = memory.last
    if clue < FIRST_VALUE:
        keep &= ~memory.sheet.tops
    else:
        open_to_all = memory.minds.shown_to_all_but(reading.giver, reading.target)
        keep |= memory.sheet.seconds & ~memory.dead & ~open_to_all
    return keep & ~eyes.taken


def _read_again(memory: Memory, reading: Reading, eyes: Eyes) -> None:
    """Only cards already spoken of: if the words alone settle nothing, the newest can be played."""
    if not reading.touched:
        return
    for card in memory.hands[reading.target]:
        before = memory.minds.belief(card, eyes)
        after = before & reading.words[card]
        if not after:
            return
        if after != before and (not after & ~memory.playable or not after & ~memory.dead):
            return
    focus = max(reading.touched)
    before = memory.minds.belief(focus, eyes)
    now = before & reading.words[focus] & memory.playable
    if now and before & ~memory.playable:
        reading.focus = focus
        reading.kind = "again"
        reading.meant[focus] = now


# -- cards that come before ----------------------------------------------------------------------


def _third(memory: Memory, reading: Reading) -> Iterator[Seat]:
    """Everybody but the giver and the target, in the order of their turns."""
    for ahead in range(1, memory.players):
        seat = (reading.giver + ahead) % memory.players
        if seat != reading.target:
            yield seat


def _through_finesses(memory: Memory, reading: Reading, open_faces: int, eyes: Eyes) -> int:
    """What the card may be if somebody now plays their newest card unasked."""
    sheet = memory.sheet
    found = 0
    for seat in _third(memory, reading):
        card = memory.newest(seat)
        if seat == memory.seat or card is None:
            continue
        face = memory.face[card]
        if not (memory.playable & eyes.awaited) >> face & 1:
            continue
        if prompted(memory, seat, face) is not None:
            continue
        promised = eyes.taken | eyes.own
        for later in sheet.order[sheet.suit[face]][sheet.step[face] :]:
            if not promised >> later & 1:
                mask = open_faces & 1 << later
                if mask:
                    found |= mask
                    assert reading.focus is not None
                    reading.waits.append((seat, card, reading.focus, mask))
                break
    return found


def prompted(memory: Memory, seat: Seat, face: int) -> int | None:
    """The card a seat would take for this one, of those that clues have touched: the oldest."""
    hand = memory.hands[seat]
    for card, belief in zip(hand, memory.minds.beliefs(seat), strict=True):
        if belief >> face & 1 and memory.clued[card] and not memory.called[card]:
            return card
    return None


def _connect(memory: Memory, reading: Reading, face: int) -> bool:
    """Whether cards in hands lead up to the one pointed at; notes who is called to play them."""
    calls: list[Call] = []
    for needed in _needed_for(memory, face):
        if memory.dead >> needed & 1:
            return False
        if memory.minds.settled(reading.giver) >> needed & 1:
            continue
        call = _call_for(memory, reading, needed, calls)
        if call is None:
            return False
        calls.append(call)
    reading.calls = calls
    return True


def _needed_for(memory: Memory, face: int) -> Sequence[int]:
    """The cards of its firework that have to be played before this one."""
    sheet = memory.sheet
    suit = sheet.suit[face]
    return sheet.order[suit][memory.heights[suit] : sheet.step[face] - 1]


def _call_for(memory: Memory, reading: Reading, face: int, calls: list[Call]) -> Call | None:
    """Who holds a card that is needed, and knows by this clue that it must be that one.

    A card that clues have touched goes before one that none has; others' cards, which are seen,
    before one's own.
    """
    giver, target, me = reading.giver, reading.target, memory.seat
    for seat, hand in enumerate(memory.hands):
        if seat in (giver, me):
            continue
        for card in hand:
            if memory.face[card] == face and memory.clued[card]:
                if seat == target or prompted(memory, seat, face) != card:
                    return None
                return Call(seat, card, face, unasked=False)
    blind = memory.playable >> face & 1
    if blind:
        for seat in _third(memory, reading):
            newest = memory.newest(seat)
            if (
                seat != me
                and newest is not None
                and memory.face[newest] == face
                and prompted(memory, seat, face) is None
            ):
                return Call(seat, newest, face, unasked=True)
    if me in (giver, target):
        return None
    mine = prompted(memory, me, face)
    if mine is not None:
        return Call(me, mine, face, unasked=False)
    newest = memory.newest(me)
    if (
        blind
        and newest is not None
        and memory.can_be[newest] >> face & 1
        and all(call.card != newest for call in calls)
    ):
        return Call(me, newest, face, unasked=True)
    return None


def misleads(memory: Memory, reading: Reading) -> bool:
    """Whether a clue on a card that cannot be reached would make somebody play a wrong one."""
    assert reading.focus is not None
    face = memory.face[reading.focus]
    missing = []
    for needed in _needed_for(memory, face):
        if memory.dead >> needed & 1:
            return False
        known = memory.minds.settled(reading.giver) >> needed & 1
        if not known and _call_for(memory, reading, needed, []) is None:
            missing.append(needed)
    return any(_would_connect(memory, seat, missing) for seat in _third(memory, reading))


def _would_connect(memory: Memory, seat: Seat, missing: list[int]) -> bool:
    """Whether a seat could believe that it holds all that is missing."""
    newest = memory.newest(seat)
    for face in missing:
        if prompted(memory, seat, face) is not None:
            continue
        if newest is None or not (memory.can_be[newest] & memory.playable) >> face & 1:
            return False
        newest = None
    return True
