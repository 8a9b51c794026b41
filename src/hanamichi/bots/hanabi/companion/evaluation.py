"""What moves are worth to the team, in points or nearly so."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import exp
from typing import NamedTuple

from hanamichi.bots.hanabi.companion.card_masks import TOP, indices
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.bots.hanabi.companion.conventions import Reading, misleads, read
from hanamichi.core import Seat


class Weights(NamedTuple):
    """What counts for how much; found by playing thousands of games."""

    play: float = 1.0
    """Playing a card."""
    low: float = 0.05
    """For each step that it is below a firework's last card."""
    token: float = 0.3
    """A card that brings a clue token."""
    opens: float = 0.5
    """A card somebody waits for."""
    called: float = 3.0
    """A card that one is called to play unasked."""
    now: float = 1.0
    """Telling about a card to play now."""
    later: float = 0.75
    """Telling about one to play after others."""
    prompt: float = 0.5
    finesse: float = 1.0
    keep: float = 0.3
    """Touching a card that will be of use."""
    distance: float = 0.5
    """How much less so for each step that it is away."""
    idle: float = -0.9
    """Touching a card that will not."""
    known_idle: float = -0.1
    """The same, if its holder sees it."""
    clearer: float = 0.1
    """Telling more about a card."""
    own_double: float = -1.0
    """Touching a card that may double one of one's own."""
    rescue: float = 4.0
    """Keeping somebody from playing a wrong card."""
    lie: float = -20.0
    """Making somebody play a wrong card."""
    puzzle: float = -1.0
    """Making somebody believe something wrong."""
    last: float = 2.0
    """Losing the last copy of a card that completes a firework,"""
    below: float = 0.3
    """by so much more for each step below."""
    second: float = 0.8
    fitting: float = 0.5
    other: float = 0.15
    elsewhere: float = 0.05
    locked: float = 0.5
    """Somebody who has nothing left to discard."""
    peril: float = 2.0
    busy: float = 0.85
    """How likely somebody discards for each clue token there is to spend instead."""
    away: float = 0.5
    """How likely nobody else helps, for each player before."""
    scarce: float = 0.5
    """What a clue token is worth when as many are needed as there will be."""
    few: float = 0.15
    """What it is worth more for each that is missing to three."""
    rate: float = 1.3
    """Cards that a clue gets played."""
    late: float = 2.0
    """A discard when there is no time for it,"""
    slack: float = 3.0
    """and how soon it gets cheaper with time."""
    dead: float = 0.2
    """Discarding a dead card rather than the oldest."""
    double: float = 0.1
    """Discarding what somebody else has, too."""
    doom: float = 10.0
    """Losing all by the discard of a card, where the table is played so."""
    bold: float = 0.5
    dare: float = 0.8
    """How likely a card that clues touched has to fit to be played all the same,"""
    error: float = 1.0
    """and what the first error costs."""
    ending: float = 3.0
    """A point more at the end, as foreseen."""
    foresight: float = 5
    """How few cards in the deck make the end foreseeable."""


WEIGHTS = Weights()


class Evaluation:
    """Of one position, by the seat that is to act."""

    def __init__(self, tracker: ConventionTracker, pace: int, weights: Weights) -> None:
        self.tracker = tracker
        self.weights = weights
        self.pace = pace
        self.me = tracker.seat
        self.mine = tracker.model.knowledge(self.me)
        self._need = self._clues_needed()
        self.threats = [
            0.0
            if seat == self.me
            else self._peril(seat, tracker.model.beliefs(seat), (), tracker.tokens)
            for seat in range(tracker.players)
        ]
        """What each seat is about to lose if nobody helps."""
        self.doubtful = [
            belief
            for card, belief in zip(
                tracker.hands[self.me], tracker.model.beliefs(self.me), strict=True
            )
            if tracker.clued[card] and belief & (belief - 1)
        ]

    # -- clue tokens and time ------------------------------------------------------------------

    def _clues_needed(self) -> float:
        """About how many clues it takes to have everything played."""
        tracker = self.tracker
        coming = 0
        for seat, hand in enumerate(tracker.hands):
            line = tracker.model.knowledge(seat).line
            for card, belief in zip(hand, tracker.model.beliefs(seat), strict=True):
                coming += tracker.clued[card] and not belief & ~line
        return max(0, tracker.reach - tracker.score - coming) / self.weights.rate

    def token(self, count: int) -> float:
        """What the last of so many clue tokens is worth."""
        weights = self.weights
        to_come = count + max(0, self.pace)
        return weights.scarce * self._need / (to_come + 1) + weights.few * max(0, 3 - count)

    def delay(self) -> float:
        """What a card less in the deck costs."""
        return self.weights.late * exp(-max(0, self.pace) / self.weights.slack)

    # -- losing cards --------------------------------------------------------------------------

    def loss(self, face: int, card: int) -> float:
        """What it costs the team to have a card discarded."""
        tracker, weights = self.tracker, self.weights
        bit = 1 << face
        if bit & (tracker.dead | self.mine.taken):
            return 0.0
        for hand in tracker.hands:
            for other in hand:
                if tracker.face[other] == face and other != card:
                    return weights.elsewhere
        step = tracker.masks.step[face]
        if bit & tracker.last:
            return weights.last * (1 + weights.below * (TOP - step))
        if bit & tracker.masks.seconds:
            return weights.second
        return weights.fitting if bit & tracker.playable else weights.other

    def _peril(
        self, seat: Seat, beliefs: Sequence[int], touched: Container[int], tokens: int
    ) -> float:
        """What a seat is about to lose that has these beliefs about its hand."""
        tracker, weights = self.tracker, self.weights
        chop = None
        for card, belief in zip(tracker.hands[seat], beliefs, strict=True):
            if not belief & ~tracker.playable or not belief & ~tracker.dead:
                return 0.0
            spoken_of = tracker.clued[card] or tracker.called[card] or card in touched
            if chop is None and not spoken_of:
                chop = card
        likely = weights.busy ** min(max(0, tokens), 4)
        likely *= weights.away ** ((seat - self.me - 1) % tracker.players)
        if chop is None:
            return likely * weights.locked
        return likely * self.loss(tracker.face[chop], chop)

    # -- clues ---------------------------------------------------------------------------------

    def read(self, target: Seat, clue: int) -> Reading:
        """How a clue of mine would be read."""
        tracker = self.tracker
        matching = tracker.masks.matching[clue]
        touched = [card for card in tracker.hands[target] if matching >> tracker.face[card] & 1]
        return read(tracker, self.me, target, clue, touched)

    def worth(self, reading: Reading) -> tuple[float, list[int]]:
        """What a clue does, its cost not counted; and what the target then believes."""
        tracker, weights = self.tracker, self.weights
        target = reading.target
        hand = tracker.hands[target]
        knowledge = tracker.model.knowledge(target)
        line = knowledge.line
        value = 0.0
        for call in reading.calls:
            value += weights.finesse if call.unasked else weights.prompt
            line |= 1 << call.face
        if reading.calls and reading.focus is not None:
            line |= 1 << tracker.face[reading.focus]
        taken = self.mine.taken | knowledge.taken
        beliefs = []
        told = 0
        for card, before in zip(hand, tracker.model.beliefs(target), strict=True):
            after = self._belief_after(reading, card, before, knowledge.gone, knowledge.taken)
            beliefs.append(after)
            face = tracker.face[card]
            bit = 1 << face
            value += self._untruth(reading, card, before, after, line)
            if card in reading.new and bit & taken:
                value += self._touch(face, after, taken)
            elif bit & tracker.playable and not after & ~tracker.playable:
                if before & ~tracker.playable:
                    value += weights.idle if bit & told else weights.now
                    value += 0.03 * (TOP - tracker.masks.step[face])
                    told |= bit
            elif bit & line and not after & ~line and before & ~line:
                if not bit & tracker.playable:
                    value += weights.later
            elif card in reading.new:
                value += self._touch(face, after, taken)
            elif after != before and not bit & tracker.dead:
                value += weights.clearer
        value += self._doubles(reading)
        value += weights.peril * (
            self.threats[target] - self._peril(target, beliefs, reading.touched, tracker.tokens - 1)
        )
        for _, card, _, _ in tracker.waits:
            if card in reading.touched:
                value += weights.lie
        if reading.stray and misleads(tracker, reading):
            value += weights.lie
        return value, beliefs

    def _belief_after(self, reading: Reading, card: int, before: int, gone: int, taken: int) -> int:
        """What its holder takes a card for after a clue."""
        tracker = self.tracker
        words = reading.words[card]
        words = (words & ~gone) or words
        meant = reading.meant.get(card)
        if meant is not None:
            belief = (meant & words) or words
        else:
            belief = before & words
            if belief or not tracker.clued[card]:
                return belief or words
            belief = words
        return (belief & ~tracker.dead & ~taken) or belief

    def _untruth(self, reading: Reading, card: int, before: int, after: int, line: int) -> float:
        """What it costs to have a card taken for what it is not, or brings to set that right."""
        tracker, weights = self.tracker, self.weights
        bit = 1 << tracker.face[card]
        value = 0.0
        if not after & bit and card in reading.meant:
            value += weights.puzzle if after & ~(line | tracker.playable) else weights.lie
        if not bit & tracker.playable:
            goes, went = not after & ~tracker.playable, not before & ~tracker.playable
            if goes and not went:
                value += weights.lie
            elif went and not goes:
                value += weights.rescue
        return value

    def _touch(self, face: int, after: int, taken: int) -> float:
        """What it is worth to touch a card that is not told to be played."""
        tracker, weights = self.tracker, self.weights
        bit = 1 << face
        if bit & tracker.dead:
            return weights.idle if after & ~tracker.dead else weights.known_idle
        if bit & taken:
            return weights.idle
        away = tracker.masks.step[face] - tracker.heights[tracker.masks.suit[face]]
        return float(weights.keep / away**weights.distance)

    def _doubles(self, reading: Reading) -> float:
        """What it costs to touch the same card twice, or one that I may have myself."""
        tracker = self.tracker
        faces = [tracker.face[card] for card in reading.new]
        value = self.weights.idle if len(set(faces)) < len(faces) else 0.0
        for belief in self.doubtful:
            for face in faces:
                if belief >> face & 1:
                    value += self.weights.own_double / belief.bit_count()
        return value

    def odds(self, belief: int, wanted: int) -> float:
        """How likely a card of mine is one of those wanted."""
        unseen = self.tracker.unseen
        hits = total = 0
        for face in indices(belief):
            total += unseen[face]
            if wanted >> face & 1:
                hits += unseen[face]
        return hits / total if total else 0.0

    # -- plays and discards --------------------------------------------------------------------

    def playing(self, card: int, belief: int) -> float:
        """What it is worth to play a card that fits."""
        tracker, weights = self.tracker, self.weights
        masks = tracker.masks
        faces = indices(belief)
        value = weights.play + weights.low * (TOP - min(masks.step[face] for face in faces))
        if tracker.called[card]:
            value += weights.called
        if len(faces) == 1:
            step, suit = masks.step[faces[0]], masks.suit[faces[0]]
            if step == TOP:
                value += weights.token
            elif self.mine.taken >> masks.order[suit][step] & 1:
                value += weights.opens
        return value

    def discarding(self, card: int, belief: int) -> float:
        """What it is worth to discard this card rather than any, less what may be lost."""
        tracker, weights = self.tracker, self.weights
        if not belief & ~tracker.dead:
            return weights.dead
        if not belief & ~(tracker.dead | self.mine.taken):
            return weights.double
        risk = self.odds(belief, tracker.last)
        if tracker.masks.options.final_bouquet:
            return -weights.doom * risk
        if card == tracker.chop(self.me):
            return 0.0
        return -0.5 - risk
