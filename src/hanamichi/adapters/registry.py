"""Every registered game. Registering is all or nothing; plugins are loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from hanamichi.adapters.adapter import (
    FACETS,
    OPTIONAL_FACETS,
    AdapterError,
    AnyGame,
    GameAdapter,
)
from hanamichi.core import Game, Preset

PLUGIN_GROUP = "hanamichi.games"
"""The entry points in which installed packages name their adapters."""

_GAME_ID = re.compile(r"[a-z][a-z0-9-]*")
_REFERENCE = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class Plugin(Protocol):
    """What is needed of an entry point."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    def load(self) -> Any: ...


def installed_plugins() -> Iterable[Plugin]:
    """The games that other installed packages offer."""
    from importlib import metadata  # slow to import, and not needed to find our own games

    return metadata.entry_points(group=PLUGIN_GROUP)


class Registry:
    """The adapters by the ids of their games, in the order of registration."""

    def __init__(self, plugins: Callable[[], Iterable[Plugin]] = tuple) -> None:
        self._adapters: dict[str, GameAdapter] = {}
        self._games: dict[str, AnyGame] = {}
        self._plugins: Callable[[], Iterable[Plugin]] | None = plugins
        self._from_plugins: list[GameAdapter] = []
        self._refused: list[AdapterError] = []

    def register(self, adapter: GameAdapter) -> None:
        """Add a game with all its facets; on an `AdapterError` nothing is added."""
        _check(adapter)
        game = adapter.game
        if game.id in self._adapters:
            raise AdapterError(f"The game {game.id!r} is registered already", code="game/twice")
        for other in self._games.values():
            for preset_id in game.presets:
                if preset_id in other.presets:
                    raise AdapterError(
                        f"The preset {preset_id!r} of {game.id} is registered already, by "
                        f"{other.id}",
                        code="preset/twice",
                    )
        self._adapters[game.id] = adapter
        self._games[game.id] = game

    def adapter(self, game_id: str) -> GameAdapter | None:
        """The adapter of a game; None where there is no such game."""
        if game_id not in self._adapters:
            self.load_plugins()
        return self._adapters.get(game_id)

    def adapters(self) -> tuple[GameAdapter, ...]:
        """Every registered game."""
        self.load_plugins()
        return tuple(self._adapters.values())

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """The games by id, as they are registered at the moment of looking."""
        return _Games(self)

    def game(self, game_id: str) -> AnyGame | None:
        """A game by its id; None where there is no such game."""
        try:
            return self._games[game_id]
        except KeyError:
            self.load_plugins()
            return self._games.get(game_id)

    def load_plugins(self) -> None:
        """Register the games of installed packages, once; keep the errors of those that fail."""
        plugins, self._plugins = self._plugins, None
        for plugin in () if plugins is None else plugins():
            try:
                adapter = _loaded(plugin)
                self.register(adapter)
                self._from_plugins.append(adapter)
            except AdapterError as error:
                error.message = f"The plugin {plugin.name!r} was refused: {error.message}"
                self._refused.append(error)

    def accepted_plugins(self) -> tuple[GameAdapter, ...]:
        """The games of installed packages; raises the refusal of one that was not registered."""
        self.load_plugins()
        for error in self._refused:
            raise error
        return tuple(self._from_plugins)


class _Games(Mapping[str, AnyGame]):
    """The games of a registry as a mapping that follows it."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def __getitem__(self, game_id: str) -> AnyGame:
        found = self._registry.game(game_id)
        if found is None:
            raise KeyError(game_id)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter([adapter.game.id for adapter in self._registry.adapters()])

    def __len__(self) -> int:
        return len(self._registry.adapters())


def _loaded(plugin: Plugin) -> GameAdapter:
    try:
        found = plugin.load()
    except Exception as error:  # another project's module may fail in any way
        raise AdapterError(
            f"importing {plugin.value} failed with {type(error).__name__}: {error}",
            code="game/plugin",
        ) from error
    if not isinstance(found, GameAdapter):
        raise AdapterError(f"{plugin.value} is not a GameAdapter", code="game/plugin")
    return found


def _check(adapter: GameAdapter) -> None:
    """Refuse half an adapter before anything of it is registered."""
    game = adapter.game
    if not isinstance(game, Game):
        raise AdapterError(f"{game!r} is not a game")
    if not _GAME_ID.fullmatch(game.id):
        raise AdapterError(f"{game.id!r} cannot be the id of a game: letters, digits and dashes")
    if not callable(adapter.open_view):
        raise AdapterError(f"The adapter of {game.id} has no open_view")
    if not game.presets:
        raise AdapterError(f"The game {game.id} has no preset")
    for preset_id, preset in game.presets.items():
        _check_preset(game, preset_id, preset)
    for facet in FACETS:
        reference = adapter.reference(facet)
        if reference is None and facet in OPTIONAL_FACETS:
            continue
        if not isinstance(reference, str) or not _REFERENCE.fullmatch(reference):
            raise AdapterError(
                f"The adapter of {game.id} has no {facet}: it names “module:ATTRIBUTE”, "
                f"not {reference!r}",
                where=facet,
            )


def _check_preset(game: AnyGame, preset_id: str, preset: Preset[Any]) -> None:
    if preset.id != preset_id or not preset_id.startswith(f"{game.id}/"):
        raise AdapterError(
            f"The preset {preset_id!r} of {game.id} must be listed by its own id, {game.id}/…",
            where=preset_id,
        )
    if not isinstance(preset.options, game.options_type):
        raise AdapterError(f"The preset {preset_id!r} has no options of {game.id}", where=preset_id)
