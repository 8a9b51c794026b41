"""The messages of the command line in the user's language."""

from __future__ import annotations

import os
from functools import lru_cache
from types import MappingProxyType

from hanamichi.words import Words, pick_language, words
from hanamichi.words.catalogue import read_messages


def users_language() -> str:
    """The language of the user's locale if it is supported, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        if wish := os.environ.get(variable):
            return pick_language(wish.replace(":", ","))
    return pick_language(None)


@lru_cache
def translations(lang: str) -> Words:
    """The messages of `hanamichi.words` in a language, and the command line's own as `cli.…`."""
    shared = words(lang)
    own = read_messages("hanamichi.cli", lang, "cli.")
    return Words(lang, MappingProxyType({**shared.messages, **own}))
