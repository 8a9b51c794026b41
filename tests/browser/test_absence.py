"""Players who are away: the wait, the choices of those who are left, and what counts then."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.person import Person, sit_down_together
from tests.browser.typist import Typist

HANABI, KOIKOI = "Hanabi (Cocktail Games)", "Koi-Koi (Nintendo)"


def leave_seat(person: Person) -> None:
    person.button("Menu").click()
    person.button("Leave my seat").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Leave my seat").click()
    expect(person.page.get_by_role("heading", name="Sit down and play")).to_be_visible()


def test_a_bot_stands_in_for_a_player_until_they_return(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, HANABI)
    table = bo.page.url
    leave_seat(bo)
    ann.button("How to go on").click()
    ann.button("Let Crane play").click()
    expect(ann.page.get_by_text("played by Crane")).to_be_visible()
    ann.button("Menu").click()
    assert ann.button("Ask to take my last move back").count() == 0
    expect(ann.page.get_by_text("While a bot plays for somebody")).to_be_visible()
    ann.page.keyboard.press("Escape")
    bo.page.goto(table)
    bo.board.wait_for()
    expect(ann.page.get_by_text("played by Crane")).to_be_hidden()
    if ann.attribute("to-act") == "1":
        hands = HanabiPlayer(bo)
        hands.clue(0, None)


def test_the_win_is_claimed_by_keyboard_and_counts_for_both(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, KOIKOI)
    leave_seat(bo)
    ann.button("How to go on").focus()
    ann.page.keyboard.press("Enter")
    dialog = ann.page.get_by_role("dialog", name="Bo is gone.")
    expect(dialog).to_be_visible()
    claim = dialog.get_by_role("button", name="Claim the win")
    expect(claim).to_have_accessible_description(
        "The match ends. It counts as your win and as a loss of Bo."
    )
    claim.focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("heading", name="You win the match!")).to_be_visible()
    expect(ann.page.get_by_text("Bo stayed away.").first).to_be_visible()
    for someone, result in ((ann, "won 0–0, by absence"), (bo, "lost 0–0, by absence")):
        someone.page.goto("/me")
        expect(someone.page.get_by_text(result)).to_be_visible()


def test_a_match_waits_for_a_player_who_is_away_and_says_how_long(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, HANABI)
    if ann.attribute("to-act") == "0":
        HanabiPlayer(ann).clue(1, None)
    expect(ann.board).to_have_attribute("data-to-act", "1")
    table = bo.page.url
    bo.page.goto("/")
    notice = ann.page.locator("[data-away='1']")
    expect(notice).to_contain_text("Bo is away, and the match waits.")
    expect(notice).to_contain_text("it can go on in 12 hours.")
    assert notice.get_attribute("role") == "status"
    assert notice.locator("[aria-hidden]").count() == 1, "a screen reader does not count along"
    assert ann.button("How to go on").count() == 0
    ann.page.goto(f"{ann.page.url}?mode=text")
    typist = Typist(ann)
    assert "in 12 hours" in " ".join(typist.type("state"))
    assert "In this game everyone wins or loses together." in typist.type("claim")
    assert "in 12 hours" in " ".join(typist.type("bot"))
    bo.page.goto(table)
    bo.board.wait_for()
    expect(notice).to_have_count(0)


def test_a_take_back_that_showed_cards_says_that_the_match_no_longer_counts(
    person: NewPerson,
) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, HANABI)
    first, other = (ann, bo) if ann.attribute("to-act") == "0" else (bo, ann)
    HanabiPlayer(first).clue(1 if first is ann else 0, None)
    first.button("Menu").click()
    first.button("Ask to take my last move back").click()
    expect(other.page.get_by_text("so the match would no longer count.")).to_be_visible()
    other.button("Agree").click()
    log = other.page.locator("ol[reversed]")
    expect(log).to_contain_text("so this match no longer counts.")
    first.button("Menu").click()
    first.button("Ask to end the match here").click()
    other.button("Agree").click()
    expect(other.page.locator("[data-unrated='take-back']")).to_be_visible()
    other.page.goto("/me")
    expect(other.page.get_by_text("not counted: take-back")).to_be_visible()


def test_in_words_the_others_go_on_without_a_player(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, KOIKOI)
    ann.page.goto(f"{ann.page.url}?mode=text")
    typist = Typist(ann)
    typist.type("help")
    leave_seat(bo)
    told = ann.page.locator("[data-transcript]")
    expect(told).to_contain_text("Bo is gone.")
    expect(told).to_contain_text("You can type “claim”, “end”, or “bot”.")
    typist.type("end")
    expect(told).to_contain_text("Bo stayed away: the match ends without a result.")
    expect(told).to_contain_text("so this match does not count.")
