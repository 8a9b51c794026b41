"""The review agrees with an exhaustive solver where a round is nearly over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from msgspec import structs

from hanamichi.batch.koikoi import setup
from hanamichi.bots import Sight
from hanamichi.bots.koikoi.network.inputs import LACKED_MONTHS
from hanamichi.bots.koikoi.network.one_ply_policy import evaluate_actions, new_workspace
from hanamichi.bots.koikoi.network.position import position_of
from hanamichi.bots.koikoi.network.table_params import table_params
from hanamichi.koikoi import KoiKoiAction, KoiKoiState, KoiKoiView, Phase
from hanamichi.koikoi.actions import CALL_KOI_KOI
from hanamichi.koikoi.cards import mask_of_indices
from hanamichi.koikoi.yaku import total_of, yaku_made
from hanamichi.review.koikoi.action_values import ActionValuer, Effort
from hanamichi.review.koikoi.every_world import count_worlds
from tests.koikoi.strategies import new_match
from tests.koikoi.tables import NINTENDO, ROBIN_RED, options_with
from tests.review.koikoi.exhaustive import Solved, Solver, sight_of

WORKSPACE = new_workspace()
TABLES = {
    "nintendo": NINTENDO,
    "robin-red": ROBIN_RED,
    "gaji": options_with(ROBIN_RED, gaji=True, must_capture=False, lucky_hands=False),
}
MOST_WORLDS = 1000
POSITIONS = 8


def network_policy(
    view: KoiKoiView, legal: tuple[KoiKoiAction, ...], lacked: tuple[int, int]
) -> KoiKoiAction:
    """What both seats are said to do after the judged decision."""
    row = position_of(Sight(view, (), legal)).row
    row[LACKED_MONTHS : LACKED_MONTHS + 2] = lacked
    count = int(evaluate_actions(row, *table_params(view), WORKSPACE))
    best = int(WORKSPACE.values[:count].argmax())
    return setup.action_of(int(WORKSPACE.actions[best]))


def thinned(state: KoiKoiState) -> KoiKoiState:
    """The position with no more cards in the stock than will be turned."""
    round_ = state.round
    actor = round_.actor
    turns = len(round_.hands[0]) + len(round_.hands[1])
    given = list(round_.captures)
    given[1 - actor] |= mask_of_indices(round_.stock[turns:])
    asked = list(round_.asked)
    asked[1 - actor] = total_of(yaku_made(given[1 - actor], state.options))
    less = structs.replace(
        round_,
        stock=round_.stock[:turns],
        captures=(given[0], given[1]),
        asked=(asked[0], asked[1]),
    )
    return structs.replace(state, round=less)


def small_positions(name: str, count: int) -> Iterator[KoiKoiState]:
    """Decisions of each kind late in the only round of random matches, at close scores."""
    options = options_with(TABLES[name], rounds=1)
    rng = random.Random(f"small, {name}")
    kinds = (Phase.PLAY, Phase.DECIDE, Phase.TURNED)
    while count:
        match = new_match(options, rng.getrandbits(32))
        found = []
        while match.to_act is not None:
            legal, state = match.legal_actions(), match.state
            if len(legal) > 1 and state.round.phase is kinds[count % 3]:
                found += [
                    each
                    for each in (state, thinned(state))
                    if count_worlds(position_of(sight_of(each))) <= MOST_WORLDS
                ]
            calls = [action for action in legal if action == CALL_KOI_KOI]
            match.play(rng.choice(calls or legal))
        if found:
            scores = rng.randrange(8), rng.randrange(8)
            yield structs.replace(rng.choice(found), scores=scores)
            count -= 1


class SmallPosition(NamedTuple):
    """A position and what the solver says of it."""

    state: KoiKoiState
    values: dict[KoiKoiAction, Solved]
    later_choices: int


@cache
def solved_positions(name: str) -> tuple[SmallPosition, ...]:
    """Small positions of a table, solved once for all tests."""
    positions = []
    for state in small_positions(name, POSITIONS):
        solver = Solver(network_policy)
        positions.append(SmallPosition(state, solver.solve(state), solver.choices))
    return tuple(positions)


def test_the_positions_are_worth_solving() -> None:
    """Some need no policy at all, some have later choices, and in most the actions differ."""
    positions = [position for name in TABLES for position in solved_positions(name)]
    assert any(position.later_choices == 0 for position in positions)
    assert any(position.later_choices > 0 for position in positions)
    differ = [len({value.points for value in each.values.values()}) > 1 for each in positions]
    assert sum(differ) > len(positions) // 2
    phases = {position.state.round.phase for position in positions}
    assert phases == {Phase.PLAY, Phase.TURNED, Phase.DECIDE}


@pytest.mark.parametrize("name", TABLES)
def test_every_world_is_played_and_gives_the_exact_value(name: str) -> None:
    valuer, effort = ActionValuer(), Effort(worlds=64, hands=64, exact=MOST_WORLDS)
    for state, solved, _ in solved_positions(name):
        valuation = valuer.compare(sight_of(state), effort, random.Random(1))
        assert valuation.exact
        assert {value.action for value in valuation.actions} == set(solved)
        for action, chance, points, error in valuation.actions:
            assert error == 0
            assert chance == pytest.approx(float(solved[action].chance), abs=1e-6)
            assert points == pytest.approx(float(solved[action].points), abs=1e-6)
        best = max(value.chance for value in solved.values())
        assert solved[valuation.best.action].chance == best


@pytest.mark.parametrize("name", TABLES)
def test_sampled_worlds_agree_with_the_exact_value_within_their_error(name: str) -> None:
    valuer, sampled = ActionValuer(), Effort(worlds=2048, hands=1024, exact=0)
    for state, solved, _ in solved_positions(name):
        best = max(solved.values(), key=lambda value: value.chance)
        valuation = valuer.compare(sight_of(state), sampled, random.Random(2))
        found = solved[valuation.best.action]
        for action, _, _, error in valuation.actions:
            behind = float(found.chance - solved[action].chance)
            shown = valuation.best.chance - valuation.of(action).chance
            assert shown == pytest.approx(behind, abs=4 * error + 1e-6)
        # Whichever is taken for the best is so within the error stated.
        second = valuation.actions[1].error
        assert float(best.chance - found.chance) <= 3 * second
