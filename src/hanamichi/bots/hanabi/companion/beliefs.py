"""What each seat knows and believes, as far as the tracking seat can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanamichi.core import Seat

if TYPE_CHECKING:
    from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker

NO_SEAT = -1


class SeatKnowledge:
    """What a seat sees and expects."""

    __slots__ = ("awaited", "gone", "line", "own", "taken")

    gone: int
    """Faces of which it sees every copy."""
    taken: int
    """Faces that clues have shown to be in other hands."""
    own: int
    """Faces that it knows to hold itself."""
    line: int
    """Faces that will be playable once all taken ones have been played."""
    awaited: int
    """Of those, the ones without a clue: what a new clue may be about."""


class BeliefModel:
    """Computed on demand, cleared when anything happens."""

    def __init__(self, tracker: ConventionTracker) -> None:
        self._tracker = tracker
        self._knowledge: dict[int, SeatKnowledge] = {}
        self._beliefs: dict[Seat, list[int]] = {}
        self._settled: dict[Seat, int] = {}
        self._shown: list[int] | None = None
        self._marked: list[int] = []

    def clear(self) -> None:
        """Clear everything computed."""
        self._knowledge.clear()
        self._beliefs.clear()
        self._settled.clear()
        self._shown = None

    def _scan_hands(self) -> list[int]:
        """Go through all hands once."""
        tracker = self._tracker
        face, clued, called = tracker.face, tracker.clued, tracker.called
        shown, marked = [], []
        for hand in tracker.hands:
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

    def faces_outside(self, *seats: Seat) -> int:
        """Faces in the hands of all other seats."""
        shown = self._shown or self._scan_hands()
        mask = 0
        for seat, faces in enumerate(shown):
            if seat not in seats:
                mask |= faces
        return mask

    def knowledge(self, seat: Seat, giver: Seat = NO_SEAT) -> SeatKnowledge:
        """What a seat sees; with a giver, what the giver of a clue knows that it sees."""
        key = seat << 3 | giver & 7
        knowledge = self._knowledge.get(key)
        if knowledge is None:
            knowledge = self._knowledge[key] = self._compute_knowledge(seat, giver)
        return knowledge

    def _compute_knowledge(self, seat: Seat, giver: Seat) -> SeatKnowledge:
        tracker = self._tracker
        shown = self._shown or self._scan_hands()
        taken = 0
        for owner, marked in enumerate(self._marked):
            if owner != seat:
                if owner == giver:
                    taken |= self._known_to_all(owner)
                elif owner == tracker.seat:
                    taken |= self._known_to_holder(owner)
                else:
                    taken |= marked
        knowledge = SeatKnowledge()
        knowledge.gone = tracker.exhausted & ~shown[seat]
        if giver >= 0:
            knowledge.gone &= ~shown[giver]
        knowledge.taken = taken
        knowledge.own = 0
        for card in tracker.hands[seat]:
            if tracker.clued[card] or tracker.called[card]:
                belief = self._clued_belief(card, knowledge)
                if belief & (belief - 1) == 0 and (tracker.pointed[card] or tracker.called[card]):
                    knowledge.own |= belief
        self._set_line(knowledge)
        return knowledge

    def _known_to_all(self, seat: Seat) -> int:
        """Faces of a hand that are public by clues and the board."""
        tracker = self._tracker
        mask = 0
        for card in tracker.hands[seat]:
            if tracker.clued[card] or tracker.called[card]:
                faces = tracker.called[card] or tracker.meant[card] or tracker.can_be[card]
                faces &= ~(tracker.dead & ~tracker.doubled[card])
                if faces & (faces - 1) == 0:
                    mask |= faces
        return mask

    def _known_to_holder(self, seat: Seat) -> int:
        """Faces of a hand that its holder knows; of the own hand, everything known."""
        tracker = self._tracker
        mask = 0
        for card, belief in zip(tracker.hands[seat], self.beliefs(seat), strict=True):
            if belief & (belief - 1) == 0 and (tracker.clued[card] or tracker.called[card]):
                mask |= belief
        return mask

    def _set_line(self, knowledge: SeatKnowledge) -> None:
        tracker = self._tracker
        promised = knowledge.taken | knowledge.own
        knowledge.line = knowledge.awaited = 0
        for suit in tracker.masks.suits:
            for face in tracker.masks.order[suit][tracker.heights[suit] :]:
                bit = 1 << face
                if bit & tracker.dead:
                    break
                knowledge.line |= bit
                if not promised & bit:
                    knowledge.awaited |= bit
                    break

    def _clued_belief(self, card: int, knowledge: SeatKnowledge) -> int:
        """What a clued card can be, by its clues, their meaning and the conventions."""
        tracker = self._tracker
        words = tracker.can_be[card]
        words = (words & ~knowledge.gone) or words
        if tracker.called[card]:
            return (tracker.called[card] & words) or words
        meant = (tracker.meant[card] & words) or words
        idle = (tracker.dead | knowledge.taken) & ~tracker.doubled[card]
        return (meant & ~idle) or (meant & ~tracker.dead) or meant

    def belief(self, card: int, knowledge: SeatKnowledge) -> int:
        """What its holder takes a card for."""
        tracker = self._tracker
        if not tracker.clued[card] and not tracker.called[card]:
            words = tracker.can_be[card]
            return (words & ~knowledge.gone) or words
        belief = self._clued_belief(card, knowledge)
        if belief & knowledge.own and (belief & (belief - 1) or not tracker.pointed[card]):
            # another card of the hand is known to be this one
            return (belief & ~knowledge.own) or belief
        return belief

    def beliefs(self, seat: Seat) -> list[int]:
        """What a seat takes its cards for, the oldest first."""
        found = self._beliefs.get(seat)
        if found is None:
            knowledge = self.knowledge(seat)
            hand = self._tracker.hands[seat]
            found = self._beliefs[seat] = [self.belief(card, knowledge) for card in hand]
        return found

    def settled(self, giver: Seat) -> int:
        """Faces whose holders know that they have them; of the giver's, the public ones."""
        mask = self._settled.get(giver)
        if mask is None:
            tracker = self._tracker
            mask = self._known_to_all(giver)
            for seat, hand in enumerate(tracker.hands):
                if seat == giver:
                    continue
                for card, belief in zip(hand, self.beliefs(seat), strict=True):
                    if belief & (belief - 1) or not (tracker.clued[card] or tracker.called[card]):
                        continue
                    if tracker.face[card] < 0 or belief >> tracker.face[card] & 1:
                        mask |= belief
            self._settled[giver] = mask
        return mask
