"""The identity of a person: a displayable nickname, and a secret that only the browser has."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator

from hanamichi.server.protocol.errors import Refused

NAME_LENGTH = 24
"""The most characters, as people count them, of a nickname."""

_JOINERS = {"\u200c", "\u200d"}
"""Invisible, but needed in Persian words and emoji families."""
_BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
"""Letters and symbols that are displayed as nothing."""
_MAX_CODE_POINTS = 8
"""The most code points of one visible character: enough for a family of emoji."""

_NOBODY = "nobody-"


def new_secret() -> str:
    """A cookie, key or id that cannot be guessed, and that no command line takes for an option."""
    while (secret := secrets.token_urlsafe(24)).startswith("-"):
        pass
    return secret


def new_nobody() -> str:
    """An id in the place of an erased person's."""
    return f"{_NOBODY}{new_secret()}"


def is_nobody(person: str) -> bool:
    """Whether an id stands for somebody who was erased."""
    return person.startswith(_NOBODY)


def clean_name(text: str) -> str:
    """Clean a nickname for display; refuse one without visible characters.

    Removes what could reorder, hide or overlap the text around it. Letters of every script, emoji
    and right-to-left names stay as they are.
    """
    text = unicodedata.normalize("NFC", text)
    visible = "".join(c if not c.isspace() else " " for c in text if _is_kept(c))
    clusters = list(_clusters(" ".join(visible.split())))
    name = "".join(clusters[:NAME_LENGTH]).strip(" \u200c\u200d")
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise Refused("person/name", "A nickname needs something that can be seen", where="name")
    return name


def _is_kept(character: str) -> bool:
    if character in _BLANKS:
        return False
    if character in _JOINERS or character.isspace():
        return True
    # Cc control, Cf format (bidirectional overrides among them), Cs surrogate, Co private use
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co"}


def _clusters(text: str) -> Iterator[str]:
    """Approximate characters as people count them: marks, joined emoji and flags are one each."""
    cluster = ""
    for character in text:
        if cluster and _extends(cluster, character):
            if len(cluster) < _MAX_CODE_POINTS:
                cluster += character
            continue
        if cluster:
            yield cluster
        # a combining mark without a base character is dropped
        cluster = "" if unicodedata.category(character)[0] == "M" else character
    if cluster:
        yield cluster


def _extends(cluster: str, character: str) -> bool:
    if unicodedata.category(character)[0] == "M" or character in _JOINERS:
        return True
    if cluster[-1] == "\u200d" or "\U0001f3fb" <= character <= "\U0001f3ff":
        return True
    return _is_flag_half(character) and len(cluster) == 1 and _is_flag_half(cluster)


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
