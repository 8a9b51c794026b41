"""What a tournament plays: line-ups, decks and seats."""

from __future__ import annotations

import hashlib
import inspect
import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from hanamichi.arena.errors import ArenaError
from hanamichi.arena.game_arena import ARENA
from hanamichi.arena.roster import NO_NAMES, settled_name, sources_of
from hanamichi.catalog import AnyGame, preset_by_id
from hanamichi.core import Seat, build_options
from hanamichi.core.record import plain

T = TypeVar("T")

Lineup: TypeAlias = tuple[str, ...]
"""A bot for each seat, by name, before seats are rotated."""

DEFAULT_TIMEOUT = 60.0
"""Seconds a bot has for a move: long enough for a search that compiles itself first."""


class Task(NamedTuple):
    """One game to be played."""

    lineup: int
    game: int


class Tournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that determines the results. Plain values, so that any process can play it."""

    preset: str
    options: dict[str, Any]
    """Every option of the table."""
    players: int
    lineups: tuple[Lineup, ...]
    games: int
    """How many each line-up plays."""
    seed: int
    timeout: float = DEFAULT_TIMEOUT
    engine: str = ""
    """A name for the code that plays: games of other code do not belong to this tournament."""
    round_robin: tuple[str, ...] = ()
    """The bots that all meet each other, when the line-ups follow from them."""
    named_bots: dict[str, str] = {}
    """Bots of others by the names that line-ups use: an import path or a command each."""
    isolate_all: bool = False
    """Whether bots of the house, too, play in processes of their own."""
    keep_processes: bool = False
    """Whether a bot's process plays the next game too, which it may then remember things for."""

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return preset_by_id(self.preset)[0]

    def tasks(self) -> Iterator[Task]:
        """Every game, line-ups taking turns on each deck."""
        for game in range(self.games):
            for lineup in range(len(self.lineups)):
                yield Task(lineup, game)

    def deck_of(self, game: int) -> int:
        """The number of a game's deck: against each other, every deck is played from all seats."""
        return game if self.game.cooperative else game // self.players

    @property
    def walkover(self) -> int:
        """What a forfeited match is worth; nothing to a team, which has no opponent."""
        return 0 if self.game.cooperative else ARENA.of(self.game.id).forfeit(self.options)

    def seat_of(self, place: int, game: int) -> Seat:
        """Where a bot of a line-up sits in a game: one seat further with every game."""
        return (place + game) % self.players

    def names_by_seat(self, task: Task) -> tuple[str, ...]:
        """The bots of a game in the order of their seats."""
        lineup = self.lineups[task.lineup]
        by_seat = {self.seat_of(place, task.game): bot for place, bot in enumerate(lineup)}
        return tuple(by_seat[seat] for seat in range(self.players))


def plan(
    preset_id: str,
    lineups: Sequence[Sequence[str]],
    *,
    games: int,
    seed: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    round_robin: bool = False,
    named_bots: Mapping[str, str] = NO_NAMES,
    isolate_all: bool = False,
    keep_processes: bool = False,
) -> Tournament:
    """A tournament, checked: nothing that is accepted here fails for its arguments later.

    With `round_robin`, all bots named meet each other, in the line-ups of `pairings`. `named_bots`
    says what names of line-ups stand for: an import path or a command line.
    """
    game, preset = preset_by_id(preset_id)
    if players is None:
        named = [] if round_robin else [len(lineup) for lineup in lineups]
        players = max(game.seat_counts[0], *named, 0)
    game.check_players(players)
    chosen = build_options(preset.options, options or {})
    game.check(chosen, players)
    seats = players

    def settled(name: str) -> str:
        return settled_name(game.id, name, chosen, seats, named_bots)

    if not game.cooperative:
        ARENA.of(game.id)  # what a forfeit costs must be known before one happens
    if games < 1:
        raise ArenaError("A tournament has at least one game", where="--games")
    if not timeout > 0:
        raise ArenaError("A bot needs some time for a move", where="--timeout")
    entered: tuple[str, ...] = ()
    if round_robin:
        entered = tuple(settled(name) for lineup in lineups for name in lineup)
        lineups = pairings(entered, players, cooperative=game.cooperative)
    if not lineups:
        raise ArenaError("Name at least one bot", code="arena/lineup", where="--bots")
    seated = tuple(_filled(tuple(map(settled, lineup)), players) for lineup in lineups)
    taking_part = {name for lineup in seated for name in lineup}
    used = {name: source for name, source in named_bots.items() if name in taking_part}
    return Tournament(
        preset=preset_id,
        options=plain(chosen),
        players=players,
        lineups=seated,
        games=games,
        seed=seed,
        timeout=timeout,
        engine=engine_of(preset_id, seated, used),
        round_robin=entered,
        named_bots=used,
        isolate_all=isolate_all,
        keep_processes=keep_processes,
    )


def pairings(bots: Sequence[str], players: int, *, cooperative: bool) -> list[Lineup]:
    """The line-ups in which all bots meet: every two opponents; of a team, every two, itself too.

    In a team of more than two, one bot plays with several of the other, for every one and other.
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise ArenaError(
            "A round robin is between at least two bots, each named once",
            code="arena/lineup",
            where="--bots",
        )
    if not cooperative:
        if players != 2:
            raise ArenaError(
                "A round robin of opponents is for two at a table",
                code="arena/lineup",
                where="--players",
            )
        return list(itertools.combinations(bots, 2))
    if players == 2:
        return list(itertools.combinations_with_replacement(bots, 2))
    return [(one, *(other,) * (players - 1)) for one in bots for other in bots]


def _filled(lineup: Lineup, players: int) -> Lineup:
    """One bot takes every seat; several take one each."""
    if len(lineup) == 1:
        return lineup * players
    if len(lineup) == players:
        return lineup
    raise ArenaError(
        f"{len(lineup)} bots cannot take {players} seats: name one for all of them, or one for "
        f"each; a slash separates line-ups",
        code="arena/lineup",
        where="--bots",
    )


def read_lineups(texts: Sequence[str]) -> tuple[Lineup, ...]:
    """`["a,b/a", "b"]` as line-ups: commas between the bots of one, slashes between line-ups."""
    lineups = []
    for part in (part for text in texts for part in text.split("/")):
        names = tuple(name.strip() for name in part.split(","))
        if not all(names):
            raise ArenaError(
                f"A line-up is names of bots with commas, not {part!r}",
                code="arena/lineup",
                where="--bots",
            )
        lineups.append(names)
    return tuple(lineups)


def label_of(lineup: Lineup) -> str:
    """A line-up in short: one name when all bots are the same."""
    return lineup[0] if len(set(lineup)) == 1 else ",".join(lineup)


class Deck:
    """The randomness of one deck: every shuffle depends on the deck alone, not on the moves played.

    So all line-ups get the same deck and the same later rounds, however they play.
    """

    def __init__(self, seed: int, number: int) -> None:
        self._name = f"{seed}, deck {number}"
        self._counts: dict[str, int] = {}

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        count = self._counts[label] = self._counts.get(label, 0) + 1
        order = list(items)
        random.Random(f"{self._name}, {label} {count}").shuffle(order)
        return tuple(order)


_ENGINE_PARTS = ("core", "hanabi", "koikoi", "adapters", "catalog.py", "batch", "bots", "arena")


def engine_of(
    preset_id: str, lineups: Iterable[Lineup], named: Mapping[str, str] = NO_NAMES
) -> str:
    """A name for the code that decides what happens: our packages that play, the module of a
    game from a plugin, and the files of bots that are not ours."""
    game = preset_by_id(preset_id)[0]
    files = list(_own_files())
    rules = Path(inspect.getfile(type(game)))
    if rules not in files:
        files.append(rules)
    for name in sorted({name for lineup in lineups for name in lineup}):
        files += sources_of(game.id, name, named)
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache
def _own_files() -> tuple[Path, ...]:
    root = Path(__file__).parent.parent
    found: list[Path] = []
    for part in _ENGINE_PARTS:
        found += [root / part] if part.endswith(".py") else sorted((root / part).rglob("*.py"))
    return tuple(found)
