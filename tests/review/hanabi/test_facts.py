"""The facts of a review are true, complete where that can be checked, and leak nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest

from hanamichi.core import Abandonment, Match, MatchRecord, Seeded
from hanamichi.core.chance import Replayed
from hanamichi.hanabi import HANABI, HanabiMatch
from hanamichi.hanabi.actions import ColourClue, Discard, Play, PlayFromDeck, ValueClue
from hanamichi.hanabi.knowledge import deduced, efficiency, is_indispensable, is_playable
from hanamichi.hanabi.notation import parse_command
from hanamichi.hanabi.worlds import redeal
from hanamichi.review import Fact, SeatReview
from hanamichi.review.hanabi.hanabi_review import HANABI_REVIEW
from hanamichi.review.history import history_of
from hanamichi.words import LANGUAGES, why
from tests.hanabi.strategies import Played, play_out
from tests.hanabi.table import Fixed, options

NAMES = ("Ann", "Bob")
TABLES: list[dict[str, Any]] = [
    {},
    {"avalanche": "wild", "black_powder": True},
    {"avalanche": "sixth", "flamboyants": True, "deck_play": True},
    {"final_bouquet": True, "empty_clues": False},
    {"colours": ["red", "blue"], "black_powder": True, "deck_play": True, "clue_tokens": 4},
]


def facts_only(record: MatchRecord, seat: int) -> SeatReview:
    return HANABI_REVIEW.facts_only(history_of(record, seat))


def scripted(deck: str, commands: str, **changes: Any) -> MatchRecord:
    """A game of Ann and Bob with this deck, then abandoned if it is not over."""
    rules = options(first_seat=0, **changes)
    match: HanabiMatch = Match(HANABI, rules, NAMES, Fixed(deck=deck))
    for command in filter(None, map(str.strip, commands.split(","))):
        assert match.to_act is not None
        match.play(parse_command(command, match.view(match.to_act), NAMES))
    return match.record(Abandonment("vote") if match.outcome is None else None)


def told(record: MatchRecord, seat: int) -> list[tuple[int, int, str, dict[str, Any]]]:
    found = facts_only(record, seat).facts
    for fact in found:
        assert fact.reason.facts["seat"] == f"seat:{fact.seat}"
    return [
        (
            fact.ply,
            fact.seat,
            fact.reason.code,
            {name: value for name, value in fact.reason.facts.items() if name != "seat"},
        )
        for fact in found
    ]


# -- golden games ------------------------------------------------------------------------------

ANN_R1 = "r1 r1 w2 w3 w4 b1 b2 b3 b4 b5 y1 y2 y3 y4"


def test_a_card_known_to_fit_that_waits_is_told_with_its_turns() -> None:
    record = scripted(
        ANN_R1,
        "clue Bob 1, clue Ann red, clue Bob 2, clue Ann 1, clue Bob 3, clue Ann 2, discard 5",
    )
    assert told(record, 0) == [
        # clued red and 1 before her third turn: both copies are surely red 1
        (4, 0, "missed-play", {"card": "card:r1"}),
        (6, 0, "missed-play-again", {"card": "card:r1", "turns": 2}),
    ]
    review = facts_only(record, 0)
    assert [fact.kind for fact in review.facts] == [None, "missed-play"]


def test_a_gamble_has_its_chance_and_its_end() -> None:
    # of all 1s Bob's b1 is seen: 14 unseen ones, all of which fit; then red has begun
    record = scripted(ANN_R1, "clue Bob 1, clue Ann 1, play 1, clue Ann 4, play 1, play 5")
    lost = (5, 1, "points-lost", {"card": "card:b5", "points": 1, "maximum": 24})
    assert told(record, 0) == [(4, 0, "gamble-lost", {"card": "card:r1", "percent": 85}), lost]
    # Bob knew a 1 from the start, and plays a card that nobody told him about instead
    told_of_bob = [(ply, code) for ply, _, code, _ in told(record, 1)]
    assert told_of_bob == [
        (1, "missed-play"),
        (5, "gamble-lost"),
        (5, "points-lost"),
    ]


def test_a_last_copy_is_told_with_what_could_be_known() -> None:
    deck = "r5 r1 w2 w3 w4 b1 b2 b3 b4 b5 y1 y2"
    blind = scripted(deck, "clue Bob 1, clue Ann 4, discard 1")
    assert [(code, facts["card"]) for _, _, code, facts in told(blind, 0)] == [
        ("lost-last-copy-unseen", "card:r5"),
        ("points-lost", "card:r5"),
    ]
    known = scripted(deck, "clue Bob 1, clue Ann 5, discard 1")
    assert told(known, 0) == [
        (2, 0, "lost-last-copy-known", {"card": "card:r5"}),
        (2, 0, "points-lost", {"card": "card:r5", "points": 1, "maximum": 24}),
    ]
    # points lost are told to every seat
    assert told(known, 1)[-1] == told(known, 0)[-1]


def test_a_last_copy_next_to_a_dead_card() -> None:
    deck = "r1 r5 r1 w3 w4 b1 b2 b3 b4 b5 y1 y2"
    record = scripted(
        deck, "clue Bob 1, clue Ann red, clue Bob 2, clue Ann 1, play 1, clue Ann 4, discard 1"
    )
    # the red 5 was told to be red and no 1; the other red 1 is dead now
    codes = [(ply, code, facts) for ply, _, code, facts in told(record, 0) if ply == 6]
    (_, code, facts), lost = codes
    assert (code, facts) == ("lost-last-copy", {"card": "card:r5", "slot": 2})
    assert lost[1] == "points-lost"


def test_a_clue_that_says_nothing_new() -> None:
    record = scripted(
        ANN_R1, "clue Bob blue, clue Ann 5, clue Bob blue, clue Ann 5, clue Bob white"
    )
    assert told(record, 0) == [
        (2, 0, "idle-clue", {"other": "seat:1"}),
        (4, 0, "idle-clue", {"other": "seat:1"}),
    ]
    assert told(record, 1) == [(3, 1, "idle-clue", {"other": "seat:0"})]


def test_the_error_that_loses_the_game_is_told() -> None:
    record = scripted("r2 r2 w2 w3 w4 b1 b2 b3 b4 b5", "play 1", errors=1)
    (_, _, gamble, facts), lost = told(record, 0)
    assert gamble == "gamble-lost"
    assert facts["card"] == "card:r2"
    assert lost == (0, 0, "game-lost", {"maximum": 25})
    (maximum, _) = facts_only(record, 1).curves
    assert (maximum.plies, maximum.values) == ((0, 1), (25.0, 0.0))


# -- against the truth -------------------------------------------------------------------------


class Reviewed(NamedTuple):
    """A game, and its facts for each seat."""

    game: Played
    record: MatchRecord
    seats: list[SeatReview]


@pytest.fixture(scope="module")
def games() -> list[Reviewed]:
    played = (
        play_out(options(**changes), players, seed, skill)
        for place, changes in enumerate(TABLES)
        for seed, (players, skill) in enumerate([(2, 0.95), (3, 0.8), (4, 1.0), (5, 0.4)], place)
    )
    return [
        Reviewed(game, record, [facts_only(record, seat) for seat in range(len(record.players))])
        for game in played
        for record in (game.match.record(),)
    ]


def of(facts: tuple[Fact, ...], *codes: str) -> list[Fact]:
    return [fact for fact in facts if fact.reason.code in codes]


def test_facts_agree_with_the_hidden_cards(games: list[Reviewed]) -> None:
    seen: set[str] = set()
    for game, _, reviews in games:
        decided = [step for step in game.steps if HANABI.ply(step.after) > HANABI.ply(step.before)]
        for seat, review in enumerate(reviews):
            seen |= {fact.reason.code for fact in review.facts}
            for fact in review.facts:
                step = decided[fact.ply]
                assert step.seat == fact.seat
                truth = HANABI.view(step.before, None)
                match fact.reason.code:
                    case "missed-play" | "missed-play-again":
                        face = str(fact.reason.facts["card"]).removeprefix("card:").split("|")
                        fitting = [step.before.deck[card] for card in step.before.hands[seat]]
                        assert any(
                            str(card) in face and is_playable(truth, card) for card in fitting
                        )
                    case "gamble-won":
                        assert HANABI.view(step.after, None).fireworks != truth.fireworks
                    case "gamble-lost" | "gamble-hopeless":
                        assert step.after.errors > step.before.errors
                    case "lost-last-copy" | "lost-last-copy-known" | "lost-last-copy-unseen":
                        assert isinstance(step.action, Discard)
                        assert is_indispensable(truth, step.before.deck[step.action.card])
                    case "risked-last-copy" | "risked-last-copy-unseen":
                        assert isinstance(step.action, Discard)
                        assert not is_indispensable(truth, step.before.deck[step.action.card])
                    case "idle-clue":
                        assert isinstance(step.action, ColourClue | ValueClue)
                        target = step.action.target
                        assert deduced(HANABI.view(step.before, target), target) == deduced(
                            HANABI.view(step.after, target), target
                        )
                    case _:  # of all seats, and checked below
                        assert fact.kind is None
    assert len(seen) > 12


def test_no_misplay_and_no_lost_last_copy_goes_untold(games: list[Reviewed]) -> None:
    for game, _, reviews in games:
        for step in game.steps:
            facts = [f for f in reviews[step.seat].facts if f.ply == HANABI.ply(step.before)]
            codes = {fact.reason.code for fact in facts if fact.seat == step.seat}
            if (
                isinstance(step.action, Play | PlayFromDeck)
                and step.after.errors > step.before.errors
            ):
                assert codes & {"gamble-lost", "gamble-hopeless"}
            if isinstance(step.action, Discard):
                truth = HANABI.view(step.before, None)
                lost = is_indispensable(truth, step.before.deck[step.action.card])
                assert lost == any(code.startswith("lost-last-copy") for code in codes)


def test_points_out_of_reach_add_up_to_what_is_missing_at_the_end(games: list[Reviewed]) -> None:
    for game, _, (review, *_) in games:
        outcome = game.match.outcome
        assert outcome is not None
        maximum = next(curve for curve in review.curves if curve.name == "maximum")
        assert maximum.values[-1] == outcome.score
        assert list(maximum.values) == sorted(maximum.values, reverse=True)
        lost = of(review.facts, "points-lost", "points-lost-time", "points-lost-tile")
        if outcome.result != "lost":
            assert (
                sum(int(f.reason.facts["points"]) for f in lost) == outcome.maximum - outcome.score
            )
        else:
            assert of(review.facts, "game-lost")
        final = HANABI.view(game.match.state, None)
        assert review.efficiency == efficiency(final)


# -- nothing hidden, nothing random ------------------------------------------------------------


def cut(game: Played, moves: int, chance: Any) -> HanabiMatch:
    match: HanabiMatch = Match(HANABI, game.options, len(game.match.players), chance)
    for step in game.steps[:moves]:
        match.play(step.action, step.seat)
    return match


def test_what_a_seat_cannot_know_changes_none_of_its_facts(games: list[Reviewed]) -> None:
    redealt = 0
    left = Abandonment("vote")
    for number, (game, whole, seats) in enumerate(games):
        moves = (number % 5 + 3) * len(game.steps) // 8
        match = cut(game, moves, Replayed(whole.chance))
        record, ply = match.record(left), HANABI.ply(match.state)
        for seat in (0, 1):
            review = facts_only(record, seat)
            draws = redeal(record.chance, match.state, seat, Seeded(number))
            other = cut(game, moves, Replayed(draws)).record(left)
            redealt += other.chance != record.chance
            assert msgspec.json.encode(facts_only(other, seat)) == msgspec.json.encode(review)
            # what comes later changes nothing about what was before
            later = seats[seat]
            assert [f for f in later.facts if f.ply < ply] == list(review.facts)
            for curve, longer in zip(review.curves, later.curves, strict=True):
                assert longer.values[: len(curve.values)] == curve.values
    assert redealt > 30


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fact_is_a_sentence(lang: str, games: list[Reviewed]) -> None:
    for _, record, (review, *_) in games:
        for fact in review.facts:
            for reader in (None, fact.seat):
                assert why(
                    "hanabi",
                    fact.reason.code,
                    fact.reason.facts,
                    lang,
                    names=record.players,
                    reader=reader,
                    section="review",
                )
