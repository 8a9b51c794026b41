"""What every process that a bot thinks in has to know: when to leave, and what not to hear."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator

_THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What the libraries behind NumPy's products read when it is imported."""


def serve_the_keeper() -> None:
    """To be called first: Ctrl-C is the keeper's to answer, and with the keeper we leave.

    There is a process for every core: one that divided its small products among all cores would
    mostly wait for the others, and they for it.
    """
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_keeper, daemon=True).start()


def _leave_with_the_keeper() -> None:
    keeper = multiprocessing.parent_process()
    if keeper is not None:
        keeper.join()
        os._exit(1)


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """A process begun here never hears Ctrl-C; the one that begins it does, a moment later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
