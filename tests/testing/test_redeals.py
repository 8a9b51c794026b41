"""Redealing moves what a seat could not see, and lands exactly on an imagined position."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from msgspec import structs

from hanamichi.catalog import GAMES, AnyGame
from hanamichi.core import ChanceDraw, Replayed, Seeded
from hanamichi.hanabi import HANABI, Avalanche
from hanamichi.testing import SampleMatch
from tests.golden.hanabi_policies import careless
from tests.testing.lanterns import LANTERNS

EXTENSIONS = structs.replace(
    HANABI.presets["hanabi/grands-feux"].options,
    avalanche=Avalanche.WILD,
    flamboyants=True,
    tile_on_any_completion=True,
)


def reached(sample: SampleMatch, draws: tuple[ChanceDraw, ...], moves: int) -> Any:
    """The state after so many moves of a sample, with other draws."""
    chance = Replayed(draws)
    state, _ = sample.game.start(sample.options, sample.players, chance)
    for step in sample.steps[:moves]:
        state, _ = sample.game.apply(state, step.seat, step.action, chance)
    return state


def used(sample: SampleMatch, moves: int) -> tuple[ChanceDraw, ...]:
    """What chance had given by then."""
    chance = Replayed(sample.chance.draws)
    state, _ = sample.game.start(sample.options, sample.players, chance)
    for step in sample.steps[:moves]:
        state, _ = sample.game.apply(state, step.seat, step.action, chance)
    return tuple(sample.chance.draws[: chance.used])


@pytest.mark.parametrize("game", [*GAMES.values(), LANTERNS], ids=lambda game: game.id)
def test_hidden_cards_move(game: AnyGame) -> None:
    preset = next(iter(game.presets.values()))
    sample = SampleMatch(game, preset.options, 2, seed=3)
    state = sample.states[4]
    others = {game.redeal(used(sample, 4), state, seat=0, chance=Seeded(seed)) for seed in range(5)}
    assert len(others) == 5


def test_a_position_of_hanabi_is_redealt_to_an_imagined_one() -> None:
    sample = SampleMatch(HANABI, HANABI.presets["hanabi/cocktail"].options, 3, seed=3)
    for moves in range(0, len(sample.steps), 5):
        state = sample.states[moves]
        for seat in range(3):
            redealt = HANABI.redeal(used(sample, moves), state, seat, Seeded(moves))
            assert reached(sample, redealt, moves) == HANABI.imagine(state, seat, Seeded(moves))


def test_a_card_that_was_shuffled_into_the_deck_was_in_no_hand_before() -> None:
    players = (SampleMatch(HANABI, EXTENSIONS, 2, seed, player=careless(0.03)) for seed in count())
    sample = next(t for t in players if t.steps and t.chance.draws[-1].label == "reshuffle")
    returned = next(n for n in count() if used(sample, n)[-1].label == "reshuffle")
    for at in range(returned, len(sample.steps)):
        state, draws = sample.states[at], used(sample, at)
        for seat in range(2):
            for seed in range(8):
                redealt = HANABI.redeal(draws, state, seat, Seeded(seed))
                other = reached(sample, redealt, at)
                assert HANABI.view(other, seat) == HANABI.view(state, seat)
