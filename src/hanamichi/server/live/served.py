"""For whom something is done, by who asks for it."""

from __future__ import annotations

from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.wide_network import fair_share
from hanamichi.server.table.decision import Actor


def served_as(actor: Actor) -> Served:
    """Whose share of the work an actor uses."""
    return Served(fair_share(actor.address), actor.person)
