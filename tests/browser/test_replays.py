"""Replays: by key, wheel, touch and link, in the view of any seat."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from hanamichi.core import replay
from hanamichi.hanabi import HANABI
from hanamichi.records import read_any, read_record
from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.matches import finish
from tests.browser.person import Person
from tests.browser.server_process import ServerProcess

MANY_ERRORS = {"errors": 10, "first_seat": 0}


def arrive(person: NewPerson, **settings: object) -> Person:
    """A visitor with a nickname."""
    ann = person("Ann", **settings)
    ann.visit()
    return ann


def open_replay(someone: Person, link: str, rest: str = "") -> None:
    someone.page.goto(f"/replay/{link}{rest}")
    someone.board.wait_for()


def expect_ply(page: Page, ply: int) -> None:
    """The ply on the board, in the bar and, after a delay, in the address."""
    expect(page.locator("main.table")).to_have_attribute("data-ply", str(ply))
    expect(page.locator(".dock [data-ply]")).to_have_attribute("data-ply", str(ply))
    page.wait_for_function("ply => location.hash === `#${ply}`", arg=ply)


def plies(page: Page) -> int:
    return int(page.locator(".dock [data-plies]").get_attribute("data-plies") or "")


def record_of(server: ServerProcess, link: str) -> bytes:
    return httpx.get(f"{server.url}/api/replays/{link}/record").content


def test_scrubbing_by_key_button_slider_and_wheel(server: ServerProcess, person: NewPerson) -> None:
    ann = arrive(person)
    link = finish(ann, "hanabi/cocktail", "random", "random", options=MANY_ERRORS).replay
    open_replay(ann, link)
    page, last = ann.page, plies(ann.page)
    expect_ply(page, 0)
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("]", 4),
        ("]", 7),
        ("[", 4),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        expect_ply(page, ply)
    ann.button("One ply on").click()
    ann.button("Once around the table, on").click()
    expect_ply(page, 4)
    ann.button("To the end").click()
    expect_ply(page, last)
    expect(ann.button("One ply on")).to_be_disabled()
    ann.button("To the deal").click()
    slider = page.get_by_label("Ply", exact=True).and_(page.locator("input"))
    slider.fill("5")
    expect_ply(page, 5)
    slider.press("ArrowRight")
    expect_ply(page, 6)
    page.locator(".dock").hover(position={"x": 5, "y": 5})
    page.mouse.wheel(0, 120)
    expect_ply(page, 7)
    page.mouse.wheel(0, -120)
    expect_ply(page, 6)
    *_, end = replay(HANABI, read_record(record_of(server, link)))
    page.keyboard.press("End")
    expect_ply(page, end.ply)
    assert sum(HanabiPlayer(ann).fireworks().values()) == sum(end.state.fireworks)


def test_scrubbing_by_touch(person: NewPerson) -> None:
    ann = arrive(person, phone=True)
    link = finish(ann, "koikoi/nintendo", "random", options={"rounds": 1}).replay
    open_replay(ann, link, "#3")
    expect_ply(ann.page, 3)
    swipe(ann.page, -120)
    expect_ply(ann.page, 4)
    swipe(ann.page, 120)
    expect_ply(ann.page, 3)
    swipe(ann.page, -20)
    expect_ply(ann.page, 3)


def swipe(page: Page, by: int) -> None:
    """Swipe over the board, by DevTools touch events."""
    devtools = page.context.new_cdp_session(page)
    x, y = 180, 300

    def touch(kind: str, at: int | None) -> None:
        points = [] if at is None else [{"x": at, "y": y}]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x)
    for part in (1, 2, 3):
        touch("touchMove", x + by * part // 3)
    touch("touchEnd", None)


def test_a_link_opens_its_ply_or_reports_that_it_does_not_exist(person: NewPerson) -> None:
    ann = arrive(person)
    link = finish(ann, "hanabi/cocktail", "random", options=MANY_ERRORS).replay
    open_replay(ann, link, "?seat=1#7")
    expect_ply(ann.page, 7)
    assert ann.attribute("me") == "1"
    ann.button("Menu").click()
    ann.button("Link to this moment").click()
    shared = ann.page.locator("dialog .field").input_value()
    assert shared == f"{ann.server.url}/replay/{link}?seat=1#7"
    guest = person("Guest")
    guest.page.goto(shared)
    guest.board.wait_for()
    expect_ply(guest.page, 7)
    last = plies(guest.page)
    guest.page.goto(f"/replay/{link}#9999")
    guest.page.reload()
    expect(guest.page.get_by_text("There is no ply 9999")).to_be_visible()
    expect_ply(guest.page, last)
    # Log entries link to their plies.
    guest.page.locator(".log a[href='#3']").first.click()
    expect_ply(guest.page, 3)


def test_a_seats_view_shows_only_what_it_knew(server: ServerProcess, person: NewPerson) -> None:
    ann = arrive(person, knowledge="deductions")
    link = finish(ann, "hanabi/cocktail", "random", "random", options=MANY_ERRORS).replay
    record = read_record(record_of(server, link))
    positions = list(replay(HANABI, record))
    open_replay(ann, link, "#12")
    expect_ply(ann.page, 12)
    hands = HanabiPlayer(ann)
    assert all(card.face for seat in range(3) for card in hands.hand(seat))
    expect(ann.page.get_by_text("Next cards")).to_be_visible()
    for seat in range(3):
        ann.page.get_by_label("View").select_option(str(seat))
        expect(ann.board).to_have_attribute("data-me", str(seat))
        expect(ann.page.get_by_text("Next cards")).to_have_count(0)
        view = HANABI.view(positions[12].state, seat)
        for owner in range(3):
            shown = hands.hand(owner)
            assert [card.id for card in shown] == [held.id for held in view.hands[owner]]
            assert all(bool(card.face) is (owner != seat) for card in shown)
        expect_ply(ann.page, 12)
    # Everything is shown again with all open.
    ann.page.get_by_label("View").select_option("all")
    expect(ann.page.get_by_text("Next cards")).to_be_visible()
    assert all(card.face for seat in range(3) for card in hands.hand(seat))


def test_a_selected_card_shows_what_was_known_about_it(person: NewPerson) -> None:
    ann = arrive(person)
    link = finish(ann, "hanabi/cocktail", "casual", "casual", options=MANY_ERRORS, seed=2).replay
    open_replay(ann, link, "#20")
    expect_ply(ann.page, 20)
    told = next(
        (seat, card) for seat in range(3) for card in HanabiPlayer(ann).hand(seat) if card.told
    )
    seat, card = told
    ann.page.locator(f"section[data-seat='{seat}'] [data-card='{card.id}']").click()
    known = ann.page.locator(f"[data-known='{card.id}']")
    expect(known).to_contain_text("By its clues")
    expect(known).to_contain_text("told: ")
    expect(known).to_contain_text(str(card.face))
    # A replay is read-only.
    for key in ("p", "d", "n"):
        ann.page.keyboard.press(key)
    expect(ann.page.locator("dialog")).to_have_count(0)
    expect_ply(ann.page, 20)


def test_a_match_of_koikoi_round_by_round(person: NewPerson) -> None:
    ann = arrive(person)
    link = finish(
        ann, "koikoi/robin-red", "random", options={"rounds": 3, "first_dealer": 0}
    ).replay
    open_replay(ann, link)
    page = ann.page
    for number in (2, 3):
        page.keyboard.press("]")
        expect(ann.board).to_have_attribute("data-round", str(number))
    page.keyboard.press("[")
    expect(ann.board).to_have_attribute("data-round", "2")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moment")).to_contain_text("Next cards")
    page.get_by_label("View").select_option("1")
    expect(page.locator(".moment")).to_contain_text("had not seen")
    unseen = int(page.locator("[data-hidden]").get_attribute("data-hidden") or "")
    expect(page.locator("[data-hidden] li")).to_have_count(unseen)
    page.keyboard.press("End")
    expect(page.locator("[data-scores]")).to_be_visible()
    expect(ann.button("Play again")).to_have_count(0)


@pytest.mark.parametrize("preset", ["hanabi/cocktail", "koikoi/nintendo"])
def test_the_final_screen_leads_to_the_replay(person: NewPerson, preset: str) -> None:
    ann = arrive(person)
    options = {"rounds": 1} if preset == "koikoi/nintendo" else {}
    over = finish(ann, preset, "random", options=options)
    ann.page.goto(f"/table/{over.table}")
    ann.page.get_by_role("link", name="See the replay").click()
    ann.page.wait_for_url(f"**/replay/{over.replay}*")
    expect_ply(ann.page, 0)
    assert over.table not in ann.page.content()


def test_records_are_downloaded_in_both_formats(person: NewPerson, tmp_path: Path) -> None:
    ann = arrive(person)
    link = finish(ann, "hanabi/online", "random", options={"errors": 3}).replay
    open_replay(ann, link)
    kept: dict[str, Path] = {}
    for name in ("Download the record", "Download for hanab.live"):
        if not ann.page.locator("dialog").count():
            ann.button("Menu").click()
        with ann.page.expect_download() as download:
            ann.page.get_by_role("link", name=name).click()
        kept[name] = tmp_path / f"{len(kept)}.json"
        download.value.save_as(kept[name])
    ours, theirs = (read_any(path.read_bytes()) for path in kept.values())
    assert ours.moves == theirs.moves
    # Open them again, as a file and as text.
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Open a record").click()
    ann.page.locator("input[type=file]").set_input_files(kept["Download for hanab.live"])
    ann.board.wait_for()
    ann.button("Menu").click()
    expect(ann.page.get_by_text("Opened from a file.")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".dock [data-plies]")).to_have_attribute(
        "data-plies", str(len(ours.moves))
    )
    ann.page.goto("/replay")
    ann.page.get_by_label("Or paste its text").fill(kept["Download the record"].read_text("utf-8"))
    ann.button("Open").click()
    ann.board.wait_for()
    ann.page.keyboard.press("End")
    expect_ply(ann.page, len(ours.moves))
    # The link that the menu offers is a record too.
    ann.button("Menu").click()
    ann.button("Link for hanab.live").click()
    shared = ann.page.get_by_role("textbox", name="Link for hanab.live")
    expect(shared).to_have_value(re.compile("^https://hanab.live/shared-replay-json/2"))
    offered = shared.input_value()
    ann.page.goto("/replay")
    ann.page.get_by_label("Or paste its text, or a link").fill(offered)
    ann.button("Open").click()
    ann.board.wait_for()
    ann.page.keyboard.press("End")
    expect_ply(ann.page, len(ours.moves))
    # So is the address of a replay of this server, at the moment it names.
    here = ann.page.url
    ann.page.goto("/replay")
    ann.page.get_by_label("Or paste its text, or a link").fill(here)
    ann.button("Open").click()
    ann.board.wait_for()
    assert ann.page.url == here


@pytest.mark.parametrize(
    ("locale", "unknown", "refused"),
    [
        ("en-GB", "There is no such replay.", "This is not a record that can be read here."),
        ("fr-FR", "Cette relecture n’existe pas.", "Ce n’est pas un enregistrement lisible ici."),
        ("es-ES", "Esta repetición no existe.", "Esto no es un registro que se pueda leer aquí."),
        ("de-DE", "Diese Wiederholung gibt es nicht.", "Das ist keine Aufzeichnung"),
    ],
)
def test_missing_replays_and_bad_records_are_reported_in_every_language(
    person: NewPerson, locale: str, unknown: str, refused: str
) -> None:
    ann = person("Ann", locale=locale)
    ann.expected.append(re.compile("status of 40[04]"))
    ann.page.goto("/replay/nothing#12")
    expect(ann.page.get_by_text(unknown)).to_be_visible()
    ann.page.locator("a[href='/replay']").click()
    ann.page.locator("textarea").fill("Dear diary")
    ann.page.locator("form button").click()
    expect(ann.page.get_by_role("alert")).to_contain_text(refused)
    ann.page.locator("textarea").fill("https://hanab.live/shared-replay/12345#3")
    ann.page.locator("form button").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("https://hanab.live/export/12345")
    expect(ann.page.get_by_role("alert")).not_to_contain_text(refused)
    ann.page.locator("textarea").fill('{"format": "hanamichi-record", "version": 1}')
    ann.page.locator("form button").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("game")
    ann.page.locator("input[type=file]").set_input_files(
        {"name": "film.json", "mimeType": "application/json", "buffer": b"x" * 1_100_000}
    )
    expect(ann.page.get_by_role("alert")).to_contain_text("1 Mi")
