"""Both games keep every promise: as they are sold, and at tables nobody has thought of."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from hanamichi.catalog import GAMES, AnyGame
from hanamichi.core import Match, describe_options, event_for
from hanamichi.hanabi import HANABI, Avalanche, HanabiState, Rearrange
from hanamichi.hanabi import events as hanabi_events
from hanamichi.koikoi import CARDS, KOIKOI, KoiKoi, KoiKoiAction, KoiKoiState, PlayCard
from hanamichi.koikoi import events as koikoi_events
from hanamichi.koikoi.cards import LIGHTNING
from hanamichi.testing import (
    CHECKS,
    Player,
    SampleMatch,
    at_random,
    check_game,
    findings,
    sample_matches,
)
from hanamichi.testing.secrecy_checks import (
    check_events_keep_secrets,
    check_legal_actions_keep_secrets,
)
from hanamichi.testing.strategies import Table, matches, options, positions, tables
from tests.golden.hanabi_policies import able, careless
from tests.golden.koikoi_policies import greedy, is_joker

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
SHORT: dict[str, dict[str, Any]] = {"hanabi": {}, "koikoi": {"rounds": st.integers(1, 3)}}
PLAYERS: dict[str, tuple[Player, ...]] = {
    "hanabi": (able, careless(0.3)),
    "koikoi": (greedy(daring=0.5, swaps=0.5), greedy(daring=1.0, swaps=1.0)),
}


@cache
def boxes(game: AnyGame) -> tuple[SampleMatch, ...]:
    """Every preset at every size of table, played once for all checks."""
    return tuple(sample_matches(game, seeds=range(2)))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@EACH_GAME
def test_every_preset_conforms(game: AnyGame, check: Any) -> None:
    assert list(findings(boxes(game), [check])) == []


@EACH_GAME
def test_every_preset_conforms_when_it_is_played_well(game: AnyGame) -> None:
    for player in PLAYERS[game.id]:
        check_game(game, seeds=[7], player=player)


@EACH_GAME
@pytest.mark.parametrize("well", [False, True], ids=["at random", "well"])
def test_any_consistent_table_conforms(game: AnyGame, *, well: bool) -> None:
    @settings(max_examples=40)
    @given(tables(game, **SHORT[game.id]), st.integers(0, 2**32))
    def conforms(table: Table, seed: int) -> None:
        player = PLAYERS[game.id][seed % 2] if well else at_random
        sample = SampleMatch(game, table.options, table.players, seed, player=player)
        assert list(findings([sample])) == []

    conforms()


def is_choosing(state: HanabiState) -> bool:
    """A bonus tile waits for a choice."""
    return state.pending is not None


@pytest.mark.parametrize("avalanche", list(Avalanche), ids=lambda choice: choice.value)
@pytest.mark.parametrize("players", [2, 5])
def test_the_choices_of_bonus_tiles_conform(avalanche: Avalanche, players: int) -> None:
    table = structs.replace(
        HANABI.presets["hanabi/grands-feux"].options,
        avalanche=avalanche,
        black_powder=True,
        flamboyants=True,
        tile_on_any_completion=True,
    )
    chosen = set()
    for seed in range(3):
        sample = SampleMatch(HANABI, table, players, seed, player=careless(0.03), focus=is_choosing)
        assert list(findings([sample])) == []
        chosen |= {state.pending for state in sample.states}
    assert len(chosen) > 2, "no bonus tile was revealed"


def test_gestures_are_tried() -> None:
    samples = list(sample_matches(HANABI, seeds=range(1), player=able))
    gestures = [s for t in samples for s in t.steps if isinstance(s.action, Rearrange)]
    assert len(gestures) > len(samples)


# -- the suite has teeth on real games ---------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "event"),
    [
        (HANABI, hanabi_events.HandDealt),
        (HANABI, hanabi_events.CardDrawn),
        (KOIKOI, koikoi_events.HandDealt),
        (KOIKOI, koikoi_events.HandSeen),
    ],
    ids=lambda thing: getattr(thing, "id", None) or thing.__name__,
)
def test_an_event_that_is_not_redacted_would_be_caught(
    game: AnyGame, event: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event, "redacted", lambda self: self)
    samples = sample_matches(game, seeds=range(2))
    assert list(findings(samples, [check_events_keep_secrets]))


class TellTaleHiki(KoiKoi):
    """Does not list the lightning at cards that a Hiki would refuse it."""

    def legal_actions(self, state: KoiKoiState, seat: int) -> tuple[KoiKoiAction, ...]:
        legal = super().legal_actions(state, seat)
        held = {CARDS[card].month for card in state.round.hands[1 - seat]}
        field = Counter(CARDS[card].month for card in state.round.field)
        return tuple(
            action
            for action in legal
            if not is_joker(action)
            or not isinstance(action, PlayCard)
            or action.capture is None
            or field[action.capture.month] < 3
            or action.capture.month not in held
        )


def has_aim(state: KoiKoiState) -> bool:
    """The lightning is in hand, and three cards of a month are on the field."""
    field = Counter(CARDS[card].month for card in state.round.field)
    return LIGHTNING.index in state.round.hands[state.round.actor] and 3 in field.values()


def test_a_hiki_that_shows_in_the_legal_actions_would_be_caught() -> None:
    table = structs.replace(KOIKOI.presets["koikoi/robin-red"].options, gaji=True)
    samples = [SampleMatch(TellTaleHiki(), table, 2, seed, focus=has_aim) for seed in range(12)]
    honest = [SampleMatch(KOIKOI, table, 2, seed, focus=has_aim) for seed in range(12)]
    assert list(findings(samples, [check_legal_actions_keep_secrets]))
    assert list(findings(honest, [check_legal_actions_keep_secrets])) == []


def test_an_imagined_state_is_usually_another_one() -> None:
    """Otherwise the checks on secrets would compare a state with itself."""
    for game in GAMES.values():
        for sample in sample_matches(game, seeds=[1]):
            states = sample.states[:-1]
            moved = [s for s in states if any(True for _ in sample.imagined(s, 0, 2))]
            assert len(moved) > 0.8 * len(states), sample


# -- strategies --------------------------------------------------------------------------------


@EACH_GAME
def test_drawn_options_are_consistent_and_reach_every_choice(game: AnyGame) -> None:
    seen: list[Any] = []

    @settings(max_examples=600)
    @given(tables(game))
    def draw(table: Table) -> None:
        game.check(table.options, table.players)
        seen.append(table.options)

    draw()
    options_type: type[msgspec.Struct] = game.options_type
    for info in describe_options(options_type):
        drawn = {msgspec.to_builtins(getattr(one, info.name)) for one in seen}
        if info.kind in {"flag", "choice"}:
            choices = set(info.choices or (True, False))
            assert drawn <= choices, info.name
            # so many tables do not show every one of many choices
            assert drawn == choices or (len(choices) > 5 and 2 * len(drawn) > len(choices)), (
                info.name
            )


@given(options(KOIKOI, rounds=3, gaji=st.just(True)))
def test_options_can_be_pinned(drawn: Any) -> None:
    assert (drawn.rounds, drawn.gaji) == (3, True)


@settings(max_examples=20)
@given(matches(KOIKOI, table=tables(KOIKOI, rounds=1)))
def test_drawn_matches_are_played_to_the_end(match: Match[Any, Any, Any, Any, Any, Any]) -> None:
    assert match.outcome is not None
    assert len(match.log(0)) <= len(match.events)


@settings(max_examples=20)
@given(positions(HANABI))
def test_drawn_positions_belong_to_their_match(moment: Any) -> None:
    assert isinstance(moment.state, HanabiState)
    assert moment.state is moment.match.state
    assert HANABI.to_act(moment.state) == moment.to_act
    assert [event_for(e, None) for e in moment.match.events] == moment.match.log(None)
