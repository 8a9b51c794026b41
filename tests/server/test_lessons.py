"""Lessons: real rules, stacked cards, and take-backs of unexpected moves. And hints."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from hanamichi.catalog import preset_by_id
from hanamichi.server.live.hints import adviser
from hanamichi.server.table.lessons import LESSONS
from hanamichi.server.table.state import Table
from tests.server.live import Person, live, person, running


def at_once(_pace: str) -> float:
    return 0.0


async def begun(ann: Person, lesson: str) -> str:
    answer = await ann.request("POST", f"/api/lessons/{lesson}")
    table: str = answer["id"]
    return table


@pytest.mark.parametrize("lesson", LESSONS)
@live
async def test_a_lesson_has_ten_steps(lesson: str, tmp_path: Path) -> None:
    async with running(tmp_path, pause=at_once) as server, person(server, "Ann") as ann:
        table = await begun(ann, lesson)
        async with ann.at(table) as line:
            for step in range(10):
                await line.until(lambda: line.table["lesson"]["expected"] is not None)
                assert line.table["lesson"]["step"] == step
                assert line.table["lesson"]["steps"] == 10
                await line.move(line.table["lesson"]["expected"])
            await line.until(lambda: line.table["lesson"]["step"] == 10)
            assert line.table["lesson"]["expected"] is None


@live
async def test_another_move_than_expected_can_be_taken_back(tmp_path: Path) -> None:
    async with running(tmp_path, pause=at_once) as server, person(server, "Ann") as ann:
        table = await begun(ann, "hanabi")
        async with ann.at(table) as line:
            await line.move(line.table["lesson"]["expected"])
            await line.until(lambda: line.table["lesson"]["step"] == 1 and line.to_act)
            await line.move({"type": "play", "card": 0})
            await line.until(lambda: line.table["lesson"]["back_to"] == 2)
            assert line.table["lesson"]["expected"] is None
            await line.ok("propose", what="take-back", ply=2)
            await line.until(lambda: line.table["lesson"]["expected"] is not None)
            assert line.table["lesson"]["step"] == 1
            assert line.table["lesson"]["back_to"] is None


@live
async def test_after_the_last_step_the_match_continues(tmp_path: Path) -> None:
    async with running(tmp_path, pause=at_once) as server, person(server, "Ann") as ann:
        table = await begun(ann, "hanabi")
        async with ann.at(table) as line:
            for _ in range(10):
                await line.until(lambda: line.table["lesson"]["expected"] is not None)
                await line.move(line.table["lesson"]["expected"])
            await line.until(lambda: line.to_act)
            await line.move({"type": "play", "card": 4})
            await line.until(lambda: line.to_act)
            assert line.table["lesson"] == {
                "id": "hanabi",
                "step": 10,
                "steps": 10,
                "expected": None,
                "back_to": None,
            }


@live
async def test_a_lesson_counts_in_no_statistics(tmp_path: Path) -> None:
    async with running(tmp_path, pause=at_once) as server, person(server, "Ann") as ann:
        table = await begun(ann, "koikoi")
        async with ann.at(table) as line:
            while line.table["status"] == "playing":
                await line.until(
                    lambda: line.table["status"] == "over" or line.table["lesson"]["expected"]
                )
                if line.table["status"] == "playing":
                    await line.move(line.table["lesson"]["expected"])
        found = await server.table(table)
        assert found.play is not None
        assert found.play.state.scores[0] > 15
        statistics = await ann.request("GET", "/api/me/statistics")
        assert not statistics["koikoi"]


@live
async def test_an_unknown_lesson_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, pause=at_once) as server, person(server, "Ann") as ann:
        assert (await ann.request("POST", "/api/lessons/chess"))["code"] == "lesson/unknown"


@live
async def test_a_hint_is_a_legal_move_and_says_why(tmp_path: Path) -> None:
    async with running(tmp_path, pause=at_once) as server, person(server, "Ann") as ann:
        table = await ann.open_table(
            "hanabi/cocktail", "me", "casual", options={"first_seat": 0}, start=True
        )
        async with ann.at(table) as line:
            assert line.position is not None
            hint = await line.ok("hint")
            assert hint["type"] == "hinted"
            assert hint["ply"] == 0
            assert hint["action"] in line.position["legal"]
            await line.move(hint["action"])


@live
async def test_there_are_no_hints_in_matches_of_several_people(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open", options={"first_seat": 0})
        async with bo.at(table) as second, ann.at(table) as first:
            assert await first.refused("hint") == "table/not-started"
            await second.ok("sit")
            await first.ok("start")
            assert await first.refused("hint") == "table/no-hint"


@pytest.mark.parametrize(
    ("preset", "not_ready", "bot"),
    [
        ("koikoi/nintendo", {"sharp", "search"}, "regular"),
        ("koikoi/nintendo", {"search"}, "sharp"),
        ("hanabi/cocktail", set[str](), "companion"),
    ],
)
def test_hints_come_from_the_best_bot_that_answers_at_once(
    preset: str, not_ready: set[str], bot: str
) -> None:
    game, edition = preset_by_id(preset)
    table = SimpleNamespace(
        settings=SimpleNamespace(game=game.id), game=game, options=edition.options, seats=(0, 1)
    )
    assert adviser(cast(Table, table), not_ready).id == bot
