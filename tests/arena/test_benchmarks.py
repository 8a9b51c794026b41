"""The benchmarks run, and compare like with like."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import (
    batch_engines,
    gpu,
    report_page,
    research,
    train_contestants,
    train_rate,
    vector,
)
from hanamichi.batch import make_batch

ROOT = Path(__file__).parent.parent.parent


def steps_per_game(players: int) -> float:
    """How long a random game of ours is."""
    batch = make_batch("hanabi/online", players, games=2000, threads=1)
    batch.random_steps(100)  # long enough that games are at any point
    return 2000 * 300 / float(batch.random_steps(300))


@pytest.mark.parametrize("players", [2, 5])
def test_random_games_have_the_same_length_in_open_spiel(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this Python")
    games: list[int] = []

    def fixed(chunk: object, _: object) -> batch_engines.Burst:
        assert callable(chunk)

        def burst(_: float) -> tuple[int, float]:
            games.extend(chunk() for _ in range(400))
            return sum(games), 1.0

        return burst

    monkeypatch.setattr(batch_engines, "repeated", fixed)
    for mode, burst in batch_engines.open_spiel(players, time.process_time).items():
        games.clear()
        burst(0.0)
        assert sum(games) / len(games) == pytest.approx(steps_per_game(players), rel=0.06), mode


def test_our_kernels_run_timed_bursts() -> None:
    program = subprocess.run(
        [sys.executable, "-m", "benchmarks.batch_engines", "hanabi", "2", "cpu"],
        cwd=ROOT,
        input="none 0.01\npacked 0.01\nuint8 0.01\n",
        capture_output=True,
        text=True,
        check=True,
    )
    hello, *bursts = program.stdout.splitlines()
    assert hello.startswith('{"ready": ')
    assert len(bursts) == 3


def test_vector_environments_are_measured_beside_each_other() -> None:
    rates = vector.measured(games=4, rounds=1, seconds=0.01)
    assert {vector.OURS, vector.ONE_BY_ONE} <= set(rates)
    assert all(rate > 0 for rate in rates.values())
    first, _, ours, *_ = vector.report({4: rates}, 1, 0.01)
    assert first.count("|") == ours.count("|")
    assert ours.startswith(f"| {vector.OURS} | 4 | ")
    assert ours.endswith("| 1.0 |")


def test_one_run_measures_single_games_many_games_and_training(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def done(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command[2:])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", done)
    for torch in (None, "here"):
        monkeypatch.setattr(research, "find_spec", lambda _, torch=torch: torch)
        monkeypatch.setattr(sys, "argv", ["research", "--minutes", "2", "--write"])
        research.main()
    games = [
        [f"benchmarks.{name}", "--rounds", "5", "--write"] for name in ("single_game", "vector")
    ]
    training = ["benchmarks.train_rate", "--minutes", "2.0", "--device", "cpu", "--write"]
    assert ran == [*games, *games, training]
    assert "PyTorch is not installed" in capsys.readouterr().err


def test_a_peer_that_is_not_installed_is_reported() -> None:
    if find_spec("jaxmarl"):
        pytest.skip("it is here")
    program = subprocess.run(
        [sys.executable, "-m", "benchmarks.batch_engines", "jaxmarl", "2", "cpu"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert program.stdout == '{"missing": "No module named \'jax\'"}\n'


def test_without_a_gpu_the_benchmark_refuses() -> None:
    cuda = pytest.importorskip("numba.cuda")
    if cuda.is_available():
        pytest.skip("this machine has a GPU")
    program = subprocess.run(
        [sys.executable, "-m", "benchmarks.gpu"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert program.returncode == 2
    assert program.stderr.startswith("There is nothing to measure here: ")
    assert len(program.stderr.splitlines()) == 1


def test_a_peer_is_compared_at_its_best_batch_size_and_each_size_is_reported() -> None:
    rates = {8192: 11e6, 131_072: 25e6, 262_144: 20e6}
    peer = [gpu.Speed("JaxMARL", "hanabi", 2, "none", size, rate) for size, rate in rates.items()]
    assert gpu.fastest(peer) == [peer[1]]
    mine = [
        gpu.Speed("Hanamichi", "hanabi/online", 2, "none", 1 << 20, 2.5e9),
        gpu.Speed("Hanamichi", "hanabi/online", 2, "packed", 1 << 20, 1e9, 88e9, 4e12),
        gpu.Speed("Hanamichi", "hanabi/online", 2, gpu.UNPACKING, 1 << 20, 4e9, 3e12, 4e12),
    ]
    lines = list(gpu.table([*mine, *peer]))
    assert [line.split("|")[-2].strip() for line in lines[2:]] == ["100", "", "", ""]
    assert [line for line in lines if "JaxMARL, hanabi" in line] == [
        "| JaxMARL, hanabi | 2 | none | 131,072 | 25,000,000 |  |  |"
    ]
    steps = [gpu.StepRate(check=False, games=4096, steps_per_second=5e6)]
    said = "\n".join(gpu.verdicts([*mine, *peer], steps))
    assert "8,192 games 11.0, 131,072 games 25.0, 262,144 games 20.0" in said
    assert "unpacking alone, 2 players: 75% of a plain fill, wanted 60%: reached" in said


def test_what_is_compiled_first_is_not_measured() -> None:
    calls = iter([60.0])
    clock = [0.0]

    def chunk() -> int:
        clock[0] += next(calls, 0.1)  # the first call compiles for a minute
        return 10

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "perf_counter", lambda: clock[0])
        assert gpu.rate(chunk, 1.0) == pytest.approx(100.0, rel=0.15)


def test_a_report_is_written_between_its_markers(tmp_path: Path) -> None:
    file = tmp_path / "benchmarks.md"
    file.write_text(
        "# A\n<!-- one: begin -->\nold\n<!-- one: end -->\n<!-- two: begin -->\nx", "utf-8"
    )
    report_page.write("one", "new", file)
    expected = "# A\n<!-- one: begin -->\n\nnew\n\n<!-- one: end -->\n<!-- two: begin -->\nx"
    assert file.read_text("utf-8") == expected
    with pytest.raises(SystemExit, match="lost its markers"):
        report_page.write("two", "new", file)
    assert file.read_text("utf-8") == expected


@pytest.mark.parametrize("section", ["reference-engine", "batch-peers", "gpu"])
def test_the_page_has_every_section(section: str) -> None:
    text = report_page.PAGE.read_text("utf-8")
    assert text.count(f"<!-- {section}: begin -->") == text.count(f"<!-- {section}: end -->") == 1


def test_trainings_are_reported_side_by_side_the_latest_of_each(tmp_path: Path) -> None:
    def line(who: str, score: float) -> str:
        return json.dumps(
            {
                "who": who,
                "players": 2,
                "device": "cuda",
                "minutes": 10.0,
                "games": 1000,
                "date": "2026-11-18",
                "ready": 60.0,
                "steps": 1_200_000,
                "seconds": 600.0,
                "greedy": [score, 0.1],
                "sampled": [score - 1, 0.1],
                "games_at_a_time": 8192,
                "parameters": 1000,
                "machine": "a GPU",
                "versions": "all",
                "curve": [],
            }
        )

    file = tmp_path / "results.jsonl"
    assert train_rate.kept(file) == []
    file.write_text(
        "\n".join([line("jaxmarl", 3.0), line("ours", 1.0), line("ours", 4.0)]), "utf-8"
    )
    rows = [row for row in train_rate.report(train_rate.kept(file)) if row.startswith("| 2 ")]
    begin = "| 2 | cuda | 10 min |"
    assert rows == [
        f"{begin} `examples/train_ppo.py` | 1.2 M | 2,000 | 4.00 ± 0.10 | 3.00 ± 0.10 |",
        f"{begin} JaxMARL, IPPO | 1.2 M | 2,000 | 3.00 ± 0.10 | 2.00 ± 0.10 |",
    ]
    page = train_rate.PAGE.read_text("utf-8")
    assert page.count("<!-- train-rate: begin -->") == page.count("<!-- train-rate: end -->") == 1


def test_a_training_says_how_it_ended() -> None:
    """Asked for a device that is none, our example refuses."""
    asked = train_contestants.Settings("tpu", 2, 0.01, 1, 2, 1, "", "")
    with pytest.raises(SystemExit, match=r"examples/train_ppo.py. ended with status 1"):
        train_rate.trained("ours", asked)
