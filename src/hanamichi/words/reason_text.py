"""A bot's reason as a sentence in the first person; the facts of any reason in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from hanamichi.core import Seat
from hanamichi.words.catalogue import Words, words
from hanamichi.words.game_words import WORDS

ADDRESSED = "seat"
"""The fact whose seat is spoken to: its sentence has a form for `you` and one for `they`."""

Section: TypeAlias = Literal["why", "review", "puzzle"]
"""The part of the message catalogue that has a sentence."""

SayFact: TypeAlias = Callable[[str, str], str | None]
"""From the kind and the value of a fact to a word, or None for the usual one."""

_DECIMAL_COMMA = {"fr", "es", "de"}


def why(
    game_id: str,
    code: str,
    facts: Mapping[str, str | int],
    lang: str,
    *,
    names: Sequence[str],
    reader: Seat | None = None,
    section: Section = "why",
) -> str | None:
    """The sentence of a reason, as a seat or a spectator reads it.

    `names` are the players, seat by seat; `section`: `why` for what a bot says of its own move,
    `review` and `puzzle` for what is said of any move. None where the catalogue has no such
    sentence, as for a reason that was kept by another version.
    """
    speech = words(lang)
    key = f"{section}.{game_id}.{code}"
    if key not in speech.messages:
        return None
    you = reader is not None and facts.get(ADDRESSED) == f"seat:{reader}"
    try:
        filled = {name: _fact(speech, game_id, fact, names) for name, fact in facts.items()}
        return speech.say(key, you=you, **filled)
    except (LookupError, ValueError):  # a missing fact, or an unknown word
        return None


def say_facts(
    game_id: str,
    facts: Mapping[str, str | int],
    speech: Words,
    *,
    names: Sequence[str],
    say_fact: SayFact | None = None,
) -> dict[str, str | int]:
    """The facts of a refused move in words; `say_fact` may name cards differently."""
    return {name: _fact(speech, game_id, fact, names, say_fact) for name, fact in facts.items()}


def _fact(
    speech: Words,
    game_id: str,
    fact: str | int,
    names: Sequence[str],
    say_fact: SayFact | None = None,
) -> str | int:
    """A fact in words: `card:r3` is a card, `card:r3,r4` two of them, `card:r3|r4` one of two."""
    if isinstance(fact, int):
        return fact
    kind, _, inside = fact.partition(":")
    link, comma = ("or", "|") if "|" in inside else ("and", ",")
    said = [
        (say_fact and say_fact(kind, word)) or _word(speech, game_id, kind, word, names)
        for word in inside.split(comma)
    ]
    return speech.join(said, link)


def _word(speech: Words, game_id: str, kind: str, word: str, names: Sequence[str]) -> str:
    match kind:
        case "seat":
            return names[int(word)]
        case "number":
            return word.replace(".", ",") if speech.lang in _DECIMAL_COMMA else word
        case _:  # values and slots stay as they are
            said = WORDS.of(game_id).fact(speech, kind, word)
            return word if said is None else said
