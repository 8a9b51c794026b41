"""What a seat and a spectator see of a table."""

from msgspec import structs

from hanamichi.koikoi import CARDS, KoiKoiView, Phase
from tests.koikoi.tables import GAME, NINTENDO, cards, options_with, position


def shown(view: KoiKoiView) -> dict[str, object]:
    return structs.asdict(view)


TABLE = position(
    NINTENDO,
    hands=("8L 5a 2A", "4a 4b"),
    field="3a 8a",
    stock="6a",
    captures=("9A 9R", "1L 1R"),
    dealer=1,
    number=3,
    calls=(0, 1),
)


def test_a_seat_sees_its_own_hand_as_it_holds_it_and_counts_the_other() -> None:
    view = GAME.view(TABLE.state, 0)
    assert view.hand == cards("8L 5a 2A")
    assert view.hands == (cards("8L 5a 2A"), None)
    assert view.hand_sizes == (3, 2)


def test_a_spectator_sees_no_hand() -> None:
    view = GAME.view(TABLE.state, None)
    assert view.hand is None
    assert view.hands == (None, None)


def test_all_viewers_see_the_cards_on_the_table() -> None:
    """003, Capturer une carte du Ba: captures lie face up."""
    for seat in (0, 1, None):
        view = GAME.view(TABLE.state, seat)
        assert view.field == cards("3a 8a")
        assert view.captures == (cards("9A 9R"), cards("1L 1R"))
        assert view.stock == 48 - 5 - 2 - 4
        assert (view.phase, view.to_act, view.dealer, view.number) == (Phase.PLAY, 0, 1, 3)
        assert view.calls == (0, 1)


def test_yaku_of_both_sides_are_counted() -> None:
    table = position(hands=("5a", "4a"), captures=("8L 9A", "1L 3L 12L"))
    first, second = GAME.view(table.state, None).yaku
    assert [(entry.yaku.value, entry.points) for entry in first] == [("moon-viewing", 5)]
    assert [(entry.yaku.value, entry.points) for entry in second] == [("three-lights", 5)]


def test_the_turned_card_is_seen_while_its_capture_is_chosen() -> None:
    table = position(hands=("1L 2A", "5A"), field="4a 4R", stock="4A").play("play 1L")
    assert GAME.view(table.state, None).turned == cards("4A")[0]


def test_unseen_are_the_stock_and_the_hands_that_are_hidden() -> None:
    view = GAME.view(TABLE.state, 0)
    seen = cards("8L 5a 2A 3a 8a 9A 9R 1L 1R")
    assert view.unseen == tuple(card for card in CARDS if card not in seen)
    assert len(GAME.view(TABLE.state, None).unseen) == len(view.unseen) + 3


def test_after_the_match_both_hands_are_seen_but_not_the_stock() -> None:
    table = position(
        options_with(rounds=1), hands=("8L 5a", "4a 4b"), field="8a", captures=("9A", "")
    ).play("play 8L", "stop")
    view = GAME.view(table.state, None)
    assert view.phase is Phase.OVER
    assert view.to_act is None
    assert view.hands == (cards("5a"), cards("4a 4b"))
    assert view.stock == len(view.unseen)


def test_a_view_has_no_field_for_the_stock_order() -> None:
    assert isinstance(shown(GAME.view(TABLE.state, 0))["stock"], int)
