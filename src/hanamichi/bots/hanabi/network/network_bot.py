"""The policy network as a bot for two players."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import cast

import numpy as np

from hanamichi.batch.hanabi.observation import observation_bits, observe
from hanamichi.batch.hanabi.setup import action_id
from hanamichi.bots.bot import Bot, Choice, Reason, Sight
from hanamichi.bots.hanabi.companion.companion_bot import CompanionBot
from hanamichi.bots.hanabi.network.partner_tracker import PartnerTracker
from hanamichi.bots.hanabi.network.policy_network import Network, WeightsError, two_players
from hanamichi.bots.hanabi.seat_tracker import SeatTracker
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.catalog import preset_by_id
from hanamichi.core import Action
from hanamichi.hanabi import HanabiView
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.hanabi.options import HanabiOptions

_LOG = logging.getLogger("hanamichi.bots")


@cache
def warm_up() -> None:
    """Compile or load the kernels, and load the weights."""
    warm_up_by_playing("hanabi/online", [NetworkBot(), NetworkBot()])


def network_or_weaker() -> Bot:
    """The network; where its weights cannot be used, the companion, and a line in the log."""
    try:
        warm_up()
    except WeightsError as error:
        _LOG.warning("%s. The companion plays instead for two players.", error)
        return CompanionBot()
    return NetworkBot()


class NetworkBot:
    """Plays at the kind of table that it was trained for; beside a stranger as the companion."""

    def __init__(self) -> None:
        self._network = two_players()
        self._fallback = CompanionBot()
        self.tracker: PartnerTracker | None = None

    def choose(self, sight: Sight, chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        tracker = self._tracker_for(view)
        tracker.update(sight.events)
        if tracker.stranger:
            return self._fallback.choose(sight, chance)
        return network_choice(self._network, tracker, sight.legal)

    def _tracker_for(self, view: HanabiView) -> PartnerTracker:
        """The tracker of this match, or a new one for another seat."""
        known = self.tracker
        assert view.seat is not None
        if known is None or (known.options, known.seat) != (view.options, view.seat):
            known = self.tracker = PartnerTracker(view.options, view.seat, self._network)
        return known


def network_choice(network: Network, tracker: SeatTracker, legal: Sequence[Action]) -> Choice:
    """The preferred legal action, and how likely the network is to play it."""
    actions = [
        action_id(tracker.options, tracker.hands, tracker.seat, cast(HanabiAction, action))
        for action in legal
    ]
    preferences = network.preferences(seen(tracker), past(tracker, network))[0, actions]
    best = int(np.argmax(preferences))
    chances = np.exp(preferences - preferences[best])
    percent = round(100 / float(chances.sum()))
    return Choice(legal[best], Reason("network", {"percent": percent}))


def seen(tracker: SeatTracker) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """What the seat observes, packed."""
    words = -(-int(observation_bits(tracker.vector)) // 64)
    found = np.zeros((1, words), np.uint64)
    observe(tracker.row, tracker.vector, tracker.seat, found[0])
    return found


def past(tracker: SeatTracker, network: Network) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """The actions before the last one, the latest first."""
    earlier = tracker.actions[-2 : -2 - network.past : -1]
    found = np.full((1, network.past), -1, np.int8)
    found[0, : len(earlier)] = earlier
    return found


def was_trained_for(options: HanabiOptions, players: int) -> bool:
    """Whether the network was trained for such a table; the first seat makes no difference."""
    known = preset_by_id("hanabi/online")[1].options
    return players == 2 and _without_first_seat(options) == _without_first_seat(known)


def _without_first_seat(options: HanabiOptions) -> dict[str, object]:
    return {
        name: getattr(options, name) for name in options.__struct_fields__ if name != "first_seat"
    }
