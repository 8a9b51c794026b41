"""Bounds on the length of records, branches and matches at tables."""

from __future__ import annotations

import importlib
import random
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from hanamichi.catalog import GAMES, new_match
from hanamichi.core import MatchRecord, Move, RecordError, Seeded
from hanamichi.core.record import MAX_GESTURES, TakeBack
from hanamichi.records import read_any, write_record
from hanamichi.records.source import MAX_SOURCE
from hanamichi.server.protocol.replay_messages import CreateBranch
from hanamichi.server.replays import imported_record
from hanamichi.server.replays.branch import branch
from hanamichi.server.replays.imported_record import checked_record
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.table import length
from hanamichi.server.table.from_record import table_of
from tests.server.live import live, person, running
from tests.server.table_harness import ANN, BO, hanabi_for_two

CLUE = {"type": "value-clue", "target": 1, "value": 1}
ARRANGED = {"type": "rearrange", "cards": [4, 3, 2, 1, 0]}


def rearranged(times: int) -> MatchRecord:
    """An unfinished game of Hanabi in which nothing is done but rearranging."""
    match = new_match("hanabi/online", 2, chance=Seeded(1), options={"first_seat": 0})
    record = match.record()
    return structs.replace(record, moves=(Move(0, ARRANGED),) * times)


def refusal_of(record: MatchRecord) -> tuple[str, str | None]:
    with pytest.raises(RecordError) as caught:
        checked_record(write_record(record))
    return caught.value.code, caught.value.where


def test_as_many_gestures_as_allowed_are_kept() -> None:
    assert len(read_any(checked_record(write_record(rearranged(MAX_GESTURES))).encode()).moves)


@pytest.mark.parametrize("times", [MAX_GESTURES + 1, 10_000])
def test_a_record_of_gestures_is_refused(times: int) -> None:
    code, where = refusal_of(rearranged(times))
    assert code == "record/too-long"
    assert where is not None
    assert where.startswith("moves[")


def test_a_record_of_too_many_plies_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("koikoi/nintendo", 2, chance=Seeded(1))
    while match.to_act is not None:
        match.play(match.legal_actions()[0])
    record = match.record()
    checked_record(write_record(record))
    monkeypatch.setattr(imported_record, "MAX_PLIES", 20)
    assert refusal_of(record) == ("record/too-long", "moves[20]")


def test_a_record_with_too_much_taken_back_is_refused() -> None:
    hosted = TakeBack(after=0, removed=1, revealed=({"text": "x" * 200_000},))
    record = structs.replace(rearranged(1), takebacks=(hosted,))
    assert refusal_of(record) == ("record/too-long", "takebacks")


def test_what_was_taken_back_holds_events_of_the_game_and_nothing_else() -> None:
    def taken_back(*revealed: dict[str, Any]) -> MatchRecord:
        return structs.replace(rearranged(1), takebacks=(TakeBack(0, 1, revealed),))

    event = {"type": "hand-rearranged", "seat": 0, "cards": [1, 0, 2, 3, 4]}
    for more in ({}, {"file": "x" * 50_000}):
        kept = read_any(checked_record(write_record(taken_back(event, event | more))).encode())
        assert kept.takebacks == (TakeBack(0, 1, (event, event)),)
    ended = {"type": "game-ended", "termination": "x" * 50_000, "score": 0}
    for foreign in ({"file": "x" * 50_000}, {"type": "yaku-made"}, event | {"seat": "x"}, ended):
        assert refusal_of(taken_back(event, foreign)) == (
            "record/invalid",
            "takebacks[0].revealed[1]",
        )


def test_a_source_is_kept_as_far_as_its_bound_goes() -> None:
    source = {"site": "elsewhere", "file": "x" * 500_000, "id": 7}
    kept = read_any(write_record(structs.replace(rearranged(1), source=source))).source
    assert kept == {"site": "elsewhere", "id": 7}
    many = {f"field-{n}": "x" * 1000 for n in range(100)}
    kept = read_any(write_record(structs.replace(rearranged(1), source=many))).source
    assert kept is not None
    assert 10 < len(kept) < MAX_SOURCE / 1000


def test_a_seat_may_rearrange_so_often_in_a_turn() -> None:
    harness = hanabi_for_two()
    for n in range(length.MAX_GESTURES_PER_PLY):
        cards = [4, 3, 2, 1, 0] if n % 2 else [0, 1, 2, 3, 4]
        harness.do(ANN, "move", ply=0, action=ARRANGED | {"cards": cards})
    assert harness.refused(ANN, "move", ply=0, action=ARRANGED) == "frame/too-many"
    harness.do(BO, "move", ply=0, action=ARRANGED | {"cards": [9, 8, 7, 6, 5]})
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "move", ply=1, action=ARRANGED)


def test_a_match_has_as_many_gestures_as_its_record_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanamichi.server.table.moves.MAX_GESTURES", 3)
    harness = hanabi_for_two()
    for _ in range(3):
        harness.do(ANN, "move", ply=0, action=ARRANGED)
    harness.do(ANN, "move", ply=0, action=CLUE)
    assert harness.refused(ANN, "move", ply=1, action=ARRANGED) == "frame/too-many"


def test_every_edition_fits_a_server() -> None:
    for game in GAMES.values():
        for preset in game.presets.values():
            for players in game.seat_counts:
                length.check_length(game, preset.options, players)


@live
async def test_a_table_for_a_thousand_rounds_is_refused(tmp_path: Path) -> None:
    wanted: dict[str, Any] = {"preset": "koikoi/nintendo", "options": {"rounds": 101}}
    seats = [{"type": "me"}, {"type": "open"}]
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        answer = await ann.request("POST", "/api/tables", wanted | {"seats": seats})
        assert answer["code"] == "options/too-long"
        checked = await ann.request("POST", "/api/check-options", wanted | {"players": 2})
        assert checked["problem"]["code"] == "options/too-long"
        table = await ann.open_table("koikoi/nintendo", "me", "open", options={"rounds": 100})
        async with ann.at(table) as line:
            code = await line.refused("change-table", options={"rounds": 999})
            assert code == "options/too-long"


def test_a_match_of_too_many_rounds_is_looked_at_but_not_played_on() -> None:
    match = new_match("koikoi/nintendo", 2, chance=Seeded(1), options={"rounds": 999})
    for _ in range(10):
        match.play(match.legal_actions()[0])
    record = read_any(checked_record(write_record(match.record())).encode())
    replay = MatchReplay("r", table_of(record, "r", 1), record)
    request = CreateBranch(ply=5, seat=0, cards="same", bot="random")
    with pytest.raises(Exception, match="choose fewer rounds") as caught:
        branch(replay, ANN, request, Seeded(1), "instant")
    assert getattr(caught.value, "code", None) == "options/too-long"


@live
async def test_a_large_record_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        answer = await ann.client.post("/api/replays", content=write_record(rearranged(9_000)))
        assert answer.status_code == 400
        assert answer.json()["code"] == "record/too-long"
        assert "2000 gestures" in answer.json()["message"]


def threads_of(monkeypatch: pytest.MonkeyPatch, *names: str) -> set[bool]:
    """Whether these functions, named with their modules, are called on the main thread."""
    seen: set[bool] = set()
    for name in names:
        module, _, function = name.rpartition(".")
        real = getattr(importlib.import_module(module), function)

        def noted(*arguments: Any, real: Any = real, **named: Any) -> Any:
            seen.add(threading.current_thread() is threading.main_thread())
            return real(*arguments, **named)

        monkeypatch.setattr(name, noted)
    return seen


@live
async def test_a_long_match_never_blocks_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_tables = "hanamichi.server.live"
    loading = threads_of(
        monkeypatch,
        f"{live_tables}.opening.load",
        f"{live_tables}.stored_tables.load",
        "hanamichi.server.storage.database.rows_of",
        "hanamichi.server.replays.library.checked_record",
        "hanamichi.server.replays.library._opened",
    )
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        answer = await ann.client.post("/api/replays", content=write_record(rearranged(1000)))
        replay = answer.json()["id"]
        branch = {"ply": 0, "seat": 0, "cards": "same", "bot": "random"}
        made = await ann.request("POST", f"/api/replays/{replay}/branches", branch)
        assert loading == {False}
        projecting = threads_of(monkeypatch, "hanamichi.server.views.projection.snapshot")
        async with ann.at(made["id"]) as line:
            assert len(line.log) == 1001
            assert projecting == {False}
            loading.clear()
            await line.move_any(random.Random(1))
            replaying = threads_of(monkeypatch, "hanamichi.server.table.state._take_back")
            await line.ok("propose", what="take-back", ply=0)
            assert replaying == {False}
            assert line.position is not None
            assert line.position["ply"] == 0
