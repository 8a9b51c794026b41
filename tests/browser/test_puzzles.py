"""Puzzles solved by mouse, by keys, by typing and without a network."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from hanamichi.catalog import game_by_id
from hanamichi.puzzles.collection import collection_of
from hanamichi.puzzles.model import Puzzle, PuzzleKind
from hanamichi.puzzles.position import position_of
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.browser.test_app import DISCONNECTED

# Waits until every pack of both games is kept in the browser.
PACKS_KEPT = """async () => {
    const { games } = await (await fetch('/api/puzzles')).json();
    const wanted = games.flatMap(({ packs }) => packs).length + 1;
    for (;;) {
        const kept = await (await caches.open('puzzles')).keys();
        if (kept.length === wanted) return;
        await new Promise(resolve => setTimeout(resolve, 50));
    }
}"""


def first(game: str, kind: PuzzleKind, action: str | None = None, nth: int = 0) -> Puzzle:
    """A puzzle of a kind, whose best answer is such an action."""
    found = [
        puzzle
        for puzzle in collection_of(game)
        if puzzle.kind == kind
        and action in (None, dict(puzzle.answers[0].action or {}).get("type"))
    ]
    return found[nth]


def number_of(puzzle: Puzzle, *, right: bool = True) -> int:
    """The number of the best answer on the page, or of another one."""
    if puzzle.kind == "what-card":
        order = sorted(str(each.card) for each in puzzle.answers)
        return order.index(str(puzzle.answers[0 if right else 1].card)) + 1
    game = game_by_id(puzzle.game)
    legal = list(position_of(puzzle).sight.legal)
    places = [legal.index(game.parse_action(each.action or {})) for each in puzzle.answers]
    return sorted(places).index(places[0 if right else 1]) + 1


def open_puzzle(someone: Person, puzzle: Puzzle, query: str = "") -> None:
    someone.page.goto(f"/puzzles/{puzzle.id}{query}")
    expect(someone.page.locator(f"main[data-table='{puzzle.id}']")).to_be_visible()


def expect_verdict(someone: Person, verdict: str, streak: int) -> None:
    expect(someone.page.locator(f"[data-verdict='{verdict}']")).to_be_visible()
    expect(someone.page.locator("header [data-streak]")).to_have_attribute(
        "data-streak", str(streak)
    )


def test_a_puzzle_of_each_game_by_mouse_as_at_a_table(person: NewPerson) -> None:
    ann = person()
    ann.page.goto("/")
    ann.page.get_by_role("link", name="Puzzles").click()
    ann.page.get_by_role("link", name="Choose a puzzle: Koi-Koi").click()
    ann.page.get_by_label("Kind").select_option("which-card")
    expect(ann.page).to_have_url(re.compile(r"/puzzles/koikoi\?kind=which-card$"))
    koikoi = first("koikoi", "which-card", "play-card")
    open_puzzle(ann, koikoi, "?kind=which-card")
    best = dict(koikoi.answers[0].action or {})
    ann.page.locator(f".hand [data-card='{best['card']}']").click()
    capture = best.get("capture")
    if capture is None:
        ann.button("Play").click()
    else:
        ann.page.locator(f".lying [data-card='{capture}']").click()
    expect_verdict(ann, "right", 1)
    # The explanation, what each answer is worth, and the best one on the board.
    expect(ann.page.locator(".why p").first).not_to_be_empty()
    expect(ann.page.locator(".why li")).to_have_count(len(koikoi.answers))
    expect(ann.page.locator(f".hand li[data-pointed] [data-card='{best['card']}']")).to_be_visible()
    ann.button("Next puzzle").click()
    expect(ann.page).to_have_url(re.compile(r"/puzzles/koikoi-\d+\?kind=which-card$"))
    expect(ann.page.locator("[data-verdict]")).to_have_count(0)

    decision = first("koikoi", "stop-or-call", "stop")
    open_puzzle(ann, decision)
    ann.button("Koi-koi!").click()
    expect_verdict(ann, "wrong", 0)
    expect(ann.page.locator(".why")).to_contain_text("Best: Stop")
    # Another try does not count.
    ann.button("Try again").click()
    ann.page.locator(".decision .button").first.click()
    expect_verdict(ann, "right", 0)

    hanabi = first("hanabi", "which-card", "play")
    open_puzzle(ann, hanabi)
    card = dict(hanabi.answers[0].action or {})["card"]
    ann.page.locator(f".own [data-card='{card}']").click()
    ann.button("Play").click()
    expect_verdict(ann, "right", 1)
    ann.page.goto("/puzzles/hanabi")
    expect(ann.page.locator(f"a.right[href='/puzzles/{hanabi.id}']")).to_be_visible()
    ann.page.goto("/puzzles/koikoi")
    expect(ann.page.locator(f"a.wrong[href='/puzzles/{decision.id}']")).to_be_visible()


def test_puzzles_by_keys_and_on_a_phone(person: NewPerson) -> None:
    ann = person(phone=True)
    asked = first("hanabi", "what-card")
    open_puzzle(ann, asked)
    marked = ann.page.locator(f".own li[data-pointed] [data-card='{asked.asked_card}']")
    expect(marked).to_be_visible()
    number = number_of(asked)
    ann.page.keyboard.press(str(number))
    expect(ann.page.locator(f"[data-choice='{number}']")).to_be_focused()
    expect(ann.page.locator("[data-verdict]")).to_have_count(0)
    ann.page.keyboard.press("Enter")
    expect_verdict(ann, "right", 1)
    # Screen readers are told, and the next puzzle is one key away.
    expect(ann.page.locator("#puzzle-verdict")).to_be_focused()
    said = ann.page.locator("#puzzle-verdict").inner_text()
    expect(ann.page.locator("[role=log]")).to_contain_text(said)
    ann.page.keyboard.press("n")
    expect(ann.page).not_to_have_url(re.compile(asked.id + "$"))

    ending = first("hanabi", "win")
    open_puzzle(ann, ending)
    ann.page.keyboard.press(str(number_of(ending, right=False)))
    ann.page.keyboard.press("Enter")
    expect_verdict(ann, "wrong", 0)

    decision = first("koikoi", "stop-or-call", "koi-koi")
    open_puzzle(ann, decision)
    ann.page.keyboard.press("k")
    expect_verdict(ann, "right", 1)
    ann.page.keyboard.press("?")
    expect(ann.page.locator("dialog")).to_contain_text("Choose an answer")


def test_puzzles_by_typing_in_german(person: NewPerson) -> None:
    ann = person(locale="de-DE")
    koikoi = first("koikoi", "stop-or-call", "stop", nth=1)
    open_puzzle(ann, koikoi, "?mode=text")
    field = ann.page.locator("main.text input")
    lines = ann.page.locator("[data-transcript]")
    expect(lines).to_contain_text("Tippe die Nummer deiner Antwort")

    def type_line(text: str) -> None:
        field.fill(text)
        field.press("Enter")

    type_line("nimm zurück")
    expect(lines.locator("[data-kind=refused]")).to_have_count(2)
    expect(lines).to_contain_text("Entscheide zuerst")
    type_line("99")
    expect(lines).to_contain_text("Eine Antwort 99 gibt es nicht")
    type_line("stop")
    expect(lines).to_contain_text("Was jede Antwort wert ist")
    expect(lines).to_contain_text("(deine Antwort)")
    expect(field).to_be_focused()
    # A move after the answer changes nothing.
    type_line("koi")
    expect(lines.locator("[data-kind=refused]")).to_have_count(4)
    type_line("weiter")
    expect(ann.page).not_to_have_url(re.compile(rf"/{koikoi.id}(\?|$)"))

    asked = first("hanabi", "what-card", nth=1)
    open_puzzle(ann, asked, "?mode=text")
    expect(lines).to_contain_text("Tippe die Nummer deiner Antwort oder die Karte")
    type_line(str(asked.answers[0].card))
    expect(ann.page.locator("header [data-streak='1']")).to_be_visible()
    expect(lines).to_contain_text("Tippe „weiter“")


def test_puzzles_without_a_network_and_answers_sent_later(person: NewPerson) -> None:
    ann = person(worker=True, phone=True)
    ann.expected += [DISCONNECTED]
    ann.page.goto("/puzzles")
    ann.page.locator("[data-game=koikoi]").wait_for()
    ann.page.evaluate(PACKS_KEPT)
    ann.page.evaluate("navigator.serviceWorker.ready")
    ann.page.wait_for_function(
        "async () => (await Promise.all((await caches.keys()).map(async name =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()"
        ".filter(url => /PuzzlePage-|TextTable-|\\/en-/.test(url)).length >= 4"
    )
    ann.context.set_offline(True)
    koikoi, hanabi = first("koikoi", "which-card"), first("hanabi", "which-card")
    for puzzle in (koikoi, hanabi):
        open_puzzle(ann, puzzle)
        expect(ann.page.get_by_text("No network: loaded puzzles still work")).to_be_visible()
        ann.page.locator(f"[data-choice='{number_of(puzzle)}']").click()
        expect_verdict(ann, "right", 1)
    expect(ann.page.get_by_text("2 answers wait to be sent.")).to_be_visible()
    ann.page.goto("/puzzles")
    expect(ann.page.locator("[data-game=koikoi]")).to_contain_text("1 of")
    ann.context.set_offline(False)
    expect(ann.page.get_by_text("to be sent")).to_have_count(0)
    ann.wait_until(lambda: {each["puzzle"] for each in answers_of(ann)} == {koikoi.id, hanabi.id})
    assert all(each["right"] for each in answers_of(ann))


def answers_of(someone: Person) -> list[dict[str, object]]:
    """What the server has stored."""
    answer = someone.page.request.get("/api/me/puzzles")
    stored: list[dict[str, object]] = answer.json()["answers"]
    return stored
