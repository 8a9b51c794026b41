"""A beginner: plays what it knows, gives clues about playable cards, and forgets at times."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import structs

from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.companion.explanations import why_tile
from hanamichi.core import Action, Event, Seat
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
from hanamichi.hanabi.events import CardDiscarded, CardMisplayed, CardPlayed, ClueGiven
from hanamichi.hanabi.knowledge import deduced, from_clues, is_dead, is_playable
from hanamichi.hanabi.layout import layout_of

FORGETFUL = 0.35
"""The probability of forgetting the clues about a card, each time it looks."""
OBSERVANT = 0.5
"""The probability of noticing that a card in another hand is playable."""


class NoviceBot:
    """Considers one card at a time, and remembers the clues since its last turn."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        assert view.seat is not None
        fresh = _touched_since_last_turn(sight.events, view.seat)
        return _Decision(_as_remembered(view, fresh, chance), sight.legal, chance).choice()


def _touched_since_last_turn(events: Sequence[Event], seat: Seat) -> frozenset[int]:
    """The cards that clues touched since this seat last acted."""
    cards: set[int] = set()
    for event in reversed(events):
        if isinstance(event, ClueGiven) and event.target == seat:
            cards.update(event.touched)
        if (
            isinstance(event, ClueGiven | CardPlayed | CardMisplayed | CardDiscarded)
            and event.seat == seat
        ):
            break
    return frozenset(cards)


def _as_remembered(view: HanabiView, fresh: frozenset[int], chance: Random) -> HanabiView:
    """The view without the forgotten clues about its own cards."""
    assert view.seat is not None
    hand = tuple(
        HeldCard(held.id)
        if chance.random() < FORGETFUL and held.id not in fresh and _is_clued(held)
        else held
        for held in view.hands[view.seat]
    )
    hands = (*view.hands[: view.seat], hand, *view.hands[view.seat + 1 :])
    return structs.replace(view, hands=hands)


def _is_clued(held: HeldCard) -> bool:
    return bool(held.colours or held.values)


class _Decision:
    """A decision: the first thing to do that applies."""

    def __init__(self, view: HanabiView, legal: Sequence[Action], chance: Random) -> None:
        assert view.seat is not None
        self.view = view
        self.legal = legal
        self.chance = chance
        self.hand = view.hands[view.seat]
        self.known = deduced(view, view.seat)

    def choice(self) -> Choice:
        """The first of these that is possible."""
        if len(self.legal) == 1:
            return Choice(self.legal[0], Reason("only-move"))
        return (
            self._choose_for_tile()
            or self._play()
            or self._clue_playable()
            or self._discard_oldest()
            or self._clue_value()
            or Choice(self.chance.choice(self.legal), Reason("anything"))
        )

    def _choose_for_tile(self) -> Choice | None:
        choices = [each for each in self.legal if isinstance(each, ReturnCard | RecoverCard)]
        if not choices:
            return None
        action = min(choices, key=lambda each: (is_dead(self.view, each.card), each.card.step))
        return Choice(action, why_tile(action))

    def _play(self) -> Choice | None:
        """A card that is certainly playable."""
        for held, faces in zip(self.hand, self.known, strict=True):
            if faces and all(is_playable(self.view, face) for face in faces):
                if (action := Play(held.id)) not in self.legal:
                    continue
                if len(faces) == 1:
                    return Choice(
                        action, Reason("play-known", {"card": f"card:{min(faces, key=str)}"})
                    )
                return Choice(action, Reason("play-fits"))
        return None

    def _discard_oldest(self) -> Choice | None:
        """The oldest card without a clue that it remembers."""
        for held in sorted(self.hand, key=lambda held: held.id):
            if not _is_clued(held) and (action := Discard(held.id)) in self.legal:
                return Choice(action, Reason("discard-oldest", secret=False))
        return None

    def _clue_playable(self) -> Choice | None:
        """Give one random seat a clue about a playable card, if it notices one."""
        assert self.view.seat is not None
        others = [seat for seat in range(self.view.players) if seat != self.view.seat]
        target = self.chance.choice(others)
        for held in self.view.hands[target]:
            face = held.face
            if face is None or not is_playable(self.view, face):
                continue
            if self.chance.random() < OBSERVANT and (
                clues := self._informative_clues(target, face, held)
            ):
                facts = {"seat": f"seat:{target}", "card": f"card:{face}"}
                return Choice(self.chance.choice(clues), Reason("clue-play", facts))
        return None

    def _informative_clues(self, target: Seat, face: Card, held: HeldCard) -> list[Action]:
        """Clues that say something new about a card."""
        if len(from_clues(self.view, held)) == 1:
            return []
        touched = layout_of(self.view.options).touches[face.index]
        values = [
            clue
            for clue in self.legal
            if isinstance(clue, ValueClue)
            and clue.target == target
            and touched & clue_bit(clue)
            and not held.values
        ]
        colours = [
            clue
            for clue in self.legal
            if isinstance(clue, ColourClue)
            and clue.target == target
            and touched & clue_bit(clue)
            and clue.colour not in held.colours
        ]
        return [*values, *colours]

    def _clue_value(self) -> Choice | None:
        """With nothing else to do: the highest value in another hand."""
        values = [clue for clue in self.legal if isinstance(clue, ValueClue)]
        if not values:
            return None
        return Choice(max(values, key=lambda clue: clue.value), Reason("clue-wait"))
