"""The bot that `--bot` names: one of the house, or another."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hanamichi.bots import Bot
from hanamichi.bots.outside.guests import check_source
from hanamichi.bots.outside.outside_bot import OutsideBot
from hanamichi.bots.outside.sources import find_source, read_definitions
from hanamichi.bots.spec import BotSpec, read_bot, usual_bot

_IMPORT_PATH = re.compile(r"(?:^|[\s,/=])[^\s,/=:]+:[^\s,/=]+\s*(?:$|[,/])")
"""In a line-up, or a definition; `search:ms=250` is none."""


class ChosenBot(NamedTuple):
    """What makes the bot of a seat, and what to say before."""

    id: str
    make: Callable[[], Bot]
    spec: BotSpec | None = None
    """None for a bot that is not the house's own."""

    @property
    def compiled(self) -> bool:
        """Whether its kernels may have to be compiled first."""
        return self.spec is not None and self.spec.info.compiled

    def seat(self, options: Any, players: int) -> tuple[str, ...]:
        """Remarks on its parameters; raises where it cannot play at such a table."""
        if self.spec is None:
            return ()
        self.spec.check(options, players)
        return self.spec.remarks


def choose_bot(game_id: str, text: str | None, options: Any, players: int) -> ChosenBot:
    """The bot for a table; without a text, good company for the game."""
    if text is not None and (other := _bot_of_others(game_id, text)) is not None:
        return other
    spec = read_bot(game_id, text or usual_bot(game_id, options, players).id)
    return ChosenBot(spec.info.id, spec.make, spec)


def import_from_here(names: Iterable[str]) -> None:
    """Where any of these is an import path, let it begin in the current folder, as `python -m`."""
    if any(_IMPORT_PATH.search(name) for name in names):
        sys.path.insert(0, str(Path.cwd()))


def _bot_of_others(game_id: str, text: str) -> ChosenBot | None:
    name, equals, _ = text.partition("=")
    named = read_definitions([game_id], [text]) if equals and ":" not in name else {}
    source = find_source(game_id, name.strip() if named else text, named)
    if source is None:
        return None
    import_from_here([text])
    check_source(source)
    return ChosenBot(name, partial(OutsideBot, game_id, name, source))
