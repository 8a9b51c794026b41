"""Animations show what happened and never block the player."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.koikoi_player import KoiKoiPlayer
from tests.browser.person import Person

SLOW = 0.02
"""The playback rate: slow enough to look at an animation."""

DELAYS = """() => Object.fromEntries([...document.querySelectorAll('[data-stage] [data-double]')]
    .map(double => [double.dataset.double, double.getAnimations()[0].effect.getTiming().delay]))"""

# The position of a copy at one of its stops.
MEETINGS = """() => Object.fromEntries([...document.querySelectorAll('[data-stage] [data-double]')]
    .map(double => {
        const frames = double.getAnimations()[0].effect.getKeyframes();
        const matrix = new DOMMatrix(frames[1].transform);
        const [x, y] = [parseFloat(double.style.left), parseFloat(double.style.top)];
        return [double.dataset.double, [Math.round(x + matrix.e), Math.round(y + matrix.f)]];
    }))"""


# Records the text of banners, which appear only briefly.
WATCH_BANNERS = """window.banners = [];
new MutationObserver(() => {
    const lines = [...document.querySelectorAll('.banner p')].map(line => line.textContent);
    const last = window.banners.at(-1) ?? [];
    if (lines.length && lines.join() !== last.join()) window.banners.push(lines);
}).observe(document, { childList: true, subtree: true });"""


def slow_down(person: Person, rate: float = SLOW) -> None:
    """Slow down every animation of the page."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": rate})


def packets(person: Person) -> list[list[str]]:
    """The visible cards of the deal, packet by packet."""
    snapshot = next(message for message in person.messages if message["type"] == "snapshot")
    events = [event for entry in snapshot["log"] for event in entry["events"]]
    dealt = [event for event in events if event["type"] in ("hand-dealt", "field-dealt")]
    return [event.get("cards") or [] for event in dealt]


def open_koikoi(person: Person) -> KoiKoiPlayer:
    """A match against a bot, at the player's turn."""
    person.play_with_bots("Koi-Koi (Nintendo)")
    assert person.wait_for_turn()
    return KoiKoiPlayer(person)


def capturing(hands: KoiKoiPlayer) -> tuple[str, str]:
    """A card of the hand, and the only field card it captures."""
    field = hands.field()
    return next(
        (card, mates[0])
        for card in hands.hand()
        if len(mates := [lying for lying in field if lying[:-1] == card[:-1]]) == 1
    )


# With this seed Ann moves first, so the whole deal is still there when her page opens.
@pytest.mark.parametrize("server", [3], indirect=True)
def test_the_deal_follows_the_booklet_and_does_not_block(person: NewPerson) -> None:
    ann = person("Ann", motion=True)
    ann.visit()
    slow_down(ann)
    ann.play_with_bots("Koi-Koi (Nintendo)")
    doubles = ann.page.locator("[data-stage] [data-double]")
    doubles.first.wait_for(state="attached")
    delays: dict[str, float] = ann.page.evaluate(DELAYS)
    when = [{delays[card] for card in packet} for packet in packets(ann) if packet]
    assert all(len(delay) == 1 for delay in when)
    assert sorted(min(delay) for delay in when) == [min(delay) for delay in when]
    assert len({min(delay) for delay in when}) == len(when)

    # Most cards are still moving; a click on an own card ends the animation.
    ann.page.keyboard.press("1")
    expect(ann.page.locator(".hand [data-card]").first).to_have_attribute("aria-pressed", "true")
    expect(doubles).to_have_count(0)


def test_a_captured_pair_meets_before_it_flies_to_the_pile(person: NewPerson) -> None:
    ann = person("Ann", motion=True)
    ann.visit()
    hands = open_koikoi(ann)
    card, mate = capturing(hands)
    ann.page.locator(f".hand [data-card='{card}']").click()
    slow_down(ann)
    ann.button("Play").click()
    ann.page.locator(f"[data-stage] [data-double='{mate}']").wait_for(state="attached")
    meetings: dict[str, list[int]] = ann.page.evaluate(MEETINGS)
    assert meetings[card] == meetings[mate]


def test_a_clue_highlights_the_cards_it_touches(person: NewPerson) -> None:
    ann = person("Ann", motion=True)
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    hands = HanabiPlayer(ann)
    other = (hands.seat + 1) % 2
    target = hands.hand(other)[0]
    ann.page.locator(f"section[data-seat='{other}'] [data-card='{target.id}']").click()
    ann.page.locator(".clue").first.click()
    touched = ann.page.locator(".touched").count()
    slow_down(ann)
    ann.page.get_by_role("button", name="Tell ").click()
    halos = ann.page.locator("[data-stage] [data-halo]")
    halos.first.wait_for(state="attached")
    assert halos.count() >= touched


@pytest.mark.parametrize("server", [5], indirect=True)
def test_a_new_yaku_shows_its_name(person: NewPerson) -> None:
    ann = person("Ann", motion=True)
    ann.context.add_init_script(WATCH_BANNERS)
    ann.visit()
    hands = open_koikoi(ann)
    while not ann.page.evaluate("window.banners.length"):
        assert hands.move()
    assert ann.page.evaluate("window.banners[0]") == ["moon viewing · 5", "flower viewing · 5"]


def test_nothing_is_animated_with_reduced_motion(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo", motion=True)
    ann.visit()
    bo.visit()
    bo.button("Settings").click()
    bo.page.get_by_role("checkbox", name="Motion").uncheck()
    bo.page.keyboard.press("Escape")
    for someone in (ann, bo):
        hands = open_koikoi(someone)
        for _ in range(2):
            assert hands.move()
        assert someone.page.locator("[data-stage]").count() == 0
