"""Capturing, from the hand and from the stock (003, Déroulement; 004, Déroulement du jeu)."""

import pytest

from hanamichi.core import GameOver, IllegalMove, NotYourTurn
from hanamichi.koikoi import Phase, PlayCard, Stop, TakeCard
from hanamichi.koikoi.cards import cards_in
from hanamichi.koikoi.events import CardPlayed, CardTaken, CardTurned
from tests.koikoi.tables import (
    GAME,
    ROBIN_RED,
    Rigged,
    Table,
    cards,
    options_with,
    position,
)

MUST_CAPTURE = options_with(ROBIN_RED, hand_swap=False)


def field_of(table: Table) -> tuple[str, ...]:
    return tuple(map(str, GAME.view(table.state, None).field))


def captures_of(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(map(str, cards_in(table.round.captures[seat])))


# The card from the hand


def test_a_card_that_matches_nothing_stays_on_the_field() -> None:
    """003, Capturer une carte du Ba; 004, Déroulement du jeu."""
    table = position(hands=("1L 2A", "5A"), field="3a 4a", stock="6a").play("play 1L")
    assert table.one(CardPlayed) == CardPlayed(0, cards("1L")[0])
    assert field_of(table) == ("3a", "4a", "1L", "6a")
    assert captures_of(table, 0) == ()


def test_a_card_that_matches_one_captures_it() -> None:
    """003, Capturer une carte du Ba; 004, Déroulement du jeu."""
    table = position(hands=("1L 2A", "5A"), field="3a 1a 4a", stock="6a").play("play 1L")
    assert table.one(CardPlayed) == CardPlayed(0, cards("1L")[0], cards("1a"))
    assert field_of(table) == ("3a", "4a", "6a")
    assert captures_of(table, 0) == ("1L", "1a")


def test_with_two_that_match_the_player_chooses() -> None:
    """003, Dans les 2 cas."""
    table = position(hands=("1L 2A", "5A"), field="1a 4a 1R", stock="6a")
    assert table.legal() == ["play 1L takes 1R", "play 1L takes 1a", "play 2A"]
    table = table.play("play 1L takes 1R")
    assert field_of(table) == ("1a", "4a", "6a")
    assert captures_of(table, 0) == ("1L", "1R")


def test_with_three_that_match_all_four_are_taken() -> None:
    """003, Dans les 2 cas."""
    table = position(hands=("1L 2A", "5A"), field="1a 4a 1R 1b", stock="6a")
    assert table.legal() == ["play 1L", "play 2A"]
    table = table.play("play 1L")
    assert table.one(CardPlayed).captured == cards("1R 1a 1b")
    assert captures_of(table, 0) == ("1L", "1R", "1a", "1b")
    assert field_of(table) == ("4a", "6a")


# The card from the stock


def test_the_turned_card_captures_as_a_hand_card_does() -> None:
    """003, Piocher une carte; 004, Déroulement du jeu."""
    table = position(hands=("1L 2A", "5A"), field="3a 4a", stock="4R").play("play 1L")
    assert table.one(CardTurned) == CardTurned(0, cards("4R")[0], cards("4a"))
    assert captures_of(table, 0) == ("4R", "4a")
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)


def test_the_turned_card_can_capture_the_card_just_laid() -> None:
    """003, Piocher une carte: it meets the field as it is then."""
    table = position(hands=("1L 2A", "5A"), field="3a 4a", stock="1R").play("play 1L")
    assert captures_of(table, 0) == ("1L", "1R")


def test_with_two_that_match_the_turned_card_the_player_chooses() -> None:
    """003, Dans les 2 cas."""
    table = position(hands=("1L 2A", "5A"), field="4a 3a 4R", stock="4A 6a").play("play 1L")
    assert table.one(CardTurned) == CardTurned(0, cards("4A")[0], choices=cards("4R 4a"))
    assert (table.phase, table.to_act) == (Phase.TURNED, 0)
    assert table.legal() == ["take 4R", "take 4a"]
    table = table.play("take 4R")
    assert table.one(CardTaken) == CardTaken(0, cards("4A")[0], cards("4R"))
    assert captures_of(table, 0) == ("4A", "4R")
    assert field_of(table) == ("4a", "3a", "1L")
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)


def test_with_three_that_match_the_turned_card_takes_all() -> None:
    """003, Dans les 2 cas."""
    table = position(hands=("1L 2A", "5A"), field="4a 3a 4R 4b", stock="4A").play("play 1L")
    assert captures_of(table, 0) == ("4A", "4R", "4a", "4b")


def test_the_other_player_is_next() -> None:
    """003, Piocher une carte; 004, Déroulement du jeu."""
    table = position(hands=("1L 2A", "5A 6A"), field="3a", stock="9a 10a")
    assert table.play("play 1L").to_act == 1
    assert table.play("play 1L", "play 5A").to_act == 0


# The duty to capture


def test_robin_red_a_player_who_can_capture_must() -> None:
    """003, Capturer une carte du Ba."""
    table = position(MUST_CAPTURE, hands=("1L 2A 3L", "5A"), field="1a 3a", stock="6a")
    assert table.legal() == ["play 1L", "play 3L"]
    with pytest.raises(IllegalMove, match="play 1L or 3L"):
        table.play("play 2A")


def test_robin_red_a_player_who_cannot_capture_lays_any_card() -> None:
    """003, Capturer une carte du Ba."""
    table = position(MUST_CAPTURE, hands=("1L 2A 3L", "5A"), field="4a 7a", stock="6a")
    assert table.legal() == ["play 1L", "play 2A", "play 3L"]


def test_nintendo_any_card_may_be_played() -> None:
    """004, Déroulement du jeu."""
    table = position(hands=("1L 2A 3L", "5A"), field="1a 3a", stock="6a")
    assert table.legal() == ["play 1L", "play 2A", "play 3L"]


def test_nintendo_a_card_that_matches_captures() -> None:
    """RULES, A round, 6: there is no leaving it on the field."""
    table = position(hands=("1L", "5A"), field="1a 3a", stock="6a")
    assert table.legal() == ["play 1L"]
    assert captures_of(table.play("play 1L"), 0) == ("1L", "1a")


def test_laying_a_card_when_capture_is_a_duty_reveals_what_the_hand_lacks() -> None:
    """003, Capturer une carte du Ba, as an opponent reads it."""
    table = position(MUST_CAPTURE, hands=("1L 2A", "5A"), field="4a 7a", stock="6a")
    after = GAME.view(table.play("play 1L").state, 1)
    assert after.ruled_out == (cards("4A 4R 4b 7A 7R 7b"), ())


# Only one way to say a move


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (PlayCard(*cards("9A")), "do not hold 9A"),
        (PlayCard(*cards("5A")), "do not hold 5A"),
        (PlayCard(*cards("1L 1a")), "without naming"),
        (PlayCard(*cards("1L 3a")), "another month"),
        (PlayCard(*cards("1L 9a")), "not on the field"),
        (PlayCard(*cards("4A")), "4R or 4a: say which"),
        (PlayCard(*cards("4A 4b")), "not on the field"),
        (PlayCard(*cards("7A 7a")), "without naming"),
        (TakeCard(*cards("4a")), "Play a card"),
        (Stop(), "Play a card"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_the_reason(
    move: PlayCard | TakeCard | Stop, why: str
) -> None:
    table = position(hands=("1L 2A 4A 7A", "5A"), field="1a 3a 4a 4R 7R 7a 7b", stock="6a")
    with pytest.raises(IllegalMove, match=why) as caught:
        GAME.apply(table.state, 0, move, Rigged())
    assert caught.value.code == "move/illegal"


def test_the_turned_card_takes_only_one_of_its_two() -> None:
    table = position(hands=("1L 2A", "5A"), field="4a 3a 4R", stock="4A 6a").play("play 1L")
    for move in (TakeCard(*cards("3a")), TakeCard(*cards("4b"))):
        with pytest.raises(IllegalMove, match=r"4A cannot take .* choose 4R or 4a"):
            GAME.apply(table.state, 0, move, Rigged())
    with pytest.raises(IllegalMove, match="4R or 4a"):
        GAME.apply(table.state, 0, PlayCard(*cards("2A")), Rigged())


def test_only_the_acting_seat_may_move() -> None:
    table = position(hands=("1L", "5A"), field="3a", stock="6a")
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(table.state, 1, PlayCard(*cards("5A")), Rigged())
    assert caught.value.code == "move/not-your-turn"
    assert GAME.legal_actions(table.state, 1) == ()


def test_nothing_can_be_played_after_the_match() -> None:
    options = options_with(rounds=1)
    table = position(options, hands=("", "5A"), actor=1, field="3a", stock="6a").play("play 5A")
    assert table.to_act is None
    for seat in (0, 1):
        assert GAME.legal_actions(table.state, seat) == ()
        with pytest.raises(GameOver) as caught:
            GAME.apply(table.state, seat, Stop(), Rigged())
        assert caught.value.code == "move/game-over"
