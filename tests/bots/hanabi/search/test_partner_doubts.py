"""A searching seat knows when its partner would stop taking it for the network."""

from __future__ import annotations

from random import Random

import pytest

from hanamichi.batch.hanabi.kernel import is_legal
from hanamichi.batch.hanabi.setup import action_of
from hanamichi.bots import Sight
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.network.policy_network import two_players
from hanamichi.bots.hanabi.search.pair.belief_tracker import BeliefTracker
from hanamichi.catalog import AnyMatch, new_match


def sight_of(match: AnyMatch) -> Sight:
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def trust_at_the_end(seed: int, *, careful: bool) -> tuple[bool, bool]:
    """Whether a partner still trusts a seat that makes every third move at random, and what that
    seat thinks of it.

    A careful seat asks what it may do without losing the partner's trust.
    """
    rng = Random(seed)
    match = new_match("hanabi/online", 2, seed=seed, options={"first_seat": 0})
    ours, partner = NetworkBot(), NetworkBot()
    tracker = BeliefTracker(match.options, 0, two_players(), 2000)
    while (seat := match.to_act) is not None:
        action = (ours, partner)[seat].choose(sight_of(match), Random(1)).action
        if seat == 0:
            tracker.update(match.log(0))
            legal = [
                number
                for number in range(two_players().actions)
                if is_legal(tracker.row, tracker.vector, number)
            ]
            found = tracker.may_make(legal) if careful else legal
            if found and rng.random() < 1 / 3:
                action = action_of(tracker.options, tracker.hands, 0, rng.choice(found))
        match.play(action)
    tracker.update(match.log(0))
    assert partner.tracker is not None
    return not partner.tracker.stranger, not tracker.stranger


@pytest.mark.parametrize("seed", range(4))
def test_a_careful_seat_keeps_its_partners_trust(seed: int) -> None:
    assert trust_at_the_end(seed, careful=True) == (True, True)


def test_a_careless_seat_loses_its_partners_trust_and_knows_it() -> None:
    found = [trust_at_the_end(seed, careful=False) for seed in range(4)]
    assert (False, False) in found
    assert (False, True) not in found
