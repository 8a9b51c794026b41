"""The choices of other seats are evidence for the hands under which they would be made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from hanamichi.batch.hanabi.setup import card_code
from hanamichi.bots import Sight
from hanamichi.bots.hanabi.hats.hats_bot import HatsBot
from hanamichi.bots.hanabi.search.hand_sampling import MAX_HAND
from hanamichi.bots.hanabi.search.history_tracker import HistoryTracker
from hanamichi.bots.hanabi.search.move_history import (
    EVIDENCE_COUNT,
    contradictions,
    select_evidence,
)
from hanamichi.bots.hanabi.search.rollouts import deal_own_hand, update_belief
from hanamichi.bots.hanabi.search.workspace import new_workspace
from hanamichi.catalog import new_match


def played_games(players: int, seed: int) -> Iterator[tuple[HistoryTracker, NDArray[np.uint8]]]:
    """A game of experts: each seat at its turns, with the hand that it cannot see."""
    match = new_match("hanabi/online", players, seed=seed)
    team = [HatsBot() for _ in range(players)]
    watching = [HistoryTracker(match.options, players, seat) for seat in range(players)]
    while (seat := match.to_act) is not None:
        memory = watching[seat]
        memory.update(match.log(seat))
        select_evidence(memory.history, seat)
        hand = np.zeros(MAX_HAND, np.uint8)
        faces = [match.state.deck[card] for card in match.state.hands[seat]]
        hand[: len(faces)] = [card_code(match.options, face) for face in faces]
        yield memory, hand
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(team[seat].choose(sight, Random(1)).action)


def test_the_real_hand_contradicts_no_choice() -> None:
    asked = 0
    for players in (3, 5):
        for memory, hand in played_games(players, seed=players):
            asked += int(memory.history.state[EVIDENCE_COUNT])
            assert contradictions(memory.vector, memory.seat, hand, 99, memory.history) == 0
    assert asked > 300


def test_contradicted_hands_are_sampled_less_often() -> None:
    workspace, found = new_workspace(), {1.0: 0, 0.1: 0}
    for memory, _ in played_games(3, seed=7):
        assert update_belief(memory.row, memory.vector, memory.memory, workspace) > 0
        for doubt in found:
            for number in range(20):
                deal_own_hand(
                    memory.row, memory.vector, 5, number, doubt, workspace, memory.history
                )
                hand = workspace.hands[number]
                found[doubt] += (
                    contradictions(memory.vector, memory.seat, hand, 99, memory.history) > 0
                )
    assert found[0.1] < found[1.0] / 3
