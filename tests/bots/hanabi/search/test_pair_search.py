"""Search for two: beliefs that fit the clues, and evidence from the partner's choices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from hanamichi.batch.hanabi import row as r
from hanamichi.batch.hanabi.setup import card_code, pack
from hanamichi.bots import Sight
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.network.policy_network import two_players
from hanamichi.bots.hanabi.search import SearchBot
from hanamichi.bots.hanabi.search.move_history import cell_of
from hanamichi.bots.hanabi.search.pair.hand_evidence import Evidence
from hanamichi.bots.hanabi.search.pair.network_rollouts import network_scores, play_all_exactly
from hanamichi.bots.hanabi.search.pair.pair_endgame import play_until_next_turn
from hanamichi.bots.hanabi.search.pair.pair_search_bot import warm_up
from hanamichi.bots.hanabi.search.pair.pair_tracker import PairTracker
from hanamichi.bots.hanabi.search.pair.pair_worlds import try_moves
from hanamichi.catalog import AnyMatch, new_match


def sight_of(match: AnyMatch) -> Sight:
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def played_games(seed: int) -> Iterator[tuple[AnyMatch, PairTracker]]:
    """A game of two networks, with the tracker of seat 0 at its turns."""
    match = new_match("hanabi/online", 2, seed=seed)
    pair = NetworkBot(), NetworkBot()
    memory = PairTracker(match.options, 0, two_players())
    while (seat := match.to_act) is not None:
        if seat == 0:
            memory.update(match.log(0))
            yield match, memory
        match.play(pair[seat].choose(sight_of(match), Random(1)).action)


def real_hand(match: AnyMatch) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    faces = [match.state.deck[card] for card in match.state.hands[0]]
    return np.array([card_code(match.options, face) for face in faces])


def test_every_sampled_hand_fits_the_clues() -> None:
    for _, memory in played_games(seed=1):
        row, o = memory.row, memory.vector
        unseen = memory.evidence.unseen(row)
        for hand in memory.evidence.deal(row, 30, seed=1):
            held = hand[: int(row[r.HAND_SIZES])]
            assert (np.bincount(held, minlength=len(unseen)) <= unseen).all()
            for slot, card in enumerate(held):
                at = int(cell_of(o, 0, slot))
                assert row[at + r.SUITS_LEFT] >> card // 5 & 1
                assert row[at + r.VALUES_LEFT] >> card % 5 & 1


def test_evidence_makes_the_real_cards_likelier() -> None:
    """Likelier than by clues and counting alone."""
    with_evidence: list[float] = []
    without_evidence: list[float] = []
    for seed in range(2):
        for match, memory in played_games(seed):
            hand, row = real_hand(match), memory.row
            no_evidence = Evidence(memory.vector, 0, two_players())
            for evidence, found in (
                (memory.evidence, with_evidence),
                (no_evidence, without_evidence),
            ):
                right = evidence.deal(row, 500, seed=1)[:, : len(hand)] == hand
                found += np.log(right.mean(axis=0) + 0.001).tolist()
    assert np.mean(with_evidence) > np.mean(without_evidence) + 0.15


def test_warming_up_compiles_the_kernels_of_endings_too() -> None:
    """Or the first ending at a table would take the seconds that compiling takes."""
    warm_up()
    for kernel in (try_moves, play_until_next_turn, play_all_exactly):
        assert getattr(kernel, "signatures", None), kernel


def test_the_network_plays_out_a_position_as_its_bots_do() -> None:
    match = new_match("hanabi/online", 2, seed=6)
    pair = NetworkBot(), NetworkBot()
    for _ in range(7):
        seat = match.to_act
        assert seat is not None
        match.play(pair[seat].choose(sight_of(match), Random(1)).action)
    memory = PairTracker(match.options, 0, two_players())
    memory.update(match.log(0))
    row = memory.row.copy()
    # a state has the hidden cards; it keeps neither the last action nor what happened to each card
    real = pack(match.state)
    row[: r.LAST_TYPE], row[r.FIREWORKS : r.ROW_BYTES] = real[: r.LAST_TYPE], real[r.FIREWORKS :]
    found = network_scores(two_players(), row[None].copy(), memory.vector, memory.past()[None])
    while (seat := match.to_act) is not None:
        match.play(pair[seat].choose(sight_of(match), Random(1)).action)
    assert match.outcome is not None
    assert found.tolist() == [match.outcome.scores[0]]


def test_a_new_bot_answers_like_one_that_followed_the_match() -> None:
    match = new_match("hanabi/online", 2, seed=4)
    followers = [SearchBot(rollouts=40) for _ in range(2)]
    for ply in range(6):
        seat = match.to_act
        assert seat is not None
        choice = followers[seat].choose(sight_of(match), Random(ply))
        if ply == 5:
            assert SearchBot(rollouts=40).choose(sight_of(match), Random(ply)) == choice
        match.play(choice.action)
