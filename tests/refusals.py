"""Calls that may be refused, where a test must go on either way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hanamichi.core import HanamichiError

E = TypeVar("E", bound=HanamichiError)


def refusal_of(kind: type[E], call: Callable[..., object], *arguments: object) -> E | None:
    """The refusal of this kind that a call answers with; None when it is accepted."""
    try:
        call(*arguments)
    except kind as refusal:
        return refusal
    return None
