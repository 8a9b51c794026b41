"""A club at play: tables of both games, with people, with bots, and of bots alone."""

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
"""Who sits where: people by name, everybody else is a bot."""


class Game:
    """A table in use, and everybody at it."""

    def __init__(self, place: int, players: list[Player]) -> None:
        self.place = place
        self.players = players
        self.mark = 0
        """The last entry that anybody had seen when the server was last killed."""
        self.greetings: list[int] = [0 for _ in players]

    @property
    def over(self) -> bool:
        return all(player.over for player in self.players)

    def remember(self) -> None:
        """The server is gone: from here on everybody has to come back."""
        self.mark = max(player.last for player in self.players)
        self.greetings = [player.snapshots for player in self.players]

    def has_gone_on(self, *, coming_back: bool) -> bool:
        """Everybody is back, and something has happened since."""
        back = not coming_back or all(
            player.over or player.snapshots > before
            for player, before in zip(self.players, self.greetings, strict=True)
        )
        return self.over or (back and max(player.last for player in self.players) > self.mark)


class TableLoad:
    """Keeps its tables full: where a match is over, the next one begins."""

    def __init__(
        self,
        address: str,
        seed: int,
        tables: int = len(TABLES),
        *,
        sockets: str | None = None,
        patience: float | None = None,
    ) -> None:
        """`sockets` is where sockets are opened, if not at the server's own address."""
        self.games: list[Game] = []
        """The tables in use."""
        self.finished: list[Game] = []
        self._sockets = sockets or address
        self._patience = patience
        self._seeds = itertools.count(seed)
        self._tables = tables
        self._cookies: dict[str, str] = {}
        self._told = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self._client = httpx.AsyncClient(base_url=f"http://{address}", timeout=20)

    async def __aenter__(self) -> TableLoad:
        for name in PEOPLE:
            self._cookies[name] = await new_guest(self._client, name)
        for place in range(self._tables):
            self._tasks.append(asyncio.create_task(self._keep(place)))
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

    async def _keep(self, place: int) -> None:
        preset, names, options = TABLES[place]
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
            game = Game(
                place,
                [
                    Player(
                        self._sockets,
                        self._cookies[name],
                        table,
                        next(self._seeds),
                        self._hear,
                        self._patience,
                    )
                    for name in people or ["Ann"]
                ],
            )
            self.games.append(game)
            await asyncio.gather(*(player.play() for player in game.players))
            self.games.remove(game)
            self.finished.append(game)
            self._hear()

    def _hear(self) -> None:
        self._told.set()

    def remember(self) -> None:
        """The server is gone."""
        for game in self.games:
            game.remember()

    async def gone_on(self, patience: float = 90.0, *, coming_back: bool = True) -> None:
        """Wait until everybody is back, unless nobody was gone, and every table has moved."""
        await self.until(
            lambda: (
                len(self.games) == self._tables
                and all(game.has_gone_on(coming_back=coming_back) for game in self.games)
            ),
            patience,
        )

    async def play_out(self, patience: float = 180.0) -> None:
        """Let every match come to its end, and begin no other."""
        self._closing = True
        await self.until(lambda: not self.games, patience)
        for task in self._tasks:
            await task

    async def until(self, ready: Callable[[], bool], patience: float) -> None:
        """Wait until something is so; fail and say which tables stand still if it never is."""
        try:
            async with asyncio.timeout(patience):
                while not ready():
                    self._told.clear()
                    for task in self._tasks:
                        if task.done() and task.exception() is not None:
                            await task
                    await self._told.wait()
        except TimeoutError:
            still = (game for game in self.games if not game.has_gone_on(coming_back=False))
            stuck = [
                (TABLES[game.place][0], *(player.waits_for() for player in game.players))
                for game in still
            ]
            raise AssertionError(f"stuck after {patience} seconds: {stuck}") from None

    @property
    def players(self) -> list[Player]:
        """Everybody who ever sat or watched."""
        return [player for game in (*self.finished, *self.games) for player in game.players]
