"""What may be chosen when an environment is reset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanamichi.batch import BatchError

CHOICES = ("deck", "position")
"""The cards in the order of drawing; a match or its record, to go on from where it stops."""


def chosen_in(
    options: Mapping[str, Any] | None, *also: str, ignored: tuple[str, ...] = ()
) -> dict[str, Any]:
    """What the options choose; raises for an option that there is not."""
    if not isinstance(options, Mapping | None):
        raise BatchError(
            f"Options of reset are given by name, as in {{'deck': cards}}, not {options!r}",
            where="options",
        )
    found = dict(options or {})
    for name in found.keys() - {*CHOICES, *also, *ignored}:
        raise BatchError(
            f"There is no option {name!r} of reset here; there are: {', '.join((*CHOICES, *also))}",
            where=f"options.{name}",
        )
    return {name: value for name, value in found.items() if name not in ignored}
