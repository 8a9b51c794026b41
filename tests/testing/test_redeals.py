"""Redealing moves what a seat could not see, and lands exactly on an imagined position."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from msgspec import structs

from hanamichi.catalog import GAMES, AnyGame
from hanamichi.core import ChanceDraw, Replayed, Seeded
from hanamichi.hanabi import HANABI, Avalanche
from hanamichi.testing import Trial
from tests.golden.hanabi_policies import careless
from tests.testing.lanterns import LANTERNS

EXTENSIONS = structs.replace(
    HANABI.presets["hanabi/grands-feux"].options,
    avalanche=Avalanche.WILD,
    flamboyants=True,
    tile_on_any_completion=True,
)


def reached(trial: Trial, draws: tuple[ChanceDraw, ...], moves: int) -> Any:
    """The state after so many moves of a trial, with other draws."""
    chance = Replayed(draws)
    state, _ = trial.game.start(trial.options, trial.players, chance)
    for step in trial.steps[:moves]:
        state, _ = trial.game.apply(state, step.seat, step.action, chance)
    return state


def used(trial: Trial, moves: int) -> tuple[ChanceDraw, ...]:
    """What chance had given by then."""
    chance = Replayed(trial.chance.draws)
    state, _ = trial.game.start(trial.options, trial.players, chance)
    for step in trial.steps[:moves]:
        state, _ = trial.game.apply(state, step.seat, step.action, chance)
    return tuple(trial.chance.draws[: chance.used])


@pytest.mark.parametrize("game", [*GAMES.values(), LANTERNS], ids=lambda game: game.id)
def test_hidden_cards_move(game: AnyGame) -> None:
    preset = next(iter(game.presets.values()))
    trial = Trial(game, preset.options, 2, seed=3)
    state = trial.states[4]
    others = {game.redeal(used(trial, 4), state, seat=0, chance=Seeded(seed)) for seed in range(5)}
    assert len(others) == 5


def test_a_position_of_hanabi_is_redealt_to_an_imagined_one() -> None:
    trial = Trial(HANABI, HANABI.presets["hanabi/cocktail"].options, 3, seed=3)
    for moves in range(0, len(trial.steps), 5):
        state = trial.states[moves]
        for seat in range(3):
            redealt = HANABI.redeal(used(trial, moves), state, seat, Seeded(moves))
            assert reached(trial, redealt, moves) == HANABI.imagine(state, seat, Seeded(moves))


def test_a_card_that_was_shuffled_into_the_deck_was_in_no_hand_before() -> None:
    players = (Trial(HANABI, EXTENSIONS, 2, seed, player=careless(0.03)) for seed in count())
    trial = next(t for t in players if t.steps and t.chance.draws[-1].label == "reshuffle")
    returned = next(n for n in count() if used(trial, n)[-1].label == "reshuffle")
    for at in range(returned, len(trial.steps)):
        state, draws = trial.states[at], used(trial, at)
        for seat in range(2):
            for seed in range(8):
                redealt = HANABI.redeal(draws, state, seat, Seeded(seed))
                other = reached(trial, redealt, at)
                assert HANABI.view(other, seat) == HANABI.view(state, seat)
