"""Motion explains what happened, and never stands in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_hands import Hands as HanabiHands
from tests.browser.koikoi_hands import Hands as KoiKoiHands
from tests.browser.people import Person

SLOW = 0.02
"""So slow that a flight lasts as long as a test needs to look at it."""

DELAYS = """() => Object.fromEntries([...document.querySelectorAll('[data-stage] [data-double]')]
    .map(double => [double.dataset.double, double.getAnimations()[0].effect.getTiming().delay]))"""

# Where a double is at one of its stops, measured from the corner of the page.
MEETINGS = """() => Object.fromEntries([...document.querySelectorAll('[data-stage] [data-double]')]
    .map(double => {
        const frames = double.getAnimations()[0].effect.getKeyframes();
        const matrix = new DOMMatrix(frames[1].transform);
        const [x, y] = [parseFloat(double.style.left), parseFloat(double.style.top)];
        return [double.dataset.double, [Math.round(x + matrix.e), Math.round(y + matrix.f)]];
    }))"""


# Banners come and go while a player moves; this remembers what they said.
WATCH_BANNERS = """window.banners = [];
new MutationObserver(() => {
    const lines = [...document.querySelectorAll('.banner p')].map(line => line.textContent);
    const last = window.banners.at(-1) ?? [];
    if (lines.length && lines.join() !== last.join()) window.banners.push(lines);
}).observe(document, { childList: true, subtree: true });"""


def slow_down(person: Person, rate: float = SLOW) -> None:
    """Let every animation of the page take its time."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": rate})


def packets(person: Person) -> list[list[str]]:
    """The cards one saw being dealt, packet by packet, as the server told them."""
    snapshot = next(message for message in person.messages if message["type"] == "snapshot")
    events = [event for entry in snapshot["log"] for event in entry["events"]]
    dealt = [event for event in events if event["type"] in ("hand-dealt", "field-dealt")]
    return [event.get("cards") or [] for event in dealt]


def open_koikoi(person: Person) -> KoiKoiHands:
    """A match against a bot, and one's own turn."""
    person.play_with_bots("Koi-Koi (Nintendo)")
    assert person.wait_for_turn()
    return KoiKoiHands(person)


def capturing(hands: KoiKoiHands) -> tuple[str, str]:
    """A card of one's hand and the one field card it takes."""
    field = hands.field()
    return next(
        (card, mates[0])
        for card in hands.hand()
        if len(mates := [lying for lying in field if lying[:-1] == card[:-1]]) == 1
    )


def test_the_deal_follows_the_booklet_and_waits_for_nobody(person: NewPerson) -> None:
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

    # Most cards are still in the air; one's own can be taken up, and the show is over.
    ann.page.keyboard.press("1")
    expect(ann.page.locator(".hand [data-card]").first).to_have_attribute("aria-pressed", "true")
    expect(doubles).to_have_count(0)


def test_a_capture_gathers_its_pair_before_it_goes_to_the_pile(person: NewPerson) -> None:
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


def test_a_clue_lights_the_cards_it_touches(person: NewPerson) -> None:
    ann = person("Ann", motion=True)
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    hands = HanabiHands(ann)
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
def test_a_yaku_unfolds_with_its_name(person: NewPerson) -> None:
    ann = person("Ann", motion=True)
    ann.context.add_init_script(WATCH_BANNERS)
    ann.visit()
    hands = open_koikoi(ann)
    while not ann.page.evaluate("window.banners.length"):
        assert hands.move()
    assert ann.page.evaluate("window.banners[0]") == ["moon viewing · 5", "flower viewing · 5"]


def test_nothing_moves_where_stillness_is_asked_for(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo", motion=True)
    ann.visit()
    bo.visit()
    bo.button("Settings").click()
    bo.page.get_by_role("checkbox", name="Motion").uncheck()
    bo.page.keyboard.press("Escape")
    for somebody in (ann, bo):
        hands = open_koikoi(somebody)
        for _ in range(2):
            assert hands.move()
        assert somebody.page.locator("[data-stage]").count() == 0
