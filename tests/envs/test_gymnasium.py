"""The Gymnasium environments, single and vectorized."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

import hanamichi.envs
from hanamichi.batch import BatchError, make_batch
from hanamichi.catalog import presets
from hanamichi.envs.registration import IDS, register_envs

HANABI, KOIKOI = "Hanamichi/Hanabi-v0", "Hanamichi/KoiKoi-v0"
TABLES: list[tuple[str, str, int, Mapping[str, Any]]] = [
    *(
        (HANABI if game.id == "hanabi" else KOIKOI, preset.id, players, {})
        for game, preset in presets()
        for players in game.seat_counts
    ),
    (HANABI, "hanabi/grands-feux", 2, {"flamboyants": True, "black_powder": True}),
    (HANABI, "hanabi/online", 3, {"special_suits": ["light"], "half_tokens": True}),
    (KOIKOI, "koikoi/robin-red", 2, {"gaji": True, "rounds": 2}),
]


def some_actions(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each game; 0 where there is none."""
    return np.array(
        [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks], np.int64
    )


# -- made by name ------------------------------------------------------------------------------


def test_both_games_are_registered_by_the_import() -> None:
    assert hanamichi.envs.__doc__
    assert {HANABI, KOIKOI} == set(IDS) <= set(gymnasium.registry)
    register_envs()  # registering again is allowed


def test_an_id_may_name_its_module() -> None:
    envs = gymnasium.make_vec("hanamichi.envs:Hanamichi/Hanabi-v0", num_envs=2)
    assert envs.num_envs == 2
    assert envs.spec is not None
    assert envs.spec.id == HANABI


@pytest.mark.parametrize(("name", "preset", "players", "options"), TABLES)
def test_every_table_can_be_made_single_and_vectorized(
    name: str, preset: str, players: int, options: Mapping[str, Any]
) -> None:
    settings: dict[str, Any] = {"preset": preset, "players": players, "options": options}
    env = gymnasium.make(name, **settings)
    envs = gymnasium.make_vec(name, num_envs=3, threads=1, **settings)
    assert env.observation_space == envs.single_observation_space
    assert env.action_space == envs.single_action_space
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    assert isinstance(envs.single_action_space, gymnasium.spaces.Discrete)
    assert infos["action_mask"].shape == (3, envs.single_action_space.n)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("form", ["uint8", "float32"])
def test_the_single_environment_passes_gymnasium_s_checker(name: str, form: str) -> None:
    env = gymnasium.make(name, form=form, illegal_reward=-1.0, render_mode="ansi")
    check_env(env.unwrapped)


def test_gymnasium_s_own_vectors_hold_the_single_environment() -> None:
    envs = gymnasium.make_vec(HANABI, num_envs=2, vectorization_mode="sync", illegal_reward=-1.0)
    envs.reset(seed=1)
    for _ in range(20):
        seen, *_ = envs.step(envs.action_space.sample())
        assert envs.observation_space.contains(seen)


# -- many games --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_a_vector_plays_the_same_games_as_the_batch(name: str) -> None:
    preset = {HANABI: "hanabi/online", KOIKOI: "koikoi/nintendo"}[name]
    envs = gymnasium.make_vec(name, num_envs=20, threads=1)
    batch = make_batch(preset, games=20, seed=9, threads=1)
    seen, infos = envs.reset(seed=9)
    rng = np.random.default_rng(1)
    over = np.zeros(20, bool)
    for _ in range(150):
        seats = batch.to_act()
        assert np.array_equal(infos["seat"], seats)
        assert np.array_equal(infos["action_mask"], batch.legal_mask())
        going = seats >= 0
        assert np.array_equal(seen[going], batch.observe(form="uint8")[going])
        actions = some_actions(infos["action_mask"], rng)
        seen, rewards, terminations, truncations, infos = envs.step(actions)
        gains = batch.step(actions)
        if over.any():
            batch.reset(where=over)
        own = gains[:, 0] if name == HANABI else gains[:, 0] - gains[:, 1]
        sign = 1 if name == HANABI else np.where(seats == 0, 1, -1)
        assert np.array_equal(rewards, np.where(over, 0, own * sign))
        over = batch.done
        assert np.array_equal(terminations, over)
        assert not truncations.any()
        assert envs.observation_space.contains(seen)


def test_an_ended_game_is_dealt_again_at_the_next_step() -> None:
    envs = gymnasium.make_vec(HANABI, num_envs=8, options={"errors": 1, "first_seat": 0})
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(3)
    ended = np.zeros(8, bool)
    restarts = 0
    for _ in range(40):
        seen, rewards, terminations, _, infos = envs.step(some_actions(infos["action_mask"], rng))
        assert not (ended & terminations).any()
        assert not rewards[ended].any()
        assert (infos["seat"][ended] == 0).all()
        assert (infos["seat"][terminations] == -1).all()
        assert not infos["action_mask"][terminations].any()
        assert seen[terminations].any(axis=1).all()
        ended = terminations
        restarts += int(ended.sum())
    assert restarts > 8


def test_an_ended_game_may_be_dealt_again_at_once() -> None:
    envs = gymnasium.make_vec(
        HANABI, num_envs=8, options={"errors": 1}, autoreset_mode=AutoresetMode.SAME_STEP
    )
    _, infos = envs.reset(seed=3)
    rng = np.random.default_rng(3)
    finals = 0
    for _ in range(40):
        seen, _, terminations, _, infos = envs.step(some_actions(infos["action_mask"], rng))
        assert (infos["seat"] >= 0).all()
        assert infos["action_mask"].any(axis=1).all()
        for game in np.flatnonzero(terminations):
            final = infos["final_obs"][game]
            assert envs.single_observation_space.contains(final)
            assert not np.array_equal(final, seen[game])
            assert infos["final_info"]["seat"][game] == -1
            finals += 1
        if terminations.any():
            assert np.array_equal(infos["_final_obs"], terminations)
    assert finals > 8


def test_without_autoreset_an_ended_game_waits_for_its_reset() -> None:
    envs = gymnasium.make_vec(
        HANABI, num_envs=4, options={"errors": 1}, autoreset_mode=AutoresetMode.DISABLED
    )
    seen, infos = envs.reset(seed=3)
    rng = np.random.default_rng(3)
    terminations = np.zeros(4, bool)
    while not terminations.any():
        seen, _, terminations, _, infos = envs.step(some_actions(infos["action_mask"], rng))
    actions = some_actions(infos["action_mask"], rng)
    with pytest.raises(BatchError, match="reset it first"):
        envs.step(actions)
    again, infos = envs.reset(options={"reset_mask": terminations})
    assert np.array_equal(again[~terminations], seen[~terminations])
    assert (infos["seat"] >= 0).all()
    envs.step(some_actions(infos["action_mask"], rng))


def test_the_same_seed_deals_the_same_games() -> None:
    one, other = (gymnasium.make_vec(KOIKOI, num_envs=5) for _ in range(2))
    assert np.array_equal(one.reset(seed=4)[0], other.reset(seed=4)[0])
    assert np.array_equal(one.reset()[0], other.reset()[0])
    assert not np.array_equal(one.reset(seed=5)[0], other.reset(seed=6)[0])
    assert not np.array_equal(
        gymnasium.make_vec(KOIKOI, num_envs=5).reset()[0],
        gymnasium.make_vec(KOIKOI, num_envs=5).reset()[0],
    )


def test_gymnasium_s_wrappers_fit() -> None:
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec(
            HANABI,
            num_envs=4,
            options={"errors": 1},
            autoreset_mode=AutoresetMode.SAME_STEP,
        )
    )
    _, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    lengths: list[int] = []
    for _ in range(40):
        _, _, terminations, _, infos = envs.step(some_actions(infos["action_mask"], rng))
        lengths += infos["episode"]["l"][terminations].tolist() if "episode" in infos else []
    assert lengths
    assert all(length > 0 for length in lengths)
    listed = DictInfoToList(gymnasium.make_vec(HANABI, num_envs=2))
    _, each = listed.reset(seed=1)
    assert [info["action_mask"].shape for info in each] == [(20,), (20,)]


def test_a_copied_or_pickled_vector_environment_goes_its_own_way() -> None:
    envs = gymnasium.make_vec(HANABI, num_envs=4, threads=2)
    envs.reset(seed=1)
    plays = np.full(4, 5)
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    seen = envs.step(plays)[0]
    assert all(np.array_equal(twin.step(plays)[0], seen) for twin in twins)


def test_many_games_can_be_rendered() -> None:
    envs = gymnasium.make_vec(KOIKOI, num_envs=3, render_mode="ansi")
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None
    assert len(set(pictures)) == 3
    assert gymnasium.make_vec(KOIKOI, num_envs=3).render() is None
    with pytest.raises(BatchError, match="ansi"):
        gymnasium.make_vec(KOIKOI, num_envs=3, render_mode="human")


def test_an_illegal_action_changes_no_game() -> None:
    envs, same = (gymnasium.make_vec(HANABI, num_envs=3) for _ in range(2))
    envs.reset(seed=1)
    same.reset(seed=1)
    for wrong in ([5, 5, 0], [5, 5], [5.0, 5.0, 5.0], [5, 5, 99]):
        with pytest.raises(BatchError):
            envs.step(np.array(wrong))
    legal = np.array([5, 6, 7])
    assert np.array_equal(envs.step(legal)[0], same.step(legal)[0])


def test_no_games_are_refused() -> None:
    with pytest.raises(BatchError, match="A batch holds 1 to 2,147,483,647 games, not 0"):
        gymnasium.make_vec(HANABI, num_envs=0)


# -- one game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", IDS)
def test_a_single_game_is_played_to_its_end(name: str) -> None:
    env = gymnasium.make(name, players=2)
    seen, info = env.reset(seed=3)
    rng = np.random.default_rng(3)
    total, over, action = np.zeros(2), False, 0
    while not over:
        acting = info["seat"]
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, truncated, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert reward == info["rewards"][acting]
        assert not truncated
        total += info["rewards"]
    assert not info["action_mask"].any()
    scores = env.unwrapped._games.batch.scores()[0]  # type: ignore[attr-defined]
    expected = [scores[0]] * 2 if name == HANABI else [scores[0] - scores[1], scores[1] - scores[0]]
    assert total.tolist() == expected
    with pytest.raises(BatchError, match="reset"):
        env.step(action)


def test_a_single_game_refuses_or_ends_at_an_illegal_action() -> None:
    env = gymnasium.make(HANABI)
    env.reset(seed=1)
    with pytest.raises(BatchError, match="not legal"):
        env.step(0)  # a discard while all clue tokens are there
    env.step(5)
    env = gymnasium.make(HANABI, illegal_reward=-7)
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(0)
    assert (reward, over) == (-7, True)


def test_a_single_game_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(HANABI, render_mode="human")
    env.reset(seed=1)
    env.step(5)
    assert capsys.readouterr().out.count("fireworks") == 2


@pytest.mark.parametrize("name", IDS)
def test_infos_have_past_actions_and_all_seats_where_asked_for(name: str) -> None:
    envs = gymnasium.make_vec(name, num_envs=4, past_actions=2, all_seats=True)
    seen, infos = envs.reset(seed=1)
    assert (infos["past_actions"] == -1).all()
    first = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
    seen, *_, infos = envs.step(first)
    assert infos["past_actions"].tolist() == [[action, -1] for action in first]
    assert np.array_equal(infos["all_seats"][:, 0], seen)
    assert infos["all_seats"].shape == (4, 2, seen.shape[1])
    _, plain = gymnasium.make_vec(name, num_envs=4).reset(seed=1)
    assert not {"past_actions", "all_seats"} & set(plain)


@pytest.mark.parametrize("name", IDS)
def test_one_game_has_the_same_infos_as_one_game_of_many(name: str) -> None:
    asked: Any = {"past_actions": 2, "all_seats": True}
    env, envs = gymnasium.make(name, **asked), gymnasium.make_vec(name, num_envs=1, **asked)
    _, infos = env.reset(seed=3)
    _, many = envs.reset(seed=3)
    for turn in range(12):
        for wanted in asked:
            assert np.array_equal(infos[wanted], many[wanted][0])
        action = np.flatnonzero(infos["action_mask"])[turn % 2 - 1]
        seen, *_, infos = env.step(action)
        *_, many = envs.step(np.array([action]))
        assert np.array_equal(infos["all_seats"][0], seen)
    with pytest.raises(BatchError, match="past actions"):
        gymnasium.make(name, past_actions=-1)
