"""Typed access to one facet of every registered game."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from hanamichi.adapters.adapter import AdapterError, AnyGame, GameAdapter
from hanamichi.adapters.games import REGISTRY

T = TypeVar("T")


class Facet(Generic[T]):
    """One facet, declared by the layer that uses it: `WORDS: Facet[GameWords] = Facet(…)`.

    `of` imports what the adapter names on first use, and checks it; later it is a dictionary
    lookup.
    """

    def __init__(
        self, name: str, kind: type[Any], check: Callable[[AnyGame, T], None] | None = None
    ) -> None:
        self.name = name
        self._kind = kind
        self._check = check
        self._found: dict[str, T] = {}

    def of(self, game_id: str) -> T:
        """The facet of a game; raises `AdapterError` if it has none that can be used."""
        try:
            return self._found[game_id]
        except KeyError:
            found = self.find(game_id)
        if found is None:
            raise AdapterError(f"The game {game_id} has no {self.name}", where=self.name)
        return found

    def find(self, game_id: str) -> T | None:
        """The facet of a game; None if the game has none, or if there is no such game."""
        found = self._found.get(game_id)
        if found is None:
            adapter = REGISTRY.adapter(game_id)
            if adapter is None or adapter.reference(self.name) is None:
                return None
            found = self._found[game_id] = self.resolve(adapter)
        return found

    def all(self) -> dict[str, T]:
        """The facets of all games that have a usable one, by game id.

        A facet that cannot be used is left out here; `check_facets` refuses it at start.
        """
        found: dict[str, T] = {}
        for adapter in REGISTRY.adapters():
            try:
                facet = self.find(adapter.game.id)
            except AdapterError:
                continue
            if facet is not None:
                found[adapter.game.id] = facet
        return found

    def resolve(self, adapter: GameAdapter) -> T:
        """Import what an adapter names, and check that it is of the declared kind."""
        reference = adapter.reference(self.name)
        assert reference is not None
        module, _, attribute = reference.partition(":")
        try:
            found: T = getattr(importlib.import_module(module), attribute)
        except AdapterError:
            raise
        except Exception as error:  # another project's module may fail in any way
            raise AdapterError(
                f"The adapter of {adapter.game.id} names {reference} as its {self.name}, "
                f"which cannot be imported: {type(error).__name__}: {error}",
                where=self.name,
            ) from error
        fits = (
            issubclass(found, self._kind)
            if isinstance(found, type)
            else isinstance(found, self._kind)
        )
        if not fits:
            raise AdapterError(
                f"The adapter of {adapter.game.id} names {reference} as its {self.name}, "
                f"which is no {self._kind.__name__}",
                where=self.name,
            )
        if self._check is not None:
            self._check(adapter.game, found)
        return found


def check_facets(adapter: GameAdapter, facets: Iterable[Facet[Any]]) -> None:
    """Raise `AdapterError` when a game has one of these facets and it cannot be used."""
    for facet in facets:
        if adapter.reference(facet.name) is not None:
            facet.of(adapter.game.id)
