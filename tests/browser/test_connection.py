"""Lost connections, restarts, and moves that arrive twice or too late."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.person import Tab, sit_down_together
from tests.browser.proxy import without_sockets
from tests.browser.server_process import ServerProcess

SOCKET = "**/socket*"


class Wire:
    """Intercepts a page's socket: can close it, or hold back messages of the server."""

    def __init__(self, tab: Tab) -> None:
        self.sent: list[dict[str, Any]] = []
        self.holding = False
        self._held: list[str | bytes] = []
        self._page_side: WebSocketRoute | None = None
        tab.page.route_web_socket(SOCKET, self._connect)

    def _connect(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        self._page_side = page_side

        def to_server(frame: str | bytes) -> None:
            self.sent.append(msgspec.json.decode(frame))
            server_side.send(frame)

        def to_page(frame: str | bytes) -> None:
            if self.holding:
                self._held.append(frame)
            else:
                page_side.send(frame)

        page_side.on_message(to_server)
        server_side.on_message(to_page)

    def cut(self) -> None:
        """Close the connection and drop what was held back."""
        assert self._page_side is not None
        self._held.clear()
        self.holding = False
        self._page_side.close(code=1001)

    def release(self) -> None:
        """Deliver what was held back."""
        assert self._page_side is not None
        self.holding = False
        for frame in self._held:
            self._page_side.send(frame)
        self._held.clear()

    def held_types(self) -> list[str]:
        """The types of the messages held back."""
        return [msgspec.json.decode(frame)["type"] for frame in self._held]

    def moves(self) -> list[dict[str, Any]]:
        return [frame for frame in self.sent if frame["type"] == "move"]


def test_a_reload_in_the_middle_of_a_game_changes_nothing(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    hands = HanabiPlayer(ann)
    for _ in range(3):
        assert ann.wait_for_turn()
        hands.move_carefully([(hands.seat + 1) % 3, (hands.seat + 2) % 3])
    assert ann.wait_for_turn()
    before = (ann.ply, [hands.hand(seat) for seat in range(3)], hands.fireworks())
    ann.page.reload()
    ann.board.wait_for()
    assert (ann.ply, [hands.hand(seat) for seat in range(3)], hands.fireworks()) == before
    hands.move_carefully([(hands.seat + 1) % 3, (hands.seat + 2) % 3])


def test_a_lost_connection_recovers_and_misses_nothing(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    wire = Wire(ann)
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    acting, other = (ann, bo) if ann.attribute("to-act") == "0" else (bo, ann)
    HanabiPlayer(acting).clue(1 - HanabiPlayer(acting).seat, None)
    other.wait_past(0)

    wire.cut()
    expect(ann.page.get_by_text("The connection is lost")).to_be_visible()
    if other is bo:
        HanabiPlayer(bo).clue(0, None)
    expect(ann.page.get_by_text("The connection is lost")).to_be_hidden()
    ann.wait_past(bo.ply - 1)
    assert HanabiPlayer(ann).count("clue-tokens") == HanabiPlayer(bo).count("clue-tokens")
    expect(ann.page.locator(".log li")).to_have_count(bo.page.locator(".log li").count())


def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    wires = {"0": Wire(ann), "1": Wire(bo)}
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    turn = ann.attribute("to-act")
    acting, other = (ann, bo) if turn == "0" else (bo, ann)
    wire = wires[turn]
    card = HanabiPlayer(acting).hand(int(turn))[0].id
    HanabiPlayer(acting).select(card)
    wire.holding = True
    acting.button("Play").click()
    other.wait_past(0)
    wire.cut()
    acting.wait_past(0)
    moves = wire.moves()
    assert len(moves) == 2
    assert moves[0] == moves[1], "sent again under the same id"
    assert (acting.ply, other.ply) == (1, 1)
    assert acting.page.get_by_role("alert").count() == 0


def test_the_same_move_from_two_tabs_is_made_once(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    acting = ann if ann.attribute("to-act") == "0" else bo
    second = acting.new_tab()
    wire = Wire(second)
    second.page.goto(acting.page.url)
    second.board.wait_for()
    seat = HanabiPlayer(acting).seat
    card = HanabiPlayer(acting).hand(seat)[0].id

    # The second tab does not know of the first one's move yet.
    wire.holding = True
    HanabiPlayer(second).select(card)
    HanabiPlayer(acting).play(card)
    second.button("Play").click()
    second.wait_until(lambda: "error" in wire.held_types())
    wire.release()
    second.wait_past(0)
    expect(second.page.get_by_role("alert")).to_contain_text("before your move arrived")
    assert acting.ply == second.ply == 1
    assert len(HanabiPlayer(second).hand(seat)) == 5


def test_a_server_that_stops_and_starts_again_loses_no_game(
    own_server: ServerProcess, person: NewPerson
) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    ann.may_be_cut = bo.may_be_cut = True
    acting, other = (ann, bo) if ann.attribute("to-act") == "0" else (bo, ann)
    HanabiPlayer(acting).clue(1 - HanabiPlayer(acting).seat, None)
    other.wait_past(0)
    before = HanabiPlayer(ann).hand(1)

    own_server.stop()
    expect(ann.page.get_by_text("The connection is lost")).to_be_visible()
    own_server.start()
    for someone in (ann, bo):
        expect(someone.page.get_by_text("The connection is lost")).to_be_hidden()
    assert HanabiPlayer(ann).hand(1) == before
    assert ann.ply == bo.ply == 1
    HanabiPlayer(other).clue(1 - HanabiPlayer(other).seat, None)
    acting.wait_past(1)


HEADINGS = {
    "en": "This browser cannot sit at a table",
    "fr": "Ce navigateur ne peut pas s’asseoir à une table",
    "es": "Este navegador no puede sentarse a una mesa",
    "de": "Dieser Browser kann an keinem Tisch sitzen",
}


def test_a_browser_without_websocket_shows_what_to_do(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    table = ann.page.url
    ann.page.add_init_script("delete window.WebSocket")
    for language, heading in HEADINGS.items():
        ann.page.goto(f"{table}?lang={language}")
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(ann.page.locator("main li")).to_have_count(2)
    ann.page.get_by_role("link", name="Meine Partien").click()
    expect(ann.page.get_by_role("heading", name="Meine Partien")).to_be_visible()


def test_blocked_sockets_are_reported_and_retried(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    table = ann.page.url.removeprefix(server.url)
    with without_sockets(server.url) as proxy:
        ann.expected.append(re.compile("WebSocket connection to .* failed"))
        ann.page.goto(proxy.url + table)
        heading = ann.page.get_by_role("heading", name="Something is blocking the moves")
        expect(heading).to_be_visible()
        expect(ann.page.get_by_text("let WebSocket through to 127.0.0.1")).to_be_visible()
        proxy.refusing = False
        expect(ann.board).to_be_visible()
