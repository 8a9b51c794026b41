"""Seats: who may take them, and what other visitors can do."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.person import sit_down_together
from tests.browser.server_process import ServerProcess


def test_a_visitor_with_the_link_watches_and_cannot_act(
    person: NewPerson,
) -> None:
    ann, bo, eve = person("Ann"), person("Bo"), person("Eve")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    eve.visit()
    eve.page.goto(ann.page.url)
    eve.board.wait_for()
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    for seat in (0, 1):
        assert all(card.face is None for card in HanabiPlayer(eve).hand(seat))
    eve.page.locator("[data-card]").first.click()
    assert eve.button("Play").count() == 0
    assert eve.page.locator(".clue").count() == 0

    # Nor by writing to the socket directly.
    acting = int(ann.attribute("to-act"))
    card = HanabiPlayer(ann).hand(acting)[0].id
    answers: list[dict[str, Any]] = eve.page.evaluate(
        """([action, more]) => new Promise((resolve) => {
            const socket = new WebSocket(location.href.replace('http', 'ws')
                .replace('/table/', '/api/tables/') + '/socket');
            const answers = [];
            socket.onmessage = ({ data }) => {
                const message = JSON.parse(data);
                if (message.type === 'snapshot') {
                    const move = { type: 'move', id: 'a', ply: message.position.ply, action };
                    socket.send(JSON.stringify(move));
                    more.forEach((command, n) =>
                        socket.send(JSON.stringify({ id: `${n}`, ...command })));
                }
                if (message.type === 'error' || message.type === 'ack') answers.push(message);
                if (answers.length === more.length + 1) { socket.close(); resolve(answers); }
            };
        })""",
        [
            {"type": "play", "card": card},
            [
                {"type": "sit", "seat": acting},
                {"type": "link-seat"},
                {"type": "stand-in", "seat": acting, "bot": "random"},
                {"type": "use-seat-link", "key": "guess"},
                {"type": "propose", "what": "end-match"},
                {"type": "propose", "what": "claim-win"},
                {"type": "revoke-seat-links"},
            ],
        ],
    )
    assert [answer["type"] for answer in answers] == ["error"] * 8
    assert ann.ply == 0


def test_a_late_visitor_finds_the_table_full(person: NewPerson) -> None:
    ann, bo, cy = person("Ann"), person("Bo"), person("Cy")
    ann.visit()
    link = ann.open_for_friends("Koi-Koi (Nintendo)")
    bo.join(link)
    cy.page.goto(link)
    expect(cy.page.get_by_text("Every seat here is taken, so you are watching.")).to_be_visible()
    assert cy.button("Take a seat").count() == 0


def test_two_people_racing_for_the_last_seat_get_one_seat(person: NewPerson) -> None:
    ann, bo, cy = person("Ann"), person("Bo"), person("Cy")
    ann.visit()
    link = ann.open_for_friends("Koi-Koi (Nintendo)")
    for someone in (bo, cy):
        someone.visit()
        someone.page.goto(link)
        someone.button("Take a seat").wait_for()
    # Both click before either page changes.
    for someone in (bo, cy):
        someone.page.evaluate(
            "[...document.querySelectorAll('button')]"
            ".find(button => button.textContent.includes('Take a seat'))?.click()"
        )
    for someone in (ann, bo, cy):
        expect(someone.page.locator(".seat.free")).to_have_count(0)
    seated = [someone for someone in (bo, cy) if someone.page.locator(".seat.mine").count()]
    assert len(seated) == 1


def test_a_seat_opens_on_another_device_by_its_private_link(person: NewPerson) -> None:
    ann, bo, phone = person("Ann"), person("Bo"), person("Ann’s phone", phone=True)
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    ann.button("Menu").click()
    ann.button("Open my seat on another device").click()
    link = ann.page.get_by_label("Invite friends").input_value()
    assert "#seat=" in link
    expect(ann.page.get_by_role("img", name="QR code")).to_be_visible()
    phone.page.goto(link)
    expect(phone.board).to_have_attribute("data-me", "0")
    assert "#" not in phone.page.url, "the key does not stay in the address"
    assert HanabiPlayer(phone).hand(1) == HanabiPlayer(ann).hand(1)
    expect(ann.page.get_by_text("1 other device shares this seat.")).to_be_visible()
    ann.button("End links, sign other devices out").click()
    expect(ann.page.get_by_text("All links are ended")).to_be_visible()
    expect(phone.page.get_by_text("You are watching")).to_be_visible()
    assert all(card.face is None for card in HanabiPlayer(phone).hand(1))
    phone.page.goto("/")
    phone.page.goto(link)
    expect(phone.page.get_by_text("This seat link is no longer valid.")).to_be_visible()


def test_seats_changed_by_the_host_are_seen_by_all(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("بو 🎆")
    ann.visit()
    link = ann.open_for_friends("Hanabi (Cocktail Games)")
    bo.join(link)
    expect(ann.page.locator(".seat").nth(1)).to_contain_text("بو 🎆")
    ann.page.get_by_label("Players").select_option("4")
    expect(bo.page.locator(".seat")).to_have_count(4)
    for seat in (3, 4):
        ann.page.get_by_label(f"Seat {seat}: This seat is for").select_option("bot:casual")
    expect(bo.page.locator(".seat.free")).to_have_count(0)
    ann.start()
    bo.board.wait_for()
    assert len(HanabiPlayer(bo).hand(1)) == 4


def test_an_expired_or_forged_cookie_is_a_new_visitor(
    server: ServerProcess, person: NewPerson
) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    table = ann.page.url
    ann.context.clear_cookies()
    ann.context.add_cookies([{"name": "hanamichi", "value": "forged", "url": server.url}])
    ann.page.goto(table)
    expect(ann.page.get_by_text("You are watching")).to_be_visible()
    assert httpx.get(f"{server.url}/api/me").json()["name"] is None


def test_a_rematch_brings_the_same_people_to_a_new_table(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    old = sit_down_together(ann, bo, "Koi-Koi (Nintendo)")
    bo.button("Menu").click()
    bo.button("Ask to end the match here").click()
    ann.button("Agree").click()
    ann.button("Play again").click()
    expect(bo.page.get_by_text("Ann wants to play again, at a new table.")).to_be_visible()
    bo.page.get_by_role("link", name="To the new table").click()
    for someone in (ann, bo):
        expect(someone.board).to_have_attribute("data-round", "1")
        assert someone.table_id != old
        assert not someone.is_over


def test_a_clock_runs_for_the_player_to_move(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Hanabi (Cocktail Games)")
    ann.page.get_by_label("With a clock").check()
    ann.page.get_by_label("Minutes each").fill("3")
    ann.page.get_by_label("Seconds added per move").fill("0")
    ann.button("Start playing").click()
    ann.board.wait_for()
    assert ann.wait_for_turn()
    own = ann.page.locator(".own").get_by_role("timer")
    expect(own).to_have_text("2:58")
    expect(ann.page.locator(".others").get_by_role("timer").first).to_have_text("3:00")
