"""A yardstick for Hanabi that sees every hand, and so needs no clues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from hanamichi.arena.game_arena import Board, GameArena
from hanamichi.arena.hanabi_ending import Clue, Ending
from hanamichi.bots.bot import Bot, Choice, Sight
from hanamichi.core import Action
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
from hanamichi.hanabi.knowledge import is_dead, is_indispensable, is_playable, maximum_score, score


class HanabiPeek:
    """Plays cards that fit, discards none that is needed, and clues to pass a turn."""

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        return Choice(_Moment(view, sight.legal).best() or chance.choice(sight.legal))


class _Moment:
    """One decision with every hand face up."""

    def __init__(self, view: HanabiView, legal: Sequence[Action]) -> None:
        assert view.seat is not None
        self.view = view
        self.legal = legal
        self.hand = view.hands[view.seat]
        self.held = Counter(_face(held) for hand in view.hands for held in hand)

    def best(self) -> Action | None:
        """The first of these that is possible."""
        return (
            self._tile()
            or self._finish()
            or self._play()
            or (self._discard(self._dead()) if self._should_draw() else None)
            or self._clue()
            or self._discard([*self._dead(), *self._doubled()])
            or self._discard(sorted(self.hand, key=self._missed))
        )

    def _finish(self) -> Action | None:
        """A move that surely leads to the best end, once nothing needed is left to draw."""
        ending = Ending(self.view)
        step = ending.solve() if ending.is_open else None
        return self._clue() if isinstance(step, Clue) else step

    def _should_draw(self) -> bool:
        """Whether the deck lasts longer than the cards to play, or no hand has a playable card."""
        waiting = not any(is_playable(self.view, face) for face in self.held)
        return waiting or self.view.deck > maximum_score(self.view) - score(self.view)

    def _tile(self) -> Action | None:
        """Recover the lowest card that is still needed."""
        choices = [a for a in self.legal if isinstance(a, ReturnCard | RecoverCard)]
        wanted = [a for a in choices if not is_dead(self.view, a.card)] or choices
        playing = [a for a in wanted if isinstance(a, RecoverCard)] or wanted
        return min(playing, key=lambda action: action.card.step, default=None)

    def _play(self) -> Action | None:
        """A card that fits: best one without a copy in a hand, or one that others build on."""
        fitting = [held for held in self.hand if is_playable(self.view, _face(held))]
        chosen = min(fitting, key=self._can_wait, default=None)
        return None if chosen is None else self._allowed(Play(chosen.id))

    def _can_wait(self, held: HeldCard) -> tuple[bool, bool, int]:
        face = _face(held)
        next_up = any(o.suit is face.suit and o.step == face.step + 1 for o in self.held)
        return self.held[face] > 1, not next_up, face.step

    def _dead(self) -> list[HeldCard]:
        return [held for held in self.hand if is_dead(self.view, _face(held))]

    def _doubled(self) -> list[HeldCard]:
        """Cards of which another copy is in a hand."""
        return [held for held in self.hand if self.held[_face(held)] > 1]

    def _missed(self, held: HeldCard) -> tuple[bool, int]:
        """The cost of losing a card: least for those that are played last."""
        face = _face(held)
        return is_indispensable(self.view, face), -face.step

    def _discard(self, cards: Sequence[HeldCard]) -> Action | None:
        return next((a for held in cards if (a := self._allowed(Discard(held.id)))), None)

    def _clue(self) -> Action | None:
        """Any clue: it costs no card."""
        return next((a for a in self.legal if isinstance(a, ColourClue | ValueClue)), None)

    def _allowed(self, action: Action) -> Action | None:
        return action if action in self.legal else None


def _face(held: HeldCard) -> Card:
    assert held.face is not None, "every hand is face up"
    return held.face


class HanabiArena(GameArena):
    """A team has no opponent, so a forfeit gives no points."""

    yardstick: ClassVar[type[Bot] | None] = HanabiPeek
    board: ClassVar[Board | None] = Board(
        "hanabi/online", {}, ("casual", "companion", "expert"), alone=True
    )

    def forfeit(self, options: Mapping[str, Any]) -> int:
        return 0


HANABI_ARENA = HanabiArena()
