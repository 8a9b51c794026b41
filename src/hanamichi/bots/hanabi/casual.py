"""A friendly partner: plays what it knows, gives clues about playable cards, saves last copies."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.companion.explanations import why_tile
from hanamichi.core import Action, Seat
from hanamichi.hanabi import (
    Card,
    ColourClue,
    Discard,
    HanabiView,
    HeldCard,
    Play,
    RecoverCard,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.actions import clue_bit
from hanamichi.hanabi.knowledge import deduced, from_clues, is_dead, is_indispensable, is_playable
from hanamichi.hanabi.layout import layout_of

Clue = ColourClue | ValueClue
SURE_ENOUGH = 0.6
"""A clued card is played from this probability on, while an error is affordable."""


class CasualBot:
    """Follows no conventions: a clue is taken literally, and as a request to play."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        if len(sight.legal) == 1:
            return Choice(sight.legal[0], Reason("only-move"))
        anything = Reason("anything")
        return _Decision(view, sight.legal).best() or Choice(chance.choice(sight.legal), anything)


class _Decision:
    """One decision, from the acting seat's view."""

    def __init__(self, view: HanabiView, legal: Sequence[Action]) -> None:
        assert view.seat is not None
        self.view = view
        self.legal = legal
        self.hand = view.hands[view.seat]
        self.next_seat = (view.seat + 1) % view.players
        self.known = deduced(view, view.seat)
        self.clues = [action for action in legal if isinstance(action, Clue)]

    def best(self) -> Choice | None:
        """The first of these that is possible."""
        return (
            self._choose_for_tile()
            or self._play(1.0)
            or self._clue(urgent=True)
            or self._play(SURE_ENOUGH)
            or self._clue(urgent=False)
            or self._discard()
            or self._least_harm()
        )

    def _choose_for_tile(self) -> Choice | None:
        """Bring back the lowest card of a firework that is still growing."""
        choices = [a for a in self.legal if isinstance(a, ReturnCard | RecoverCard)]
        wanted = [a for a in choices if not is_dead(self.view, a.card)] or choices
        playing = [a for a in wanted if isinstance(a, RecoverCard)] or wanted
        if not playing:
            return None
        action = min(playing, key=lambda action: action.card.step)
        return Choice(action, why_tile(action))

    def _play(self, chance_wanted: float) -> Choice | None:
        """A certainly playable card; or, if an error is affordable, a clued one."""
        spare = (
            self.view.options.errors - self.view.errors > 1 and not self.view.options.final_bouquet
        )
        best: tuple[float, int, int] | None = None
        for held, faces in zip(self.hand, self.known, strict=True):
            clued = bool(held.colours or held.values)
            chance = self._chance(faces)
            if chance == 1.0 or (clued and spare and chance >= chance_wanted):
                lowest = min((face.step for face in faces), default=5)
                candidate = (chance, -lowest, held.id)
                best = candidate if best is None else max(best, candidate)
        if best is None or (chance_wanted == 1.0 and best[0] < 1.0):
            return None
        return self._allowed(Play(best[2]), self._why_play(best[2], best[0]))

    def _why_play(self, card: int, chance: float) -> Reason:
        if chance < 1.0:
            return Reason("play-likely", {"percent": round(100 * chance)})
        place = next(n for n, held in enumerate(self.hand) if held.id == card)
        if len(self.known[place]) == 1:
            return Reason("play-known", {"card": f"card:{next(iter(self.known[place]))}"})
        return Reason("play-fits")

    def _chance(self, faces: frozenset[Card]) -> float:
        """The probability that a card is playable, by the copies not discarded yet."""
        copies = layout_of(self.view.options).copies
        weights = {face: copies[face.index] - self.view.discards.count(face) for face in faces}
        total = sum(weights.values())
        fitting = sum(weight for face, weight in weights.items() if is_playable(self.view, face))
        return fitting / total if total else 0.0

    def _clue(self, *, urgent: bool) -> Choice | None:
        """A clue about a card to play, or one not to lose; `urgent` ones for the next seat."""
        scored = [(self._worth(clue, urgent=urgent), n) for n, clue in enumerate(self.clues)]
        worth, best = max(scored, default=(0.0, 0), key=lambda pair: (pair[0], -pair[1]))
        if worth <= 0:
            return None
        return Choice(self.clues[best], self._why_clue(self.clues[best]))

    def _why_clue(self, clue: Clue) -> Reason:
        """The best reason for a clue: a card to play, else one to keep, else any."""
        seat = f"seat:{clue.target}"
        touched = [
            (held, held.face)
            for held in self.view.hands[clue.target]
            if held.face is not None and self._touches(clue, held.face)
        ]
        for held, face in touched:
            if is_playable(self.view, face):
                facts = {"seat": seat, "card": f"card:{face}"}
                if self._is_clued(held):
                    return Reason("clue-more", facts)
                return Reason("clue-play", facts)
        for _, face in touched:
            if is_indispensable(self.view, face):
                return Reason("clue-save", {"seat": seat, "card": f"card:{face}"})
        return Reason("clue-wait")

    def _worth(self, clue: Clue, *, urgent: bool) -> float:
        target = clue.target
        worth = 0.0
        for held in self.view.hands[target]:
            assert held.face is not None
            if not self._touches(clue, held.face):
                continue
            news = len(from_clues(self.view, held)) > len(self._after(clue, held))
            if is_playable(self.view, held.face):
                worth += 1.0 if news and not self._is_clued(held) else 0.2 * news
            elif is_dead(self.view, held.face):
                worth -= 0.3
            elif is_indispensable(self.view, held.face) and self._is_next_discard(target, held):
                worth += 0.9 if news else 0.0
            else:
                worth -= 0.4 if not self._is_clued(held) else 0.0
        if urgent and target != self.next_seat:
            worth -= 0.5
        return worth - (0.6 if self.view.clue_tokens <= 1 and urgent else 0.0)

    def _touches(self, clue: Clue, face: Card) -> bool:
        return bool(layout_of(self.view.options).touches[face.index] & clue_bit(clue))

    def _after(self, clue: Clue, held: HeldCard) -> frozenset[Card]:
        """What a touched card could be after the clue."""
        if isinstance(clue, ValueClue):
            told = msgspec.structs.replace(held, values=(*held.values, clue.value))
        else:
            told = msgspec.structs.replace(held, colours=(*held.colours, clue.colour))
        return from_clues(self.view, told)

    @staticmethod
    def _is_clued(held: HeldCard) -> bool:
        return bool(held.colours or held.values)

    def _is_next_discard(self, seat: Seat, held: HeldCard) -> bool:
        """Whether a card is the one its holder would discard next."""
        unclued = [card for card in self.view.hands[seat] if not self._is_clued(card)]
        return bool(unclued) and unclued[0].id == held.id

    def _discard(self) -> Choice | None:
        """A card known to be dead, or else the oldest without a clue."""
        useless = [
            held.id
            for held, faces in zip(self.hand, self.known, strict=True)
            if faces and all(is_dead(self.view, face) for face in faces)
        ]
        silent = [held.id for held in self.hand if not self._is_clued(held)]
        if useless and useless[0] not in silent[:1]:
            return self._allowed(Discard(useless[0]), Reason("discard-dead"))
        if silent:
            # The same reason if it is dead: that may follow from a hand that other seats hold.
            return self._allowed(Discard(silent[0]), Reason("discard-oldest", secret=False))
        return None

    def _least_harm(self) -> Choice | None:
        """With nothing good to do: a value clue, else a discard."""
        values = [clue for clue in self.clues if isinstance(clue, ValueClue)]
        if values:
            clue = max(values, key=lambda clue: (clue.value, -clue.target))
            return Choice(clue, Reason("clue-wait"))
        discards = [action for action in self.legal if isinstance(action, Discard)]
        if discards:
            action = min(discards, key=lambda action: self._loss(action.card))
            return Choice(action, Reason("discard-safest"))
        return None

    def _loss(self, card: int) -> float:
        """The probability that discarding an own card loses something for good."""
        place = next(n for n, held in enumerate(self.hand) if held.id == card)
        faces = self.known[place]
        return sum(is_indispensable(self.view, face) for face in faces) / max(1, len(faces))

    def _allowed(self, action: Action, reason: Reason) -> Choice | None:
        return Choice(action, reason) if action in self.legal else None
