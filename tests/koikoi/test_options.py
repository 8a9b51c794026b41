"""Presets and custom tables (RULES, Koi-Koi)."""

import pytest
from msgspec import to_builtins

from hanamichi.core import OptionError, build_options, describe_options
from hanamichi.koikoi import PRESETS, KoiKoiOptions
from tests.koikoi.tables import GAME, NINTENDO, ROBIN_RED, options_with

# Option, its value in koikoi/nintendo, its value in koikoi/robin-red.
EDITIONS = [
    ("rounds", 12, 12),
    ("first_dealer", None, None),
    ("deal", "twos", "fours"),
    ("hand_swap", False, True),
    ("lucky_hands", True, True),
    ("both_lucky", "play-on", "play-on"),
    ("void_deals", "four-of-a-month", "four-or-pairs"),
    ("must_capture", False, True),
    ("rain_man_counts", False, True),
    ("viewing_yaku", True, True),
    ("triad", "together", "none"),
    ("cup_is_plain", True, False),
    ("cup_counts_once", False, False),
    ("additive", False, True),
    ("koikoi_calls", "one", "unlimited"),
    ("own_calls_multiply", False, True),
    ("drawn_dealer", "other", "same"),
    ("gaji", False, False),
]


def test_the_presets_are_the_two_boxes() -> None:
    """003 and 004."""
    assert {preset.id: preset.booklet for preset in PRESETS.values()} == {
        "koikoi/nintendo": "004",
        "koikoi/robin-red": "003",
    }
    assert all(preset_id == preset.id for preset_id, preset in PRESETS.items())


def test_each_preset_has_the_options_of_its_booklet() -> None:
    """RULES, every row that differs between the editions."""
    assert to_builtins(NINTENDO) == {name: value for name, value, _ in EDITIONS}
    assert to_builtins(ROBIN_RED) == {name: value for name, _, value in EDITIONS}


def test_the_defaults_are_those_of_nintendo() -> None:
    assert KoiKoiOptions() == NINTENDO


def test_every_option_says_what_it_does_and_where_it_comes_from() -> None:
    for option in describe_options(KoiKoiOptions):
        assert option.summary.endswith("."), option.name
        assert set(option.booklets) <= {"003", "004"}, option.name
        assert option.booklets, option.name


def test_two_lucky_hands_cannot_draw_where_lucky_hands_do_not_count() -> None:
    options = options_with(lucky_hands=False, both_lucky="draw")
    with pytest.raises(OptionError, match="lucky hands do not count") as caught:
        GAME.check(options, 2)
    assert caught.value.code == "options/inconsistent"
    assert caught.value.where == "both_lucky"


def test_a_cup_that_is_no_plain_card_cannot_be_one_or_the_other() -> None:
    with pytest.raises(OptionError, match="animal only") as caught:
        GAME.check(options_with(ROBIN_RED, cup_counts_once=True), 2)
    assert caught.value.code == "options/inconsistent"
    assert caught.value.where == "cup_counts_once"


@pytest.mark.parametrize("players", [0, 1, 3])
def test_koi_koi_is_for_two(players: int) -> None:
    """004, Koi-Koi."""
    with pytest.raises(OptionError) as caught:
        GAME.check(NINTENDO, players)
    assert caught.value.code == "options/players"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rounds": 0}, "options/invalid"),
        ({"rounds": 1000}, "options/invalid"),
        ({"rounds": "many"}, "options/invalid"),
        ({"first_dealer": 2}, "options/invalid"),
        ({"deal": "threes"}, "options/invalid"),
        ({"gaji": "perhaps"}, "options/invalid"),
        ({"moon": True}, "options/unknown"),
    ],
)
def test_invalid_options_are_refused(changes: dict[str, object], code: str) -> None:
    with pytest.raises(OptionError) as caught:
        build_options(NINTENDO, changes)
    assert caught.value.code == code
    assert caught.value.where == next(iter(changes))
