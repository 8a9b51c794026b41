"""The bots that can play: registered ones by id, and any others by import path."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.peeking import PEEK, view_with_open_hands, yardstick
from hanamichi.bots.bot import Bot
from hanamichi.bots.spec import read_bot
from hanamichi.catalog import AnyGame
from hanamichi.core import Seat


def seat_view(game: AnyGame, state: Any, seat: Seat) -> Any:
    """What the seat may see, and nothing more."""
    return game.view(state, seat)


class Entrant(NamedTuple):
    """A bot as the arena seats it."""

    make: Callable[[], Bot]
    view: Callable[[AnyGame, Any, Seat], Any] = seat_view
    """What the bot sees; more than its seat may for a yardstick that peeks."""


def entrant(game_id: str, name: str) -> Entrant:
    """The bot with this name: an id such as `random`, `search:ms=250`, or `package.module:Bot`."""
    peek = yardstick(game_id) if name == PEEK else None
    if peek is not None:
        return Entrant(peek, view_with_open_hands)
    path = _import_path(name)
    if path is None:
        return Entrant(read_bot(game_id, name).make)
    return Entrant(_imported(name, *path))


def _is_yardstick(game_id: str, name: str) -> bool:
    return name == PEEK and yardstick(game_id) is not None


def settled_name(game_id: str, name: str, options: Any, players: int) -> str:
    """The name under which a bot plays at a table; raises where it cannot play there."""
    if _is_yardstick(game_id, name) or _import_path(name) is not None:
        entrant(game_id, name)
        return name
    bot = read_bot(game_id, name)
    bot.check(options, players)
    return bot.id


def remarks_on(game_id: str, name: str) -> tuple[str, ...]:
    """Remarks about parameters that a registered bot could not use as given."""
    if _is_yardstick(game_id, name) or _import_path(name) is not None:
        return ()
    return read_bot(game_id, name).remarks


def _import_path(name: str) -> tuple[str, str] | None:
    """The module and the name in it; none for the name of a registered bot."""
    module, colon, attribute = name.partition(":")
    return (module, attribute) if colon and "=" not in attribute else None


def _imported(name: str, module: str, attribute: str) -> Callable[[], Bot]:
    try:
        found = getattr(importlib.import_module(module), attribute)
    except Exception as error:  # a module of others may fail in any way
        raise _no_bot(name, f"{type(error).__name__}: {error}") from None
    if not callable(found):
        raise _no_bot(name, f"{attribute} is no class and no function")
    if isinstance(found, type) and not callable(getattr(found, "choose", None)):
        raise _no_bot(name, f"{attribute} has no method choose")
    with contextlib.suppress(ValueError):  # not every function has a signature
        try:
            inspect.signature(found).bind()
        except TypeError as error:
            raise _no_bot(name, f"{attribute} makes none without arguments: {error}") from None
    return found  # type: ignore[no-any-return]  # a bot of others: only `callable` can be checked


def _no_bot(name: str, reason: str) -> ArenaError:
    return ArenaError(f"There is no bot {name!r}: {reason}", code="arena/bot", where="--bots")


def source_of(name: str) -> Path | None:
    """The file a bot given by its import path comes from; none for a registered one."""
    path = _import_path(name)
    found = importlib.util.find_spec(path[0]) if path is not None else None
    if found is None or not found.has_location or found.origin is None:  # built in, or a folder
        return None
    return Path(found.origin)
