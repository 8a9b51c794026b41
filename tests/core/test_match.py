"""A match holds the state, the history and the chance."""

from __future__ import annotations

from typing import Any

import pytest

from hanamichi.core import IllegalMove, Match, OptionError, Seeded, UnparsableMove, event_for
from hanamichi.hanabi import HANABI, ColourClue, HanabiMatch, HanabiOptions, Play, ValueClue
from hanamichi.koikoi import Stop

OPTIONS = HanabiOptions(first_seat=0)


@pytest.fixture
def match() -> HanabiMatch:
    return Match(HANABI, OPTIONS, 3, Seeded(5), "hanabi/cocktail")


def test_players_are_counted_or_named(match: HanabiMatch) -> None:
    assert match.players == ("Player 1", "Player 2", "Player 3")
    named = Match(HANABI, OPTIONS, ["Ann", "Bob"], Seeded(5))
    assert named.players == ("Ann", "Bob")
    assert named.state.players == 2


def test_a_match_without_chance_is_dealt_unpredictably() -> None:
    decks = {Match(HANABI, OPTIONS, 2).state.deck for _ in range(3)}
    assert len(decks) == 3


def test_playing_returns_the_events_and_keeps_them(match: HanabiMatch) -> None:
    dealt = list(match.events)
    events = match.play(match.legal_actions()[0])
    assert match.events == [*dealt, *events]
    assert match.to_act == 1


def test_an_action_may_be_given_as_plain_values(match: HanabiMatch) -> None:
    card = match.state.hands[0][2]
    match.play({"type": "play", "card": card})
    assert match.record().moves[0].action == {"type": "play", "card": card}
    with pytest.raises(UnparsableMove):
        match.play({"type": "fly"})


def test_the_acting_seat_may_be_given(match: HanabiMatch) -> None:
    hand = match.state.hands[2]
    match.play({"type": "rearrange", "cards": hand[::-1]}, seat=2)
    assert match.state.hands[2] == hand[::-1]
    assert match.to_act == 0
    assert match.record().moves[0].seat == 2


def test_a_refused_move_leaves_no_trace(match: HanabiMatch) -> None:
    before = match.record()
    with pytest.raises(IllegalMove):
        match.play(Play(99))
    assert match.record() == before


def test_the_log_of_a_seat_is_what_it_received(match: HanabiMatch) -> None:
    while match.to_act is not None and len(match.events) < 30:
        match.play(match.legal_actions()[0])
    for seat in (0, 1, 2, None):
        assert match.log(seat) == [event_for(event, seat) for event in match.events]
    assert match.log(0) != match.log(1) != match.log(None)


def test_a_match_plays_to_its_end(match: HanabiMatch) -> None:
    assert match.outcome is None
    while (seat := match.to_act) is not None:
        assert match.legal_actions() == HANABI.legal_actions(match.state, seat)
        match.play(match.legal_actions()[0])
    assert match.legal_actions() == ()
    assert match.outcome is not None
    record = match.record()
    assert (record.game, record.preset) == ("hanabi", "hanabi/cocktail")
    assert record.result is not None
    assert record.result["termination"] == match.outcome.termination


@pytest.mark.parametrize("players", [0, 1, 6, []])
def test_a_table_of_the_wrong_size_is_refused(players: int | list[str]) -> None:
    with pytest.raises(OptionError) as refusal:
        Match(HANABI, OPTIONS, players)
    assert refusal.value.code == "options/players"


def test_options_that_do_not_fit_the_table_are_refused() -> None:
    with pytest.raises(OptionError) as refusal:
        Match(HANABI, HanabiOptions(first_seat=3), 3)
    assert refusal.value.code == "options/inconsistent"


@pytest.mark.parametrize("players", [10**9, -1, 2.0, None, "ab", b"ab", {"Ann", "Bob"}])
def test_players_are_a_number_or_a_list_of_names(players: Any) -> None:
    with pytest.raises(OptionError) as refusal:
        Match(HANABI, OPTIONS, players)
    assert (refusal.value.code, refusal.value.where) == ("options/players", "players")


@pytest.mark.parametrize("name", ["x" * 101, "two\nlines", "\x1b[2J", "\ud800", 7, None])
def test_a_name_that_a_record_cannot_store_is_refused(name: Any) -> None:
    with pytest.raises(OptionError) as refusal:
        Match(HANABI, OPTIONS, ["Ann", name])
    assert (refusal.value.code, refusal.value.where) == ("options/players", "players[1]")


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        "play",
        b"{}",
        object(),
        Stop(),
        Play("x"),  # type: ignore[arg-type]
        Play(object()),  # type: ignore[arg-type]
        ColourClue(1, "purple"),  # type: ignore[arg-type]
        ValueClue("1", 1),  # type: ignore[arg-type]
        ValueClue(1, True),
    ],
)
def test_invalid_data_is_unparsable_and_not_illegal(match: HanabiMatch, action: Any) -> None:
    before = match.record()
    with pytest.raises(UnparsableMove):
        match.play(action)
    assert match.record() == before
