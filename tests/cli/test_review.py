"""`hanamichi review`."""

from __future__ import annotations

import json
import os
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

from hanamichi.bots.worker_process import WorkerProcess
from hanamichi.cli.review_processes import received, review_seats
from hanamichi.cli.review_report import report_lines
from hanamichi.cli.translations import translations
from hanamichi.core import MatchRecord
from hanamichi.records import read_any, read_record
from hanamichi.review import Alternative, Curve, Moment, Review, ReviewError, SeatReview, Verdict
from hanamichi.review.history import history_of
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import run
from tests.cli.records import shorten
from tests.cli.regenerate_docs import FIXTURES


def played(folder: Path, preset: str, moves: int) -> str:
    """A file with a match of two bots that was abandoned after some moves."""
    file = folder / "game.json"
    table = ["--names", "Ana,Ben", "--bots", "all", "--bot", "novice", "--seed", "2"]
    result = run("play", preset, *table, "--save", str(file))
    assert result.exit_code == 0, result.output
    shorten(file, moves)
    return str(file)


def record_in(file: str) -> MatchRecord:
    return read_record(Path(file).read_bytes())


def test_every_player_is_reviewed_side_by_side_as_one_after_the_other(tmp_path: Path) -> None:
    file = played(tmp_path, "cocktail", 2)
    result = run("review", file, "--json")
    assert result.exit_code == 0, result.output
    found = msgspec.json.decode(result.stdout, type=Review)
    assert (found.game, found.preset, found.plies) == ("hanabi", "hanabi/cocktail", 2)
    assert [seat.seat for seat in found.seats] == [0, 1]
    for seat in (0, 1):
        alone = review_seats(record_in(file), [seat], None, "standard", lambda _: None)
        assert msgspec.json.encode(alone) == msgspec.json.encode([found.seats[seat]])
    lines = report_lines(record_in(file), found, translations("en"), reader=None)
    told = "\n".join(line.plain for line in lines)
    assert "\nAna " in told
    assert "\nBen " in told


def test_one_player_is_spoken_to(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game: dict[str, Any] = json.loads(FIXTURES.read_text("utf-8").splitlines()[1])
    game["actions"] = game["actions"][:3]
    game["actions"].append({"type": 4, "target": 0, "value": 10})
    game.pop("score", None)
    file.write_text(json.dumps(game), "utf-8")
    result = run("review", "-", "--seat", "p1", typed=[file.read_text("utf-8")])
    assert result.exit_code == 0, result.output
    assert "You played a card with a" in result.stdout
    result = run("review", str(file), "--seat", "p1", "--bots", "person,casual", "--lang", "de")
    assert "Du hast eine Karte gespielt" in result.stdout


def test_koikoi_is_reviewed_too(tmp_path: Path) -> None:
    file = played(tmp_path, "nintendo", 2)
    result = run("review", file, "--seat", "Ana")
    assert result.exit_code == 0, result.output
    assert "accuracy" in result.stdout
    assert "chance" in result.stdout


def invented(record: MatchRecord) -> Review:
    """A review in which every verdict occurs, with more than fits on a line."""
    history = history_of(record, 0)
    verdicts: tuple[Verdict, ...] = ("blunder", "mistake", "slip")
    legal = history.own[0].sight.legal
    actions = [msgspec.to_builtins(action) for action in legal]
    moments = tuple(
        Moment(
            ply=history.own[0].ply + place,
            action=actions[place],
            verdict=verdict,
            loss=1.25,
            error=0.11,
            alternatives=tuple(
                Alternative(action=action, value=20.5 - n, error=0.1)
                for n, action in enumerate(actions)
            ),
        )
        for place, verdict in enumerate(verdicts)
    )
    curve = Curve(name="expected", plies=tuple(range(99)), values=tuple(n / 5 for n in range(99)))
    seat = SeatReview(
        seat=0,
        accuracy=66.4,
        moments=moments,
        costliest=(moments[0].ply,),
        curves=(curve,),
        efficiency=1.5,
        required_efficiency=1.25,
    )
    return Review(game=record.game, depth="deep", plies=99, seats=(seat,))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_fits_in_80_columns(lang: str) -> None:
    record = read_any(FIXTURES.read_text("utf-8").splitlines()[4].encode())
    lines = [
        line.plain for line in report_lines(record, invented(record), translations(lang), reader=0)
    ]
    assert max(map(cell_len, lines)) < 80
    assert "−1.25 ± 0.11" in "\n".join(lines).replace(",", ".")
    comma = "." if lang == "en" else ","
    assert f"0{comma}0 → 19{comma}6" in "\n".join(lines)


def test_nothing_to_complain_about_is_said() -> None:
    record = read_any(FIXTURES.read_text("utf-8").splitlines()[4].encode())
    moment = Moment(ply=0, action={}, verdict="best")
    review = Review(
        game="hanabi", depth="standard", plies=1, seats=(SeatReview(seat=0, moments=(moment,)),)
    )
    lines = report_lines(record, review, translations("en"), reader=None)
    assert "  Nothing stands out. Well played!" in [line.plain for line in lines]


# -- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["--seat", "p3"], "cli/seat"),
        (["--seat", "Zoé"], "cli/seat"),
        (["--bots", "casual,casual,casual"], "cli/seat"),
        (["--bots", "nobody"], "bot/unknown"),
        (["--depth", "deepest"], "cli/usage"),
    ],
)
def test_a_wrong_option_is_refused(more: list[str], code: str, tmp_path: Path) -> None:
    result = run("review", played(tmp_path, "cocktail", 2), *more)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr


def test_a_record_that_does_not_hold_is_refused(tmp_path: Path) -> None:
    file = Path(played(tmp_path, "cocktail", 4))
    record: dict[str, Any] = json.loads(file.read_text("utf-8"))
    del record["abandoned"]
    for changes, code in [
        ({}, "review/unfinished"),
        ({"result": {"score": 25}}, "record/mismatch"),
        ({"moves": record["moves"][::-1]}, "record/impossible"),
        ({"game": "chess"}, "record/unsupported"),
    ]:
        file.write_text(json.dumps({**record, **changes}), "utf-8")
        result = run("review", str(file), "--json")
        assert result.exit_code == 2
        assert json.loads(result.stdout)["error"]["code"] == code
    assert "error[file/missing]" in run("review", str(tmp_path / "none.json")).stderr


def _dies(pipe: Connection) -> None:
    pipe.close()
    os._exit(3)


def test_a_process_that_dies_is_reported() -> None:
    process = WorkerProcess(_dies)
    with pytest.raises(ReviewError, match="ended with status 3") as failed:
        received(process)
    assert failed.value.code == "review/failed"
    process.close()
