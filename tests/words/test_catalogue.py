"""The catalogues say the same things in every language, and say them properly."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.catalog import presets
from hanamichi.core import HanamichiError
from hanamichi.words import (
    LANGUAGES,
    NAME_LANGUAGES,
    LanguageError,
    Words,
    pick_language,
    rules,
    words,
)
from hanamichi.words.catalogue import Message, name_words
from tests.words.tables import HANABI_VARIANTS, all_tables
from tests.words.test_names import say_every_name
from tests.words.test_reason_text import say_every_reason
from tests.words.test_refusals import say_every_refusal

NARROW = "\u202f"


def forms(message: Message) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message.values())


def texts(lang: str) -> Iterator[tuple[str, str]]:
    for key, message in name_words(lang).messages.items():
        for text in forms(message):
            yield key, text


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys(lang: str) -> None:
    assert words(lang).messages.keys() == words("en").messages.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_placeholders(lang: str) -> None:
    for key, message in words(lang).messages.items():
        expected = {p for form in forms(words("en").messages[key]) for p in placeholders(form)}
        assert {p for form in forms(message) for p in placeholders(form)} == expected, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_counts_the_same_things(lang: str) -> None:
    for key, message in words(lang).messages.items():
        assert isinstance(message, str) == isinstance(words("en").messages[key], str), key


def test_japanese_names_what_the_others_name() -> None:
    named = [key for key in words("en").messages if key in name_words("ja").messages]
    prefixes = ("hanabi.suit.", "hanabi.card.", "koikoi.card.", "koikoi.yaku.", "koikoi.plant.")
    assert {k for k in words("en").messages if k.startswith(prefixes)} <= set(named)
    readings = [key for key in name_words("ja").messages if key not in named]
    assert all(key.startswith("reading.") for key in readings)


def test_every_key_is_used_and_every_used_key_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    used: dict[str, set[str]] = {lang: set() for lang in NAME_LANGUAGES}
    say = Words.say

    def recorded(self: Words, key: str, /, **values: str | int) -> str:
        used[self.lang].add(key)
        return say(self, key, **values)

    monkeypatch.setattr(Words, "say", recorded)
    say_every_name("en")
    say_every_name("ja", names_only=True)
    say_every_reason("en")
    say_every_refusal("en")
    for game, options, players in all_tables():
        rules(game.id, options, "en", players=players)
    for game, preset in presets():
        for _, other in presets():
            if isinstance(other.options, game.options_type):
                rules(game.id, other.options, "en", preset=preset.id)
    rules("hanabi", HANABI_VARIANTS[0], "en", preset="hanabi/online")
    for lang in ("en", "ja"):
        assert set(name_words(lang).messages) - used[lang] == set()


@pytest.mark.parametrize("lang", NAME_LANGUAGES)
def test_no_message_has_stray_blanks_or_typewriter_quotes(lang: str) -> None:
    for key, text in texts(lang):
        assert text == text.strip(), key
        assert not re.search(r"  |[\t\n'\"`]|\.\.\.", text), key


@pytest.mark.parametrize("lang", NAME_LANGUAGES)
def test_no_message_can_be_mistaken_for_markup(lang: str) -> None:
    for key, text in texts(lang):
        assert not re.search(r"[*_|<>#\[\]\\]", re.sub(r"\{\w+\}", "", text)), key


def test_french_puts_a_narrow_space_around_its_punctuation() -> None:
    for key, text in texts("fr"):
        assert not re.search(rf"[^{NARROW}][;:!?»]", text), key
        assert not re.search(rf"«[^{NARROW}]", text), key


@pytest.mark.parametrize(("lang", "opening", "closing"), [("en", "“", "”"), ("es", "«", "»")])
def test_quotation_marks_are_closed(lang: str, opening: str, closing: str) -> None:
    for key, text in texts(lang):
        assert text.count(opening) == text.count(closing), key
        assert not re.search(rf"{opening} | {closing}", text), key


def test_german_quotes_are_low_and_high() -> None:
    for key, text in texts("de"):
        assert text.count("„") == text.count("“"), key
        assert not re.search("[”«»]", text), key


def test_spanish_opens_its_questions_and_exclamations() -> None:
    for key, text in texts("es"):
        assert text.count("¿") == text.count("?"), key
        assert text.count("¡") == text.count("!"), key


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("en", 0, "0 clue tokens."),
        ("en", 1, "1 clue token."),
        ("en", 2, "2 clue tokens."),
        ("fr", 0, "0 jeton d’indice."),
        ("fr", 1, "1 jeton d’indice."),
        ("fr", 2, "2 jetons d’indice."),
        ("es", 0, "0 fichas de pista."),
        ("es", 1, "1 ficha de pista."),
        ("de", 1, "1 Hinweismarker."),
    ],
)
def test_the_grammatical_number_follows_the_count(lang: str, count: int, said: str) -> None:
    assert words(lang).say("hanabi.rules.components.tokens", count=count) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "a, b and c"), ("fr", "a, b et c"), ("es", "a, b y c"), ("de", "a, b und c")],
)
def test_a_list_is_joined_as_a_sentence_does(lang: str, said: str) -> None:
    assert words(lang).join(["a", "b", "c"]) == said


def test_short_lists_need_no_comma() -> None:
    assert words("en").join([]) == ""
    assert words("en").join(["a"]) == "a"
    assert words("en").join(["a", "b"], "or") == "a or b"


@pytest.mark.parametrize("lang", ["it", "", "FR", "ja", "../en", "en.toml"])
def test_an_unknown_language_is_refused_with_those_there_are(lang: str) -> None:
    with pytest.raises(LanguageError, match="en, fr, es, de") as refused:
        words(lang)
    assert refused.value.code == "words/language"
    assert isinstance(refused.value, HanamichiError)


@pytest.mark.parametrize(
    ("wish", "lang"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("de_AT.UTF-8", "de"),
        ("es@euro", "es"),
        ("FR", "fr"),
        ("C.UTF-8", "en"),
        ("it", "en"),
        ("it, de;q=0.5", "de"),
        ("*", "en"),
        ("it-IT,it;q=0.9,es;q=0.8,en;q=0.7", "es"),
        ("en;q=0.1, fr ; q=0.9", "fr"),
        ("fr;q=0, de;q=0.2", "de"),
        ("de, fr", "de"),
        ("fr;q=nonsense, es", "es"),
        ("english", "en"),
        ("frisian", "en"),
        (";;;,,,;q", "en"),
    ],
)
def test_a_preference_selects_the_best_language(wish: str | None, lang: str) -> None:
    assert pick_language(wish) == lang


@given(st.text() | st.text("enfrsd-_;,=q.*01 "))
def test_no_preference_fails(wish: str) -> None:
    assert pick_language(wish) in LANGUAGES
