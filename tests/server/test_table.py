"""Commands during the match: moves, clocks, take-backs, the rematch."""

from __future__ import annotations

import msgspec

from hanamichi.catalog import GAMES
from hanamichi.core import replay
from hanamichi.records import read_record, write_record
from hanamichi.server.live.bot_turns import bot_turn
from hanamichi.server.table.absence import NOBODY_HERE
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

DISCARD = {"type": "discard", "card": 0}
CLUE = {"type": "value-clue", "target": 1, "value": 1}


# -- moves ---------------------------------------------------------------------------------------


def test_a_move_is_stored_with_its_draws() -> None:
    harness = koikoi_for_two()
    while harness.table.game.view(harness.table.play.state, None).number == 1:  # type: ignore[union-attr]
        harness.move_any(harness.actor_to_move())
    assert [draw.label for draw in harness.decision.entries[0].draws] == ["deck"]  # type: ignore[union-attr]


def test_the_same_command_twice_counts_once() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", id="x", ply=0, action=CLUE)
    seq = harness.table.seq
    again = harness.do(ANN, "move", id="x", ply=0, action=CLUE)
    assert (again.entries, again.seq) == ((), seq)


def test_a_command_id_counts_for_its_own_seat_only() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", id="x", ply=0, action=CLUE)
    assert harness.do(BO, "move", id="x", ply=1, action={**CLUE, "target": 0}).entries != ()


def test_a_late_move_is_stale() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", ply=0, action=CLUE)
    assert harness.refused(BO, "move", ply=0, action=DISCARD) == "move/stale"
    assert harness.refused(ANN, "move", ply=0, action=CLUE) == "move/stale"


def test_moves_out_of_turn_illegal_or_unparsable_are_refused() -> None:
    harness = hanabi_for_two()
    assert harness.refused(BO, "move", ply=0, action=DISCARD) == "move/not-your-turn"
    assert harness.refused(ANN, "move", ply=0, action=DISCARD) == "move/illegal"
    assert harness.refused(ANN, "move", ply=0, action={"type": "castle"}) == "move/unparsable"
    assert harness.refused(ANN, "move", ply=0, action=[[[]]]) == "move/unparsable"


def test_spectators_cannot_move() -> None:
    harness = hanabi_for_two()
    assert harness.refused(CY, "move", ply=0, action=CLUE) == "table/not-your-seat"
    assert harness.refused(STRANGER, "move", ply=0, action=CLUE) == "table/not-your-seat"


def test_no_move_before_the_start() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open")
    assert harness.refused(ANN, "move", ply=0, action=CLUE) == "table/not-started"


def test_a_gesture_is_free_at_any_ply() -> None:
    harness = hanabi_for_two()
    harness.do(BO, "move", ply=99, action={"type": "rearrange", "cards": [9, 8, 7, 6, 5]})
    assert harness.table.ply == 0
    assert harness.table.to_act == 0


def test_reloading_the_entries_gives_the_same_table() -> None:
    for harness in (hanabi_for_two(), koikoi_for_two()):
        while harness.table.status == "playing":
            harness.move_any(harness.actor_to_move())
        assert harness.reloaded() == harness.table


# -- clocks --------------------------------------------------------------------------------------


def test_thinking_uses_the_bank_and_a_move_adds_the_increment() -> None:
    harness = hanabi_for_two(clock={"bank": 60, "increment": 5})
    harness.now += 20
    assert harness.table.time_left(0, harness.now) == 40
    assert harness.table.time_left(1, harness.now) == 60
    harness.move_any(ANN)
    assert harness.table.time_left(0, harness.now) == 45
    harness.now += 10
    assert harness.table.time_left(0, harness.now) == 45
    assert harness.table.time_left(1, harness.now) == 50


def test_a_gesture_does_not_change_the_clock() -> None:
    harness = hanabi_for_two(clock={"bank": 60, "increment": 5})
    harness.now += 20
    harness.do(ANN, "move", ply=0, action={"type": "rearrange", "cards": [4, 3, 2, 1, 0]})
    assert harness.table.time_left(0, harness.now) == 40


def test_a_hanabi_team_that_runs_out_of_time_scores_nothing() -> None:
    harness = hanabi_for_two(clock={"bank": 60})
    harness.now += 59
    harness.expire()
    assert harness.table.status == "playing"
    harness.now += 1
    harness.expire()
    ending = harness.table.ending
    assert ending is not None
    assert (ending.reason, ending.seat, ending.scores, ending.winners) == ("timeout", 0, (0, 0), ())
    assert harness.refused(ANN, "move", ply=0, action=CLUE) == "table/over"


def test_a_koikoi_player_who_runs_out_of_time_forfeits_the_match() -> None:
    harness = koikoi_for_two(clock={"bank": 10})
    harness.now += 11
    harness.expire()
    ending = harness.table.ending
    assert ending is not None
    assert (ending.reason, ending.seat, ending.winners) == ("timeout", 0, (1,))


def test_an_outage_costs_no_thinking_time() -> None:
    harness = hanabi_for_two(clock={"bank": 60})
    harness.now += 20
    harness.move_any(ANN)
    harness.now += 30_000  # the server was down for a night
    table = harness.reloaded()
    assert table.time_left(0, harness.now) == 40
    assert table.time_left(1, harness.now) == 60


def test_a_bots_clock_does_not_run() -> None:
    harness = TableHarness(
        "hanabi/cocktail", "me", "random", options={"first_seat": 1}, clock={"bank": 10}
    )
    harness.do(ANN, "start")
    harness.now += 100
    harness.expire()
    assert harness.table.status == "playing"
    position = projection.position(harness.table, 0, harness.now)
    assert position is not None
    assert position.clock is not None
    assert position.clock.running is None


def test_without_a_clock_a_table_has_no_time_limit() -> None:
    harness = hanabi_for_two()
    harness.now += 10 * 24 * 3600
    harness.expire()
    assert harness.table.status == "playing"
    position = projection.position(harness.table, 0, harness.now)
    assert position is not None
    assert position.clock is None


# -- questions put to all ------------------------------------------------------------------------


def test_a_take_back_needs_the_agreement_of_all_people() -> None:
    harness = hanabi_for_two()
    before = harness.table.play
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "propose", what="take-back")
    info = projection.table_info(harness.table, NOBODY_HERE, harness.at)
    assert msgspec.to_builtins(info.proposal) == {
        "type": "take-back",
        "by": 0,
        "ply": 0,
        "waiting_for": (1,),
        "unrated": True,
    }
    assert harness.table.ply == 1
    harness.do(BO, "answer", agree=True)
    assert before is not None
    assert harness.table.play is not None
    assert harness.table.play.state == before.state
    assert harness.table.proposal is None


def test_a_refusal_or_a_withdrawal_ends_a_proposal() -> None:
    for actor in (BO, ANN):
        harness = hanabi_for_two()
        harness.do(ANN, "move", ply=0, action=CLUE)
        harness.do(ANN, "propose", what="take-back")
        harness.do(actor, "answer", agree=False)
        assert harness.table.proposal is None
        assert harness.table.ply == 1
        assert harness.refused(BO, "answer", agree=True) == "table/no-proposal"


def test_a_move_ends_a_proposal_and_a_gesture_does_not() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "propose", what="take-back")
    assert harness.refused(BO, "propose", what="end-match") == "table/proposal-pending"
    harness.do(BO, "move", ply=0, action={"type": "rearrange", "cards": [9, 8, 7, 6, 5]})
    assert harness.table.proposal is not None
    harness.move_any(BO)
    assert harness.table.proposal is None


def test_there_must_be_a_move_to_take_back() -> None:
    harness = hanabi_for_two()
    assert harness.refused(ANN, "propose", what="take-back") == "table/nothing-to-take-back"
    harness.do(ANN, "move", ply=0, action=CLUE)
    assert harness.refused(BO, "propose", what="take-back") == "table/nothing-to-take-back"
    assert harness.refused(BO, "propose", what="take-back", ply=1) == "table/nothing-to-take-back"
    assert harness.refused(CY, "propose", what="take-back") == "table/not-your-seat"


def test_alone_with_bots_a_take_back_is_granted_at_once() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "random", options={"first_seat": 0})
    harness.do(ANN, "start")
    harness.do(ANN, "move", ply=0, action=CLUE)
    harness.do(ANN, "propose", what="take-back")
    assert harness.table.ply == 0


def test_bots_wait_while_a_proposal_is_pending() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "random", options={"first_seat": 1})
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    harness.move_any(BO)
    assert bot_turn(harness.table) is not None
    harness.do(BO, "propose", what="take-back")
    assert bot_turn(harness.table) is None
    harness.do(ANN, "answer", agree=False)
    assert bot_turn(harness.table) is not None


def test_what_a_take_back_revealed_is_marked_in_the_record() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", id="first", ply=0, action={"type": "play", "card": 0})
    shown = harness.table.log[-1].events
    harness.do(ANN, "propose", what="take-back")
    harness.do(BO, "answer", agree=True)
    while harness.table.status == "playing":
        harness.move_any(harness.actor_to_move())
    record = projection.record(harness.table)
    assert record.takebacks is not None
    (takeback,) = record.takebacks
    assert (takeback.after, takeback.removed) == (0, 1)
    assert takeback.revealed == tuple(msgspec.to_builtins(event) for event in shown)
    assert read_record(write_record(record)) == record
    assert [*replay(GAMES["hanabi"], record)][-1].state == harness.table.play.state  # type: ignore[union-attr]
    assert harness.do(ANN, "move", id="first", ply=0, action=CLUE).entries == ()


def test_the_log_keeps_and_marks_what_was_taken_back() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", ply=0, action=CLUE)
    removed = harness.table.seq
    harness.do(BO, "propose", what="take-back", ply=0)
    harness.do(ANN, "answer", agree=True)
    last = projection.log(harness.table, 0)[-1]
    assert msgspec.to_builtins(last.table) == {
        "type": "taken-back",
        "by": 1,
        "ply": 0,
        "removed": (removed,),
        "unrated": True,
    }


def test_a_take_back_across_the_end_of_a_round_restores_that_round() -> None:
    harness = koikoi_for_two()
    while harness.table.game.view(harness.table.play.state, None).number == 1:  # type: ignore[union-attr]
        harness.move_any(harness.actor_to_move())
    mover = harness.table.log[-1].seat
    harness.do((ANN, BO)[mover or 0], "propose", what="take-back")
    harness.do((BO, ANN)[mover or 0], "answer", agree=True)
    while harness.table.status == "playing":
        harness.move_any(harness.actor_to_move())
    record = projection.record(harness.table)
    assert len([*replay(GAMES["koikoi"], record)]) == len(record.moves) + 1
    assert harness.reloaded() == harness.table


def test_a_match_ends_when_all_people_vote_for_it() -> None:
    harness = koikoi_for_two()
    harness.do(ANN, "propose", what="end-match")
    harness.do(BO, "answer", agree=True)
    ending = harness.table.ending
    assert ending is not None
    assert (ending.reason, ending.winners) == ("vote", ())
    record = projection.record(harness.table)
    assert record.abandoned is not None
    assert record.abandoned.reason == "vote"
    assert read_record(write_record(record)) == record


# -- playing again -------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_options_and_bots() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "open", "random", options={"errors": 1})
    harness.do(BO, "sit")
    harness.do(ANN, "start")
    assert harness.refused(BO, "play-again") == "table/not-over"
    harness.do(BO, "propose", what="end-match")
    harness.do(ANN, "answer", agree=True)
    rematch = harness.do(BO, "play-again").rematch
    assert rematch is not None
    table_id, opened, _ = rematch
    assert harness.table.rematch == table_id
    assert opened.host == "bo"
    assert opened.settings == harness.table.settings
    assert [seat.name or seat.bot for seat in opened.seats] == [
        "Ann",
        "Bo",
        "random",
    ]
    assert harness.do(ANN, "play-again").entries == ()
    assert harness.refused(CY, "play-again") == "table/not-your-seat"
