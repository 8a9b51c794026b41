"""The processes that bots think in."""

from __future__ import annotations

import multiprocessing
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from hanamichi.bots.worker_process import serve_the_keeper


def multiply(pipe: Connection) -> None:
    serve_the_keeper()
    before = threads()
    import numpy as np

    square = np.ones((400, 400), np.float32)
    pipe.send((before, threads(), float((square @ square).sum())))


def threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted as Linux shows them")
def test_a_process_computes_with_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=multiply, args=(theirs,))
    process.start()
    before, after, total = ours.recv()
    process.join()
    assert (after, total) == (before, 400**3)
