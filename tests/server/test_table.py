"""During the match: moves, clocks, take-backs, bots that stand in, the rematch."""

from __future__ import annotations

import msgspec

from hanamichi.catalog import GAMES
from hanamichi.core import replay
from hanamichi.records import read_record, write_record
from hanamichi.server.live.bot_turns import bot_turn
from hanamichi.server.table.decision import ABSENT_AFTER, Presence
from hanamichi.server.table.events import ComeBackEvent, StandInEvent
from hanamichi.server.views import projection
from tests.server.desk import ANN, BO, CY, STRANGER, Desk, hanabi_for_two, koikoi_for_two

DISCARD = {"type": "discard", "card": 0}
CLUE = {"type": "value-clue", "target": 1, "value": 1}


# -- moves ---------------------------------------------------------------------------------------


def test_a_move_is_stored_with_what_chance_gave() -> None:
    desk = koikoi_for_two()
    while desk.table.game.view(desk.table.play.state, None).number == 1:  # type: ignore[union-attr]
        desk.move_any(desk.actor_to_move())
    assert [draw.label for draw in desk.decision.entries[0].draws] == ["deck"]  # type: ignore[union-attr]


def test_the_same_command_twice_counts_once() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", id="x", ply=0, action=CLUE)
    seq = desk.table.seq
    again = desk.do(ANN, "move", id="x", ply=0, action=CLUE)
    assert (again.entries, again.seq) == ((), seq)


def test_an_id_is_known_for_the_seat_that_used_it_only() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", id="x", ply=0, action=CLUE)
    assert desk.do(BO, "move", id="x", ply=1, action={**CLUE, "target": 0}).entries != ()


def test_a_late_move_is_stale() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", ply=0, action=CLUE)
    assert desk.refused(BO, "move", ply=0, action=DISCARD) == "move/stale"
    assert desk.refused(ANN, "move", ply=0, action=CLUE) == "move/stale"


def test_a_move_out_of_turn_an_illegal_one_and_one_that_is_none() -> None:
    desk = hanabi_for_two()
    assert desk.refused(BO, "move", ply=0, action=DISCARD) == "move/not-your-turn"
    assert desk.refused(ANN, "move", ply=0, action=DISCARD) == "move/illegal"
    assert desk.refused(ANN, "move", ply=0, action={"type": "castle"}) == "move/unparsable"
    assert desk.refused(ANN, "move", ply=0, action=[[[]]]) == "move/unparsable"


def test_somebody_without_a_seat_cannot_move() -> None:
    desk = hanabi_for_two()
    assert desk.refused(CY, "move", ply=0, action=CLUE) == "table/not-your-seat"
    assert desk.refused(STRANGER, "move", ply=0, action=CLUE) == "table/not-your-seat"


def test_no_move_before_the_start() -> None:
    desk = Desk("hanabi/cocktail", "me", "open")
    assert desk.refused(ANN, "move", ply=0, action=CLUE) == "table/not-started"


def test_a_gesture_is_free_at_any_ply() -> None:
    desk = hanabi_for_two()
    desk.do(BO, "move", ply=99, action={"type": "rearrange", "cards": [9, 8, 7, 6, 5]})
    assert desk.table.ply == 0
    assert desk.table.to_act == 0


def test_a_new_process_reads_the_same_table() -> None:
    for desk in (hanabi_for_two(), koikoi_for_two()):
        while desk.table.status == "playing":
            desk.move_any(desk.actor_to_move())
        assert desk.reloaded() == desk.table


# -- clocks --------------------------------------------------------------------------------------


def test_thinking_takes_time_from_the_bank_and_a_move_gives_some_back() -> None:
    desk = hanabi_for_two(clock={"bank": 60, "increment": 5})
    desk.now += 20
    assert desk.table.time_left(0, desk.now) == 40
    assert desk.table.time_left(1, desk.now) == 60
    desk.move_any(ANN)
    assert desk.table.time_left(0, desk.now) == 45
    desk.now += 10
    assert desk.table.time_left(0, desk.now) == 45
    assert desk.table.time_left(1, desk.now) == 50


def test_a_gesture_neither_stops_the_clock_nor_feeds_it() -> None:
    desk = hanabi_for_two(clock={"bank": 60, "increment": 5})
    desk.now += 20
    desk.do(ANN, "move", ply=0, action={"type": "rearrange", "cards": [4, 3, 2, 1, 0]})
    assert desk.table.time_left(0, desk.now) == 40


def test_a_hanabi_team_that_runs_out_of_time_scores_nothing() -> None:
    desk = hanabi_for_two(clock={"bank": 60})
    desk.now += 59
    desk.expire()
    assert desk.table.status == "playing"
    desk.now += 1
    desk.expire()
    ending = desk.table.ending
    assert ending is not None
    assert (ending.reason, ending.seat, ending.scores, ending.winners) == ("timeout", 0, (0, 0), ())
    assert desk.refused(ANN, "move", ply=0, action=CLUE) == "table/over"


def test_a_koikoi_player_who_runs_out_of_time_forfeits_the_match() -> None:
    desk = koikoi_for_two(clock={"bank": 10})
    desk.now += 11
    desk.expire()
    ending = desk.table.ending
    assert ending is not None
    assert (ending.reason, ending.seat, ending.winners) == ("timeout", 0, (1,))


def test_an_outage_costs_nobody_thinking_time() -> None:
    desk = hanabi_for_two(clock={"bank": 60})
    desk.now += 20
    desk.move_any(ANN)
    desk.now += 30_000  # the server was down for a night
    table = desk.reloaded()
    assert table.time_left(0, desk.now) == 40
    assert table.time_left(1, desk.now) == 60


def test_a_bots_clock_does_not_run() -> None:
    desk = Desk("hanabi/cocktail", "me", "random", options={"first_seat": 1}, clock={"bank": 10})
    desk.do(ANN, "start")
    desk.now += 100
    desk.expire()
    assert desk.table.status == "playing"
    position = projection.position(desk.table, 0, desk.now)
    assert position is not None
    assert position.clock is not None
    assert position.clock.running is None


def test_without_a_clock_a_table_waits_for_days() -> None:
    desk = hanabi_for_two()
    desk.now += 10 * 24 * 3600
    desk.expire()
    assert desk.table.status == "playing"
    position = projection.position(desk.table, 0, desk.now)
    assert position is not None
    assert position.clock is None


# -- questions put to all ------------------------------------------------------------------------


def test_a_take_back_needs_everybodys_consent() -> None:
    desk = hanabi_for_two()
    before = desk.table.play
    desk.do(ANN, "move", ply=0, action=CLUE)
    desk.do(ANN, "propose", what="take-back")
    info = projection.table_info(desk.table, Presence(since=0.0), desk.now)
    assert msgspec.to_builtins(info.proposal) == {
        "type": "take-back",
        "by": 0,
        "ply": 0,
        "waiting_for": (1,),
    }
    assert desk.table.ply == 1
    desk.do(BO, "answer", agree=True)
    assert before is not None
    assert desk.table.play is not None
    assert desk.table.play.state == before.state
    assert desk.table.proposal is None


def test_a_refusal_or_a_withdrawal_ends_the_question() -> None:
    for actor in (BO, ANN):
        desk = hanabi_for_two()
        desk.do(ANN, "move", ply=0, action=CLUE)
        desk.do(ANN, "propose", what="take-back")
        desk.do(actor, "answer", agree=False)
        assert desk.table.proposal is None
        assert desk.table.ply == 1
        assert desk.refused(BO, "answer", agree=True) == "table/no-proposal"


def test_a_move_ends_the_question_and_a_gesture_does_not() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", ply=0, action=CLUE)
    desk.do(ANN, "propose", what="take-back")
    assert desk.refused(BO, "propose", what="end-match") == "table/proposal-pending"
    desk.do(BO, "move", ply=0, action={"type": "rearrange", "cards": [9, 8, 7, 6, 5]})
    assert desk.table.proposal is not None
    desk.move_any(BO)
    assert desk.table.proposal is None


def test_nobody_takes_back_what_nobody_played() -> None:
    desk = hanabi_for_two()
    assert desk.refused(ANN, "propose", what="take-back") == "table/nothing-to-take-back"
    desk.do(ANN, "move", ply=0, action=CLUE)
    assert desk.refused(BO, "propose", what="take-back") == "table/nothing-to-take-back"
    assert desk.refused(BO, "propose", what="take-back", ply=1) == "table/nothing-to-take-back"
    assert desk.refused(CY, "propose", what="take-back") == "table/not-your-seat"


def test_alone_with_bots_a_take_back_is_granted_at_once() -> None:
    desk = Desk("hanabi/cocktail", "me", "random", options={"first_seat": 0})
    desk.do(ANN, "start")
    desk.do(ANN, "move", ply=0, action=CLUE)
    desk.do(ANN, "propose", what="take-back")
    assert desk.table.ply == 0


def test_bots_wait_while_people_are_asked() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "random", options={"first_seat": 1})
    desk.do(BO, "sit")
    desk.do(ANN, "start")
    desk.move_any(BO)
    assert bot_turn(desk.table) is not None
    desk.do(BO, "propose", what="take-back")
    assert bot_turn(desk.table) is None
    desk.do(ANN, "answer", agree=False)
    assert bot_turn(desk.table) is not None


def test_what_a_take_back_revealed_is_marked_in_the_record() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", id="first", ply=0, action={"type": "play", "card": 0})
    shown = desk.table.log[-1].events
    desk.do(ANN, "propose", what="take-back")
    desk.do(BO, "answer", agree=True)
    while desk.table.status == "playing":
        desk.move_any(desk.actor_to_move())
    record = projection.record(desk.table)
    assert record.takebacks is not None
    (takeback,) = record.takebacks
    assert (takeback.after, takeback.removed) == (0, 1)
    assert takeback.revealed == tuple(msgspec.to_builtins(event) for event in shown)
    assert read_record(write_record(record)) == record
    assert [*replay(GAMES["hanabi"], record)][-1].state == desk.table.play.state  # type: ignore[union-attr]
    assert desk.do(ANN, "move", id="first", ply=0, action=CLUE).entries == ()


def test_the_log_keeps_what_was_taken_back_and_says_so() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", ply=0, action=CLUE)
    removed = desk.table.seq
    desk.do(BO, "propose", what="take-back", ply=0)
    desk.do(ANN, "answer", agree=True)
    last = projection.log(desk.table, 0)[-1]
    assert msgspec.to_builtins(last.table) == {
        "type": "taken-back",
        "by": 1,
        "ply": 0,
        "removed": (removed,),
    }


def test_a_take_back_over_the_end_of_a_round_deals_that_round_again() -> None:
    desk = koikoi_for_two()
    while desk.table.game.view(desk.table.play.state, None).number == 1:  # type: ignore[union-attr]
        desk.move_any(desk.actor_to_move())
    mover = desk.table.log[-1].seat
    desk.do((ANN, BO)[mover or 0], "propose", what="take-back")
    desk.do((BO, ANN)[mover or 0], "answer", agree=True)
    while desk.table.status == "playing":
        desk.move_any(desk.actor_to_move())
    record = projection.record(desk.table)
    assert len([*replay(GAMES["koikoi"], record)]) == len(record.moves) + 1
    assert desk.reloaded() == desk.table


def test_a_match_is_ended_by_everybodys_vote() -> None:
    desk = koikoi_for_two()
    desk.do(ANN, "propose", what="end-match")
    desk.do(BO, "answer", agree=True)
    ending = desk.table.ending
    assert ending is not None
    assert (ending.reason, ending.winners) == ("vote", ())
    record = projection.record(desk.table)
    assert record.abandoned is not None
    assert record.abandoned.reason == "vote"
    assert read_record(write_record(record)) == record


# -- people who leave ----------------------------------------------------------------------------


def test_a_bot_stands_in_for_somebody_who_left_and_gives_the_seat_back() -> None:
    desk = hanabi_for_two()
    assert desk.refused(ANN, "stand-in", seat=1, bot="random") == "table/present"
    desk.do(BO, "leave")
    desk.do(ANN, "stand-in", seat=1, bot="random")
    desk.do(ANN, "move", ply=0, action=CLUE)
    turn = bot_turn(desk.table)
    assert turn is not None
    assert (turn.seat, turn.bot) == (1, "random")
    desk.do(BO, "come-back")
    assert bot_turn(desk.table) is None
    assert desk.table.to_act == 1
    events = [item.table for item in desk.table.log if item.table]
    assert events == [StandInEvent(1, "random"), ComeBackEvent(1)]


def test_somebody_is_absent_after_a_minute_without_a_connection() -> None:
    desk = hanabi_for_two()
    seat = desk.table.seats[1]
    gone = Presence(since=0.0, gone={"bo": 100.0})
    assert not gone.is_absent(seat, 100.0 + ABSENT_AFTER - 1)
    assert gone.is_absent(seat, 100.0 + ABSENT_AFTER)
    here = Presence(since=0.0, connected=frozenset({"bo"}), gone={"bo": 100.0})
    assert not here.is_absent(seat, 1000.0)


def test_only_those_at_the_table_may_ask_for_a_bot_and_only_for_absent_people() -> None:
    desk = hanabi_for_two()
    desk.present = {"ann", "cy"}
    assert desk.refused(CY, "stand-in", seat=1, bot="random") == "table/not-your-seat"
    assert desk.refused(ANN, "stand-in", seat=1, bot="nobody") == "bot/unknown"
    assert desk.refused(ANN, "stand-in", seat=0, bot="random") == "table/present"
    assert desk.refused(ANN, "stand-in", seat=3, bot="random") == "table/seat-unknown"
    desk.do(ANN, "stand-in", seat=1, bot="random")


def test_a_stand_in_answers_the_question_that_waited_for_the_absent() -> None:
    desk = hanabi_for_two()
    desk.do(ANN, "move", ply=0, action=CLUE)
    desk.do(ANN, "propose", what="take-back")
    desk.do(BO, "leave")
    desk.do(ANN, "stand-in", seat=1, bot="random")
    assert desk.table.ply == 0


# -- playing again -------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_options_and_bots() -> None:
    desk = Desk("hanabi/cocktail", "me", "open", "random", options={"errors": 1})
    desk.do(BO, "sit")
    desk.do(ANN, "start")
    assert desk.refused(BO, "play-again") == "table/not-over"
    desk.do(BO, "propose", what="end-match")
    desk.do(ANN, "answer", agree=True)
    rematch = desk.do(BO, "play-again").rematch
    assert rematch is not None
    table_id, opened = rematch
    assert desk.table.rematch == table_id
    assert opened.host == "bo"
    assert opened.settings == desk.table.settings
    assert [seat.name or seat.bot for seat in opened.seats] == [
        "Ann",
        "Bo",
        "random",
    ]
    assert desk.do(ANN, "play-again").entries == ()
    assert desk.refused(CY, "play-again") == "table/not-your-seat"
