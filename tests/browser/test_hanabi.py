"""Whole games of Hanabi in the browser."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import expect

from hanamichi.catalog import new_match
from hanamichi.core import Seeded, replay
from hanamichi.hanabi import (
    HANABI,
    ColourClue,
    Discard,
    HanabiAction,
    Play,
    RecoverCard,
    ReturnCard,
    ValueClue,
    knowledge,
)
from hanamichi.hanabi.cards import Card, Suit
from hanamichi.hanabi.rules import HanabiMatch
from hanamichi.hanabi.tiles import Tile
from hanamichi.hanabi.view import HanabiView
from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer
from tests.browser.person import Person, sit_down_together
from tests.browser.server_process import ServerProcess


def test_two_people_play_a_whole_game_by_the_interface_alone(
    server: ServerProcess, person: NewPerson
) -> None:
    ann, bo = person("Ann", knowledge="deductions"), person("Bo", knowledge="deductions")
    table = sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    hands = [HanabiPlayer(ann), HanabiPlayer(bo)]
    moves = 0
    while ann.wait_until_it_moves(moves) and not ann.is_over:
        acting = hands[int(ann.attribute("to-act"))]
        acting.tab.wait_past(moves - 1)
        acting.move_carefully([1 - acting.seat])
        moves += 1
    assert moves > 40
    expect(ann.page.locator("[data-score]")).to_be_visible()
    expect(bo.page.locator("[data-score]")).to_be_visible()
    record = server.record(table)
    *_, last = replay(HANABI, record)
    assert len(record.moves) == moves
    assert record.result is not None
    for tab in (ann, bo):
        shown = tab.page.locator("[data-score]").get_attribute("data-score")
        assert shown == str(record.result["score"])
        assert sum(HanabiPlayer(tab).fireworks().values()) == sum(last.state.fireworks)


EXTENSIONS = {"avalanche": "wild", "black_powder": True, "flamboyants": True}
CHOOSING = {Tile.COLOUR_CLUE, Tile.VALUE_CLUE, Tile.RETURN_CARD, Tile.RECOVER_CARD}
# Records the animation of every completed firework.
WATCH_BURSTS = """window.bursts = [];
new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(node => {
    if (node.dataset?.burst) window.bursts.push(node.dataset.burst);
}))).observe(document, { childList: true, subtree: true });"""
SEED = 190
"""Under this seed, `best_move` completes every firework and meets every bonus tile."""


@pytest.mark.parametrize("server", [SEED], indirect=True)
def test_a_game_with_all_three_extensions_to_its_end(
    server: ServerProcess, person: NewPerson
) -> None:
    ann, bo = person("Ann"), person("Bo", motion=True)
    bo.context.add_init_script(WATCH_BURSTS)
    ann.visit()
    ann.customise("Hanabi Grands Feux")
    page = ann.page
    page.get_by_label("Multicolour cards").select_option("wild")
    page.get_by_role("switch", name="Black powder", exact=True).check()
    page.get_by_role("switch", name="Five flamboyants").check()
    page.locator(".pill", has_text="2").click()
    page.get_by_label("Seat 2").select_option("A friend, by link")
    ann.button("Open the table").click()
    link = page.get_by_label("Invite friends").input_value()
    bo.join(link)
    ann.start()
    bo.board.wait_for()

    # The same match, dealt here: the test sees all cards, to reach every tile.
    truth: HanabiMatch = new_match("hanabi/grands-feux", 2, options=EXTENSIONS, chance=Seeded(SEED))
    people = [HanabiPlayer(ann), HanabiPlayer(bo)]
    choices = set()
    while truth.outcome is None:
        assert truth.to_act is not None
        acting = people[truth.to_act]
        acting.tab.wait_past(truth.state.ply - 1)
        action = best_move(truth)
        choices.add(truth.state.pending)
        make(acting, action)
        truth.play(action)
    assert choices == {None, *CHOOSING}
    assert set(truth.state.used_tiles) == set(Tile)
    for tab in (ann, bo):
        shown = tab.page.locator("[data-score]")
        expect(shown).to_have_attribute("data-score", str(truth.outcome.scores[0]))
        expect(shown).to_contain_text("black powder")
    full = {suit for suit, height in HanabiPlayer(bo).fireworks().items() if height == 5}
    assert full
    assert set(bo.page.evaluate("() => window.bursts")) == full
    record = server.record(ann.table_id)
    assert record.result == msgspec.json.decode(msgspec.json.encode(truth.outcome))


def best_move(match: HanabiMatch) -> HanabiAction:
    """A good move with full information."""
    state, legal = match.state, match.legal_actions()
    view = match.view(None)
    if state.pending is not None:
        return legal[0]
    faces = {card: state.deck[card] for hand in state.hands for card in hand}
    plays = [move for move in legal if isinstance(move, Play)]
    fitting = [move for move in plays if knowledge.is_playable(view, faces[move.card])]
    if fitting:
        # 5s last: tiles that come late find more discards
        return min(fitting, key=lambda move: faces[move.card].step)
    discards = [move for move in legal if isinstance(move, Discard)]
    useless = [move for move in discards if _is_useless(view, faces, move.card)]
    if useless and state.clue_tokens < 5:
        return useless[0]
    clues = [move for move in legal if isinstance(move, ColourClue | ValueClue)]
    if clues:
        return clues[0]
    safe = [m for m in discards if not knowledge.is_indispensable(view, faces[m.card])]
    return (useless or safe or discards)[0]


def _is_useless(view: HanabiView, faces: dict[int, Card], card: int) -> bool:
    held = [face for other, face in faces.items() if other != card]
    return knowledge.is_dead(view, faces[card]) or faces[card] in held


def make(hands: HanabiPlayer, action: HanabiAction) -> None:
    """The same move, by clicking on the page."""
    match action:
        case Play(card):
            hands.play(card)
        case Discard(card):
            hands.discard(card)
        case ColourClue(target, colour):
            hands.clue(target, None, colour.value)
        case ValueClue(target, value):
            hands.clue(target, None, str(value))
        case ReturnCard(card):
            hands.choose_face(f"Shuffle {named(card)} into the deck")
        case RecoverCard(card):
            hands.choose_face(f"Play {named(card)} from the discards")
        case _:
            raise AssertionError(f"no button for {action}")


def named(face: Card) -> str:
    """A face as the page names it."""
    name = "black powder" if face.suit is Suit.POWDER else face.suit.value
    return f"{name} {face.number}"


def test_deductions_appear_as_soon_as_they_are_switched_on(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    hands = HanabiPlayer(ann)
    assert not any(card.possible for card in hands.hand(hands.seat))
    ann.button("Menu").click()
    ann.button("Settings").click()
    ann.page.get_by_label("My Hanabi cards show").select_option("deductions")
    ann.page.keyboard.press("Escape")
    own = ann.page.locator(f"section[data-seat='{hands.seat}'] button.held").first
    expect(own).to_have_accessible_name(re.compile("can be|must be"))
    ann.page.reload()
    expect(own).to_have_accessible_name(re.compile("can be|must be"))


def test_a_card_is_played_by_dragging_it_to_the_fireworks_and_by_keys(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    hands = HanabiPlayer(ann)
    ply, card = ann.ply, hands.hand(hands.seat)[0].id
    ann.page.locator(f".own [data-card='{card}']").drag_to(ann.page.locator("section.sky"))
    ann.wait_past(ply)
    assert card not in [shown.id for shown in hands.hand(hands.seat)]

    assert ann.wait_for_turn()
    ply, card = ann.ply, hands.hand(hands.seat)[1].id
    ann.page.keyboard.press("2")
    ann.page.keyboard.press("p")
    ann.wait_past(ply)
    assert card not in [shown.id for shown in hands.hand(hands.seat)]


def test_others_see_a_rearranged_hand_but_no_notes(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    mine, theirs = HanabiPlayer(ann), HanabiPlayer(bo)
    before = [card.id for card in mine.hand(0)]
    mine.select(before[0])
    ann.button("Move right").click()
    moved = [before[1], before[0], *before[2:]]
    expect(bo.page.locator("section[data-seat='0'] [data-card]").first).to_have_attribute(
        "data-card", str(moved[0])
    )
    assert [card.id for card in theirs.hand(0)] == moved

    ann.page.locator(f".own [data-card='{moved[4]}']").drag_to(
        ann.page.locator(f".own [data-card='{moved[0]}']")
    )
    expect(bo.page.locator("section[data-seat='0'] [data-card]").first).to_have_attribute(
        "data-card", str(moved[4])
    )

    mine.select(before[2])
    ann.button("Note").click()
    ann.page.get_by_placeholder("Only you see this").fill("chop ✂️ שלום")
    ann.button("Save").click()
    expect(ann.page.locator(f".own [data-card='{before[2]}']")).to_have_attribute(
        "aria-label", f"Card {3 + 1}, unknown card, Note: chop ✂️ שלום"
    )
    assert "chop" not in bo.page.content()
    assert not any("chop" in frame for frame in bo.frames)


def test_a_clue_shows_what_it_touches_before_it_is_given(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    acting, other = (ann, bo) if ann.attribute("to-act") == "0" else (bo, ann)
    hands = HanabiPlayer(acting)
    target = 1 - hands.seat
    card = hands.hand(target)[0]
    number = card.face.split()[1] if card.face else ""
    acting.page.locator(f"section[data-seat='{target}'] [data-card='{card.id}']").click()
    acting.page.locator(f".clue[aria-label^='{number}:']").click()
    lit = acting.page.locator(".touched")
    matching = [shown for shown in hands.hand(target) if (shown.face or "").endswith(number)]
    expect(lit).to_have_count(len(matching))
    assert acting.ply == 0, "nothing is given before it is confirmed"
    acting.page.get_by_role("button", name="Tell ").click()
    acting.wait_past(0)
    other.wait_past(0)
    told = [shown for shown in HanabiPlayer(other).hand(target) if shown.told]
    assert [shown.id for shown in told] == [shown.id for shown in matching]
    expect(other.page.locator(".log li").first).to_contain_text(f"tells you: {number}")


def test_moves_are_taken_back_only_when_all_agree(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    acting, other = (ann, bo) if ann.attribute("to-act") == "0" else (bo, ann)
    hands = HanabiPlayer(acting)
    hands.clue(1 - hands.seat, hands.hand(1 - hands.seat)[0].id)

    ask_back(acting)
    other.button("Refuse").click()
    expect(acting.page.get_by_text("to take a move back.")).to_be_hidden()
    assert acting.ply == 1

    ask_back(acting)
    other.button("Agree").click()
    expect(acting.board).to_have_attribute("data-ply", "0")
    expect(other.board).to_have_attribute("data-ply", "0")
    expect(other.page.locator(".log .removed")).to_have_count(1)


def ask_back(someone: Person) -> None:
    """Propose to take the last move back, in the menu."""
    someone.button("Menu").click()
    someone.button("Ask to take my last move back").click()


def test_the_end_offers_a_rematch_and_the_record(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Hanabi (Les XII Singes)")
    ann.page.get_by_label("Errors").fill("1")
    ann.page.get_by_label("Errors").press("Tab")
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    hands = HanabiPlayer(ann)
    while ann.wait_for_turn():
        hands.play(hands.hand(hands.seat)[0].id)
    old = ann.table_id
    ann.button("Menu").click()
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
    ann.page.keyboard.press("Escape")
    ann.button("Play again").click()
    ann.page.wait_for_function("old => !location.pathname.endsWith(old)", arg=old)
    ann.board.wait_for()
    expect(ann.page.locator(".own [data-card]")).to_have_count(5)
