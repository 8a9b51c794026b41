"""One adapter per game: everything that the layers above need of it, registered in one place."""

from hanamichi.adapters.adapter import AdapterError, AnyGame, GameAdapter
from hanamichi.adapters.facet import Facet, check_facets
from hanamichi.adapters.games import REGISTRY

__all__ = ["REGISTRY", "AdapterError", "AnyGame", "Facet", "GameAdapter", "check_facets"]
