"""Which bot a name stands for: an import path, an entry point, or a program."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from hanamichi.bots.outside.launch import CommandBot, OutsideBot, PythonBot
from hanamichi.bots.registry import BotError, bots_for

ENTRY_POINTS = "hanamichi.bots"
"""The entry points in which installed packages name their bots."""

_IMPORT_PATH = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")


def read_source(text: str) -> OutsideBot:
    """`package.module:Bot`, or a command line such as `node bot.mjs`."""
    if _IMPORT_PATH.fullmatch(text):
        return PythonBot(text)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise _refused(f"{text!r} is no command line: {error}") from None
    if not words:
        raise _refused("A bot is an import path, package.module:Bot, or a command line")
    program = shutil.which(words[0])
    if program is None:
        raise _refused(
            f"There is no program {words[0]!r}; a bot is an import path, package.module:Bot, or a "
            "command line"
        )
    # The bot starts in a folder of its own: what is a file here has to be found from there.
    found = [str(Path(word).resolve()) if is_file(word) else word for word in words[1:]]
    return CommandBot((str(Path(program).absolute()), *found))


def is_file(word: str) -> bool:
    """Whether a word of a command names a file."""
    try:
        return Path(word).is_file()
    except OSError:  # not ours to look at, or a whole program, too long for a name
        return False


def read_definition(text: str) -> tuple[str, str]:
    """`NAME=BOT` as the two."""
    name, equals, source = text.partition("=")
    if not equals or not _NAME.fullmatch(name.strip()):
        raise _refused(f"{text!r} is not NAME=BOT, with a name of small letters, digits and dashes")
    return name.strip(), source.strip()


def read_definitions(game_ids: Sequence[str], texts: Sequence[str]) -> dict[str, str]:
    """Every `NAME=BOT`, each name once, none of them that of a bot of the house."""
    found: dict[str, str] = {}
    for text in texts:
        name, source = read_definition(text)
        if name in found:
            raise _refused(f"The name {name!r} is given to two bots")
        if any(name == info.id for game_id in game_ids for info in bots_for(game_id)):
            raise _refused(f"{name!r} is a bot of the house; take another name")
        read_source(source)
        found[name] = source
    return found


def find_source(game_id: str, name: str, named: Mapping[str, str]) -> OutsideBot | None:
    """The bot of a name; None for a bot of the house. Raises for a name that nobody has."""
    if name in named:
        return read_source(named[name])
    if _is_import_path(name):
        return PythonBot(name)
    plain = name.partition(":")[0]
    own = [info.id for info in bots_for(game_id)]
    if plain in own:
        return None
    installed = entry_points()
    if name not in installed:
        known = ", ".join((*own, *sorted(installed)))
        raise BotError(
            f"There is no bot {plain!r} for {game_id}; there are: {known}; another is named by its "
            "import path, package.module:Bot",
            where="bot",
        )
    return PythonBot(installed[name])


def _is_import_path(name: str) -> bool:
    _, colon, attribute = name.partition(":")
    return bool(colon) and "=" not in attribute


def entry_points() -> dict[str, str]:
    """The bots of installed packages: a name and an import path each."""
    from importlib import metadata  # slow to import

    return {point.name: point.value for point in metadata.entry_points(group=ENTRY_POINTS)}


def _refused(message: str) -> BotError:
    return BotError(message, code="bot/outside", where="bot")
