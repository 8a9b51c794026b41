"""`python -m tests.soak`: parts run by name, and one page from the results of several machines."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests import soak
from tests.reliability.fault_proof import Survived
from tests.reliability.fuzz_frames import Frames
from tests.reliability.fuzz_http import Requests
from tests.reliability.kill_proof import Kills
from tests.reliability.leak_proof import Leaks
from tests.reliability.practice_proof import Practice
from tests.reliability.reliability_page import Run


def results() -> dict[str, object]:
    """A result of every part."""
    kills = Kills("SQLite", 100, 27, 7, 50, 1234567, 3, 900, 80, 6.4, 10.6)
    return {
        "kills/SQLite": kills,
        "kills/PostgreSQL": msgspec.structs.replace(kills, database="PostgreSQL"),
        "several": None,
        "faults": [Survived("no file can grow", 5, 6, 650, 47), Survived("a bad line", 1)],
        "frames": Frames(),
        "flood": {"frame/too-many": 2, "ack": 1},
        "wire": 31,
        "http": Requests(),
        **{f"leaks/{preset}": Leaks(preset) for preset in soak.PRESETS},
        **{f"practice/{preset}": Practice(preset) for preset in soak.PRESETS},
    }


def write(file: Path, machine: str, parts: dict[str, object]) -> Path:
    run = Run(date="2026-11-16", minutes=20, machine=machine, parts=parts)
    file.write_bytes(msgspec.json.encode(run))
    return file


def test_one_machine_writes_the_page(tmp_path: Path) -> None:
    file, target = write(tmp_path / "a.json", "2 cores", results()), tmp_path / "page.md"
    soak.main(["merge", str(file), "--page", str(target)])
    text = target.read_text("utf-8")
    assert (
        "*Run on 2026-11-16, 20 minutes, server and clients together on one machine: 2 cores.*"
        in text
    )
    assert "| 1,234,567 | 1,234,567 |" in text
    assert "{" not in text


def test_the_page_says_which_machine_ran_what(tmp_path: Path) -> None:
    parts = results()
    small = write(tmp_path / "a.json", "2 cores", {**parts, "wire": 1})
    large = write(tmp_path / "b.json", "16 cores", {"wire": 2, "kills/PostgreSQL": None})
    target = tmp_path / "page.md"
    soak.main(["merge", str(small), str(large), "--page", str(target)])
    text = target.read_text("utf-8")
    assert "- 2026-11-16, 20 minutes, 2 cores: kills (SQLite, PostgreSQL), several, faults" in text
    assert "- 2026-11-16, 20 minutes, 16 cores: wire\n" in text
    assert "2 connections broke HTTP" in text


def test_a_page_needs_every_part(tmp_path: Path) -> None:
    file = write(tmp_path / "a.json", "2 cores", {"wire": 1})
    with pytest.raises(SystemExit, match="no machine has run: kills/SQLite, "):
        soak.main(["merge", str(file), "--page", str(tmp_path / "page.md")])
    assert not (tmp_path / "page.md").exists()


def test_parts_run_by_name(tmp_path: Path) -> None:
    file = tmp_path / "results" / "a.json"
    soak.main(["run", "leaks/koikoi/nintendo", "--scale", "0.01", "--results", str(file)])
    run = msgspec.json.decode(file.read_bytes(), type=Run)
    assert run.parts["leaks/koikoi/nintendo"]["games"] == 2
    assert "Python" in run.machine


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["run", "nothing"])
    assert "no such part: nothing" in capsys.readouterr().err
