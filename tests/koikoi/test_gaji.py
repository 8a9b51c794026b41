"""The lightning as a joker, and the Hiki against it (003, La carte Gaji; 003, Dans les 2 cas)."""

import pytest

from hanamichi.core import IllegalMove
from hanamichi.koikoi import Ending, Pairing, Phase, Yaku
from hanamichi.koikoi.cards import LIGHTNING, cards_in, mask_of
from hanamichi.koikoi.events import (
    CardPlayed,
    FieldClaimed,
    HikiDeclared,
    RoundEnded,
    YakuMade,
)
from tests.koikoi.tables import GAME, ROBIN_RED, Rigged, Table, cards, deck, options_with, position

GAJI = options_with(ROBIN_RED, hand_swap=False, gaji=True, must_capture=False)
DUTY = options_with(GAJI, must_capture=True)
NO_GAJI = options_with(GAJI, gaji=False)


def captures_of(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(map(str, cards_in(table.round.captures[seat])))


def played(text: str) -> int:
    return mask_of(cards(text))


# The joker


def test_from_the_hand_the_lightning_may_take_any_field_card() -> None:
    """003, La carte Gaji, 2."""
    table = position(GAJI, hands=("11a 2A", "5A"), field="8L 3a 1a", stock="6a")
    assert table.legal() == [
        "play 11a",
        "play 2A",
        "play 11a takes 1a",
        "play 11a takes 3a",
        "play 11a takes 8L",
    ]
    table = table.play("play 11a takes 8L")
    assert table.one(CardPlayed) == CardPlayed(0, LIGHTNING, cards("8L"), joker=True)
    assert captures_of(table, 0) == ("8L", "11a")
    assert table.round.pairing == Pairing(0, 8)


def test_without_the_option_the_lightning_is_an_ordinary_card() -> None:
    """003, Règles optionnelles."""
    table = position(NO_GAJI, hands=("11a 2A", "5A"), field="8L 3a 1a", stock="6a")
    assert table.legal() == ["play 11a", "play 2A"]
    with pytest.raises(IllegalMove, match="another month"):
        table.play("play 11a takes 8L")


def test_the_joker_takes_one_card_even_of_a_month_with_three_on_the_field() -> None:
    """003, La carte Gaji, 2; RULES, Gaji."""
    table = position(GAJI, hands=("11a 2A", "5A"), field="8L 8a 8b", stock="6a 8A")
    assert captures_of(table.play("play 11a takes 8L"), 0) == ("8L", "11a")


@pytest.mark.parametrize(
    ("field", "november_plays"),
    [
        ("11L 1a", ["play 11a"]),
        ("11L 11R 1a", ["play 11a takes 11L", "play 11a takes 11R"]),
        ("11L 11A 11R 1a", ["play 11a"]),
        ("1a 2a", ["play 11a"]),
    ],
)
def test_towards_november_the_lightning_is_an_ordinary_november_card(
    field: str, november_plays: list[str]
) -> None:
    """003, La carte Gaji; RULES, Gaji."""
    table = position(GAJI, hands=("11a", "5A"), field=field, stock="6a")
    jokers = [f"play 11a takes {card}" for card in field.split() if not card.startswith("11")]
    assert table.legal() == november_plays + jokers
    after = table.play(november_plays[0])
    assert after.round.pairing is None


def test_turned_from_the_stock_the_lightning_is_an_ordinary_november_card() -> None:
    """003, La carte Gaji, 1 and 2: only from the hand."""
    table = position(GAJI, hands=("2A", "5A"), field="8L 11R", stock="11a").play("play 2A")
    assert captures_of(table, 0) == ("11R", "11a")
    assert table.phase is Phase.PLAY


def test_on_the_field_the_lightning_is_captured_by_its_month() -> None:
    """003, La carte Gaji, 1."""
    table = position(GAJI, hands=("11R 2A", "5A"), field="11a 1a", stock="6a").play("play 11R")
    assert captures_of(table, 0) == ("11R", "11a")


def test_no_joker_once_the_opponent_has_played_a_november_card() -> None:
    """003, La carte Gaji."""
    table = position(
        GAJI, hands=("11a 2A", "5A"), field="8L 3a", stock="6a", played=(0, played("11R"))
    )
    assert table.legal() == ["play 11a", "play 2A"]
    with pytest.raises(IllegalMove, match="no joker any more"):
        table.play("play 11a takes 8L")


def test_ones_own_november_card_or_one_from_the_stock_bars_nothing() -> None:
    """003, La carte Gaji: a card played by the other player."""
    table = position(
        GAJI,
        hands=("11a 2A", "5A"),
        field="8L",
        captures=("11R 11L", ""),
        stock="6a",
        played=(played("11R"), 0),
    )
    assert "play 11a takes 8L" in table.legal()


def test_in_the_next_round_the_joker_is_back() -> None:
    """003, La carte Gaji: within a round."""
    options = options_with(GAJI, rounds=2)
    table = position(
        options, hands=("", "4a"), actor=1, field="8a", stock="6a", played=(0, played("11R"))
    )
    dealt = deck(options, dealer="11a 2A 3L 4A 5A 6A 7A 8L")
    assert "play 11a takes 9a" in table.play("play 4a", then=[dealt]).legal()


# The duty to capture


def test_the_joker_is_a_right_and_not_a_duty() -> None:
    """RULES, Gaji, with 003, Capturer une carte du Ba."""
    table = position(DUTY, hands=("11a 2A", "5A"), field="8L", stock="6a")
    assert table.legal() == ["play 11a", "play 2A", "play 11a takes 8L"]


def test_using_the_joker_fulfils_the_duty_to_capture() -> None:
    """RULES, Gaji, with 003, Capturer une carte du Ba."""
    table = position(DUTY, hands=("11a 2A 3L", "5A"), field="8L 2a", stock="6a")
    assert table.legal() == ["play 2A", "play 11a takes 2a", "play 11a takes 8L"]


def test_a_november_card_on_the_field_makes_the_lightning_a_duty_like_any_card() -> None:
    """003, Capturer une carte du Ba."""
    table = position(DUTY, hands=("11a 2A", "5A"), field="11R", stock="6a")
    assert table.legal() == ["play 11a"]


# The pair at the end of the round


PAIRED = Pairing(0, 8)


def test_at_a_stop_field_cards_of_the_paired_month_go_to_the_lightnings_owner() -> None:
    """003, La carte Gaji, 2."""
    table = position(
        GAJI,
        hands=("3L 5a", "4a 4b"),
        field="3a 8A 12a 8a",
        stock="6a",
        captures=("9A 9R 11a 8b 2A 4A 5A", ""),
        pairing=PAIRED,
    ).play("play 3L")
    assert table.one(YakuMade).total == 5
    offer = GAME.view(table.state, 1).stop
    assert offer is not None
    assert {entry.yaku: entry.points for entry in offer.yaku} == {
        Yaku.FLOWER_VIEWING: 5,
        Yaku.ANIMALS: 1,
    }
    stopped = table.play("stop", then=[deck(GAJI)])
    assert stopped.one(FieldClaimed) == FieldClaimed(0, cards("8A 8a"))
    assert stopped.one(RoundEnded).result.value == offer
    assert offer.points == 6


def test_claimed_cards_can_bring_the_total_to_seven() -> None:
    """003, La carte Gaji, 2, then Fin de manche: they are there before the count."""
    table = position(
        GAJI,
        hands=("3L 5a", "4a 4b"),
        field="3a 8A 12a",
        stock="6a",
        captures=("9A 9R 11a 8b 2A 4A 5A 11A", ""),
        asked=(1, 0),
        pairing=PAIRED,
    ).play("play 3L", "stop", then=[deck(GAJI)])
    assert table.one(RoundEnded).result.points == (5 + 2) * 2


def test_the_owner_takes_them_at_the_opponents_stop_too_without_scoring() -> None:
    """003, La carte Gaji, 2, and Fin de manche."""
    table = position(
        GAJI,
        hands=("5a 5b", "3L 4b"),
        actor=1,
        field="3a 8A 12a 8a",
        stock="6a",
        captures=("11a 8b", "9A 2A 4A 5A"),
        pairing=PAIRED,
    ).play("play 3L", "stop", then=[deck(GAJI)])
    assert table.one(FieldClaimed).seat == 0
    # The fifth animal goes to the owner of the lightning, not to the one who stops.
    assert table.state.scores == (0, 5)


def test_a_forced_stop_counts_them_as_well() -> None:
    """003, La carte Gaji, 2."""
    table = position(
        GAJI,
        hands=("3L", "4a"),
        field="3a 8A 12a",
        stock="6a",
        captures=("9A 9R 11a 8b 2A 4A 5A", ""),
        pairing=PAIRED,
    ).play("play 3L", then=[deck(GAJI)])
    result = table.one(RoundEnded).result
    assert (result.ending, result.points) == (Ending.FORCED_STOP, 6)
    assert table.one(FieldClaimed).cards == cards("8A")


def test_they_make_no_yaku_out_of_a_drawn_round() -> None:
    """RULES, Gaji."""
    table = position(
        GAJI,
        hands=("", "4a"),
        actor=1,
        field="8A 12a",
        stock="6a",
        captures=("9A 11a 8b 2A 4A 5A", ""),
        pairing=PAIRED,
    ).play("play 4a", then=[deck(GAJI)])
    assert table.all(FieldClaimed) == []
    assert table.one(RoundEnded).result.ending is Ending.HANDS_EMPTY


def test_they_make_no_yaku_rise() -> None:
    """RULES, Gaji: what lies on the field is not captured yet."""
    table = position(
        GAJI,
        hands=("5a 5b", "4a 4b"),
        field="8A 12a",
        stock="6a",
        captures=("9A 11a 8b 2A 4A 5A", ""),
        pairing=PAIRED,
    ).play("play 5a")
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)


# Hiki


def hiki_table() -> Table:
    """Three of August lie on the field, the opponent holds the fourth."""
    return position(GAJI, hands=("11a 2A", "8A 5A"), field="8L 8a 8b 3a", stock="6a")


def test_a_hiki_refuses_the_joker_and_shows_the_fourth_card() -> None:
    """003, Dans les 2 cas."""
    table = hiki_table().play("play 11a takes 8L")
    assert table.events == (HikiDeclared(1, *cards("8A"), *cards("8L")),)
    assert (table.phase, table.to_act) == (Phase.PLAY, 0)
    assert GAME.view(table.state, 0).hand == cards("11a 2A")
    assert captures_of(table, 0) == ()
    assert GAME.ply(table.state) == 1


def test_after_a_hiki_the_player_chooses_again_but_not_that_month() -> None:
    """003, Dans les 2 cas."""
    table = hiki_table().play("play 11a takes 8L")
    assert table.legal() == ["play 11a", "play 2A", "play 11a takes 3a"]
    with pytest.raises(IllegalMove, match="has shown the fourth card"):
        table.play("play 11a takes 8a")
    assert captures_of(table.play("play 11a takes 3a"), 0) == ("3a", "11a")


def test_the_shown_card_and_the_refused_lightning_are_known_while_they_are_held() -> None:
    """003, Dans les 2 cas: it is declared."""
    table = hiki_table().play("play 11a takes 8L")
    for seat in (0, 1, None):
        assert GAME.view(table.state, seat).known == (cards("11a"), cards("8A"))
    played_on = table.play("play 2A", "play 8A")
    assert GAME.view(played_on.state, None).known == (cards("11a"), ())
    assert captures_of(played_on, 1) == ("8L", "8A", "8a", "8b")


def test_a_hidden_hiki_changes_nothing_in_what_is_legal() -> None:
    """003, Dans les 2 cas: it need not be declared before."""
    held = hiki_table()
    in_stock = position(GAJI, hands=("11a 2A", "5A 9A"), field="8L 8a 8b 3a", stock="6a 8A")
    assert held.legal() == in_stock.legal()


def test_a_fourth_card_in_the_stock_or_in_the_own_hand_is_no_hiki() -> None:
    """003, Dans les 2 cas: the other player must hold it."""
    in_stock = position(GAJI, hands=("11a 2A", "5A 9A"), field="8L 8a 8b 3a", stock="6a 8A")
    assert in_stock.play("play 11a takes 8L").round.pairing == Pairing(0, 8)
    own = position(GAJI, hands=("11a 8A", "5A 9A"), field="8L 8a 8b 3a", stock="6a")
    assert own.play("play 11a takes 8L").round.pairing == Pairing(0, 8)


def test_a_joker_that_no_hiki_refused_rules_the_fourth_card_out_of_the_hand() -> None:
    """003, Dans les 2 cas, as the others read it."""
    in_stock = position(GAJI, hands=("11a 2A", "5A 9A"), field="8L 8a 8b 3a", stock="6a 8A")
    after = in_stock.play("play 11a takes 8L")
    assert GAME.view(after.state, None).ruled_out == ((), cards("8A"))


def test_two_on_the_field_are_no_hiki() -> None:
    """003, Dans les 2 cas: three of the month lie there."""
    table = position(GAJI, hands=("11a 2A", "8A 8b"), field="8L 8a 3a", stock="6a")
    assert table.play("play 11a takes 8L").round.pairing == Pairing(0, 8)


def test_a_hiki_may_be_the_last_chance_before_laying_the_lightning_down() -> None:
    """003, Dans les 2 cas."""
    table = position(GAJI, hands=("11a", "8A"), field="8L 8a 8b", stock="6a")
    table = table.play("play 11a takes 8L")
    assert table.legal() == ["play 11a"]
    GAME.apply(table.state, 0, GAME.legal_actions(table.state, 0)[0], Rigged())
