"""The legal actions of the seat to act."""

from __future__ import annotations

from hanamichi.hanabi.actions import (
    ALL_COLOURS,
    ALL_VALUES,
    DISCARDS,
    PLAY_FROM_DECK,
    PLAYS,
    RECOVERIES,
    RETURNS,
    Clue,
    HanabiAction,
)
from hanamichi.hanabi.cards import CARDS, Card
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.state import HanabiState
from hanamichi.hanabi.tiles import Tile


def legal_actions(state: HanabiState) -> tuple[HanabiAction, ...]:
    """Every action of the seat to act: plays, discards, clues; or the choices of a bonus tile."""
    if state.pending is not None:
        return tile_choices(state, state.pending)
    hand = state.hands[state.turn]
    choices: list[HanabiAction] = [PLAYS[card] for card in hand]
    if state.clue_tokens < state.options.clue_tokens:
        choices += [DISCARDS[card] for card in hand]
    if state.clue_tokens:
        choices += legal_clues(state, due_clues(state))
    if may_play_from_deck(state):
        choices.append(PLAY_FROM_DECK)
    return tuple(choices)


def may_play_from_deck(state: HanabiState) -> bool:
    """Whether one card is left in the deck and the table allows playing it unseen."""
    return state.options.deck_play and len(state.deck) - state.drawn == 1


def due_clues(state: HanabiState) -> int:
    """The bits of the kinds of clue that may be given now."""
    if not state.options.alternating_clues or state.last_clue is None:
        return ALL_COLOURS | ALL_VALUES
    return ALL_VALUES if state.last_clue == "colour" else ALL_COLOURS


def legal_clues(state: HanabiState, kinds: int) -> list[Clue]:
    """The clues of these kinds that the acting seat may give, the next player first."""
    layout = layout_of(state.options)
    touches = layout.touches
    deck = state.deck
    hands = state.hands
    allowed = layout.every_clue & kinds
    may_be_empty = layout.may_be_empty & allowed
    clues_to = layout.clues
    clues: list[Clue] = []
    seats = range(len(hands))
    for target in (*seats[state.turn + 1 :], *seats[: state.turn]):
        bits = allowed
        if may_be_empty != allowed:
            touched = may_be_empty
            for card in hands[target]:
                touched |= touches[deck[card].index]
            bits &= touched
        clues += clues_to(target, bits)
    return clues


def tile_choices(state: HanabiState, tile: Tile) -> tuple[HanabiAction, ...]:
    """The choices of the player who revealed a tile; empty when the tile has no effect now."""
    match tile:
        case Tile.COLOUR_CLUE:
            return tuple(legal_clues(state, ALL_COLOURS))
        case Tile.VALUE_CLUE:
            return tuple(legal_clues(state, ALL_VALUES))
        case Tile.RETURN_CARD:
            returns = tuple(RETURNS[card.index] for card in _distinct(state.discards))
            # 001, 5 flamboyants: with an empty deck the last effect may be used instead
            return returns if state.drawn < len(state.deck) else returns + _recoveries(state)
        case Tile.RECOVER_CARD:
            return _recoveries(state)
        case _:
            return ()


def _recoveries(state: HanabiState) -> tuple[HanabiAction, ...]:
    return tuple(
        RECOVERIES[card.index]
        for card in _distinct(state.discards)
        if state.fireworks[card.suit.index] == card.step - 1
    )


def _distinct(cards: tuple[Card, ...]) -> list[Card]:
    present = {card.index for card in cards}
    return [CARDS[index] for index in sorted(present)]
