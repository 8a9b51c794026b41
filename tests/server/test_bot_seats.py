"""Bots with parameters, and bots that cannot play everything, at a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hanamichi.bots import Choice
from hanamichi.bots.registry import bots_for
from hanamichi.bots.spec import BotSpec
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.process import BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.ops.config import BotsConfig, ServerConfig
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.http_bodies import OptionsQuery
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.views import catalog, projection
from tests.bots.fake_bots import fake_bots
from tests.server.live import live, person, running
from tests.server.table_harness import ANN, BO, TableHarness

pytestmark = pytest.mark.usefixtures(fake_bots.__name__)

POWDER = {"black_powder": True}


def plan(bot: str) -> dict[str, Any]:
    return {"type": "bot", "bot": bot}


def bots(harness: TableHarness) -> list[str | None]:
    return [seat.bot for seat in harness.table.seats]


def next_best() -> str:
    """The strongest bot that plays everything."""
    return bots_for("hanabi")[-3].id


def test_a_seat_takes_a_bot_with_its_parameters() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "ponderer:rollouts=5:ms=250")
    assert bots(harness) == [None, "ponderer:ms=250:rollouts=5"]
    assert harness.do(ANN, "set-seat", seat=1, plan=plan("ponderer:ms=1000")).notices == ()
    assert bots(harness) == [None, "ponderer"]
    assert harness.refused(ANN, "set-seat", seat=1, plan=plan("random:ms=9")) == "bot/parameter"


def test_a_budget_out_of_bounds_is_limited_with_a_notice() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    (notice,) = harness.do(ANN, "set-seat", seat=1, plan=plan("ponderer:ms=9999999")).notices
    assert "60000" in notice
    assert bots(harness) == [None, "ponderer:ms=60000"]


def test_a_bot_that_cannot_play_with_an_option_is_refused() -> None:
    harness = TableHarness("hanabi/grands-feux", "me", "open", "open", options=POWDER)
    assert harness.refused(ANN, "set-seat", seat=1, plan=plan("purist")) == "bot/unsupported"
    (unfit,) = projection.table_info(harness.table, NOBODY_HERE, 0).unfit_bots
    assert (unfit.bot, unfit.option, unfit.instead) == ("purist", "black_powder", next_best())


def test_a_bot_is_replaced_when_an_option_excludes_it() -> None:
    harness = TableHarness("hanabi/grands-feux", "me", "purist", "ponderer:ms=50")
    (notice,) = harness.do(ANN, "change-table", options=POWDER).notices
    assert "black_powder" in notice
    assert bots(harness) == [None, next_best(), "ponderer:ms=50"]


def test_only_a_bot_that_can_play_here_may_stand_in() -> None:
    harness = TableHarness("hanabi/grands-feux", "me", "open", "random", options=POWDER)
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    harness.do(BO, "leave")
    assert harness.refused(ANN, "stand-in", seat=1, bot="purist") == "bot/unsupported"
    assert "60000" in harness.do(ANN, "stand-in", seat=1, bot="ponderer:ms=70000").notices[0]
    assert bots(harness)[1] == "ponderer:ms=60000"


def test_the_catalog_says_which_bots_fit() -> None:
    fine = catalog.check_options(OptionsQuery("hanabi/grands-feux", {}, 3))
    assert "purist" not in [unfit.bot for unfit in fine.unfit_bots]
    powder = catalog.check_options(OptionsQuery("hanabi/grands-feux", POWDER, 3))
    assert "purist" in [unfit.bot for unfit in powder.unfit_bots]


@live
async def test_a_refusal_on_the_socket_names_another_bot(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        seats = [{"type": "me"}, plan("purist")]
        body = {"preset": "hanabi/cocktail", "seats": seats}
        refused = await ann.request("POST", "/api/tables", body)
        assert refused["code"] == "bot/unsupported"
        assert refused["where"] == "players"
        assert refused["instead"] == next_best()
        seats[1] = plan("ponderer:ms=1")
        created = await ann.request("POST", "/api/tables", {**body, "seats": seats})
        assert "ms=1 is not possible" in created["notices"][0]
        async with ann.at(created["id"]) as line:
            answer = await line.send("set-seat", seat=1, plan=plan("purist"))
            assert answer["instead"] == next_best()
            answer = await line.ok("set-seat", seat=1, plan=plan("ponderer:ms=70000"))
            assert "5000" in answer["notices"][0]
            assert line.table["seats"][1]["bot"] == "ponderer:ms=5000"


@live
async def test_the_owner_sets_how_long_bots_may_think(tmp_path: Path) -> None:
    config = ServerConfig(bots=BotsConfig(max_thinking_ms=400))
    async with running(tmp_path, config=config) as server, person(server, "Ann") as ann:
        seats = [{"type": "me"}, plan("ponderer:ms=9000:rollouts=7"), plan("ponderer:ms=50")]
        body = {"preset": "hanabi/cocktail", "seats": seats}
        created = await ann.request("POST", "/api/tables", body)
        told = [notice.rpartition(", so ")[2] for notice in created["notices"]]
        assert told == ["400 now", "0 now"]
        async with ann.at(created["id"]) as line:
            assert [seat["bot"] for seat in line.table["seats"]] == [
                None,
                "ponderer:ms=400",
                "ponderer:ms=50",
            ]
            await line.ok("set-seat", seat=2, plan=plan("ponderer"))
            assert line.table["seats"][2]["bot"] == "ponderer:ms=400"


@live
async def test_a_table_of_before_thinks_no_longer_than_is_allowed_now(tmp_path: Path) -> None:
    asked = []

    class Pool(BotPool):
        async def _ask(
            self, bot: BotSpec, request: BotRequest, served: Sequence[Served] = ()
        ) -> Choice:
            asked.append(request.bot)
            return Choice(request.sight.legal[0])

    async with running(tmp_path) as server, person(server, "Ann") as ann:
        options = {"first_seat": 1}
        table = await ann.open_table("hanabi/cocktail", "me", "ponderer:ms=5000", options=options)
    pool = Pool(Warmup(), max_ms=250)
    async with running(tmp_path, bot_pool=pool) as server, ann.sent_to(server).at(table) as line:
        await line.ok("start")
        await line.until(lambda: asked)
        assert line.table["seats"][1]["bot"] == "ponderer:ms=5000"
    assert asked == ["ponderer:ms=250"]
