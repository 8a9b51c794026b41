"""Whole matches over real sockets: nothing but the server's messages is used to play them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamichi.catalog import GAMES
from hanamichi.core import replay
from hanamichi.records import read_record
from tests.server.live import live, person, play_out, running


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("hanabi/cocktail", {}),
        ("hanabi/grands-feux", {"avalanche": "wild", "black_powder": True, "flamboyants": True}),
        ("koikoi/nintendo", {"rounds": 3}),
        ("koikoi/robin-red", {"rounds": 3, "gaji": True}),
    ],
)
@live
async def test_two_people_play_a_whole_match(tmp_path: Path, preset: str, options: object) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(preset, "me", "open", options=options)
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            await play_out(first, second)
            assert first.table["ending"]["reason"] == "rules"
            assert first.log[-1]["seq"] == second.log[-1]["seq"]
            record = await ann.client.get(f"/api/tables/{table}/record")
        match = read_record(record.content)
        assert match.players == ("Ann", "Bo")
        (*_, last) = replay(GAMES[match.game], match)
        assert last.ply > 10
