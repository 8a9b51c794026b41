"""Workers on a Ray cluster. Ray is an extra, and imported only when a cluster is named."""

from __future__ import annotations

import importlib
import itertools
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any

import msgspec

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.local_workers import LocalWorkers
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task, Tournament, engine_of

_CHUNK_SIZE = 16
"""Games sent to a worker at a time: enough that sending them costs little."""
_CONNECT_SECONDS = 5.0
_PROBE_SECONDS = 60.0
_PROBE_PROGRAM = "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False)"


def _error(message: str) -> ArenaError:
    return ArenaError(message, code="arena/ray", where="--ray")


def check_address(address: str) -> None:
    """Raise at once for an address that Ray would take minutes to give up on."""
    if address in ("auto", "local"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise _error(f"A Ray address is auto, local or host:port, not {address!r}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
    except OSError as error:
        raise _error(f"Nobody answers at {address}: {error.strerror or error}") from None
    # Something listens there. Whether it is Ray is found out in a process that can be killed.
    try:
        probe = subprocess.run(
            [sys.executable, "-c", _PROBE_PROGRAM, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _error(f"What listens at {address} does not answer as Ray does") from None
    if probe.returncode != 0:
        reason = reason_in(probe.stderr.decode(errors="replace"))
        raise _error(f"Cannot join the Ray cluster at {address}: {reason}")


def reason_in(output: str) -> str:
    """Why joining failed, from Ray's output."""
    if "AuthenticationError" in output:
        return "it wants a token: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"
    return output.strip().rpartition("\n")[2]


class RayWorkers:
    """Games played on a cluster."""

    def __init__(self, tournament: Tournament, address: str, count: int | None = None) -> None:
        if count is not None and count < 1:
            raise ArenaError("At least one worker has to play", where="--workers")
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise _error("--ray needs the extra hanamichi[ray]") from None
        check_address(address)
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise _error(f"Cannot join the Ray cluster at {address}: {error}") from None
        self._tournament = tournament
        self._count = count or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._play = self._ray.remote(num_cpus=1, max_retries=-1)(play_chunk)

    def __enter__(self) -> RayWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ray.shutdown()

    def play(self, tasks: Iterable[Task]) -> Iterator[GameResult]:
        """The results as they come in, in no particular order."""
        plan = self._ray.put(msgspec.json.encode(self._tournament))
        chunks = _chunks(tasks)
        running = [
            self._play.remote(plan, chunk) for chunk in itertools.islice(chunks, self._count)
        ]
        while running:
            ready, running = self._ray.wait(running, num_returns=1)
            running += [
                self._play.remote(plan, chunk) for chunk in itertools.islice(chunks, len(ready))
            ]
            for answer in ready:
                yield from msgspec.json.decode(self._fetched(answer), type=list[GameResult])

    def _fetched(self, answer: Any) -> bytes:
        try:
            # Ray is optional, and so untyped here: the task returns bytes.
            return self._ray.get(answer)  # type: ignore[no-any-return]
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            raise cause if isinstance(cause, ArenaError) else RuntimeError(str(error)) from None


def _chunks(tasks: Iterable[Task]) -> Iterator[list[tuple[int, int]]]:
    waiting = iter(tasks)
    while chunk := [(task.lineup, task.game) for task in itertools.islice(waiting, _CHUNK_SIZE)]:
        yield chunk


# -- on the cluster ----------------------------------------------------------------------------

_last_workers: dict[bytes, LocalWorkers] = {}
"""The workers of the last tournament, which is likely to continue."""


def play_chunk(plan: bytes, chunk: list[tuple[int, int]]) -> bytes:
    """Play some games in a child process, as a local worker does."""
    if plan not in _last_workers:
        tournament = msgspec.json.decode(plan, type=Tournament)
        here = engine_of(tournament.preset, tournament.lineups, tournament.named_bots)
        if here != tournament.engine:
            raise _error(
                "The cluster has another version of Hanamichi or of a bot than this machine"
            )
        for workers in _last_workers.values():
            workers.__exit__(None, None, None)
        _last_workers.clear()
        _last_workers[plan] = LocalWorkers(tournament, 1)
    return msgspec.json.encode(list(_last_workers[plan].play(Task(*pair) for pair in chunk)))
