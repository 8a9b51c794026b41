"""Hypothesis strategies for any game: consistent options, whole matches, positions in them.

The only module here that needs Hypothesis, which is not installed with Hanamichi.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from hanamichi.core import (
    Match,
    OptionError,
    OptionInfo,
    Options,
    Seat,
    Seeded,
    build_options,
    describe_options,
)
from hanamichi.core.record import AnyGame
from hanamichi.testing.sample_match import LIMIT

_SEEDS = st.integers(0, 2**32 - 1)
_MAX_REMOVALS = 8
AnyMatch = Match[Any, Any, Any, Any, Any, Any]


class Table(NamedTuple):
    """Options that fit together, and a number of players they allow."""

    options: Any
    players: int


class Moment(NamedTuple):
    """A position of a match in progress."""

    match: AnyMatch
    state: Any
    to_act: Seat | None


def values(info: OptionInfo) -> st.SearchStrategy[Any]:
    """Values of one option, consistent with the others or not."""
    if info.kind == "flag":
        plain: st.SearchStrategy[Any] = st.booleans()
    elif info.kind == "number":
        plain = st.integers(info.minimum, info.maximum)
    elif info.kind == "list":
        plain = st.lists(st.sampled_from(info.choices), unique=True)
    else:
        plain = st.sampled_from(info.choices)
    return st.none() | plain if info.nullable else plain


@st.composite
def tables(draw: st.DrawFn, /, game: AnyGame, **pinned: Any) -> Table:
    """Any consistent table: a preset with some options changed, and a size that fits.

    An option can be pinned to a value, or to a strategy of its own: `tables(KOIKOI, rounds=2)`.
    """
    players = draw(st.sampled_from(game.seat_counts))
    base = draw(st.sampled_from([preset.options for preset in game.presets.values()]))
    options_type: type[Options] = game.options_type
    known = {info.name: info for info in describe_options(options_type)}
    changed = draw(st.sets(st.sampled_from(sorted(known.keys() - pinned.keys()))))
    changes = {name: draw(values(known[name])) for name in sorted(changed)}
    for name, value in pinned.items():
        changes[name] = draw(value) if isinstance(value, st.SearchStrategy) else value
    return Table(_consistent(game, base, changes, players), players)


def _consistent(game: AnyGame, base: Options, changes: Mapping[str, Any], players: int) -> Options:
    """The changed options, less those changes that the game names as inconsistent."""
    changes = dict(changes)
    for _ in range(_MAX_REMOVALS):
        try:
            options = build_options(base, changes)
            game.check(options, players)
        except OptionError as error:
            if changes.pop(error.where or "", None) is None:
                break
        else:
            return options
    # the cause is not a changed option: try other options or another table size
    assume(False)
    raise AssertionError("unreachable")


def options(game: AnyGame, **pinned: Any) -> st.SearchStrategy[Any]:
    """Consistent options of some table."""
    return tables(game, **pinned).map(lambda table: table.options)


@st.composite
def matches(
    draw: st.DrawFn,
    /,
    game: AnyGame,
    *,
    table: st.SearchStrategy[Table] | None = None,
    limit: int = LIMIT,
) -> AnyMatch:
    """A match of random choices, played to its end or to the limit."""
    chosen = draw(tables(game) if table is None else table)
    match: AnyMatch = Match(game, chosen.options, chosen.players, Seeded(draw(_SEEDS)))
    choose = Random(draw(_SEEDS))
    for _ in range(limit):
        if match.to_act is None:
            break
        match.play(choose.choice(match.legal_actions()))
    return match


@st.composite
def positions(
    draw: st.DrawFn, /, game: AnyGame, *, table: st.SearchStrategy[Table] | None = None
) -> Moment:
    """A position somewhere in a match of random choices; it shrinks towards the deal."""
    chosen = draw(tables(game) if table is None else table)
    match: AnyMatch = Match(game, chosen.options, chosen.players, Seeded(draw(_SEEDS)))
    choose = Random(draw(_SEEDS))
    for _ in range(draw(st.integers(0, 100))):
        if match.to_act is None:
            break
        match.play(choose.choice(match.legal_actions()))
    return Moment(match, match.state, match.to_act)
