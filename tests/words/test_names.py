"""Everything on a table has a name in every language."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest

from hanamichi.bots.registry import Level, bots_for
from hanamichi.catalog import GAMES, presets
from hanamichi.hanabi.cards import CARDS as HANABI_CARDS
from hanamichi.hanabi.cards import Suit
from hanamichi.hanabi.scoring import Rating
from hanamichi.hanabi.tiles import Tile
from hanamichi.koikoi.cards import CARDS as KOIKOI_CARDS
from hanamichi.koikoi.cards import MONTHS, Card, Kind, Ribbon
from hanamichi.koikoi.scoring import FactorName
from hanamichi.koikoi.yaku import Yaku
from hanamichi.words import (
    LANGUAGES,
    NAME_LANGUAGES,
    bot_name,
    bot_text,
    game_name,
    game_text,
    guest_text,
    hanabi_names,
    koikoi_names,
    level_name,
    option_name,
    option_text,
    preset_edition,
    preset_name,
    preset_text,
    value_name,
)
from tests.words.tables import options_of, values_of

BOTS = {
    "hanabi": ("random", "novice", "casual", "companion", "expert", "search"),
    "koikoi": ("random", "novice", "regular", "sharp", "search"),
}


def say_every_name(lang: str, *, names_only: bool = False) -> list[str]:
    """All names of a language; of cards and yaku only, where it has no others."""
    said = [hanabi_names.suit_name(suit, lang) for suit in Suit]
    said += [hanabi_names.card_name(card, lang) for card in HANABI_CARDS]
    said += [koikoi_names.month_name(month, lang) for month in MONTHS]
    said += [koikoi_names.plant_name(month, lang) for month in MONTHS]
    said += [koikoi_names.plant_reading(month) for month in MONTHS]
    said += [koikoi_names.kind_name(kind, lang) for kind in Kind]
    said += [koikoi_names.ribbon_name(ribbon, lang) for ribbon in Ribbon]
    said += [koikoi_names.card_name(card, lang) for card in KOIKOI_CARDS]
    said += [koikoi_names.card_reading(card) for card in KOIKOI_CARDS]
    said += [koikoi_names.yaku_name(yaku, lang) for yaku in Yaku]
    said += [koikoi_names.yaku_reading(yaku) for yaku in Yaku]
    if names_only:
        return said
    for tile in Tile:
        said += [hanabi_names.tile_name(tile, lang), hanabi_names.tile_text(tile, lang)]
    for rating in Rating:
        said += [hanabi_names.rating_name(rating, lang), hanabi_names.rating_text(rating, lang)]
    said += [koikoi_names.factor_name(factor, lang) for factor in FactorName]
    for _, preset in presets():
        said += [preset_name(preset.id, lang), preset_text(preset.id, lang)]
        said.append(preset_edition(preset, lang))
    said.append(guest_text(lang))
    said += [level_name(level, lang) for level in get_args(Level)]
    for game_id, bots in BOTS.items():
        said += [bot_name(game_id, bot, lang) for bot in bots]
        said += [bot_text(game_id, bot, lang) for bot in bots]
    for game in GAMES.values():
        said += [game_name(game.id, lang), game_text(game.id, lang)]
        for info in options_of(game):
            said += [option_name(game.id, info.name, lang), option_text(game.id, info.name, lang)]
            said += [value_name(game.id, info.name, value, lang) for value in values_of(info)]
    return said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_a_name_in_every_language(lang: str) -> None:
    assert all(say_every_name(lang))


def test_cards_and_yaku_have_japanese_names_too() -> None:
    assert all(say_every_name("ja", names_only=True))


@pytest.mark.parametrize("lang", NAME_LANGUAGES)
def test_no_two_cards_share_a_name_unless_they_are_plain_cards_of_a_month(lang: str) -> None:
    hanabi = Counter(hanabi_names.card_name(card, lang) for card in HANABI_CARDS)
    assert set(hanabi.values()) == {1}
    for card in KOIKOI_CARDS:
        twins = [
            other
            for other in KOIKOI_CARDS
            if koikoi_names.card_name(other, lang) == koikoi_names.card_name(card, lang)
        ]
        assert all(t.month == card.month and t.kind is card.kind for t in twins), card
        assert len(twins) == 1 or card.kind is Kind.PLAIN, card


@pytest.mark.parametrize("lang", NAME_LANGUAGES)
def test_no_two_yaku_suits_or_plants_share_a_name(lang: str) -> None:
    assert len({koikoi_names.yaku_name(yaku, lang) for yaku in Yaku}) == len(Yaku)
    assert len({hanabi_names.suit_name(suit, lang) for suit in Suit}) == len(Suit)
    assert len({koikoi_names.plant_name(month, lang) for month in MONTHS}) == 12


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_values_of_an_option_share_a_name(lang: str) -> None:
    for game in GAMES.values():
        for info in options_of(game):
            names = [value_name(game.id, info.name, value, lang) for value in values_of(info)]
            assert len(set(names)) == len(names), info.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_edition_is_described_in_two_sentences_and_an_option_in_one(lang: str) -> None:
    for _, preset in presets():
        assert preset_text(preset.id, lang).count(".") == 2, preset.id
    for game in GAMES.values():
        for info in options_of(game):
            assert option_text(game.id, info.name, lang).count(".") == 1, info.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_has_a_unique_name_and_is_described_in_two_sentences(lang: str) -> None:
    for game_id, bots in BOTS.items():
        assert len({bot_name(game_id, bot, lang) for bot in bots}) == len(bots)
        for bot in bots:
            assert len(re.findall(r"[.!?](?: |$)", bot_text(game_id, bot, lang))) == 2, bot


def test_every_bot_that_can_be_given_a_seat_has_its_words() -> None:
    for game_id in GAMES:
        assert {info.id for info in bots_for(game_id)} <= set(BOTS[game_id])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rating_has_a_name_and_a_sentence(lang: str) -> None:
    for rating in Rating:
        assert " " not in hanabi_names.rating_name(rating, lang)
        assert hanabi_names.rating_text(rating, lang).endswith(".")


@pytest.mark.parametrize(
    ("lang", "red", "white", "multicolour", "powder"),
    [
        ("en", "red 3", "white 1", "multicolour 5", "black powder 2"),
        ("fr", "3 rouge", "1 blanc", "5 multicolore", "2 de poudre noire"),
        ("es", "3 rojo", "1 blanco", "5 multicolor", "2 de pólvora negra"),
        ("de", "rote 3", "weiße 1", "bunte 5", "Schwarzpulver-2"),
        ("ja", "赤の3", "白の1", "虹の5", "黒色火薬の2"),
    ],
)
def test_hanabi_cards_are_named_as_people_name_them(
    lang: str, red: str, white: str, multicolour: str, powder: str
) -> None:
    by_code = {card.value: card for card in HANABI_CARDS}
    named = [hanabi_names.card_name(by_code[code], lang) for code in ("r3", "w1", "m5", "p2")]
    assert named == [red, white, multicolour, powder]


@pytest.mark.parametrize(
    ("lang", "crane", "ribbon", "plain"),
    [
        ("en", "crane", "pine poem ribbon", "plain pine"),
        ("fr", "grue", "ruban à poème du pin", "carte simple du pin"),
        ("es", "grulla", "cinta con poema del pino", "carta simple del pino"),
        ("de", "Kranich", "Kiefer mit Schriftband", "einfache Kiefer"),
        ("ja", "松に鶴", "松に赤短", "松のカス"),
    ],
)
def test_flower_cards_are_named_as_people_name_them(
    lang: str, crane: str, ribbon: str, plain: str
) -> None:
    cards = (Card.PINE_CRANE, Card.PINE_RIBBON, Card.PINE_PLAIN_A)
    assert [koikoi_names.card_name(card, lang) for card in cards] == [crane, ribbon, plain]


def test_japanese_names_can_be_read_aloud() -> None:
    assert koikoi_names.yaku_name(Yaku.FIVE_LIGHTS, "ja") == "五光"
    assert koikoi_names.yaku_reading(Yaku.FIVE_LIGHTS) == "gokō"
    assert koikoi_names.card_reading(Card.PINE_CRANE) == "matsu ni tsuru"
    assert koikoi_names.plant_reading(10) == "momiji"
    for card in KOIKOI_CARDS:
        name, reading = koikoi_names.card_name(card, "ja"), koikoi_names.card_reading(card)
        assert name.startswith(koikoi_names.plant_name(card.month, "ja"))
        assert reading.startswith(koikoi_names.plant_reading(card.month))
