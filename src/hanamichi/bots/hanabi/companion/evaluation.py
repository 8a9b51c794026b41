"""The value of moves to the team, roughly in points."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import exp
from typing import NamedTuple

from hanamichi.bots.hanabi.companion.card_masks import TOP, indices
from hanamichi.bots.hanabi.companion.convention_tracker import ConventionTracker
from hanamichi.bots.hanabi.companion.conventions import Reading, misleads, read
from hanamichi.core import Seat


class Weights(NamedTuple):
    """The weights of all terms, tuned by playing thousands of games."""

    play: float = 1.0
    """Playing a card."""
    low: float = 0.12
    """For each step that it is below the last card of a firework."""
    token: float = 0.3
    """A card that brings a clue token."""
    opens: float = 0.5
    """A card that another seat waits for."""
    called: float = 3.0
    """A card of a finesse."""
    now: float = 0.8
    """A clue about a card to play now."""
    later: float = 0.75
    """A clue about a card to play after others."""
    prompt: float = 0.5
    finesse: float = 1.0
    keep: float = 0.42
    """Touching a card that will be useful."""
    distance: float = 0.45
    """The exponent of its distance."""
    idle: float = -0.9
    """Touching a useless card."""
    known_idle: float = -0.1
    """The same, if its holder sees that it is useless."""
    clearer: float = 0.1
    """Saying more about a card."""
    own_double: float = -1.0
    """Touching a card that may duplicate an own one."""
    rescue: float = 4.0
    """Keeping a seat from playing a wrong card."""
    lie: float = -20.0
    """Making a seat play a wrong card."""
    puzzle: float = -1.0
    """Making a seat believe something wrong."""
    last: float = 2.0
    """Losing the last copy of a card that completes a firework,"""
    below: float = 0.4
    """by this much more for each step below."""
    second: float = 0.8
    fitting: float = 0.5
    other: float = 0.15
    elsewhere: float = 0.05
    locked: float = 0.5
    """A seat that has nothing left to discard."""
    peril: float = 2.0
    busy: float = 0.85
    """The probability of a discard, for each clue token that could be spent instead."""
    away: float = 0.5
    """The probability that no other seat helps, for each seat before."""
    scarce: float = 0.5
    """A clue token when as many are needed as there will be."""
    few: float = 0.15
    """For each token missing to three."""
    rate: float = 1.1
    """Cards played for each clue."""
    late: float = 2.0
    """A discard without time for it,"""
    slack: float = 3.0
    """and how fast its cost falls with more time."""
    dead: float = 0.2
    """Discarding a dead card rather than the oldest."""
    double: float = 0.15
    """Discarding a card that another seat has too."""
    doom: float = 10.0
    """A discard that may lose the game, with the final bouquet."""
    bold: float = 0.5
    dare: float = 0.8
    """The probability from which a clued card is played with a risk,"""
    error: float = 1.0
    """and the cost of the first error."""
    ending: float = 3.0
    """One more point in the endgame forecast."""
    foresight: float = 5
    """The most cards in the deck for a forecast."""


WEIGHTS = Weights()


class Evaluation:
    """Of one position, by the acting seat."""

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
        """What each seat is about to lose if no seat helps."""
        self.doubtful = [
            belief
            for card, belief in zip(
                tracker.hands[self.me], tracker.model.beliefs(self.me), strict=True
            )
            if tracker.clued[card] and belief & (belief - 1)
        ]

    # -- clue tokens and time ------------------------------------------------------------------

    def _clues_needed(self) -> float:
        """About how many clues are needed to play everything."""
        tracker = self.tracker
        coming = 0
        for seat, hand in enumerate(tracker.hands):
            line = tracker.model.knowledge(seat).line
            for card, belief in zip(hand, tracker.model.beliefs(seat), strict=True):
                coming += tracker.clued[card] and not belief & ~line
        return max(0, tracker.reach - tracker.score - coming) / self.weights.rate

    def token(self, count: int) -> float:
        """The value of the last of `count` clue tokens."""
        weights = self.weights
        to_come = count + max(0, self.pace)
        return weights.scarce * self._need / (to_come + 1) + weights.few * max(0, 3 - count)

    def delay(self) -> float:
        """The cost of one card less in the deck."""
        return self.weights.late * exp(-max(0, self.pace) / self.weights.slack)

    # -- losing cards --------------------------------------------------------------------------

    def loss(self, face: int, card: int) -> float:
        """The cost to the team of discarding a card."""
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
        """What a seat with these beliefs about its hand is about to lose."""
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
        """How an own clue would be read."""
        tracker = self.tracker
        matching = tracker.masks.matching[clue]
        touched = [card for card in tracker.hands[target] if matching >> tracker.face[card] & 1]
        return read(tracker, self.me, target, clue, touched)

    def worth(self, reading: Reading) -> tuple[float, list[int]]:
        """The value of a clue without its cost, and the beliefs of its target afterwards."""
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
        """The cost of a false belief about a card, or the value of correcting one."""
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
        """The value of touching a card that is not to be played."""
        tracker, weights = self.tracker, self.weights
        bit = 1 << face
        if bit & tracker.dead:
            return weights.idle if after & ~tracker.dead else weights.known_idle
        if bit & taken:
            return weights.idle
        away = tracker.masks.step[face] - tracker.heights[tracker.masks.suit[face]]
        return float(weights.keep / away**weights.distance)

    def _doubles(self, reading: Reading) -> float:
        """The cost of touching the same card twice, or one that may be an own card."""
        tracker = self.tracker
        faces = [tracker.face[card] for card in reading.new]
        value = self.weights.idle if len(set(faces)) < len(faces) else 0.0
        for belief in self.doubtful:
            for face in faces:
                if belief >> face & 1:
                    value += self.weights.own_double / belief.bit_count()
        return value

    def odds(self, belief: int, wanted: int) -> float:
        """The probability that an own card is one of those wanted."""
        unseen = self.tracker.unseen
        hits = total = 0
        for face in indices(belief):
            total += unseen[face]
            if wanted >> face & 1:
                hits += unseen[face]
        return hits / total if total else 0.0

    # -- plays and discards --------------------------------------------------------------------

    def playing(self, card: int, belief: int) -> float:
        """The value of playing a playable card."""
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
        """The value of discarding this card, less what may be lost."""
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
