"""Every section of the booklets that holds a rule is cited by a test, and every rule test cites."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from hanamichi.hanabi import HanabiAction, HanabiEvent, HanabiOptions
from hanamichi.hanabi.state import Termination
from tests.hanabi.strategies import play_out
from tests.hanabi.table import options

HERE = Path(__file__).parent

# These test the engine, not a rule of a booklet; every other file of this folder must cite.
ABOUT_THE_ENGINE = {
    "test_knowledge.py",
    "test_notation.py",
    "test_properties.py",
    "test_refusals.py",
    "test_rule_coverage.py",
}
RULE_TESTS = sorted(path for path in HERE.glob("test_*.py") if path.name not in ABOUT_THE_ENGINE)
NO_BOOKLET = {"test_touch_rules.py"}
"""Tests of rules that only hanab.live has; they cite its variants."""

SECTIONS = {
    "000": {
        "Matériel",
        "But du jeu",
        "Mise en place",
        "La partie",
        "Donner une information",
        "Défausser une carte",
        "Jouer une carte",
        "Composition des feux d'artifice",
        "Fin de partie",
        "Score",
        "Conseils",
        "Augmenter la difficulté",
        "Avalanche de couleurs",
    },
    "001": {
        "Matériel",
        "But du jeu",
        "Préparation du jeu",
        "La partie",
        "Donner une information",
        "Défausser une carte",
        "Jouer une carte",
        "Composition des feux d'artifice",
        "Bonus pour un feu complet",
        "Fin de partie",
        "Score",
        "Conseils",
        "Bouquet final",
        "Avalanche de couleurs",
        "Poudre noire",
        "5 flamboyants",
        "Combiner les extensions",
    },
    "002": {
        "Material",
        "Aim of the game",
        "Getting ready",
        "The game",
        "Giving a piece of information",
        "Discarding a card",
        "Playing a card",
        "How the fireworks are made up",
        "Bonus for a complete firework",
        "End of the game",
        "Score",
        "Advice",
        "Crowning piece",
    },
    # the project's own page, where the booklets are silent
    "RULES": {
        "Common to all three",
        "What differs",
        "Final bouquet",
        "Black powder",
        "Five flamboyants",
        "Research tables",
    },
}


def rule_tests() -> Iterator[tuple[str, str]]:
    """The name and the docstring of every test of a rule."""
    for path in RULE_TESTS:
        if path.name in NO_BOOKLET:
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", ast.get_docstring(node) or ""


def citations(docstring: str) -> list[tuple[str, str]]:
    """`000 Score; 001 Score.` as pairs of a booklet and a section."""
    pairs = (part.strip().partition(" ") for part in docstring.removesuffix(".").split(";"))
    return [(booklet, section) for booklet, _, section in pairs]


def test_every_rule_test_cites_sections_that_exist() -> None:
    wrong = {
        test: docstring
        for test, docstring in rule_tests()
        if not all(section in SECTIONS.get(book, ()) for book, section in citations(docstring))
    }
    assert wrong == {}


def test_every_section_with_rules_is_cited() -> None:
    cited = {citation for _, docstring in rule_tests() for citation in citations(docstring)}
    everything = {(booklet, name) for booklet, names in SECTIONS.items() for name in names}
    assert everything - cited == set()


def test_every_option_is_used_by_some_rule_test() -> None:
    text = "".join(path.read_text("utf-8") for path in RULE_TESTS)
    assert [name for name in HanabiOptions.__struct_fields__ if f"{name}=" not in text] == []


def test_random_play_reaches_every_action_event_and_end() -> None:
    """The property tests reach everything."""
    actions, events, ends = set(), set(), set()
    for seed in range(120):
        rules = options(
            flamboyants=bool(seed % 3),
            avalanche=("none", "sixth", "wild")[seed % 5 % 3],
            black_powder=bool(seed % 2),
            final_bouquet=bool(seed % 4 == 0),
            clue_tokens=1 + seed % 8,
            deck_play=True,
        )
        game = play_out(rules, 2 + seed % 4, seed, (0.95, 1.0, 0.5)[seed % 3])
        actions |= {type(step.action) for step in game.steps}
        events |= {type(event) for event in game.match.events}
        ends.add(game.match.state.ended)
    assert actions == set(get_args(HanabiAction))
    assert events == set(get_args(HanabiEvent))
    # random play does not run out of cards and tokens: see test_final_bouquet.py
    assert ends == set(get_args(Termination)) - {"no-action"}
