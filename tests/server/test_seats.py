"""Before the start: who may sit where, and who may change what."""

from __future__ import annotations

import pytest
from msgspec import structs

from hanamichi.core import HanamichiError
from hanamichi.server.table import seating
from tests.server.desk import ANN, BO, CY, STRANGER, Desk


def names(desk: Desk) -> list[str | None]:
    return [seat.name or seat.bot for seat in desk.table.seats]


def test_the_host_sits_where_the_plan_says() -> None:
    desk = Desk("hanabi/cocktail", "open", "me", "random")
    assert names(desk) == [None, "Ann", "random"]
    assert desk.table.host == "ann"


def test_a_friend_takes_the_first_open_seat_or_the_one_named() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "open")
    desk.do(BO, "sit")
    desk.do(CY, "sit", seat=2)
    assert names(desk) == ["Ann", "Bo", "Cy"]


def test_sitting_down_twice_changes_nothing() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "open")
    desk.do(BO, "sit")
    assert desk.do(BO, "sit").entries == ()


def test_changing_seats_leaves_the_old_one_open() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "open")
    desk.do(BO, "sit", seat=1)
    desk.do(BO, "sit", seat=2)
    assert names(desk) == ["Ann", None, "Bo"]


def test_of_two_who_race_for_a_seat_one_is_told_it_is_taken() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    desk.do(BO, "sit", seat=1)
    assert desk.refused(CY, "sit", seat=1) == "table/seat-taken"
    assert desk.refused(CY, "sit") == "table/full"


def test_nobody_sits_without_a_nickname() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    assert desk.refused(STRANGER, "sit") == "person/unknown"


def test_a_seat_that_is_not_there() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    assert desk.refused(BO, "sit", seat=4) == "table/seat-unknown"


def test_getting_up_opens_the_seat_again() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    desk.do(BO, "sit")
    desk.do(BO, "leave")
    assert names(desk) == ["Ann", None]
    assert desk.refused(BO, "leave") == "table/not-your-seat"


def test_when_the_host_gets_up_somebody_who_sits_is_host() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    desk.do(BO, "sit")
    desk.do(ANN, "leave")
    assert desk.table.host == "bo"


def test_the_host_gives_seats_to_bots_and_takes_them_back() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    desk.do(ANN, "set-seat", seat=1, plan={"type": "bot", "bot": "random"})
    assert names(desk) == ["Ann", "random"]
    desk.do(ANN, "set-seat", seat=1, plan={"type": "open"})
    assert names(desk) == ["Ann", None]
    desk.do(ANN, "set-seat", seat=1, plan={"type": "me"})
    assert names(desk) == [None, "Ann"]


def test_only_the_host_changes_the_table() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    desk.do(BO, "sit")
    assert desk.refused(BO, "set-seat", seat=0, plan={"type": "open"}) == "table/not-host"
    assert desk.refused(BO, "change-table", players=3) == "table/not-host"
    assert desk.refused(BO, "start") == "table/not-host"


def test_a_bot_nobody_knows() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    plan = {"type": "bot", "bot": "deep-thought"}
    assert desk.refused(ANN, "set-seat", seat=1, plan=plan) == "bot/unknown"


def test_more_seats_are_open_and_fewer_send_nobody_away() -> None:
    desk = Desk("hanabi/cocktail", "me", "random", "open")
    desk.do(ANN, "change-table", players=5)
    assert names(desk) == ["Ann", "random", None, None, None]
    desk.do(BO, "sit", seat=4)
    desk.do(ANN, "change-table", players=3)
    assert names(desk) == ["Ann", "random", "Bo"]
    desk.do(ANN, "change-table", players=2)
    assert names(desk) == ["Ann", "Bo"]


def test_people_are_never_sent_away_by_fewer_seats() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "open")
    desk.do(BO, "sit")
    desk.do(CY, "sit")
    assert desk.refused(ANN, "change-table", players=2) == "table/too-many-people"


def test_another_game_takes_the_bots_of_the_old_one_away() -> None:
    desk = Desk("hanabi/cocktail", "me", "random")
    desk.do(ANN, "change-table", preset="koikoi/nintendo", options={"rounds": 6})
    assert names(desk) == ["Ann", None]
    assert desk.table.options.rounds == 6


def test_what_is_not_sent_stays_as_it_is() -> None:
    clock = {"bank": 60, "increment": 5}
    desk = Desk("hanabi/cocktail", "me", "open", options={"errors": 1}, clock=clock, listed=True)
    desk.do(ANN, "change-table", bot_pace="quick")
    settings = desk.table.settings
    assert (settings.bot_pace, settings.listed, desk.table.options.errors) == ("quick", True, 1)
    assert settings.clock is not None
    desk.do(ANN, "change-table", clock=None)
    assert desk.table.settings.clock is None


def test_options_that_do_not_fit_are_refused_with_their_code() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    wrong = {"tile_on_any_completion": True}
    assert desk.refused(ANN, "change-table", options=wrong) == "options/inconsistent"
    assert desk.refused(ANN, "change-table", options={"speed": 3}) == "options/unknown"
    assert desk.refused(ANN, "change-table", options={"errors": 99}) == "options/invalid"
    assert desk.refused(ANN, "change-table", preset="chess/fide") == "options/preset"
    assert desk.refused(ANN, "change-table", players=6) == "options/players"


def test_a_match_starts_when_every_seat_is_filled() -> None:
    desk = Desk("koikoi/nintendo", "me", "open")
    assert desk.refused(ANN, "start") == "table/seats-open"
    desk.do(BO, "sit")
    desk.do(ANN, "start")
    assert desk.table.status == "playing"


def test_after_the_start_the_table_stays_as_it_is() -> None:
    desk = Desk("hanabi/cocktail", "me", "random")
    desk.do(ANN, "start")
    assert desk.refused(ANN, "start") == "table/started"
    assert desk.refused(ANN, "change-table", players=3) == "table/started"
    assert desk.refused(ANN, "set-seat", seat=1, plan={"type": "open"}) == "table/started"
    assert desk.refused(CY, "sit") == "table/started"


def test_one_person_has_one_seat() -> None:
    with pytest.raises(HanamichiError, match="one seat"):
        Desk("hanabi/cocktail", "me", "me")


def test_a_seat_link_opens_the_seat_of_the_one_who_made_it_wherever_that_is() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "open")
    desk.do(BO, "sit", seat=1)
    key = desk.do(BO, "link-seat").seat_key
    desk.do(BO, "sit", seat=2)
    desk.do(ANN, "sit", seat=1)
    phone = STRANGER._replace(person="phone")
    desk.do(phone, "use-seat-link", key=key)
    assert desk.table.seat_of("phone") == 2
    assert desk.do(phone, "use-seat-link", key=key).entries == ()


def test_a_forged_or_useless_seat_link() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    desk.do(BO, "sit")
    key = desk.do(BO, "link-seat").seat_key
    assert desk.refused(CY, "use-seat-link", key="guess") == "table/seat-link"
    assert desk.refused(ANN, "use-seat-link", key=key) == "table/seat-link"
    assert desk.refused(STRANGER, "use-seat-link", key=key) == "person/unknown"
    assert desk.refused(CY, "link-seat") == "table/not-your-seat"
    desk.do(BO, "leave")
    assert desk.refused(CY, "use-seat-link", key=key) == "table/seat-link"


def test_the_stored_entries_hold_no_key_of_a_seat_link() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    key = desk.do(ANN, "link-seat").seat_key
    assert key is not None
    assert key not in repr(desk.stored)


def test_a_rematch_starts_by_itself_when_all_its_people_are_there() -> None:
    desk = Desk("koikoi/nintendo", "me", "open")
    desk.do(BO, "sit")
    assert seating.autostart(desk.table, desk.context).entries == ()
    rematch = structs.replace(desk.table, autostart=True)
    desk.present = {"ann"}
    assert seating.autostart(rematch, desk.context).entries == ()
    desk.present = {"ann", "bo"}
    assert seating.autostart(rematch, desk.context).entries != ()
