"""A seat of the team: follows the game from its own chair, and moves as the code says."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import action_of, card_of, option_vector, pack
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.bots.hanabi.hats.board import copies
from hanamichi.bots.hanabi.hats.hats_policy import look_around
from hanamichi.bots.hanabi.hats.hats_tracker import HatsTracker
from hanamichi.bots.hanabi.hats.memory_layout import (
    DEAD,
    HELD,
    MEMORY_CELLS,
    MEMORY_TYPE,
    PLAYABLE,
    SLOTS_EACH,
    TRIAL,
    UNSEEN,
)
from hanamichi.bots.hanabi.hats.strategy import advance, begin, decide, play_out, says_the_truth
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.catalog import new_match
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


@cache
def warm_up() -> None:
    """Compile or load every kernel of the hat strategy, those of searches and tests too."""
    match = new_match("hanabi/online", 3, seed=1)
    row, o = pack(match.state), option_vector(match.options, 3)
    memory, rng = np.zeros(MEMORY_CELLS, MEMORY_TYPE), np.zeros(1, np.uint64)
    begin(row, o, memory)
    action = int(decide(row, o, memory))
    says_the_truth(row, o, memory, action)
    advance(row, o, memory, action, rng, 0)
    play_out(row, o, memory, rng, 0)
    warm_up_by_playing("hanabi/online", [HatsBot() for _ in range(3)])


class HatsBot:
    """Speaks the code as long as everybody does; plain words with people who do not."""

    def __init__(self) -> None:
        self._plain = CompanionBot()
        self._seat: HatsTracker | None = None

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

    def _followed(self, view: HanabiView) -> HatsTracker:
        """The memory of this match, or a new one for another table."""
        seat = self._seat
        assert view.seat is not None
        if seat is None or (seat.options, seat.players, seat.seat) != (
            view.options,
            view.players,
            view.seat,
        ):
            seat = self._seat = HatsTracker(view.options, view.players, view.seat)
        return seat


def reason_of(seat: HatsTracker, action: object) -> Reason:
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


def _why_play(seat: HatsTracker, slot: int) -> Reason:
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


def _why_discard(seat: HatsTracker, slot: int) -> Reason:
    public = int(seat.memory[HELD + seat.seat * SLOTS_EACH + slot])
    look_around(seat.row, seat.vector, seat.memory)
    cards = int(seat.memory[TRIAL + seat.seat * SLOTS_EACH + slot])
    dead = int(seat.memory[DEAD])
    if public & ~dead == 0:
        return Reason("discard-told")
    if cards & ~dead == 0:
        return Reason("discard-dead")
    return Reason("discard-safest")
