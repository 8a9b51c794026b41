"""`hanamichi arena` as people and programs use it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Terminal

ROOT = Path(__file__).parent.parent.parent
TIMEOUT_SECONDS = 300
"""Enough for a busy machine."""
COMMAND = [sys.executable, "-m", "hanamichi", "arena"]


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


def json_of(*arguments: str) -> dict[str, Any]:
    result = arena(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    assert result.stderr == "", "only the JSON is printed"
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if not k.startswith("seconds")}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def test_json_of_a_team() -> None:
    found = json_of("online", "--bots", "casual/random", "--games", "10", "--seed", "1")
    assert found["preset"] == "hanabi/online"
    assert (found["games"], found["players"], found["seed"]) == (10, 2, 1)
    assert found["mean"] > 10
    assert found["stderr"] > 0
    assert found["perfect"] == 0.0
    assert found["seconds_per_move"] > 0
    assert [each["lineup"] for each in found["lineups"]] == ["casual", "random"]
    assert found["lineups"][0]["mean"] == found["mean"]
    assert found["differences"][0]["of"] == "random"
    assert found["differences"][0]["mean"] == pytest.approx(-found["mean"])


def test_json_of_a_duel() -> None:
    found = json_of("nintendo", "--bots", "regular,random", "--games", "6", "--set", "rounds=3")
    assert found["perfect"] is None
    assert found["options"]["rounds"] == 3
    duel = found["duel"]
    assert duel["wins"] + duel["draws"] + duel["losses"] == found["games"] == 6
    assert 0 <= duel["win_interval"][0] <= duel["win_share"] <= duel["win_interval"][1] <= 1
    assert duel["decided"] == duel["wins"] + duel["losses"]
    assert [pace["bot"] for pace in found["paces"]] == ["regular", "random"]


def test_the_printed_report_of_a_team() -> None:
    result = arena(
        "online", "--bots", "casual", "--bots", "tests.arena.failing_bots:Crasher", "--games", "3"
    )
    assert result.returncode == 0
    assert result.stderr == "", "no progress bar in a pipe"
    page = result.stdout
    assert page.startswith("hanabi/online, 2 players, 3 games of each line-up, seed 0\n")
    for part in ("mean ± s.e.", "perfect games", "time per move", "on the same decks", "scores of"):
        assert part in page
    assert "crashed in 3 games, first in game 0" in page
    assert "ZeroDivisionError: division by zero on purpose" in page.replace("\n ", "")
    assert max(map(len, page.splitlines())) < 80


def test_the_printed_report_of_a_duel() -> None:
    page = arena("nintendo", "--bots", "regular,random", "--games", "4").stdout
    for part in ("lead ± s.e.", "won–drawn–lost", "share of decided (95 %)", "leads of"):
        assert part in page


def test_output_of_a_bot_does_not_reach_the_json() -> None:
    result = arena(
        "online", "--bots", "tests.arena.failing_bots:Chatterbox", "--games", "2", "--json"
    )
    assert json.loads(result.stdout)["games"] == 2
    assert "let me see" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["hanabi/none", "--bots", "random"], "options/preset"),
        (["online"], "cli/usage"),
        (["online", "--bots", "nobody"], "bot/unknown"),
        (["online", "--bots", "random", "--games", "none"], "cli/usage"),
        (["online", "--bots", "random", "--games", "-1"], "arena/invalid"),
        (["online", "--bots", "random", "--workers", "0"], "arena/invalid"),
        (["online", "--bots", "random", "--set", "errors=many"], "options/invalid"),
        (["online", "--bots", "random", "--ray", "nowhere"], "arena/ray"),
        (["online", "--bots", "random", "--save", "/no/such/folder/games"], "arena/file"),
        (["online", "--bots", "random", "--save", os.devnull], "arena/file"),
    ],
)
def test_bad_input_gives_one_line_and_an_error_code(arguments: list[str], code: str) -> None:
    result = arena(*arguments, "--json")
    assert result.returncode == 2
    assert result.stderr.startswith(f"error[{code}]: ")
    assert len(result.stderr.splitlines()) == 1
    assert json.loads(result.stdout)["error"]["code"] == code


def test_a_progress_bar_is_shown() -> None:
    with Terminal("arena", "online", "--bots", "casual", "--games", "20") as terminal:
        assert terminal.finish() == 0
    assert "/20" in terminal.raw
    assert "━" in terminal.raw
    assert "scores of casual" in terminal.screen.text


def test_after_ctrl_c_the_same_command_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["online", "--bots", "tests.arena.failing_bots:Gated", "--games", "30"]
    command += ["--workers", "2", "--save", str(tmp_path / "games.jsonl"), "--json"]
    monkeypatch.setenv("HANAMICHI_BOT_FOLDER", str(tmp_path))
    program = subprocess.Popen(
        [*COMMAND, *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + TIMEOUT_SECONDS
    games = tmp_path / "games.jsonl"
    while not games.exists() or games.read_bytes().count(b"\n") <= 5:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does: the workers get it too
    output, errors = program.communicate(timeout=TIMEOUT_SECONDS)
    assert program.returncode == 130
    assert output == ""
    last = errors.splitlines()[-1]  # a worker that was just starting may complain before it
    assert last.startswith("Stopped after ")
    assert last.endswith(" of 30 games; the same command goes on from there.")
    kept = len((tmp_path / "games.jsonl").read_bytes().splitlines()) - 1
    assert 5 <= kept < 30

    (tmp_path / "go").touch()
    resumed = json_of(*command[:-1])
    (tmp_path / "games.jsonl").unlink()
    assert timeless(resumed) == timeless(json_of(*command[:-1]))
