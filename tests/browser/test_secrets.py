"""A seat's page, socket and storage never hold what that seat may not know.

Everything a browser was told is kept while two people play; afterwards the record says what was
hidden from whom at every moment, and each frame and page is searched for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from hanamichi.core import replay
from hanamichi.hanabi import HANABI
from hanamichi.hanabi.state import HanabiState
from hanamichi.koikoi import KOIKOI
from hanamichi.koikoi.cards import CARDS
from hanamichi.koikoi.state import KoiKoiState, Phase
from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.koikoi_player import KoiKoiPlayer
from tests.browser.person import Json, Person, sit_down_together
from tests.browser.server_process import ServerProcess

KEPT = {
    "hanamichi.settings",
    "hanamichi.invitations",
    "hanamichi.seals",
    "hanamichi.visit",
}


class Moment(NamedTuple):
    """What a page shows at one ply."""

    ply: int
    own: list[str]
    """The labels of the own cards."""
    cards: list[str]
    """Every interactive card on the page."""
    html: str


def moment(someone: Person) -> Moment:
    """The current state of the page."""
    labels = "cards => cards.map(card => card.ariaLabel ?? card.title)"
    return Moment(
        someone.ply,
        someone.page.locator(".own [data-card]").evaluate_all(labels),
        someone.page.locator(".board [data-card], .mine [data-card]").evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        ),
        someone.page.content(),
    )


def positions(tab: Person) -> Iterator[Json]:
    """Every position received."""
    for message in tab.messages:
        position = message.get("position")
        if position is not None:
            yield position


def walk(node: Any) -> Iterator[Json]:
    """Every object inside a message."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


def test_a_hanabi_player_never_receives_the_face_of_an_own_card(
    server: ServerProcess, person: NewPerson
) -> None:
    ann, bo = person("Ann"), person("Bo", knowledge="deductions")
    table = sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    people, moments = [ann, bo], [[moment(ann)], [moment(bo)]]
    hands = [HanabiPlayer(ann), HanabiPlayer(bo)]
    for ply in range(24):
        acting = int(ann.attribute("to-act"))
        hands[acting].move_carefully([1 - acting])
        for seat, someone in enumerate(people):
            someone.wait_past(ply)
            moments[seat].append(moment(someone))
        if ann.is_over:
            break
    told = [list(someone.messages) for someone in people]
    end_together(ann, bo)

    states = [position.state for position in replay(HANABI, server.record(table))]
    for seat in (0, 1):
        for message in told[seat]:
            check_hanabi_message(message, seat, states)
        for shown in moments[seat]:
            assert all("unknown card" in label for label in shown.own)
            if seat == 0:
                # Ann's page shows clues only, so her own cards have no faces
                assert "must be" not in shown.html
        assert set(people[seat].stored()) <= KEPT


def check_hanabi_message(message: Json, seat: int, states: list[HanabiState]) -> None:
    """No id comes with a face while its card is in the own hand or in the deck."""
    position = message.get("position")
    if position is not None:
        state = states[position["ply"]]
        hidden = {*state.hands[seat], *range(state.drawn, len(state.deck))}
        for held in position["view"]["hands"][seat]:
            assert held.get("face") is None
        for thing in walk(position["view"]):
            assert not (thing.get("id") in hidden and thing.get("face"))
    for thing in walk(message.get("entries", message.get("log", []))):
        match thing.get("type"):
            case "hand-dealt" if thing["seat"] == seat:
                assert thing["faces"] is None
            case "card-drawn" if thing["seat"] == seat:
                assert thing["face"] is None
            case _:
                pass


@pytest.mark.parametrize("server", [11], indirect=True)
def test_a_koikoi_player_never_receives_a_card_of_the_other_hand_or_of_the_stock(
    server: ServerProcess, person: NewPerson
) -> None:
    ann, bo = person("Ann"), person("Bo")
    table = sit_down_together(ann, bo, "Koi-Koi (Robin Red Games)")
    people, moments = [ann, bo], [[moment(ann)], [moment(bo)]]
    hands = [KoiKoiPlayer(ann), KoiKoiPlayer(bo)]
    for _ in range(16):
        acting = int(ann.attribute("to-act"))
        ply = ann.ply
        hands[acting].move()
        for seat, someone in enumerate(people):
            someone.wait_past(ply)
            hands[seat].read_results()
            moments[seat].append(moment(someone))
    told = [list(someone.messages) for someone in people]
    end_together(ann, bo)

    states = [position.state for position in replay(KOIKOI, server.record(table))]
    for seat in (0, 1):
        for message in told[seat]:
            if message.get("position") is not None:
                check_koikoi_message(message, hidden_from(states[message["position"]["ply"]], seat))
        for shown in moments[seat]:
            assert not set(shown.cards) & hidden_from(states[shown.ply], seat)
        assert set(people[seat].stored()) <= KEPT


def hidden_from(state: KoiKoiState, seat: int) -> set[str]:
    """The other hand and the stock; before the swap decision, the own hand too."""
    round_ = state.round
    hidden = [*round_.hands[1 - seat], *round_.stock]
    if round_.phase is Phase.SWAP:
        hidden += round_.hands[seat]
    shown = round_.shown[1 - seat]
    return {CARDS[index].value for index in hidden if not shown >> index & 1}


def check_koikoi_message(message: Json, hidden: set[str]) -> None:
    """No hidden card is named in the view, nor in what happened since the cards were dealt.

    `ruled_out` and the outlook on yaku name cards that nobody sees, without saying where they are.
    """
    view = {**message["position"]["view"], "ruled_out": None, "results": None}
    entries: list[Json] = message.get("entries") or message.get("log") or []
    events: list[Json] = [event for entry in entries for event in entry["events"]]
    starts = [
        place
        for place, event in enumerate(events)
        if event["type"] in ("round-started", "deal-voided")
    ]
    since_deal = events[starts[-1] :] if starts else events
    named = set(words(view)) | set(words(since_deal)) | set(words(message["position"]["legal"]))
    assert not named & hidden


def words(node: Any) -> Iterator[str]:
    """Every text in a message."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from words(value)
    elif isinstance(node, list):
        for value in node:
            yield from words(value)


def end_together(first: Person, second: Person) -> None:
    """End the match by agreement, so that its record is public."""
    if first.is_over:
        return
    first.button("Menu").click()
    first.button("Ask to end the match here").click()
    second.button("Agree").click()
    first.button("Play again").wait_for()


def test_a_spectator_receives_no_hidden_card_at_all(person: NewPerson) -> None:
    ann, eve = person("Ann"), person("Eve")
    ann.visit()
    ann.play_with_bots("Koi-Koi (Nintendo)")
    eve.visit()
    eve.page.goto(ann.page.url)
    eve.board.wait_for()
    hands = KoiKoiPlayer(ann)
    for _ in range(4):
        hands.move()
    eve.wait_past(ann.ply - 1)
    own = set(hands.hand()) if ann.attribute("phase") == "play" else set()
    for position in positions(eve):
        assert position["view"]["hands"] == [None, None]
        assert position["legal"] == []
    last = [*positions(eve)][-1]["view"]
    assert not own & set(words({**last, "ruled_out": None, "results": None}))
    assert msgspec.json.encode(eve.stored()).count(b"seat") == 0
