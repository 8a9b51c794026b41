"""Decks and positions chosen when an environment is reset, and options that there are not."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from hanamichi.batch import BatchError
from hanamichi.catalog import new_match
from hanamichi.envs import hanabi_v0, koikoi_v0
from hanamichi.hanabi.cards import Card
from hanamichi.hanabi.layout import layout_of

FIXED = {"first_seat": 0}
OPTIONS = new_match("hanabi/online", options=FIXED, seed=1).options
DECK = Random(1).sample(layout_of(OPTIONS).deck, 50)
NAMES = [str(card) for card in DECK]


def make(kind: str) -> Any:
    """An environment with the game of these options."""
    match kind:
        case "pettingzoo":
            return hanabi_v0.env(options=FIXED)
        case "parallel":
            return hanabi_v0.parallel_env(options=FIXED)
        case "gymnasium":
            return gymnasium.make("Hanamichi/Hanabi-v0", options=FIXED)
        case _:
            return gymnasium.make_vec("Hanamichi/Hanabi-v0", num_envs=3, options=FIXED)


def seen(kind: str, env: Any) -> Any:
    """What the second player sees: the hand of the first."""
    if kind == "pettingzoo":
        return env.observe("player_1")["observation"]
    return env.unwrapped._games.observe(1)[0]


KINDS = ("pettingzoo", "gymnasium", "vector")
every_kind = pytest.mark.parametrize("kind", [*KINDS, "parallel"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_deck_is_chosen(kind: str) -> None:
    env = make(kind)
    env.reset(seed=1, options={"deck": NAMES})
    first = seen(kind, env)
    env.reset(seed=2, options={"deck": [Card(name) for name in NAMES]})
    assert np.array_equal(seen(kind, env), first)
    env.reset(seed=2)
    assert not np.array_equal(seen(kind, env), first)


@pytest.mark.parametrize("kind", KINDS)
def test_a_position_is_chosen(kind: str) -> None:
    match = new_match("hanabi/online", options=FIXED, seed=4)
    match.play(match.legal_actions()[0])
    env = make(kind)
    env.reset(options={"position": match})
    first = seen(kind, env)
    env.reset(options={"position": match.record()})
    assert np.array_equal(seen(kind, env), first)
    if kind == "pettingzoo":
        assert env.agent_selection == "player_1"


@every_kind
@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"decks": NAMES}, "options.decks"),
        ({"deck": NAMES[1:]}, "deck"),
        (NAMES, "options"),
        (3, "options"),
        ({"deck": NAMES, "position": {}}, "position"),
        ({"position": {"game": "hanabi"}}, "position"),
    ],
)
def test_wrong_options_are_refused(kind: str, options: Any, where: str) -> None:
    with pytest.raises(BatchError) as refused:
        make(kind).reset(options=options)
    assert refused.value.where == where


def test_koi_koi_begins_with_a_deck() -> None:
    env = koikoi_v0.raw_env(options={"first_dealer": 0})
    names, _ = env._games.table.whole_deck()
    deck = Random(3).sample(names, 48)
    env.reset(seed=1, options={"deck": deck})
    first = env.state()
    env.reset(seed=2, options={"deck": deck})
    assert np.array_equal(env.state(), first)


def test_a_vector_takes_a_deck_for_each_game() -> None:
    env = make("vector")
    decks = [Random(n).sample(NAMES, 50) for n in range(3)]
    observed, _ = env.reset(options={"deck": decks})
    assert len(np.unique(observed, axis=0)) == 3
    mask = np.array([False, True, False])
    again, _ = env.reset(options={"deck": decks[0], "reset_mask": mask})
    assert np.array_equal(again[1], observed[0])
    assert np.array_equal(again[2], observed[2])
