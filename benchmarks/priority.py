"""Measure with priority over other processes."""

from __future__ import annotations

import os


def raise_priority() -> str:
    """Give this process and its children priority over all others; in words, whether it worked.

    It needs root and a system that has it. What is measured then is what an idle machine shows.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except (AttributeError, OSError):
        return "with other programs running"
    return "with priority over other programs"
