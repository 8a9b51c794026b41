"""Typed access to one facet of every registered game."""

from __future__ import annotations

import importlib
from typing import Any, Generic, TypeVar

from hanamichi.adapters.adapter import AdapterError, GameAdapter
from hanamichi.adapters.games import REGISTRY

T = TypeVar("T")


class Facet(Generic[T]):
    """One facet, declared by the layer that uses it: `WORDS: Facet[GameWords] = Facet(…)`.

    `of` imports what the adapter names on first use, and checks it; later it is a dictionary
    lookup.
    """

    def __init__(self, name: str, kind: type[Any]) -> None:
        self.name = name
        self._kind = kind
        self._found: dict[str, T] = {}

    def of(self, game_id: str) -> T:
        """What a game brings; raises `AdapterError` where it brings nothing usable."""
        found = self._found.get(game_id)
        if found is None:
            found = self.find(game_id)
        if found is None:
            raise AdapterError(f"The game {game_id} has no {self.name}", where=self.name)
        return found

    def find(self, game_id: str) -> T | None:
        """What a game brings; None where it does without, or where there is no such game."""
        found = self._found.get(game_id)
        if found is None:
            adapter = REGISTRY.adapter(game_id)
            if adapter is None or adapter.reference(self.name) is None:
                return None
            found = self._found[game_id] = self.resolve(adapter)
        return found

    def all(self) -> dict[str, T]:
        """What each game brings that brings something, by the ids of the games."""
        ids = [adapter.game.id for adapter in REGISTRY.adapters()]
        return {game_id: found for game_id in ids if (found := self.find(game_id)) is not None}

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
        return found


def check_adapters(*facets: Facet[Any]) -> None:
    """Refuse to start when a plugin failed, or a game lacks one of these facets."""
    REGISTRY.check_plugins()
    for adapter in REGISTRY.adapters():
        for facet in facets:
            if adapter.reference(facet.name) is not None:
                facet.of(adapter.game.id)
