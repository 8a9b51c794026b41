"""Child processes in which bots run.

The arena, the server's bot pool and its warmup all start their processes here. A worker process
has a pipe to its parent, ends when its parent does, and never receives Ctrl-C.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO, TypeAlias

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

Context: TypeAlias = "SpawnContext | ForkServerContext"
Output: TypeAlias = Literal["stderr", "discard"]
"""What happens to the output of a worker process."""

_THREAD_VARIABLES = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "OMP_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
"""Read by NumPy's linear algebra libraries when they are loaded."""

IDLE = 20
"""A niceness beyond the lowest: only what others leave, on systems that can promise it."""

SPAWN: Context = multiprocessing.get_context("spawn")
"""A new interpreter for each process: slow to start, but it sees its own environment variables."""


def fork_server(preload: str) -> Context:
    """Processes that start quickly, forked from one that has imported a module; or else spawned."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return SPAWN
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([preload])
    return context


class WorkerProcess:
    """A running child process and the parent's end of the pipe to it.

    The child calls `target(pipe, *arguments)` and exits when that returns.
    """

    def __init__(
        self,
        target: Callable[..., None],
        *arguments: Any,
        context: Context = SPAWN,
        output: Output = "stderr",
        niceness: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._context = context
        self._call = _Call(target, arguments, output, niceness)
        self._environment = environment or {}
        self._start()

    def _start(self) -> None:
        _fill_standard_numbers()
        self.pipe, child_end = self._context.Pipe()
        self._process = self._context.Process(
            target=_run, args=(child_end, *self._call), daemon=True
        )
        try:
            with _environment_set(self._environment), _interrupts_blocked():
                self._process.start()
        finally:
            child_end.close()

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process is running."""
        return self._process.is_alive()

    def exit_reason(self) -> str:
        """How a process that has died ended, in words."""
        self._process.join(1.0)
        status = self._process.exitcode
        if status is not None and status < 0:
            with contextlib.suppress(ValueError):
                return f"its process was ended by {signal.Signals(-status).name}"
        return f"its process ended with status {status}"

    def kill(self) -> None:
        """End the process at once; a thread that waits on the pipe gets an `EOFError`."""
        self._process.kill()

    def close(self) -> None:
        """End the process, wait until it is gone, and close the pipe."""
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def restart(self) -> None:
        """Replace the process with a new one, called with the same arguments."""
        self.close()
        self._start()


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# -- while a process is started ----------------------------------------------------------------


def _fill_standard_numbers() -> None:
    """Open the null device for each standard stream that is closed.

    Its number would otherwise go to a pipe, and the child would put a stream of its own over it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start a process with SIGINT blocked; this process gets a pending one a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _environment_set(variables: Mapping[str, str]) -> Iterator[None]:
    """Environment variables for a spawned process; `multiprocessing` takes none."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# -- in the child process ----------------------------------------------------------------------


class _Call(NamedTuple):
    target: Callable[..., None]
    arguments: tuple[Any, ...]
    output: Output
    niceness: int


def _run(
    pipe: Connection,
    target: Callable[..., None],
    arguments: tuple[Any, ...],
    output: Output,
    niceness: int,
) -> None:
    _set_up()
    _lower_priority(niceness)
    _redirect(output)
    target(pipe, *arguments)


def _lower_priority(niceness: int) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)  # more than the lowest is the lowest
    if niceness >= IDLE and sys.platform == "linux":
        with contextlib.suppress(OSError):  # some containers forbid it
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _set_up() -> None:
    """Ignore Ctrl-C, end with the parent, and use one thread for matrix products."""
    # There is a process for every core: libraries that use a thread for every core would make all
    # of them slower.
    for name in _THREAD_VARIABLES:
        os.environ.setdefault(name, "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _redirect(output: Output) -> None:
    """Keep what a bot prints out of the parent's standard output."""
    if output == "discard":
        null = os.open(os.devnull, os.O_WRONLY)
        _replace(1, sys.__stdout__, null)
        _replace(2, sys.__stderr__, null)
        return
    if sys.__stderr__ is not None:
        _replace(1, sys.__stdout__, 2)
    sys.stdout = sys.stderr


def _replace(number: int, stream: TextIO | None, other: int) -> None:
    """Let a standard stream go elsewhere, unless it was closed when this process started.

    Its number then belongs to another file, such as the pipe that tells when the parent ends.
    """
    if stream is not None:
        os.dup2(other, number)
