"""A seat that searches: legal anywhere, the same for the same numbers, no wiser than its view."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from hanamichi.bots import Choice, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi.search import SearchBot
from hanamichi.bots.hanabi.search.hats_search_bot import HatsSearchBot
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


def test_the_same_random_numbers_give_the_same_choice_to_a_fresh_bot_too() -> None:
    match = new_match("hanabi/online", 3, seed=4)
    there = [SearchBot(rollouts=60) for _ in range(3)]
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = there[seat].choose(sight, Random(match.state.ply))
        assert SearchBot(rollouts=60).choose(sight, Random(match.state.ply)) == choice
        match.play(choice.action)


def test_what_it_cannot_see_changes_nothing() -> None:
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
def test_it_sits_with_anybody(other: str) -> None:
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


def test_an_interrupted_search_answers_with_its_best_so_far() -> None:
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


def test_a_team_that_searches_does_better_than_one_that_does_not() -> None:
    """Games that the plain team spoils, by their seeds; the search saves most of them."""
    saved = 0
    spoiled = spoiled_seeds(6)
    for seed in spoiled:
        saved += total(seed, "search:rollouts=400") > total(seed, "expert")
    assert saved >= 3


def spoiled_seeds(count: int) -> list[int]:
    found: list[int] = []
    seed = 0
    while len(found) < count:
        if total(seed, "expert") < 25:
            found.append(seed)
        seed += 1
    return found


def total(seed: int, bot: str) -> int:
    """What a team of three of these bots scores."""
    match = new_match("hanabi/online", 3, seed=seed)
    named = read_bot("hanabi", bot)
    team = [named.make() for _ in range(3)]
    while (seat := match.to_act) is not None:
        match.play(team[seat].choose(sight_of(match), Random(seed)).action)
    assert match.outcome is not None
    return int(match.outcome.scores[0])


def test_impossible_budgets_are_brought_back_and_remarked_upon() -> None:
    assert read_bot("hanabi", "search:ms=1").settings["ms"] == 10
    assert read_bot("hanabi", "search:ms=1").remarks
    assert read_bot("hanabi", "search:rollouts=-1").settings["rollouts"] == 0
