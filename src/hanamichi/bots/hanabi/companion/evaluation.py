"""What moves are worth to the team, in points or nearly so."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import exp
from typing import NamedTuple

from hanamichi.bots.hanabi.conventions import Reading, misleads, read
from hanamichi.bots.hanabi.memory import Memory
from hanamichi.bots.hanabi.sheet import TOP, indices
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


class Judgement:
    """Of one position, by the seat that is to act."""

    def __init__(self, memory: Memory, pace: int, weights: Weights) -> None:
        self.memory = memory
        self.weights = weights
        self.pace = pace
        self.me = memory.seat
        self.mine = memory.minds.eyes(self.me)
        self._need = self._clues_needed()
        self.threats = [
            0.0
            if seat == self.me
            else self._peril(seat, memory.minds.beliefs(seat), (), memory.tokens)
            for seat in range(memory.players)
        ]
        """What each seat is about to lose if nobody helps."""
        self.doubtful = [
            belief
            for card, belief in zip(
                memory.hands[self.me], memory.minds.beliefs(self.me), strict=True
            )
            if memory.clued[card] and belief & (belief - 1)
        ]

    # -- clue tokens and time ------------------------------------------------------------------

    def _clues_needed(self) -> float:
        """About how many clues it takes to have everything played."""
        memory = self.memory
        coming = 0
        for seat, hand in enumerate(memory.hands):
            line = memory.minds.eyes(seat).line
            for card, belief in zip(hand, memory.minds.beliefs(seat), strict=True):
                coming += memory.clued[card] and not belief & ~line
        return max(0, memory.reach - memory.score - coming) / self.weights.rate

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
        memory, weights = self.memory, self.weights
        bit = 1 << face
        if bit & (memory.dead | self.mine.taken):
            return 0.0
        for hand in memory.hands:
            for other in hand:
                if memory.face[other] == face and other != card:
                    return weights.elsewhere
        step = memory.sheet.step[face]
        if bit & memory.last:
            return weights.last * (1 + weights.below * (TOP - step))
        if bit & memory.sheet.seconds:
            return weights.second
        return weights.fitting if bit & memory.playable else weights.other

    def _peril(
        self, seat: Seat, beliefs: Sequence[int], touched: Container[int], tokens: int
    ) -> float:
        """What a seat is about to lose that has these beliefs about its hand."""
        memory, weights = self.memory, self.weights
        chop = None
        for card, belief in zip(memory.hands[seat], beliefs, strict=True):
            if not belief & ~memory.playable or not belief & ~memory.dead:
                return 0.0
            spoken_of = memory.clued[card] or memory.called[card] or card in touched
            if chop is None and not spoken_of:
                chop = card
        likely = weights.busy ** min(max(0, tokens), 4)
        likely *= weights.away ** ((seat - self.me - 1) % memory.players)
        if chop is None:
            return likely * weights.locked
        return likely * self.loss(memory.face[chop], chop)

    # -- clues ---------------------------------------------------------------------------------

    def read(self, target: Seat, clue: int) -> Reading:
        """How a clue of mine would be read."""
        memory = self.memory
        matching = memory.sheet.matching[clue]
        touched = [card for card in memory.hands[target] if matching >> memory.face[card] & 1]
        return read(memory, self.me, target, clue, touched)

    def worth(self, reading: Reading) -> tuple[float, list[int]]:
        """What a clue does, its cost not counted; and what the target then believes."""
        memory, weights = self.memory, self.weights
        target = reading.target
        hand = memory.hands[target]
        eyes = memory.minds.eyes(target)
        line = eyes.line
        value = 0.0
        for call in reading.calls:
            value += weights.finesse if call.unasked else weights.prompt
            line |= 1 << call.face
        if reading.calls and reading.focus is not None:
            line |= 1 << memory.face[reading.focus]
        taken = self.mine.taken | eyes.taken
        beliefs = []
        told = 0
        for card, before in zip(hand, memory.minds.beliefs(target), strict=True):
            after = self._belief_after(reading, card, before, eyes.gone, eyes.taken)
            beliefs.append(after)
            face = memory.face[card]
            bit = 1 << face
            value += self._untruth(reading, card, before, after, line)
            if card in reading.new and bit & taken:
                value += self._touch(face, after, taken)
            elif bit & memory.playable and not after & ~memory.playable:
                if before & ~memory.playable:
                    value += weights.idle if bit & told else weights.now
                    value += 0.03 * (TOP - memory.sheet.step[face])
                    told |= bit
            elif bit & line and not after & ~line and before & ~line:
                if not bit & memory.playable:
                    value += weights.later
            elif card in reading.new:
                value += self._touch(face, after, taken)
            elif after != before and not bit & memory.dead:
                value += weights.clearer
        value += self._doubles(reading)
        value += weights.peril * (
            self.threats[target] - self._peril(target, beliefs, reading.touched, memory.tokens - 1)
        )
        for _, card, _, _ in memory.waits:
            if card in reading.touched:
                value += weights.lie
        if reading.stray and misleads(memory, reading):
            value += weights.lie
        return value, beliefs

    def _belief_after(self, reading: Reading, card: int, before: int, gone: int, taken: int) -> int:
        """What its holder takes a card for after a clue."""
        memory = self.memory
        words = reading.words[card]
        words = (words & ~gone) or words
        meant = reading.meant.get(card)
        if meant is not None:
            belief = (meant & words) or words
        else:
            belief = before & words
            if belief or not memory.clued[card]:
                return belief or words
            belief = words
        return (belief & ~memory.dead & ~taken) or belief

    def _untruth(self, reading: Reading, card: int, before: int, after: int, line: int) -> float:
        """What it costs to have a card taken for what it is not, or brings to set that right."""
        memory, weights = self.memory, self.weights
        bit = 1 << memory.face[card]
        value = 0.0
        if not after & bit and card in reading.meant:
            value += weights.puzzle if after & ~(line | memory.playable) else weights.lie
        if not bit & memory.playable:
            goes, went = not after & ~memory.playable, not before & ~memory.playable
            if goes and not went:
                value += weights.lie
            elif went and not goes:
                value += weights.rescue
        return value

    def _touch(self, face: int, after: int, taken: int) -> float:
        """What it is worth to touch a card that is not told to be played."""
        memory, weights = self.memory, self.weights
        bit = 1 << face
        if bit & memory.dead:
            return weights.idle if after & ~memory.dead else weights.known_idle
        if bit & taken:
            return weights.idle
        away = memory.sheet.step[face] - memory.heights[memory.sheet.suit[face]]
        return float(weights.keep / away**weights.distance)

    def _doubles(self, reading: Reading) -> float:
        """What it costs to touch the same card twice, or one that I may have myself."""
        memory = self.memory
        faces = [memory.face[card] for card in reading.new]
        value = self.weights.idle if len(set(faces)) < len(faces) else 0.0
        for belief in self.doubtful:
            for face in faces:
                if belief >> face & 1:
                    value += self.weights.own_double / belief.bit_count()
        return value

    def odds(self, belief: int, wanted: int) -> float:
        """How likely a card of mine is one of those wanted."""
        unseen = self.memory.unseen
        hits = total = 0
        for face in indices(belief):
            total += unseen[face]
            if wanted >> face & 1:
                hits += unseen[face]
        return hits / total if total else 0.0

    # -- plays and discards --------------------------------------------------------------------

    def playing(self, card: int, belief: int) -> float:
        """What it is worth to play a card that fits."""
        memory, weights = self.memory, self.weights
        sheet = memory.sheet
        faces = indices(belief)
        value = weights.play + weights.low * (TOP - min(sheet.step[face] for face in faces))
        if memory.called[card]:
            value += weights.called
        if len(faces) == 1:
            step, suit = sheet.step[faces[0]], sheet.suit[faces[0]]
            if step == TOP:
                value += weights.token
            elif self.mine.taken >> sheet.order[suit][step] & 1:
                value += weights.opens
        return value

    def discarding(self, card: int, belief: int) -> float:
        """What it is worth to discard this card rather than any, less what may be lost."""
        memory, weights = self.memory, self.weights
        if not belief & ~memory.dead:
            return weights.dead
        if not belief & ~(memory.dead | self.mine.taken):
            return weights.double
        risk = self.odds(belief, memory.last)
        if memory.sheet.options.final_bouquet:
            return -weights.doom * risk
        if card == memory.chop(self.me):
            return 0.0
        return -0.5 - risk
