"""The bots that can play: those of the house by id, and others, which never run in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.peeking import PEEK, view_with_open_hands, yardstick
from hanamichi.bots.bot import Bot
from hanamichi.bots.outside.launch import BuiltInBot, Checked, PythonBot, SeatBot
from hanamichi.bots.outside.seat_process import check_python_bot
from hanamichi.bots.outside.sources import find_source, is_file
from hanamichi.bots.spec import read_bot
from hanamichi.catalog import AnyGame
from hanamichi.core import Seat

NO_NAMES: Mapping[str, str] = {}
_IMPORT_SECONDS = 60.0


def seat_view(game: AnyGame, state: Any, seat: Seat) -> Any:
    """What the seat may see, and nothing more."""
    return game.view(state, seat)


class Entrant(NamedTuple):
    """A bot of the house as the arena seats it."""

    make: Callable[[], Bot]
    view: Callable[[AnyGame, Any, Seat], Any] = seat_view
    """What the bot sees; more than its seat may for a yardstick that peeks."""


def entrant(game_id: str, name: str) -> Entrant:
    """The bot of the house with this name: an id such as `random`, `search:ms=250`, or `peek`."""
    peek = yardstick(game_id) if name == PEEK else None
    if peek is not None:
        return Entrant(peek, view_with_open_hands)
    return Entrant(read_bot(game_id, name).make)


def seat_bot(
    game_id: str, name: str, named: Mapping[str, str] = NO_NAMES, *, isolate_all: bool = False
) -> SeatBot | None:
    """The bot for a process of its own; None for one of the house that plays in the worker's."""
    if _is_yardstick(game_id, name):
        return None
    source = find_source(game_id, name, named)
    if source is not None or not isolate_all:
        return source
    return BuiltInBot(name)


def _is_yardstick(game_id: str, name: str) -> bool:
    return name == PEEK and yardstick(game_id) is not None


def settled_name(
    game_id: str, name: str, options: Any, players: int, named: Mapping[str, str] = NO_NAMES
) -> str:
    """The name under which a bot plays at a table; raises where it cannot play there."""
    if _is_yardstick(game_id, name):
        return name
    source = find_source(game_id, name, named)
    if source is None:
        bot = read_bot(game_id, name)
        bot.check(options, players)
        return bot.id
    if isinstance(source, PythonBot):
        problem = _checked(source).problem
        if problem is not None:
            raise ArenaError(
                f"There is no bot {name!r}: {problem}", code="arena/bot", where="--bots"
            )
    return name


def remarks_on(game_id: str, name: str, named: Mapping[str, str] = NO_NAMES) -> tuple[str, ...]:
    """Remarks about parameters that a registered bot could not use as given."""
    if _is_yardstick(game_id, name) or find_source(game_id, name, named) is not None:
        return ()
    return read_bot(game_id, name).remarks


def sources_of(game_id: str, name: str, named: Mapping[str, str] = NO_NAMES) -> tuple[Path, ...]:
    """The files that a bot of others comes from; none for a bot of the house."""
    if _is_yardstick(game_id, name):
        return ()
    source = find_source(game_id, name, named)
    if source is None:
        return ()
    if isinstance(source, PythonBot):
        origin = _checked(source).origin
        return () if origin is None else (Path(origin),)
    return tuple(Path(word) for word in source.words if is_file(word))


@lru_cache
def _checked(bot: PythonBot) -> Checked:
    """Whether there is such a bot; its module is imported in a process of its own."""
    return check_python_bot(bot, _IMPORT_SECONDS)
