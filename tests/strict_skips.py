"""In CI a skipped test fails, unless tests/allowed_skips.toml lists it with a reason."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest

LIST = Path(__file__).parent / "allowed_skips.toml"


class AllowedSkip(NamedTuple):
    """Skips that CI accepts."""

    tests: str
    reason: str
    why: str


def allowed_skips() -> tuple[AllowedSkip, ...]:
    """The list, as it is written."""
    return tuple(AllowedSkip(**entry) for entry in tomllib.loads(LIST.read_text("utf-8"))["skip"])


def in_ci() -> bool:
    """Whether skips are checked: GitHub sets CI, .ci/run sets HANAMICHI_CI."""
    return any(os.environ.get(name) for name in ("CI", "HANAMICHI_CI"))


def is_allowed(node_id: str, reason: str) -> bool:
    """Whether the list has this test with this reason."""
    reason = reason.removeprefix("Skipped: ")
    return any(
        node_id.startswith(each.tests) and reason.startswith(each.reason)
        for each in allowed_skips()
    )


def check_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Make a failure of a report that says that something was skipped without being listed."""
    if report.outcome != "skipped" or hasattr(report, "wasxfail") or not in_ci():
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not is_allowed(report.nodeid, reason):
        report.outcome = "failed"
        report.longrepr = f"{reason}\n(not in {LIST.name}: CI does not skip this test)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    check_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    check_skip(report)
    return report
