"""The expert: each seat infers the public knowledge, whatever bots play with it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from hanamichi.batch.hanabi.setup import action_of, option_vector, pack
from hanamichi.bots import Sight
from hanamichi.bots.hanabi.expert import ExpertBot
from hanamichi.bots.hanabi.hats.hats_tracker import HatsTracker
from hanamichi.bots.hanabi.hats.strategy import (
    MEMORY_CELLS,
    MEMORY_TYPE,
    PUBLIC_CELLS,
    advance,
    begin,
    decide,
)
from hanamichi.bots.registry import bots_for
from hanamichi.catalog import AnyMatch, new_match
from hanamichi.hanabi import HANABI

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
@pytest.mark.parametrize("players", [3, 5])
def test_each_seat_has_the_same_public_knowledge_as_an_observer(
    preset: str, options: dict[str, Any], players: int
) -> None:
    for seed in range(6):
        match = new_match(preset, players, options=options, seed=seed)
        row, o = pack(match.state), option_vector(match.options, players)
        memory, rng = np.zeros(MEMORY_CELLS, MEMORY_TYPE), np.zeros(1, np.uint64)
        begin(row, o, memory)
        seats = [HatsTracker(match.options, players, seat) for seat in range(players)]
        while (acting := match.to_act) is not None:
            row = pack(match.state)
            for seat in seats:
                seat.update(match.log(seat.seat))
                assert seat.consistent
                assert (seat.memory[:PUBLIC_CELLS] == memory[:PUBLIC_CELLS]).all()
            action = int(decide(row, o, memory))
            seen = seats[acting]
            assert decide(seen.row, seen.vector, seen.memory) == action
            event = action_of(match.options, seen.hands, acting, action)
            advance(row, o, memory, action, rng, 0)
            match.play(event)


@pytest.mark.parametrize(("preset", "options"), TABLES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_choice_is_legal_and_has_a_reason(
    preset: str, options: dict[str, Any], players: int
) -> None:
    bot = ExpertBot()
    match = new_match(preset, players, options=options, seed=players)
    while match.to_act is not None:
        sight = sight_of(match)
        action, reason = bot.choose(sight, Random(1))
        assert action in sight.legal
        assert reason is not None
        match.play(action)


@pytest.mark.parametrize("other", [info.id for info in bots_for("hanabi")])
def test_it_plays_with_any_other_bot(other: str) -> None:
    info = next(info for info in bots_for("hanabi") if info.id == other)
    for seed in range(12):
        match = new_match("hanabi/cocktail", 3 + seed % 3, seed=seed)
        seats = [ExpertBot() if seat % 2 else info.make() for seat in range(len(match.players))]
        chance = Random(seed)
        while (seat := match.to_act) is not None:
            match.play(seats[seat].choose(sight_of(match), chance).action)
        assert match.outcome is not None


def test_a_new_bot_answers_like_one_that_followed_the_match() -> None:
    match = new_match("hanabi/online", 3, seed=4)
    followers = [ExpertBot() for _ in range(3)]
    while (seat := match.to_act) is not None:
        sight = sight_of(match)
        choice = followers[seat].choose(sight, Random(1))
        assert ExpertBot().choose(sight, Random(2)) == choice
        match.play(choice.action)


def test_one_bot_can_play_several_matches() -> None:
    bot = ExpertBot()
    for seed in (1, 2):
        match = new_match("hanabi/online", 4, seed=seed)
        for _ in range(10):
            sight = sight_of(match)
            choice = bot.choose(sight, Random(1))
            assert ExpertBot().choose(sight, Random(1)) == choice
            match.play(choice.action)
