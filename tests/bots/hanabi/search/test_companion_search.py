"""The search beside people: legal everywhere, on time, independent of hidden cards."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from hanamichi.bots import Bot, Choice, Sight
from hanamichi.bots.clock import Budget
from hanamichi.bots.hanabi import CompanionBot
from hanamichi.bots.hanabi.network.network_bot import NetworkBot
from hanamichi.bots.hanabi.search import SearchBot
from hanamichi.bots.hanabi.search.conventions.companion_search_bot import CompanionSearchBot
from hanamichi.bots.hanabi.search.pair.pair_search_bot import PairSearchBot
from hanamichi.catalog import AnyMatch, new_match
from hanamichi.core import Seeded
from hanamichi.hanabi import HANABI
from hanamichi.words import why
from tests.bots.hanabi.search.test_hats_search_bot import TABLES, sight_of


def with_company(sight: Sight, company: tuple[str | None, ...]) -> Sight:
    return sight._replace(company=company)


def a_searcher(players: int, rollouts: int = 60) -> list[Bot]:
    """One search, and companions."""
    others = [CompanionBot() for _ in range(players - 1)]
    return [CompanionSearchBot(Budget(rollouts=rollouts)), *others]


@pytest.mark.parametrize(("preset", "options"), TABLES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_choice_is_legal_and_has_a_reason(
    preset: str, options: dict[str, Any], players: int
) -> None:
    match = new_match(preset, players, options=options, seed=players)
    bots = a_searcher(players)
    names = [f"P{seat}" for seat in range(players)]
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        action, reason = bots[seat].choose(sight, Random(1))
        assert action in sight.legal
        assert reason is not None
        assert why("hanabi", reason.code, reason.facts, "en", names=names)
        match.play(action)


def test_some_moves_are_other_than_the_companion_s_and_later_bots_find_them_again() -> None:
    match = new_match("hanabi/online", 2, seed=3)
    bots = a_searcher(2, rollouts=600)
    searched = 0
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = bots[seat].choose(sight, Random(match.state.ply))
        if seat == 0 and choice.reason is not None and choice.reason.code == "search-best":
            searched += 1
            new = CompanionSearchBot(Budget(rollouts=600))
            assert new.choose(sight, Random(match.state.ply)) == choice
            assert CompanionBot().choose(sight, Random(1)).action != choice.action
        match.play(choice.action)
    assert searched


def test_hidden_cards_do_not_change_its_choice() -> None:
    for players in (2, 3):
        match = new_match("hanabi/online", players, seed=players)
        bots = a_searcher(players)
        chance = Seeded(9)
        while (seat := match.to_act) is not None:
            sight = sight_of(match)
            choice = bots[seat].choose(sight, Random(1))
            if seat == 0:
                other = HANABI.imagine(match.state, seat, chance)
                same = Sight(HANABI.view(other, seat), sight.events, sight.legal)
                assert same.view == sight.view
                assert bots[0].choose(same, Random(1)) == choice
            match.play(choice.action)


@pytest.mark.parametrize("ms", [10, 300])
@pytest.mark.parametrize("players", [2, 5])
def test_time_is_kept_however_slow_the_machine_is(players: int, ms: int) -> None:
    """Between two looks at the clock it tries its moves in one world at most."""
    match = new_match("hanabi/online", players, seed=6)
    readings, late = [0.0], 0.02

    def now() -> float:
        readings.append(readings[-1] + late)
        return readings[-1]

    bot = CompanionSearchBot(Budget(ms=ms), now)
    while (seat := match.to_act) is not None:
        began = readings[-1]
        action = (bot if seat == 0 else CompanionBot()).choose(sight_of(match), Random(1)).action
        assert readings[-1] - began <= ms / 1000 + 5 * late
        match.play(action)


def choices(match: AnyMatch, bots: list[Bot], company: tuple[str | None, ...]) -> list[Choice]:
    """What one of the seats does in a match, with the company it is told of."""
    found: list[Choice] = []
    while (seat := match.to_act) is not None and len(found) < 6:
        choice = bots[seat].choose(with_company(sight_of(match), company), Random(match.state.ply))
        found.append(choice)
        match.play(choice.action)
    return found


@pytest.mark.parametrize("company", [(None, "search"), ("companion", "search")])
def test_it_searches_by_the_conventions_beside_people(company: tuple[str | None, ...]) -> None:
    told = choices(
        new_match("hanabi/online", 2, seed=2), [CompanionBot(), SearchBot(rollouts=60)], company
    )
    expected = choices(
        new_match("hanabi/online", 2, seed=2),
        [CompanionBot(), CompanionSearchBot(Budget(rollouts=60))],
        (),
    )
    assert told == expected


def test_of_several_searches_beside_a_person_one_searches() -> None:
    company = ("search", None, "search")
    told = choices(
        new_match("hanabi/online", 3, seed=2), [SearchBot(rollouts=60) for _ in range(3)], company
    )
    expected = choices(
        new_match("hanabi/online", 3, seed=2),
        [SearchBot(rollouts=60), CompanionBot(), CompanionBot()],
        company,
    )
    assert [choice.action for choice in told[:2]] == [choice.action for choice in expected[:2]]
    assert told[2].action == expected[2].action


def test_beside_owls_it_plays_as_they_do() -> None:
    match = new_match("hanabi/online", 2, seed=2)
    bot = SearchBot(rollouts=60)
    sight = sight_of(match)
    told = bot.choose(with_company(sight, ("search", "expert")), Random(1))
    assert told == bot.choose(sight, Random(1))
    assert told == PairSearchBot(Budget(rollouts=60)).choose(sight, Random(1))


def test_a_pair_search_goes_on_by_the_conventions_beside_a_stranger() -> None:
    for seed in itertools.count():
        match = new_match("hanabi/online", 2, seed=seed)
        bot = PairSearchBot(Budget(rollouts=60))
        while (seat := match.to_act) is not None:
            sight = sight_of(match)
            if seat == 0:
                choice = bot.choose(sight, Random(1))
                assert bot.tracker is not None
                if bot.tracker.stranger:
                    expected = CompanionSearchBot(Budget(rollouts=60))
                    assert choice == expected.choose(sight, Random(1))
                    return
            else:
                choice = CompanionBot().choose(sight, Random(1))
            match.play(choice.action)


def test_networks_are_no_strangers() -> None:
    match = new_match("hanabi/online", 2, seed=4)
    search, partner = PairSearchBot(Budget(rollouts=60)), NetworkBot()
    while (seat := match.to_act) is not None:
        bot: Bot = partner if seat else search
        match.play(bot.choose(sight_of(match), Random(1)).action)
    assert search.tracker is not None
    assert not search.tracker.stranger
