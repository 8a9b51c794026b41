"""What is said of a move that lost something, and what kind of mistake it was."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from hanamichi.koikoi import KoiKoiAction, KoiKoiView, Phase
from hanamichi.koikoi.actions import CALL_KOI_KOI, KEEP, STOP, SWAP
from hanamichi.koikoi.notation import parse_action
from hanamichi.review.koikoi.remarks import remark_on
from hanamichi.review.koikoi.verdicts import accuracy_of, counted_loss, verdict_of
from hanamichi.words import LANGUAGES, why
from tests.koikoi.tables import GAME, NINTENDO, Table, position

RIBBONS = "4R 5R 7R 11R 1R 4a 5a 7a 11a 2a"
"""Five ribbons, worth a point."""
NAMES = ("Ana", "Fox")


def deciding(
    hand: str = "1a 3a 8a 12a 9a",
    *,
    theirs: str = "10a 6a",
    mine: str = RIBBONS,
    scores: tuple[int, int] = (0, 0),
    number: int = 1,
) -> KoiKoiView:
    """Seat 0 has five ribbons, and may stop or call."""
    other = " ".join(["2b", "4b", "6b", "8b", "10b"][: len(hand.split())])
    table = position(
        NINTENDO,
        hands=(hand, other),
        field="1b 3b 9b",
        captures=(mine, theirs),
        phase=Phase.DECIDE,
        asked=(1, 0),
        number=number,
    )
    return view_of(Table(structs.replace(table.state, scores=scores), ()))


def view_of(table: Table) -> KoiKoiView:
    return GAME.view(table.state, 0)


def said(view: KoiKoiView, chosen: KoiKoiAction, better: KoiKoiAction, loss: float = 0.14) -> str:
    """The kind, the code and the English sentence."""
    remark = remark_on(view, chosen, better, loss)
    assert remark is not None
    kind, reason = remark
    for lang in LANGUAGES:
        for reader in (0, 1):
            assert why(
                "koikoi",
                reason.code,
                reason.facts,
                lang,
                names=NAMES,
                reader=reader,
                section="review",
            )
    sentence = why(
        "koikoi", reason.code, reason.facts, "en", names=NAMES, reader=0, section="review"
    )
    return f"{kind}: {reason.code}: {sentence}"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"hand": "1a 3a", "theirs": "9A 9a"},
            "late-stop: called-threat: You called with 2 cards left and Fox one card away from "
            "moon viewing: 14% of the match.",
        ),
        ({"hand": "1a", "theirs": "9A 9a"}, "late-stop: called-threat-last: "),
        ({"hand": "1a 3a"}, "late-stop: called-few-cards: You called with only 2 cards left"),
        ({"hand": "1a"}, "late-stop: called-last-card: "),
        ({}, "late-stop: called-too-much: You called, though the points in hand (1)"),
        ({"number": 12, "scores": (3, 3)}, "late-stop: called-when-won: Stopping would have won"),
        ({"number": 12, "scores": (3, 4)}, "late-stop: called-too-much: "),
    ],
)
def test_a_call_that_should_have_been_a_stop(changes: dict[str, Any], expected: str) -> None:
    assert said(deciding(**changes), CALL_KOI_KOI, STOP).startswith(expected)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"number": 12, "scores": (0, 9)}, "early-stop: stopped-behind: You stopped, but these"),
        (
            {},
            "early-stop: stopped-safe: You stopped while Fox was not close to any yaku",
        ),
        (
            {"mine": f"{RIBBONS} 9A 9R"},
            "early-stop: stopped-near: You stopped one card away from",
        ),
        ({"theirs": "9A 9R"}, "early-stop: stopped-early: You took the points (1) too soon"),
    ],
)
def test_a_stop_that_should_have_been_a_call(changes: dict[str, Any], expected: str) -> None:
    assert said(deciding(**changes), STOP, CALL_KOI_KOI).startswith(expected)


@pytest.mark.parametrize(
    ("table", "chosen", "better", "expected"),
    [
        (
            {"hands": ("8b 4a 2a", "1a 3a 5a"), "field": "8L 4A 12a", "captures": ("9A 9a", "")},
            "play 4a",
            "play 8b",
            "missed-yaku: missed-yaku: A yaku was yours for the taking, moon viewing",
        ),
        (
            {"hands": ("8L 4a 2a", "1a 3a 5a"), "field": "12a", "captures": ("", "9A 9a")},
            "play 8L",
            "play 4a",
            "fed-yaku: fed-last-card: You laid down the very card that Fox still needed for moon "
            "viewing (moon)",
        ),
        (
            {"hands": ("8b 4a 2a", "1a 3a 5a"), "field": "12a", "captures": ("", "9A 9a")},
            "play 8b",
            "play 4a",
            "fed-yaku: fed-way: You laid down a card (plain pampas grass) with which Fox may fetch",
        ),
        (
            {"hands": ("10A 4a 2a", "1a 3a 5a"), "field": "12a", "captures": ("", "7A 7a")},
            "play 10A",
            "play 4a",
            "fed-yaku: fed-near: You laid down a card that Fox is looking for, on the way to boar",
        ),
        (
            {"hands": ("8b 4a 2a", "1a 3a 5a"), "field": "8L 4b", "captures": ("", "9A 9a")},
            "play 4a",
            "play 8b",
            "missed-denial: missed-denial-last: Fox was one card away from moon viewing, and you",
        ),
        (
            {"hands": ("10b 4a 2a", "1a 3a 5a"), "field": "10A 4b", "captures": ("", "7A 7a")},
            "play 4a",
            "play 10b",
            "missed-denial: missed-denial: You could have taken a card that Fox wants for boar",
        ),
        (  # what lies in one's own hand nobody else can take
            {"hands": ("10A 4a 2a", "1a 3a 5a"), "field": "10b 4b", "captures": ("", "7A 7a")},
            "play 4a",
            "play 10A",
            "other-card: other-capture: There was something better for you to capture (deer)",
        ),
        (
            {"hands": ("10b 4a 2a", "1a 3a 5a"), "field": "10A 4b", "captures": ("7A 7a", "")},
            "play 4a",
            "play 10b",
            "other-card: missed-toward: You passed up a card on the way to boar, deer and "
            "butterflies (deer)",
        ),
        (
            {"hands": ("2b 4a", "1a 3a"), "field": "4b"},
            "play 2b",
            "play 4a",
            "other-card: missed-capture: You laid down a card where you could have captured one",
        ),
        (
            {"hands": ("2b 4a", "1a 3a"), "field": "4b 2a"},
            "play 2b",
            "play 4a",
            "other-card: other-capture: There was something better for you to capture (plain wis",
        ),
        (
            {"hands": ("2b 4a", "1a 3a"), "field": "4b"},
            "play 4a",
            "play 2b",
            "other-card: rather-lay: You captured where it was better to lay down a card",
        ),
        (
            {"hands": ("2b 4a", "1a 3a"), "field": "6b"},
            "play 4a",
            "play 2b",
            "other-card: other-lay: You had a better card to part with (plain plum)",
        ),
    ],
)
def test_another_card_would_have_been_better(
    table: dict[str, Any], chosen: str, better: str, expected: str
) -> None:
    view = view_of(position(NINTENDO, **table))
    actions = [parse_action(text, view) for text in (chosen, better)]
    assert said(view, actions[0], actions[1]).startswith(expected)


def test_a_gift_that_the_better_move_makes_too_is_not_named() -> None:
    view = view_of(
        position(
            NINTENDO,
            hands=("8a 8b 4a", "1a 3a 5a"),
            field="12a",
            captures=("", "9A 9a"),
        )
    )
    actions = [parse_action(text, view) for text in ("play 8a", "play 8b")]
    assert said(view, actions[0], actions[1]).startswith("other-card: other-lay: ")


def test_nothing_is_said_of_a_swap_of_unseen_hands() -> None:
    assert remark_on(deciding(), SWAP, KEEP, 0.1) is None


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0.0, "best"),
        (0.0049, "best"),
        (0.005, "good"),
        (0.02, "slip"),
        (0.05, "mistake"),
        (0.0999, "mistake"),
        (0.10, "blunder"),
    ],
)
def test_verdicts_by_loss(loss: float, verdict: str) -> None:
    assert verdict_of(loss) == verdict


def test_a_loss_within_twice_its_error_is_none() -> None:
    assert counted_loss(0.03, 0.015) == 0
    assert counted_loss(0.03, 0.0149) == 0.03


def test_accuracy_falls_with_the_mean_loss() -> None:
    assert accuracy_of([]) is None
    assert accuracy_of([0, 0, 0]) == 100
    assert accuracy_of([0.03, 0, 0]) == 50
    assert accuracy_of([0.02]) == 25
