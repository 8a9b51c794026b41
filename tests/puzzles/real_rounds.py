"""Rounds that people played, as records: `python -m tests.puzzles.real_rounds > matches.jsonl`.

The source plays by a house rule (see `tests/koikoi/test_records.py`). Deals, captures and turns are
the same here, so each round is the first of a match of two by Nintendo's rules, as far as it could
have been played like that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from hanamichi.catalog import AnyMatch
from hanamichi.core import Abandonment, Match, MatchRecord, MoveError
from hanamichi.koikoi import CallKoiKoi, Phase, PlayCard, Stop, TakeCard
from hanamichi.records import write_record
from tests.koikoi.tables import GAME, NINTENDO, Rigged, deck, options_with
from tests.koikoi.test_records import FIXTURE, Recorded, card, names, rounds_in

SOURCE = "github.com/guansanghai/KoiKoi-AI"


def real_records() -> Iterator[MatchRecord]:
    """The rounds of the two matches in the fixtures."""
    for recorded in rounds_in(FIXTURE):
        match = _started(recorded)
        if match.view(None).number == 1:  # else a lucky hand would have won it at once
            _play(match, recorded)
            yield match.record(Abandonment("terminated"))


def _started(recorded: Recorded) -> AnyMatch:
    basic = recorded.basic
    dealer = basic["Dealer"] - 1
    hands = [basic["initHand1"], basic["initHand2"]]
    options = options_with(NINTENDO, rounds=2, first_dealer=dealer)
    dealt = deck(
        options,
        dealer=names(hands[dealer]),
        other=names(hands[1 - dealer]),
        field=names(basic["initBoard"]),
        stock=names(basic["initPile"][::-1]),
    )
    return Match(GAME, options, 2, Rigged(dealt), "koikoi/nintendo")


def _play(match: AnyMatch, recorded: Recorded) -> None:
    """Play the round until it is over, or goes on otherwise than it did."""
    for turn in recorded.turns:
        seat = turn["playerInTurn"] - 1
        played, *taken = map(card, [turn["discardCard"], *turn["collectCard"][1:]])
        mates = sum(other.month == played.month for other in match.view(None).field)
        try:
            match.play(PlayCard(played, taken[0] if mates == 2 else None), seat)
            if match.view(None).phase is Phase.TURNED:
                match.play(TakeCard(card(turn["collectCard2"][1])), seat)
            if match.view(None).phase is Phase.DECIDE:
                match.play(Stop() if turn["isKoiKoi"] is False else CallKoiKoi(), seat)
        except MoveError:
            return
        if match.view(None).number > 1:
            return


if __name__ == "__main__":
    for record in real_records():
        sys.stdout.buffer.write(write_record(record).replace(b"\n", b"") + b"\n")
