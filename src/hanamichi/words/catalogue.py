"""Messages by key, in several languages, with the right grammatical number."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from hanamichi.adapters import REGISTRY, AdapterError
from hanamichi.core import HanamichiError

LANGUAGES = ("en", "fr", "es", "de")
"""The languages of the whole catalogue."""
NAME_LANGUAGES = (*LANGUAGES, "ja")
"""The languages that have names for the cards and the yaku."""
DEFAULT_LANGUAGE = "en"

Message = str | Mapping[str, str]
"""A text with placeholders, or one for each grammatical number or form of address."""

_FORMS = ({"one", "other"}, {"you", "they"})
# French says "0 carte" and "1 carte"; the others say "0 cards" and "1 card".
_SINGULARS = {"fr": (0, 1)}


class LanguageError(HanamichiError):
    """A language that the catalogue does not have."""

    code = "words/language"


class Words:
    """All messages of one language."""

    def __init__(self, lang: str, messages: Mapping[str, Message]) -> None:
        self.lang = lang
        self.messages = messages
        self._singular = _SINGULARS.get(lang, (1,))

    def say(self, key: str, /, **values: str | int) -> str:
        """The message of a key with its placeholders filled.

        `count` chooses the grammatical number; `you` says whether the reader is spoken to.
        """
        message = self.messages[key]
        if isinstance(message, str):
            form = message
        elif "you" in message:
            form = message["you" if values["you"] else "they"]
        else:
            form = message["one" if values["count"] in self._singular else "other"]
        return form.format(**values)

    def join(self, items: Sequence[str], link: str = "and") -> str:
        """Items as a sentence lists them: `a, b and c`, or with `or`."""
        if len(items) < 2:
            return "".join(items)
        return self.say(f"common.{link}", head=", ".join(items[:-1]), last=items[-1])


def words(lang: str) -> Words:
    """The messages of a language, or a `LanguageError` that lists the languages there are."""
    return _words(_known(lang, LANGUAGES))


def name_words(lang: str) -> Words:
    """The same, for names of cards and yaku, which exist in Japanese too."""
    return _words(_known(lang, NAME_LANGUAGES))


def pick_language(accept: str | None) -> str:
    """The best language for a preference: `fr-CA`, `de_AT.UTF-8` or an Accept-Language header.

    This never fails: without a known language it is English.
    """
    candidates = []
    for place, item in enumerate((accept or "").split(",")):
        tag, *parameters = (part.strip().lower() for part in item.split(";"))
        lang = re.split("[^a-z]", tag, maxsplit=1)[0]
        weight = _weight(parameters)
        if weight > 0 and lang in LANGUAGES:
            candidates.append((-weight, place, lang))
    return min(candidates)[2] if candidates else DEFAULT_LANGUAGE


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0
    return 1


def _known(lang: str, languages: tuple[str, ...]) -> str:
    if lang not in languages:
        raise LanguageError(f"There is no {lang!r} here; there are: {', '.join(languages)}")
    return lang


@lru_cache
def _words(lang: str) -> Words:
    messages: dict[str, Message] = {}
    for package in dict.fromkeys([*(a.messages for a in REGISTRY.adapters()), __package__]):
        try:
            messages = {**read_messages(package, lang), **messages}
        except (OSError, ImportError, ValueError) as error:
            raise AdapterError(
                f"The messages of {package} cannot be read: {error}", where="messages"
            ) from error
    return Words(lang, MappingProxyType(messages))


def read_messages(package: str, lang: str, prefix: str = "") -> dict[str, Message]:
    """The messages in a package's `messages/LANG.toml`, or else its English ones, by dotted key."""
    folder = resources.files(package).joinpath("messages")
    file = folder.joinpath(f"{lang}.toml")
    if not file.is_file():
        file = folder.joinpath(f"{DEFAULT_LANGUAGE}.toml")
    return dict(_flatten(tomllib.loads(file.read_text("utf-8")), prefix))


def _flatten(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Message]]:
    for name, node in tree.items():
        if isinstance(node, str) or set(node) in _FORMS:
            yield prefix + name, node
        else:
            yield from _flatten(node, f"{prefix}{name}.")
