"""Runs the server: finds a free port, the database, and prints where the server listens."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hanamichi.bots.outside.guests import invite
from hanamichi.bots.plugin_check import check_plugins
from hanamichi.server.application import Application
from hanamichi.server.http import health, static_files
from hanamichi.server.http.app import create_app
from hanamichi.server.http.host_names import HostNames
from hanamichi.server.http.monitors import Monitors
from hanamichi.server.http.origin import lan_address
from hanamichi.server.http.request_gate import RequestGate
from hanamichi.server.net.connection_gate import ConnectionGate
from hanamichi.server.net.listening import BACKLOG, DEFAULT_HOST, ServeError, bracketed
from hanamichi.server.net.proxy_headers import ProxyHeaders, TrustedProxies
from hanamichi.server.net.uvicorn_protocols import http_protocol, websocket_protocol
from hanamichi.server.ops import process_stats
from hanamichi.server.ops.config import find_config
from hanamichi.server.ops.log import LogForm, RequestLog, logging_to_stderr, report_fault
from hanamichi.server.ops.paths import data_folder
from hanamichi.server.ops.rate_limits import address_of
from hanamichi.server.protocol.commands import MAX_FRAME, BotPace
from hanamichi.server.protocol.match_messages import MESSAGES
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.file_lock import DatabaseInUse
from hanamichi.server.table.lessons.script import LESSON
from hanamichi.server.table.result import RESULTS
from hanamichi.server.views.game_views import VIEWS

_PING_SECONDS = 20.0
"""The interval between two pings of a socket."""
_RESERVED_DESCRIPTORS = 128
"""For the database, bots and files, which must work even if every other one is a connection."""
_ALL_INTERFACES = {"0.0.0.0", "::"}
NO_PROXIES = TrustedProxies(())
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class ServerAddress(NamedTuple):
    """Where a server listens and stores its tables."""

    local: str
    network: str | None
    """The host and port by which others reach it; `None` where they cannot."""
    database: str


def serve(
    listening: socket.socket,
    *,
    host: str = DEFAULT_HOST,
    database: str | None = None,
    open_browser: bool = False,
    bot_pace: BotPace = "human",
    log: LogForm | None = None,
    trusted_proxies: Sequence[str] = (),
    config: str | None = None,
    sites: Sequence[str] = (),
    bots: Mapping[str, str] | None = None,
    say: Callable[[str], None],
) -> None:
    """Serve on a socket bound to a host until interrupted.

    Every move is stored at once, so nothing is lost then. `bots` are offered at the tables beside
    those of the house: an import path or a command each, by name.
    """
    with logging_to_stderr(log):
        check_plugins(MESSAGES, VIEWS, RESULTS, LESSON)
        url = database_url(database)
        proxies = TrustedProxies(trusted_proxies)
        settings = find_config(config)
        guests = invite(bots or {}, settings.bots.max_thinking_ms / 1000)
        hosts = HostNames([*settings.access.hosts, *sites])
        address = _address(host, listening.getsockname()[1], url)

        # A name server that does not answer delays neither the start nor the end.
        threading.Thread(target=hosts.learn, args=(lan_address(),), daemon=True).start()

        def started() -> None:
            for line in describe(address, hosts, proxies=bool(proxies)):
                say(line)
            if open_browser:
                webbrowser.open(address.local)

        app = Application(Database(url), bot_pace=bot_pace, config=settings, guests=guests)
        serving = run(
            app,
            listening,
            lan=address.network,
            started=started,
            warm_up=True,
            proxies=proxies,
            hosts=hosts,
        )
        run_alone(serving)


def run_alone(serving: Coroutine[Any, Any, None]) -> None:
    """Run a server until it ends, with settings for a process that does nothing else."""
    # The thread that writes to the database waits at most this long for the interpreter lock.
    sys.setswitchinterval(0.001)
    process_stats.raise_descriptor_limit()
    with asyncio.Runner(loop_factory=_fast_loop()) as runner:
        runner.run(serving)


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop's event loop, if it is installed."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop


def _address(host: str, port: int, url: str) -> ServerAddress:
    all_interfaces = host in _ALL_INTERFACES
    lan = lan_address() if all_interfaces else None
    return ServerAddress(
        local=f"http://{'localhost' if all_interfaces else bracketed(host)}:{port}",
        network=None if lan is None else f"{lan}:{port}",
        database=display_url(url),
    )


async def run(
    app: Application,
    listening: socket.socket,
    *,
    lan: str | None = None,
    started: Callable[[], None] = lambda: None,
    warm_up: bool = False,
    client: Path = static_files.FOLDER,
    proxies: TrustedProxies = NO_PROXIES,
    ping: float = _PING_SECONDS,
    hosts: HostNames | None = None,
) -> None:
    """Serve an application on a bound socket."""
    try:
        await app.open(warm_up=warm_up)
    except DatabaseInUse as holder:
        await app.close()
        raise ServeError(
            f"Another server ({holder}) uses this database; stop that one, or give this one "
            "another --database",
            code="serve/database-in-use",
            where="database",
        ) from None
    except StorageError as error:
        await app.close()
        raise ServeError(
            f"The database cannot be opened ({error}); check the folder, or --database",
            code="serve/database",
        ) from None
    server = server_for(
        app, lan=lan, started=started, client=client, proxies=proxies, hosts=hosts, ping=ping
    )
    try:
        with app.gc_pacing:
            await server.serve([listening])
    finally:
        await app.close()


def server_for(
    app: Application,
    *,
    lan: str | None = None,
    started: Callable[[], None] = lambda: None,
    client: Path = static_files.FOLDER,
    proxies: TrustedProxies = NO_PROXIES,
    hosts: HostNames | None = None,
    ping: float = _PING_SECONDS,
) -> uvicorn.Server:
    """A configured uvicorn. Addresses of tables are secrets, so there is no access log."""
    access = app.config.access
    litestar = create_app(
        app.services,
        on_shutdown=app.close,
        hosts=HostNames(access.hosts) if hosts is None else hosts,
        monitors=Monitors(access.monitors, proxies),
        hsts_days=access.hsts_days,
        lan=lan,
        client=client,
    )
    limiter = app.services.rate_limiter
    asgi: Any = RequestLog(
        RequestGate(litestar, limiter, monitoring=health.PATHS),
        app.metrics.refusal,
        app.address_keys.hash,
    )
    gate = ConnectionGate(
        limiter.connections,
        key=address_of,
        proxies=proxies,
        max_connections=max(1, process_stats.descriptor_limit() - _RESERVED_DESCRIPTORS),
        report=lambda limit: app.metrics.limited.labels(limit).inc(),
    )
    config = uvicorn.Config(
        ProxyHeaders(asgi, proxies) if proxies else asgi,
        # `ProxyHeaders` reads these headers more strictly than uvicorn.
        proxy_headers=False,
        http=http_protocol(gate),
        ws=websocket_protocol(report_fault),
        # A frame slightly too long is read and refused with a code; a huge one ends the connection.
        ws_max_size=4 * MAX_FRAME,
        # A client that does not answer a ping within the same time is disconnected.
        ws_ping_interval=ping,
        ws_ping_timeout=ping,
        backlog=BACKLOG,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    server = _Server(config, started)
    app.metrics.watch(
        "hanamichi_connections",
        "Connections that are open, sockets included",
        lambda: len(server.server_state.connections),
    )
    return server


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
        """Do not raise SIGTERM again after a regular shutdown: it would look like a failure."""
        with super().capture_signals():
            yield
            captured = [one for one in self._captured_signals if one != signal.SIGTERM]
            self._captured_signals = captured


def database_url(given: str | None) -> str:
    """The URL of the database, with its driver; by default a file of the user."""
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
    """A path without a scheme is an SQLite database."""
    return f"sqlite:///{file}"


def display_url(url: str) -> str:
    """The database for display: the file, or the URL without its password."""
    parsed = make_url(url)
    if parsed.drivername.startswith("sqlite") and parsed.database:
        return parsed.database
    return parsed.render_as_string(hide_password=True)


def describe(address: ServerAddress, hosts: HostNames, *, proxies: bool = False) -> list[str]:
    """The lines to print at start."""
    lines = [f"Hanamichi is open at {address.local}"]
    if address.network is not None:
        lines.append(f"On your network:     http://{address.network}")
    lines += [f"By its name:         {name}" for name in hosts.public]
    if proxies and not hosts.public and not hosts.any:
        lines.append(
            "Behind your proxy:   name your site with --site, or visitors who use it are refused"
        )
    return [
        *lines,
        f"Tables are kept in   {address.database}",
        "To invite somebody:  open a table there and send them its link.",
        "Ctrl+C closes it; nothing is lost.",
    ]
