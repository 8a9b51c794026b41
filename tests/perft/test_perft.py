"""Exhaustive counts of legal sequences from small positions.

The counts are data, as chess programmers keep theirs. For Hanabi and for captures in Koi-Koi a
second engine, written from the rules page, must list the same moves at every node on the way.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hanamichi.koikoi import CARDS, Phase
from tests.perft.naive_hanabi import NaiveHanabi
from tests.perft.naive_koikoi import NaiveRound
from tests.perft.walk import Data, Walker, count, endings, naive_endings, positions, walk_together

HANABI = positions("hanabi")
KOIKOI = positions("koikoi")
# Counting is quick; walking together with the naive engine stops at so many sequences.
TOGETHER = 60_000


def named(all_positions: list[Data], key: str) -> pytest.MarkDecorator:
    chosen = [position for position in all_positions if key in position]
    return pytest.mark.parametrize("position", chosen, ids=[one["name"] for one in chosen])


def naive_hanabi(position: Data, walker: Walker) -> NaiveHanabi:
    options = msgspec.to_builtins(walker.options)
    naive = NaiveHanabi(options, walker.players, position["deck"], position.get("tiles", ""))
    for move in position.get("moves", ()):
        assert move in naive.moves()
        naive = naive.do(move)
    return naive


def depth_within(counts: list[int], limit: int) -> int:
    return max(depth for depth, number in enumerate(counts, 1) if number <= limit)


def same_hanabi(state: Any, naive: NaiveHanabi) -> None:
    """The position as text, from either engine."""
    assert [[str(state.deck[card]) for card in hand] for hand in state.hands] == naive.hands
    assert [str(card) for card in state.deck[state.drawn :]] == naive.deck
    assert (state.clue_tokens, state.errors) == (naive.tokens, naive.errors)
    assert sum(state.fireworks) == sum(naive.built.values())
    assert sorted(map(str, state.discards)) == sorted(naive.discards)
    assert (state.turns_left, state.ended) == (naive.turns_left, naive.end)


def same_koikoi(state: Any, naive: NaiveRound) -> None:
    round_ = state.round
    assert round_.phase in (Phase.PLAY, Phase.TURNED), "the naive engine knows no yaku"
    assert [[str(CARDS[n]) for n in hand] for hand in round_.hands] == naive.hands
    assert sorted(str(CARDS[n]) for n in round_.field) == sorted(naive.field)
    assert [pile.bit_count() for pile in round_.captures] == [len(p) for p in naive.captured]


@named(HANABI, "counts")
def test_the_number_of_sequences_in_hanabi(position: Data) -> None:
    walker = Walker(position)
    counts = position["counts"]
    assert [count(walker, walker.state, n) for n in range(1, len(counts) + 1)] == counts


@named(HANABI, "counts")
def test_a_naive_engine_lists_the_same_moves_of_hanabi(position: Data) -> None:
    walker, counts = Walker(position), position["counts"]
    naive = naive_hanabi(position, walker)
    depth = depth_within(counts, TOGETHER)
    assert walk_together(walker, walker.state, naive, depth, same_hanabi) == counts[depth - 1]


@named(HANABI, "endings")
def test_the_number_of_endings_in_hanabi(position: Data) -> None:
    walker = Walker(position)
    assert endings(walker, walker.state) == position["endings"]
    assert naive_endings(naive_hanabi(position, walker)) == position["endings"]


@named(KOIKOI, "counts")
def test_the_number_of_sequences_in_koi_koi(position: Data) -> None:
    walker = Walker(position)
    counts = position["counts"]
    assert [count(walker, walker.state, n) for n in range(1, len(counts) + 1)] == counts


@named([one for one in KOIKOI if one.get("naive")], "counts")
def test_a_naive_engine_lists_the_same_captures_of_koi_koi(position: Data) -> None:
    walker, counts = Walker(position), position["counts"]
    round_ = walker.state.round
    cards = [[str(CARDS[n]) for n in pile] for pile in (*round_.hands, round_.field, round_.stock)]
    naive = NaiveRound(cards[:2], cards[2], cards[3], round_.dealer)
    naive.must_capture = walker.options.must_capture
    naive.gaji = walker.options.gaji
    depth = depth_within(counts, TOGETHER // 10)
    assert walk_together(walker, walker.state, naive, depth, same_koikoi) == counts[depth - 1]


def test_the_positions_reach_every_kind_of_move() -> None:
    kinds: set[str] = set()

    def collect(walker: Walker, state: Any, depth: int) -> None:
        for command, action in walker.moves(state):
            words = command.split()
            kinds.add(words[0])
            if depth > 1:
                collect(walker, walker.after(state, action), depth - 1)

    for position in (*HANABI, *KOIKOI):
        walker = Walker(position)
        collect(walker, walker.state, 2)
    assert kinds == {
        *("play", "discard", "clue", "deck", "return", "recover"),
        *("take", "swap", "keep", "stop", "koi"),
    }
