"""Running the server: a port that is free, a database that is there, and a word on where."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hanamichi.core import HanamichiError
from hanamichi.server.http import static_files
from hanamichi.server.http.app import create_app
from hanamichi.server.http.origin import lan_address
from hanamichi.server.live.tables import LiveTables
from hanamichi.server.net.http_timeout import TimeoutHTTPProtocol
from hanamichi.server.net.proxy_headers import ProxyHeaders, TrustedProxies
from hanamichi.server.net.websocket import SendBatch, TableWebSocketProtocol
from hanamichi.server.ops.log import LogForm, RequestLog, kept
from hanamichi.server.ops.paths import data_folder
from hanamichi.server.protocol.commands import MAX_FRAME, BotPace
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError

DEFAULT_HOST = "0.0.0.0"
"""Every network this machine is on: a friend's phone is meant to reach the table."""
DEFAULT_PORT = 8000
_TRIES = 50
_PING = 20.0
"""Seconds between two looks whether a socket's other end is still there."""
_EVERYWHERE = {"0.0.0.0", "::"}
NO_PROXIES = TrustedProxies(())
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class ServeError(HanamichiError):
    """The server cannot start.

    Codes: `serve/address`, `serve/database`.
    """

    code = "serve/address"


class Place(NamedTuple):
    """Where a server listens and keeps its tables."""

    local: str
    network: str | None
    """The host and port by which others reach it; `None` where they cannot."""
    database: str


def serve(
    *,
    host: str = DEFAULT_HOST,
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = False,
    bot_pace: BotPace = "human",
    log: LogForm | None = None,
    trusted_proxies: Sequence[str] = (),
    say: Callable[[str], None],
) -> None:
    """Serve until interrupted. Nothing is lost then: every move is stored already."""
    url = database_url(database)
    proxies = TrustedProxies(trusted_proxies)
    with kept(log), listen(host, port) as listening:
        place = _place(host, listening.getsockname()[1], url)

        def started() -> None:
            for line in described(place):
                say(line)
            if open_browser:
                webbrowser.open(place.local)

        house = LiveTables(Database(url), bot_pace=bot_pace)
        serving = run(
            house, listening, lan=place.network, started=started, warm=True, proxies=proxies
        )
        run_quickly(serving)


def run_quickly(serving: Coroutine[Any, Any, None]) -> None:
    """Run a server until it ends, in a process that is all its own."""
    # The thread that writes to the disk waits this long at most for its turn.
    sys.setswitchinterval(0.001)
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(serving)


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's, where there is one for this system."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop


def _place(host: str, port: int, url: str) -> Place:
    everywhere = host in _EVERYWHERE
    lan = lan_address() if everywhere else None
    return Place(
        local=f"http://{'localhost' if everywhere else _bracketed(host)}:{port}",
        network=None if lan is None else f"{lan}:{port}",
        database=shown(url),
    )


async def run(
    house: LiveTables,
    listening: socket.socket,
    *,
    lan: str | None = None,
    started: Callable[[], None] = lambda: None,
    warm: bool = False,
    client: Path = static_files.FOLDER,
    proxies: TrustedProxies = NO_PROXIES,
) -> None:
    """Serve a house on a socket that is bound already."""
    try:
        await house.open(warm=warm)
    except StorageError as error:
        await house.close()
        raise ServeError(
            f"The database cannot be opened ({error}); check the folder, or --database",
            code="serve/database",
        ) from None
    server = server_for(house, lan=lan, started=started, client=client, proxies=proxies)
    try:
        with house.garbage:
            await server.serve([listening])
    finally:
        await house.close()


def server_for(
    house: LiveTables,
    *,
    lan: str | None = None,
    started: Callable[[], None] = lambda: None,
    client: Path = static_files.FOLDER,
    proxies: TrustedProxies = NO_PROXIES,
    ping: float = _PING,
) -> uvicorn.Server:
    """uvicorn as we want it. Addresses of tables are secrets, so there is no access log."""
    app: Any = RequestLog(create_app(house, lan=lan, client=client))
    config = uvicorn.Config(
        ProxyHeaders(app, proxies) if proxies else app,
        # What uvicorn would believe of proxies, `ProxyHeaders` reads more strictly.
        proxy_headers=False,
        http=TimeoutHTTPProtocol,
        ws=partial(TableWebSocketProtocol, SendBatch()),  # type: ignore[arg-type]  # it is called like a class
        # A frame somewhat too long is read and refused with a code; a huge one ends the connection.
        ws_max_size=4 * MAX_FRAME,
        # Who does not answer a ping in as long again is gone, whatever the network says.
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    return _Server(config, started)


# At INFO it would log the address of every table, which is a secret; at DEBUG every frame.
logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ended as it was told to: that is no failure, as it would look if SIGTERM ended it."""
        with super().capture_signals():
            yield
            kept = [one for one in self._captured_signals if one != signal.SIGTERM]
            self._captured_signals = kept


def listen(host: str, port: int | None) -> socket.socket:
    """A bound socket: the port that was asked for, or the first free one from 8000 on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(DEFAULT_PORT, DEFAULT_PORT + _TRIES) if port is None else [port]
    failure = OSError()
    for candidate in ports:
        # Named, so that asyncio knows TCP when it sees it and sends small frames at once.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((host, candidate))
            bound.listen(1024)
        except (OSError, OverflowError) as error:
            bound.close()
            failure = error if isinstance(error, OSError) else OSError(str(error))
        else:
            return bound
    where = f"{_bracketed(host)}:{ports[0]}"
    raise ServeError(f"Cannot listen on {where}: {failure.strerror or failure}", where="port")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def database_url(given: str | None) -> str:
    """The database to use, with the driver we have for it; by default a file of the user's."""
    if given is None:
        folder = data_folder()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ServeError(
                f"The folder for tables cannot be made: {error.strerror or error}",
                code="serve/database",
                where=str(folder),
            ) from None
        return sqlite_url(folder)
    try:
        url = make_url(given)
    except ArgumentError:
        url = make_url(sqlite_url_of_file(Path(given)))
    driver = _DRIVERS.get(url.drivername, url.drivername)
    if driver not in _DRIVERS.values():
        raise ServeError(
            f"Tables are kept in SQLite or PostgreSQL, not in {url.drivername!r}",
            code="serve/database",
            where="database",
        )
    if driver == _DRIVERS["postgresql"] and importlib.util.find_spec("asyncpg") is None:
        raise ServeError(
            "PostgreSQL needs the package asyncpg: pip install 'hanamichi[postgres]'",
            code="serve/database",
            where="database",
        )
    return url.set(drivername=driver).render_as_string(hide_password=False)


def sqlite_url_of_file(file: Path) -> str:
    """A file named without a scheme is an SQLite database."""
    return f"sqlite:///{file}"


def shown(url: str) -> str:
    """The database as it may be printed: the file alone, or the address without its password."""
    parsed = make_url(url)
    if parsed.drivername.startswith("sqlite") and parsed.database:
        return parsed.database
    return parsed.render_as_string(hide_password=True)


def described(place: Place) -> list[str]:
    """What the one who started the server wants to know."""
    lines = [f"Hanamichi is open at {place.local}"]
    if place.network is not None:
        lines.append(f"On your network:     http://{place.network}")
    return [
        *lines,
        f"Tables are kept in   {place.database}",
        "To invite somebody:  open a table there and send them its link.",
        "Ctrl+C closes it; nothing is lost.",
    ]
