"""Positions of Hanabi as JSON for all readers, composed of parts that are encoded once.

Every seat is sent its position after every move, and most parts of it were sent before: to other
seats, or at another table. A test checks that the bytes equal those of `projection.position`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from hanamichi.core import Seat
from hanamichi.core.memo import Memo
from hanamichi.hanabi import ColourClue, HanabiAction, ValueClue
from hanamichi.hanabi.actions import COLOUR_BITS, VALUE_BITS, Clue, clue_bit
from hanamichi.hanabi.cards import CARDS, SUITS, Card
from hanamichi.hanabi.knowledge import (
    Worth,
    clued,
    faces_of,
    narrowed,
    pace_of,
    pile_of,
    worths_of,
)
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.legality import legal_actions
from hanamichi.hanabi.options import HanabiOptions
from hanamichi.hanabi.scoring import points_of
from hanamichi.hanabi.state import NEGATIVE, HanabiState
from hanamichi.hanabi.view import held_card
from hanamichi.server.protocol.commands import Aids


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


_COLOURS, _VALUES = sum(COLOUR_BITS), sum(VALUE_BITS)
_SUIT_BITS = 10
"""The bits that the five faces of a suit take in a choice."""
_SUIT = (1 << _SUIT_BITS) - 1
_FACES = tuple(_json(card) for card in CARDS)
_SHOWN = tuple(f',"face":{face}' for face in _FACES)
_CARD = tuple(f'{{"id":{card}' for card in range(128))


class HanabiScene:
    """A position of a match in progress, encoded for several readers."""

    def __init__(self, state: HanabiState, seq: int, to_act: Seat | None, clock: str) -> None:
        self._state = state
        self._to_act = to_act
        self._clock = f',"clock":{clock}}}'
        self._open: SharedAids | None = None
        self._told: HandClues | None = None
        self._hands: list[str | None] = [None] * len(state.hands)
        """Each hand as all but its owner see it, encoded when first needed."""
        options, fireworks = state.options, state.fireworks
        heights = [_HEIGHT[suit][fireworks[suit.index]] for suit in layout_of(options).suits]
        self._until_legal = (
            f'{{"game":"hanabi","seq":{seq},"ply":{state.ply},"to_act":{_number(to_act)},"legal":['
        )
        self._until_seat = f'],"view":{{"options":{_options(options)},"seat":'
        self._until_hands = f',"to_act":{state.turn},"ply":{state.ply},"hands":[['
        self._until_aids = (
            f']],"deck":{len(state.deck) - state.drawn},"fireworks":{{{",".join(heights)}}},'
            f'"discards":[{_faces(state.discards)}],"clue_tokens":{state.clue_tokens},'
            f'"errors":{state.errors},"clues_given":{state.clues_given},'
            f'"turns_left":{_number(state.turns_left)},"tiles":{len(state.tiles)},'
            f'"used_tiles":{_json(state.used_tiles) if state.used_tiles else "[]"},'
            f'"pending":{_json(state.pending) if state.pending else "null"},'
            f'"outcome":null,"last_clue":{_json(state.last_clue)},'
            f'"half_token":{_json(state.half_token)}}},"aids":'
        )

    def position(self, seat: Seat | None, *, aids: Aids) -> str:
        """The position for a seat or a spectator."""
        hands = [
            self._hidden(owner) if seat is None or seat == owner else self._shown(owner)
            for owner in range(len(self._hands))
        ]
        actions: Sequence[HanabiAction] = ()
        if seat is not None and seat == self._to_act:
            actions = legal_actions(self._state)
        legal = ",".join([_ACTION[action] for action in actions])
        follows = "null" if aids == "no" else self._aids(seat, actions, deduce=aids == "all")
        return (
            f"{self._until_legal}{legal}{self._until_seat}{_number(seat)}{self._until_hands}"
            f"{'],['.join(hands)}{self._until_aids}{follows}"
            f"{self._clock}"
        )

    def _hidden(self, owner: Seat) -> str:
        """A hand as its owner and spectators may know it."""
        hand, told = self._state.hands[owner], self._state.told[owner]
        return ",".join([_CARD[card] + _TOLD[bits] for card, bits in zip(hand, told, strict=True)])

    def _shown(self, owner: Seat) -> str:
        """A hand as the other seats see it."""
        shown = self._hands[owner]
        if shown is None:
            state = self._state
            deck = state.deck
            shown = self._hands[owner] = ",".join(
                [
                    _CARD[card] + _SHOWN[deck[card].index] + _TOLD[bits]
                    for card, bits in zip(state.hands[owner], state.told[owner], strict=True)
                ]
            )
        return shown

    def _aids(self, seat: Seat | None, actions: Sequence[HanabiAction], *, deduce: bool) -> str:
        """The aids for a reader."""
        if self._open is None:
            self._open = _open(self._state)
        deductions = ",".join(self._deductions(seat, self._open.covered)) if deduce else ""
        clues = ",".join(self._previews(actions))
        return f'{{"deductions":{{{deductions}}},"clues":[{clues}{self._open.text}'

    def _deductions(self, seat: Seat | None, covered: int) -> list[str]:
        """What each card in a hand can be for its holder, as far as a viewer can tell."""
        if self._told is None:
            self._told = _told_hands(self._state)
        clued_hands, all_piles = self._told
        if seat is None:
            piles = [0] * len(all_piles)
        else:
            piles = all_piles.copy()
            piles[seat] = 0
        unseen = covered - sum(piles)
        return [
            f'"{card}":{_CHOICE[choice]}'
            for hand, choices, pile in zip(self._state.hands, clued_hands, piles, strict=True)
            # The holder of a hand sees what the viewer sees, except for that hand.
            for card, choice in zip(hand, narrowed(choices, unseen + pile), strict=True)
        ]

    def _previews(self, actions: Sequence[HanabiAction]) -> list[str]:
        """The cards that each clue would touch, for the seat that may give it."""
        previews: list[str] = []
        touched: dict[int, str] = {}
        target = None
        for clue in [action for action in actions if isinstance(action, _CLUES)]:
            if clue.target != target:
                target = clue.target
                touched = self._touched(target)
            head, bit = _PREVIEW[clue]
            previews.append(f"{head}{touched.get(bit, '')}]}}")
        return previews

    def _touched(self, target: Seat) -> dict[int, str]:
        """The cards of a hand that each clue touches, by the bit of the clue."""
        deck, touches = self._state.deck, layout_of(self._state.options).touches
        touched: dict[int, str] = {}
        for card in self._state.hands[target]:
            for bit in _SINGLE[touches[deck[card].index]]:
                touched[bit] = f"{touched[bit]},{card}" if bit in touched else str(card)
        return touched


class SharedAids(NamedTuple):
    """The part of the aids that is the same for all readers."""

    covered: int
    """The cards that are neither in a firework nor discarded, as a pile."""
    text: str
    """The end of the JSON of the aids."""


def _open(state: HanabiState) -> SharedAids:
    options, fireworks = state.options, state.fireworks
    worths, maximum, covered = worths_of(
        options, fireworks, state.discards, state.used_tiles, state.pending
    )
    texts = [_WORTH[worth] for worth in worths]
    playable = ",".join([text for text, _, _ in texts if text])
    indispensable = ",".join([text for _, text, _ in texts if text])
    dead = ",".join([text for _, _, text in texts if text])
    score = points_of(options, fireworks)
    deck = len(state.deck) - state.drawn
    pace = pace_of(options, score - maximum, deck, len(state.hands), state.turns_left)
    return SharedAids(
        covered,
        f'],"playable":[{playable}],"indispensable":[{indispensable}],"dead":[{dead}],'
        f'"score":{score},"maximum":{maximum},"pace":{_number(pace)}}}',
    )


class HandClues(NamedTuple):
    """The faces that clues leave possible for each card, and the pile of each hand."""

    choices: list[list[int]]
    piles: list[int]


def _told_hands(state: HanabiState) -> HandClues:
    choices, deck = clued(layout_of(state.options)), state.deck
    return HandClues(
        [[choices[bits] for bits in told] for told in state.told],
        [pile_of([deck[card] for card in hand]) for hand in state.hands],
    )


_CLUES = (ColourClue, ValueClue)


def _number(value: int | None) -> str:
    return "null" if value is None else str(value)


def _faces(cards: Sequence[Card]) -> str:
    return ",".join([_FACES[card.index] for card in cards])


@lru_cache(maxsize=256)
def _options(options: HanabiOptions) -> str:
    return _json(options)


def _told(told: int) -> str:
    """The clues on a card in hand: all that follows its id and its face."""
    negative = told >> NEGATIVE
    return (
        _told_part(told & _COLOURS, "colours")
        + _told_part(negative & _COLOURS, "not_colours")
        + _told_part(told & _VALUES, "values")
        + _told_part(negative & _VALUES, "not_values")
        + "}"
    )


@lru_cache(maxsize=1_000)
def _told_part(bits: int, name: str) -> str:
    """One field of a card in hand, if it is not empty."""
    if not bits:
        return ""
    held = held_card(0, bits, None)
    return f',"{name}":{_json(held.colours or held.values)}'


def _choice(choice: int) -> str:
    suits, place = [], 0
    while choice:
        if some := choice & _SUIT:
            suits.append(_choice_of_suit(some << place))
        choice, place = choice >> _SUIT_BITS, place + _SUIT_BITS
    return f"[{','.join(suits)}]"


@lru_cache(maxsize=256)
def _choice_of_suit(choice: int) -> str:
    return _faces(faces_of(choice))


def _single(bits: int) -> tuple[int, ...]:
    """Each of several bits alone."""
    return tuple(1 << n for n in range(bits.bit_length()) if bits >> n & 1)


def _preview(clue: Clue) -> tuple[str, int]:
    return f'{{"clue":{_json(clue)},"touches":[', clue_bit(clue)


def _worth(worth: Worth) -> tuple[str, str, str]:
    return _faces(worth.playable), _faces(worth.indispensable), _faces(worth.dead)


_HEIGHT = {suit: tuple(f"{_json(suit)}:{height}" for height in range(6)) for suit in SUITS}
_TOLD: Memo[int, str] = Memo(_told, 10_000)
_CHOICE: Memo[int, str] = Memo(_choice, 10_000)
_ACTION: Memo[HanabiAction, str] = Memo(_json, 1_000)
_SINGLE: Memo[int, tuple[int, ...]] = Memo(_single, 256)
_PREVIEW: Memo[Clue, tuple[str, int]] = Memo(_preview, 256)
_WORTH: Memo[Worth, tuple[str, str, str]] = Memo(_worth, 10_000)
