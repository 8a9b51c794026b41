"""Nicknames: all scripts and emoji, without characters that deceive the reader."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.identity import NAME_LENGTH, clean_name, new_secret


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\n Cleves ", "Ann of Cleves"),
        ("Zoe\u0301", "Zoé"),
        ("שרה", "שרה"),
        ("مریم‌زاده", "مریم‌زاده"),
        ("花子", "花子"),
        ("🎆", "🎆"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("👍🏽", "👍🏽"),
        ("🇫🇷🇯🇵", "🇫🇷🇯🇵"),
        ("<script>", "<script>"),
        ("a\u202eb\u2066c\u200fd\ufeff", "abcd"),
        ("a\x00b\x1bc\x7f", "abc"),
        ("\u0301a", "a"),
        ("a" * 100, "a" * NAME_LENGTH),
        ("👩‍👩‍👧‍👦" * 30, "👩‍👩‍👧‍👦" * NAME_LENGTH),
        ("a" + "\u0301" * 100, "á" + "\u0301" * 7),
    ],
)
def test_nicknames_of_all_scripts_are_kept(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "\u200b", "\u202e\u202c", "\u200d\u200d", "\u3164", "\u2800", "\u0301", "\ue000"],
)
def test_a_nickname_needs_a_visible_character(typed: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(typed)
    assert caught.value.code == "person/name"


@given(st.text())
def test_cleaning_a_nickname_is_idempotent_and_limits_its_length(typed: str) -> None:
    try:
        name = clean_name(typed)
    except Refused:
        return
    assert name == name.strip()
    assert 0 < len(name) <= 200
    assert not any(
        unicodedata.category(c) in {"Cc", "Cs"} or unicodedata.bidirectional(c) in BIDI
        for c in name
    )
    assert clean_name(name) == name


BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def test_secrets_are_long_and_unique() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert min(map(len, secrets)) >= 32


def test_no_id_looks_like_an_option_of_a_command() -> None:
    assert not any(new_secret().startswith("-") for _ in range(2000))
