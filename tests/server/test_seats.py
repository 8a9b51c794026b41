"""Commands before the start: seats and settings, and who may change them."""

from __future__ import annotations

import pytest
from msgspec import structs

from hanamichi.core import HanamichiError
from hanamichi.server.table import seating
from hanamichi.server.views import projection
from tests.server.table_harness import ANN, BO, CY, STRANGER, TableHarness

PHONE = STRANGER._replace(person="phone")


def names(harness: TableHarness) -> list[str | None]:
    return [seat.name or seat.bot for seat in harness.table.seats]


def test_the_host_sits_where_the_plan_says() -> None:
    harness = TableHarness("hanabi/cocktail", "open", "me", "random")
    assert names(harness) == [None, "Ann", "random"]
    assert harness.table.host == "ann"


def test_a_person_takes_the_first_open_seat_or_the_given_one() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "open")
    harness.do(BO, "sit")
    harness.do(CY, "sit", seat=2)
    assert names(harness) == ["Ann", "Bo", "Cy"]


def test_sitting_down_twice_changes_nothing() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "open")
    harness.do(BO, "sit")
    assert harness.do(BO, "sit").entries == ()


def test_changing_seats_leaves_the_old_one_open() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "open")
    harness.do(BO, "sit", seat=1)
    harness.do(BO, "sit", seat=2)
    assert names(harness) == ["Ann", None, "Bo"]


def test_of_two_people_who_want_a_seat_the_second_is_refused() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit", seat=1)
    assert harness.refused(CY, "sit", seat=1) == "table/seat-taken"
    assert harness.refused(CY, "sit") == "table/full"


def test_taking_a_seat_needs_a_nickname() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    assert harness.refused(STRANGER, "sit") == "person/unknown"


def test_an_unknown_seat_is_refused() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    assert harness.refused(BO, "sit", seat=4) == "table/seat-unknown"


def test_leaving_opens_the_seat_again() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    harness.do(BO, "leave")
    assert names(harness) == ["Ann", None]
    assert harness.refused(BO, "leave") == "table/not-your-seat"


def test_when_the_host_leaves_a_seated_person_becomes_host() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    harness.do(ANN, "leave")
    assert harness.table.host == "bo"


def test_the_host_gives_seats_to_bots_and_takes_them_back() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(ANN, "set-seat", seat=1, plan={"type": "bot", "bot": "random"})
    assert names(harness) == ["Ann", "random"]
    harness.do(ANN, "set-seat", seat=1, plan={"type": "open"})
    assert names(harness) == ["Ann", None]
    harness.do(ANN, "set-seat", seat=1, plan={"type": "me"})
    assert names(harness) == [None, "Ann"]


def test_only_the_host_changes_the_table() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    assert harness.refused(BO, "set-seat", seat=0, plan={"type": "open"}) == "table/not-host"
    assert harness.refused(BO, "change-table", players=3) == "table/not-host"
    assert harness.refused(BO, "start") == "table/not-host"


def test_an_unknown_bot_is_refused() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    plan = {"type": "bot", "bot": "deep-thought"}
    assert harness.refused(ANN, "set-seat", seat=1, plan=plan) == "bot/unknown"


def test_added_seats_are_open_and_open_seats_are_removed_first() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "random", "open")
    harness.do(ANN, "change-table", players=5)
    assert names(harness) == ["Ann", "random", None, None, None]
    harness.do(BO, "sit", seat=4)
    harness.do(ANN, "change-table", players=3)
    assert names(harness) == ["Ann", "random", "Bo"]
    harness.do(ANN, "change-table", players=2)
    assert names(harness) == ["Ann", "Bo"]


def test_seats_of_people_are_never_removed() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "open")
    harness.do(BO, "sit")
    harness.do(CY, "sit")
    assert harness.refused(ANN, "change-table", players=2) == "table/too-many-people"


def test_another_game_removes_the_bots_of_the_old_one() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "random")
    harness.do(ANN, "change-table", preset="koikoi/nintendo", options={"rounds": 6})
    assert names(harness) == ["Ann", None]
    assert harness.table.options.rounds == 6


def test_settings_that_are_not_sent_stay() -> None:
    clock = {"bank": 60, "increment": 5}
    harness = TableHarness(
        "hanabi/cocktail", "me", "open", options={"errors": 1}, clock=clock, listed=True
    )
    harness.do(ANN, "change-table", bot_pace="quick")
    settings = harness.table.settings
    assert (settings.bot_pace, settings.listed, harness.table.options.errors) == ("quick", True, 1)
    assert settings.clock is not None
    harness.do(ANN, "change-table", clock=None)
    assert harness.table.settings.clock is None


def test_options_that_do_not_fit_are_refused_with_their_code() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    wrong = {"tile_on_any_completion": True}
    assert harness.refused(ANN, "change-table", options=wrong) == "options/inconsistent"
    assert harness.refused(ANN, "change-table", options={"speed": 3}) == "options/unknown"
    assert harness.refused(ANN, "change-table", options={"errors": 99}) == "options/invalid"
    assert harness.refused(ANN, "change-table", preset="chess/fide") == "options/preset"
    assert harness.refused(ANN, "change-table", players=6) == "options/players"


def test_a_match_starts_when_every_seat_is_filled() -> None:
    harness = TableHarness("koikoi/nintendo", "me", "open")
    assert harness.refused(ANN, "start") == "table/seats-open"
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    assert harness.table.status == "playing"


def test_after_the_start_seats_and_settings_cannot_change() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "random")
    harness.do(ANN, "start")
    assert harness.refused(ANN, "start") == "table/started"
    assert harness.refused(ANN, "change-table", players=3) == "table/started"
    assert harness.refused(ANN, "set-seat", seat=1, plan={"type": "open"}) == "table/started"
    assert harness.refused(CY, "sit") == "table/started"


def test_one_person_has_one_seat() -> None:
    with pytest.raises(HanamichiError, match="one seat"):
        TableHarness("hanabi/cocktail", "me", "me")


def test_a_seat_link_opens_the_seat_of_its_maker_even_after_a_change_of_seats() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "open")
    harness.do(BO, "sit", seat=1)
    key = harness.do(BO, "link-seat").seat_key
    harness.do(BO, "sit", seat=2)
    harness.do(ANN, "sit", seat=1)
    harness.do(PHONE, "use-seat-link", key=key)
    assert harness.table.seat_of("phone") == 2
    assert harness.do(PHONE, "use-seat-link", key=key).entries == ()


def test_forged_and_useless_seat_links_are_refused() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    key = harness.do(BO, "link-seat").seat_key
    assert harness.refused(CY, "use-seat-link", key="guess") == "table/seat-link"
    assert harness.refused(ANN, "use-seat-link", key=key) == "table/seat-link"
    assert harness.refused(STRANGER, "use-seat-link", key=key) == "person/unknown"
    assert harness.refused(CY, "link-seat") == "table/not-your-seat"
    harness.do(BO, "leave")
    assert harness.refused(CY, "use-seat-link", key=key) == "table/seat-link"


def test_the_stored_entries_hold_no_key_of_a_seat_link() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    key = harness.do(ANN, "link-seat").seat_key
    assert key is not None
    assert key not in repr(harness.stored)


def test_a_seat_link_expires_after_a_day() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    made = harness.do(ANN, "link-seat")
    assert made.expires == harness.at + 24 * 3600 * 1000
    harness.wait(24 * 3600 - 1)
    harness.do(PHONE, "use-seat-link", key=made.seat_key)
    harness.wait(1)
    tablet = STRANGER._replace(person="tablet")
    assert harness.refused(tablet, "use-seat-link", key=made.seat_key) == "table/seat-link"
    assert harness.table.seat_of("phone") == 0, "who used it in time keeps the seat"
    assert harness.do(ANN, "link-seat").seat_key != made.seat_key


def test_revoking_seat_links_ends_them_and_signs_other_devices_out() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    harness.do(BO, "sit")
    key = harness.do(ANN, "link-seat").seat_key
    other = harness.do(BO, "link-seat").seat_key
    harness.do(PHONE, "use-seat-link", key=key)
    assert projection.you(harness.table, ANN).devices == 1
    assert harness.refused(PHONE, "revoke-seat-links") == "table/not-your-seat"
    assert harness.refused(CY, "revoke-seat-links") == "table/not-your-seat"
    harness.do(ANN, "revoke-seat-links")
    assert harness.table.seat_of("phone") is None
    assert harness.table.seat_of("ann") == 0
    assert projection.you(harness.table, ANN).devices == 0
    assert harness.refused(PHONE, "use-seat-link", key=key) == "table/seat-link"
    assert harness.do(ANN, "revoke-seat-links").entries == ()
    harness.do(PHONE, "use-seat-link", key=other)
    assert harness.table.seat_of("phone") == 1, "Bo's links are untouched"
    assert harness.reloaded().seats == harness.table.seats


def test_a_rematch_starts_when_all_its_people_are_connected() -> None:
    harness = TableHarness("koikoi/nintendo", "me", "open")
    harness.do(BO, "sit")
    assert seating.autostart(harness.table, harness.context).entries == ()
    rematch = structs.replace(harness.table, autostart=True)
    harness.present = {"ann"}
    assert seating.autostart(rematch, harness.context).entries == ()
    harness.present = {"ann", "bo"}
    assert seating.autostart(rematch, harness.context).entries != ()
