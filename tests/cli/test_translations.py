"""The messages of the command line exist in every language, with the same placeholders."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from hanamichi.cli.text_layout import bare
from hanamichi.cli.translations import translations
from hanamichi.words import LANGUAGES

SOURCE = Path(str(resources.files("hanamichi.cli")))


def own(lang: str) -> dict[str, Any]:
    tree = tomllib.loads((SOURCE / "messages" / f"{lang}.toml").read_text("utf-8"))
    return dict(flat(tree))


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, node in tree.items():
        if isinstance(node, str):
            yield prefix + name, node
        else:
            yield from flat(node, f"{prefix}{name}.")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_messages(lang: str) -> None:
    english, other = own("en"), own(lang)
    assert list(other) == list(english)
    assert {key: gaps(text) for key, text in other.items()} == {
        key: gaps(text) for key, text in english.items()
    }


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_message_is_translated(lang: str) -> None:
    english, other = own("en"), own(lang)
    sentences = {key: text for key, text in other.items() if len(text.split()) > 3}
    alike = {key for key, text in sentences.items() if text == english[key]}
    assert alike <= {"koikoi.made"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_commands_share_a_word(lang: str) -> None:
    messages = own(lang)
    for table in ("play.command", "hanabi.command", "koikoi.command"):
        words = [
            word
            for key, text in messages.items()
            if key.startswith(f"{table}.")
            for word in text.split()
        ]
        assert len(words) == len(set(words)), (table, words)
        assert all(word == word.casefold() for word in words)
        assert len(words) == len(set(map(bare, words))), "the same word with and without accents"
    at_the_table = set(
        " ".join(v for k, v in messages.items() if k.startswith("play.command")).split()
    )
    in_the_games = set(
        " ".join(v for k, v in messages.items() if re.match(r"(hanabi|koikoi)\.command", k)).split()
    )
    assert not at_the_table & in_the_games


def test_every_message_is_used() -> None:
    code = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    written = re.findall(r'"([\w.{}\'-]+)"', code)
    patterns = [re.escape(text) for text in written if "{" not in text]
    patterns += [
        re.sub(r"\\\{.*?\\\}", r"[\\w-]+", re.escape(text)) for text in written if "{" in text
    ]
    used = re.compile(rf"(.*\.)?({'|'.join(dict.fromkeys(patterns))})(\.(one|other))?")
    unused = [key for key in own("en") if not used.fullmatch(key)]
    assert unused == []


def test_messages_of_the_words_package_are_included() -> None:
    assert translations("fr").say("hanabi.suit.red") == "rouge"
    assert translations("fr").say("cli.hanabi.your_hand") == "Votre main"
