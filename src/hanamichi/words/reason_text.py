"""A bot's reason as a sentence in the first person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hanamichi.core import Seat
from hanamichi.words.catalogue import Words, words
from hanamichi.words.game_words import WORDS

ADDRESSED = "seat"
"""The fact whose seat is spoken to: its sentence has a form for `you` and one for `they`."""

_DECIMAL_COMMA = {"fr", "es", "de"}


def why(
    game_id: str,
    code: str,
    facts: Mapping[str, str | int],
    lang: str,
    *,
    names: Sequence[str],
    reader: Seat | None = None,
) -> str | None:
    """The sentence of a reason, as a seat or a spectator reads it.

    `names` are the players, seat by seat. None where the catalogue has no such sentence, as for a
    reason that was kept by another version.
    """
    speech = words(lang)
    key = f"why.{game_id}.{code}"
    if key not in speech.messages:
        return None
    you = reader is not None and facts.get(ADDRESSED) == f"seat:{reader}"
    try:
        filled = {name: _fact(speech, game_id, fact, names) for name, fact in facts.items()}
        return speech.say(key, you=you, **filled)
    except (LookupError, ValueError):  # a fact that is missing, or a word that nobody knows
        return None


def _fact(speech: Words, game_id: str, fact: str | int, names: Sequence[str]) -> str | int:
    """A fact in words: a number as it is, `card:r3` as a card, `card:r3,r4` as two of them."""
    if isinstance(fact, int):
        return fact
    kind, _, inside = fact.partition(":")
    return speech.join([_word(speech, game_id, kind, word, names) for word in inside.split(",")])


def _word(speech: Words, game_id: str, kind: str, word: str, names: Sequence[str]) -> str:
    match kind:
        case "seat":
            return names[int(word)]
        case "number":
            return word.replace(".", ",") if speech.lang in _DECIMAL_COMMA else word
        case _:  # values and slots are written as they are said
            said = WORDS.of(game_id).fact(speech, kind, word)
            return word if said is None else said
