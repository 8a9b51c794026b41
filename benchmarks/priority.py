"""Measuring on a busy machine as if it were quiet."""

from __future__ import annotations

import os


def go_first() -> str:
    """Let this process and all it starts go before everything else; in words, whether they do.

    Only a machine's owner may ask for that, and only some systems have it. What is measured then
    is what a machine with nothing else to do would show.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except (AttributeError, OSError):
        return "beside whatever else ran"
    return "before everything else on the machine"
