"""The training of the Hanabi network: it resumes exactly, refuses what is damaged, and exports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hanamichi.bots.hanabi.network.policy_network import read_network
from training.checkpoints import MOST_BYTES, Checkpoint, CheckpointError
from training.checkpoints import read_checkpoint as read
from training.checkpoints import write_checkpoint as write

ROOT = Path(__file__).parents[2]


def train(out: Path, *arguments: str, refused: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the program at a tiny scale on the CPU."""
    small = "--games 16 --steps 8 --minibatch 64 --width 16 --critic-width 16 --total-steps 1024"
    run = subprocess.run(
        [
            *(sys.executable, "-m", "training.train_hanabi", "--device", "cpu", "--out", str(out)),
            *small.split(),
            *("--measured-games", "8", "--every", "1000"),
            *arguments,
        ],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1", "TORCHDYNAMO_DISABLE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode == 0) != refused, run.stderr
    return run


def test_two_and_two_updates_equal_four(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed here")
    every = ["--past", "9", "--card-memory", "--exchanged", "0.5"]
    train(tmp_path / "whole", "--updates", "4", *every)
    train(tmp_path / "halves", "--updates", "2", *every)
    train(tmp_path / "halves", "--updates", "2", "--resume")
    whole, halves = (read(tmp_path / name) for name in ("whole", "halves"))
    assert whole.arrays.keys() == halves.arrays.keys()
    for name, array in whole.arrays.items():
        assert array.tobytes() == halves.arrays[name].tobytes(), name
    assert whole.settings["updates"] == halves.settings["updates"] == 4
    assert whole.settings["curve"][-1]["score"] == halves.settings["curve"][-1]["score"]
    assert [point["updates"] for point in halves.settings["curve"]] == [2, 4]
    assert "stays so" in train(tmp_path / "halves", "--resume", "--width", "8", refused=True).stderr
    assert "--resume it" in train(tmp_path / "halves", refused=True).stderr
    assert read_network(tmp_path / "halves" / "two_players.npz").card_memory


def test_what_is_trained_is_read_by_the_bots(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed here")
    said = train(tmp_path, "--updates", "1", "--past", "40").stdout
    assert "% perfect" in said
    network = read_network(tmp_path / "two_players.npz")
    assert network.past == 40


def test_a_training_begins_with_a_policy_and_more_inputs(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed here")
    policy = ROOT / "src/hanamichi/bots/hanabi/network/two_players.npz"
    begin = ["--begin", str(policy), "--updates", "0", "--width", "512", "--measured-games", "64"]
    train(tmp_path / "more", *begin, "--card-memory", "--past", "12")
    assert read(tmp_path / "more").settings["curve"][0]["score"] > 23
    assert read_network(tmp_path / "more" / "two_players.npz").past == 12
    assert "needs --past 8 --card-memory" in train(tmp_path / "less", *begin, refused=True).stderr


def example(size: int) -> Checkpoint:
    return Checkpoint({"updates": 3}, {"weights": np.arange(size, dtype=np.uint8)})


def test_a_large_checkpoint_is_several_files_and_all_are_needed(tmp_path: Path) -> None:
    large = Checkpoint({"name": "é"}, {"weights": np.zeros(2 * MOST_BYTES, np.uint8)})
    write(tmp_path, 1, example(10))
    files = write(tmp_path, 2, large)
    assert sorted(tmp_path.iterdir()) == files
    assert len(files) == 3
    assert all(path.stat().st_size <= MOST_BYTES for path in files)
    assert read(tmp_path).settings == large.settings
    assert np.array_equal(read(tmp_path).arrays["weights"], large.arrays["weights"])
    changed = files[1].read_bytes()
    files[1].write_bytes(changed[:-1] + b"x")
    with pytest.raises(CheckpointError, match="after 2 updates is damaged"):
        read(tmp_path)
    files[1].unlink()
    with pytest.raises(CheckpointError, match="of the 3 files after 2 updates, 2 is missing"):
        read(tmp_path)


def test_an_unfinished_checkpoint_leaves_the_one_before(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no checkpoint in"):
        read(tmp_path)
    files = write(tmp_path, 2, example(10))
    (tmp_path / "checkpoint-00000009.1-of-2").write_bytes(files[0].read_bytes())
    assert read(tmp_path).arrays["weights"].tolist() == list(range(10))
