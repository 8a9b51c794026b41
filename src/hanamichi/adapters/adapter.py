"""The adapter of a game, whose facets are imported when they are first used."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from hanamichi.core import Game, HanamichiError

AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]
Reference: TypeAlias = str
"""Where a facet is found: `package.module:ATTRIBUTE`."""


class AdapterError(HanamichiError):
    """A game that cannot be registered, or lacks something that is needed of it.

    Codes: `game/twice`, `preset/twice`, `bot/twice`, `game/incomplete`, `game/plugin`.
    """

    code = "game/incomplete"


@dataclass(frozen=True)
class GameAdapter:
    """A game, and where each layer of Hanamichi finds what it needs of that game.

    Facets are references, because the layers that use them stand above this one. Each layer
    declares the type of its facet and checks it; see `docs/adding-a-game.md`.
    """

    game: AnyGame
    open_view: Callable[[Any], Any]
    """From a state, a view with every hand face up: for replays, not for players."""
    words: Reference
    """Rules and names: a `hanamichi.words.GameWords`."""
    bots: Reference
    """A `hanamichi.bots.registry.GameBots`."""
    records: Reference
    """Unfinished matches and foreign record forms: a `hanamichi.records.GameRecords`."""
    terminal: Reference
    """A subclass of `hanamichi.cli.table.TerminalTable`."""
    wire: Reference
    """The game's messages: a `hanamichi.server.protocol.match_messages.GameMessages`."""
    views: Reference
    """What seats are sent: a `hanamichi.server.views.game_views.GameViews`."""
    results: Reference
    """Results and statistics: a `hanamichi.server.table.result.GameResults`."""
    lesson: Reference | None = None
    """A guided first game: a `hanamichi.server.table.lessons.script.LessonScript`."""
    kernels: Reference | None = None
    """The table of the compiled engine: a `hanamichi.batch.GameKernels`."""
    environment: Reference | None = None
    """For reinforcement learning: a `hanamichi.envs.game_environment.GameEnvironment`."""
    arena: Reference | None = None
    """Yardsticks and forfeits: a `hanamichi.arena.game_arena.GameArena`."""
    review: Reference | None = None
    """Judges finished matches: a `hanamichi.review.game_review.GameReview`."""
    puzzles: Reference | None = None
    """Makes and solves puzzles: a `hanamichi.puzzles.game_puzzles.GamePuzzles`."""
    messages: str = "hanamichi.words"
    """The package whose `messages/LANG.toml` hold the game's names and texts."""

    def reference(self, facet: str) -> Reference | None:
        """Where a facet is found; None where the game does without it."""
        found: Reference | None = getattr(self, facet)
        return found


FACETS = tuple(
    field.name
    for field in dataclasses.fields(GameAdapter)
    if field.name not in ("game", "open_view", "messages")
)
OPTIONAL_FACETS = frozenset(
    field.name for field in dataclasses.fields(GameAdapter) if field.default is None
)
