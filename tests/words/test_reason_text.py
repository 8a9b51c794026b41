"""Every reason of a bot, a review or a puzzle has a sentence in every language."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from hanamichi import bots, puzzles, review
from hanamichi.catalog import GAMES
from hanamichi.words import LANGUAGES, why, words
from hanamichi.words.catalogue import Message
from hanamichi.words.reason_text import Section

SOURCES: dict[Section, str] = {
    "why": bots.__file__,
    "review": review.__file__,
    "puzzle": puzzles.__file__,
}
"""The packages whose reasons each section has a sentence for."""
NAMES = ("Ana", "Ben", "Cleo")
FACTS: dict[str, dict[str, str | int]] = {
    "hanabi": {"card": "card:r3", "cards": "card:r3,g1", "score": "number:24.5"},
    "koikoi": {"card": "card:8L", "yaku": "yaku:five-lights", "month": "month:8"},
}


def forms(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def facts_for(game_id: str, message: Message) -> dict[str, str | int]:
    """Something for every placeholder: a number where nothing else is agreed."""
    known = {"seat": "seat:1", "other": "seat:2", **FACTS[game_id]}
    fields = {field for form in forms(message) for _, field, _, _ in string.Formatter().parse(form)}
    return {field: known.get(field, 7) for field in fields if field}


def sentences(lang: str) -> Iterator[tuple[Section, str, str, Message]]:
    """Every sentence: its section, its game, its code and itself."""
    for key, message in words(lang).messages.items():
        for section in SOURCES:
            if key.startswith(f"{section}."):
                _, game_id, code = key.split(".", 2)
                yield section, game_id, code, message


def say_every_reason(lang: str) -> list[str]:
    said = []
    for section, game_id, code, message in sentences(lang):
        for reader in (None, 1):
            facts = facts_for(game_id, message)
            sentence = why(game_id, code, facts, lang, names=NAMES, reader=reader, section=section)
            assert sentence is not None, code
            said.append(sentence)
    return said


def codes_in_the_source(section: Section) -> Iterator[tuple[str, str]]:
    """Every code that a package's source gives to a `Reason`, with the game it is of."""
    folder = Path(SOURCES[section]).parent
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder).parts
        games = [inside[0]] if len(inside) > 1 else list(GAMES)
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name_of(node.func) == "Reason":
                given = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "code")]
                assert len(given) == 1, f"{path}:{node.lineno}"
                for code in strings(given[0], tree):
                    assert code is not None, f"{path.name}:{node.lineno}: write it as a string"
                    yield from ((game, code) for game in games)


def strings(node: ast.expr, tree: ast.Module) -> Iterator[str | None]:
    """The strings that an expression may come to, as far as it is written out.

    What follows in an f-string is a `*`. A variable may come to all that is assigned to this name
    in its module.
    """
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*strings(one, tree), *strings(other, tree))
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), ast.FormattedValue()]):
            yield f"{start}*"
        case ast.Name(id=name):
            values = [
                each.value
                for each in ast.walk(tree)
                if isinstance(each, ast.Assign) and name in map(_name_of, each.targets)
            ]
            yield from (code for value in values for code in strings(value, tree))
            if not values:
                yield None
        case _:
            yield None


def _name_of(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def codes_of(section: Section) -> set[tuple[str, str]]:
    return {(game_id, code) for where, game_id, code, _ in sentences("en") if where == section}


@pytest.mark.parametrize("section", SOURCES)
def test_every_reason_in_the_source_has_its_sentence(section: Section) -> None:
    known = codes_of(section)
    for game_id, pattern in codes_in_the_source(section):
        found = {code for game, code in known if game == game_id and fnmatchcase(code, pattern)}
        assert found, (game_id, pattern)


@pytest.mark.parametrize("section", ["review", "puzzle"])
def test_every_sentence_is_the_reason_of_something(section: Section) -> None:
    given = list(codes_in_the_source(section))
    unused = {
        (game_id, code)
        for game_id, code in codes_of(section)
        if not any(game == game_id and fnmatchcase(code, pattern) for game, pattern in given)
    }
    assert unused == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_is_a_sentence(lang: str) -> None:
    for sentence in say_every_reason(lang):
        assert sentence.endswith("."), sentence
        assert "{" not in sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_a_sentence_that_may_speak_to_the_reader_names_a_seat(lang: str) -> None:
    for _, _, code, message in sentences(lang):
        if isinstance(message, str):
            assert "{seat}" not in message, code
        else:
            assert set(message) == {"you", "they"}, code
            assert "{seat}" not in message["you"], code
            assert "{seat}" in message["they"], code


def test_no_french_name_follows_a_word_that_it_would_shorten() -> None:
    """Else the sentence would be wrong for Ann: “que Ann”, “de Ann”."""
    shortened = re.compile(r"\b([dD]e|[qQ]ue|[nN]e|[sS]e|[lL]e|[lL]a) \{(seat|other|third)\}")
    for section, game_id, code, message in sentences("fr"):
        for form in forms(message):
            assert not shortened.search(form), (section, game_id, code)


@pytest.mark.parametrize(
    ("lang", "to_ben", "to_others"),
    [
        (
            "en",
            "I told you about the 5 so that you keep it.",
            "I told Ben about the 5 so that it is kept.",
        ),
        (
            "fr",
            "Je vous ai parlé du 5 pour que vous le gardiez.",
            "J’ai parlé du 5 à Ben pour qu’il soit gardé.",
        ),
        (
            "es",
            "Te hablé del 5 para que lo guardes.",
            "Le hablé a Ben del 5 para que no se pierda.",
        ),
        (
            "de",
            "Ich habe dich auf die 5 hingewiesen, damit du sie behältst.",
            "Ich habe Ben auf die 5 hingewiesen, damit sie nicht verloren geht.",
        ),
    ],
)
def test_the_addressed_player_is_spoken_to(lang: str, to_ben: str, to_others: str) -> None:
    def said(reader: int | None) -> str | None:
        facts = {"seat": "seat:1"}
        return why("hanabi", "clue-save-five", facts, lang, names=NAMES, reader=reader)

    assert said(1) == to_ben
    assert said(0) == to_others
    assert said(None) == to_others


@pytest.mark.parametrize(
    ("lang", "fact", "said"),
    [
        ("en", "card:r3,g1", "red 3 and green 1"),
        ("fr", "card:r3,g1,w2", "3 rouge, 1 vert et 2 blanc"),
        ("de", "card:p2", "Schwarzpulver-2"),
        ("es", "colour:multicolour", "multicolor"),
        ("en", "value:5", "5"),
        ("en", "slot:3", "3"),
        ("en", "seat:2", "Cleo"),
        ("en", "number:24.5", "24.5"),
        ("de", "number:24.5", "24,5"),
        ("en", 12, "12"),
    ],
)
def test_a_fact_is_said_in_the_words_of_the_language(lang: str, fact: str | int, said: str) -> None:
    sentence = why("hanabi", "play-known", {"card": fact}, lang, names=NAMES)
    assert sentence is not None
    assert said in sentence


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("of-a-later-version", {}),
        ("play-known", {}),
        ("play-known", {"card": "card:z9"}),
        ("clue-play", {"card": "card:r3", "seat": "seat:9"}),
    ],
)
def test_a_reason_without_a_sentence_has_no_text(code: str, facts: dict[str, str]) -> None:
    assert why("hanabi", code, facts, "en", names=NAMES) is None
