"""Recorded games of other sites replay the same in the kernels."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from hanamichi.batch.hanabi import kernel as hanabi_kernel
from hanamichi.batch.hanabi import row as h
from hanamichi.batch.hanabi import setup as hanabi_setup
from hanamichi.batch.koikoi import kernel as koikoi_kernel
from hanamichi.batch.koikoi import row as k
from hanamichi.batch.koikoi import setup as koikoi_setup
from hanamichi.core import MatchRecord, RecordError, replay
from hanamichi.hanabi import HANABI
from hanamichi.koikoi import KoiKoiAction, KoiKoiEvent
from hanamichi.records import read_any
from tests.batch.test_hanabi_parity import without_history
from tests.batch.test_koikoi_parity import comparable
from tests.koikoi.test_records import Recorded, Replay, rounds_in

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
SHARED = ROOT.parent / "shared" / "data"
needs_shared = pytest.mark.skipif(not SHARED.exists(), reason="the shared data are not here")


# -- hanab.live --------------------------------------------------------------------------------


def follow_hanabi(record: MatchRecord) -> str | None:
    """Replay a record in both engines; how it ended, `None` if people left it."""
    positions = replay(HANABI, record)
    _, _, state, _ = next(positions)
    options = state.options
    vector = hanabi_setup.option_vector(options, state.players)
    hand = int(vector[h.O_HAND])
    rng = np.zeros(1, np.uint64)
    row = np.zeros(h.ROW_BYTES, np.uint8)
    given = hanabi_setup.template(options, deck=state.deck, first_seat=state.turn)
    hanabi_kernel.deal(row, vector, given, rng, 0)
    for position in positions:
        assert position.move is not None
        action = HANABI.parse_action(position.move.action)
        number = hanabi_setup.action_id(options, state.hands, position.move.seat, action)
        assert hanabi_kernel.is_legal(row, vector, number)
        hanabi_kernel.step(row, vector, number, rng, 0)
        state = position.state
        assert without_history(row, hand) == without_history(hanabi_setup.pack(state), hand)
    outcome = HANABI.outcome(state)
    if outcome is not None:
        assert h.TERMINATIONS[row[h.ENDED]] == outcome.termination
        assert hanabi_kernel.score(row, vector) == outcome.score
    ended: str | None = state.ended
    return ended


def follow_all_hanabi(path: Path) -> Counter[str | None]:
    endings: Counter[str | None] = Counter()
    for line in path.read_bytes().splitlines():
        try:
            endings[follow_hanabi(read_any(line))] += 1
        except RecordError as error:
            endings[error.code] += 1
    return endings


def test_games_of_hanab_live_in_this_repository() -> None:
    endings = follow_all_hanabi(FIXTURES / "hanab-live.jsonl")
    assert endings == {None: 2, "last-round": 2, "errors": 1, "record/unsupported": 1}


@needs_shared
def test_all_games_of_hanab_live() -> None:
    endings = follow_all_hanabi(SHARED / "hanab-live" / "no-variant-games.jsonl")
    assert endings == {
        None: 18,
        "last-round": 14,
        "errors": 6,
        "fireworks-complete": 2,
        "record/unsupported": 10,
    }


# -- Koi-Koi -----------------------------------------------------------------------------------


class KernelReplay(Replay):
    """A recorded round in both engines."""

    def __init__(self, recorded: Recorded) -> None:
        super().__init__(recorded)
        self.vector = koikoi_setup.option_vector(self.state.options)
        self.row = koikoi_setup.pack(self.state)
        self._rng = np.zeros(1, np.uint64)

    def play(self, seat: int, action: KoiKoiAction) -> tuple[KoiKoiEvent, ...]:
        number = koikoi_setup.action_id(action)
        assert koikoi_kernel.is_legal(self.row, self.vector, number)
        koikoi_kernel.step(self.row, self.vector, number, self._rng, 0)
        events = super().play(seat, action)
        assert comparable(self.row) == comparable(koikoi_setup.pack(self.state))
        return events


def follow_all_koikoi(path: Path) -> tuple[int, int]:
    """How many rounds there were, and how many went to their end."""
    rounds = over = 0
    for recorded in rounds_in(path):
        both = KernelReplay(recorded)
        for turn in recorded.turns:
            both.turn(turn)
        rounds += 1
        over += int(both.row[k.PHASE] == k.OVER)
    return rounds, over


def test_rounds_of_koikoi_in_this_repository() -> None:
    assert follow_all_koikoi(FIXTURES / "koikoi-records.jsonl") == (16, 16)


@needs_shared
def test_all_recorded_rounds_of_koikoi() -> None:
    assert follow_all_koikoi(SHARED / "koikoi-records" / "games.jsonl") == (786, 785)
