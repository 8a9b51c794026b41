"""Exact beliefs of a searching seat of two, and what it does with them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from hanamichi.batch.arrays import Rows
from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots import Sight
from hanamichi.bots.bot import Bot
from hanamichi.bots.clock import Budget, Clock
from hanamichi.bots.hanabi import CasualBot
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.network.policy_network import two_players
from hanamichi.bots.hanabi.search.pair.belief_tracker import BeliefTracker
from hanamichi.bots.hanabi.search.pair.pair_search_bot import PairSearchBot
from hanamichi.bots.hanabi.search.rollout_search import INITIAL_RATE
from hanamichi.bots.hanabi.search.two_stages import Comparison
from hanamichi.bots.hanabi.search.workspace import Ints
from hanamichi.catalog import AnyMatch, new_match, preset_by_id
from hanamichi.core import Seeded
from tests.bots.bot_games import Moment, play, sight_after


def sight_of(match: AnyMatch) -> Sight:
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def followed(seed: int, bots: list[Bot], *, most: int) -> Iterator[tuple[AnyMatch, BeliefTracker]]:
    """A game, with the tracker of the seat that begins at its turns."""
    match = new_match("hanabi/online", 2, seed=seed)
    first = match.to_act
    assert first is not None
    tracker = BeliefTracker(match.options, first, two_players(), most)
    while (seat := match.to_act) is not None:
        if seat == first:
            tracker.update(match.log(first))
            yield match, tracker
        match.play(bots[seat].choose(sight_of(match), Random(1)).action)


def real_hand(match: AnyMatch, seat: int) -> NDArray[np.uint8]:
    faces = [match.state.deck[card] for card in match.state.hands[seat]]
    return np.array([card_code(match.options, face) for face in faces], np.uint8)


def pairs(hands: Rows) -> set[tuple[int, ...]]:
    return {tuple(hand) for hand in hands.tolist()}


def test_beliefs_admit_the_real_hand_at_every_decision() -> None:
    exact = 0
    for match, tracker in followed(2, [NetworkBot(), NetworkBot()], most=2000):
        hands, weights = tracker.beliefs.believed(tracker.row)
        assert tracker.beliefs.admits(tracker.row, real_hand(match, tracker.seat))
        assert tracker.beliefs.surprises == 0
        assert len(hands) == len(weights)
        assert weights.sum() == pytest.approx(1)
        exact += tracker.beliefs.exact
    assert exact > 10


def test_a_carried_list_is_the_one_that_all_choices_leave() -> None:
    """A tracker that could not list every hand at first has the same hands once it can."""
    long = followed(3, [NetworkBot(), NetworkBot()], most=5000)
    short = followed(3, [NetworkBot(), NetworkBot()], most=700)
    compared = 0
    for (_, carried), (_, late) in zip(long, short, strict=True):
        some, others = carried.beliefs.believed(carried.row), late.beliefs.believed(late.row)
        if carried.beliefs.exact and late.beliefs.exact:
            assert pairs(some[0]) == pairs(others[0])
            compared += 1
    assert compared > 5


def test_a_partner_without_sense_leaves_the_facts() -> None:
    surprises = 0
    for match, tracker in followed(1, [CasualBot(), CasualBot()], most=600):
        hands, _ = tracker.beliefs.believed(tracker.row)
        assert len(hands)
        held = real_hand(match, tracker.seat)
        assert hands.shape[1] == len(held)
        surprises = tracker.beliefs.surprises
    assert surprises > 0


def test_the_seat_that_does_not_begin_plays_as_the_network() -> None:
    match = new_match("hanabi/online", 2, seed=8)
    first = match.to_act
    bots = [PairSearchBot(Budget(rollouts=60)) for _ in range(2)]
    for ply in range(8):
        seat = match.to_act
        assert seat is not None
        choice = bots[seat].choose(sight_of(match), Random(ply))
        if seat != first:
            assert choice == NetworkBot().choose(sight_of(match), Random(1))
        match.play(choice.action)


def test_hidden_cards_do_not_change_a_searched_move() -> None:
    game, preset = preset_by_id("hanabi/online")
    options = preset.options
    moves: list[Moment] = []
    searched = 0
    bots = [PairSearchBot(Budget(rollouts=80)) for _ in range(2)]
    for moment in play(game, options, bots, seed=5, most=9):
        if len(moves) in (4, 8):
            draws = game.redeal(moment.draws, moment.state, moment.seat, Seeded(len(moves)))
            sight = sight_after(game, options, 2, draws, moves)
            chance = Random()
            chance.setstate(moment.random_state)
            assert PairSearchBot(Budget(rollouts=80)).choose(sight, chance) == moment.choice
            reason = moment.choice.reason
            searched += reason is not None and reason.code.startswith("search")
        moves.append(moment)
    assert searched


@pytest.mark.parametrize("late", [0.004, 0.02])
def test_time_is_kept_however_slow_the_machine_is(late: float) -> None:
    """Between two looks at the clock it makes one world at most."""
    match = new_match("hanabi/online", 2, seed=6)
    readings: list[float] = [0.0]

    def now() -> float:
        readings.append(readings[-1] + late)
        return readings[-1]

    bot, partner = PairSearchBot(Budget(ms=300), now=now), NetworkBot()
    for ply in range(6):
        began = readings[-1]
        action = (partner if ply % 2 else bot).choose(sight_of(match), Random(ply)).action
        assert readings[-1] - began <= 0.3 + 3 * late
        match.play(action)


class Lottery:
    """Worlds in which each move has a mean score."""

    def __init__(self, means: list[float]) -> None:
        self._means = np.array(means)
        self._chance = np.random.default_rng(1)

    def deal(self, count: int) -> range:
        return range(count)

    def scores(self, world: int, moves: Ints) -> Ints:
        luck = self._chance.normal(0, 1, len(moves))
        return np.round(self._means[moves] + luck).astype(np.int64)


@pytest.mark.parametrize(
    ("means", "best"), [([20, 21, 15], 1), ([20, 20, 20], 0), ([20, 19, 18], 0), ([20, 15, 24], 2)]
)
def test_another_move_is_made_only_where_it_is_better(means: list[float], best: int) -> None:
    clock = Clock(Budget(rollouts=3000), INITIAL_RATE)
    clock.start()
    moves = np.arange(len(means), dtype=np.int64)
    result = Comparison(Lottery(means), moves, clock).result()
    assert result.action == best
    assert result.rollouts <= 3000
