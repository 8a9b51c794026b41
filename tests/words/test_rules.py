"""The rules page says what the table plays, in every language."""

from __future__ import annotations

import re
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.catalog import GAMES, presets
from hanamichi.core import OptionError, Seeded
from hanamichi.hanabi import HANABI
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import (
    PRESETS,
    Avalanche,
    Colour,
    HanabiOptions,
    deck_size,
    hand_size,
)
from hanamichi.hanabi.scoring import rating_of
from hanamichi.koikoi import KOIKOI
from hanamichi.koikoi.deal import lay_out
from hanamichi.koikoi.options import PRESETS as KOIKOI_PRESETS
from hanamichi.koikoi.options import KoiKoiOptions, Triad
from hanamichi.koikoi.scoring import stop_value
from hanamichi.koikoi.yaku import Yaku, YakuPoints
from hanamichi.testing.strategies import Table as AnyTable
from hanamichi.testing.strategies import tables
from hanamichi.words import (
    LANGUAGES,
    WORDS,
    Bullets,
    Paragraph,
    Rules,
    Section,
    Steps,
    Table,
    rules,
    value_name,
    words,
)
from hanamichi.words.hanabi_names import rating_name, suit_name
from hanamichi.words.koikoi_names import yaku_name
from hanamichi.words.rules_document import columns
from tests.words.tables import (
    BASES,
    HANABI_EIGHT,
    HANABI_EVERYTHING,
    KOIKOI_EVERYTHING,
    options_of,
    variants,
)

languages = st.sampled_from(LANGUAGES)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def section_of(page: Rules, name: str) -> Section:
    """The section under the heading that a message key names."""
    heading = words(page.lang).say(f"{name}.heading")
    (found,) = (section for section in page.sections if section.heading == heading)
    return found


def texts_of(section: Section) -> list[str]:
    texts = []
    for block in section.blocks:
        match block:
            case Paragraph(text):
                texts.append(text)
            case Bullets(items) | Steps(items):
                texts += items
            case Table(_, rows):
                texts += [" ".join(row) for row in rows]
    return texts


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def headings(page: Rules) -> set[str]:
    return {section.heading for section in page.sections}


def test_every_game_has_words() -> None:
    assert WORDS.all().keys() == GAMES.keys()


# -- every option is told -------------------------------------------------------------------------


@every_language
@pytest.mark.parametrize("number", range(len(BASES)))
def test_every_value_of_every_option_changes_the_text(lang: str, number: int) -> None:
    game, base = BASES[number]
    players = game.seat_counts[-1]
    for info in options_of(game):
        if info.name == "tile_on_any_completion" and not getattr(base, "black_powder", True):
            continue  # without black powder every firework is completed by a 5
        pages = {
            str(value): rules(game.id, options, lang, players=players).to_markdown()
            for value, options in variants(game, base, info, players)
            if (info.name, value) != ("hand_size", None)  # it is one of the others
        }
        assert len(set(pages.values())) == len(pages), info.name


def test_a_tile_for_the_black_powder_is_explained_where_there_is_black_powder() -> None:
    plain = rules("hanabi", HANABI_EVERYTHING, "en").to_markdown()
    other = structs.replace(HANABI_EVERYTHING, tile_on_any_completion=True)
    assert rules("hanabi", other, "en").to_markdown() != plain


@every_language
def test_the_text_follows_the_options_and_never_the_edition(lang: str) -> None:
    for game, preset in presets():
        page = rules(game.id, preset.options, lang)
        named = rules(game.id, preset.options, lang, preset=preset.id)
        assert named.sections == page.sections
        assert named.title != page.title


@given(table=tables(HANABI), lang=languages)
def test_any_table_of_hanabi_has_a_page(table: AnyTable, lang: str) -> None:
    assert_readable(rules("hanabi", table.options, lang, players=table.players))
    assert_readable(rules("hanabi", table.options, lang))


@given(table=tables(KOIKOI), lang=languages)
def test_any_table_of_koikoi_has_a_page(table: AnyTable, lang: str) -> None:
    assert_readable(rules("koikoi", table.options, lang))


def assert_readable(page: Rules) -> None:
    text = page.to_markdown()
    assert not re.search(r"[{}]|None|True|False|  ", text)
    assert all(texts_of(section) for section in page.sections)
    assert len(headings(page)) == len(page.sections)
    assert all(columns(line) <= 80 for line in page.to_text(80).splitlines())


# -- Hanabi: numbers ------------------------------------------------------------------------------


@given(table=tables(HANABI, one_of_each=()), lang=languages)
def test_the_card_counts_are_those_of_the_deck(table: AnyTable, lang: str) -> None:
    options: HanabiOptions = table.options
    page = rules("hanabi", options, lang, players=table.players)
    deck, colours, *rest = texts_of(section_of(page, "hanabi.rules.components"))
    assert numbers(deck) == [deck_size(options)]
    each, *values = numbers(colours)
    assert values == [
        step for step in range(1, options.values + 1) for _ in range(options.copies(step))
    ]
    assert each == len(values)
    counted = each * len(options.colours)
    for line in rest[: len(layout_of(options).suits) - len(options.colours)]:
        count, *values = numbers(line)
        assert count == len(values)
        counted += count
    assert counted == deck_size(options)


@given(table=tables(HANABI), lang=languages)
def test_tokens_errors_hands_and_maximum_are_those_of_the_table(table: AnyTable, lang: str) -> None:
    options: HanabiOptions = table.options
    players = table.players
    page = rules("hanabi", options, lang, players=players)
    components = texts_of(section_of(page, "hanabi.rules.components"))
    assert [options.clue_tokens] in [numbers(text) for text in components]
    assert [options.errors] in [numbers(text) for text in components]
    setup = texts_of(section_of(page, "hanabi.rules.setup"))
    size = hand_size(options, players)
    deal = sorted([deck_size(options), size, players, deck_size(options) - players * size])
    assert deal in [sorted(numbers(text)) for text in setup]
    end = " ".join(texts_of(section_of(page, "hanabi.rules.end")))
    assert layout_of(options).maximum in numbers(end)
    suits = len(layout_of(options).suits)
    assert suits == 1 or suits in numbers(end)
    assert options.errors == 1 or options.errors in numbers(end)
    score = " ".join(texts_of(section_of(page, "hanabi.rules.score")))
    assert layout_of(options).maximum in numbers(score)


@given(table=tables(HANABI, final_bouquet=False), lang=languages)
def test_the_rating_bands_are_those_of_this_maximum(table: AnyTable, lang: str) -> None:
    options: HanabiOptions = table.options
    maximum = layout_of(options).maximum
    score = section_of(rules("hanabi", options, lang), "hanabi.rules.score")
    (bands,) = (block for block in score.blocks if isinstance(block, Table))
    expected = 0
    for row, (points, verdict) in enumerate(bands.rows):
        low, high = numbers(points)[0], numbers(points)[-1]
        if row == 0:  # "5 or less"
            low = 0
        assert low == expected
        for reached in range(low, high + 1):
            assert verdict.startswith(f"{rating_name(rating_of(reached, maximum), lang)}. ")
        expected = high + 1
    assert expected == maximum + 1


def test_the_page_is_for_one_number_of_players_or_for_all_that_fit() -> None:
    options = PRESETS["hanabi/cocktail"].options
    assert "for 2 to 5 players" in rules("hanabi", options).to_markdown()
    page = rules("hanabi", options, players=4).to_markdown()
    assert "for 4 players" in page
    assert "Deal 4 cards to each of the 4 players. 34 cards are left in the deck." in page
    small = structs.replace(options, colours=(Colour.RED, Colour.BLUE))
    assert "for 2 to 4 players" in rules("hanabi", small).to_markdown()
    last = structs.replace(options, first_seat=4)
    assert "for 5 players" in rules("hanabi", last).to_markdown()


# -- Who begins ------------------------------------------------------------------------------------


@every_language
@pytest.mark.parametrize(
    ("game_id", "options", "option"),
    [
        ("hanabi", HanabiOptions(first_seat=0), "first_seat"),
        ("koikoi", KoiKoiOptions(first_dealer=0), "first_dealer"),
    ],
)
def test_a_player_is_called_by_name_or_counted_from_one(
    game_id: str, options: HanabiOptions | KoiKoiOptions, option: str, lang: str
) -> None:
    def page(*names: str | None) -> str:
        return rules(game_id, options, lang, players=2, names=names).to_markdown()

    first = words(lang).say("common.player", number=1)
    assert first in page()
    assert "0" not in first
    assert "Zoë" in page("Zoë", "Ana")
    assert first not in page("Zoë", "Ana")
    assert value_name(game_id, option, 0, lang, ("Zoë", "Ana")) == "Zoë"
    # A free seat has no name, and a name two people share tells nobody apart.
    assert page(None, "Ana") == page("Ana", "Ana") == page()


# -- Hanabi: what is told when --------------------------------------------------------------------


@every_language
def test_the_colours_that_may_be_named_are_listed(lang: str) -> None:
    def named(options: HanabiOptions) -> str:
        suits = layout_of(options).nameable
        listed = words(lang).join([suit_name(suit, lang) for suit in suits])
        return words(lang).say("hanabi.rules.clue.named", count=len(suits), colours=listed)

    # 000, Avalanche de couleurs: a sixth colour; 001: touched by every colour, never named.
    sixth = structs.replace(PRESETS["hanabi/xii-singes"].options, avalanche=Avalanche.SIXTH)
    wild = structs.replace(PRESETS["hanabi/grands-feux"].options, avalanche=Avalanche.WILD)
    multicolour = words(lang).say("hanabi.suit.multicolour")
    assert multicolour in named(sixth)
    assert multicolour not in named(wild)
    for options in (sixth, wild):
        clue = section_of(rules("hanabi", options, lang), "hanabi.rules.clue")
        assert any(text.startswith(named(options)) for text in texts_of(clue))


@every_language
@pytest.mark.parametrize(
    ("option", "section"),
    [("avalanche", "multicolour"), ("black_powder", "powder"), ("flamboyants", "tiles")],
)
def test_an_extension_has_a_section_where_it_is_played(
    lang: str, option: str, section: str
) -> None:
    heading = words(lang).say(f"hanabi.rules.{section}.heading")
    basic = PRESETS["hanabi/grands-feux"].options
    assert heading not in headings(rules("hanabi", basic, lang))
    value = getattr(HANABI_EVERYTHING, option)
    assert heading in headings(rules("hanabi", structs.replace(basic, **{option: value}), lang))


@every_language
def test_all_six_tiles_are_explained(lang: str) -> None:
    tiles = section_of(rules("hanabi", HANABI_EVERYTHING, lang), "hanabi.rules.tiles")
    (effects,) = (block for block in tiles.blocks if isinstance(block, Bullets))
    assert len(set(effects.items)) == 6


@every_language
def test_running_out_of_tiles_is_explained_only_where_it_can_happen(lang: str) -> None:
    used_up = words(lang).say("hanabi.rules.tiles.used_up")
    assert used_up not in rules("hanabi", HANABI_EVERYTHING, lang).to_markdown()
    assert used_up in rules("hanabi", HANABI_EIGHT, lang).to_markdown()


@every_language
def test_the_two_blacks_are_distinguished_where_both_are_in_play(lang: str) -> None:
    warning = words(lang).say("hanabi.rules.powder.two_blacks")
    assert warning not in rules("hanabi", HANABI_EVERYTHING, lang).to_markdown()
    assert warning in rules("hanabi", HANABI_EIGHT, lang).to_markdown()


@every_language
def test_the_final_bouquet_has_no_last_round_and_no_ratings(lang: str) -> None:
    options = structs.replace(PRESETS["hanabi/cocktail"].options, final_bouquet=True)
    page = rules("hanabi", options, lang)
    assert words(lang).say("hanabi.rules.end.last_round") not in page.to_markdown()
    assert not any(
        isinstance(block, Table) for section in page.sections for block in section.blocks
    )


def test_the_example_of_the_score_is_counted_by_the_table() -> None:
    def example(options: HanabiOptions) -> str:
        (text,) = (
            text
            for text in texts_of(section_of(rules("hanabi", options), "hanabi.rules.score"))
            if text.startswith("Example")
        )
        return text

    *heights, score = numbers(example(PRESETS["hanabi/cocktail"].options))
    assert score == sum(heights)
    *heights, missing, score = numbers(example(HANABI_EVERYTHING))
    assert score == sum(heights) - missing


# -- Koi-Koi --------------------------------------------------------------------------------------

# RULES.md, Yaku: what each set is worth in each box.
_COMMON = {
    Yaku.FIVE_LIGHTS: "10",
    Yaku.FOUR_LIGHTS: "8",
    Yaku.RAINY_FOUR: "7",
    Yaku.THREE_LIGHTS: "5",
    Yaku.MOON_VIEWING: "5",
    Yaku.FLOWER_VIEWING: "5",
    Yaku.BOAR_DEER_BUTTERFLIES: "5",
    Yaku.POEM_RIBBONS: "5",
    Yaku.BLUE_RIBBONS: "5",
    Yaku.ANIMALS: "1",
    Yaku.RIBBONS: "1",
    Yaku.PLAINS: "1",
}
_GREAT_RIBBONS = {
    Triad.NONE: {},
    Triad.BONUS: {Yaku.POEM_AND_BLUE: "+3"},
    Triad.TOGETHER: {Yaku.POEM_AND_BLUE: "10"},
}


def yaku_table(options: KoiKoiOptions, lang: str) -> dict[str, str]:
    section = section_of(rules("koikoi", options, lang), "koikoi.rules.yaku")
    (table,) = (block for block in section.blocks if isinstance(block, Table))
    return {name.lower(): points for name, points, _ in table.rows}


TRIADS = {
    "en": "triad (la triade)",
    "fr": "la triade",
    "es": "tríada (la triade)",
    "de": "triade",
}


@every_language
@pytest.mark.parametrize("triad", Triad)
@pytest.mark.parametrize("preset", KOIKOI_PRESETS)
def test_the_yaku_table_has_the_points_of_the_booklets(
    lang: str, triad: Triad, preset: str
) -> None:
    options = structs.replace(KOIKOI_PRESETS[preset].options, triad=triad)
    expected = _COMMON | _GREAT_RIBBONS[triad]
    named = {yaku_name(yaku, lang).lower(): points for yaku, points in expected.items()}
    if triad is Triad.BONUS:
        # 003 calls it La Triade
        named[TRIADS[lang]] = named.pop(yaku_name(Yaku.POEM_AND_BLUE, lang).lower())
    assert yaku_table(options, lang) == named


@every_language
def test_viewing_yaku_are_left_out_where_they_do_not_count(lang: str) -> None:
    options = structs.replace(KOIKOI_PRESETS["koikoi/nintendo"].options, viewing_yaku=False)
    viewings = {Yaku.MOON_VIEWING, Yaku.FLOWER_VIEWING}
    assert (
        not {yaku_name(yaku, lang).lower() for yaku in viewings} & yaku_table(options, lang).keys()
    )


@every_language
def test_all_48_cards_are_shown_month_by_month(lang: str) -> None:
    section = section_of(rules("koikoi", KOIKOI_EVERYTHING, lang), "koikoi.rules.cards")
    (months,) = (block for block in section.blocks if isinstance(block, Table))
    assert len(months.rows) == 12
    plains = [sum(numbers(content)) for _, _, content in months.rows]
    specials = [len(re.findall(r"[^,\d]+(?=,|$)", content)) for _, _, content in months.rows]
    assert plains == [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 3]
    assert sum(plains) + sum(specials) - sum(map(bool, plains)) == 48


@given(table=tables(KOIKOI), lang=languages)
def test_the_examples_add_up(table: AnyTable, lang: str) -> None:
    section = section_of(rules("koikoi", table.options, lang), "koikoi.rules.worth")
    *_, (own, opponent) = (block.items for block in section.blocks if isinstance(block, Bullets))
    for text in (own, opponent):
        (calculation,) = re.findall(r"(\d+(?: × \d+ \([^)]*\))*) = (\d+)", text)
        factors = numbers(re.sub(r"\([^)]*\)", "", calculation[0]))
        assert prod(factors) == int(calculation[1])
    assert opponent.count("×") == 2
    assert own.count("×") == 1 + table.options.own_calls_multiply


@given(table=tables(KOIKOI), lang=languages)
def test_the_number_of_rounds_is_that_of_the_table(table: AnyTable, lang: str) -> None:
    page = rules("koikoi", table.options, lang)
    for name in ("koikoi.rules.aim", "koikoi.rules.end"):
        assert table.options.rounds in numbers(" ".join(texts_of(section_of(page, name))))


@every_language
@pytest.mark.parametrize("preset", KOIKOI_PRESETS)
def test_the_hands_the_field_and_the_stock_are_those_that_are_dealt(lang: str, preset: str) -> None:
    options = KOIKOI_PRESETS[preset].options
    dealt = lay_out(options, 0, Seeded(0))
    sizes = [len(dealt.hands[0]), len(dealt.field), len(dealt.stock)]
    deal = section_of(rules("koikoi", options, lang), "koikoi.rules.deal")
    assert sizes in [numbers(text) for text in texts_of(deal)]


def test_seven_points_are_where_the_doubling_begins() -> None:
    # The text says seven; this is where the rules say it.
    options = KOIKOI_PRESETS["koikoi/nintendo"].options
    for total, points in ((6, 6), (7, 14)):
        yaku = (YakuPoints(Yaku.PLAINS, total),)
        value = stop_value(yaku, options, standing_calls=0, opponent_called=False)
        assert value.points == points


@every_language
@pytest.mark.parametrize(("option", "section"), [("lucky_hands", "lucky"), ("gaji", "gaji")])
def test_a_rule_has_a_section_where_it_is_played(lang: str, option: str, section: str) -> None:
    heading = words(lang).say(f"koikoi.rules.{section}.heading")
    for played in (False, True):
        options = structs.replace(KOIKOI_EVERYTHING, **{option: played})
        assert (heading in headings(rules("koikoi", options, lang))) is played


# -- editions -------------------------------------------------------------------------------------


def test_what_a_table_changes_in_an_edition_comes_first() -> None:
    options = structs.replace(
        PRESETS["hanabi/xii-singes"].options, errors=1, avalanche=Avalanche.SIXTH
    )
    page = rules("hanabi", options, "en", preset="hanabi/xii-singes")
    assert page.title == "Hanabi (Les XII Singes): the rules"
    changes = page.sections[0]
    assert changes.heading == "What this table changes"
    assert texts_of(changes)[1:] == [
        "Multicolour cards: a colour of its own, one card of each (in the edition: none).",
        "Errors: 1 (in the edition: 3).",
    ]


# -- what is refused ------------------------------------------------------------------------------


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(OptionError, match="not options of hanabi"):
        rules("hanabi", KOIKOI_EVERYTHING)


def test_an_edition_of_another_game_is_refused() -> None:
    with pytest.raises(OptionError, match="no edition of hanabi") as refused:
        rules("hanabi", HANABI_EVERYTHING, preset="koikoi/nintendo")
    assert refused.value.code == "options/preset"


@pytest.mark.parametrize(("game_id", "preset"), [("chess", None), ("hanabi", "hanabi/chess")])
def test_an_unknown_game_or_edition_is_refused(game_id: str, preset: str | None) -> None:
    with pytest.raises(OptionError) as refused:
        rules(game_id, HANABI_EVERYTHING, preset=preset)
    assert refused.value.code == "options/preset"


def test_options_that_contradict_each_other_have_no_rules() -> None:
    options = structs.replace(PRESETS["hanabi/cocktail"].options, tile_on_any_completion=True)
    for players in (None, 3):
        with pytest.raises(OptionError) as refused:
            rules("hanabi", options, players=players)
        assert refused.value.code == "options/inconsistent"


@pytest.mark.parametrize(("game_id", "players"), [("hanabi", 6), ("hanabi", 1), ("koikoi", 3)])
def test_a_table_of_the_wrong_size_has_no_rules(game_id: str, players: int) -> None:
    options = next(p.options for game, p in presets() if game.id == game_id)
    with pytest.raises(OptionError) as refused:
        rules(game_id, options, players=players)
    assert refused.value.code == "options/players"
