"""Errors caused by outside input, each with a stable code.

Programs read `code`; people read the message; `where` points into the input when there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class HanamichiError(Exception):
    """An error that the caller caused and can fix."""

    code = "error"

    def __init__(self, message: str, *, code: str | None = None, where: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return f"{self.message} (at {self.where})" if self.where else self.message

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the code when the error is pickled to another process."""
        return _rebuild, (type(self), self.message, self.code, self.where)


def _rebuild(
    kind: type[HanamichiError], message: str, code: str, where: str | None
) -> HanamichiError:
    return kind(message, code=code, where=where)


class MoveError(HanamichiError):
    """A move that was not accepted; the state is unchanged."""

    code = "move/error"

    def __init__(
        self,
        message: str,
        *,
        reason: str | None = None,
        facts: Mapping[str, str | int] | None = None,
        code: str | None = None,
        where: str | None = None,
    ) -> None:
        super().__init__(message, code=code, where=where)
        self.reason = reason
        """Which sentence of the message catalogue says the same, under `refusal` and the game."""
        self.facts: Mapping[str, str | int] = facts or {}
        """What fills it in, written like the facts of a bot's reason: `card:r3`, `card:4R|4a`."""

    def __reduce__(self) -> tuple[object, ...]:
        known = {"code": self.code, "where": self.where, "reason": self.reason, "facts": self.facts}
        return _rebuild_move, (type(self), self.message, known)


def _rebuild_move(kind: type[MoveError], message: str, known: dict[str, Any]) -> MoveError:
    return kind(message, **known)


class UnparsableMove(MoveError):
    """Not a move of this game at all."""

    code = "move/unparsable"


class IllegalMove(MoveError):
    """A move of this game that the rules do not allow now."""

    code = "move/illegal"


class NotYourTurn(MoveError):
    """Another seat is to act."""

    code = "move/not-your-turn"


class GameOver(MoveError):
    """The match has ended; nothing more can be played."""

    code = "move/game-over"


class UnknownSeat(HanamichiError):
    """A seat that this table does not have."""

    code = "seat/unknown"


class OptionError(HanamichiError):
    """Options that do not exist, do not fit their type, or do not fit together.

    Codes: `options/unknown`, `options/invalid`, `options/inconsistent`, `options/players`,
    `options/preset`, `options/too-long`.
    """

    code = "options/invalid"


class RecordError(HanamichiError):
    """A record that cannot be read or replayed.

    Codes: `record/unreadable`, `record/too-large`, `record/too-long`, `record/version`,
    `record/invalid`, `record/unsupported`, `record/impossible`, `record/mismatch`,
    `record/seal`, `record/unsealed`.
    """

    code = "record/invalid"
