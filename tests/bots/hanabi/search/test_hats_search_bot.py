"""The search bot: legal everywhere, reproducible, and independent of hidden cards."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hanamichi.bots import Choice, Reason, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.hats.hats_bot import HatsBot
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.search import SearchBot
from hanamichi.bots.hanabi.search.hats_search_bot import HatsSearchBot
from hanamichi.bots.hanabi.search.pair.pair_search_bot import PairSearchBot
from hanamichi.bots.registry import bots_for
from hanamichi.bots.spec import read_bot
from hanamichi.catalog import AnyMatch, new_match
from hanamichi.core import Seeded
from hanamichi.hanabi import HANABI
from hanamichi.words import why

TABLES: list[tuple[str, dict[str, Any]]] = [
    *((preset, {}) for preset in HANABI.presets),
    ("hanabi/online", {"deck_play": True, "errors": 1}),
    ("hanabi/xii-singes", {"avalanche": "sixth", "clue_tokens": 3}),
    (
        "hanabi/grands-feux",
        {"avalanche": "wild", "black_powder": True, "flamboyants": True, "empty_clues": False},
    ),
    ("hanabi/grands-feux", {"black_powder": True, "final_bouquet": True}),
]


def sight_of(match: AnyMatch) -> Sight:
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


@pytest.mark.parametrize(("preset", "options"), TABLES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_choice_is_legal_and_has_a_reason(
    preset: str, options: dict[str, Any], players: int
) -> None:
    match = new_match(preset, players, options=options, seed=players)
    bots = [SearchBot(rollouts=40) for _ in range(players)]
    names = [f"P{seat}" for seat in range(players)]
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        action, reason = bots[seat].choose(sight, Random(1))
        assert action in sight.legal
        assert reason is not None
        assert why("hanabi", reason.code, reason.facts, "en", names=names)
        match.play(action)


def test_the_same_random_numbers_give_the_same_choice_to_a_new_bot() -> None:
    match = new_match("hanabi/online", 3, seed=4)
    followers = [SearchBot(rollouts=60) for _ in range(3)]
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = followers[seat].choose(sight, Random(match.state.ply))
        assert SearchBot(rollouts=60).choose(sight, Random(match.state.ply)) == choice
        match.play(choice.action)


def test_hidden_cards_do_not_change_its_choice() -> None:
    for players in (3, 4):
        match = new_match("hanabi/online", players, seed=players)
        bots = [SearchBot(rollouts=60) for _ in range(players)]
        chance = Seeded(9)
        while (seat := match.to_act) is not None:
            sight = sight_of(match)
            other = HANABI.imagine(match.state, seat, chance)
            assert HANABI.view(other, seat) == sight.view
            same = Sight(HANABI.view(other, seat), sight.events, sight.legal)
            choice = bots[seat].choose(sight, Random(1))
            assert bots[seat].choose(same, Random(1)) == choice
            match.play(choice.action)


@pytest.mark.parametrize("other", [info.id for info in bots_for("hanabi")])
def test_it_plays_with_any_other_bot(other: str) -> None:
    settings = {"rollouts": 20} if other == "search" else {}
    info = next(info for info in bots_for("hanabi") if info.id == other)
    for seed in range(4):
        match = new_match("hanabi/cocktail", 2 + seed, seed=seed)
        seats = [
            SearchBot(rollouts=20) if seat % 2 else info.make(**settings)
            for seat in range(len(match.players))
        ]
        chance = Random(seed)
        while (seat := match.to_act) is not None:
            match.play(seats[seat].choose(sight_of(match), chance).action)
        assert match.outcome is not None


def hourly() -> Callable[[], float]:
    """A clock on which an hour passes between two readings."""
    return itertools.count(0.0, 3600.0).__next__


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_search_without_time_gives_the_reason_of_the_expert(players: int) -> None:
    match = new_match("hanabi/xii-singes", players, seed=players)
    bot, expert = HatsSearchBot(Budget(ms=10), now=hourly()), HatsBot()
    same = 0
    while match.to_act is not None:
        sight = sight_of(match)
        choice = bot.choose(sight, Random(1))
        expected = expert.choose(sight, Random(1))
        assert choice.action == expected.action
        assert choice.reason is not None
        same += choice.reason == expected.reason
        assert choice.reason in (expected.reason, Reason("only-move"))
        match.play(choice.action)
    assert same > 10


def test_a_pair_search_without_time_gives_the_reason_of_the_network() -> None:
    match = new_match("hanabi/online", 2, seed=3)
    bot, expert = PairSearchBot(Budget(ms=10), now=hourly()), NetworkBot()
    for _ in range(12):
        sight = sight_of(match)
        choice = bot.choose(sight, Random(1))
        assert choice == expert.choose(sight, Random(1))
        match.play(choice.action)


def test_a_budget_of_rollouts_does_not_depend_on_the_clock() -> None:
    match = new_match("hanabi/xii-singes", 3, seed=3)
    budget = Budget(ms=10, rollouts=40)
    bots = [HatsSearchBot(budget) for _ in range(3)]
    late = [HatsSearchBot(budget, now=hourly()) for _ in range(3)]
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = bots[seat].choose(sight, Random(1))
        assert late[seat].choose(sight, Random(1)) == choice
        match.play(choice.action)


def test_an_interrupted_search_returns_the_best_move_so_far() -> None:
    match = new_match("hanabi/online", 5, seed=1)
    player = HatsSearchBot(Budget(ms=600_000))
    answers: list[Choice] = []
    sight = sight_of(match)
    thinking = threading.Thread(target=lambda: answers.append(player.choose(sight, Random(1))))
    thinking.start()
    while thinking.is_alive():
        player.interrupt()
        thinking.join(0.01)
    assert answers[0].action in sight.legal


def test_a_searching_team_scores_better() -> None:
    """In games that the expert team does not win, by their seeds; most are won by the search."""
    saved = 0
    imperfect = imperfect_seeds(6)
    for seed in imperfect:
        saved += total(seed, "search:rollouts=400") > total(seed, "expert")
    assert saved >= 3


def imperfect_seeds(count: int) -> list[int]:
    found: list[int] = []
    seed = 0
    while len(found) < count:
        if total(seed, "expert") < 25:
            found.append(seed)
        seed += 1
    return found


def total(seed: int, bot: str) -> int:
    """The score of a team of three of these bots."""
    match = new_match("hanabi/online", 3, seed=seed)
    named = read_bot("hanabi", bot)
    team = [named.make() for _ in range(3)]
    while (seat := match.to_act) is not None:
        match.play(team[seat].choose(sight_of(match), Random(seed)).action)
    assert match.outcome is not None
    return int(match.outcome.scores[0])


def test_budgets_out_of_bounds_are_clamped_with_a_remark() -> None:
    assert read_bot("hanabi", "search:ms=1").settings["ms"] == 10
    assert read_bot("hanabi", "search:ms=1").remarks
    assert read_bot("hanabi", "search:rollouts=-1").settings["rollouts"] == 0
