"""The supervisor of the processes in which bots run."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from hanamichi.bots.worker_process import IDLE, SPAWN, Context, WorkerProcess, fork_server

TIMEOUT_SECONDS = 120.0
FORK_SERVER = fork_server("hanamichi.bots.worker_process")


def multiply(pipe: Connection) -> None:
    before = threads()
    import numpy as np

    square = np.ones((400, 400), np.float32)
    pipe.send((before, threads(), float((square @ square).sum())))


def threads() -> int:
    return len(list(Path("/proc/self/task").iterdir()))


def describe(pipe: Connection, name: str) -> None:
    print("printed by the worker", flush=True)
    niceness = os.nice(0) if hasattr(os, "nice") else 0
    pipe.send((name, niceness, os.environ.get("HANAMICHI_TEST"), signal.getsignal(signal.SIGINT)))


def tell_scheduler(pipe: Connection) -> None:
    pipe.send((os.sched_getscheduler(0), os.nice(0)))


def echo(pipe: Connection) -> None:
    while True:
        pipe.send(pipe.recv())


def received(worker: WorkerProcess) -> object:
    assert worker.pipe.poll(TIMEOUT_SECONDS)
    return worker.pipe.recv()


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted as Linux shows them")
def test_a_process_computes_with_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    worker = WorkerProcess(multiply)
    assert worker.pipe.poll(TIMEOUT_SECONDS)
    before, after, total = worker.pipe.recv()
    worker.close()
    assert (after, total) == (before, 400**3)


@pytest.mark.parametrize("context", [SPAWN, FORK_SERVER])
def test_settings_reach_the_process(context: Context) -> None:
    worker = WorkerProcess(describe, "a worker", context=context, niceness=3)
    own = os.nice(0) if hasattr(os, "nice") else -3
    assert received(worker) == ("a worker", own + 3, None, signal.SIG_IGN)
    worker.close()


@pytest.mark.skipif(sys.platform != "linux", reason="Linux schedules so")
def test_an_idle_process_gets_only_what_others_leave() -> None:
    worker = WorkerProcess(tell_scheduler, niceness=IDLE)
    assert received(worker) == (os.SCHED_IDLE, 19)
    worker.close()


def test_environment_variables_are_for_the_process_alone() -> None:
    worker = WorkerProcess(describe, "a worker", environment={"HANAMICHI_TEST": "1"})
    assert "HANAMICHI_TEST" not in os.environ
    assert received(worker) == ("a worker", os.nice(0), "1", signal.SIG_IGN)
    worker.close()


def test_output_never_reaches_the_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    for output in ("stderr", "discard"):
        worker = WorkerProcess(describe, "a worker", output=output)
        received(worker)
        worker.close()
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("printed by the worker") == 1


def test_a_killed_process_closes_its_pipe_and_says_how_it_ended() -> None:
    worker = WorkerProcess(echo)
    worker.pipe.send("hello")
    assert received(worker) == "hello"
    worker.kill()
    with pytest.raises(EOFError):
        worker.pipe.recv()
    assert worker.exit_reason() == "its process was ended by SIGKILL"
    assert not worker.alive
    worker.close()


def test_a_restarted_process_answers_again() -> None:
    worker = WorkerProcess(echo)
    first = worker.pid
    worker.restart()
    assert worker.pid != first
    worker.pipe.send("hello")
    assert received(worker) == "hello"
    worker.close()
    assert not worker.alive


PARENT = """
import sys, time
from hanamichi.bots.worker_process import WorkerProcess
from tests.bots.test_worker_process import echo

if __name__ == "__main__":
    worker = WorkerProcess(echo)
    worker.pipe.send("hello")
    worker.pipe.recv()
    print(worker.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="looks for the process as POSIX does")
def test_a_process_ends_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, "utf-8")
    root = Path(__file__).parent.parent.parent
    path = os.pathsep.join((str(root), os.environ.get("PYTHONPATH", "")))
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while is_running(worker):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return not Path("/proc/self/stat").exists()
    return status != "Z"  # an orphan may stay as a zombie where no init process reaps it


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("output", ["stderr", "discard"])
def test_a_process_works_when_streams_of_its_parent_are_closed(
    closed: str, output: str, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    script = tmp_path / "parent.py"
    script.write_text(PARENT_OF_TALKING_WORKER, "utf-8")
    root = Path(__file__).parent.parent.parent
    path = os.pathsep.join((str(root), os.environ.get("PYTHONPATH", "")))
    command = f"exec {shlex.join([sys.executable, str(script), output, str(told)])} {closed}"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        check=False,
        timeout=TIMEOUT_SECONDS,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    assert told.read_text("utf-8") == "True again"
    assert done.stdout == b""


PARENT_OF_TALKING_WORKER = """
import sys
from pathlib import Path
from hanamichi.bots.worker_process import WorkerProcess
from tests.bots.test_worker_process import talk

if __name__ == "__main__":
    worker = WorkerProcess(talk, output=sys.argv[1])
    answers = []
    for question in (0.5, 0.0):
        try:
            worker.pipe.send(question)
            answers.append(worker.pipe.recv())
        except (EOFError, OSError) as error:
            answers.append(repr(error))
    Path(sys.argv[2]).write_text(f"{answers[0]} {answers[1]}", "utf-8")
"""


def talk(pipe: Connection) -> None:
    watched = multiprocessing.parent_process()
    assert watched is not None
    seconds = pipe.recv()
    print("printed by the worker", flush=True)
    watched.join(seconds)
    pipe.send(watched.is_alive())
    pipe.recv()
    print("printed by the worker", flush=True)
    pipe.send("again")
