"""Slots are shared by time, between addresses and then people, and none is ever lost."""

from __future__ import annotations

import asyncio
import selectors
from collections import defaultdict
from collections.abc import Coroutine

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamichi.server.ops import fair_shares
from hanamichi.server.ops.fair_queue import FairQueue, Served
from hanamichi.server.ops.wide_network import WIDE_FACTOR, fair_share
from hanamichi.server.protocol.errors import Refused


class _Skip(selectors.DefaultSelector):
    """Waits for nothing: the time until the next timer has passed at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.passed += timeout or 0.0
        return super().select(0)


class _SimulatedTime(asyncio.SelectorEventLoop):
    """A loop in which a sleep of an hour is over at once."""

    def __init__(self) -> None:
        self._skip = _Skip()
        super().__init__(self._skip)

    def time(self) -> float:
        return self._skip.passed


def simulate(scene: Coroutine[None, None, None]) -> None:
    with asyncio.Runner(loop_factory=_SimulatedTime) as runner:
        runner.run(scene)


def now() -> float:
    return asyncio.get_running_loop().time()


class Use:
    """Who used how many seconds of a queue."""

    def __init__(self, slots: int, *, max_waiting: int | None = None) -> None:
        self.queue = FairQueue(slots, max_waiting=max_waiting, now=now)
        self.seconds: defaultdict[Served, float] = defaultdict(float)
        self.pieces: list[Served] = []
        self.most_at_once = 0
        self._at_once = 0

    async def piece(self, served: Served, seconds: float, *, expected: bool = True) -> None:
        """One piece of work."""
        async with self.queue.slot(served, expected=seconds if expected else None):
            self.pieces.append(served)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            try:
                began = now()
                await asyncio.sleep(seconds)
                self.seconds[served] += now() - began
            finally:
                self._at_once -= 1

    async def endless(self, served: Served, seconds: float, *, expected: bool = True) -> None:
        """One piece after the other."""
        while True:
            await self.piece(served, seconds, expected=expected)


async def run_for(seconds: float, *endless: Coroutine[None, None, None]) -> None:
    tasks = [asyncio.ensure_future(each) for each in endless]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


ANN, BEN, EVE = Served("192.0.2.1", "ann"), Served("192.0.2.1", "ben"), Served("192.0.2.2", "eve")
durations = st.sampled_from([0.25, 1.0, 3.0, 5.0])


@settings(max_examples=30)
@given(
    st.integers(1, 4),
    st.lists(st.tuples(durations, st.integers(1, 8), st.booleans()), min_size=2, max_size=4),
)
def test_addresses_get_the_same_time_however_much_they_ask_for(
    slots: int, addresses: list[tuple[float, int, bool]]
) -> None:
    async def scene() -> None:
        use = Use(slots)
        eager = [
            use.endless(Served(str(number), str(who)), seconds, expected=expected)
            for number, (seconds, lines, expected) in enumerate(addresses)
            for who in range(slots + lines)
        ]
        await run_for(120.0, *eager)
        by_address: defaultdict[str, float] = defaultdict(float)
        for served, seconds in use.seconds.items():
            by_address[served.address] += seconds
        share = slots * 120.0 / len(addresses)
        for got in by_address.values():
            assert got == pytest.approx(share, abs=6.0 * slots)

    simulate(scene())


@settings(max_examples=20)
@given(st.integers(1, 3), durations, durations)
def test_people_of_one_address_share_what_it_gets(slots: int, ann: float, ben: float) -> None:
    async def scene() -> None:
        use = Use(slots)
        eager = [use.endless(ANN, ann) for _ in range(4)]
        eager += [use.endless(BEN, ben) for _ in range(4)]
        eager += [use.endless(EVE, 1.0) for _ in range(4)]
        await run_for(120.0, *eager)
        both = use.seconds[ANN] + use.seconds[BEN]
        assert both == pytest.approx(use.seconds[EVE], abs=6.0 * slots)
        assert use.seconds[ANN] == pytest.approx(use.seconds[BEN], abs=6.0 * slots)

    simulate(scene())


@settings(max_examples=30)
@given(st.integers(1, 3), st.integers(1, 60), durations)
def test_nobody_starves_beside_a_crowd(slots: int, tables: int, long: float) -> None:
    async def scene() -> None:
        use = Use(slots)
        crowd = [use.endless(Served("rude", str(n % 5)), long) for n in range(tables)]
        waits: list[float] = []

        async def honest() -> None:
            while True:
                asked = now()
                await use.piece(EVE, 0.25)
                waits.append(now() - asked - 0.25)
                await asyncio.sleep(2.0)

        await run_for(60.0, *crowd, honest())
        # A visitor who asks for little is next as soon as anything ends.
        assert max(waits) <= long + 1e-6

    simulate(scene())


def test_pieces_of_one_person_are_served_in_the_order_they_came() -> None:
    async def scene() -> None:
        use = Use(1)
        order: list[int] = []

        async def one(number: int) -> None:
            async with use.queue.slot(ANN, expected=1.0):
                order.append(number)
                await asyncio.sleep(1.0)

        await asyncio.gather(*(one(number) for number in range(9)))
        assert order == list(range(9))

    simulate(scene())


def test_time_that_nobody_else_wanted_is_not_held_against_anyone() -> None:
    async def scene() -> None:
        use = Use(1)
        await run_for(500.0, use.endless(ANN, 1.0), use.endless(ANN, 1.0))
        use.seconds.clear()
        both = [use.endless(who, 1.0) for who in (ANN, EVE) for _ in range(2)]
        await run_for(100.0, *both)
        assert use.seconds[ANN] == pytest.approx(50.0, abs=2.0)

    simulate(scene())


steps = st.tuples(
    st.integers(0, 3), st.integers(0, 2), st.floats(0, 4), st.floats(0, 6), st.booleans()
)


@given(st.integers(1, 3), st.lists(steps, max_size=40))
def test_no_slot_is_lost_or_lent_twice_when_requests_are_cancelled(
    slots: int, plan: list[tuple[int, int, float, float, bool]]
) -> None:
    async def scene() -> None:
        use = Use(slots)
        tasks = []
        for address, person, seconds, wait, cancel in plan:
            task = asyncio.ensure_future(use.piece(Served(str(address), str(person)), seconds))
            tasks.append(task)
            if cancel:
                asyncio.get_running_loop().call_later(wait, task.cancel)
            await asyncio.sleep(wait / 3)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert use.most_at_once <= slots
        assert use.queue.waiting == use.queue.busy == 0
        assert len(use.queue._addresses) == 0
        await asyncio.gather(*(use.piece(ANN, 1.0) for _ in range(2 * slots)))
        assert use.most_at_once == slots

    simulate(scene())


def test_a_slot_lent_to_who_is_cancelled_in_the_same_moment_is_lent_on() -> None:
    async def scene() -> None:
        use = Use(1)
        first = asyncio.ensure_future(use.piece(ANN, 1.0))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(use.piece(BEN, 1.0))
        third = asyncio.ensure_future(use.piece(EVE, 1.0))
        await asyncio.sleep(0)
        second.cancel()  # its future is cancelled now, its task runs later
        first.cancel()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert use.seconds == {EVE: 1.0}
        assert use.queue.busy == 0

    simulate(scene())


def test_who_has_too_much_waiting_is_refused_and_others_are_not() -> None:
    async def scene() -> None:
        use = Use(1, max_waiting=2)
        held = [asyncio.ensure_future(use.piece(ANN, 6.0)) for _ in range(3)]
        await asyncio.sleep(0)
        assert use.queue.waiting == 2
        with pytest.raises(Refused) as refused:
            await use.piece(ANN, 6.0)
        assert refused.value.code == "request/too-many"
        assert refused.value.retry_after == 1
        others = [asyncio.ensure_future(use.piece(who, 1.0)) for who in (BEN, EVE)]
        await asyncio.gather(*held, *others)
        assert use.pieces[1] == EVE

    simulate(scene())


def test_an_address_cannot_wait_as_ever_more_people() -> None:
    async def scene() -> None:
        use = Use(1, max_waiting=1)
        crowd = [Served("rude", str(number)) for number in range(20)]
        tasks = [asyncio.ensure_future(use.piece(who, 1.0)) for who in crowd]
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(result, Refused) for result in results].count(False) == 1 + 4

    simulate(scene())


def test_of_several_the_one_who_used_least_is_served() -> None:
    async def scene() -> None:
        use = Use(2)
        tasks = [asyncio.ensure_future(use.piece(ANN, 5.0)) for _ in range(3)]
        await asyncio.sleep(0)
        assert use.queue.least_used([ANN, EVE, BEN]) == EVE
        assert use.queue.least_used([ANN, BEN]) == BEN
        assert use.queue.least_used([]) is None
        await asyncio.gather(*tasks)

    simulate(scene())


def test_accounts_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_shares, "_MAX_IDLE", 10)

    async def scene() -> None:
        use = Use(1)
        running = asyncio.ensure_future(use.endless(EVE, 0.5))
        waiting = asyncio.ensure_future(use.endless(EVE, 0.5))
        for number in range(300):
            await use.piece(Served("rude", str(number)), 0.1)
            await use.piece(Served(str(number), "x"), 0.1)
        rude = use.queue._addresses.find("rude")
        assert rude is None or len(rude.people) <= 12
        assert len(use.queue._addresses) <= 14
        assert len(use.queue._addresses._waiting) <= 50
        running.cancel()
        waiting.cancel()

    simulate(scene())


def test_a_wide_network_has_few_shares() -> None:
    home = [f"2001:db8:0:{number:x}::/64" for number in range(256)]
    assert len({fair_share(each) for each in home}) == WIDE_FACTOR
    assert fair_share("2001:db8:1::/64") not in {fair_share(each) for each in home}
    assert fair_share("192.0.2.1") == "192.0.2.1"

    async def scene() -> None:
        use = Use(1)
        crowd = [Served(fair_share(each), each) for each in home]
        await run_for(900, use.endless(ANN, 1), *(use.endless(each, 1) for each in crowd))
        assert use.seconds[ANN] == pytest.approx(100, abs=2)

    simulate(scene())
