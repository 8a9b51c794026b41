"""Games played from the accessibility tree alone."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tests.browser.conftest import NewPerson
from tests.browser.person import Tab
from tests.browser.server_process import ServerProcess

_LINE = re.compile(r"^(?P<depth> *)- '?(?P<role>[a-z]+)(?: \"(?P<name>.*?)\")?(?P<more>.*)$")


class Node(NamedTuple):
    """A line of the tree."""

    depth: int
    role: str
    name: str
    more: str


class Tree:
    """The page as assistive technology gets it."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.nodes = [
            Node(len(found["depth"]), found["role"], found["name"] or "", found["more"])
            for line in tab.page.locator("body").aria_snapshot().splitlines()
            if (found := _LINE.match(line))
        ]

    def buttons(self, within: str) -> list[str]:
        """The names of the buttons inside a node of this name."""
        names: list[str] = []
        inside: int | None = None
        for node in self.nodes:
            if inside is not None and node.depth <= inside:
                inside = None
            if inside is None and re.match(within, node.name):
                inside = node.depth
            elif inside is not None and node.role == "button" and "[disabled]" not in node.more:
                names.append(node.name)
        return names

    def texts(self) -> str:
        """All text, joined."""
        return self.tab.page.locator("body").aria_snapshot()

    def press(self, name: str, within: str) -> None:
        """Click the first button of this name."""
        area = self.tab.page.get_by_label(re.compile(within)).first
        area.get_by_role("button", name=name, exact=True).first.click()


def hanabi_turn(tab: Tab) -> None:
    """Play what must fit, otherwise clue, otherwise discard."""
    ply, tree = tab.ply, Tree(tab)
    heights = {
        suit: 5 if state == "complete" else 0 if state == "not begun" else int(state[0])
        for suit, state in re.findall(r"(\w+): (complete|not begun|\d of 5)", tree.texts())
    }
    for card in tree.buttons("Your hand"):
        certain = re.search(r"must be (\w+) (\d)", card)
        if certain and heights[certain.group(1)] == int(certain.group(2)) - 1:
            tree.press(card, "Your hand")
            Tree(tab).press("Play", "Your turn")
            return tab.wait_past(ply)
    others = [node.name for node in tree.nodes if node.name.startswith("Hand of")]
    tokens = int(re.findall(r"Clue tokens: (\d)", tree.texts())[0])
    if tokens:
        wanted = [
            (hand, card)
            for hand in others
            for card in tree.buttons(hand)[1:]
            if (face := re.search(r", (\w+) (\d)", card))
            and heights[face.group(1)] == int(face.group(2)) - 1
            and "told" not in card
        ]
        hand, card = wanted[0] if wanted else (others[0], tree.buttons(others[0])[1])
        tree.press(card, hand)
        clue = next(name for name in Tree(tab).buttons("Your turn") if ": touches" in name)
        tree.press(clue, "Your turn")
        tell = next(name for name in Tree(tab).buttons("Your turn") if name.startswith("Tell "))
        tree.press(tell, "Your turn")
        return tab.wait_past(ply)
    tree.press(tree.buttons("Your hand")[0], "Your hand")
    Tree(tab).press("Discard", "Your turn")
    return tab.wait_past(ply)


def test_a_game_of_hanabi_is_played_from_the_tree(server: ServerProcess, person: NewPerson) -> None:
    ann = person("Ann", knowledge="deductions")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    while ann.wait_for_turn():
        hanabi_turn(ann)
    assert server.record(ann.table_id).result is not None


def koikoi_turn(tab: Tab) -> None:
    """Capture what is possible, and stop whenever possible."""
    ply, tree = tab.ply, Tree(tab)
    asked = tree.buttons("Your turn")
    for answer in ("Keep my hand", "Take ", "Stop: "):
        if named := [name for name in asked if name.startswith(answer)]:
            tree.press(named[0], "Your turn")
            return tab.wait_past(ply)
    months = {re.findall(r"month (\d+)", card)[0] for card in tree.buttons("Field")}
    hand = tree.buttons("Your hand")
    fits = [card for card in hand if re.findall(r"month (\d+)", card)[0] in months]
    tree.press((fits or hand)[0], "Your hand")
    ways = Tree(tab).buttons("Your turn")
    way = next(name for name in ways if name == "Play" or name.startswith("Capture "))
    tree.press(way, "Your turn")
    return tab.wait_past(ply)


@pytest.mark.parametrize("server", [3], indirect=True)
def test_a_round_of_koikoi_is_played_from_the_tree(
    server: ServerProcess, person: NewPerson
) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Koi-Koi (Nintendo)")
    ann.page.get_by_label("Rounds").fill("1")
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    while ann.wait_for_turn() and not ann.page.locator("[data-result]").count():
        koikoi_turn(ann)
    Tree(ann).press("See the table", "Round 1 is over")
    assert server.record(ann.table_id).result is not None
