"""Puzzles on the server: the list, packs, answers and streaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanamichi.catalog import game_by_id
from hanamichi.core import Seeded
from hanamichi.puzzles.collection import collection_of, games_with_puzzles
from hanamichi.puzzles.model import Answer, Puzzle
from hanamichi.puzzles.position import position_of
from hanamichi.server.application import Application
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import RetentionConfig, ServerConfig
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.puzzle_messages import (
    MAX_ANSWERS,
    GivenAnswer,
    MyPuzzles,
    PuzzleList,
    PuzzlePack,
)
from hanamichi.server.puzzles import packs
from hanamichi.server.puzzles.answers import is_right
from hanamichi.server.puzzles.posed_puzzle import pose
from hanamichi.server.puzzles.streaks import streaks
from hanamichi.server.storage.puzzle_answers import StoredAnswer
from tests.server.live import Person, live, person, running

DAY = 24 * 3600 * 1000
NOON = 20_000 * DAY + DAY // 2


def answer_to(puzzle: Puzzle, *, right: bool = True, at: int = NOON) -> dict[str, Any]:
    chosen = puzzle.answers[0 if right else -1]
    given = {"card": chosen.card} if chosen.action is None else {"action": chosen.action}
    return {"puzzle": puzzle.id, "at": at, **given}


def some_puzzles(game: str, count: int) -> list[Puzzle]:
    collection = collection_of(game)
    return [collection.puzzle(entry.id) for entry in collection.entries[:count]]


async def post(someone: Person, *answers: dict[str, Any], **more: Any) -> Any:
    return await someone.request("POST", "/api/puzzles/answers", {"answers": answers, **more})


def streak_in(message: Any, game: str) -> tuple[int, int, int, int, int]:
    (found,) = (each for each in message["streaks"] if each["game"] == game)
    answered, right, current, best, days = (
        found[name] for name in ("answered", "right", "current", "best", "days")
    )
    return answered, right, current, best, days


# -- what a puzzle tells ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", games_with_puzzles())
def test_a_posed_puzzle_shows_what_its_seat_sees_and_no_more(game: str) -> None:
    for puzzle in some_puzzles(game, 20):
        posed = pose(puzzle)
        sight = position_of(puzzle).sight
        assert posed.position.view == sight.view
        assert posed.position.legal == sight.legal
        assert (posed.position.to_act, posed.seat) == (puzzle.seat, puzzle.seat)
        told = [event for entry in posed.log for event in entry.events]
        assert told == list(sight.events)[-len(told) :]
        assert posed.log[-1].seq == posed.position.seq
        if puzzle.kind == "what-card":
            assert not posed.position.aids.deductions


@pytest.mark.parametrize("game", games_with_puzzles())
def test_hidden_cards_change_nothing_of_a_posed_puzzle(game: str) -> None:
    """Two deals that the seat cannot tell apart are the same puzzle, byte for byte."""
    other_deals = 0
    for puzzle in some_puzzles(game, 12):
        state = position_of(puzzle).state
        draws = game_by_id(game).redeal(puzzle.chance, state, puzzle.seat, Seeded(7))
        other = msgspec.structs.replace(puzzle, chance=tuple(draws))
        other_deals += other.chance != puzzle.chance
        assert msgspec.json.encode(pose(other)) == msgspec.json.encode(pose(puzzle))
    assert other_deals > 6


def test_the_hand_asked_about_is_face_down() -> None:
    for puzzle in some_puzzles("hanabi", 20):
        hand = pose(puzzle).position.view.hands[puzzle.seat]
        assert all(held.face is None for held in hand)
        if puzzle.asked_card is not None:
            assert puzzle.asked_card in [held.id for held in hand]


def test_an_answer_is_right_however_its_fields_are_written() -> None:
    puzzle = next(
        each
        for each in some_puzzles("koikoi", 20)
        if (action := dict(each.answers[0].action or {})).get("type") == "play-card"
    )
    spelled = dict(reversed(action.items()))
    if action.get("capture") is None:
        spelled["capture"] = None
    assert is_right(puzzle, GivenAnswer(puzzle=puzzle.id, action=spelled, at=0))
    for wrong in ({}, {"type": "stop"}, {"type": "fly"}, dict(puzzle.answers[1].action or {})):
        assert not is_right(puzzle, GivenAnswer(puzzle=puzzle.id, action=wrong, at=0))
    assert not is_right(puzzle, GivenAnswer(puzzle=puzzle.id, card="r1", at=0))
    faces = msgspec.structs.replace(
        puzzle, kind="what-card", answers=(Answer(card="r3", value=1), Answer(card="r4", value=0))
    )
    assert is_right(faces, GivenAnswer(puzzle=puzzle.id, card="r3", at=0))
    assert not is_right(faces, GivenAnswer(puzzle=puzzle.id, card="r4", at=0))
    assert not is_right(faces, GivenAnswer(puzzle=puzzle.id, action=action, at=0))


# -- streaks ---------------------------------------------------------------------------------------


def test_a_streak_is_of_right_answers_in_a_row_and_of_days() -> None:
    games = {f"koikoi-{n}": "koikoi" for n in range(9)} | {"hanabi-1": "hanabi"}
    given = [
        StoredAnswer("koikoi-0", True, NOON - 9 * DAY),
        StoredAnswer("koikoi-1", True, NOON - 2 * DAY),
        StoredAnswer("koikoi-2", True, NOON - 2 * DAY + 1),
        StoredAnswer("koikoi-3", False, NOON - DAY),
        StoredAnswer("koikoi-4", True, NOON - DAY + 1),
        StoredAnswer("koikoi-long-gone", False, NOON),
    ]
    both = {each.game: each for each in streaks(given, games, NOON, 0)}
    koikoi, hanabi = both["koikoi"], both["hanabi"]
    assert (koikoi.answered, koikoi.right, koikoi.current, koikoi.best) == (5, 4, 1, 3)
    assert koikoi.days == 2, "yesterday counts until today is over"
    assert (hanabi.answered, hanabi.current, hanabi.best, hanabi.days) == (0, 0, 0, 0)
    (later, _) = streaks(given, games, NOON + DAY, 0)
    assert (later.current, later.days) == (1, 0)


def test_a_day_begins_where_the_person_is() -> None:
    late = [StoredAnswer("a", True, 5 * DAY - 1), StoredAnswer("b", True, 5 * DAY)]
    games = {"a": "koikoi", "b": "koikoi"}
    assert streaks(late, games, 5 * DAY, 0)[0].days == 2
    assert streaks(late, games, 5 * DAY, 60)[0].days == 1


# -- over HTTP -------------------------------------------------------------------------------------


@live
async def test_the_list_and_its_packs_are_cached_by_clients(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as ann:
        answer = await ann.client.get("/api/puzzles")
        listed = msgspec.json.decode(answer.content, type=PuzzleList)
        assert [each.game for each in listed.games] == list(games_with_puzzles())
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-encoding"] == "gzip"
        again = {"if-none-match": answer.headers["etag"]}
        assert (await ann.client.get("/api/puzzles", headers=again)).status_code == 304
        for each in listed.games:
            levels = [puzzle.level for puzzle in each.puzzles]
            assert levels == sorted(levels)
            found = await ann.client.get(f"/api/puzzles/packs/{each.packs[0]}")
            assert "immutable" in found.headers["cache-control"]
            assert "set-cookie" not in found.headers
            pack = msgspec.json.decode(found.content, type=PuzzlePack)
            inside = [puzzle.id for puzzle in each.puzzles if puzzle.pack == 0]
            assert [puzzle.id for puzzle in pack.puzzles] == inside
        plain = await ann.client.get(
            f"/api/puzzles/packs/{each.packs[0]}", headers={"accept-encoding": "identity"}
        )
        assert "content-encoding" not in plain.headers
        assert plain.json()["id"] == each.packs[0]
        missing = await ann.client.get("/api/puzzles/packs/koikoi-0-0")
        assert (missing.status_code, missing.json()["code"]) == (404, "puzzle/unknown")
        assert missing.headers["cache-control"] == "no-store"


@live
async def test_a_pack_that_is_built_waits_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "_PACK_SIZE", 1)
    nobody, turn = Served("", None), asyncio.Event()
    turn.set()

    async def run_in_thread(task: Callable[[], packs.T], served: Served) -> packs.T:
        assert served == nobody
        await turn.wait()
        return task()

    koikoi = _SomePuzzles(some_puzzles("koikoi", 2))
    ours = packs.PuzzlePacks(lambda: {"koikoi": koikoi}, run_in_thread, "1")
    listed = msgspec.json.decode((await ours.list(nobody)).plain, type=PuzzleList)
    (first, second) = listed.games[0].packs
    built = await ours.pack(first, nobody)
    turn.clear()
    waiting = asyncio.create_task(ours.pack(second, nobody))
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        assert await ours.pack(first, nobody) == built
        turn.set()
        assert await waiting != built


class _SomePuzzles:
    """A small collection."""

    def __init__(self, puzzles: list[Puzzle]) -> None:
        self.entries = puzzles

    def puzzle(self, puzzle_id: str) -> Puzzle:
        return next(each for each in self.entries if each.id == puzzle_id)


@live
async def test_the_first_answer_counts_and_makes_a_streak(tmp_path: Path, url: str) -> None:
    first, second, third = some_puzzles("koikoi", 3)
    other = some_puzzles("koikoi", 4)[-1]
    clock = Clock(wall_clock=lambda: NOON)
    async with running(tmp_path, url=url, clock=clock) as server, person(server) as ann:
        told = await post(ann, answer_to(first))
        assert "hanamichi" in ann.cookie, "a new browser gets a cookie with its first answer"
        assert told["answers"] == [{"puzzle": first.id, "right": True, "at": NOON}]
        assert streak_in(told, "koikoi") == (1, 1, 1, 1, 1)
        again = await post(ann, answer_to(first, right=False, at=NOON + 1))
        assert again["answers"][0]["right"], "the first answer stays"
        # Three that were given offline, in the order in which they were given; one is not ours.
        later = await post(
            ann,
            answer_to(second, at=NOON - DAY),
            answer_to(second, right=False, at=NOON - DAY),
            answer_to(third, right=False, at=NOON - DAY - 1),
            answer_to(other, at=NOON + 99 * DAY),
            {"puzzle": "koikoi-0", "card": "r1", "at": 0},
            utc_offset=60,
        )
        assert later["unknown"] == ["koikoi-0"]
        assert {each["puzzle"]: each["right"] for each in later["answers"]} == {
            third.id: False,
            second.id: True,
            other.id: True,
        }
        assert streak_in(later, "koikoi") == (4, 3, 3, 3, 2)
        mine = msgspec.json.decode(
            (await ann.client.get("/api/me/puzzles?utc_offset=60")).content, type=MyPuzzles
        )
        assert [each.puzzle for each in mine.answers][:2] == [third.id, second.id]
        assert max(each.at for each in mine.answers) == NOON, "nothing happens in the future"
        async with person(server) as nobody:
            none = await nobody.request("GET", "/api/me/puzzles")
            assert none["answers"] == []
            assert streak_in(none, "koikoi") == (0, 0, 0, 0, 0)
        await ann.request("DELETE", "/api/me")
        async with server.app.database.reading() as connection:
            left = await connection.exec_driver_sql("SELECT count(*) FROM puzzle_answers")
            assert left.scalar() == 0


@live
async def test_what_is_no_answer_is_refused_as_a_whole(tmp_path: Path) -> None:
    (puzzle,) = some_puzzles("koikoi", 1)
    good = answer_to(puzzle)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        neither = {"puzzle": puzzle.id, "at": 0}
        for answers, where in (
            ([good, neither], "answers[1]"),
            ([{**neither, "card": "r1", "action": {}}], "answers[0]"),
            ([], None),
            ([good] * (MAX_ANSWERS + 1), None),
            ([{**good, "at": -1}], None),
            ([{**good, "puzzle": "k" * 65}], None),
        ):
            refused = await post(ann, *answers)
            assert refused["code"] == "request/invalid", answers
            assert refused["where"] == where
        assert (await post(ann, good, utc_offset=900))["code"] == "request/invalid"
        mine = await ann.request("GET", "/api/me/puzzles")
        assert mine["answers"] == []


@live
async def test_blocked_people_and_full_disks_are_refused(tmp_path: Path) -> None:
    (puzzle,) = some_puzzles("koikoi", 1)
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        await post(ann, answer_to(puzzle))
        found = await ann.request("GET", "/api/me/puzzles")
        assert len(found["answers"]) == 1
        await block_everybody(server.app)
        assert (await post(ann, answer_to(puzzle)))["code"] == "person/blocked"
    full = ServerConfig(retention=RetentionConfig(full_free_mb=10**9))
    async with running(tmp_path, config=full) as server, person(server) as bo:
        await server.app.disk_space.check()
        assert (await post(bo, answer_to(puzzle)))["code"] == "server/disk-full"
        assert bo.cookie == "", "nothing was stored for a newcomer"


async def block_everybody(app: Application) -> None:
    async with app.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE people SET restriction = 'blocked'")
