"""Stop or koi-koi, draws, and who deals next (003, Fin de manche; 004, Annoncer Koi-Koi)."""

import pytest

from hanamichi.core import IllegalMove
from hanamichi.koikoi import Ending, Phase, Stop, Yaku
from hanamichi.koikoi.events import (
    CallsAnnulled,
    KoiKoiCalled,
    MatchEnded,
    RoundEnded,
    RoundStarted,
    YakuMade,
)
from tests.koikoi.tables import GAME, ROBIN_RED, Rigged, deck, options_with, position

OPEN = options_with(ROBIN_RED, hand_swap=False, must_capture=False)
NEXT = [deck(OPEN)]


def test_a_new_yaku_asks_for_stop_or_koi_koi() -> None:
    """003, Fin de manche; 004, Annoncer Koi-Koi."""
    table = position(
        hands=("8L 5a", "4a 4b"), field="8a 12a", stock="6a", captures=("9A 9R", "")
    ).play("play 8L")
    assert table.one(YakuMade).total == 5
    assert [entry.yaku for entry in table.one(YakuMade).yaku] == [Yaku.MOON_VIEWING]
    assert (table.phase, table.to_act) == (Phase.DECIDE, 0)
    assert table.legal() == ["stop", "koi"]


def test_without_a_higher_total_there_is_no_decision() -> None:
    """004, Annoncer Koi-Koi."""
    table = position(
        hands=("5a 5b", "4a 4b"), field="8a 12a", stock="6a", captures=("8L 9A", ""), asked=(5, 0)
    ).play("play 5a")
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)
    assert table.all(YakuMade) == []


def test_one_more_card_on_a_yaku_asks_again() -> None:
    """RULES, A round, 7."""
    table = position(
        OPEN,
        hands=("11A 5a", "4a 4b"),
        field="11L",
        stock="6a",
        captures=("2A 4A 5A 8A 9A", ""),
        asked=(1, 0),
        calls=(1, 0),
    ).play("play 11A")
    assert table.one(YakuMade).total == 2
    assert table.phase is Phase.DECIDE


def test_captures_by_hand_and_stock_are_asked_about_once_at_the_end_of_the_turn() -> None:
    """RULES, A round, 7."""
    table = position(
        hands=("8L 5a", "4a 4b"), field="8a 3b 3a", stock="3L", captures=("9A 9R", "")
    ).play("play 8L")
    assert table.phase is Phase.TURNED
    table = table.play("take 3a")
    assert table.one(YakuMade).total == 10
    assert table.phase is Phase.DECIDE


def test_while_a_player_decides_all_see_what_a_stop_would_bring() -> None:
    """003, Fin de manche; 004, Multiplicateur."""
    table = position(
        hands=("8L 5a", "4a 4b"),
        field="8a 3a",
        stock="6a",
        captures=("3L 9A", ""),
        asked=(5, 0),
    ).play("play 8L")
    value = GAME.view(table.state, None).stop
    assert value is not None
    assert (value.total, value.points) == (10, 20)
    for seat in (0, 1):
        assert GAME.view(table.state, seat).stop == value
    stopped = table.play("stop", then=NEXT)
    assert stopped.one(RoundEnded).result.value == value
    assert GAME.view(stopped.state, None).stop is None


def test_a_stop_ends_the_round_and_only_the_stopper_scores() -> None:
    """003, Fin de manche."""
    table = position(
        hands=("8L 5a", "4a 4b"),
        field="8a 12a",
        stock="6a",
        captures=("9A 9R", "1L 3L 12L"),
        asked=(0, 5),
    ).play("play 8L", "stop", then=NEXT)
    result = table.one(RoundEnded).result
    assert (result.ending, result.winner, result.points) == (Ending.STOP, 0, 5)
    assert table.state.scores == (5, 0)
    assert table.state.results == (result,)


def test_the_winner_deals_the_next_round_which_is_dealt_at_once() -> None:
    """003, Chaque joueur examine ses cartes; 004, Déroulement du jeu."""
    table = position(
        hands=("4a 4b", "8L 5a"),
        actor=1,
        dealer=0,
        field="8a 12a",
        stock="6a",
        captures=("", "9A 9R"),
    ).play("play 8L", "stop", then=NEXT)
    assert table.one(RoundStarted) == RoundStarted(2, 1)
    assert (table.round.number, table.round.dealer, table.to_act) == (2, 1, 1)
    assert table.round.captures == (0, 0)


def test_koi_koi_plays_on_with_the_other_player() -> None:
    """003, Fin de manche; 004, Annoncer Koi-Koi."""
    table = position(
        hands=("8L 5a", "4a 4b"), field="8a 12a", stock="6a", captures=("9A 9R", "")
    ).play("play 8L", "koi")
    assert table.one(KoiKoiCalled) == KoiKoiCalled(0)
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)
    assert table.round.calls == (1, 0)


def test_only_stop_or_koi_koi_answers_the_question() -> None:
    table = position(
        hands=("8L 5a", "4a 4b"), field="8a 12a", stock="6a", captures=("9A 9R", "")
    ).play("play 8L")
    with pytest.raises(IllegalMove, match="Stop or call koi-koi now"):
        table.play("play 5a")
    with pytest.raises(IllegalMove, match="Play a card"):
        GAME.apply(position(hands=("8L", "4a")).state, 0, Stop(), Rigged())


def test_after_koi_koi_a_player_is_asked_again_only_for_more() -> None:
    """003, Fin de manche; 004, Annoncer Koi-Koi."""
    table = position(
        OPEN,
        hands=("8L 5a 3L 2a", "4a 4b 7a"),
        field="8a 12a 3a",
        stock="6a 10a 10b 1a 1b",
        captures=("9A 9R", ""),
    ).play("play 8L", "koi", "play 4a", "play 5a")
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)
    table = table.play("play 7a", "play 3L")
    assert (table.phase, table.to_act) == (Phase.DECIDE, 0)
    assert table.one(YakuMade).total == 10


def test_robin_red_a_stop_after_ones_own_koi_koi_is_worth_more() -> None:
    """003, Fin de manche."""
    table = position(
        OPEN,
        hands=("8L 3L 2a", "4a 4b"),
        field="8a 12a 3a",
        stock="6a 10a 11R",
        captures=("9A 9R", ""),
    ).play("play 8L", "koi", "play 4a", "play 3L", "stop", then=NEXT)
    assert table.one(RoundEnded).result.points == 10 * 2 * 2


def test_robin_red_annulled_calls_multiply_nothing() -> None:
    """003, Fin de manche; RULES, What a stop is worth."""
    table = position(
        OPEN,
        hands=("8L 5a", "4a 4b"),
        field="8a 12a",
        stock="6a",
        captures=("9A 9R", ""),
        calls=(2, 0),
        standing_calls=(0, 0),
    ).play("play 8L", "stop", then=NEXT)
    assert table.one(RoundEnded).result.points == 5


# One call in a round


@pytest.mark.parametrize("caller", [0, 1])
def test_nintendo_after_the_one_koi_koi_the_next_rise_of_either_ends_the_round(
    caller: int,
) -> None:
    """004, Annoncer Koi-Koi."""
    calls = (1, 0) if caller == 0 else (0, 1)
    table = position(
        hands=("8L 5a", "4a 4b"), field="8a 12a", stock="6a", captures=("9A 9R", ""), calls=calls
    ).play("play 8L", then=NEXT)
    result = table.one(RoundEnded).result
    assert (result.ending, result.winner) == (Ending.FORCED_STOP, 0)
    assert result.points == (5 if caller == 0 else 10)


def test_robin_red_calls_are_unlimited() -> None:
    """003, Fin de manche."""
    table = position(
        OPEN,
        hands=("8L 5a", "4a 4b"),
        field="8a 12a",
        stock="6a",
        captures=("9A 9R", ""),
        calls=(3, 2),
    ).play("play 8L")
    assert table.legal() == ["stop", "koi"]
    assert table.play("koi").round.calls == (4, 2)


# The last card


def test_with_no_card_left_in_hand_a_rise_is_a_stop() -> None:
    """RULES, A round, 7."""
    table = position(
        OPEN, hands=("8L", "4a"), field="8a 12a", stock="6a", captures=("9A 9R", "")
    ).play("play 8L", then=NEXT)
    result = table.one(RoundEnded).result
    assert (result.ending, result.winner, result.points) == (Ending.FORCED_STOP, 0, 5)


@pytest.mark.parametrize(("drawn_dealer", "next_dealer"), [("same", 0), ("other", 1)])
def test_when_both_hands_are_empty_no_player_scores_and_yaku_are_lost(
    drawn_dealer: str, next_dealer: int
) -> None:
    """003, Fin de manche (the dealer stays); 004, Déroulement du jeu (the other deals)."""
    table = position(
        options_with(drawn_dealer=drawn_dealer),
        hands=("", "4a"),
        actor=1,
        dealer=0,
        field="8a 12a",
        stock="6a",
        captures=("8L 9A", ""),
        asked=(5, 0),
        calls=(1, 0),
    ).play("play 4a", then=NEXT)
    result = table.one(RoundEnded).result
    assert (result.ending, result.winner, result.points) == (Ending.HANDS_EMPTY, None, 0)
    assert table.state.scores == (0, 0)
    assert (table.round.number, table.round.dealer) == (2, next_dealer)


def test_the_round_continues_while_one_player_still_has_a_card() -> None:
    """003, Fin de manche: both are out of cards."""
    table = position(hands=("5a", "4a"), field="8a 12a", stock="6a").play("play 5a")
    assert (table.phase, table.to_act) == (Phase.PLAY, 1)


# Calls annulled


def test_robin_red_a_yaku_annuls_the_calls_of_the_opponent() -> None:
    """003, Fin de manche; RULES, What a stop is worth."""
    table = position(
        OPEN,
        hands=("8L 5a", "4a 4b"),
        field="8a 12a",
        stock="6a",
        captures=("9A 9R", ""),
        calls=(0, 2),
        standing_calls=(0, 2),
    ).play("play 8L")
    assert table.one(CallsAnnulled) == CallsAnnulled(1)
    assert table.round.calls == (0, 2)
    assert table.round.standing_calls == (0, 0)


def test_nintendo_has_no_multiplying_calls_to_annul() -> None:
    """004, Annoncer Koi-Koi."""
    table = position(
        options_with(koikoi_calls="unlimited"),
        hands=("8L 5a", "4a 4b"),
        field="8a 12a",
        stock="6a",
        captures=("9A 9R", ""),
        calls=(0, 1),
        standing_calls=(0, 1),
    ).play("play 8L")
    assert table.all(CallsAnnulled) == []


# The end of the match


@pytest.mark.parametrize(("scores", "winners"), [((0, 4), (0,)), ((0, 6), (1,)), ((0, 5), ())])
def test_most_points_after_the_last_round_win_and_equal_points_are_a_draw(
    scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """003, Fin de partie; 004, But du jeu."""
    table = position(
        options_with(rounds=1),
        hands=("8L 5a", "4a 4b"),
        field="8a 12a",
        stock="6a",
        captures=("9A 9R", ""),
    )
    table.state = type(table.state)(table.state.options, 0, scores, (), table.round)
    table = table.play("play 8L", "stop")
    outcome = table.one(MatchEnded).outcome
    assert outcome.termination == "rounds-played"
    assert outcome.scores == (5, scores[1])
    assert outcome.winners == winners
    assert outcome.rounds == table.state.results
    assert GAME.outcome(table.state) == outcome
    assert table.phase is Phase.OVER
