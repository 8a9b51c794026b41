"""A folder with the record of every game of a tournament, to be watched later."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Deck, Task, Tournament, label_of
from hanamichi.bots.outside.messages import FailureKind
from hanamichi.core import Abandonment, Match, MatchRecord, build_options
from hanamichi.core.names import MAX_NAME
from hanamichi.records import write_record

_MAX_LABEL = 40
_NOT_IN_FILE_NAMES = re.compile(r"[^A-Za-z0-9.=]+")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class RecordFolder:
    """Writes `TOURNAMENT-LINEUP-BOTS-GAME.json` for each game; names sort as games were numbered.

    A tournament has a name of its own, the same for any number of games, so that a folder can
    hold several tournaments and a longer run adds to the files of a shorter one.
    """

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        self.folder = folder
        self._tournament = tournament
        self._name = f"{tournament.preset.replace('/', '-')}-{_code_of(tournament)}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._cannot(error) from None

    def path_of(self, task: Task) -> Path:
        """The file of a game."""
        label = label_of(self._tournament.lineups[task.lineup])
        readable = _NOT_IN_FILE_NAMES.sub("-", label).strip("-.")[:_MAX_LABEL]
        return self.folder / f"{self._name}-{task.lineup + 1:03}-{readable}-{task.game:07}.json"

    def complete(self, results: Iterable[GameResult]) -> None:
        """Write the games of an earlier run whose files are missing."""
        try:
            present = {entry.name for entry in os.scandir(self.folder)}
        except OSError as error:
            raise self._cannot(error) from None
        for result in results:
            if self.path_of(result.task).name not in present:
                self.write(result)

    def write(self, result: GameResult) -> None:
        """Write one game; the file appears whole or not at all."""
        path = self.path_of(result.task)
        part = path.with_name(f".{path.name}.part")
        data = write_record(record_of(self._tournament, result))
        try:
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise self._cannot(error) from None

    def _cannot(self, error: OSError) -> ArenaError:
        return ArenaError(
            f"Cannot keep records in {str(self.folder)!r}: {error.strerror}",
            code="arena/records",
            where="--records",
        )


def record_of(tournament: Tournament, result: GameResult) -> MatchRecord:
    """The record of a game: its deck and its decisions, played again."""
    game = tournament.game
    names = tournament.names_by_seat(result.task)
    match: Match[Any, Any, Any, Any, Any, Any] = Match(
        game,
        build_options(game.options_type(), tournament.options),
        list(player_names(names)),
        Deck(tournament.seed, tournament.deck_of(result.game)),
        tournament.preset,
    )
    for choice in result.choices:
        match.play(match.legal_actions()[choice])
    failure = result.failure
    abandoned = None
    if failure is not None:
        abandoned = Abandonment(_ABANDONED[failure.kind], failure.seat)
    source: dict[str, Any] = {
        "arena": _code_of(tournament),
        "line_up": result.lineup + 1,
        "game": result.game,
        "deck": tournament.deck_of(result.game),
        "seed": tournament.seed,
        "bots": list(names),
    }
    if failure is not None:
        source |= {"failure": failure.kind, "error": failure.error}
    return structs.replace(match.record(abandoned), source=source)


def player_names(bots: Sequence[str]) -> tuple[str, ...]:
    """What the players of a record are called: bots without their modules, numbered if alike."""
    short = [_CONTROL.sub(" ", _without_module(bot)) for bot in bots]
    seen: Counter[str] = Counter()
    names = []
    for name in short:
        seen[name] += 1
        number = f" {seen[name]}" if short.count(name) > 1 else ""
        names.append(name[-(MAX_NAME - len(number)) :] + number)
    return tuple(names)


def _without_module(bot: str) -> str:
    """The `Patient` of `my_bots:Patient`; `search:ms=250` as it is."""
    _, _, attribute = bot.partition(":")
    return attribute if attribute and "=" not in attribute else bot


_ABANDONED: dict[FailureKind, Any] = {
    "crashed": "terminated",
    "illegal": "terminated",
    "died": "terminated",
    "flooded": "terminated",
    "stalled": "timeout",
}


def _code_of(tournament: Tournament) -> str:
    """A short name for a tournament, whatever the number of its games."""
    whole = msgspec.json.encode(structs.replace(tournament, games=1))
    return hashlib.sha256(whole).hexdigest()[:10]
