"""The hat strategy as a bot: follows the game from its seat and plays as the strategy says."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import action_of, card_of, option_vector, pack
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.bots.hanabi.hats.board import copies
from hanamichi.bots.hanabi.hats.hats_policy import update_own_knowledge
from hanamichi.bots.hanabi.hats.hats_tracker import HatsTracker
from hanamichi.bots.hanabi.hats.memory_layout import (
    DEAD,
    HELD,
    MEMORY_CELLS,
    MEMORY_TYPE,
    PLAYABLE,
    SLOTS_EACH,
    TENTATIVE,
    UNSEEN,
)
from hanamichi.bots.hanabi.hats.strategy import advance, begin, decide, is_honest, play_out
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
    """Compile or load every kernel of the hat strategy, also those that only searches call."""
    match = new_match("hanabi/online", 3, seed=1)
    row, o = pack(match.state), option_vector(match.options, 3)
    memory, rng = np.zeros(MEMORY_CELLS, MEMORY_TYPE), np.zeros(1, np.uint64)
    begin(row, o, memory)
    action = int(decide(row, o, memory))
    is_honest(row, o, memory, action)
    advance(row, o, memory, action, rng, 0)
    play_out(row, o, memory, rng, 0)
    warm_up_by_playing("hanabi/online", [HatsBot() for _ in range(3)])


class HatsBot:
    """Plays hats as long as every move fits the strategy, then like the companion."""

    def __init__(self) -> None:
        self._fallback = CompanionBot()
        self._tracker: HatsTracker | None = None

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._tracker_for(view)
        tracker.update(sight.events)
        if not tracker.consistent:
            return self._fallback.choose(sight, chance)
        number = int(decide(tracker.row, tracker.vector, tracker.memory))
        assert view.seat is not None
        action = action_of(tracker.options, tracker.hands, view.seat, number)
        return Choice(action, reason_of(tracker, action))

    def _tracker_for(self, view: HanabiView) -> HatsTracker:
        """The tracker of this match, or a new one for another table."""
        tracker = self._tracker
        assert view.seat is not None
        if tracker is None or (tracker.options, tracker.players, tracker.seat) != (
            view.options,
            view.players,
            view.seat,
        ):
            tracker = self._tracker = HatsTracker(view.options, view.players, view.seat)
        return tracker


def reason_of(tracker: HatsTracker, action: object) -> Reason:
    """Why the strategy chose an action."""
    match action:
        case Play(card=card):
            return _why_play(tracker, tracker.hands[tracker.seat].index(card))
        case Discard(card=card):
            return _why_discard(tracker, tracker.hands[tracker.seat].index(card))
        case ColourClue() | ValueClue() if tracker.row[r.PENDING]:
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


def _why_play(tracker: HatsTracker, slot: int) -> Reason:
    public = int(tracker.memory[HELD + tracker.seat * SLOTS_EACH + slot])
    update_own_knowledge(tracker.row, tracker.vector, tracker.memory)
    cards = int(tracker.memory[TENTATIVE + tracker.seat * SLOTS_EACH + slot])
    playable = int(tracker.memory[PLAYABLE])
    if cards & ~playable == 0:
        if cards & (cards - 1) == 0:
            face = card_of(tracker.options, cards.bit_length() - 1)
            return Reason("play-known", {"card": f"card:{face}"})
        if public & ~playable:
            return Reason("play-fits")
        return Reason("play-told")
    fitting = copies(tracker.memory, UNSEEN, np.int64(cards & playable))
    total = copies(tracker.memory, UNSEEN, np.int64(cards))
    return Reason("play-likely", {"percent": round(100 * int(fitting) / max(1, int(total)))})


def _why_discard(tracker: HatsTracker, slot: int) -> Reason:
    public = int(tracker.memory[HELD + tracker.seat * SLOTS_EACH + slot])
    update_own_knowledge(tracker.row, tracker.vector, tracker.memory)
    cards = int(tracker.memory[TENTATIVE + tracker.seat * SLOTS_EACH + slot])
    dead = int(tracker.memory[DEAD])
    if public & ~dead == 0:
        return Reason("discard-told")
    if cards & ~dead == 0:
        return Reason("discard-dead")
    return Reason("discard-safest")
