"""One game at a time, in this process: what bots are given, and what they lose by failing."""

from __future__ import annotations

import pytest

from hanamichi.arena import Tournament, plan
from hanamichi.arena.game_loop import play
from hanamichi.arena.results import GameResult
from hanamichi.arena.tournament import Task

BOTS = "tests.arena.failing_bots:"


class RecordingWatcher:
    """Records which bots were asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.open = 0

    def creating(self, place: int) -> None:
        self.open += 1

    def choosing(self, place: int) -> None:
        assert self.open == 1
        self.asked.append(place)

    def answered(self) -> None:
        self.open -= 1


def tournament(preset: str, *lineup: str, timeout: float = 60.0) -> Tournament:
    return plan(preset, [lineup], games=10, seed=3, timeout=timeout)


def played(preset: str, *lineup: str, game: int = 0, timeout: float = 60.0) -> GameResult:
    watcher = RecordingWatcher()
    result = play(tournament(preset, *lineup, timeout=timeout), Task(0, game), watcher)
    assert watcher.open == 0, "every question is answered, or its bot has failed"
    return result


@pytest.mark.parametrize("preset", ["hanabi/grands-feux", "koikoi/robin-red"])
def test_bots_receive_views(preset: str) -> None:
    assert played(preset, BOTS + "Peeker").failure is None


def test_the_same_game_ends_the_same_way() -> None:
    one, other = (played("hanabi/online", "casual", game=4) for _ in range(2))
    assert one.scores == other.scores
    assert one.paces[0].moves == other.paces[0].moves


def test_every_bot_is_asked_in_the_seat_it_was_given() -> None:
    result = played("hanabi/online", "random", "casual", "random", game=1)
    assert [pace.moves > 0 for pace in result.paces] == [True] * 3
    assert sum(sum(pace.spread.values()) for pace in result.paces) == sum(
        pace.moves for pace in result.paces
    )


def test_each_deck_of_koi_koi_is_fair_to_both() -> None:
    """Nothing but the seat differs, so what one wins in a seat the other wins back."""
    lineup = (BOTS + "First", BOTS + "First")
    results = [played("koikoi/nintendo", *lineup, game=game) for game in range(6)]
    for there, back in zip(results[::2], results[1::2], strict=True):
        assert there.scores == back.scores[::-1]
    assert any(result.scores[0] != result.scores[1] for result in results)


def test_line_ups_meet_the_same_deck() -> None:
    lineups = [[BOTS + "First"], [BOTS + "First", "tests.arena.failing_bots:First"]]
    both = plan("hanabi/online", lineups, games=3, seed=3)
    one, other = (play(both, Task(lineup, 2), RecordingWatcher()) for lineup in (0, 1))
    assert one.paces[0].moves == other.paces[0].moves
    elsewhere = play(both, Task(0, 1), RecordingWatcher())
    assert [pace.moves for pace in one.paces] != [pace.moves for pace in elsewhere.paces]


@pytest.mark.parametrize(
    ("bot", "kind", "error"),
    [
        ("Crasher", "crashed", "ZeroDivisionError: division by zero on purpose (failing_bots.py:"),
        ("Quitter", "crashed", "SystemExit: 0 (failing_bots.py:"),
        ("Unborn", "crashed", "OSError: the model is missing (failing_bots.py:"),
        ("Cheat", "illegal", "Play(card=49) is not legal"),
        ("Bare", "illegal", "it returned "),
        ("Nonsense", "illegal", "it returned 'a sunny day', which is no Choice"),
    ],
)
@pytest.mark.parametrize("preset", ["hanabi/online", "koikoi/nintendo"])
def test_a_bot_that_fails_loses_the_game(preset: str, bot: str, kind: str, error: str) -> None:
    result = played(preset, "random", BOTS + bot, game=1)
    failure = result.failure
    assert failure is not None
    assert (failure.place, failure.seat, failure.kind) == (1, 0, kind)
    assert failure.error.startswith(error)
    assert result.termination == kind
    if preset == "hanabi/online":
        assert (result.scores, result.winners) == ((0, 0), ())
    else:
        assert (result.scores, result.winners) == ((72, 0), (0,)), "twelve rounds of six points"


def test_a_bot_that_answers_too_late_has_stalled() -> None:
    result = played("hanabi/online", "casual", timeout=1e-9)
    assert result.failure is not None
    assert result.failure.kind == "stalled"
    assert result.failure.error == "no move within 1e-09 s"
    assert result.scores == (0, 0)
