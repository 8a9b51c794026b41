"""The random bot."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hanamichi.bots import Bot, RandomBot, Sight
from hanamichi.catalog import new_match, presets


@pytest.mark.parametrize("preset", [preset.id for _, preset in presets()])
def test_it_plays_any_match_to_its_end(preset: str) -> None:
    bot: Bot = RandomBot()
    chance = Random(1)
    match = new_match(preset, seed=1)
    while (seat := match.to_act) is not None:
        legal = match.legal_actions()
        sight = Sight(match.view(seat), match.log(seat), legal)
        action = bot.choose(sight, chance).action
        assert action in legal
        match.play(action)
    assert match.outcome is not None


def test_it_chooses_every_action_with_equal_probability() -> None:
    match = new_match("hanabi/cocktail", seed=1)
    legal = match.legal_actions()
    sight = Sight(match.view(0), match.log(0), legal)
    chance = Random(1)
    chosen = Counter(RandomBot().choose(sight, chance).action for _ in range(200 * len(legal)))
    assert set(chosen) == set(legal)
    assert all(140 < times < 260 for times in chosen.values())


def test_the_same_random_numbers_give_the_same_choice() -> None:
    match = new_match("koikoi/nintendo", seed=1)
    sight = Sight(match.view(0), match.log(0), match.legal_actions())
    first, second = (RandomBot().choose(sight, Random(7)) for _ in range(2))
    assert first == second
