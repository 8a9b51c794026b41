"""People who stay away: how long the others wait, and what they may decide then."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hanamichi.bots import Choice
from hanamichi.core import HanamichiError
from hanamichi.records import read_record, write_record
from hanamichi.server.live.bot_turns import bot_turn
from hanamichi.server.protocol.errors import retry_after
from hanamichi.server.protocol.messages import (
    ClaimProposal,
    EndProposal,
    Proposal,
    SeatInfo,
    StandInProposal,
)
from hanamichi.server.table import moves
from hanamichi.server.table.absence import Grace, Presence, grace_ends, is_absent
from hanamichi.server.table.decision import Decision
from hanamichi.server.table.entries import Forgotten
from hanamichi.server.table.events import ComeBackEvent, StandInEvent, TakeBackEvent
from hanamichi.server.table.result import finished
from hanamichi.server.table.settings import ClockSettings
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection
from tests.server.table_harness import (
    ANN,
    BO,
    CY,
    STRANGER,
    TableHarness,
    hanabi_for_two,
    koikoi_for_two,
)

CLUE = {"type": "value-clue", "target": 1, "value": 1}
STAND_IN = {"seat": 1, "bot": "random"}
HOURS_12 = 12 * 3600


def bos_turn(harness: TableHarness) -> TableHarness:
    """A match that waits for Bo, who is away."""
    while harness.actor_to_move() != BO:
        harness.move_any(ANN)
    harness.present = {"ann", "cy"}
    return harness


def seat_info(harness: TableHarness, seat: int) -> SeatInfo:
    return projection.seat_infos(harness.table, harness.presence, harness.at)[seat]


def proposal_of(harness: TableHarness) -> Proposal | None:
    return projection.table_info(harness.table, harness.presence, harness.at).proposal


def refusal(harness: TableHarness, kind: str, **fields: object) -> tuple[str, int | None]:
    """The code of the refusal of Ann's command, and the seconds to wait."""
    before = harness.table
    with pytest.raises(HanamichiError) as refused:
        harness.do(ANN, kind, **fields)
    assert harness.table == before
    return refused.value.code, retry_after(refused.value)


def hanabi_for_three() -> TableHarness:
    harness = TableHarness("hanabi/cocktail", "me", "open", "open", options={"first_seat": 1})
    harness.do(BO, "sit")
    harness.do(CY, "sit")
    harness.do(ANN, "start")
    return harness


def play_out(harness: TableHarness) -> None:
    """Play to the end, bots included."""
    choice = random.Random(1)
    while harness.table.status == "playing":
        turn = bot_turn(harness.table)
        if turn is None:
            harness.move_any(harness.actor_to_move())
            continue
        assert harness.table.play is not None
        legal = harness.table.game.legal_actions(harness.table.play.state, turn.seat)
        chosen = Choice(choice.choice(legal))
        harness.take(moves.bot_move(harness.table, turn.seat, chosen, harness.context))


# -- how long the others wait --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (None, HOURS_12),
        (ClockSettings(10), 60),
        (ClockSettings(300, 5), 80),
        (ClockSettings(3600, 30), 930),
        (ClockSettings(86_400, 3600), 25_200),
    ],
)
def test_the_grace_scales_with_the_clock(clock: ClockSettings | None, seconds: float) -> None:
    assert Grace().seconds(clock) == seconds


def test_an_owner_chooses_the_grace() -> None:
    assert Grace(7200.0, 0.5).seconds(None) == 7200
    assert Grace(7200.0, 0.5).seconds(ClockSettings(600)) == 300
    assert Grace(7200.0, 0.5).seconds(ClockSettings(86_400)) == 7200


@pytest.mark.parametrize("what", ["claim-win", "stand-in"])
def test_a_lone_opponent_can_do_nothing_during_the_grace(what: str) -> None:
    harness = bos_turn(koikoi_for_two())
    command, fields = ("stand-in", STAND_IN) if what == "stand-in" else ("propose", {"what": what})
    assert refusal(harness, command, **fields) == ("table/present", HOURS_12)
    harness.wait(60)
    assert refusal(harness, command, **fields) == ("table/present", HOURS_12 - 60)
    harness.wait(HOURS_12 - 60.5)
    assert refusal(harness, command, **fields) == ("table/present", 1)
    harness.wait(0.5)
    harness.do(ANN, command, **fields)


@pytest.mark.parametrize("what", ["take-back", "end-match"])
def test_a_lone_opponent_can_neither_take_back_nor_void_during_the_grace(what: str) -> None:
    harness = bos_turn(koikoi_for_two())
    ply = harness.table.ply
    harness.wait(60)
    harness.do(ANN, "propose", what=what)
    assert (harness.table.status, harness.table.ply) == ("playing", ply)
    proposal = proposal_of(harness)
    assert proposal is not None
    assert proposal.waiting_for == (1,)


def test_an_absent_person_still_has_a_say_in_take_backs() -> None:
    harness = bos_turn(koikoi_for_two())
    ply = harness.table.ply
    harness.wait_for_absence()
    harness.do(ANN, "propose", what="take-back")
    assert harness.table.ply == ply
    harness.present.add("bo")
    harness.do(BO, "answer", agree=False)
    assert harness.table.proposal is None


def test_nobody_is_absent_while_the_match_waits_for_others() -> None:
    harness = koikoi_for_two()
    while harness.actor_to_move() != ANN:
        harness.move_any(BO)
    harness.present = {"ann"}
    harness.wait(10 * HOURS_12)
    assert refusal(harness, "propose", what="claim-win") == ("table/present", None)
    assert refusal(harness, "stand-in", **STAND_IN) == ("table/present", None)
    assert not seat_info(harness, 1).absent
    assert seat_info(harness, 1).absent_at is None
    harness.move_any(ANN)
    bos_turn(harness)
    assert refusal(harness, "propose", what="claim-win") == ("table/present", HOURS_12)


def test_the_grace_begins_with_the_turn_or_with_the_last_connection() -> None:
    table = bos_turn(koikoi_for_two()).table
    turn_at = 1_000_000  # the harness begins then
    grace = 1000 * HOURS_12
    assert grace_ends(table, 1, Presence()) == turn_at + grace
    assert grace_ends(table, 1, Presence(gone={"bo": turn_at - 1})) == turn_at + grace
    assert grace_ends(table, 1, Presence(gone={"bo": turn_at + 7})) == turn_at + 7 + grace
    assert grace_ends(table, 1, Presence(connected=frozenset({"bo"}))) is None


def test_after_a_restart_at_least_half_of_the_grace_remains() -> None:
    table = bos_turn(koikoi_for_two()).table
    grace = 1000 * HOURS_12
    restarted = Presence(began=1_000_000 + 10 * grace)
    assert grace_ends(table, 1, restarted) == 1_000_000 + 10 * grace + grace // 2
    at_once = Presence(began=1_000_000 + 5)
    assert grace_ends(table, 1, at_once) == 1_000_000 + grace


def test_a_reload_keeps_the_beginning_of_the_turn() -> None:
    harness = bos_turn(koikoi_for_two())
    harness.wait_for_absence()
    assert is_absent(harness.reloaded(), 1, harness.presence, harness.at)


def test_clients_are_told_when_the_grace_ends() -> None:
    harness = bos_turn(koikoi_for_two(clock={"bank": 600, "increment": 0}))
    info = seat_info(harness, 1)
    assert (info.absent, info.absent_at) == (False, harness.at + 150_000)
    harness.wait_for_absence()
    assert seat_info(harness, 1).absent
    harness.present.add("bo")
    info = seat_info(harness, 1)
    assert (info.absent, info.absent_at) == (False, None)


def test_who_leaves_by_choice_is_absent_at_once() -> None:
    harness = koikoi_for_two()
    harness.do(BO, "leave")
    assert seat_info(harness, 1).absent
    harness.do(ANN, "propose", what="claim-win")
    assert harness.table.status == "over"


# -- what those who are left may decide ----------------------------------------------------------


def test_a_win_may_be_claimed_from_an_absent_opponent_and_counts() -> None:
    harness = bos_turn(koikoi_for_two())
    harness.wait_for_absence()
    harness.do(ANN, "propose", what="claim-win")
    ending = harness.table.ending
    assert ending is not None
    assert (ending.reason, ending.winners, ending.seat) == ("absence", (0,), 1)
    assert finished(harness.table).counts
    record = projection.record(harness.table)
    assert record.abandoned is not None
    assert (record.abandoned.reason, record.abandoned.seat) == ("absence", 1)
    assert read_record(write_record(record)) == record


def test_a_match_may_be_ended_without_an_absent_person_and_counts_for_nobody() -> None:
    for harness in (bos_turn(koikoi_for_two()), bos_turn(hanabi_for_two())):
        harness.wait_for_absence()
        harness.do(ANN, "propose", what="end-match")
        ending = harness.table.ending
        assert ending is not None
        assert (ending.reason, ending.winners, ending.seat) == ("idle", (), 1)
        assert harness.table.unrated == "idle"
        assert not finished(harness.table).counts
        record = projection.record(harness.table)
        assert record.abandoned is not None
        assert record.abandoned.reason == "idle"


def test_no_win_is_claimed_in_a_cooperative_game() -> None:
    harness = bos_turn(hanabi_for_two())
    harness.wait_for_absence()
    assert harness.refused(ANN, "propose", what="claim-win") == "table/cooperative"


def test_all_who_are_left_must_agree() -> None:
    harness = hanabi_for_three()
    harness.present = {"ann", "cy"}
    harness.wait_for_absence()
    harness.do(ANN, "stand-in", **STAND_IN)
    assert proposal_of(harness) == StandInProposal(0, 1, "random", (2,))
    assert harness.table.seats[1].bot is None
    harness.do(CY, "answer", agree=False)
    assert harness.table.proposal is None
    harness.do(CY, "propose", what="end-match")
    assert proposal_of(harness) == EndProposal(2, (0,))
    harness.do(ANN, "answer", agree=True)
    assert harness.table.status == "over"


def test_a_stand_in_needs_only_those_who_are_left() -> None:
    harness = hanabi_for_three()
    harness.present = {"ann"}
    harness.wait(HOURS_12 - 1)
    assert refusal(harness, "stand-in", **STAND_IN) == ("table/present", 1)
    harness.wait(1)
    harness.do(ANN, "stand-in", **STAND_IN)
    assert harness.table.seats[1].bot == "random", "Cy has been away as long"


def test_who_was_here_lately_is_asked_too() -> None:
    harness = hanabi_for_three()
    harness.wait_for_absence()
    presence = Presence(connected=frozenset({"ann"}), gone={"cy": harness.at - 1000})
    info = projection.table_info(harness.table, presence, harness.at)
    assert info.seats[1].absent
    context = harness.context._replace(presence=presence)
    asked = harness.decided(ANN, "stand-in", context, **STAND_IN)
    assert len(asked.entries) == 1, "Cy, gone for a second, has a say"


def test_the_return_of_the_absent_person_ends_the_question() -> None:
    harness = hanabi_for_three()
    harness.present = {"ann", "cy"}
    harness.wait_for_absence()
    harness.do(ANN, "stand-in", **STAND_IN)
    harness.present.add("bo")
    assert harness.refused(CY, "answer", agree=True) == "table/present"
    harness.do(BO, "come-back")
    assert harness.table.proposal is None
    assert harness.table.seats[1].bot is None


def test_a_question_that_waits_for_an_absent_person_may_be_replaced() -> None:
    harness = bos_turn(koikoi_for_two())
    harness.do(ANN, "propose", what="take-back")
    assert harness.refused(ANN, "propose", what="end-match") == "table/proposal-pending"
    harness.wait_for_absence()
    assert harness.refused(ANN, "propose", what="take-back") == "table/proposal-pending"
    harness.do(ANN, "propose", what="claim-win")
    assert harness.table.status == "over"


def test_who_left_or_has_no_seat_decides_nothing() -> None:
    harness = hanabi_for_three()
    harness.do(BO, "leave")
    harness.do(CY, "leave")
    assert harness.refused(CY, "stand-in", **STAND_IN) == "table/not-your-seat"
    assert harness.refused(STRANGER, "stand-in", **STAND_IN) == "table/not-your-seat"
    harness.do(CY, "come-back")
    harness.do(CY, "stand-in", **STAND_IN)
    harness.do(ANN, "leave")
    assert harness.refused(ANN, "answer", agree=True) == "table/not-your-seat"


@pytest.mark.parametrize("start", [koikoi_for_two, hanabi_for_two])
def test_who_leaves_cannot_end_the_match_alone(start: Callable[[], TableHarness]) -> None:
    """Bo is away too, but the match never waited for him."""
    harness = start()
    while harness.actor_to_move() != ANN:
        harness.move_any(BO)
    harness.present = {"ann"}
    harness.wait_for_absence()
    harness.do(ANN, "leave")
    assert harness.refused(ANN, "propose", what="end-match") == "table/not-your-seat"
    harness.do(ANN, "come-back")
    harness.do(ANN, "propose", what="end-match")
    assert proposal_of(harness) == EndProposal(0, (1,))
    harness.do(ANN, "leave")
    assert harness.refused(ANN, "answer", agree=True) == "table/not-your-seat"
    assert harness.table.status == "playing"
    harness.present.add("bo")
    harness.do(BO, "answer", agree=False)
    harness.do(BO, "propose", what="end-match")
    assert harness.table.ending is not None


def test_who_leaves_neither_grants_nor_stops_what_the_others_decide() -> None:
    harness = hanabi_for_three()
    harness.do(BO, "leave")
    harness.do(ANN, "propose", what="end-match")
    assert proposal_of(harness) == EndProposal(0, (2,))
    for agree in (True, False):
        assert harness.refused(BO, "answer", agree=agree) == "table/not-your-seat"
    harness.do(BO, "come-back")
    assert proposal_of(harness) == EndProposal(0, (1, 2))
    harness.do(CY, "answer", agree=True)
    assert harness.table.status == "playing", "everybody is asked again"
    harness.do(BO, "answer", agree=True)
    assert harness.table.ending is not None
    assert harness.table.ending.reason == "vote"


def test_who_is_left_alone_by_an_erasure_is_not_bound_by_an_older_question() -> None:
    for what in ("claim-win", "end-match"):
        harness = koikoi_for_two()
        harness.do(ANN, "propose", what="end-match")
        assert harness.refused(ANN, "propose", what=what) in (
            "table/present",
            "table/proposal-pending",
        )
        harness.take(Decision((Forgotten(seat=1),)))
        harness.do(ANN, "propose", what=what)
        assert harness.table.status == "over"


def test_a_host_without_a_seat_has_no_say() -> None:
    harness = TableHarness("koikoi/nintendo", "open", "open")
    harness.do(BO, "sit")
    harness.do(CY, "sit")
    harness.do(ANN, "start")
    assert harness.table.host == "ann"
    harness.do(CY, "leave")
    assert harness.refused(ANN, "stand-in", **STAND_IN) == "table/not-your-seat"
    assert harness.refused(ANN, "propose", what="claim-win") == "table/not-your-seat"


def test_a_claim_waits_for_other_people_who_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game of ours has three opponents; the rule is the same."""
    harness = hanabi_for_three()
    monkeypatch.setattr(type(harness.table.game), "cooperative", False)
    harness.present = {"ann", "cy"}
    harness.wait_for_absence()
    harness.do(ANN, "propose", what="claim-win")
    assert proposal_of(harness) == ClaimProposal(0, 1, (2,))


# -- bots that stand in --------------------------------------------------------------------------


def test_a_bot_stands_in_for_a_person_who_left_until_they_come_back() -> None:
    harness = hanabi_for_two()
    assert harness.refused(ANN, "stand-in", **STAND_IN) == "table/present"
    harness.do(BO, "leave")
    harness.do(ANN, "stand-in", **STAND_IN)
    harness.do(ANN, "move", ply=0, action=CLUE)
    turn = bot_turn(harness.table)
    assert turn is not None
    assert (turn.seat, turn.bot) == (1, "random")
    harness.do(BO, "come-back")
    assert bot_turn(harness.table) is None
    assert harness.table.to_act == 1
    events = [item.table for item in harness.table.log if item.table]
    assert events == [StandInEvent(1, "random"), ComeBackEvent(1)]
    assert harness.table.unrated is None, "the bot decided nothing"


def test_only_a_known_bot_stands_in_and_only_for_an_absent_person() -> None:
    harness = bos_turn(hanabi_for_two())
    harness.wait_for_absence()
    assert harness.refused(CY, "stand-in", **STAND_IN) == "table/not-your-seat"
    assert harness.refused(ANN, "stand-in", seat=1, bot="nobody") == "bot/unknown"
    assert harness.refused(ANN, "stand-in", seat=0, bot="random") == "table/present"
    assert harness.refused(ANN, "stand-in", seat=3, bot="random") == "table/seat-unknown"
    harness.do(ANN, "stand-in", **STAND_IN)
    assert harness.do(ANN, "stand-in", **STAND_IN).entries == ()
    harness.do(ANN, "stand-in", seat=1, bot="novice")
    assert harness.table.seats[1].bot == "novice"


def test_nothing_is_taken_back_ended_or_claimed_while_a_bot_stands_in() -> None:
    harness = bos_turn(koikoi_for_two())
    harness.wait_for_absence()
    harness.do(ANN, "stand-in", **STAND_IN)
    for what in ("take-back", "end-match", "claim-win"):
        assert harness.refused(ANN, "propose", what=what) == "table/stood-in"
    harness.present.add("bo")
    harness.do(BO, "come-back")
    harness.do(ANN, "propose", what="end-match")
    harness.do(BO, "answer", agree=True)
    assert harness.table.ending is not None
    assert harness.table.ending.reason == "vote"


@pytest.mark.parametrize("start", [koikoi_for_two, hanabi_for_two])
def test_a_match_in_which_a_bot_decided_for_a_person_counts_for_nobody(start: object) -> None:
    assert callable(start)
    harness = bos_turn(start())
    harness.wait_for_absence()
    harness.do(ANN, "stand-in", **STAND_IN)
    play_out(harness)
    assert harness.table.ending is not None
    assert harness.table.ending.reason == "rules"
    assert harness.table.unrated == "stand-in"
    result = finished(harness.table)
    assert (result.counts, result.result.unrated) == (False, "stand-in")
    assert harness.reloaded().unrated == "stand-in"


def test_a_bot_in_a_seat_of_its_own_is_no_stand_in() -> None:
    harness = TableHarness("koikoi/nintendo", "me", "random", options={"rounds": 1})
    harness.do(ANN, "start")
    play_out(harness)
    assert harness.table.unrated is None
    assert finished(harness.table).counts


# -- take-backs that showed something ------------------------------------------------------------


def taken_back(table: Table) -> bool:
    last = table.log[-1].table
    assert last is not None
    return bool(getattr(last, "unrated", False))


def test_a_take_back_that_showed_cards_makes_the_match_unrated() -> None:
    for harness in (koikoi_for_two(), hanabi_for_two()):
        mover = harness.actor_to_move()
        other = BO if mover == ANN else ANN
        harness.move_any(mover)
        harness.do(mover, "propose", what="take-back", ply=0)
        assert getattr(proposal_of(harness), "unrated", None) is True
        harness.do(other, "answer", agree=True)
        assert taken_back(harness.table)
        assert harness.table.unrated == "take-back"
        play_out(harness)
        assert not finished(harness.table).counts
        assert harness.reloaded().unrated == "take-back"


def test_a_taken_back_clue_told_its_receiver_something() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "propose", what="take-back")
    harness.do(BO, "answer", agree=True)
    assert harness.table.unrated == "take-back"


def test_a_take_back_that_told_only_a_bot_something_leaves_the_match_rated() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "random", options={"first_seat": 0})
    harness.do(ANN, "start")
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "propose", what="take-back")
    assert not taken_back(harness.table)
    assert harness.table.unrated is None
    harness.do(ANN, "move", ply=0, action={"type": "play", "card": 0})
    harness.do(ANN, "propose", what="take-back")
    assert taken_back(harness.table)
    assert harness.table.unrated == "take-back"


def test_what_the_table_says_about_counting_is_sent_after_a_take_back_at_once() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "random", options={"first_seat": 0})
    harness.do(ANN, "start")
    harness.do(ANN, "move", ply=0, action={"type": "play", "card": 0})
    before = harness.table
    harness.do(ANN, "propose", what="take-back")
    assert projection.info_differs(before, harness.table)


def test_only_a_match_that_counts_can_lose_its_rating() -> None:
    harness = koikoi_for_two()
    for _ in range(2):
        mover = harness.actor_to_move()
        harness.move_any(mover)
        harness.do(mover, "propose", what="take-back", ply=0)
        harness.do(BO if mover == ANN else ANN, "answer", agree=True)
    told = [
        item.table.unrated for item in harness.table.log if isinstance(item.table, TakeBackEvent)
    ]
    assert told == [True, False]
