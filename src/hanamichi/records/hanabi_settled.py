"""Whether the score of a Hanabi game can still rise."""

from __future__ import annotations

from hanamichi.hanabi import HanabiState
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.layout import layout_of


def is_settled(state: HanabiState) -> bool:
    """Whether no card can be added to any firework any more. hanab.live stops a game there."""
    if state.pending is not None:
        return False  # a bonus tile may still bring a card back
    players = len(state.hands)
    turns = players if state.turns_left is None else state.turns_left
    still_to_act = {(state.turn + turn) % players for turn in range(turns)}
    in_reach = {state.deck[card] for seat in still_to_act for card in state.hands[seat]}
    in_reach.update(state.deck[state.drawn :])
    return all(
        state.fireworks[suit.index] == 5
        or card_at(suit, state.fireworks[suit.index] + 1) not in in_reach
        for suit in layout_of(state.options).suits
    )
