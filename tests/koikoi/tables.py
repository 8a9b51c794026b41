"""Positions in notation, and chance with chosen orders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

from hanamichi.core import build_options
from hanamichi.koikoi import (
    CARDS,
    KOIKOI,
    PRESETS,
    Card,
    KoiKoiEvent,
    KoiKoiOptions,
    KoiKoiState,
    Phase,
    Round,
    format_action,
    format_event,
    parse_action,
    parse_card,
)
from hanamichi.koikoi.cards import mask_of
from hanamichi.koikoi.deal import lay_out

T = TypeVar("T")
E = TypeVar("E", bound=KoiKoiEvent)

GAME = KOIKOI
NINTENDO = PRESETS["koikoi/nintendo"].options
ROBIN_RED = PRESETS["koikoi/robin-red"].options

# Two hands and a field in which nothing is lucky or void.
DEALER_HAND = "1L 2A 3L 4A 5A 6A 7A 8L"
OTHER_HAND = "1R 2R 3R 4R 5R 6R 7R 8A"
FIELD = "9a 9b 10a 10b 11R 12a 12b 12c"


def cards(text: str) -> tuple[Card, ...]:
    """`"1L 2A"` as cards."""
    return tuple(parse_card(word) for word in text.split())


class Rigged:
    """Chance whose orders begin with the given items; the others follow in their order."""

    def __init__(self, *decks: Sequence[Card], dealer_draw: str = "") -> None:
        self._orders: dict[str, list[Sequence[Any]]] = defaultdict(list)
        self._orders["deck"] = list(decks)
        self._orders["dealer-draw"] = [cards(dealer_draw)]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        orders = self._orders[label]
        top = orders.pop(0) if orders else ()
        return (*top, *(item for item in items if item not in top))


class _InOrder:
    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


def options_with(base: KoiKoiOptions = NINTENDO, /, **changes: Any) -> KoiKoiOptions:
    """A table that differs from an edition in some options, given as JSON would."""
    return build_options(base, changes)


def deck(
    options: KoiKoiOptions,
    *,
    dealer: str = DEALER_HAND,
    other: str = OTHER_HAND,
    field: str = FIELD,
    stock: str = "",
) -> tuple[Card, ...]:
    """The deck that deals these cards in the table's order."""
    # Dealing the cards in their own order shows which place of the deck goes where.
    places = lay_out(options, 0, _InOrder())
    order: dict[int, Card] = {}
    for where, what in (
        (places.hands[0], dealer),
        (places.hands[1], other),
        (places.field, field),
        (places.stock, stock),
    ):
        order |= zip(where, cards(what), strict=False)
    rest = (card for card in CARDS if card not in order.values())
    return tuple(order[place] if place in order else next(rest) for place in range(48))


def start(options: KoiKoiOptions, *decks: Sequence[Card], dealer_draw: str = "") -> Table:
    """A match dealt from these decks."""
    return Table(*GAME.start(options, 2, Rigged(*decks, dealer_draw=dealer_draw)))


def position(
    options: KoiKoiOptions = NINTENDO,
    *,
    hands: tuple[str, str],
    field: str = "",
    stock: str = "",
    captures: tuple[str, str] = ("", ""),
    actor: int = 0,
    **round_fields: Any,
) -> Table:
    """A position in the middle of a round; cards not named lie at the bottom of the stock."""
    named = cards(" ".join((*hands, field, stock, *captures)))
    assert len(set(named)) == len(named)
    rest = [card for card in CARDS if card not in named]
    defaults: dict[str, Any] = {"number": 1, "dealer": 0, "phase": Phase.PLAY}
    round_ = Round(
        actor=actor,
        hands=(_indices(cards(hands[0])), _indices(cards(hands[1]))),
        field=_indices(cards(field)),
        stock=_indices((*cards(stock), *rest)),
        captures=(mask_of(cards(captures[0])), mask_of(cards(captures[1]))),
        **(defaults | round_fields),
    )
    return Table(KoiKoiState(options, 0, (0, 0), (), round_), ())


def _indices(some: Sequence[Card]) -> tuple[int, ...]:
    return tuple(card.index for card in some)


class Table:
    """A state that typed moves are played on, with the events of the last one."""

    def __init__(self, state: KoiKoiState, events: tuple[KoiKoiEvent, ...]) -> None:
        self.state = state
        self.events = events

    def play(self, *moves: str, then: Sequence[Sequence[Card]] = ()) -> Table:
        """The table after these moves of the acting seats; `then` are the decks dealt next."""
        state, events = self.state, self.events
        chance = Rigged(*then)
        for move in moves:
            seat = GAME.to_act(state)
            assert seat is not None, f"{move}: the match is over"
            action = parse_action(move, GAME.view(state, seat))
            state, events = GAME.apply(state, seat, action, chance)
        return Table(state, events)

    @property
    def round(self) -> Round:
        return self.state.round

    @property
    def phase(self) -> Phase:
        return self.state.round.phase

    @property
    def to_act(self) -> int | None:
        return GAME.to_act(self.state)

    @property
    def story(self) -> list[str]:
        """The last move's events as text."""
        return [format_event(event) for event in self.events]

    def all(self, kind: type[E]) -> list[E]:
        """The last move's events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def one(self, kind: type[E]) -> E:
        """The last move's only event of a kind."""
        (event,) = self.all(kind)
        return event

    def legal(self) -> list[str]:
        """The legal actions of the acting seat, as commands."""
        seat = self.to_act
        actions = () if seat is None else GAME.legal_actions(self.state, seat)
        return [format_action(action) for action in actions]
