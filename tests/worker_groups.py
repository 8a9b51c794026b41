"""Which tests share a worker, because they share compiled kernels, a browser or a database.

xdist's own groups (`--dist loadgroup`) are ignored with pytest 9.
"""

from __future__ import annotations

from zlib import crc32

from xdist.scheduler import LoadScopeScheduling

GROUPS = {
    "tests/arena": "kernels",
    "tests/batch": "kernels",
    "tests/bots": "kernels",
    "tests/envs": "kernels",
    "tests/puzzles": "kernels",
    "tests/review": "kernels",
    "tests/cli/test_review.py": "kernels",
    "tests/browser": "browser",
    "tests/server/test_several_processes.py": "several processes",
}
_BROWSERS = 2
"""Tests of the browser mostly wait, so two of them run at a time."""


def group_of(nodeid: str) -> str:
    """The group of a test; most tests are a group of their own."""
    path = nodeid.partition("::")[0]
    for start, group in GROUPS.items():
        if path == start or path.startswith(f"{start}/"):
            return f"{group} {crc32(path.encode()) % _BROWSERS}" if group == "browser" else group
    return nodeid


class GroupScheduling(LoadScopeScheduling):
    """Hands whole groups to workers, the largest first, then single tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
