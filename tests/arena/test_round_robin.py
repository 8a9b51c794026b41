"""Round robins: who meets whom, the matrix, the standings, and the files of a report."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hanamichi.arena import ArenaError, Report, plan, run
from hanamichi.arena.csv_table import COLUMNS, PLACE_COLUMNS
from hanamichi.arena.tournament import pairings
from hanamichi.cli.arena_command import arena_command
from hanamichi.cli.arena_page import arena_page
from hanamichi.cli.arena_report import report_lines
from hanamichi.cli.heat_colours import contrast, heat_of
from tests.cli.play_scripts import run as command

FIRST = "tests.arena.failing_bots:First"


@pytest.fixture(scope="module")
def teams() -> Report:
    bots = [["random", "novice", FIRST]]
    return run(plan("hanabi/online", bots, games=4, seed=1, round_robin=True), workers=1)


@pytest.fixture(scope="module")
def duels() -> Report:
    bots = [["random"], ["novice"], [FIRST]]
    options = {"rounds": 2}
    tournament = plan("koikoi/nintendo", bots, games=4, seed=1, options=options, round_robin=True)
    return run(tournament, workers=1)


def test_who_meets_whom() -> None:
    assert pairings("abc", 2, cooperative=False) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairings("ab", 2, cooperative=True) == [("a", "a"), ("a", "b"), ("b", "b")]
    assert pairings("ab", 3, cooperative=True) == [
        ("a", "a", "a"),
        ("a", "b", "b"),
        ("b", "a", "a"),
        ("b", "b", "b"),
    ]


@pytest.mark.parametrize("bots", [["random"], ["random", "random"], []])
def test_a_round_robin_needs_different_bots(bots: list[str]) -> None:
    with pytest.raises(ArenaError) as refusal:
        plan("hanabi/online", [bots], games=1, seed=0, round_robin=True)
    assert refusal.value.code == "arena/lineup"


def test_cross_play_of_teams(teams: Report) -> None:
    found = teams.round_robin
    assert found is not None
    by_lineup = {each.lineup: each for each in teams.lineups}
    assert found.bots == ("random", "novice", FIRST)
    for row, cells in zip(found.bots, found.matrix, strict=True):
        for column, cell in zip(found.bots, cells, strict=True):
            names = [row] if row == column else sorted((row, column), key=found.bots.index)
            assert cell is not None
            assert cell.mean == by_lineup[",".join(names)].mean
            assert cell.win_share is None
    best = found.standings[0]
    assert [each.mean for each in found.standings] == sorted(
        (each.mean for each in found.standings), reverse=True
    )
    assert best.rating is None
    novice = next(each for each in found.standings if each.bot == "novice")
    assert novice.self_play == by_lineup["novice"].mean > 5


def test_opponents_get_ratings(duels: Report) -> None:
    found = duels.round_robin
    assert found is not None
    for row in range(3):
        assert found.matrix[row][row] is None
        for column in range(row):
            one, other = found.matrix[row][column], found.matrix[column][row]
            assert one is not None
            assert other is not None
            assert one.mean == -other.mean
            assert one.stderr == other.stderr
    assert sum(each.rating or 0.0 for each in found.standings) == pytest.approx(0, abs=1e-6)
    for each in found.standings:
        assert each.rating is not None
        assert each.rating_interval is not None
        assert each.rating_interval[0] <= each.rating <= each.rating_interval[1]


@pytest.mark.parametrize("which", ["teams", "duels"])
def test_the_colours_of_the_matrix_can_be_read(which: str, request: pytest.FixtureRequest) -> None:
    found = request.getfixturevalue(which).round_robin
    heats = [heat for row in heat_of(found) for heat in row if heat is not None]
    assert len(heats) == (9 if which == "teams" else 6)
    assert all(contrast(heat.ground, heat.text) >= 4.5 for heat in heats)


class Elements(HTMLParser):
    """The elements of a page, checked for being closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("which", ["teams", "duels"])
def test_the_page_is_whole_and_loads_nothing(which: str, request: pytest.FixtureRequest) -> None:
    report = request.getfixturevalue(which)
    text = arena_page(report)
    page = Elements()
    page.feed(text)
    assert page.open == []
    tags = [tag for tag, _ in page.seen]
    assert not {"script", "link", "img", "iframe"} & set(tags)
    assert not re.search(r"https?:|url\(|@import", text)
    assert ("html", {"lang": "en"}) in page.seen
    for tag, attributes in page.seen:
        if tag == "th":
            assert attributes.get("scope") in ("row", "col")
        if tag == "svg":
            assert attributes["aria-label"]
    assert arena_command(report.tournament) in text.replace("&#x27;", "'")
    for bot in report.round_robin.bots:
        assert bot in text


def test_a_hostile_name_stays_text() -> None:
    from hanamichi.cli.html_elements import bars, facts, matrix, table

    name = '<script>alert("1")</script>'
    parts = (
        table([name], [[name, name]], name),
        matrix([name], [["<td></td>"]], name),
        bars({name: 1}, name),
        facts({name: name}),
    )
    assert all("<script" not in part and '"1"' not in part for part in parts)


def test_the_command_plays_the_same_tournament(teams: Report, duels: Report) -> None:
    assert arena_command(duels.tournament) == (
        f"hanamichi arena koikoi/nintendo --bots random,novice,{FIRST} --round-robin --players 2 "
        "--games 4 --seed 1 --set rounds=2"
    )
    assert "--set" not in arena_command(teams.tournament)


@pytest.mark.parametrize("which", ["teams", "duels"])
def test_the_printed_matrix_fits_a_terminal(which: str, request: pytest.FixtureRequest) -> None:
    lines = [line.plain for line in report_lines(request.getfixturevalue(which))]
    assert max(map(len, lines)) < 80
    assert any(line.startswith(" 2  novice") for line in lines)


def test_the_files_of_a_tournament(tmp_path: Path) -> None:
    result = command(
        *("arena", "online", "--bots", "random,novice", "--round-robin", "--games", "2"),
        *("--csv", str(tmp_path / "games.csv"), "--html", str(tmp_path / "page.html")),
        *("--records", str(tmp_path / "records"), "--workers", "1", "--json"),
        *("--set", "first_seat=p2"),
    )
    assert result.exit_code == 0, result.output
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "first_seat=p2, " in page
    assert "hand_size=none, " in page
    found = json.loads(result.stdout)
    assert found["round_robin"]["bots"] == ["random", "novice"]
    with (tmp_path / "games.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == [*COLUMNS, *(f"{name}_{n}" for n in (1, 2) for name in PLACE_COLUMNS)]
    assert len(rows) == 6
    assert [row["seat_1"] for row in rows if row["line_up"] == "2"] == ["0", "1"]
    assert all(row["score_1"] == row["score_2"] == row["value"] for row in rows)
    assert len(list((tmp_path / "records").iterdir())) == 6
    assert "</html>" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_a_file_that_cannot_be_written_is_refused_before_any_game(option: str) -> None:
    result = command("arena", "online", "--bots", "random", option, "/no/such/folder/file")
    assert result.exit_code == 2
    assert "error[file/unwritable]" in result.stderr
