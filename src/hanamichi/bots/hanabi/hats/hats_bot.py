"""A seat of the team: follows the game from its own chair, and moves as the code says."""

from __future__ import annotations

from random import Random

import numpy as np

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import action_of, card_of
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.companion import CompanionBot
from hanamichi.bots.hanabi.hats.board import copies
from hanamichi.bots.hanabi.hats.memory import DEAD, HELD, PLAYABLE, SLOTS_EACH, TRIAL, UNSEEN
from hanamichi.bots.hanabi.hats.policy import look_around
from hanamichi.bots.hanabi.hats.seat import SeatMemory
from hanamichi.bots.hanabi.hats.strategy import decide
from hanamichi.hanabi import (
    ColourClue,
    Discard,
    HanabiView,
    Play,
    PlayFromDeck,
    RecoverCard,
    ReturnCard,
    ValueClue,
)


class HatPlayer:
    """Speaks the code as long as everybody does; plain words with people who do not."""

    def __init__(self) -> None:
        self._plain = CompanionBot()
        self._seat: SeatMemory | None = None

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        seat = self._followed(view)
        seat.hear(sight.events)
        if not seat.sense:
            return self._plain.choose(sight, chance)
        number = int(decide(seat.row, seat.vector, seat.memory))
        assert view.seat is not None
        action = action_of(seat.options, seat.hands, view.seat, number)
        return Choice(action, reason_of(seat, action))

    def _followed(self, view: HanabiView) -> SeatMemory:
        """The memory of this match, or a new one for another table."""
        seat = self._seat
        assert view.seat is not None
        if seat is None or (seat.options, seat.players, seat.seat) != (
            view.options,
            view.players,
            view.seat,
        ):
            seat = self._seat = SeatMemory(view.options, view.players, view.seat)
        return seat


def reason_of(seat: SeatMemory, action: object) -> Reason:
    """Why the code wants this."""
    match action:
        case Play(card=card):
            return _why_play(seat, seat.hands[seat.seat].index(card))
        case Discard(card=card):
            return _why_discard(seat, seat.hands[seat.seat].index(card))
        case ColourClue() | ValueClue() if seat.row[r.PENDING]:
            return Reason("clue-wait")
        case ColourClue() | ValueClue():
            return Reason("clue-everybody")
        case RecoverCard(card=face):
            return Reason("tile-recover", {"card": f"card:{face}"}, secret=False)
        case ReturnCard(card=face):
            return Reason("tile-return", {"card": f"card:{face}"}, secret=False)
        case PlayFromDeck():
            return Reason("play-last-chance")
        case _:
            return Reason("only-move")


def _why_play(seat: SeatMemory, slot: int) -> Reason:
    public = int(seat.memory[HELD + seat.seat * SLOTS_EACH + slot])
    look_around(seat.row, seat.vector, seat.memory)
    cards = int(seat.memory[TRIAL + seat.seat * SLOTS_EACH + slot])
    playable = int(seat.memory[PLAYABLE])
    if cards & ~playable == 0:
        if cards & (cards - 1) == 0:
            face = card_of(seat.options, cards.bit_length() - 1)
            return Reason("play-known", {"card": f"card:{face}"})
        if public & ~playable:
            return Reason("play-fits")
        return Reason("play-told")
    fitting = copies(seat.memory, UNSEEN, np.int64(cards & playable))
    total = copies(seat.memory, UNSEEN, np.int64(cards))
    return Reason("play-likely", {"percent": round(100 * int(fitting) / max(1, int(total)))})


def _why_discard(seat: SeatMemory, slot: int) -> Reason:
    public = int(seat.memory[HELD + seat.seat * SLOTS_EACH + slot])
    look_around(seat.row, seat.vector, seat.memory)
    cards = int(seat.memory[TRIAL + seat.seat * SLOTS_EACH + slot])
    dead = int(seat.memory[DEAD])
    if public & ~dead == 0:
        return Reason("discard-told")
    if cards & ~dead == 0:
        return Reason("discard-dead")
    return Reason("discard-safest")
