"""Names of agents in rendered positions."""

from __future__ import annotations


def agent_name(seat: int) -> str:
    """The name of a seat's agent."""
    return f"player_{seat}"


def turn_mark(to_act: object) -> str:
    """The mark after the name of the agent to act."""
    return " >" if to_act else "  "
