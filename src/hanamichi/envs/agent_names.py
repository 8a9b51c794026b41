"""How seats are written in pictures."""

from __future__ import annotations


def agent_name(seat: int) -> str:
    """What a seat is called here."""
    return f"player_{seat}"


def turn_mark(to_act: object) -> str:
    """What stands behind a name: a mark where it is that seat's turn."""
    return " >" if to_act else "  "
