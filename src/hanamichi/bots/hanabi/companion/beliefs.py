"""What each player can think: a model of every seat, as good as one seat can make it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanamichi.core import Seat

if TYPE_CHECKING:
    from hanamichi.bots.hanabi.memory import Memory

NOBODY = -1


class Eyes:
    """What somebody sees and counts on."""

    __slots__ = ("awaited", "gone", "line", "own", "taken")

    gone: int
    """Faces of which they see every copy: no card of theirs."""
    taken: int
    """Faces that clues have already shown to be in other hands."""
    own: int
    """Faces they know to have themselves."""
    line: int
    """Faces that will be playable once all that is taken has been played."""
    awaited: int
    """Of those, the ones nobody was told about: what a new clue may be about."""


class Minds:
    """Worked out when asked, forgotten when anything happens."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._eyes: dict[int, Eyes] = {}
        self._beliefs: dict[Seat, list[int]] = {}
        self._settled: dict[Seat, int] = {}
        self._shown: list[int] | None = None
        self._marked: list[int] = []

    def forget(self) -> None:
        """Something happened."""
        self._eyes.clear()
        self._beliefs.clear()
        self._settled.clear()
        self._shown = None

    def _look(self) -> list[int]:
        """Go through all hands once."""
        memory = self._memory
        face, clued, called = memory.face, memory.clued, memory.called
        shown, marked = [], []
        for hand in memory.hands:
            faces = taken = 0
            for card in hand:
                n = face[card]
                if n >= 0:
                    faces |= 1 << n
                    if clued[card] or called[card]:
                        taken |= 1 << n
            shown.append(faces)
            marked.append(taken)
        self._shown, self._marked = shown, marked
        return shown

    def shown_to_all_but(self, *seats: Seat) -> int:
        """Faces in the hands of everybody else."""
        shown = self._shown or self._look()
        mask = 0
        for seat, faces in enumerate(shown):
            if seat not in seats:
                mask |= faces
        return mask

    def eyes(self, seat: Seat, giver: Seat = NOBODY) -> Eyes:
        """What a seat sees; with a giver, what the giver of a clue knows that it sees."""
        key = seat << 3 | giver & 7
        eyes = self._eyes.get(key)
        if eyes is None:
            eyes = self._eyes[key] = self._open(seat, giver)
        return eyes

    def _open(self, seat: Seat, giver: Seat) -> Eyes:
        memory = self._memory
        shown = self._shown or self._look()
        taken = 0
        for owner, marked in enumerate(self._marked):
            if owner != seat:
                if owner == giver:
                    taken |= self._known_to_all(owner)
                elif owner == memory.seat:
                    taken |= self._known_to_holder(owner)
                else:
                    taken |= marked
        eyes = Eyes()
        eyes.gone = memory.exhausted & ~shown[seat]
        if giver >= 0:
            eyes.gone &= ~shown[giver]
        eyes.taken = taken
        eyes.own = 0
        for card in memory.hands[seat]:
            if memory.clued[card] or memory.called[card]:
                belief = self._considered(card, eyes)
                if belief & (belief - 1) == 0 and (memory.pointed[card] or memory.called[card]):
                    eyes.own |= belief
        self._draw_lines(eyes)
        return eyes

    def _known_to_all(self, seat: Seat) -> int:
        """Faces of a hand that everybody can tell from clues and the board."""
        memory = self._memory
        mask = 0
        for card in memory.hands[seat]:
            if memory.clued[card] or memory.called[card]:
                faces = memory.called[card] or memory.meant[card] or memory.can_be[card]
                faces &= ~(memory.dead & ~memory.doubled[card])
                if faces & (faces - 1) == 0:
                    mask |= faces
        return mask

    def _known_to_holder(self, seat: Seat) -> int:
        """Faces of a hand that its holder can tell: of one's own, all that can be said."""
        memory = self._memory
        mask = 0
        for card, belief in zip(memory.hands[seat], self.beliefs(seat), strict=True):
            if belief & (belief - 1) == 0 and (memory.clued[card] or memory.called[card]):
                mask |= belief
        return mask

    def _draw_lines(self, eyes: Eyes) -> None:
        memory = self._memory
        promised = eyes.taken | eyes.own
        eyes.line = eyes.awaited = 0
        for suit in memory.sheet.suits:
            for face in memory.sheet.order[suit][memory.heights[suit] :]:
                bit = 1 << face
                if bit & memory.dead:
                    break
                eyes.line |= bit
                if not promised & bit:
                    eyes.awaited |= bit
                    break

    def _considered(self, card: int, eyes: Eyes) -> int:
        """What a card somebody spoke of can be, by its words, its meaning and good manners."""
        memory = self._memory
        words = memory.can_be[card]
        words = (words & ~eyes.gone) or words
        if memory.called[card]:
            return (memory.called[card] & words) or words
        meant = (memory.meant[card] & words) or words
        idle = (memory.dead | eyes.taken) & ~memory.doubled[card]
        return (meant & ~idle) or (meant & ~memory.dead) or meant

    def belief(self, card: int, eyes: Eyes) -> int:
        """What its holder takes a card for."""
        memory = self._memory
        if not memory.clued[card] and not memory.called[card]:
            words = memory.can_be[card]
            return (words & ~eyes.gone) or words
        belief = self._considered(card, eyes)
        if belief & eyes.own and (belief & (belief - 1) or not memory.pointed[card]):
            # another card of the hand is known to be that one
            return (belief & ~eyes.own) or belief
        return belief

    def beliefs(self, seat: Seat) -> list[int]:
        """What a seat takes its cards for, the oldest first."""
        found = self._beliefs.get(seat)
        if found is None:
            eyes = self.eyes(seat)
            hand = self._memory.hands[seat]
            found = self._beliefs[seat] = [self.belief(card, eyes) for card in hand]
        return found

    def settled(self, giver: Seat) -> int:
        """Faces whose holders know that they have them; of the giver's, those that all know."""
        mask = self._settled.get(giver)
        if mask is None:
            memory = self._memory
            mask = self._known_to_all(giver)
            for seat, hand in enumerate(memory.hands):
                if seat == giver:
                    continue
                for card, belief in zip(hand, self.beliefs(seat), strict=True):
                    if belief & (belief - 1) or not (memory.clued[card] or memory.called[card]):
                        continue
                    if memory.face[card] < 0 or belief >> memory.face[card] & 1:
                        mask |= belief
            self._settled[giver] = mask
        return mask
