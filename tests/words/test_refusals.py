"""Every reason for which the rules refuse a move has a sentence in every language."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanamichi import hanabi, koikoi
from hanamichi.cli.translations import translations
from hanamichi.core import IllegalMove
from hanamichi.words import LANGUAGES, say_facts, words
from tests.words.test_reason_text import strings

NAMES = ("Ana", "Ben")
FACTS: dict[str, dict[str, str | int]] = {
    "hanabi": {
        "tile": "tile:repair",
        "colours": "colour:red|blue",
        "last": "5",
        "values": "text:2, 3",
    },
    "koikoi": {
        "card": "card:4a",
        "target": "card:5A",
        "turned": "card:4A",
        "choices": "card:4R|4a",
        "cards": "card:1L|3L",
    },
}


def say_every_refusal(lang: str) -> list[str]:
    speech = words(lang)
    said = []
    for game_id, known in FACTS.items():
        facts = say_facts(game_id, known, speech, names=NAMES)
        keys = [key for key in speech.messages if key.startswith(f"refusal.{game_id}.")]
        said += [speech.say(key, **facts) for key in keys]
    return said


def reasons_in_the_source() -> Iterator[tuple[str, str]]:
    """Every reason that a game gives, with its game."""
    for game in (hanabi, koikoi):
        game_id = game.__name__.rpartition(".")[2]
        for path in sorted(Path(str(game.__file__)).parent.glob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.keyword) and node.arg == "reason":
                    for reason in strings(node.value, tree):
                        assert reason is not None, f"{path.name}:{node.lineno}"
                        yield game_id, reason


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_a_sentence(lang: str) -> None:
    known = translations(lang).messages
    reasons = set(reasons_in_the_source())
    assert len(reasons) > 30
    for game_id, reason in reasons:
        assert {f"refusal.{game_id}.{reason}", f"cli.refusal.{game_id}.{reason}"} & set(known)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_is_a_sentence(lang: str) -> None:
    for sentence in say_every_refusal(lang):
        assert sentence.endswith("."), sentence
        assert "{" not in sentence


def test_every_sentence_has_its_reason() -> None:
    reasons = {f"refusal.{game_id}.{reason}" for game_id, reason in reasons_in_the_source()}
    sentences = {key for key in words("en").messages if key.startswith("refusal.")}
    assert sentences <= reasons


def test_facts_are_named_in_the_language() -> None:
    facts = {"choices": "card:4R|4A", "cards": "card:1L,3L"}
    assert say_facts("koikoi", facts, words("fr"), names=NAMES) == {
        "choices": "ruban rouge de la glycine ou coucou",
        "cards": "grue et rideau",
    }


def test_a_pickled_refusal_keeps_its_reason() -> None:
    error = IllegalMove("No", reason="say-which", facts={"card": "card:4a"})
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.message, copy.code, copy.reason, copy.facts) == (
        "No",
        "move/illegal",
        "say-which",
        {"card": "card:4a"},
    )
