"""Reviews on the page of a replay: by mouse, keys, touch and typing, in every language."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from hanamichi.api import new_match
from hanamichi.hanabi import Play
from hanamichi.records import read_record, write_record
from hanamichi.review import Curve, Moment, SeatReview, put_together
from tests.browser import axe, fitting
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.server_process import ServerProcess
from tests.browser.typist import Typist

PATIENCE_MS = 420_000
"""A review takes seconds on an idle machine."""
MARKED = ("slip", "mistake", "blunder")

Json = dict[str, Any]


class Reviewed:
    """A replay whose review is done."""

    def __init__(self, replay: str, review: Json) -> None:
        self.replay = replay
        self.review = review
        self.moments: list[tuple[int, Json]] = sorted(
            ((one["seat"], moment) for one in review["seats"] for moment in one["moments"]),
            key=lambda found: found[1]["ply"],
        )
        """Every decision with its seat, in order."""

    @property
    def mistakes(self) -> list[tuple[int, Json]]:
        return [found for found in self.moments if found[1].get("verdict") in MARKED]


def record_of(preset: str, seed: int, **options: object) -> bytes:
    """A short match: Koi-Koi at random, Hanabi by playing blindly until it is lost."""
    match = new_match(preset, ["Ann", "Ben"], options=options, seed=seed)
    choice = random.Random(seed)
    while match.to_act is not None:
        legal = match.legal_actions()
        plays = [action for action in legal if isinstance(action, Play)]
        match.play(choice.choice(plays or legal))
    return write_record(match.record())


def open_record(server: ServerProcess, record: bytes) -> str:
    """The replay of a record."""
    with httpx.Client(base_url=server.url) as client:
        client.get("/api/me")
        opened = client.post("/api/replays", content=record)
        return str(opened.raise_for_status().json()["id"])


def reviewed(server: ServerProcess, preset: str, seed: int, **options: object) -> Reviewed:
    """Have a match reviewed, and wait for it."""
    replay = open_record(server, record_of(preset, seed, **options))
    address = f"/api/replays/{replay}/review"
    deadline = time.monotonic() + PATIENCE_MS / 1000
    with httpx.Client(base_url=server.url, timeout=30) as client:
        client.get("/api/me")
        state = client.post(address, json={"depth": "standard"}).raise_for_status().json()
        while state["status"] != "done":
            assert state["status"] in ("waiting", "running"), state
            assert time.monotonic() < deadline, "the review took too long"
            time.sleep(0.2)
            state = client.get(address).raise_for_status().json()
    return Reviewed(replay, state["review"])


@pytest.fixture(scope="module")
def koikoi(shared_server: ServerProcess) -> Reviewed:
    """A round of Koi-Koi with mistakes."""
    return reviewed(shared_server, "koikoi/nintendo", 5, rounds=1)


@pytest.fixture(scope="module")
def hanabi(shared_server: ServerProcess) -> Reviewed:
    """A game of Hanabi that was soon lost."""
    return reviewed(shared_server, "hanabi/cocktail", 3)


def panel(page: Page) -> Locator:
    return page.locator("aside.review")


def expect_moment(page: Page, ply: int, seat: int) -> None:
    """The board shows this ply as this seat saw it."""
    expect(page.locator("main.table")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("main.table")).to_have_attribute("data-me", str(seat))


def open_review(someone: Person, replay: str, rest: str = "") -> None:
    someone.page.goto(f"/replay/{replay}{rest}")
    someone.board.wait_for()


def test_a_review_is_asked_for_cancelled_and_found_again(
    server: ServerProcess, person: NewPerson
) -> None:
    ann = person("Ann")
    long = open_record(server, record_of("koikoi/nintendo", 1, rounds=12))
    open_review(ann, long)
    ann.button("Review").click()
    expect(panel(ann.page).get_by_role("progressbar")).to_be_visible()
    # The server knows how it stands: a reload changes nothing.
    ann.page.wait_for_url("**?review#0")
    ann.page.reload()
    panel(ann.page).get_by_role("button", name="Cancel it").click()
    expect(ann.button("Review this match")).to_be_visible()
    # A link to a review shows it, but asks for none.
    ann.page.reload()
    expect(ann.button("Review this match")).to_be_visible()
    ann.button("Close the review").click()
    expect(panel(ann.page)).to_have_count(0)
    ann.page.wait_for_url(re.compile(r"/replay/[^?]+#0$"))


def test_a_match_of_koikoi_is_reviewed_by_mouse(person: NewPerson, koikoi: Reviewed) -> None:
    ann = person("Ann")
    axe.bring(ann.page)
    open_review(ann, koikoi.replay)
    ann.button("Review").click()
    review = panel(ann.page)
    expect(review).to_have_attribute("data-review", "standard", timeout=PATIENCE_MS)
    for one in koikoi.review["seats"]:
        row = review.locator(f"[data-accuracy-of='{one['seat']}']")
        expect(row).to_contain_text(f"{one['accuracy']:.0f}%")
    expect(ann.page.locator(".dock [data-marked]")).to_have_count(len(koikoi.mistakes))
    worst = max(koikoi.mistakes, key=lambda found: float(found[1]["loss"]))
    seat, moment = worst
    review.locator("[data-listed] a").first.click()
    expect_moment(ann.page, moment["ply"], seat)
    card = review.locator("[data-moment]")
    expect(card).to_have_attribute("data-moment", moment["verdict"])
    expect(card.get_by_role("heading")).to_be_in_viewport()
    expect(card).to_contain_text("of the match")
    expect(card.get_by_role("row")).to_have_count(len(moment["alternatives"]) + 1)
    # Both moves are drawn on the board, the better one and the one made.
    expect(ann.board.locator("[data-pointed]").first).to_be_visible()
    expect(ann.board.locator("[data-made]").first).to_be_visible()
    assert axe.violations(ann.page) == []
    # Stop or koi-koi: both stand on the board, and nothing is cut off.
    decision = next(one for _, one in koikoi.moments if one["action"]["type"] == "stop")
    ann.page.evaluate("ply => { location.hash = ply }", decision["ply"])
    expect(ann.board.locator(".choices li")).to_have_count(2)
    assert fitting.misfits(ann.page, playing=True) == []
    # A click on the curve goes to a ply; the moments of one player can be listed alone.
    curve = review.get_by_role("slider", name=re.compile("Chance to win"))
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] - 3, "y": 20})
    expect(ann.board).to_have_attribute("data-ply", str(koikoi.review["plies"]))
    review.get_by_label("Moments of").select_option("1")
    own = [one for who, one in koikoi.mistakes if who == 1]
    expect(ann.page.locator(".dock [data-marked]")).to_have_count(len(own))
    # Play on from a mistake, in the seat that made it.
    review.get_by_label("Moments of").select_option("all")
    review.locator(f"a[data-moment-at='{moment['ply']}']").first.click()
    review.get_by_role("button", name="Play on from here").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"from ply {moment['ply']}")
    expect(dialog.get_by_label("My seat")).to_have_value(str(seat))


def test_a_review_shows_rounds_that_lucky_hands_won_at_once(
    server: ServerProcess, person: NewPerson
) -> None:
    record = record_of("koikoi/nintendo", 120, rounds=3)
    moments = (Moment(ply=0, action={"type": "stop"}, verdict="best"),)
    curve = Curve(name="win", plies=(0, 32), values=(0.5, 1.0))
    seat = SeatReview(seat=0, accuracy=100.0, moments=moments, curves=(curve,))
    review = put_together(read_record(record), "standard", [seat])
    assert review.rounds == (0, 16, 16)
    ann = person("Ann")
    state = {"status": "done", "depths": ["standard"], "review": msgspec.to_builtins(review)}
    ann.page.route("**/api/replays/*/review*", lambda route: route.fulfill(json=state))
    open_review(ann, open_record(server, record), "?review#0")
    expect(panel(ann.page).locator("svg .number")).to_have_text(["1", "2–3"])


def test_a_game_of_hanabi_is_reviewed_by_keys(person: NewPerson, hanabi: Reviewed) -> None:
    ann = person("Ann")
    axe.bring(ann.page)
    open_review(ann, hanabi.replay)
    keys = ann.page.keyboard
    keys.press("v")
    review = panel(ann.page)
    expect(review).to_have_attribute("data-review", "standard", timeout=PATIENCE_MS)
    # Two layers, kept apart.
    facts = review.get_by_role("button", name="Facts", exact=True)
    facts.focus()
    keys.press("Enter")
    expect(review.locator("[data-listed='facts']")).to_contain_text("True under any convention")
    told = sorted({(f["ply"], f["seat"]) for one in hanabi.review["seats"] for f in one["facts"]})
    expect(ann.page.locator(".dock [data-marked]")).to_have_count(len(told))
    keys.press("Home")
    reached = [told[0]] if told[0][0] == 0 else []
    for ply, seat in told[len(reached) :]:
        keys.press("n")
        expect_moment(ann.page, ply, seat)
        expect(review.locator("[data-moment] .facts li").first).to_be_visible()
    review.evaluate("panel => panel.scrollTo({ top: panel.scrollHeight })")
    for ply, seat in reversed(told[:-1]):
        keys.press("Shift+N")
        expect_moment(ann.page, ply, seat)
    expect(review.locator("[data-moment]").get_by_role("heading").first).to_be_in_viewport()
    assert axe.violations(ann.page) == []
    # What is marked is read out, and the curve says where it is.
    expect(ann.page.locator("[aria-live]").first).to_be_attached()
    curve = review.get_by_role("slider").first
    curve.focus()
    keys.press("End")
    expect(curve).to_have_attribute("aria-valuenow", str(hanabi.review["plies"]))
    keys.press("ArrowLeft")
    expect(curve).to_have_attribute(
        "aria-valuetext", re.compile(f"^Ply {hanabi.review['plies'] - 1}, .*Maximum")
    )
    review.get_by_text("The curve as a table").click()
    expect(review.get_by_role("table").filter(has_text="Maximum")).to_be_visible()
    keys.press("?")
    expect(ann.page.get_by_role("dialog")).to_contain_text("Next mistake")
    keys.press("Escape")
    keys.press("v")
    expect(review).to_have_count(0)


def test_a_review_outlives_its_server(own_server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann", phone=True)
    ann.may_be_cut = True
    open_review(ann, open_record(own_server, record_of("koikoi/nintendo", 1, rounds=12)))
    ann.page.keyboard.press("v")
    strip = ann.page.locator(".strip")
    expect(strip).to_contain_text("0% done")
    own_server.stop()
    expect(strip).to_contain_text("The server does not answer.")
    own_server.start()
    expect(strip).to_contain_text("% done")
    strip.get_by_role("button", name="The whole review").tap()
    panel(ann.page).get_by_role("button", name="Cancel it").tap()
    expect(ann.button("Review this match")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "whole", "next_one"),
    [
        ("en-GB", "The whole review", "Next mistake"),
        ("fr-FR", "Toute l’analyse", "Erreur suivante"),
        ("es-ES", "Todo el análisis", "Error siguiente"),
        ("de-DE", "Die ganze Besprechung", "Nächster Fehler"),
    ],
)
def test_a_review_fits_on_a_phone(
    person: NewPerson, koikoi: Reviewed, hanabi: Reviewed, locale: str, whole: str, next_one: str
) -> None:
    ann = person("Ann", phone=True, locale=locale)
    axe.bring(ann.page)
    game = koikoi if locale in ("es-ES", "de-DE") else hanabi
    open_review(ann, game.replay, "?review#0")
    strip = ann.page.locator(".strip")
    expect(strip.get_by_role("button", name=next_one)).to_be_visible()
    assert fitting.misfits(ann.page, playing=False) == []
    strip.get_by_role("button", name=whole).tap()
    expect(panel(ann.page)).to_be_visible()
    assert fitting.misfits(ann.page, playing=False) == []
    assert axe.violations(ann.page) == []
    # The move that was made is named in one piece.
    for _, moment in game.mistakes:
        ann.page.evaluate("ply => { location.hash = ply }", moment["ply"])
        expect(ann.board).to_have_attribute("data-ply", str(moment["ply"]))
        tag = panel(ann.page).locator(".made .tag")
        expect(tag).to_be_visible()
        assert tag.evaluate("tag => tag.getClientRects().length") == 1
    panel(ann.page).locator("[data-listed] a").last.tap()
    expect(panel(ann.page)).to_be_hidden()
    assert axe.violations(ann.page) == []
    if game is koikoi:
        seat, moment = koikoi.mistakes[-1]
        expect_moment(ann.page, moment["ply"], seat)
        expect(strip).to_contain_text("%")


def test_a_match_is_reviewed_by_typing(
    person: NewPerson, koikoi: Reviewed, hanabi: Reviewed
) -> None:
    ann = person("Ann")
    open_review(ann, koikoi.replay, "?mode=text")
    typist = Typist(ann)
    typist.ask("mistake", "This match has not been reviewed. Type “review”.")
    typist.type("review")
    ann.wait_until(lambda: any("accuracy" in line for line in typist.lines()))
    for seat, moment in koikoi.mistakes:
        if moment["ply"] == 0:
            continue
        typist.type("mistake")
        expect_moment(ann.page, moment["ply"], seat)
    ann.wait_until(lambda: any(line.startswith("Better: ") for line in typist.lines()))
    typist.ask("mistake", "There is no mistake after this one.")
    assert len(typist.type("moves")) == len(koikoi.mistakes[-1][1]["alternatives"])
    assert not [line for line in typist.lines() if ".." in line]
    told = [line for line in typist.lines() if ": accuracy " in line]
    assert len(told) == len(koikoi.review["seats"]), "once"
    typist.ask("players", "Ann: accuracy")
    typist.ask("field", "Field")
    typist.ask("view all", "All hands are open")
    typist.ask("ply 1", "Ply 1 of")
    typist.ask("ply 1", "Ply 1 of")
    for command in ("end", "next"):
        typist.ask(command, f"Ply {koikoi.review['plies']} of")
    typist.ask("ply 1", "Ply 1 of")
    typist.ask("juggle", "“juggle” is not a command here")
    typist.type("play on")
    expect(ann.page.get_by_role("dialog")).to_contain_text("from ply 1")
    # The facts of Hanabi are told apart from its mistakes. Text mode lasts for the visit.
    open_review(ann, hanabi.replay, "?review")
    ann.wait_until(lambda: any(line == "The review is done." for line in typist.lines()))
    facts = {f["ply"] for one in hanabi.review["seats"] for f in one["facts"]}
    assert {int(line.split()[1]) for line in typist.type("facts")} == facts
    worst = typist.type("costliest")
    assert worst
    assert not [line for line in worst if ".." in line]
    typist.ask("fireworks", "Fireworks")


def test_typing_says_what_becomes_of_a_review(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann")
    long = open_record(server, record_of("koikoi/nintendo", 1, rounds=12))
    open_review(ann, long, "?mode=text")
    typist = Typist(ann)
    typist.ask("cancel", "No review is being made.")
    typist.type("review")
    ann.wait_until(lambda: any("You may leave" in line or "%" in line for line in typist.lines()))
    typist.ask("cancel", "You are not waiting for the review any more.")
    # Where reviews are off, that is said each time.
    state = {"status": "none", "depths": []}
    ann.page.route("**/api/replays/*/review*", lambda route: route.fulfill(json=state))
    ann.page.reload()
    ann.board.wait_for()
    for _ in range(2):
        typist.ask("review", "This server makes no reviews.")


def test_two_who_ask_wait_for_the_same_review(server: ServerProcess, person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo", phone=True)
    long = open_record(server, record_of("koikoi/nintendo", 1, rounds=12))
    for each in (ann, bo):
        open_review(each, long)
        with each.page.expect_response(lambda answer: answer.request.method == "POST"):
            each.button("Review").click()
    panel(ann.page).get_by_role("button", name="Cancel it").click()
    expect(panel(ann.page)).to_contain_text("Somebody else asked for it already.")
    bo.page.get_by_role("button", name="The whole review").tap()
    panel(bo.page).get_by_role("button", name="Cancel it").tap()
    for each in (ann, bo):
        expect(each.button("Review this match")).to_be_visible()


def test_what_cannot_be_reviewed_is_said_once(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann")
    ann.expected += [re.compile("status of 400")]
    open_review(ann, open_record(server, record_of("hanabi/cocktail", 3, values=4)))
    ann.button("Review").click()
    said = panel(ann.page).locator("[data-review-state='none']")
    expect(said).to_have_text("This server cannot review matches that were played by these rules.")
