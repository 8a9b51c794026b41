"""Hypothesis strategies for whole games: any consistent options, table size and skill."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from hypothesis import assume
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.core import Match, OptionError, Seeded
from hanamichi.hanabi import (
    HANABI,
    Avalanche,
    Card,
    Colour,
    ColourClue,
    Discard,
    HanabiAction,
    HanabiEvent,
    HanabiMatch,
    HanabiOptions,
    HanabiState,
    Play,
    PlayFromDeck,
    Rearrange,
    RecoverCard,
    ReturnCard,
    Suit,
    ValueClue,
)
from hanamichi.hanabi.options import MOST_CARDS, MOST_HELD, check_options, deck_size, hand_size
from hanamichi.hanabi.touch import ColourClues, OddValue, SpecialSuit, ValueClues


class Step(NamedTuple):
    """One action of a game, with the states before and after, and the events."""

    before: HanabiState
    seat: int
    action: HanabiAction
    events: tuple[HanabiEvent, ...]
    after: HanabiState


class Played(NamedTuple):
    """A game played to its end."""

    match: HanabiMatch
    steps: list[Step]
    call: str
    """The call that makes this game again."""

    def __repr__(self) -> str:
        return self.call

    @property
    def states(self) -> list[HanabiState]:
        """Every position from the deal to the end."""
        return [self.steps[0].before, *(step.after for step in self.steps)]

    @property
    def options(self) -> HanabiOptions:
        return self.match.options


@st.composite
def tables(draw: st.DrawFn) -> tuple[HanabiOptions, int]:
    """Consistent options, and a number of players they allow."""
    players = draw(st.integers(2, 5))
    values = draw(st.sampled_from([5, 5, 5, 3, 1, 2, 4]))
    flamboyants = values == 5 and draw(st.booleans())
    bouquet = draw(st.booleans())
    palette = draw(st.permutations(list(Colour)))[: draw(st.sampled_from([5, 2, 3, 4, 6, 1]))]
    options = HanabiOptions(
        colours=tuple(palette),
        avalanche=draw(st.sampled_from(Avalanche)),
        black_powder=values == 5 and draw(st.booleans()),
        flamboyants=flamboyants,
        tile_on_any_completion=flamboyants and draw(st.booleans()),
        final_bouquet=bouquet,
        clue_tokens=draw(st.sampled_from([8, 1, 2, 4, 10, 20])),
        errors=draw(st.sampled_from([3, 1, 2, 5, 10])),
        empty_clues=draw(st.booleans()),
        deck_play=draw(st.booleans()),
        first_seat=draw(st.none() | st.integers(0, players - 1)),
        hand_size=draw(st.none() | st.integers(1, 6)),
        values=values,
        first_copies=draw(st.sampled_from([3, 1, 2])),
        middle_copies=draw(st.sampled_from([2, 1, 3])),
        last_copies=draw(st.sampled_from([1, 2, 3])),
        keep_points=not bouquet and draw(st.booleans()),
    )
    held = players * hand_size(options, players)
    assume(held < deck_size(options) <= MOST_CARDS and held <= MOST_HELD)
    options = draw(st.just(options) | variants(options))
    try:
        check_options(options, players)
    except OptionError:
        assume(False)
    return options, players


def variants(base: HanabiOptions) -> st.SearchStrategy[HanabiOptions]:
    """The same table with the rules of some online variant, which may not fit together."""
    return st.builds(
        partial(structs.replace, base),
        special_suits=st.lists(st.sampled_from(SpecialSuit), unique=True, max_size=3).map(tuple),
        one_of_each=st.lists(st.sampled_from(base.colours), unique=True, max_size=1).map(
            lambda colours: tuple(colour.suit for colour in colours)
        ),
        ones=st.sampled_from(OddValue),
        fives=st.sampled_from([OddValue.ORDINARY, *OddValue]),
        colour_clues=st.sampled_from([ColourClues.ORDINARY, *ColourClues]),
        value_clues=st.sampled_from([ValueClues.ORDINARY, *ValueClues]),
        alternating_clues=st.booleans(),
        half_tokens=st.booleans(),
    )


@st.composite
def games(draw: st.DrawFn) -> Played:
    """A whole game by players who look at their own cards more or less often."""
    options, players = draw(tables())
    skill = draw(st.sampled_from([0.95, 1.0, 0.85, 0.4]))
    seed = draw(st.integers(0, 2**32 - 1))
    return play_out(options, players, seed, skill)


def play_out(options: HanabiOptions, players: int, seed: int, skill: float) -> Played:
    """One game, decided by the seed. Skilled players reach what random ones never see."""
    rng = random.Random(seed)
    match: HanabiMatch = Match(HANABI, options, players, Seeded(seed))
    steps = []
    while match.to_act is not None:
        before, seat = match.state, match.to_act
        if rng.random() < 0.03:
            seat = rng.randrange(players)
            hand = before.hands[seat]
            action: HanabiAction = Rearrange(tuple(rng.sample(hand, len(hand))))
        else:
            action = _choose(before, rng, skill)
        events = match.play(action, seat)
        steps.append(Step(before, seat, action, events, match.state))
    call = f"play_out({options!r}, players={players}, seed={seed}, skill={skill})"
    return Played(match, steps, call)


def _choose(state: HanabiState, rng: random.Random, skill: float) -> HanabiAction:
    """A legal action: random, or at full skill the best kind, chosen with all cards visible."""
    legal = HANABI.legal_actions(state, state.turn)
    if rng.random() < skill:
        wise = [_worth(state, action) + rng.random() for action in legal]
        return legal[wise.index(max(wise))]
    return rng.choice(legal)


def _worth(state: HanabiState, action: HanabiAction) -> int:
    match action:
        case Play(card=card):
            return 5 if _fits(state, state.deck[card]) else -1
        case PlayFromDeck():
            return 5 if _fits(state, state.deck[-1]) else -1
        case RecoverCard():
            return 5
        case Discard(card=card):
            face = state.deck[card]
            if state.fireworks[face.suit.index] >= face.step:
                return 4
            return 2 if state.discards.count(face) + 1 < state.deck.count(face) else 0
        case _:
            return 3 if state.clue_tokens > 1 else 2


def _fits(state: HanabiState, face: Card) -> bool:
    return state.fireworks[face.suit.index] == face.step - 1


def universe(state: HanabiState) -> Iterator[HanabiAction]:
    """Every action that can be written here, legal or not, without gestures."""
    for card in range(len(state.deck) + 2):
        yield Play(card)
        yield Discard(card)
    for target in range(-1, 6):
        for suit in Suit:
            yield ColourClue(target, suit)
        for value in range(7):
            yield ValueClue(target, value)
    yield PlayFromDeck()
    for face in Card:
        yield ReturnCard(face)
        yield RecoverCard(face)
