"""Progress on the page of one's own games: asked for, shown, downloaded."""

from __future__ import annotations

import csv
import re
import sqlite3
from pathlib import Path

import msgspec
from playwright.sync_api import expect

from hanamichi.review import Moment, SeatReview, put_together
from hanamichi.server.reviews.job import summaries_of
from tests.browser import axe
from tests.browser.conftest import NewPerson
from tests.browser.fitting import misfits
from tests.browser.matches import Finished, finish
from tests.browser.person import PHONE
from tests.browser.server_process import ServerProcess
from tests.browser.test_replays import arrive

HEADINGS = {"de": "Fortschritt", "fr": "Progrès", "es": "Progreso", "en": "Progress"}


def store_review(server: ServerProcess, match: Finished, accuracy: float) -> None:
    """Store a review of the first seat of a match, with what it leaves for statistics."""
    record = server.record(match.table)
    moments = (
        Moment(ply=0, action={}, verdict="blunder", loss=0.25, kind="late-stop"),
        Moment(ply=2, action={}, verdict="slip", loss=0.03, kind="fed-yaku"),
        Moment(ply=4, action={}, verdict="best"),
    )
    reviewed = [SeatReview(seat=0, accuracy=accuracy, moments=moments)]
    review = put_together(record, "standard", reviewed)
    (seat,) = summaries_of(record, reviewed)
    with sqlite3.connect(server.database) as database:
        database.execute(
            "INSERT OR REPLACE INTO reviews"
            " (replay_id, depth, status, asked, progress, attempts, body)"
            " VALUES (?, 'standard', 'done', 0, 100, 0, ?)",
            [match.replay, msgspec.json.encode(review).decode()],
        )
        database.execute(
            "INSERT INTO reviewed_seats VALUES (?, 0, 'standard', ?, ?)",
            [match.replay, seat.accuracy, seat.summary],
        )
        database.execute("UPDATE review_requests SET active = 0")


def test_reviews_are_summed_up_and_asked_for(
    server: ServerProcess, person: NewPerson, tmp_path: Path
) -> None:
    ann = arrive(person)
    page = ann.page
    axe.bring(page)
    for seed, accuracy in enumerate((64.0, 71.5, 88.0)):
        match = finish(ann, "koikoi/nintendo", "random", options={"rounds": 3}, seed=seed)
        store_review(server, match, accuracy)
    last = finish(ann, "hanabi/online", "random")
    finish(ann, "hanabi/online", "random", options={"values": 4})
    page.goto("/me")
    koikoi = page.locator("[data-progress] [data-game='koikoi']")
    expect(koikoi).to_contain_text("75% on average in 3 matches")
    mistake = koikoi.get_by_role("listitem").filter(has_text="Called koi-koi once too often")
    expect(mistake).to_contain_text("3 times")
    expect(mistake).to_contain_text("75% of a match in all")
    expect(koikoi.locator("svg a")).to_have_count(3)
    expect(koikoi.get_by_role("heading", name="Went best")).to_be_visible()
    openings = page.get_by_role("table")
    expect(openings.get_by_role("columnheader")).to_have_text(["Card", "Rounds", "Won", "Points"])
    assert openings.get_by_role("row").count() > 1
    # Of two matches without a review one can have none: the other appears when it is done.
    ann.expected += [re.compile("status of 400")]
    ann.button("Review my last 2 matches").click()
    being_made = page.get_by_role("status").filter(has_text="1 review is being made")
    expect(being_made).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text(re.compile("cannot review matches"))
    # The server may be away meanwhile.
    page.reload()
    expect(being_made).to_be_visible()
    ann.may_be_cut = True
    page.route("**/api/me/progress", lambda route: route.abort("connectionrefused"))
    expect(page.get_by_role("alert")).to_have_text(re.compile("The server does not answer"))
    page.unroute("**/api/me/progress")
    expect(page.get_by_role("alert")).to_have_count(0)
    store_review(server, last, 50.0)
    expect(page.locator("[data-progress] [data-game='hanabi']")).to_contain_text("50% in 1 match")
    expect(being_made).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as a table").click()
    download.value.save_as(tmp_path / "progress.csv")
    with (tmp_path / "progress.csv").open(newline="") as file:
        assert [line["accuracy"] for line in csv.DictReader(file)][:3] == ["64.0", "71.5", "88.0"]
    # On a small screen, in every language, and with the keyboard.
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    for language, heading in HEADINGS.items():
        page.goto(f"/me?lang={language}")
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        assert misfits(page, playing=False) == []
    assert axe.violations(page) == []
    dot = koikoi.locator("svg a").first
    dot.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay/*?seat=0&review#0")
