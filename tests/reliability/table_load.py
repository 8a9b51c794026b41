"""Load for a server: tables of both games, with people, with bots, and with bots only."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from types import TracebackType

import httpx

from tests.reliability.socket_players import Json, Player, new_guest, open_table

PEOPLE = ("Ann", "Bo", "Cy")
TABLES: tuple[tuple[str, tuple[str, ...], Json], ...] = (
    ("hanabi/cocktail", ("Ann", "Bo"), {}),
    ("hanabi/grands-feux", ("Ann", "Bo", "Cy"), {"black_powder": True}),
    ("hanabi/online", ("Bo", "random", "novice"), {}),
    ("hanabi/xii-singes", ("random", "random"), {}),
    ("koikoi/nintendo", ("Ann", "Cy"), {"rounds": 3}),
    ("koikoi/robin-red", ("Cy", "regular"), {"rounds": 3}),
    ("koikoi/nintendo", ("random", "regular"), {"rounds": 3}),
)
"""Preset, seats (names of people or bots) and options of each table."""


class LoadedTable:
    """A table in use and its players."""

    def __init__(self, number: int, players: list[Player]) -> None:
        self.number = number
        self.players = players
        self.mark = 0
        """The last log index any player had when the server was killed."""
        self.snapshots_before: list[int] = [0 for _ in players]

    @property
    def over(self) -> bool:
        return all(player.over for player in self.players)

    def remember(self) -> None:
        """Note the state at a kill: from here on all players have to reconnect."""
        self.mark = max(player.last for player in self.players)
        self.snapshots_before = [player.snapshots for player in self.players]

    def has_gone_on(self, *, coming_back: bool) -> bool:
        """Whether all players are back and the table has moved."""
        back = not coming_back or all(
            player.over or player.snapshots > before
            for player, before in zip(self.players, self.snapshots_before, strict=True)
        )
        return self.over or (back and max(player.last for player in self.players) > self.mark)


class TableLoad:
    """Plays tables; where a match ends, the next one begins."""

    def __init__(
        self,
        address: str,
        seed: int,
        tables: int = len(TABLES),
        *,
        sockets: str | None = None,
        reply_timeout: float | None = None,
    ) -> None:
        """`sockets` is the address for sockets, if not the server's own."""
        self.games: list[LoadedTable] = []
        """The tables in use."""
        self.finished: list[LoadedTable] = []
        self._sockets = sockets or address
        self._reply_timeout = reply_timeout
        self._seeds = itertools.count(seed)
        self._tables = tables
        self._cookies: dict[str, str] = {}
        self._changed = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self._client = httpx.AsyncClient(base_url=f"http://{address}", timeout=20)

    async def __aenter__(self) -> TableLoad:
        for name in PEOPLE:
            self._cookies[name] = await new_guest(self._client, name)
        for number in range(self._tables):
            self._tasks.append(asyncio.create_task(self._play_table(number)))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

    async def _play_table(self, number: int) -> None:
        preset, names, options = TABLES[number]
        people = [name for name in names if name in PEOPLE]
        host = people[0] if people else "Ann"
        plans = [
            {"type": "me" if name == host else "open"}
            if name in PEOPLE
            else {"type": "bot", "bot": name}
            for name in names
        ]
        request = {"preset": preset, "seats": plans, "options": options, "start": not people}
        while not self._closing:
            table = await open_table(self._client, self._cookies[host], request)
            game = LoadedTable(
                number,
                [
                    Player(
                        self._sockets,
                        self._cookies[name],
                        table,
                        next(self._seeds),
                        self._note_change,
                        self._reply_timeout,
                    )
                    for name in people or ["Ann"]
                ],
            )
            self.games.append(game)
            await asyncio.gather(*(player.play() for player in game.players))
            self.games.remove(game)
            self.finished.append(game)
            self._note_change()

    def _note_change(self) -> None:
        self._changed.set()

    def remember(self) -> None:
        """Note the state of all tables at a kill."""
        for game in self.games:
            game.remember()

    async def gone_on(self, seconds: float = 90.0, *, coming_back: bool = True) -> None:
        """Wait until every table has moved, with `coming_back` also until all have reconnected."""
        await self.until(
            lambda: (
                len(self.games) == self._tables
                and all(game.has_gone_on(coming_back=coming_back) for game in self.games)
            ),
            seconds,
        )

    async def play_out(self, seconds: float = 180.0) -> None:
        """Finish all matches and begin no other."""
        self._closing = True
        await self.until(lambda: not self.games, seconds)
        for task in self._tasks:
            await task

    async def until(self, ready: Callable[[], bool], seconds: float) -> None:
        """Wait for a condition; fail and name the tables that do not move."""
        try:
            async with asyncio.timeout(seconds):
                while not ready():
                    self._changed.clear()
                    for task in self._tasks:
                        if task.done() and task.exception() is not None:
                            await task
                    await self._changed.wait()
        except TimeoutError:
            still = (game for game in self.games if not game.has_gone_on(coming_back=False))
            stuck = [
                (TABLES[game.number][0], *(player.waits_for() for player in game.players))
                for game in still
            ]
            raise AssertionError(f"stuck after {seconds} seconds: {stuck}") from None

    @property
    def players(self) -> list[Player]:
        """The players of all tables, finished ones included."""
        return [player for game in (*self.finished, *self.games) for player in game.players]
