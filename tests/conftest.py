"""Hypothesis for every test: the same examples on every machine, and no clock.

`pytest --hypothesis-profile=soak` looks much harder, and elsewhere every time.
"""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "hanamichi",
    max_examples=100,
    deadline=None,
    derandomize=True,
    print_blob=True,
    # playing a match to its end is a slow way to draw an example, and the right one
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak", settings.get_profile("hanamichi"), max_examples=3000, derandomize=False
)
settings.load_profile("hanamichi")

# Rooms whose tests share something dear, a compiler's work or a browser: one worker has them all.
TOGETHER = {
    "arena": "kernels",
    "batch": "kernels",
    "bots": "kernels",
    "envs": "kernels",
    "browser": "browser",
}


# A background job of a shell without job control ignores SIGINT, and so would every program that
# tests start and interrupt. With a handler that does nothing this process still ignores it, and
# the programs it starts do not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda _number, _frame: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bot-games", type=int, help="whole games of every bot at every table, for a longer look"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        group = TOGETHER.get(item.path.relative_to(here).parts[0])
        if group is not None:
            item.add_marker(pytest.mark.xdist_group(group))
