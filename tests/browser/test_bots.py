"""Bots at the table, and the reasons of their moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson

WHATEVER = "I play whatever comes to hand; there is no more to it."


# With this seed the bot deals, and so it moves first.
@pytest.mark.parametrize("server", [1], indirect=True)
def test_bots_explain_their_moves_in_practice_games(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.page.goto("/new?preset=koikoi/nintendo")
    ann.page.get_by_label("Seat 2").select_option("bot:random")
    expect(ann.page.get_by_text("Plays any legal card")).to_be_visible()
    ann.button("Start playing").click()
    ann.board.wait_for()
    ann.wait_for_turn()
    asked = ann.button("Why did Dice do this?").first
    asked.click()
    expect(ann.page.get_by_text(WHATEVER).first).to_be_visible()
    ann.page.set_viewport_size({"width": 360, "height": 640})
    expect(ann.page.get_by_text(WHATEVER).first).to_be_in_viewport(ratio=1)
    asked.click()
    expect(ann.page.get_by_text(WHATEVER)).to_have_count(0)
