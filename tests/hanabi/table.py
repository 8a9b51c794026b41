"""A Hanabi table written as text, so that a test of a rule reads as the rule.

    table = deal("r1 w3 b2 y4 g4", "w1 ...", deck="r2 ...", tokens=3)
    assert table.do("play r1") == ["Ann plays r1", "Ann draws r2", "Bob to act"]

Cards are written by their notation. A text that ends in `...` is filled up with cards that stand
nowhere else; any other is taken as written. Whatever is then named nowhere lies in the deck, or,
where the deck was written out, among the discards: no card is ever missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from hanamichi.core import IllegalMove, build_options, event_for
from hanamichi.hanabi import (
    HANABI,
    PRESETS,
    Card,
    HanabiAction,
    HanabiEvent,
    HanabiOptions,
    HanabiOutcome,
    HanabiState,
    HanabiView,
    Suit,
    Tile,
)
from hanamichi.hanabi.cards import card_at
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.notation import format_event, parse_command
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.tiles import TILES
from tests.refusals import refusal_of

T = TypeVar("T")

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
LETTERS = {suit.letter: suit for suit in Suit}


class Fixed:
    """Chance with fixed orders: for each label the items named come first, then the others.

    `Fixed(deck="r1 w3", first_seat="2")`. A label never named changes nothing.
    """

    def __init__(self, **orders: str) -> None:
        self.orders = {label.replace("_", "-"): text.split() for label, text in orders.items()}
        self.asked: list[str] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        self.asked.append(label)
        rest = list(items)
        first = []
        for name in self.orders.get(label, ()):
            item = next(item for item in rest if str(msgspec.to_builtins(item)) == name)
            rest.remove(item)
            first.append(item)
        return (*first, *rest)


def options(preset: str = "grands-feux", **changes: Any) -> HanabiOptions:
    """A preset's options with some of them changed, written as in JSON."""
    return build_options(PRESETS[f"hanabi/{preset}"].options, changes)


def cards(text: str) -> tuple[Card, ...]:
    """`"r1 w3"` as faces."""
    return tuple(Card(word) for word in text.split())


class Table:
    """A position and the players around it; `do` moves it on."""

    def __init__(self, state: HanabiState, chance: Fixed) -> None:
        self.state = state
        self.chance = chance
        self.names = NAMES[: state.players]
        self.events: list[HanabiEvent] = []

    # -- when ----------------------------------------------------------------------------------

    def do(self, command: str, by: str | None = None) -> list[str]:
        """Carry out a command, with cards named by face, and return the events as lines."""
        seat = self.state.turn if by is None else self.seat(by)
        self.state, events = HANABI.apply(self.state, seat, self.action(command, by), self.chance)
        self.events += events
        return [format_event(event, self.names) for event in events]

    def refuses(self, command: str, by: str | None = None) -> str:
        """Why the command is illegal; checks that the state is unchanged and does not list it."""
        before = msgspec.json.encode(self.state)
        seat = self.state.turn if by is None else self.seat(by)
        action = self.action(command, by)
        assert action not in HANABI.legal_actions(self.state, seat)
        refusal = refusal_of(IllegalMove, HANABI.apply, self.state, seat, action, self.chance)
        assert refusal is not None, f"{command!r} was accepted"
        assert refusal.code == "move/illegal"
        assert msgspec.json.encode(self.state) == before
        return refusal.message

    def action(self, command: str, by: str | None = None) -> HanabiAction:
        """A command of the notation, in which a card in hand may be named by its face."""
        seat = self.state.turn if by is None else self.seat(by)
        verb, *words = command.split()
        if verb in {"play", "discard", "arrange"}:
            places = self.hand(self.names[seat]).split()
            words = [str(places.index(word) + 1) if word in places else word for word in words]
        return parse_command(" ".join([verb, *words]), self.view(self.names[seat]), self.names)

    # -- then ----------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def hand(self, name: str) -> str:
        """A hand as everybody else sees it: `"r1 w3 b2 y4 g4"`."""
        return " ".join(str(self.state.deck[card]) for card in self.state.hands[self.seat(name)])

    @property
    def deck(self) -> str:
        """The cards to be drawn, the next one first."""
        return " ".join(map(str, self.state.deck[self.state.drawn :]))

    @property
    def discards(self) -> str:
        return " ".join(map(str, self.state.discards))

    @property
    def fireworks(self) -> str:
        """The last card of each firework that was begun."""
        return " ".join(
            str(card_at(suit, height))
            for suit in layout_of(self.state.options).suits
            if (height := self.state.fireworks[suit.index])
        )

    @property
    def outcome(self) -> HanabiOutcome:
        """How it ended; the game must be over."""
        outcome = HANABI.outcome(self.state)
        assert outcome is not None
        return outcome

    def view(self, name: str | None) -> HanabiView:
        """What a player sees, or a spectator for None."""
        return HANABI.view(self.state, None if name is None else self.seat(name))

    def log(self, name: str | None) -> list[HanabiEvent]:
        """What happened since the deal, as a player or a spectator saw it."""
        seat = None if name is None else self.seat(name)
        seen = (event_for(event, seat) for event in self.events)
        return [event for event in seen if event is not None]

    def legal(self, verb: str) -> list[str]:
        """What the acting player may do of one kind: of `clue`, `["Bob red", "Bob 1", ...]`."""
        found = []
        for action in HANABI.legal_actions(self.state, self.state.turn):
            name, _, what = self.written(action).partition(" ")
            if name == verb:
                found.append(what)
        return found

    def written(self, action: HanabiAction) -> str:
        """The action as a command that names cards by their faces."""
        data = msgspec.to_builtins(action)
        match data:
            case {"type": "play" | "discard" as verb, "card": card}:
                return f"{verb} {self.state.deck[card]}"
            case {"type": "colour-clue" | "value-clue", "target": target}:
                return f"clue {self.names[target]} {data.get('colour') or data.get('value')}"
            case {"type": "return-card" | "recover-card" as verb, "card": card}:
                return f"{verb.removesuffix('-card')} {card}"
            case _:
                return "deck"

    def told(self, name: str) -> list[str]:
        """What the clues say of each card of a hand: `["red !2", "!red !2", ...]`."""
        return [
            " ".join(
                [suit.value for suit in held.colours]
                + [str(value) for value in held.values]
                + [f"!{suit.value}" for suit in held.not_colours]
                + [f"!{value}" for value in held.not_values]
            )
            for held in self.view(None).hands[self.seat(name)]
        ]


def deal(
    *hands: str,
    deck: str = "...",
    fireworks: str = "",
    discards: str = "",
    tokens: int | None = None,
    errors_made: int = 0,
    turns_left: int | None = None,
    tiles: str | None = None,
    pending: str | None = None,
    turn: str = "Ann",
    chance: Fixed | None = None,
    preset: str = "grands-feux",
    **changes: Any,
) -> Table:
    """A table at any moment of a game. Ann holds the first hand; further words are options.

    `fireworks="r2 p3"`: red stands at its 2, the black powder has come down to its 3. `tiles`
    are those still face down, in order; those not named are used up.
    """
    rules = options(preset, **changes)
    left = Counter(layout_of(rules).deck)
    held = [_named(hand, left) for hand in hands]
    gone = _named(discards, left)
    heights = [0] * len(Suit)
    for top in cards(fireworks):
        heights[top.suit.index] = top.step
        left.subtract(card_at(top.suit, step) for step in range(1, top.step + 1))
    ahead = _named(deck, left)
    assert min(left.values()) >= 0, f"more cards than there are: {-left}"

    spare = list(left.elements())
    for hand, text in zip(held, hands, strict=True):
        while text.endswith("...") and len(hand) < hand_size(rules, len(hands)):
            hand.append(spare.pop(0))
    (ahead if deck.endswith("...") else gone).extend(spare)

    built = [card_at(suit, n + 1) for suit in Suit for n in range(heights[suit.index])]
    drawn = [*(card for hand in held for card in hand), *built, *gone]
    face_down = TILES if tiles is None else tuple(Tile(word) for word in tiles.split())
    ids = iter(range(len(drawn)))
    state = HanabiState(
        options=rules,
        deck=(*drawn, *ahead),
        drawn=len(drawn),
        hands=tuple(tuple(next(ids) for _ in hand) for hand in held),
        told=tuple((0,) * len(hand) for hand in held),
        fireworks=tuple(heights),
        discards=tuple(gone),
        clue_tokens=rules.clue_tokens if tokens is None else tokens,
        errors=errors_made,
        turn=NAMES.index(turn),
        turns_left=turns_left,
        tiles=face_down if rules.flamboyants else (),
        used_tiles=tuple(tile for tile in TILES if tile not in face_down and rules.flamboyants),
        pending=None if pending is None else Tile(pending),
    )
    return Table(state, chance or Fixed())


def _named(text: str, left: Counter[Card]) -> list[Card]:
    """The cards a text names, taken out of those that are left."""
    named = [Card(word) for word in text.split() if word != "..."]
    left.subtract(named)
    return named
