"""Whole games in text mode alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.server_process import ServerProcess
from tests.browser.typist import Typist


def play_hanabi_by_ear(typist: Typist) -> None:
    """A careful player who reads the transcript only."""
    others = typist.type("hands")
    mine = typist.ask("hand", "Your hand")
    heights = {
        name: 5 if "complete" in state else 0 if "not" in state else int(state.split()[0])
        for name, state in re.findall(
            r"(\w+): (complete|not begun|\d of 5)", typist.ask("fireworks", "Fireworks")
        )
    }
    tokens = int(re.findall(r"Clue tokens: (\d)", typist.ask("score", "Clue tokens"))[0])
    for place, known in re.findall(r"(\d)\) unknown card([^;]*)", mine):
        told = re.search(r"told: (?:(\w+), )?(\d)", known)
        if told and told.group(1) and heights.get(told.group(1), 5) == int(told.group(2)) - 1:
            typist.type(f"play {place}")
            return
    if tokens:
        for line in others:
            name = line.removeprefix("Hand of ").partition(":")[0]
            for suit, number, told in re.findall(r"\d\) (\w+) (\d)([^;]*)", line):
                if heights[suit] == int(number) - 1 and f"{suit}, {number}" not in told:
                    typist.type(f"clue {name} {number if suit in told else suit}")
                    return
    if tokens < 8:
        typist.type("discard 1")
    else:
        name = others[0].removeprefix("Hand of ").partition(":")[0]
        clue = re.findall(r": (\w+) touches", typist.ask(f"clues {name}", "Clue to"))[0]
        typist.type(f"clue {name} {clue}")


def test_a_whole_game_of_hanabi_is_played_by_typing_alone(
    server: ServerProcess, person: NewPerson
) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    ann.page.goto(f"{ann.page.url}?mode=text")
    typist = Typist(ann)
    expect(typist.page.get_by_role("textbox")).to_be_focused()
    assert ann.page.locator(".board, .card").count() == 0
    while typist.wait_for_turn():
        play_hanabi_by_ear(typist)
    record = server.record(ann.page.url.rpartition("/table/")[2].partition("?")[0])
    assert record.result is not None
    final = typist.ask("score", r"(Every|The show|The game)")
    assert str(record.result["score"]) in final
    assert any("tells you" in line for line in typist.heard)


def play_koikoi_by_ear(typist: Typist) -> None:
    """A greedy player who calls koi-koi once."""
    state = typist.type("state")
    if any("instead of yours" in line for line in state):
        typist.type("keep")
    elif any("Which card does it capture" in line for line in state):
        typist.type("take 2")
    elif any("Stop or koi-koi" in line for line in state):
        dared = any("You call koi-koi" in line for line in typist.heard)
        typist.type("stop" if dared else "koi")
    else:
        hand = next(line for line in state if line.startswith("Your hand"))
        cards = re.split(r" cards?: ", hand)[-1].split("; ")
        places = [card.split(")")[0] for card in cards if "(meets" in card]
        answer = typist.type(f"play {places[0] if places else 1}")
        assert "cannot be played" not in answer[0]
        if answer[0].startswith("What shall"):
            typist.type("take 1")


@pytest.mark.parametrize("server", [3], indirect=True)
def test_a_whole_match_of_koikoi_is_played_by_typing_alone(
    server: ServerProcess, person: NewPerson
) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Koi-Koi (Robin Red Games)")
    ann.page.get_by_label("Rounds").fill("2")
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    ann.page.goto(f"{ann.page.url}?mode=text")
    typist = Typist(ann)
    while typist.wait_for_turn():
        play_koikoi_by_ear(typist)
    table = ann.page.url.rpartition("/table/")[2].partition("?")[0]
    scores = server.record(table).result["scores"]  # type: ignore[index]  # a finished match
    final = typist.ask("score", "Round 2 of 2")
    assert [int(points) for points in re.findall(r"(\d+) points?", final)] == scores
    assert any(
        re.match(r"(You wins?|\w+ wins) round|Round 1 is drawn", line) for line in typist.heard
    )


def test_a_hint_is_asked_for_by_typing_and_can_be_typed(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    for box in ("Hanabi (Cocktail Games)", "Koi-Koi (Nintendo)"):
        ann.page.goto("/?mode=board")
        ann.play_with_bots(box)
        ann.page.goto(f"{ann.page.url}?mode=text")
        typist = Typist(ann)
        assert typist.wait_for_turn()
        ply = ann.ply
        advice = typist.ask("hint", "A good player would type")
        typist.type(advice.partition("“")[2].partition("”")[0])
        ann.wait_past(ply)


def test_commands_next_to_the_board_move_its_cards(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.button("Settings").click()
    ann.page.get_by_label("Tables").select_option("as a board, with words to type")
    ann.page.keyboard.press("Escape")
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    ply, typist = ann.ply, Typist(ann)
    assert typist.type("play 9")[0] == "Which card, from 1 to 5?"
    name = typist.ask("hands", "Hand of").removeprefix("Hand of ").partition(":")[0]
    clue = re.findall(r": (\w+) touches", typist.ask(f"clues {name}", "Clue to"))[0]
    typist.type(f"clue {name} {clue}")
    ann.wait_past(ply)


def test_the_first_button_switches_to_text_mode_and_back(person: NewPerson) -> None:
    ann = person("Ann", locale="de-DE")
    ann.page.goto("/")
    ann.button("Mit Bots spielen: Koi-Koi (Nintendo)").click()
    ann.board.wait_for()
    ann.page.locator("body").press("Tab")
    expect(ann.button("Mit Worten spielen")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("main").get_by_role("log")).to_contain_text(
        "Tippe, was du tun möchtest"
    )
    typist = Typist(ann)
    assert "Befehl" in typist.type("singe")[0]
    typist.type("hilfe")
    field = ann.page.get_by_role("textbox")
    field.fill("brett")
    field.press("Enter")
    ann.page.locator(".middle").wait_for()
