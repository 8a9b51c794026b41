"""The check of installed games before anything is started with them."""

from __future__ import annotations

from typing import Any

from hanamichi import words
from hanamichi.adapters import REGISTRY, AdapterError, AnyGame, Facet, check_facets
from hanamichi.bots.registry import BOTS, bots_for
from hanamichi.core import describe_options
from hanamichi.records import RECORDS


def check_plugins(*facets: Facet[Any]) -> None:
    """Raise `AdapterError` when an installed game cannot be played as it is.

    The caller names the facets that it needs itself. Hanamichi's own games are checked by tests.
    """
    for adapter in REGISTRY.accepted_plugins():
        check_facets(adapter, (words.WORDS, BOTS, RECORDS, *facets))
        for lang in words.LANGUAGES:
            _check_messages(adapter.game, lang)


def _check_messages(game: AnyGame, lang: str) -> None:
    try:
        words.game_name(game.id, lang)
        words.game_text(game.id, lang)
        for bot in bots_for(game.id):
            words.bot_name(game.id, bot.id, lang)
            words.bot_text(game.id, bot.id, lang)
        for option in describe_options(game.options_type):
            words.option_name(game.id, option.name, lang)
            words.option_text(game.id, option.name, lang)
            for value in [*option.choices, *([None] if option.nullable else [])]:
                words.value_name(game.id, option.name, value, lang)
        for preset in game.presets.values():
            words.preset_name(preset.id, lang)
            words.preset_text(preset.id, lang)
            words.rules(game.id, preset.options, lang, preset=preset.id)
    except LookupError as error:
        raise AdapterError(
            f"The messages of {game.id} lack {error}, in {lang}", where="messages"
        ) from None
