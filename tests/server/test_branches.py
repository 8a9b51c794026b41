"""Branches: playing on from a position of a replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hanamichi.core import MatchRecord, Seeded, replay
from hanamichi.records import read_record
from hanamichi.server.protocol.replay_messages import CreateBranch
from hanamichi.server.replays.branch import branch
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.table.entries import stored_run
from hanamichi.server.table.from_record import nearest_preset, table_of
from hanamichi.server.table.state import Table, load
from tests.server.finished_matches import finished, replay_of
from tests.server.live import live, person, play_out, running
from tests.server.table_harness import ANN
from tests.server.test_replays import EACH_MATCH, played

SAME = {"ply": 5, "seat": 0, "cards": "same", "bot": "random"}


def branched(match_replay: MatchReplay, ply: int, seat: int, cards: Any, seed: int = 1) -> Table:
    """The new table."""
    request = CreateBranch(ply=ply, seat=seat, cards=cards, bot="random")
    entries = branch(match_replay, ANN, request, Seeded(seed), "instant")
    return load("b", stored_run(entries, 0, 1), 0.0)


@EACH_MATCH
def test_a_branch_with_the_same_cards_continues_the_same_deal(
    preset: str, players: int, options: dict[str, Any]
) -> None:
    record = played(preset, players, options)
    match_replay = MatchReplay("r", table_of(record, "r", 1), record)
    for ply in (0, 1, match_replay.plies // 2, match_replay.plies - 1):
        table = branched(match_replay, ply, seat=1, cards="same")
        assert table.play is not None
        assert table.play.state == match_replay.state(ply)
        assert [seat.person for seat in table.seats].index("ann") == 1
        assert {seat.bot for seat in table.seats} == {None, "random"}
        assert table.branch is not None
        assert (table.branch.replay, table.branch.ply) == ("r", ply)


@EACH_MATCH
def test_a_reshuffled_branch_changes_only_what_the_seat_cannot_see(
    preset: str, players: int, options: dict[str, Any]
) -> None:
    record = played(preset, players, options)
    match_replay = MatchReplay("r", table_of(record, "r", 1), record)
    moved = 0
    for ply in (0, match_replay.plies // 3, match_replay.plies // 2):
        for seat in range(players):
            table = branched(match_replay, ply, seat, "reshuffled", seed=ply)
            assert table.play is not None
            state, real = table.play.state, match_replay.state(ply)
            assert table.game.view(state, seat) == table.game.view(real, seat)
            told = [table.game.view(s.state, seat) for s in match_replay.positions if s.ply <= ply]
            retold = MatchReplay("b", table, whole_record(table))
            assert [table.game.view(s.state, seat) for s in retold.positions] == told
            moved += state != real
    assert moved > players


def whole_record(table: Table) -> MatchRecord:
    """The record of an unfinished match, which no client receives."""
    play = table.play
    assert play is not None
    return MatchRecord(
        game=table.game.id,
        options=table.settings.options,
        players=table.players,
        chance=(*play.opening, *(draw for step in play.steps for draw in step.draws)),
        moves=tuple(step.move for step in play.steps),
    )


def test_a_record_without_a_preset_is_branched_with_the_nearest_one() -> None:
    record = played("hanabi/grands-feux", 2, {"black_powder": True})
    bare = MatchReplay("r", table_of(record, "r", 1), record).table
    assert nearest_preset(bare.game, record) == "hanabi/grands-feux"


@pytest.mark.parametrize("cards", ["same", "reshuffled"])
@live
async def test_a_branch_is_played_to_its_end_and_its_record_is_complete(
    tmp_path: Path, cards: str
) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "hanabi/cocktail", "random", options={"errors": 10})
        link = await replay_of(server, table)
        answer = await ann.client.post(
            f"/api/replays/{link}/branches", json=SAME | {"cards": cards, "seat": 1}
        )
        assert answer.status_code == 201
        new = answer.json()["id"]
        async with ann.at(new) as line:
            assert line.you["seat"] == 1
            assert line.table["branch"] == {"replay": link, "ply": 5, "cards": cards}
            await play_out(line, seed=9)
        record = read_record((await ann.client.get(f"/api/tables/{new}/record")).content)
        *_, last = replay((await server.table(new)).game, record)
        truth = (await server.table(new)).play
        assert truth is not None
        assert last.state == truth.state
        original = read_record((await ann.client.get(f"/api/replays/{link}/record")).content)
        assert record.moves[:5] == original.moves[:5]
        assert (record.chance == original.chance) is (cards == "same")
        assert record.source == {"site": "hanamichi", "replay": link, "ply": 5, "cards": cards}
        # A branch has a replay, and a replay can be branched from again.
        again = await replay_of(server, new)
        third = await ann.request("POST", f"/api/replays/{again}/branches", SAME | {"ply": 6})
        assert (await ann.request("GET", f"/api/tables/{third['id']}"))["branch"]["replay"] == again


@live
async def test_a_branch_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        link = await replay_of(server, table)
        cookies = ann.client.cookies
        made = await ann.request(
            "POST", f"/api/replays/{link}/branches", SAME | {"cards": "reshuffled"}
        )
        before = (await server.table(made["id"])).play
    async with running(tmp_path) as server, person(server) as ann:
        ann.client.cookies = cookies
        after = (await server.table(made["id"])).play
        assert before is not None
        assert after is not None
        assert (await server.table(made["id"])).branch is not None
        assert len(after.steps) >= len(before.steps)
        async with ann.at(made["id"]) as line:
            await play_out(line)


@live
async def test_invalid_branches_are_refused(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server) as nobody,
    ):
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        link = await replay_of(server, table)
        plies = (await ann.request("GET", f"/api/replays/{link}"))["plies"]
        for change, status, code in (
            ({"ply": plies}, 409, "replay/over"),
            ({"ply": plies + 1}, 400, "replay/ply"),
            ({"ply": 10**9}, 400, "replay/ply"),
            ({"ply": -1}, 400, "request/invalid"),
            ({"seat": 2}, 400, "table/seat-unknown"),
            ({"seat": 9}, 400, "request/invalid"),
            ({"cards": "marked"}, 400, "request/invalid"),
            ({"bot": "hal"}, 400, "bot/unknown"),
            ({"more": 1}, 400, "request/invalid"),
        ):
            answer = await ann.client.post(f"/api/replays/{link}/branches", json=SAME | change)
            assert (answer.status_code, answer.json()["code"]) == (status, code), change
        answer = await nobody.client.post(f"/api/replays/{link}/branches", json=SAME)
        assert answer.json()["code"] == "person/unknown"
