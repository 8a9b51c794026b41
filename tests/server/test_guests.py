"""Bots of others on a server: offered, seated, and never a danger to the table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanamichi.bots.outside.guests import invite
from hanamichi.bots.registry import BotError, bots_for, guests_of, set_guests
from hanamichi.bots.spec import usual_bot
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.live.bot_turns import BotTurns
from hanamichi.server.views.catalog import catalog
from hanamichi.words import LANGUAGES
from tests.server.live import Server, live, person, running
from tests.server.table_harness import TableHarness

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "stdio_bot.py"
TIMEOUT_SECONDS = 60.0


@pytest.fixture(autouse=True)
def _no_guests_afterwards() -> Iterator[None]:
    yield
    set_guests(())


async def _opened(server: Server, preset: str, bot: str) -> int:
    """How many moves were made at a table of a person and a guest once the guest has moved."""
    async with person(server, "Ann") as ann:
        options = {"first_dealer": 1} if preset.startswith("koikoi") else {"first_seat": 1}
        table = await ann.open_table(preset, "me", bot, options=options, start=True)
        async with ann.at(table) as line:
            await line.until(lambda: _moves(line.log) > 0, TIMEOUT_SECONDS)
            return _moves(line.log)


def _moves(log: list[dict[str, object]]) -> int:
    return sum(entry["seat"] is not None for entry in log)


@live
@pytest.mark.parametrize("preset", ["hanabi/online", "koikoi/nintendo"])
async def test_a_guest_plays(tmp_path: Path, preset: str, caplog: pytest.LogCaptureFixture) -> None:
    guests = invite({"otto": f"{sys.executable} {EXAMPLE}"}, 5.0)
    pool = BotPool(Warmup(), max_ms=20_000, timeout=0.0, guests=guests)
    async with running(tmp_path, bot_pool=pool) as server:
        assert await _opened(server, preset, "otto")
    assert "failed" not in caplog.text


@live
@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("raise SystemExit(3)", "OutsideBotFailed"),
        ("print('x' * 1_000_000)", "OutsideBotFailed"),
        ("import time; time.sleep(600)", "BotProcessLost"),
    ],
)
async def test_a_guest_that_fails_is_replaced(
    tmp_path: Path, program: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "otto.py").write_text(program, "utf-8")
    guests = invite({"otto": f"{sys.executable} {tmp_path / 'otto.py'}"}, 1.0)
    timeout = 1.0 if "sleep" in program else 30.0
    pool = BotPool(Warmup(), timeout=timeout, guests=guests)
    async with running(tmp_path, bot_pool=pool) as server:
        assert await _opened(server, "koikoi/nintendo", "otto")
    assert f"the bot otto failed: {reason}" in caplog.text


def test_a_bot_of_the_house_moves_for_a_guest_that_is_not_invited_any_more() -> None:
    invite({"otto": f"{sys.executable} {EXAMPLE}"}, 5.0)
    table = TableHarness("koikoi/nintendo", "me", "otto").table
    candidates = ["otto", usual_bot("koikoi", table.options, 2).id]
    assert list(BotTurns._candidates(table, "otto")) == candidates
    set_guests(())
    assert list(BotTurns._candidates(table, "otto")) == candidates


def test_guests_are_offered_in_every_language_and_only_where_they_were_invited() -> None:
    assert guests_of("hanabi") == []
    invite({"otto": f"{sys.executable} {EXAMPLE}"}, 5.0)
    for lang in LANGUAGES:
        for game in catalog(lang, 5000).games:
            offered = {bot.id: bot for bot in game.bots}
            assert offered["otto"].name == "otto"
            assert offered["otto"].text
            assert offered["otto"].level
    assert "otto" not in [info.id for info in bots_for("hanabi")]


def test_a_guest_that_does_not_exist_stops_the_start() -> None:
    with pytest.raises(BotError, match="There is no bot 'no_such_module:Bot'"):
        invite({"otto": "no_such_module:Bot"}, 5.0)
    assert guests_of("hanabi") == []
