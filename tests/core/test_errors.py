"""Errors: stable codes, a message, a place, and pickling."""

from __future__ import annotations

import pickle

import pytest

from hanamichi.core import (
    GameOver,
    HanamichiError,
    IllegalMove,
    NotYourTurn,
    OptionError,
    RecordError,
    UnknownSeat,
    UnparsableMove,
)
from hanamichi.core.errors import MoveError

CODES = {
    UnparsableMove: "move/unparsable",
    IllegalMove: "move/illegal",
    NotYourTurn: "move/not-your-turn",
    GameOver: "move/game-over",
    OptionError: "options/invalid",
    RecordError: "record/invalid",
    UnknownSeat: "seat/unknown",
}


@pytest.mark.parametrize(("kind", "code"), CODES.items())
def test_each_error_has_its_code(kind: type[HanamichiError], code: str) -> None:
    assert kind("No").code == code
    assert issubclass(kind, HanamichiError)


def test_no_two_kinds_of_refused_move_share_a_code() -> None:
    refusals = [kind for kind in CODES if issubclass(kind, MoveError)]
    assert len({kind.code for kind in refusals}) == len(refusals) == 4


def test_an_error_reads_as_a_sentence_with_its_place() -> None:
    assert str(IllegalMove("Not now")) == "Not now"
    assert str(RecordError("Not so", where="moves[3]")) == "Not so (at moves[3])"


@pytest.mark.parametrize("kind", CODES)
def test_errors_can_be_pickled(kind: type[HanamichiError]) -> None:
    error = kind("Why", code="some/code", where="here")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (again.message, again.code, again.where) == ("Why", "some/code", "here")


def test_a_code_of_one_error_does_not_change_its_class() -> None:
    RecordError("Too big", code="record/too-large")
    assert RecordError("Broken").code == "record/invalid"
