"""Replays show each seat exactly what it saw during the match."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hanamichi.bots import Choice, Reason
from hanamichi.catalog import game_by_id, new_match
from hanamichi.core import Seeded, replay
from hanamichi.core.record import MatchRecord, plain
from hanamichi.records import read_any, read_record, write_hanab_live, write_record
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import QuotasConfig, ServerConfig
from hanamichi.server.protocol.replay_messages import Frame
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.table import moves
from hanamichi.server.table.from_record import replay_moves, table_of
from hanamichi.server.table.result import replay_id
from hanamichi.server.views import projection
from tests.server.finished_matches import all_frames, finished, replay_of
from tests.server.live import live, person, play_out, running
from tests.server.table_harness import ANN, BO, TableHarness, hanabi_for_two, koikoi_for_two

MATCHES = [
    ("hanabi/cocktail", 3, {"errors": 10}),
    (
        "hanabi/grands-feux",
        2,
        {"errors": 10, "avalanche": "wild", "black_powder": True, "flamboyants": True},
    ),
    ("koikoi/nintendo", 2, {"rounds": 2}),
    ("koikoi/robin-red", 2, {"rounds": 2, "gaji": True}),
]
EACH_MATCH = pytest.mark.parametrize(("preset", "players", "options"), MATCHES)


def played(preset: str, players: int, options: dict[str, Any], seed: int = 4) -> MatchRecord:
    """A record of a match played at random."""
    match = new_match(preset, [f"P{n}" for n in range(players)], options=options, seed=seed)
    dice = random.Random(seed)
    while match.to_act is not None:
        match.play(dice.choice(match.legal_actions()))
    return match.record()


def reel_of(record: MatchRecord) -> MatchReplay:
    return MatchReplay("r", table_of(record, "r", 1), record, imported=True)


# -- frames --------------------------------------------------------------------------------------


@EACH_MATCH
def test_a_frame_shows_what_the_seat_saw_at_that_ply(
    preset: str, players: int, options: dict[str, Any]
) -> None:
    record = played(preset, players, options)
    game = game_by_id(record.game)
    match_replay = reel_of(record)
    *_, last = replay(game, record)
    assert match_replay.plies == last.ply
    for position in replay(game, record):
        for seat in range(players):
            frame: Any = match_replay.frame(position.ply, seat)
            assert frame.position.view == game.view(position.state, seat)
            assert frame.position.to_act == game.to_act(position.state)
            assert frame.position.legal == ()
            assert frame.upcoming is None


@EACH_MATCH
def test_a_replay_from_a_seat_shows_only_what_that_seat_could_know(
    preset: str, players: int, options: dict[str, Any]
) -> None:
    """Other hidden cards, but the same view of the seat: the replay must be the same."""
    record = played(preset, players, options)
    game = game_by_id(record.game)
    match_replay = reel_of(record)
    moved = False
    for ply in (match_replay.plies // 4, match_replay.plies // 2, match_replay.plies - 2):
        moves = [p.move for p in match_replay.positions if p.move is not None and p.ply <= ply]
        begun = replay_moves(game, match_replay.table.options, players, moves, record.chance)
        real = reel_of(cut(record, len(moves), begun.draws))
        for seat in range(players):
            draws = game.redeal(begun.draws, begun.state, seat, Seeded(ply))
            other = reel_of(cut(record, len(moves), draws))
            assert bytes_of(other, seat) == bytes_of(real, seat)
            moved |= bytes_of(other, None) != bytes_of(real, None)
    assert moved


def cut(record: MatchRecord, moves: int, chance: Any) -> MatchRecord:
    """The beginning of a match."""
    return msgspec.structs.replace(
        record, moves=record.moves[:moves], chance=tuple(chance), result=None
    )


def bytes_of(match_replay: MatchReplay, seat: int | None) -> bytes:
    frames = [match_replay.frame(ply, seat) for ply in range(match_replay.plies + 1)]
    return msgspec.json.encode([match_replay.message(seat, None), frames])


def test_a_frame_shows_what_clues_would_touch_to_who_gives_them() -> None:
    reel = reel_of(played("hanabi/cocktail", 3, {"first_seat": 0}))
    frames: list[Any] = [reel.frame(0, seat) for seat in (0, 1, None)]
    own, other, opened = frames
    shown = own.position.aids
    assert shown.clues
    for preview in shown.clues:
        held = {card.id for card in own.position.view.hands[preview.clue.target]}
        assert set(preview.touches) <= held
    assert opened.position.aids.clues == shown.clues
    assert other.position.aids.clues == ()


def test_an_open_replay_shows_every_hand_and_the_deck() -> None:
    record = played("hanabi/cocktail", 2, {})
    match_replay = reel_of(record)
    deck = next(draw.order for draw in record.chance if draw.label == "deck")
    frame: Any = match_replay.frame(0, None)
    hands = [[str(held.face.value) for held in hand] for hand in frame.position.view.hands]
    assert [*hands[0], *hands[1], *(card.value for card in frame.upcoming)] == list(deck)
    match = played("koikoi/nintendo", 2, {"rounds": 1})
    opened: Any = reel_of(match).frame(0, None)
    assert all(len(hand) == 8 for hand in opened.position.view.hands)
    assert len(opened.upcoming) == 24
    assert opened.unseen == ()
    seen: Any = reel_of(match).frame(0, 0)
    assert len(seen.unseen) == 32


def end_by_vote(harness: TableHarness) -> None:
    harness.do(ANN, "propose", what="end-match")
    harness.do(BO, "answer", agree=True)


def test_what_a_card_was_known_to_be_by_its_clues_and_by_deduction() -> None:
    harness = hanabi_for_two()
    harness.do(ANN, "move", ply=0, action={"type": "value-clue", "target": 1, "value": 1})
    end_by_vote(harness)
    match_replay = MatchReplay("r", harness.table, projection.record(harness.table))
    before: Any = match_replay.frame(0, 1)
    after: Any = match_replay.frame(1, 1)
    for held in after.position.view.hands[1]:
        assert len(before.clued[held.id]) == 25
        values = {face.number for face in after.clued[held.id]}
        assert values == ({1} if held.values else {2, 3, 4, 5})
        assert set(after.position.aids.deductions[held.id]) <= set(after.clued[held.id])


def test_a_bots_secret_reasons_are_shown_to_its_seat_and_in_open_replays() -> None:
    harness = TableHarness("hanabi/cocktail", "me", "casual", "casual", options={"first_seat": 1})
    harness.do(ANN, "start")
    for secret in (True, False):
        seat = harness.table.to_act
        assert seat is not None
        action = harness.table.game.legal_actions(harness.table.play.state, seat)[0]  # type: ignore[union-attr]
        choice = Choice(action, Reason("discard", {}, secret=secret))
        harness.take(moves.bot_move(harness.table, seat, choice, harness.context))
    harness.do(ANN, "propose", what="end-match")
    match_replay = MatchReplay("r", harness.table, projection.record(harness.table))
    told = {
        eyes: [
            entry.why is not None for entry in match_replay.message(eyes, None).log if entry.seat
        ]
        for eyes in (None, 0, 1, 2)
    }
    assert told == {None: [True, True], 0: [False, True], 1: [True, True], 2: [False, True]}


def test_gestures_and_takebacks_leave_one_frame_for_each_ply() -> None:
    harness = koikoi_for_two()
    for _ in range(4):
        harness.move_any(harness.actor_to_move())
    harness.do(ANN, "propose", what="take-back", ply=2)
    harness.do(BO, "answer", agree=True)
    harness.move_any(harness.actor_to_move())
    end_by_vote(harness)
    match_replay = MatchReplay("r", harness.table, projection.record(harness.table))
    told = match_replay.message(None, None)
    assert told.plies == 3
    assert [entry.ply for entry in told.log] == sorted(entry.ply for entry in told.log)
    kinds = [type(entry.table).__name__ for entry in told.log if entry.table]
    assert kinds == ["TakenBack", "Ended"]
    hanabi = hanabi_for_two()
    hanabi.do(BO, "move", ply=9, action={"type": "rearrange", "cards": [9, 8, 7, 6, 5]})
    hanabi.move_any(ANN)
    end_by_vote(hanabi)
    match_replay = MatchReplay("r", hanabi.table, projection.record(hanabi.table))
    assert match_replay.plies == 1
    first: Any = match_replay.frame(0, None)
    assert [held.id for held in first.position.view.hands[1]] == [9, 8, 7, 6, 5]


# -- over HTTP -----------------------------------------------------------------------------------


@live
async def test_a_finished_match_is_replayed_page_by_page(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, person(server) as guest:
        table = await finished(ann, "hanabi/cocktail", "random")
        link = await replay_of(server, table)
        told = await ann.request("GET", f"/api/replays/{link}?seat=0")
        assert (told["you"], told["seat"], told["imported"]) == (0, 0, False)
        assert told["forms"][:2] == ["hanamichi", "hanab-live"]
        assert (await guest.request("GET", f"/api/replays/{link}"))["you"] is None
        truth = await server.table(table)
        states = {p.ply: p.state for p in replay(truth.game, projection.record(truth))}
        for seat in (0, 1):
            frames = await all_frames(guest, link, seat, count=7)
            assert len(frames) == told["plies"] + 1
            for ply, frame in enumerate(frames):
                msgspec.json.decode(msgspec.json.encode(frame), type=Frame)
                assert frame["position"]["view"] == plain(truth.game.view(states[ply], seat))
        assert table not in str(told)


@live
async def test_a_replay_does_not_lead_to_the_table_or_to_its_rematch(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        async with ann.at(table) as line:
            await line.ok("play-again")
            rematch = (await server.table(table)).rematch
            assert rematch is not None
        link = await replay_of(server, table)
        for path in ("", "?seat=1", "/frames", "/record"):
            answer = (await ann.client.get(f"/api/replays/{link}{path}")).text
            assert table not in answer
            assert rematch not in answer
        assert (await ann.request("GET", f"/api/tables/{link}"))["code"] == "table/unknown"


@live
async def test_a_running_match_has_no_replay(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        info = await ann.request("GET", f"/api/tables/{table}")
        assert info["replay"] is None
        for guess in (replay_id(table), table):
            for path in ("", "/frames", "/frames?seat=0", "/record", "/rules"):
                answer = await ann.client.get(f"/api/replays/{guess}{path}")
                assert (answer.status_code, answer.json()["code"]) == (404, "replay/unknown")
            body = {"ply": 0, "seat": 0, "cards": "same", "bot": "random"}
            answer = await ann.client.post(f"/api/replays/{guess}/branches", json=body)
            assert answer.json()["code"] == "replay/unknown"


@live
async def test_an_abandoned_match_has_a_replay(tmp_path: Path) -> None:
    now = 0.0
    async with (
        running(tmp_path, clock=Clock(lambda: now)) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        table = await ann.open_table(
            "hanabi/cocktail", "me", "open", clock={"bank": 10}, options={"first_seat": 0}
        )
        async with ann.at(table) as first, bo.at(table) as second:
            await second.ok("sit")
            await first.ok("start")
            await first.until(lambda: first.to_act)
            now = 60.0
            await first.send("ping")
            await second.until(lambda: second.table["status"] == "over")
        link = await replay_of(server, table)
        told = await bo.request("GET", f"/api/replays/{link}?seat=1")
        assert told["table"]["ending"]["reason"] == "timeout"
        frames = await all_frames(bo, link, seat=1)
        # Hands stayed hidden then, and stay hidden now.
        assert all("face" not in held for held in frames[-1]["position"]["view"]["hands"][1])
        record = read_record((await bo.client.get(f"/api/replays/{link}/record")).content)
        assert record.abandoned is not None


@live
async def test_a_link_holds_the_record(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "hanabi/online", "random", seed=3, options={"errors": 3})
        link = await replay_of(server, table)
        told = await ann.request("GET", f"/api/replays/{link}")
        assert told["forms"] == ["hanamichi", "hanab-live", "hanab-live-link"]
        answer = await ann.client.get(f"/api/replays/{link}/record?form=hanab-live-link")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["content-disposition"].endswith('.txt"')
        assert answer.text.startswith("https://hanab.live/shared-replay-json/2")
        opened = (await ann.client.post("/api/replays", content=answer.content)).json()
        again = await ann.request("GET", f"/api/replays/{opened['id']}")
        assert again["plies"] == told["plies"]
        assert [seat["name"] for seat in again["table"]["seats"]] == ["Alice", "Bob"]


@live
async def test_the_record_in_both_forms(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "hanabi/cocktail", "random", seed=3)
        link = await replay_of(server, table)
        ours = await ann.client.get(f"/api/replays/{link}/record")
        theirs = await ann.client.get(f"/api/replays/{link}/record?form=hanab-live")
        assert "attachment" in ours.headers["content-disposition"]
        mine = read_record(ours.content)
        assert mine == projection.record(await server.table(table))
        assert read_any(theirs.content).chance[-1] == mine.chance[-1]
        rounds = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        other = await replay_of(server, rounds)
        answer = await ann.request("GET", f"/api/replays/{other}/record?form=hanab-live")
        assert answer["code"] == "record/unsupported"
        assert (await ann.request("GET", f"/api/replays/{other}"))["forms"] == ["hanamichi"]
        rules = await ann.request("GET", f"/api/replays/{other}/rules?lang=fr")
        assert rules["lang"] == "fr"


@live
async def test_invalid_requests_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await finished(ann, "koikoi/nintendo", "random", options={"rounds": 1})
        link = await replay_of(server, table)
        for path, code in (
            ("?seat=2", "table/seat-unknown"),
            ("?seat=-1", "table/seat-unknown"),
            ("?seat=me", "request/invalid"),
            ("/frames?seat=7", "table/seat-unknown"),
            ("/frames?first=10000", "replay/ply"),
            ("/frames?first=-1", "request/invalid"),
            ("/frames?count=51", "request/invalid"),
            ("/record?form=pgn", "request/invalid"),
        ):
            answer = await ann.client.get(f"/api/replays/{link}{path}")
            assert (answer.status_code, answer.json()["code"]) == (400, code), path


# -- imported records ----------------------------------------------------------------------------


@live
async def test_a_record_from_a_file_is_a_replay_like_any_other(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, person(server) as guest:
        record = played("hanabi/online", 3, {})
        for written in (write_record(record), write_hanab_live(record)):
            answer = await ann.client.post("/api/replays", content=written)
            assert answer.status_code == 201
            opened = answer.json()
            assert opened["url"].endswith(f"/replay/{opened['id']}")
            told = await guest.request("GET", f"/api/replays/{opened['id']}")
            assert told["imported"]
            assert told["you"] is None
            assert [seat["name"] for seat in told["table"]["seats"]] == ["P0", "P1", "P2"]
            frames = await all_frames(guest, opened["id"], seat=1)
            assert len(frames) == told["plies"] + 1
            back = await guest.client.get(f"/api/replays/{opened['id']}/record")
            assert read_record(back.content) == read_any(written)
        again = await ann.request("POST", "/api/replays", None, content=write_record(record))
        first = await ann.request("POST", "/api/replays", None, content=write_record(record))
        assert again["id"] == first["id"]


@live
async def test_an_unfinished_record_can_be_looked_at_and_played_on(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        record = played("koikoi/robin-red", 2, {"rounds": 1})
        begun = cut(record, 4, record.chance)
        body = write_record(begun)
        opened = (await ann.client.post("/api/replays", content=body)).json()
        told = await ann.request("GET", f"/api/replays/{opened['id']}")
        assert (told["plies"], told["table"]["ending"]) == (4, None)
        branch = {"ply": 4, "seat": 0, "cards": "same", "bot": "random"}
        table = await ann.request("POST", f"/api/replays/{opened['id']}/branches", branch)
        async with ann.at(table["id"]) as line:
            await play_out(line)


@live
async def test_files_that_are_no_records_are_refused_with_a_reason(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, person(server) as nobody:
        good = played("hanabi/online", 2, {})
        wrong = msgspec.structs.replace(good, result=plain(good.result) | {"score": 26})
        for content, status, code in (
            (b"", 400, "record/unreadable"),
            (b"Dear diary", 400, "record/unreadable"),
            (b"https://hanab.live/replay-json/415", 400, "record/unreadable"),
            (b"https://hanab.live/replay/12345", 400, "record/unsupported"),
            (b"\xff\xfe", 400, "record/unreadable"),
            (b"{}", 400, "record/unreadable"),
            (b"[" * 10_000, 400, "record/unreadable"),
            (b'{"format": "hanamichi-record", "version": 99}', 400, "record/version"),
            (b'{"format": "hanamichi-record", "version": 1}', 400, "record/invalid"),
            (write_record(wrong), 400, "record/mismatch"),
            (write_record(cut(good, 3, ())), 400, "record/impossible"),
            (b"x" * (1024 * 1024 + 1), 413, "request/too-large"),
        ):
            answer = await ann.client.post("/api/replays", content=content)
            assert (answer.status_code, answer.json()["code"]) == (status, code), content[:40]
        answer = await nobody.client.post("/api/replays", content=write_record(good))
        assert (answer.status_code, answer.json()["code"]) == (401, "person/unknown")


@live
async def test_the_number_of_imported_records_per_person_is_limited(tmp_path: Path) -> None:
    config = ServerConfig(quotas=QuotasConfig(imports_per_person=2))
    async with (
        running(tmp_path, config=config) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        records = [write_record(played("hanabi/online", 2, {}, seed)) for seed in range(3)]
        answers = [await ann.client.post("/api/replays", content=one) for one in records]
        answers.append(await bo.client.post("/api/replays", content=records[0]))
        kept = [answer.json()["id"] for answer in answers]
        found = [await ann.request("GET", f"/api/replays/{one}") for one in kept]
        assert [told.get("code") for told in found] == ["replay/unknown", None, None, None]
