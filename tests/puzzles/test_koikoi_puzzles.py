"""Koi-Koi puzzles: no hidden card matters, small ones are solved exactly, and they can be made."""

from __future__ import annotations

from math import fsum
from random import Random
from typing import cast

import pytest
from msgspec import structs

from hanamichi.bots import Sight
from hanamichi.bots.koikoi import RegularBot
from hanamichi.bots.koikoi.network.equity import equity_of
from hanamichi.bots.koikoi.network.one_ply_policy import MAX_POINTS
from hanamichi.bots.koikoi.network.position import position_of as kernel_position
from hanamichi.catalog import game_by_id
from hanamichi.core import Seeded
from hanamichi.koikoi import KoiKoiAction, KoiKoiState
from hanamichi.puzzles import Puzzle, position_of
from hanamichi.puzzles.check import check_puzzle
from hanamichi.puzzles.collection import collection_of, puzzle_by_id
from hanamichi.puzzles.game_puzzles import PUZZLES, FoundMatch, Solution, question_of
from hanamichi.puzzles.koikoi.explanation import explain
from hanamichi.puzzles.koikoi.self_play import self_played
from hanamichi.puzzles.maker import PuzzleMaker
from hanamichi.review.koikoi.every_world import count_worlds
from tests.koikoi.tables import GAME, Rigged
from tests.review.koikoi.exhaustive import worlds_of

MOST_WORLDS = 1000
SAMPLE = 4
KINDS = ("stop-or-call", "which-card")


def test_there_are_enough_of_every_level() -> None:
    koikoi = collection_of("koikoi")
    assert len(koikoi) >= 300
    assert all(len(koikoi.listed(level=level)) >= 30 for level in range(1, 6))
    assert {entry.kind for entry in koikoi.entries} == set(KINDS)
    assert {entry.preset for entry in koikoi.entries} == {"koikoi/nintendo", "koikoi/robin-red"}


def redealt(puzzle: Puzzle, seed: int) -> Puzzle:
    """The puzzle with other cards where its seat does not see them."""
    state = position_of(puzzle).state
    draws = game_by_id(puzzle.game).redeal(puzzle.chance, state, puzzle.seat, Seeded(seed))
    return structs.replace(puzzle, chance=draws)


def test_no_hidden_card_reaches_the_solver() -> None:
    for puzzle in collection_of("koikoi"):
        other = redealt(puzzle, 10_001)
        assert position_of(other).state != position_of(puzzle).state
        assert question_of(other) == question_of(puzzle)


@pytest.mark.parametrize("kind", KINDS)
def test_other_worlds_have_the_same_solution(kind: str) -> None:
    solver = PUZZLES.of("koikoi")
    entry = next(each for each in collection_of("koikoi").entries if each.kind == kind)
    puzzle = puzzle_by_id(entry.id)
    solution = solver.solve(question_of(puzzle))
    assert solver.solve(question_of(redealt(puzzle, 2))) == solution
    assert solution.margin == pytest.approx(puzzle.margin, abs=2 * puzzle.error + 1e-4)
    assert solver.accepts(puzzle, solution) is None


def test_explanations_are_what_the_table_says() -> None:
    for puzzle in collection_of("koikoi"):
        solution = Solution(puzzle.answers, puzzle.error)
        assert explain(question_of(puzzle), solution) == puzzle.explanation


def small_puzzles() -> list[Puzzle]:
    """Some puzzles that have few worlds, of both kinds."""
    exact = [each for each in collection_of("koikoi") if each.error == 0]
    small = [
        each
        for each in exact
        if count_worlds(kernel_position(question_of(each).sight)) <= MOST_WORLDS
    ]
    return small[:SAMPLE]


def exact_values(puzzle: Puzzle) -> dict[KoiKoiAction, float]:
    """What each action is worth: in every world, by the reference engine, `regular` playing on."""
    state = position_of(puzzle).state
    left, lead = state.options.rounds - state.round.number, state.scores[0] - state.scores[1]
    sign = 1 if puzzle.seat == 0 else -1
    chances = equity_of(state.options).after(
        left, sign * lead, deals=state.round.dealer == puzzle.seat
    )
    # Nothing is dealt after this round.
    state = structs.replace(
        state, options=structs.replace(state.options, rounds=state.round.number)
    )
    worlds = list(worlds_of(state, puzzle.seat))
    values = {}
    for action in GAME.legal_actions(state, puzzle.seat):
        ends = [sign * _lead_after(world, action) - sign * lead for world in worlds]
        values[action] = fsum(chances[MAX_POINTS + points] for points in ends) / len(worlds)
    return values


def _lead_after(state: KoiKoiState, action: KoiKoiAction) -> int:
    """The lead of seat 0 after the round."""
    bot, chance = RegularBot(), Random(1)
    actor = GAME.to_act(state)
    while actor is not None:
        state, _ = GAME.apply(state, actor, action, Rigged())
        actor = GAME.to_act(state)
        if actor is not None:
            legal = GAME.legal_actions(state, actor)
            sight = Sight(GAME.view(state, actor), (), legal)
            action = cast(KoiKoiAction, bot.choose(sight, chance).action)
    return state.scores[0] - state.scores[1]


def test_small_positions_are_solved_exactly() -> None:
    puzzles = small_puzzles()
    assert len(puzzles) == SAMPLE
    for puzzle in puzzles:
        values = exact_values(puzzle)
        best = max(values, key=lambda action: values[action])
        assert best == GAME.parse_action(puzzle.answers[0].action or {}), puzzle.id
        assert values[best] > max(value for action, value in values.items() if action != best)


def test_puzzles_are_found_in_a_match_and_kept_once() -> None:
    record = self_played(1009)
    assert self_played(1009) == record
    maker = PuzzleMaker("koikoi")
    made = maker.look(FoundMatch(record, "example.org"))
    assert made
    assert [each.id for each in made] == [f"koikoi-{n}" for n in range(1, len(made) + 1)]
    for puzzle in made:
        check_puzzle(puzzle)
        assert puzzle.source == "example.org"
        assert puzzle.margin >= max(0.03, 5 * puzzle.error)
    assert not PuzzleMaker("koikoi", made, most=1).wanted(made[0].kind, made[0].level)
    again = PuzzleMaker("koikoi", made)
    assert again.look(FoundMatch(record, "example.org")) == []
