"""Whole matches of Koi-Koi in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.koikoi_player import KoiKoiPlayer
from tests.browser.server_process import ServerProcess


@pytest.mark.parametrize("server", [3], indirect=True)
def test_a_whole_match_of_three_rounds_against_a_bot(
    server: ServerProcess, person: NewPerson
) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Koi-Koi (Robin Red Games)")
    ann.page.get_by_label("Rounds").fill("3")
    ann.page.get_by_role("switch", name="Gaji and Hiki").check()
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    hands = KoiKoiPlayer(ann)
    while hands.move():
        pass
    hands.read_results()

    record = server.record(ann.table_id)
    assert record.options["rounds"] == 3
    assert record.options["gaji"] is True
    assert record.result is not None
    assert hands.rounds_seen == [f"Round {number} is over" for number in range(1, 4)]
    scores = record.result["scores"]
    assert isinstance(scores, list)
    shown = " ".join(map(str, scores))
    expect(ann.page.locator("[data-scores]")).to_have_attribute("data-scores", shown)
    ann.button("Score sheet").click()
    sheet = ann.page.get_by_role("dialog")
    expect(sheet.locator("tbody tr")).to_have_count(3)
    expect(sheet.locator("tfoot td").first).to_have_text(str(scores[0]))


@pytest.mark.parametrize("server", [5], indirect=True)
def test_the_decision_shows_what_a_stop_pays(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    assert ann.wait_for_turn()
    hands = KoiKoiPlayer(ann)
    usual = hands.card_width()
    while ann.attribute("phase") != "decide" or ann.attribute("to-act") != ann.attribute("me"):
        assert hands.move()
        ann.wait_for_turn()
        hands.read_results()
    stop = ann.page.get_by_role("button", name="Stop: ")
    points = stop.inner_text().removeprefix("Stop: ")
    expect(ann.page.get_by_text("the only koi-koi of the round")).to_be_visible()
    # The question must not shrink the cards.
    hands.wait_for_card_width(0.9 * usual)
    ann.page.get_by_role("button", name="What stopping and koi-koi mean").click()
    expect(ann.page.get_by_role("dialog").locator(".result td")).to_have_text(points)
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("s")
    expect(ann.page.get_by_role("heading", name="is over")).to_be_visible()
    expect(ann.page.get_by_text(f"You win {points}.").first).to_be_visible()


def test_a_selected_card_shows_what_it_would_capture(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    assert ann.wait_for_turn()
    hands = KoiKoiPlayer(ann)
    field = hands.field()
    for card in hands.hand():
        ann.page.locator(f".hand [data-card='{card}']").click()
        mates = [lying for lying in field if lying[:-1] == card[:-1]]
        lit = ann.page.locator(".lying :is(.match, .choice)")
        expect(lit).to_have_count(len(mates))
        said = ann.page.locator("section.panel strong")
        expect(said).to_contain_text(
            "stays on the field"
            if not mates
            else "one of two"
            if len(mates) == 2
            else "you capture"
        )


def test_a_card_is_played_by_dragging_it_to_the_field(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    assert ann.wait_for_turn()
    hands = KoiKoiPlayer(ann)
    ply, field = ann.ply, hands.field()
    card = next(
        card for card in hands.hand() if sum(lying[:-1] == card[:-1] for lying in field) != 2
    )
    ann.page.locator(f".hand [data-card='{card}']").drag_to(ann.page.locator(".middle"))
    ann.wait_past(ply)
    expect(ann.page.locator(f".hand [data-card='{card}']")).to_have_count(0)
