"""How far each yaku is, from a view alone."""

from random import Random

import pytest

from hanamichi.core import Match, Seeded
from hanamichi.koikoi import KoiKoiOptions, PlayCard, YakuOutlook, YakuStatus, yaku_outlook
from hanamichi.koikoi.cards import LIGHTNING
from hanamichi.koikoi.knowledge import joker_targets, playable_cards
from tests.koikoi.tables import GAME, NINTENDO, ROBIN_RED, cards, options_with, position


def outlook(
    own: str, other: str = "", options: KoiKoiOptions = NINTENDO, seat: int | None = None
) -> dict[str, YakuOutlook]:
    table = position(options, hands=("", ""), captures=(own, other))
    view = GAME.view(table.state, seat)
    return {entry.yaku.value: entry for entry in yaku_outlook(view, 0)}


def test_a_made_yaku_has_its_points_and_what_would_raise_it() -> None:
    trio = outlook("6A 7A 10A 2A", "9A 11A")["boar-deer-butterflies"]
    assert (trio.status, trio.points) == (YakuStatus.MADE, 6)
    assert trio.serving == cards("4A 5A 8A")


def test_an_open_yaku_has_the_number_missing_and_the_cards_that_help() -> None:
    found = outlook("1L 9A")
    assert found["moon-viewing"] == YakuOutlook(
        found["moon-viewing"].yaku, YakuStatus.OPEN, missing=1, serving=cards("8L")
    )
    assert found["three-lights"].missing == 2
    assert found["three-lights"].serving == cards("3L 8L 12L")
    assert found["animals"].missing == 4


def test_a_yaku_is_impossible_once_too_many_of_its_cards_are_gone() -> None:
    found = outlook("", "8L 1L 1R 2A 4A 5A 8A 9A")
    assert found["moon-viewing"].status is YakuStatus.IMPOSSIBLE
    assert found["four-lights"].status is YakuStatus.IMPOSSIBLE
    assert found["three-lights"].status is YakuStatus.IMPOSSIBLE
    assert found["poem-ribbons"].status is YakuStatus.IMPOSSIBLE
    assert found["animals"].status is YakuStatus.IMPOSSIBLE
    assert found["ribbons"].status is YakuStatus.OPEN
    assert found["plains"].status is YakuStatus.OPEN


def test_the_rain_man_is_required_for_the_rainy_four() -> None:
    found = outlook("1L 3L 8L")["rainy-four"]
    assert (found.missing, found.serving) == (1, cards("11L"))
    found = outlook("11L 3L")["rainy-four"]
    assert (found.missing, found.serving) == (2, cards("1L 8L 12L"))
    assert outlook("1L", "11L")["rainy-four"].status is YakuStatus.IMPOSSIBLE


def test_lower_light_yaku_are_covered_by_a_better_one() -> None:
    found = outlook("1L 3L 8L 12L")
    assert found["four-lights"].status is YakuStatus.MADE
    assert found["rainy-four"].status is YakuStatus.COVERED
    assert found["three-lights"].status is YakuStatus.COVERED
    assert found["five-lights"].serving == cards("11L")


def test_four_lights_cannot_be_made_with_ones_own_rain_man() -> None:
    found = outlook("11L 1L 3L")
    assert found["four-lights"].status is YakuStatus.COVERED
    assert found["rainy-four"].missing == 1
    assert found["five-lights"].missing == 2


def test_within_a_family_the_lesser_yaku_is_covered_unless_all_add_up() -> None:
    assert outlook("6A 7A 10A")["animals"].status is YakuStatus.COVERED
    assert outlook("6A 7A 10A", options=ROBIN_RED)["animals"].missing == 2


def test_only_the_yaku_of_the_table_are_listed() -> None:
    assert "moon-viewing" not in outlook("", options=options_with(viewing_yaku=False))
    assert "poem-and-blue" not in outlook("", options=ROBIN_RED)
    assert len(outlook("")) == 13


def test_all_viewers_know_the_same_of_both_sides() -> None:
    assert (
        outlook("1L 9A", "8L", seat=0) == outlook("1L 9A", "8L", seat=1) == outlook("1L 9A", "8L")
    )


def test_the_cup_serves_plains_only_where_it_is_one() -> None:
    assert cards("9A")[0] in outlook("")["plains"].serving
    assert cards("9A")[0] not in outlook("", options=ROBIN_RED)["plains"].serving


def test_a_cup_used_once_is_missing_in_the_yaku_it_does_not_serve() -> None:
    either = options_with(cup_counts_once=True)
    nine_plains = "1a 1b 2a 2b 3a 3b 4a 4b 5a"
    found = outlook(f"{nine_plains} 9A 2A 4A 5A 8A", options=either)
    assert found["animals"].points == 1
    assert (found["plains"].status, found["plains"].missing) == (YakuStatus.OPEN, 1)
    assert cards("9A")[0] not in found["plains"].serving
    found = outlook(f"{nine_plains} 5b 9A 2A 4A 5A", options=either)
    assert found["plains"].points == 2
    assert found["animals"].missing == 1


@pytest.mark.parametrize("seed", range(8))
def test_playable_cards_and_the_reach_of_the_lightning_are_those_of_the_rules(seed: int) -> None:
    options = options_with(ROBIN_RED, gaji=True, rounds=2)
    match = Match(GAME, options, ("Ana", "Ben"), Seeded(seed))
    rng = Random(seed)
    while (seat := match.to_act) is not None:
        legal = match.legal_actions()
        plays = [action for action in legal if isinstance(action, PlayCard)]
        if plays:
            view = match.view(seat)
            assert set(playable_cards(view)) == {play.card for play in plays}
            if LIGHTNING in (view.hand or ()):
                aimed = {p.capture for p in plays if p.card is LIGHTNING and p.capture}
                assert set(joker_targets(view, seat)) == {c for c in aimed if c.month != 11}
        match.play(rng.choice(legal))
