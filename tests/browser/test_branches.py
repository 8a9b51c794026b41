"""Playing on from a ply of a replay, at a new table."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import Route, expect

from hanamichi.core import replay
from hanamichi.hanabi import HANABI
from hanamichi.records import read_record
from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.matches import finish
from tests.browser.server_process import ServerProcess
from tests.browser.test_replays import MANY_ERRORS, arrive, expect_ply, open_replay, record_of


@pytest.mark.parametrize("cards", ["Just as they were", "What I could not see, reshuffled"])
def test_playing_on_from_a_ply(server: ServerProcess, person: NewPerson, cards: str) -> None:
    ann = arrive(person)
    link = finish(ann, "hanabi/cocktail", "casual", options=MANY_ERRORS).replay
    truth = list(replay(HANABI, read_record(record_of(server, link))))
    open_replay(ann, link, "#6")
    expect_ply(ann.page, 6)
    ann.button("Play on from here").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("My seat").select_option(label="Ann")
    dialog.get_by_label(cards).check()
    dialog.get_by_label("The others").select_option("casual")
    dialog.get_by_role("button", name="Play on").click()
    ann.page.wait_for_url("**/table/*")
    ann.board.wait_for()
    assert ann.ply == 6
    hands = HanabiPlayer(ann)
    assert hands.seat == 0
    view = HANABI.view(truth[6].state, 0)
    shown = [[(card.id, card.face) for card in hands.hand(seat)] for seat in (0, 1)]
    assert [card for card, _ in shown[0]] == [held.id for held in view.hands[0]]
    assert [face for _, face in shown[1]] == [
        f"{held.face.suit.value} {held.face.number}" for held in view.hands[1] if held.face
    ]
    # It is an ordinary table that links to its replay.
    hands.move_carefully([1])
    ann.button("Menu").click()
    ann.page.get_by_role("link", name="To the replay it came from").click()
    ann.page.wait_for_url(f"**/replay/{link}#6")
    expect_ply(ann.page, 6)


def test_a_ply_past_the_end_is_refused_with_a_message(person: NewPerson) -> None:
    ann = arrive(person)
    link = finish(ann, "koikoi/nintendo", "random", options={"rounds": 1}).replay
    open_replay(ann, link, "?lang=de")
    ann.expected.append(re.compile("status of 400"))

    def ask_for_another_ply(route: Route) -> None:
        asked = {**(route.request.post_data_json or {}), "ply": 9999}
        route.continue_(post_data=msgspec.json.encode(asked))

    ann.page.route("**/branches", ask_for_another_ply)
    ann.button("Von hier weiterspielen").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Weiterspielen").click()
    expect(dialog.get_by_role("alert")).to_contain_text("So lang ist die Partie nicht.")
    assert "/replay/" in ann.page.url


def test_no_branch_is_offered_at_the_end_of_a_match(person: NewPerson) -> None:
    ann = arrive(person)
    link = finish(ann, "koikoi/nintendo", "random", options={"rounds": 1}).replay
    open_replay(ann, link)
    ann.page.keyboard.press("End")
    expect(ann.page.locator("[data-scores]")).to_be_visible()
    ann.button("Play on from here").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("go back a little")
    expect(dialog.get_by_role("button", name="Play on")).to_have_count(0)
