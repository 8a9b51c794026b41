"""A seat of the two: follows the game from its own chair, and does what the network likes best."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import cast

import numpy as np

from hanamichi.batch.hanabi.observation import observation_bits, observe
from hanamichi.batch.hanabi.setup import action_id
from hanamichi.bots.bot import Choice, Reason, Sight
from hanamichi.bots.hanabi.network.policy_network import Network, two_players
from hanamichi.bots.hanabi.seat_tracker import SeatTracker
from hanamichi.bots.warmup import warm_up_by_playing
from hanamichi.catalog import preset_by_id
from hanamichi.hanabi import HanabiView
from hanamichi.hanabi.actions import HanabiAction
from hanamichi.hanabi.options import HanabiOptions


@cache
def warm_up() -> None:
    """Compile or load the kernels, and load the weights."""
    warm_up_by_playing("hanabi/online", [NetworkBot(), NetworkBot()])


class NetworkBot:
    """Was trained at one kind of table, and plays at no other."""

    def __init__(self) -> None:
        self._network = two_players()
        self._follower: SeatTracker | None = None

    def choose(self, sight: Sight, _chance: Random) -> Choice:
        view = sight.view
        assert isinstance(view, HanabiView)
        follower = self._followed(view)
        follower.hear(sight.events)
        assert view.seat is not None
        legal = [
            action_id(follower.options, follower.hands, view.seat, cast(HanabiAction, action))
            for action in sight.legal
        ]
        likes = self._network.likes(seen(follower), past(follower, self._network))[0, legal]
        best = int(np.argmax(likes))
        chances = np.exp(likes - likes[best])
        percent = round(100 / float(chances.sum()))
        return Choice(sight.legal[best], Reason("network", {"percent": percent}))

    def _followed(self, view: HanabiView) -> SeatTracker:
        """The match so far, or a new one for another seat."""
        known = self._follower
        assert view.seat is not None
        if known is None or (known.options, known.seat) != (view.options, view.seat):
            known = self._follower = SeatTracker(view.options, view.players, view.seat)
        return known


def seen(follower: SeatTracker) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """What the seat observes, packed."""
    words = -(-int(observation_bits(follower.vector)) // 64)
    found = np.zeros((1, words), np.uint64)
    observe(follower.row, follower.vector, follower.seat, found[0])
    return found


def past(follower: SeatTracker, network: Network) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """The actions before the last one, the latest first."""
    earlier = follower.actions[-2 : -2 - network.past : -1]
    found = np.full((1, network.past), -1, np.int8)
    found[0, : len(earlier)] = earlier
    return found


def was_trained_for(options: HanabiOptions, players: int) -> bool:
    """Whether this is the kind of table that it knows. Who begins makes no difference."""
    known = preset_by_id("hanabi/online")[1].options
    return players == 2 and _beginning_aside(options) == _beginning_aside(known)


def _beginning_aside(options: HanabiOptions) -> dict[str, object]:
    return {
        name: getattr(options, name) for name in options.__struct_fields__ if name != "first_seat"
    }
