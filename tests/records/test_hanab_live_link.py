"""Links to hanab.live that hold a game: real ones, and every game that a link can hold."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.core import Abandonment, MatchRecord, RecordError, replay
from hanamichi.hanabi import HANABI
from hanamichi.records import read_any, summarise, write_record
from hanamichi.records.hanab_live import VARIANTS, is_link, read_link, write_link
from tests.records.games import (
    DECK_PLAY,
    FIXTURE,
    SETTLED,
    SHARED,
    encoded,
    live,
    random_record,
    refusal,
    table_of,
)

ADDRESS = "https://hanab.live/shared-replay-json/"
# Links that people shared, with the plies, the score and the end of their games.
PERFECT = (
    "415pagnsvvmkcjbqfqph-drurfleyguthflinwxdi-awmkscaoxpbuk,03ocka-eiepkcgdoaeoebtdeles-"
    "sbeeejxafaewwaereteh-exeneckaeqfme5saekfv-e1ffxaf0edegfuf4fBeC-1af7eIwaf3wae8fzwafA-ey,0"
)
WRAPPED_AT_A_COMMA = (
    "415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,03tdeh-sbxckceeeisbkdegfjep-"
    "edgcelevwbereseyocwa-eueofaefobfmew1a1den-fbeze2xae7fqfxf3f4f5-f0lceGodeIeFecetfEe1-,0"
)
WITH_SEED = (
    "415bpilhckfaxutkacql-wuvnouykigfdemdmfrhr-sqppwjbnvxgas,03tbeh-ldenwcpaekemedxcsaet-"
    "ebsdlaereafgejkafwwd-e0exxcefe2epfyeefixa-1ce8fsscece4eBfoeu1d-elevf11akae3eG,0,p4v0s9"
)
OLD_STRUCK_OUT = (
    "415gbbkuaxamlmfipdgchyaejwukhfvqlrpvnpkwsrfitcdqnusxo,"
    "05pbah0danocafalvavdae1dapaaoduaaradbgibamacaqbiavabwa,0"
)
OLD_PLAYED_OUT = (
    "415tlxnrlfdxhwyrjckpmpkhifvvgckgmaunaisweausbpfoduqbq,05obagDapbudaquaapabbe1dbnbc6cbjbsbtva"
    "obbvazau1bby6carib7aada46ab0a57abxb3a8bfblb7bwiabkiaaFidbiaouc7daIbJ0db2b9aL0db67bqd,0"
)
REAL = {
    PERFECT: (53, 25, "fireworks-complete"),
    WRAPPED_AT_A_COMMA: (52, 25, "fireworks-complete"),
    WITH_SEED: (49, 25, "fireworks-complete"),
    OLD_STRUCK_OUT: (25, 0, "errors"),
    OLD_PLAYED_OUT: (59, 15, "last-round"),
}


def link_of(record: MatchRecord) -> str:
    """The link that is written for a record, without the address."""
    written = write_link(record).decode()
    assert written.startswith(ADDRESS)
    assert written.endswith("\n")
    return written[len(ADDRESS) : -1]


@pytest.mark.parametrize(("data", "expected"), REAL.items())
def test_a_shared_link_is_read(data: str, expected: tuple[int, int, str]) -> None:
    summary = summarise(read_any(f"{ADDRESS}{data}#30".encode()))
    assert (summary.plies, summary.score, summary.outcome["termination"]) == expected
    assert summary.players == ("Alice", "Bob", "Cathy", "Donald")


@pytest.mark.parametrize("data", [PERFECT, WRAPPED_AT_A_COMMA])
def test_a_shared_link_is_written_as_it_was(data: str) -> None:
    assert link_of(read_any(data.encode())) == data


def test_the_seed_of_a_link_is_kept() -> None:
    record = read_any(WITH_SEED.encode())
    assert record.source is not None
    assert record.source["kept"] == {"seed": "p4v0s9"}
    assert f"{link_of(record)},p4v0s9" == WITH_SEED


@pytest.mark.parametrize(
    "link",
    [
        f"https://hanab.live/shared-replay-json/{PERFECT}",
        f"https://hanab.live/replay-json/{PERFECT}",
        f"http://www.hanab.live/replay-json/{PERFECT}#12",
        f"hanab.live/shared-replay-json/{PERFECT}",
        f"https://hanabi.cards/shared-replay-json/{PERFECT}?x=1",
        f"hanabi.cards/replay-json/{PERFECT}",
        f"http://localhost:8081/replay-json/{PERFECT}",
        f"shared-replay-json/{PERFECT}",
        f"/replay-json/{PERFECT}",
        PERFECT,
        PERFECT.replace("-", ""),
        f"\ufeff https://hanab.live/replay-json/{PERFECT}\r\n",
        f"https://hanab.live/replay-json/{PERFECT.replace(',', '%2C')}",
        f"https://hanab.live/replay-json/{PERFECT[:70]}\n  {PERFECT[70:]}",
    ],
)
def test_a_link_may_be_pasted_in_many_ways(link: str) -> None:
    assert read_any(link.encode()) == read_link(PERFECT)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "game.json", "games/replay/12", "Dear diary", "http://x.org/", "1,2,3"]
)
def test_other_texts_are_no_links(text: str) -> None:
    assert not is_link(text)


def games() -> list[Any]:
    """Every real game that can be read."""
    lines = [
        (path.stem, number, line)
        for path in (FIXTURE, SHARED)
        if path.exists()
        for number, line in enumerate(path.read_bytes().splitlines(), 1)
    ]
    return [pytest.param(line, id=f"{stem}:{number}") for stem, number, line in lines]


@pytest.mark.parametrize("line", games())
def test_a_real_game_comes_back_from_its_link(line: bytes) -> None:
    try:
        record = read_any(line)
    except RecordError:
        return  # a variant or an option that we do not have
    if any(move.action["type"] == "play-from-deck" for move in record.moves):
        assert refusal(write_link, record)[:2] == ("record/unsupported", "options")
        return
    assert_same_game(read_any(write_link(record)), record)


def assert_same_game(back: MatchRecord, record: MatchRecord) -> None:
    """The same cards and moves, seats being counted from the one that began."""
    first = next((move.seat for move in record.moves), 0)
    count = len(record.players)
    assert [(move.seat + first) % count for move in back.moves] == [
        move.seat for move in record.moves if move.action["type"] != "rearrange"
    ]
    ours, theirs = summarise(record), summarise(back)
    assert (theirs.score, theirs.plies) == (ours.score, ours.plies)
    assert theirs.outcome["termination"] == ours.outcome["termination"]
    (*_, before), (*_, after) = replay(HANABI, record), replay(HANABI, back)
    assert after.state.fireworks == before.state.fireworks
    assert after.state.clue_tokens == before.state.clue_tokens
    assert after.state.errors == before.state.errors


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "name", [name for name, variant in VARIANTS.items() if variant.id % 100 in (3, 21)]
)
def test_variants_have_links(name: str, players: int) -> None:
    record = random_record(table_of(VARIANTS[name]) | {"first_seat": 0}, players, 3, moves=20)
    back = read_any(write_link(record))
    assert back.options == record.options
    assert back.moves == record.moves
    assert link_of(back) == link_of(record)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_seats_are_counted_from_the_player_who_begins(first: int) -> None:
    record = random_record({"first_seat": first}, 3, 11)
    back = read_any(write_link(record))
    assert back.moves[0].seat == 0
    assert_same_game(back, record)


def test_a_game_without_moves_has_a_link() -> None:
    record = random_record({}, 2, 1, moves=0)
    assert link_of(record).endswith(",00,0")
    assert read_any(write_link(record)).moves == ()


@pytest.mark.parametrize("reason", ["timeout", "terminated", "idle", "vote"])
def test_a_game_that_one_player_broke_off_has_a_link(reason: Any) -> None:
    record = random_record({"first_seat": 1}, 3, 2, moves=9)
    left = structs.replace(record, abandoned=Abandonment(reason, 2))
    assert read_any(write_link(left)).abandoned == Abandonment(reason, 1)


def test_a_game_that_nobody_broke_off_has_no_link() -> None:
    record = random_record({}, 3, 2, moves=9)
    left = structs.replace(record, abandoned=Abandonment("vote"))
    assert refusal(write_link, left)[:2] == ("record/unsupported", "abandoned")


@pytest.mark.parametrize(
    ("record", "where"),
    [
        (random_record({}, 2, 1, preset="koikoi/nintendo", moves=4), "game"),
        (random_record({"errors": 1}, 2, 1), "options.errors"),
        (read_any(DECK_PLAY), "options"),
    ],
)
def test_what_a_link_cannot_hold_is_refused(record: MatchRecord, where: str) -> None:
    assert refusal(write_link, record)[:2] == ("record/unsupported", where)


def test_an_option_matters_only_where_the_game_used_it() -> None:
    plain = live(SETTLED)
    record = read_any(encoded(plain | {"options": {"emptyClues": True}}))
    assert record.options["empty_clues"] is True
    assert_same_game(read_any(write_link(record)), record)


def test_a_lost_final_bouquet_has_no_link() -> None:
    """By the ordinary rules the same moves would have scored."""
    for seed in range(40):
        record = random_record({"final_bouquet": True}, 2, seed)
        if summarise(record).outcome["termination"] not in ("errors", "fireworks-complete"):
            assert refusal(write_link, record)[:2] == ("record/unsupported", "options")
            return
    pytest.fail("no such game found")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "no deck, actions and variant"),
        (PERFECT[:60], "no deck, actions and variant"),
        (PERFECT.rpartition(",")[0] + ",", "number of a variant"),
        (PERFECT.rpartition(",")[0] + ",x", "number of a variant"),
        (f"x{PERFECT}", "number of players"),
        (f"1{PERFECT[1:]}", "number of players"),
        (f"7{PERFECT[1:]}", "number of players"),
        (f"4x5{PERFECT[3:]}", "a part of it is missing"),
        (f"451{PERFECT[3:]}", "a part of it is missing"),
        (PERFECT.replace("ey,0", "e,0"), "half of an action"),
        (PERFECT.replace("pagn", "pa!n"), "'!'"),
        (PERFECT + PERFECT, "number of a variant"),
    ],
)
def test_a_damaged_link_is_refused(data: str, words: str) -> None:
    code, _, message = refusal(read_any, f"{ADDRESS}{data}".encode())
    assert code == "record/unreadable"
    assert words in message


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        (PERFECT.rpartition(",")[0] + ",98", "record/unsupported", "variant"),
        (f"6{PERFECT[1:]}", "record/unsupported", "players"),
        (PERFECT.replace("pagn", "pag"), "record/impossible", "deck"),
        (PERFECT.replace("pagn", "pppp"), "record/impossible", "deck[3]"),
        (PERFECT.replace("ocka", "ocob"), "record/impossible", "actions[1]"),
    ],
)
def test_a_link_of_another_game_is_refused_with_its_place(data: str, code: str, where: str) -> None:
    assert refusal(read_any, f"{ADDRESS}{data}".encode())[:2] == (code, where)


@pytest.mark.parametrize("kind", ["replay", "shared-replay"])
def test_a_link_that_only_names_a_game_says_what_to_do(kind: str) -> None:
    for host in ("https://hanab.live/", "hanab.live/", "https://hanabi.cards/"):
        code, _, message = refusal(read_any, f"{host}{kind}/123456#7".encode())
        assert code == "record/unsupported"
        assert "https://hanab.live/export/123456" in message


@given(
    cut=st.integers(0, len(PERFECT)),
    put=st.text("abcxyz0159AZ,-#?%! é", max_size=4),
    drop=st.integers(0, 4),
)
def test_a_changed_link_raises_nothing_but_record_errors(cut: int, put: str, drop: int) -> None:
    text = f"replay-json/{PERFECT[:cut]}{put}{PERFECT[cut + drop :]}"
    try:
        record = read_any(text.encode())
    except RecordError:
        return
    assert summarise(record).game == "hanabi"


def test_a_link_is_stored_as_any_record() -> None:
    record = read_any(f"{ADDRESS}{PERFECT}".encode())
    assert read_any(write_record(record)) == record
