"""Bots run in processes of their own, whose failures never stop a table."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from hanamichi.bots import Choice, Sight
from hanamichi.bots.spec import BotSpec, read_bot, replacement
from hanamichi.bots.worker_process import WorkerProcess
from hanamichi.catalog import preset_by_id
from hanamichi.core import Match, Seeded
from hanamichi.server.bots import warmup
from hanamichi.server.bots.pool import BotPool
from hanamichi.server.bots.process import BotFailed, BotProcess, BotProcessLost, BotRequest
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.ops.fair_queue import Served
from tests.server.live import Person, Server, Socket, live, person, running

TIMEOUT_SECONDS = 60.0
COMPILING = 600.0


def sight_of(preset: str, seed: int = 1) -> Sight:
    game, edition = preset_by_id(preset)
    match = Match(game, edition.options, ("Ana", "Ben"), Seeded(seed), edition.id)
    seat = match.to_act
    assert seat is not None
    return Sight(match.view(seat), match.log(seat), match.legal_actions())


def request(bot: str, match: str = "a match") -> BotRequest:
    return BotRequest(match, "hanabi", bot, sight_of("hanabi/cocktail"))


@contextmanager
def bot_process() -> Iterator[BotProcess]:
    process = BotProcess(0)
    try:
        yield process
    finally:
        process.close()


def is_there(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_a_process_answers_with_a_legal_action_and_a_reason() -> None:
    with bot_process() as process:
        choice = process.ask(request("random"))
        assert choice.action in request("random").sight.legal
        assert choice.reason is not None
        assert choice.reason.code == "anything"


def test_a_failing_bot_is_distinguished_from_a_lost_process() -> None:
    with bot_process() as process:
        with pytest.raises(BotFailed, match="BotError"):
            process.ask(request("nobody"))
        process.ask(request("random"))
        process.kill()
        with pytest.raises(BotProcessLost):
            process.ask(request("random"))


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSEGV, signal.SIGSTOP])
@live
async def test_a_process_that_dies_or_stalls_is_replaced(blow: signal.Signals) -> None:
    pool = BotPool(Warmup(), timeout=3.0)
    try:
        await pool.think(request("casual"))
        (first,) = pool.pids()
        os.kill(first, blow)
        choice = await pool.think(request("casual"))
        assert choice.action in request("casual").sight.legal
        (second,) = pool.pids()
        assert second != first
    finally:
        await pool.close()
    assert not is_there(first)
    assert not is_there(second)


@live
async def test_a_bot_that_never_answers_fails_after_two_processes() -> None:
    pool = BotPool(Warmup(), timeout=0.0)
    try:
        with pytest.raises(BotProcessLost):
            await pool.think(request("casual"))
    finally:
        await pool.close()
    assert pool.pids() == []


@live
async def test_a_match_keeps_its_bot_process() -> None:
    pool = BotPool(Warmup())
    try:
        await asyncio.gather(*(pool.think(request("random", name)) for name in "ab"))
        assert len(pool.pids()) == 2
        first, second = pool._lanes["plain"].processes
        known = (first, "a") if "a" in first.matches else (second, "a")
        for _ in range(4):
            await pool.think(request("random", known[1]))
        assert sum("a" in each.matches for each in (first, second)) == 1
    finally:
        await pool.close()


@live
async def test_slow_bots_do_not_delay_quick_ones() -> None:
    pool = BotPool(Warmup(), timeout=TIMEOUT_SECONDS)
    slow = BotSpec("hanabi", read_bot("hanabi", "casual").info, {"ms": 1000})
    try:
        await pool._ask(slow, request("casual"))
        os.kill(pool.pids()[0], signal.SIGSTOP)
        thinking = [asyncio.create_task(pool._ask(slow, request("casual"))) for _ in range(9)]
        for _ in range(3):
            await pool.think(request("casual"))
        assert not all(task.done() for task in thinking)
        for pid in pool.pids():
            os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*thinking)
    finally:
        await pool.close()


SLOW = BotSpec("hanabi", read_bot("hanabi", "casual").info, {"ms": 5000})
BRIEF = BotSpec("hanabi", read_bot("hanabi", "casual").info, {"ms": 1000})


@asynccontextmanager
async def stalled(pool: BotPool, *bots: BotSpec) -> AsyncIterator[list[asyncio.Task[Choice]]]:
    """Processes that are busy until the end, with a crowd of one address waiting for them."""
    for bot in bots:
        await pool._ask(bot, request("casual"))
    for pid in pool.pids():
        os.kill(pid, signal.SIGSTOP)
    crowd = [
        asyncio.create_task(pool._ask(bot, request("casual", str(n)), [Served("crowd", str(n))]))
        for n in range(10)
        for bot in bots
    ]
    await asyncio.sleep(0)
    yield crowd
    for pid in pool.pids():
        os.kill(pid, signal.SIGCONT)
    await asyncio.gather(*crowd)


@live
async def test_long_thinking_leaves_processes_for_brief_thinking() -> None:
    pool = BotPool(Warmup(), timeout=TIMEOUT_SECONDS)
    try:
        async with stalled(pool, SLOW) as crowd:
            await pool._ask(BRIEF, request("casual"), [Served("crowd", "x")])
            assert not any(task.done() for task in crowd)
    finally:
        await pool.close()


@live
async def test_who_used_the_least_is_served_before_a_crowd() -> None:
    pool = BotPool(Warmup(), timeout=TIMEOUT_SECONDS)
    order: list[str] = []

    async def ask(bot: BotSpec, name: str) -> None:
        await pool._ask(bot, request("casual", name), [Served("crowd", "x"), Served(name, name)])
        order.append(name)

    try:
        async with stalled(pool, SLOW) as crowd:
            for task in crowd:
                task.add_done_callback(lambda _: order.append("one of the crowd"))
            alone = asyncio.create_task(ask(SLOW, "alone"))
            await asyncio.sleep(0)
        await alone
        slots = pool._lanes["long"].queue.slots
        assert order.index("alone") <= slots
    finally:
        await pool.close()


@live
async def test_a_request_that_is_cancelled_while_it_waits_is_never_run() -> None:
    pool = BotPool(Warmup(), timeout=TIMEOUT_SECONDS)
    try:
        async with stalled(pool, SLOW) as crowd:
            queue = pool._lanes["long"].queue
            for task in crowd:
                task.cancel()
            await asyncio.wait(crowd)
            await asyncio.sleep(0)
            assert queue.waiting == 0
            assert len(pool._requests) == queue.busy
            crowd.clear()
        page = pool._metrics.page().decode()
        assert 'hanamichi_queue_waiting{queue="long"} 0.0' in page
    finally:
        await pool.close()


@live
async def test_closing_ends_all_bot_processes_at_once() -> None:
    pool = BotPool(Warmup(), timeout=TIMEOUT_SECONDS)
    await pool.think(request("random"))
    (pid,) = pool.pids()
    os.kill(pid, signal.SIGSTOP)
    waiting = [asyncio.create_task(pool.think(request("random"))) for _ in range(5)]
    await asyncio.sleep(0)
    await pool.close()
    assert not is_there(pid)
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(answer, BotProcessLost) for answer in answers)
    assert pool.pids() == []


async def moved(line: Socket) -> None:
    """Wait for the next move, or for the end."""
    before = len(line.log)
    await line.until(
        lambda: line.table["status"] == "over" or len(line.log) > before, TIMEOUT_SECONDS
    )


async def begun(ann: Person, *bots: str) -> str:
    return await ann.open_table("koikoi/nintendo", *bots, options={"rounds": 12}, start=True)


@live
async def test_a_table_continues_when_the_process_of_its_bots_is_killed(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await begun(ann, "regular", "random")
        async with ann.at(table) as line:
            killed: list[int] = []
            while line.table["status"] == "playing" and len(set(killed)) < 3:
                killed += (found := server.app.bot_pool.pids())
                for pid in found:
                    os.kill(pid, signal.SIGKILL)
                await moved(line)
            await line.until(lambda: line.table["status"] == "over", TIMEOUT_SECONDS)
            assert len(set(killed)) >= 3
            assert line.table["ending"]["reason"] == "rules"


@live
async def test_a_stalled_bot_is_replaced_by_a_simpler_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        running(tmp_path, bot_pool=BotPool(Warmup(), timeout=0.0)) as server,
        person(server, "Ann") as ann,
    ):
        options = {"first_dealer": 1}
        table = await ann.open_table(
            "koikoi/nintendo", "me", "regular", options=options, start=True
        )
        async with ann.at(table) as line:
            await line.until(lambda: _moves(line.log) > 0, TIMEOUT_SECONDS)
    assert "the bot regular failed: BotProcessLost" in caplog.text
    simpler = replacement("koikoi", "regular", preset_by_id("koikoi/nintendo")[1].options, 2).id
    assert f"the bot {simpler} failed: BotProcessLost" in caplog.text


def _moves(log: list[dict[str, object]]) -> int:
    return sum(entry["seat"] is not None for entry in log)


@live
async def test_the_warmup_starts_outside_of_the_event_loop_and_may_be_closed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started, go_on = threading.Event(), threading.Event()
    processes: list[WorkerProcess] = []

    def start(*arguments: Any, **options: Any) -> WorkerProcess:
        started.set()
        go_on.wait()
        processes.append(WorkerProcess(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(warmup, "WorkerProcess", start)
    warming = Warmup()
    warming.begin()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await asyncio.to_thread(started.wait)
        closing = asyncio.create_task(warming.close())
        await asyncio.sleep(0)
        go_on.set()
        await closing
    assert not processes[0].alive


@live
async def test_bots_are_ready_one_after_another_also_those_that_fail(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        warmup, "_compiled_bots", lambda: [("hanabi", "casual"), ("koikoi", "missing")]
    )
    warming = Warmup()
    pending: list[tuple[frozenset[str], ...]] = []

    def note_pending() -> None:
        pending.append(tuple(map(warming.not_ready, ("hanabi", "koikoi"))))

    warming.on_ready = note_pending
    note_pending()
    await warming.wait_until_ready("koikoi", "missing")
    await warming.close()
    casual, missing, none = frozenset({"casual"}), frozenset({"missing"}), frozenset[str]()
    assert pending == [(casual, missing), (none, missing), (none, none)]
    assert "the bot missing could not be made ready (BotError)" in caplog.text


@live
async def test_a_bot_that_is_warming_up_is_marked_and_moves_when_ready(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        seats = ("me", "expert", "expert")
        options = {"first_seat": 1}
        table = await ann.open_table("hanabi/online", *seats, options=options, start=True)
        async with ann.at(table) as line:
            assert [seat["warming"] for seat in line.table["seats"]] == [False, True, True]
            await line.until(lambda: not line.table["seats"][1]["warming"], COMPILING)
            await line.until(lambda: line.to_act, COMPILING)


def serving(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """`hanamichi serve` as a process, and its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.process", "0"],
        env=os.environ | {"HANAMICHI_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            return process, int(line.rpartition(":")[2].split("/")[0])
    raise AssertionError("it does not start")


def family(pid: int) -> list[int]:
    """Every process that the server started, and itself."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                session = int((entry / "stat").read_text().rpartition(")")[2].split()[3])
            except (FileNotFoundError, ProcessLookupError):
                continue
            if session == pid and is_there(int(entry.name)):
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at Linux processes")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_no_process_survives_ctrl_c_or_a_kill(tmp_path: Path, ending: signal.Signals) -> None:
    process, port = serving(tmp_path)

    @live
    async def play() -> None:
        server = Server(None, f"127.0.0.1:{port}")  # type: ignore[arg-type]  # it is another process
        async with person(server, "Ann") as ann:
            table = await begun(ann, "regular", "random")
            async with ann.at(table) as line:
                await line.until(lambda: _moves(line.log) > 2, TIMEOUT_SECONDS)

    play()
    assert len(family(process.pid)) > 1
    if ending is signal.SIGINT:
        os.killpg(process.pid, ending)  # as a terminal does
    else:
        process.kill()
    process.wait(TIMEOUT_SECONDS)
    process.communicate()
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while family(process.pid):
        assert time.monotonic() < deadline
        os.sched_yield()
