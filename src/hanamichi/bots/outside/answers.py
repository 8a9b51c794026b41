"""What a Python bot answered, read without trust."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path

from hanamichi.bots.bot import Choice
from hanamichi.core import Action

MAX_ERROR_LENGTH = 300


class NotLegal(Exception):
    """A bot answered with something that cannot be played; the text says what."""


def place_of(answer: object, legal: Sequence[Action]) -> int:
    """The place of the chosen action among the legal ones."""
    if not isinstance(answer, Choice):
        if isinstance(answer, Action):
            raise NotLegal(f"it returned {_shown(answer)} without a Choice: return Choice(action)")
        raise NotLegal(f"it returned {_shown(answer)}, which is no Choice")
    action: object = answer.action
    if not isinstance(action, Action):
        raise NotLegal(f"its Choice holds {_shown(action)}, which is no action")
    if action not in legal:
        raise NotLegal(f"{_shown(action)} is not legal")
    return legal.index(action)


def _shown(value: object) -> str:
    try:
        return repr(value)[:MAX_ERROR_LENGTH]
    except Exception:  # an object's own __repr__ may fail
        return f"an object of {type(value).__name__}"


def described(error: BaseException) -> str:
    """An exception in one line, with the file and line it came from."""
    where = ""
    if frames := traceback.extract_tb(error.__traceback__)[1:]:  # the first frame is ours
        where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})"
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # an exception's own __str__ may fail
        text = type(error).__name__
    return f"{text[:MAX_ERROR_LENGTH]}{where}"
