"""The one place where games are registered: Hanabi, Koi-Koi, and those of installed plugins."""

from __future__ import annotations

from hanamichi.adapters.hanabi_adapter import HANABI_ADAPTER
from hanamichi.adapters.koikoi_adapter import KOIKOI_ADAPTER
from hanamichi.adapters.registry import Registry, installed_plugins

REGISTRY = Registry(installed_plugins)
REGISTRY.register(HANABI_ADAPTER)
REGISTRY.register(KOIKOI_ADAPTER)
