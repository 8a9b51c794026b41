"""Why bots moved: told when it gives nothing away, and in no byte before."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hanamichi.bots import Choice, Reason
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.table import entries, moves
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.table.decision import Actor
from hanamichi.server.table.entries import Moved
from hanamichi.server.table.state import Table
from hanamichi.server.views import projection
from hanamichi.server.views.frames import FrameCache
from tests.server.live import live, person, play_out, running
from tests.server.table_harness import ANN, BO, STRANGER, TableHarness

SECRET = Reason("clue-save-last", {"seat": "seat:0", "card": "card:r3"})
OPEN = Reason("discard-oldest", secret=False)


def table_with(*seats: str) -> TableHarness:
    """A game that has begun with a bot's turn."""
    bot = next(n for n, seat in enumerate(seats) if seat == "random")
    harness = TableHarness("hanabi/cocktail", *seats, options={"first_seat": bot})
    if "open" in seats:
        harness.do(BO, "sit")
    harness.do(ANN, "start")
    return harness


def bot_moves(harness: TableHarness, reason: Reason) -> None:
    seat = harness.table.to_act
    assert seat is not None
    play = harness.table.play
    assert play is not None
    action = harness.table.game.legal_actions(play.state, seat)[0]
    harness.take(moves.bot_move(harness.table, seat, Choice(action, reason), harness.context))


def sent_to(table: Table, actor: Actor) -> str:
    """Everything that a reader could be sent of a table, as bytes."""
    seat = table.seat_of(actor.person)
    snapshot = projection.snapshot(table, actor, NOBODY_HERE, {}, 0, now=0.0, at=0)
    news = FrameCache(table, 0, 0.0).frame(seat)
    assert news is not None
    return (projection.encode(snapshot) + news).decode() + str(projection.reasons(table, seat))


@pytest.mark.parametrize("reason", [SECRET, OPEN])
@pytest.mark.parametrize("reader", [ANN, BO, STRANGER])
def test_among_people_no_reason_is_sent_before_the_end(reason: Reason, reader: Actor) -> None:
    harness = table_with("me", "open", "random")
    bot_moves(harness, reason)
    assert reason.code not in sent_to(harness.table, reader)
    harness.do(ANN, "propose", what="end-match")
    harness.do(BO, "answer", agree=True)
    assert harness.table.status == "over"
    assert reason.code in sent_to(harness.table, reader)


def test_a_single_person_receives_reasons_that_reveal_nothing_hidden() -> None:
    harness = table_with("me", "random")
    bot_moves(harness, OPEN)
    assert OPEN.code in sent_to(harness.table, ANN)
    assert OPEN.code not in sent_to(harness.table, STRANGER)


def test_a_secret_reason_waits_for_the_end_even_in_practice() -> None:
    harness = table_with("me", "random")
    bot_moves(harness, SECRET)
    for reader in (ANN, STRANGER):
        sent = sent_to(harness.table, reader)
        assert SECRET.code not in sent
        assert '"why":{' not in sent
    harness.do(ANN, "propose", what="end-match")
    for reader in (ANN, STRANGER):
        assert projection.reasons(harness.table, harness.table.seat_of(reader.person)) == {
            3: SECRET
        }


def test_a_stand_in_bot_does_not_make_a_match_practice() -> None:
    harness = table_with("me", "open", "random")
    harness.do(BO, "leave")
    harness.present.discard("bo")
    harness.do(ANN, "stand-in", seat=1, bot="random")
    bot_moves(harness, OPEN)
    assert OPEN.code not in sent_to(harness.table, ANN)


def test_a_reason_is_kept_with_its_move_and_old_moves_have_none() -> None:
    moved = Moved(seat=1, action={"type": "play", "card": 3}, reason=SECRET)
    assert entries.decode(entries.encode(moved)) == moved
    old = '{"kind":"moved","seat":1,"action":{"type":"play","card":3}}'
    decoded = entries.decode(old)
    assert isinstance(decoded, Moved)
    assert decoded.reason is None


def test_a_replay_has_every_reason_and_a_record_none() -> None:
    harness = table_with("me", "random")
    bot_moves(harness, SECRET)
    harness.do(ANN, "propose", what="end-match")
    record = projection.record(harness.table)
    assert SECRET.code not in msgspec.json.encode(record).decode()
    replay = MatchReplay("replay", harness.table, record).message(None, None)
    assert [entry.why for entry in replay.log if entry.why is not None] == [SECRET]


@live
async def test_over_the_wire_reasons_come_with_the_end(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
        person(server) as stranger,
    ):
        table = await ann.open_table("hanabi/cocktail", "me", "open", "random")
        async with ann.at(table) as first, bo.at(table) as second, stranger.at(table) as third:
            await second.ok("sit")
            await first.ok("start")
            await second.until(lambda: second.position is not None)
            await play_out(first, second)
            for line in (first, second, third):
                await line.until(lambda line=line: line.of("reasons"))  # type: ignore[misc]
                *before, _ = line.of("happened")
                assert all("anything" not in str(message) for message in before)
                (told,) = line.of("reasons")
                moved = {str(entry["seq"]) for entry in line.log if entry["seat"] == 2}
                assert set(told["reasons"]) == moved
            seen = first.log[-1]["seq"]
        async with ann.at(table, seen=seen) as line:
            await line.until(lambda: line.of("reasons"))
        async with ann.at(table) as line:
            assert {e["seat"] for e in line.log if e["why"] is not None} == {2}
            assert line.of("reasons") == []
