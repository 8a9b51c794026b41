"""Settings for all tests: Hypothesis, SIGINT, skips in CI, and which tests share a worker.

Hypothesis draws the same examples on every machine and has no deadline;
`pytest --hypothesis-profile=soak` draws many more, different ones in every run.
"""

import os
import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.strict_skips import pytest_make_collect_report, pytest_runtest_makereport

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]

settings.register_profile(
    "hanamichi",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    # examples are whole matches, which take long to draw
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak", settings.get_profile("hanamichi"), max_examples=3000, derandomize=False
)
settings.load_profile("hanamichi")

# A first run compiles kernels; tests read standard error.
os.environ.setdefault("HANAMICHI_QUIET", "1")

# A background job of a shell without job control ignores SIGINT, and so would every program that
# tests start and interrupt. With a handler that does nothing this process still ignores it, and
# the programs it starts do not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda _number, _frame: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bot-games",
        type=int,
        help="whole games of every bot at every table (default: few moves)",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: many tests wait for servers, clocks and pages."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run groups of tests in one worker each."""
    from tests.worker_groups import GroupScheduling

    return GroupScheduling(config, log)
