"""The judgement of Hanabi: right where that can be solved, blind to hidden cards, repeatable."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, cast

import msgspec
import numpy as np
import pytest

from hanamichi.bots.bot import Bot, Reason, Sight
from hanamichi.bots.hanabi import CasualBot, CompanionBot, ExpertBot, NoviceBot
from hanamichi.core import Abandonment, Match, MatchRecord, Seat, Seeded
from hanamichi.core.chance import Replayed
from hanamichi.hanabi import HANABI, HanabiMatch, HanabiOptions, HanabiView
from hanamichi.hanabi.actions import Discard, Play
from hanamichi.hanabi.knowledge import is_indispensable, is_playable
from hanamichi.hanabi.worlds import redeal
from hanamichi.review import Moment
from hanamichi.review.hanabi.comparison import Effort, compare
from hanamichi.review.hanabi.crane_company import CraneCompany
from hanamichi.review.hanabi.cranes import Cranes
from hanamichi.review.hanabi.judgement import Judgement, judge_with
from hanamichi.review.hanabi.mistakes import better_move, mistake
from hanamichi.review.hanabi.own_hand import OwnHand
from hanamichi.review.hanabi.public_course import view_at
from hanamichi.review.hanabi.verdicts import accuracy_of, counted_loss, verdict_of
from hanamichi.review.history import history_of
from hanamichi.words import LANGUAGES, why
from hanamichi.words.catalogue import words
from tests.hanabi.table import options
from tests.review.hanabi.exhaustive import Ending

QUICK = Effort(seed=0, listed=30, rounds=((8, 3),), final=4)
TABLES: list[tuple[HanabiOptions, int]] = [
    (options(avalanche="wild", black_powder=True, flamboyants=True), 2),
    (options(final_bouquet=True, empty_clues=False), 4),
    (options(avalanche="sixth", deck_play=True, clue_tokens=5, errors=2), 5),
]


def played(
    rules: HanabiOptions, players: int, seed: int, bots: list[Bot], plies: int = 200
) -> HanabiMatch:
    """A match of bots, to its end or for a number of plies."""
    match: HanabiMatch = Match(HANABI, rules, players, Seeded(seed))
    chance = Random(seed)
    while (seat := match.to_act) is not None and HANABI.ply(match.state) < plies:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bots[seat].choose(sight, chance).action)
    return match


def judged(record: MatchRecord, seat: int, bot: str | None = None) -> Judgement:
    company = (bot,) * len(record.players)
    return judge_with(history_of(record, seat, company), QUICK, lambda _: None)


def again(match: HanabiMatch, plies: int, chance: Any) -> HanabiMatch:
    """The same moves with other random orders."""
    other: HanabiMatch = Match(HANABI, match.options, len(match.players), chance)
    for move in match.record().moves[:plies]:
        other.play(HANABI.parse_action(move.action))
    return other


# -- against a solver written apart ---------------------------------------------------------------


def test_endings_are_worth_what_an_exhaustive_solver_says() -> None:
    rules = options(colours=["red", "blue"], first_seat=0, clue_tokens=4)
    solved = differing = 0
    for seed in range(10):
        record = played(rules, 2, seed, [CompanionBot(), CasualBot()]).record()
        history = history_of(record, seed % 2)
        moments = {moment.ply: moment for moment in judged(record, seed % 2).moments}
        for seen in history.own:
            view = seen.sight.view
            assert isinstance(view, HanabiView)
            if view.deck > 1 or len(seen.sight.legal) == 1:
                continue
            ending = Ending(record, history, seen)
            if ending.worlds <= 6:
                solved += 1
                differing += _check_ending(ending, moments[seen.ply], seen.sight)
    assert solved >= 5
    assert differing >= 2


def _check_ending(ending: Ending, moment: Moment, sight: Sight) -> bool:
    """Compare with the solver; whether the choice mattered."""
    solved = {action: ending.value(action) for action in sight.legal}
    for each in moment.alternatives:
        assert each.value == pytest.approx(
            float(solved[HANABI.parse_action(each.action)]), abs=0.001
        )
        assert each.error == 0
    best = solved[HANABI.parse_action(moment.alternatives[0].action)]
    assert best == max(solved.values())  # also of the actions that were not listed
    loss = best - solved[HANABI.parse_action(moment.action)]
    assert moment.loss == pytest.approx(float(loss), abs=0.001)
    return len(set(solved.values())) > 1


def test_sampled_values_agree_with_many_more_worlds() -> None:
    match = played(options(), 3, 4, [CompanionBot() for _ in range(3)])
    seen = history_of(match.record(), 1).own[5]
    position = CraneCompany(match.options, 3, 1).position(seen.sight, 1)
    assert position is not None
    effort = Effort(seed=0, listed=1, rounds=((4, 16),), final=100)
    compared = compare(position, position.choice, effort)
    best = compared.options[0]
    moves = np.array([best.move, *(option.move for option in compared.options[1:4])])
    scores = position.scores(moves, 5000, 300)
    for place, option in enumerate(compared.options[:4]):
        gap = scores[:, place] - scores[:, 0]
        spread = np.hypot(option.error, gap.std() / len(gap) ** 0.5)
        assert abs(gap.mean() - (option.value - best.value)) <= 4 * spread + 1e-9
    assert abs(scores.mean(axis=0)[0] - best.value) < 5 * scores[:, 0].std() / 100**0.5


# -- people with conventions of their own ---------------------------------------------------------


def strangers_by_ply(
    record: MatchRecord, company: tuple[str | None, ...], seat: Seat = 1
) -> list[tuple[Seat, ...]]:
    """Whose clues are taken literally, as one seat sees it, after every ply."""
    history = history_of(record, seat, company)
    cranes = Cranes(history)
    return [cranes.after(seen.sight.events).strangers for seen in history.plies]


def test_a_table_that_broke_the_conventions_twice_is_taken_literally() -> None:
    record = played(options(), 3, 4, [CasualBot() for _ in range(3)]).record()
    found = strangers_by_ply(record, (None, None, None))
    change = found.index((0, 1, 2))
    assert found == [()] * change + [(0, 1, 2)] * (len(found) - change)
    assert 0 < change < len(found)


def test_breaches_of_the_reviewed_seat_count_as_crane_sees_them() -> None:
    for seed in range(3):
        match = played(options(), 2, seed, [NoviceBot(), CompanionBot()])
        crane, follower = history_of(match.record(), 1), CompanionBot()
        trusted = [
            follower.tracker_after(cast(HanabiView, seen.sight.view), seen.sight.events).trusts(0)
            for seen in crane.plies
        ]
        found = strangers_by_ply(match.record(), (None, "companion"), seat=0)
        assert found[trusted.index(False)] == (0,)


def test_cranes_keep_their_conventions_among_themselves() -> None:
    match = played(options(), 3, 4, [CasualBot(), CompanionBot(), CompanionBot()])
    assert strangers_by_ply(match.record(), (None, "companion", "companion"))[-1] == (0,)
    match = played(options(), 3, 4, [CompanionBot() for _ in range(3)])
    assert not any(strangers_by_ply(match.record(), ("companion",) * 3))


# -- nothing hidden, nothing random ---------------------------------------------------------------


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_hidden_cards_change_no_moment(rules: HanabiOptions, players: int) -> None:
    match = played(rules, players, 11, [CasualBot() for _ in range(players)])
    _check_blind(match, None)


@pytest.mark.parametrize("players", [2, 3])
def test_owls_are_judged_by_owls_and_as_blindly(players: int) -> None:
    rules = options(empty_clues=False, first_seat=0)
    match = played(rules, players, 3, [ExpertBot() for _ in range(players)], 3 * players)
    whole = _check_blind(match, "expert")
    record = match.record(Abandonment("vote"))
    assert judged(record, 1, "companion").expected != whole.expected


def _check_blind(match: HanabiMatch, bot: str | None) -> Judgement:
    """A redealt match has the same moments; a longer one the same, and more."""
    record = match.record(Abandonment("vote") if match.outcome is None else None)
    seat = 1
    whole = judged(record, seat, bot)
    moments = [moment.ply for moment in whole.moments]
    ply = moments[len(moments) // 2]
    state = again(match, ply, Replayed(record.chance)).state
    draws = redeal(record.chance, state, seat, Seeded(seat))
    assert draws != record.chance
    other = again(match, ply, Replayed(draws))
    assert other.to_act == seat
    other.play(HANABI.parse_action(record.moves[ply].action))
    cut = other.record(Abandonment("vote") if other.outcome is None else None)
    found = judged(cut, seat, bot)
    count = len(found.moments)
    assert moments[count - 1] == ply
    assert msgspec.json.encode(found.moments) == msgspec.json.encode(whole.moments[:count])
    assert found.expected == whole.expected[:count]
    return whole


def test_a_judgement_is_complete_and_always_the_same() -> None:
    match = played(options(), 2, 8, [CasualBot(), CompanionBot()])
    record = match.record()
    shares: list[float] = []
    history = history_of(record, 0)
    judgement = judge_with(history, QUICK, shares.append)
    assert judgement == judged(record, 0)
    assert [moment.ply for moment in judgement.moments] == [seen.ply for seen in history.own]
    assert len(judgement.expected) == len(judgement.moments) == len(shares)
    assert shares[-1] == 1
    assert shares == sorted(shares)
    for moment, seen in zip(judgement.moments, history.own, strict=True):
        _check_moment(moment, seen.sight)
    assert judgement.accuracy == accuracy_of(judgement.moments)


def _check_moment(moment: Moment, sight: Sight) -> None:
    actions = [HANABI.parse_action(each.action) for each in moment.alternatives]
    assert set(actions) <= set(sight.legal)
    assert len(set(actions)) == len(actions)
    assert HANABI.parse_action(moment.action) in actions
    values = [each.value for each in moment.alternatives]
    assert values == sorted(values, reverse=True)
    assert moment.alternatives[0].error == 0
    marked = moment.verdict in ("slip", "mistake", "blunder")
    assert marked == (moment.kind is not None) == (len(moment.reasons) == 2)
    for reason in moment.reasons:
        _check_said(reason)


def test_a_review_can_be_stopped() -> None:
    class Stopped(Exception):
        pass

    def stop(_: float) -> None:
        raise Stopped

    match = played(options(), 2, 8, [CasualBot(), CompanionBot()])
    with pytest.raises(Stopped):
        judge_with(history_of(match.record(), 0), QUICK, stop)


# -- names and words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "error", "verdict"),
    [
        (0.0, 0.0, "best"),
        (0.1, 0.2, "best"),
        (0.3, 0.2, "good"),
        (0.2, 0.05, "good"),
        (0.3, 0.05, "slip"),
        (0.8, 0.05, "mistake"),
        (1.5, 0.3, "blunder"),
        (1.5, 0.8, "good"),
    ],
)
def test_verdicts(difference: float, error: float, verdict: str) -> None:
    assert verdict_of(difference, error) == verdict
    marked = verdict in ("slip", "mistake", "blunder")
    assert not marked or counted_loss(difference, error) == difference


def test_every_reason_of_a_bot_can_be_said_of_a_better_move() -> None:
    known = words("en").messages
    codes = [key.split(".")[2] for key in known if key.startswith("why.hanabi.")]
    spoken = [code for code in codes if code.split("-")[0] in ("play", "discard", "clue", "tile")]
    assert len(spoken) > 25
    facts: dict[str, str | int] = {
        "seat": "seat:1",
        "card": "card:r3",
        "cards": "card:r3,g1",
        "percent": 60,
    }
    match = played(options(), 2, 0, [CasualBot(), CasualBot()], plies=1)
    seen = history_of(match.record(Abandonment("vote")), match.record().moves[0].seat).own[0]
    for code in [*spoken, "only-move"]:
        _check_said(better_move(seen, seen.actor, Discard(1), Reason(code, facts)))


def test_a_better_move_that_could_be_known_to_fit_is_no_try() -> None:
    told: set[str] = set()
    for seed in range(4):
        match = played(options(), 3, seed, [CasualBot(), NoviceBot(), CompanionBot()])
        for seen in history_of(match.record(), 0).own:
            hand, view = OwnHand(seen.sight, 0), view_at(seen)
            for held in view.hands[0]:
                unsure = Reason("play-likely", {"percent": 60})
                better = better_move(seen, 0, Play(held.id), unsure)
                sure = hand.surely(held.id, partial(is_playable, view))
                assert (better.code != "better-play-likely") == sure
                _check_said(better)
                told.add(better.code)
    assert told == {"better-play-likely", "better-play-known", "better-play-fits"}


def test_what_could_be_known_is_no_matter_of_chance() -> None:
    """A sentence speaks of a chance only where there is one."""
    found: set[str] = set()
    for seed in range(4):
        match = played(options(), 3, seed, [CasualBot(), NoviceBot(), CompanionBot()])
        for seen in history_of(match.record(), 0).own:
            hand, view = OwnHand(seen.sight, 0), view_at(seen)
            better = seen.sight.legal[-1]
            for held in view.hands[0]:
                needed = hand.surely(held.id, partial(is_indispensable, view))
                fits = hand.chance(held.id, partial(is_playable, view))
                for action in [Discard(held.id)] * needed + [Play(held.id)] * (not fits):
                    _, told = mistake(seen._replace(action=action), 0, better, None, 0.25)
                    if told.code != "cost-missed-play":
                        assert "percent" not in told.facts
                        assert told.facts["points"] == "number:0.3"
                        _check_said(told)
                        found.add(told.code)
    assert found == {"cost-last-copy-known", "cost-hopeless"}


def test_points_lost_are_no_french_plural() -> None:
    facts: dict[str, str | int] = {"seat": "seat:0", "points": "number:0.5"}
    said = why("hanabi", "cost-play", facts, "fr", names=("Ann", "Bob"), section="review")
    assert said is not None
    assert said.endswith("Coût moyen en points\u202f: 0,5.")


def _check_said(reason: Reason) -> None:
    names = ("Ann", "Bob", "Cat", "Dan", "Eve")
    for lang in LANGUAGES:
        for reader in (0, None):
            said = why(
                "hanabi",
                reason.code,
                reason.facts,
                lang,
                names=names,
                reader=reader,
                section="review",
            )
            assert said, (lang, reason)
