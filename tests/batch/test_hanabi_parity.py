"""The kernels play Hanabi exactly as the reference engine does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

import numpy as np
import pytest
from msgspec import structs, to_builtins

from hanamichi.batch.arrays import Row
from hanamichi.batch.hanabi import kernel, observation, setup
from hanamichi.batch.hanabi import row as r
from hanamichi.catalog import new_match
from hanamichi.core import OptionError, Seeded
from hanamichi.hanabi import HANABI, PRESETS, Avalanche, Colour, HanabiOptions, HanabiState, Tile
from hanamichi.hanabi.actions import HanabiAction, Play
from hanamichi.hanabi.knowledge import from_clues
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import VARIANT_OPTIONS, hand_size, suits_of, variant_option
from hanamichi.hanabi.touch import ColourClues, OddValue, SpecialSuit, ValueClues
from hanamichi.records.hanab_live import VARIANTS

T = TypeVar("T")
LAST_ACTION = slice(r.LAST_TYPE, r.LAST_TOKEN + 1)


class Following:
    """A chance that reshuffles as the kernel did, and shuffles by itself otherwise."""

    def __init__(self, seed: int) -> None:
        self._seeded = Seeded(seed)
        self.reshuffled: Sequence[object] | None = None

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        if label == "reshuffle":
            assert self.reshuffled is not None
            assert sorted(map(str, self.reshuffled)) == sorted(map(str, items))
            return tuple(self.reshuffled)  # type: ignore[arg-type]
        return self._seeded.shuffle(label, items)


def legal_ids(row: Row, options: np.ndarray, actions: int) -> list[int]:
    return [n for n in range(actions) if kernel.is_legal(row, options, n)]


def without_history(row: Row, hand: int) -> bytes:
    """The row less what a reference state does not hold."""
    row = row.copy()
    row[LAST_ACTION] = 0
    for seat in range(5):
        for slot in range(row[r.HAND_SIZES + seat], hand):
            at = r.SLOTS + (seat * hand + slot) * r.SLOT_BYTES
            if at + r.SLOT_BYTES <= r.DECK:
                row[at : at + r.SLOT_BYTES] = 0
    return row.tobytes()


def sensible(
    state: HanabiState, legal: Sequence[HanabiAction], moves_rng: random.Random
) -> HanabiAction:
    """Open-eyed play, so that games grow long and every rule comes up."""
    fitting = [
        action
        for action in legal
        if isinstance(action, Play)
        and state.fireworks[state.deck[action.card].suit.index] == state.deck[action.card].step - 1
    ]
    if fitting and moves_rng.random() < 0.9:
        return moves_rng.choice(fitting)
    safe = [action for action in legal if not isinstance(action, Play)]
    return moves_rng.choice(safe or legal) if moves_rng.random() < 0.95 else moves_rng.choice(legal)


def follow(options: HanabiOptions, players: int, seed: int) -> HanabiState:
    """Play one game in both engines side by side."""
    moves_rng = random.Random(seed)
    chance = Following(seed)
    state, _ = HANABI.start(options, players, chance)
    vector = setup.option_vector(options, players, variants=True)
    actions = setup.action_count(options, players)
    hand = hand_size(options, players)
    row = np.zeros(r.ROW_BYTES, np.uint8)
    rng = np.array([seed], np.uint64)
    given = setup.template(
        options, deck=state.deck, tiles=state.tiles or None, first_seat=state.turn
    )
    kernel.deal(row, vector, given, rng, 0)
    while True:
        assert without_history(row, hand) == without_history(setup.pack(state), hand)
        outcome = HANABI.outcome(state)
        if outcome is not None:
            assert r.TERMINATIONS[row[r.ENDED]] == outcome.termination
            assert kernel.score(row, vector) == outcome.score
            assert kernel.points(row, vector) == outcome.points
            assert legal_ids(row, vector, actions) == []
            return state
        legal = HANABI.legal_actions(state, state.turn)
        ids = {setup.action_id(options, state.hands, state.turn, a): a for a in legal}
        assert sorted(ids) == legal_ids(row, vector, actions)
        assert len(ids) == kernel.count_legal(row, vector)
        assert [kernel.nth_legal(row, vector, n) for n in range(len(ids))] == sorted(ids)
        assert kernel.random_legal(row, vector, rng, 0) in ids
        action = sensible(state, legal, moves_rng)
        number = setup.action_id(options, state.hands, state.turn, action)
        assert setup.action_of(options, state.hands, state.turn, number) == action
        kernel.step(row, vector, number, rng, 0)
        chance.reshuffled = [
            setup.card_of(options, code)
            for code in row[r.DECK + state.drawn : r.DECK + int(row[r.DECK_SIZE])]
        ]
        state, _ = HANABI.apply(state, state.turn, action, chance)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_plays_the_same(preset: str, players: int) -> None:
    for seed in range(25):
        follow(PRESETS[preset].options, players, seed)


def random_options(moves_rng: random.Random) -> HanabiOptions:
    flamboyants = moves_rng.random() < 0.6
    bouquet = moves_rng.random() < 0.3
    return HanabiOptions(
        colours=tuple(moves_rng.sample(list(Colour), moves_rng.randint(3, 6))),
        avalanche=moves_rng.choice(list(Avalanche)),
        black_powder=moves_rng.random() < 0.5,
        flamboyants=flamboyants,
        tile_on_any_completion=flamboyants and moves_rng.random() < 0.5,
        final_bouquet=bouquet,
        clue_tokens=moves_rng.choice([1, 3, 8, 10, 20]),
        errors=moves_rng.choice([1, 3, 10]),
        empty_clues=moves_rng.random() < 0.5,
        deck_play=moves_rng.random() < 0.4,
        first_seat=moves_rng.choice([None, 0, 1]),
        keep_points=not bouquet and moves_rng.random() < 0.5,
    )


def small_options(moves_rng: random.Random) -> HanabiOptions:
    """A table of research: few values, colours, copies and cards in hand."""
    while True:
        options = structs.replace(
            random_options(moves_rng),
            colours=tuple(moves_rng.sample(list(Colour), moves_rng.randint(1, 6))),
            black_powder=False,
            flamboyants=False,
            tile_on_any_completion=False,
            hand_size=moves_rng.randint(1, 6),
            values=moves_rng.randint(1, 5),
            first_copies=moves_rng.randint(1, 3),
            middle_copies=moves_rng.randint(1, 3),
            last_copies=moves_rng.randint(1, 3),
        )
        if all(map(partial(fits, options), (2, 3))):
            return options


def fits(options: HanabiOptions, players: int) -> bool:
    try:
        HANABI.check(options, players)
    except OptionError:
        return False
    return True


def variant_options(moves_rng: random.Random) -> HanabiOptions:
    """A table with some of the rules of online variants."""
    while True:
        some = random_options(moves_rng)
        special = tuple(moves_rng.sample(list(SpecialSuit), moves_rng.randint(0, 3)))
        changes: list[dict[str, object]] = [
            {"ones": moves_rng.choice(list(OddValue)), "fives": moves_rng.choice(list(OddValue))},
            {"colour_clues": moves_rng.choice(list(ColourClues))},
            {"value_clues": moves_rng.choice(list(ValueClues))},
            {"alternating_clues": True},
            {"half_tokens": True},
        ]
        chosen = {
            name: value for change in moves_rng.sample(changes, 2) for name, value in change.items()
        }
        options = structs.replace(some, special_suits=special, **chosen)
        suits = suits_of(options)
        single = tuple(moves_rng.sample(suits, moves_rng.choice([0, 0, 1, 2])))
        options = structs.replace(options, one_of_each=single)
        if variant_option(options) is not None and all(map(partial(fits, options), (2, 3, 4, 5))):
            return options


def test_small_tables_play_the_same() -> None:
    moves_rng = random.Random(5)
    ends = [follow(small_options(moves_rng), moves_rng.randint(2, 3), seed) for seed in range(300)]
    assert len({end.ended for end in ends}) >= 4
    assert {end.options.values for end in ends} == {1, 2, 3, 4, 5}


def test_tables_with_rules_of_variants_play_the_same() -> None:
    moves_rng = random.Random(9)
    ends = [
        follow(variant_options(moves_rng), moves_rng.randint(2, 5), seed) for seed in range(500)
    ]
    for name in VARIANT_OPTIONS:
        values = {str(getattr(end.options, name)) for end in ends}
        assert len(values) > 1, f"{name} should come up"
    assert len({end.ended for end in ends}) >= 4


def test_variants_of_hanab_live_play_the_same() -> None:
    """Kernels accept every one; some of them are played."""
    for number, variant in enumerate(VARIANTS.values()):
        players = 2 + number % 4
        options = HanabiOptions(**variant.options)
        setup.option_vector(options, players, variants=True)
        if number % 15 == 0:
            follow(options, players, number)


def test_what_clues_leave_possible_is_observed_as_the_engine_deduces_it() -> None:
    """The section on knowledge, against the reference's own deductions, card by card."""
    moves_rng = random.Random(4)
    clued = 0
    for seed in range(60):
        options, players = variant_options(moves_rng), moves_rng.randint(2, 5)
        vector = setup.option_vector(options, players, variants=True)
        suits = layout_of(options).suits
        hand, colours = hand_size(options, players), len(layout_of(options).nameable)
        width = 5 * len(suits) + colours + 5
        match = new_match("hanabi/online", players, options=to_builtins(options), seed=seed)
        while match.to_act is not None:
            match.play(sensible(match.state, match.legal_actions(), moves_rng))
            seat = moves_rng.randrange(players)
            bits = observed(setup.pack(match.state), vector, seat)
            tail = 12 * options.flamboyants + options.half_tokens + 2 * options.alternating_clues
            start = len(bits) - tail - players * hand * width
            for distance in range(players):
                held = match.view(seat).hands[(seat + distance) % players]
                for slot, card in enumerate(held):
                    at = start + (distance * hand + slot) * width
                    possible = from_clues(match.view(seat), card)
                    expected = {setup.card_code(options, face) for face in possible}
                    assert set(np.flatnonzero(bits[at : at + 5 * len(suits)])) == expected
                    clued += len(expected) < 5 * len(suits)
            if options.half_tokens:
                assert bits[len(bits) - tail + 12 * options.flamboyants] == match.state.half_token
            if options.alternating_clues:
                kinds = {None: [0, 0], "colour": [1, 0], "value": [0, 1]}
                assert bits[-2:].tolist() == kinds[match.state.last_clue]
    assert clued > 1000


def observed(row: Row, vector: np.ndarray, seat: int) -> np.ndarray:
    """The bits that a seat observes."""
    bits = int(observation.observation_bits(vector))
    packed = np.zeros(-(-bits // 64), np.uint64)
    observation.observe(row, vector, seat, packed)
    return np.unpackbits(packed.view(np.uint8), bitorder="little")[:bits]


def test_many_hands_play_the_same() -> None:
    for players, hand in ((2, 6), (3, 6), (4, 6), (5, 5)):
        for preset in ("hanabi/online", "hanabi/grands-feux"):
            options = structs.replace(PRESETS[preset].options, hand_size=hand, last_copies=2)
            follow(options, players, 7)


def test_random_tables_play_the_same() -> None:
    moves_rng = random.Random(2)
    terminations = set()
    tiles: set[Tile] = set()
    for seed in range(600):
        end = follow(random_options(moves_rng), moves_rng.randint(2, 5), seed)
        terminations.add(end.ended)
        tiles.update(end.used_tiles)
    assert len(terminations) >= 4, "the random tables should end in most ways"
    assert len(tiles) == 6, "the random tables should reveal every bonus tile"


def test_an_empty_handed_player_without_clue_loses_the_bouquet() -> None:
    options = structs.replace(PRESETS["hanabi/cocktail"].options, final_bouquet=True, clue_tokens=1)
    ends = {follow(options, 2, seed).ended for seed in range(400)}
    assert "indispensable-lost" in ends
