"""Rows of Hanabi that begin with a chosen deck, or at the end of a replayed match."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hanamichi.batch.arrays import OptionVector, Row, Rows
from hanamichi.batch.chosen_games import Decks
from hanamichi.batch.hanabi import kernel, setup
from hanamichi.batch.hanabi import row as r
from hanamichi.core.record import Position
from hanamichi.hanabi import HANABI, HanabiState, Rearrange, ReturnCard
from hanamichi.hanabi.events import HanabiEvent
from hanamichi.hanabi.options import hand_size


def begin_with(rows: Rows, vector: OptionVector, decks: Decks) -> None:
    """Give rows that were just dealt other decks; who begins and the bonus tiles stay."""
    rows[:, r.SHUFFLED] = 1
    rows[:, r.DECK : r.DECK + decks.shape[1]] = decks
    for slot in range(int(vector[r.O_PLAYERS] * vector[r.O_HAND])):
        rows[:, r.SLOTS + slot * r.SLOT_BYTES + r.CARD] = decks[:, slot]


def row_after(positions: Iterator[Position[HanabiState, HanabiEvent]], vector: OptionVector) -> Row:
    """The row at the end of a replayed match. Hands that were rearranged keep their order here."""
    start = next(positions).state
    options = start.options
    row: Row = np.zeros(r.MEMORY_ROW_BYTES if vector[r.O_CARD_MEMORY] else r.ROW_BYTES, np.uint8)
    random = np.zeros(1, np.uint64)
    given = setup.template(
        options, deck=start.deck, tiles=start.tiles or None, first_seat=start.turn
    )
    kernel.deal(row, vector, given, random, 0)
    hands = [list(hand) for hand in start.hands]
    for position in positions:
        assert position.move is not None
        action = HANABI.parse_action(position.move.action)
        if isinstance(action, Rearrange):
            continue
        number = setup.action_id(options, hands, position.move.seat, action)
        kernel.step(row, vector, number, random, 0)
        state = position.state
        if isinstance(action, ReturnCard):
            _take_deck(row, state, hands)
        for seat, hand in enumerate(state.hands):
            kept = [card for card in hands[seat] if card in hand]
            hands[seat] = kept + [card for card in hand if card not in kept]
    return row


def _take_deck(row: Row, state: HanabiState, hands: list[list[int]]) -> None:
    """A card was shuffled into the deck: take its new order, and the card drawn from it."""
    codes = [setup.card_code(state.options, card) for card in state.deck]
    row[r.DECK : r.DECK + len(codes)] = codes
    size = hand_size(state.options, state.players)
    for seat, hand in enumerate(state.hands):
        drawn = [card for card in hand if card not in hands[seat]]
        for card in drawn:
            slot = seat * size + int(row[r.HAND_SIZES + seat]) - 1
            row[r.SLOTS + slot * r.SLOT_BYTES + r.CARD] = codes[card]
