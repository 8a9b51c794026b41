"""My games: the list, statistics, downloads, and erasing one's data."""

from __future__ import annotations

from pathlib import Path

import httpx
from playwright.sync_api import expect

from hanamichi.records import read_record
from tests.browser.conftest import NewPerson
from tests.browser.matches import finish
from tests.browser.person import sit_down_together
from tests.browser.server_process import ServerProcess
from tests.browser.test_replays import MANY_ERRORS, arrive, expect_ply, open_replay


def test_matches_statistics_and_records_are_listed(person: NewPerson, tmp_path: Path) -> None:
    ann = arrive(person)
    ann.page.get_by_role("link", name="My games").click()
    expect(ann.page.get_by_text("Nothing here yet.")).to_be_visible()
    first, _ = (
        finish(ann, "hanabi/cocktail", "random", options=MANY_ERRORS, seed=n) for n in (0, 1)
    )
    finish(ann, "koikoi/nintendo", "random", options={"rounds": 2})
    ann.page.goto("/")
    ann.play_with_bots("Koi-Koi (Nintendo)")
    ann.page.goto("/me")
    page = ann.page
    expect(page.get_by_role("heading", name="Still playing")).to_be_visible()
    expect(page.locator("[data-edition='hanabi/cocktail']")).to_contain_text("2 games")
    expect(page.locator("[data-edition='koikoi/nintendo']")).to_contain_text("1 match")
    assert page.locator("[data-edition='hanabi/cocktail'] svg a").count() == 2
    finished = page.get_by_role("link", name="See again")
    expect(finished).to_have_count(3)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all my records").click()
    download.value.save_as(tmp_path / "all.jsonl")
    records = [read_record(line) for line in (tmp_path / "all.jsonl").read_bytes().splitlines()]
    assert [record.game for record in records] == ["hanabi", "hanabi", "koikoi"]
    assert {record.players[0] for record in records} == {"Ann"}
    page.locator(f"[data-edition='hanabi/cocktail'] a[href$='{first.replay}']").click()
    page.wait_for_url(f"**/replay/{first.replay}*")
    expect_ply(page, 0)


def test_erased_players_are_anonymous_in_replays_of_friends(
    server: ServerProcess, person: NewPerson
) -> None:
    ann, bo = person("Ann"), person("Bo")
    table = sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    ann.button("Menu").click()
    ann.button("Ask to end the match here").click()
    bo.button("Agree").click()
    bo.page.get_by_role("link", name="See the replay").first.click()
    bo.page.wait_for_url("**/replay/*")
    expect(bo.page.get_by_label("View")).to_contain_text("Ann")
    link = bo.page.url.rpartition("/replay/")[2].partition("#")[0]
    ann.page.goto("/me")
    expect(ann.page.get_by_role("link", name="See again")).to_have_count(1)
    ann.button("Forget me").click()
    ann.button("Forget me for good").click()
    expect(ann.page.get_by_role("heading", name="You are forgotten")).to_be_visible()
    assert [cookie["name"] for cookie in ann.context.cookies()] == []
    open_replay(bo, link)
    expect(bo.page.get_by_label("View")).not_to_contain_text("Ann")
    expect(bo.page.get_by_label("View")).to_contain_text("somebody")
    assert "Ann" not in httpx.get(f"{server.url}/api/tables/{table}").text
    # The next visit is a new person.
    ann.page.get_by_role("link", name="To the front page").click()
    ann.page.get_by_role("link", name="My games").click()
    expect(ann.page.get_by_text("Nothing here yet.")).to_be_visible()
