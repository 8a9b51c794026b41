"""The calls that XLA makes play as batches do; with JAX installed, so do its pure functions."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from hanamichi.batch import make_batch
from hanamichi.batch.cpu_batch import Spec
from hanamichi.envs import xla_calls as x

PRESETS = ["hanabi/online", "koikoi/nintendo"]


class Frame:
    """A frame as XLA makes it, for arrays of ours."""

    def __init__(self, arguments: list[Any], results: list[Any]) -> None:
        self._kept: list[Any] = [arguments, results]
        words = [0] * x.F_WORDS
        words[x.F_ARGUMENTS] = self._buffers(arguments)
        words[x.F_RESULTS] = self._buffers(results)
        self.address = self._words(words)

    def _words(self, words: list[int]) -> int:
        array = np.array(words, np.int64)
        self._kept.append(array)
        return int(array.ctypes.data)

    def _buffers(self, arrays: list[Any]) -> int:
        buffers = []
        for array in arrays:
            words = [0] * x.B_WORDS
            words[x.B_DATA], words[x.B_AXES] = array.ctypes.data, array.ndim
            words[x.B_SHAPE] = self._words(list(array.shape))
            buffers.append(self._words(words))
        return self._words(buffers)


def results_for(spec: Spec, games: int) -> list[Any]:
    words = -(-spec.observation_bits // 64)
    return [
        np.zeros((games, spec.row_cells), spec.row_type),
        np.zeros((games, 8), np.uint8),
        np.zeros(games, np.int32),
        np.zeros((games, spec.actions), np.uint8),
        np.zeros((games, 8 * words), np.uint8),
        np.zeros((games, spec.sides), np.int32),
    ]


def test_the_calls_play_as_a_batch() -> None:
    """Of one game, since they are compiled each time: the code is the same for both."""
    games, preset = 5, "koikoi/nintendo"
    batch = make_batch(preset, games=games, seed=3)
    spec, rng = batch.spec, np.random.default_rng(1)
    deal, step = x.calls(spec.cpu_kernels, np.dtype(spec.row_type).type)
    sizes = np.broadcast_to(x.sizes_of(spec), (games, 5)).copy()
    vectors = np.broadcast_to(spec.vector, (games, len(spec.vector))).copy()
    starts = np.broadcast_to(spec.template(), (games, spec.row_cells)).copy()
    counters = make_batch(preset, games=games, seed=3)._rng  # as after its deal
    batch._rng[:] = counters
    batch.reset()
    before = counters.view(np.uint8).reshape(games, 8)
    results = results_for(spec, games)
    assert deal.ctypes(Frame([before, sizes, vectors, starts], results[:5]).address) == 0
    for _ in range(40):
        rows, counters, seats, masks, seen, _ = results
        assert np.array_equal(rows, batch.rows)
        assert np.array_equal(seats, batch.to_act())
        assert np.array_equal(masks, batch.legal_mask())
        assert np.array_equal(seen.view(np.uint64), batch.observe())
        legal = [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        actions = np.array(legal, np.int32)
        actions[rng.integers(games)] = -1  # ignored
        results = results_for(spec, games)
        arguments = [counters, sizes, vectors, rows, actions]
        assert step.ctypes(Frame(arguments, results).address) == 0
        assert np.array_equal(results[5], batch.step(actions, check=False))


@pytest.mark.parametrize(("theirs", "told"), [(3 << 32, 3 << 32), (1 | 2 << 32, -1)])
def test_xla_is_told_the_version_only_if_its_layout_is_known(theirs: int, told: int) -> None:
    """The lower half of the word is the major version."""
    spec = make_batch("koikoi/nintendo", games=1).spec
    deal, _ = x.calls(spec.cpu_kernels, np.dtype(spec.row_type).type)
    api, metadata = np.zeros(8, np.int64), np.zeros(8, np.int64)
    extension, frame = np.zeros(8, np.int64), np.zeros(x.F_WORDS, np.int64)
    api[x.A_VERSION] = theirs
    extension[x.E_TYPE], extension[x.E_METADATA] = x.METADATA, metadata.ctypes.data
    frame[x.F_EXTENSION], frame[x.F_API] = extension.ctypes.data, api.ctypes.data
    assert deal.ctypes(frame.ctypes.data) == 0
    assert metadata[x.M_VERSION] == told


def test_without_jax_the_import_says_what_to_install() -> None:
    program = "import sys; sys.modules['jax'] = None; import hanamichi.envs.jax_env"
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "ImportError: hanamichi.envs.jax_env needs JAX: pip install jax" in run.stderr


# -- where JAX is installed --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        *((preset, {}) for preset in PRESETS),
        ("hanabi/online", {"special_suits": ["pink"], "half_tokens": True}),
    ],
)
def test_pure_functions_play_as_a_batch(preset: str, options: dict[str, Any]) -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    from hanamichi.envs.jax_env import make

    games = 20
    env = make(preset, options=options)
    keys = jax.random.split(jax.random.key(1), games)
    seen, state = jax.jit(jax.vmap(env.reset))(keys)
    batch = make_batch(preset, games=games, options=options)
    batch.rows[:] = np.asarray(state.row).view(batch.rows.dtype)
    batch._rng[:] = np.asarray(state.counter).view(np.uint64)[:, 0]
    step = jax.jit(jax.vmap(env.step_env))
    rng = np.random.default_rng(1)
    for _ in range(60):
        masks = batch.legal_mask()
        assert np.array_equal(masks, state.action_mask)
        assert np.array_equal(batch.to_act(), state.seat)
        assert np.array_equal(batch.observe(form="uint8"), seen)
        actions = np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])
        gains = batch.step(actions)
        seen, state, rewards, over, _ = step(state, actions)
        lead = gains[:, 0] if gains.shape[1] == 1 else gains[:, 0] - gains[:, 1]
        assert np.array_equal(rewards[:, 0], lead)
        assert np.array_equal(over, batch.done)


def test_states_of_other_tables_and_of_many_games_are_refused() -> None:
    """Kernels read a state as it lies in memory: the wrong one would end the process."""
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    from hanamichi.envs.jax_env import make

    key = jax.random.key(1)
    env, other, larger = make("hanabi/online"), make("koikoi/nintendo"), make("hanabi/online", 5)
    _, state = env.reset(key)
    wrong: list[Any] = [
        other.reset(key)[1],
        larger.reset(key)[1],
        jax.vmap(env.reset)(jax.random.split(key, 4))[1],
        state._replace(row=state.row[:10]),
        state._replace(row=state.row.astype(float)),
        state._replace(counter=state.counter[:2]),
        tuple(state),
    ]
    for each in wrong:
        with pytest.raises(ValueError, match=r"no state of one game|what reset\(\) gives"):
            env.step(key, each, 5)


def test_an_ended_game_is_dealt_again_from_the_key() -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    from hanamichi.envs.jax_env import make

    env = make("hanabi/online", 3, {"errors": 1})
    _, state = env.reset(jax.random.key(1))
    step = jax.jit(env.step)
    for key in jax.random.split(jax.random.key(2), 30):
        seen, state, _, over, infos = step(key, state, 5)  # plays its first card
        if over:
            break
    else:
        raise AssertionError("thirty cards were played without an error")
    assert infos["seat"] == -1
    fresh_seen, fresh = env.reset(key)
    assert np.array_equal(seen, fresh_seen)
    assert all(np.array_equal(one, other) for one, other in zip(state, fresh, strict=True))
    with pytest.raises(ValueError, match=r"jax\.vmap acts in many"):
        env.step_env(state, np.zeros(3, int))
    for wrong in (0.5, np.float32(1), True):
        with pytest.raises(ValueError, match="one whole number, not"):
            env.step_env(state, wrong)


def test_on_a_gpu_the_calls_are_registered_there_or_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    jax = pytest.importorskip("jax", reason="JAX is not installed here")
    from hanamichi.envs import jax_env

    def register(name: str, _: object, platform: str) -> None:
        registered.append((name, platform))

    registered: list[tuple[str, str]] = []
    env, key = jax_env.make("koikoi/nintendo"), jax.random.key(1)
    env.reset(key)
    monkeypatch.setattr(jax.ffi, "register_ffi_target", register)
    monkeypatch.setattr(jax_env, "_cuda_is_default", lambda: True)
    monkeypatch.setattr(jax_env, "cuda_is_there", lambda: False)
    monkeypatch.setattr(jax_env, "_registered_for_cuda", jax_env._registered_for_cuda.__wrapped__)
    with pytest.raises(RuntimeError, match=r"hanamichi\[cuda\].*JAX_PLATFORMS=cpu"):
        env.reset(key)
    with jax.default_device(jax.devices("cpu")[0]):
        env.reset(key)
    assert not registered
    monkeypatch.setattr(jax_env, "cuda_is_there", lambda: True)
    monkeypatch.setattr(jax_env, "loaded_calls", x.calls)
    env.reset(key)
    names = [f"hanamichi_KoiKoiTable_{what}" for what in ("deal", "step")]
    assert registered == [(name, "CUDA") for name in names]
