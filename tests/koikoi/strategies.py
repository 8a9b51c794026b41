"""Random tables and random play, for the property tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

from hypothesis import strategies as st

from hanamichi.core import Match, OptionError, OptionInfo, Seeded, build_options, describe_options
from hanamichi.koikoi import (
    PRESETS,
    KoiKoiAction,
    KoiKoiMatch,
    KoiKoiOptions,
    PlayCard,
)
from tests.koikoi.tables import GAME


def _values(info: OptionInfo) -> st.SearchStrategy[object]:
    if info.kind == "flag":
        return st.booleans()
    if info.kind == "choice":
        return st.sampled_from(info.choices)
    assert info.minimum is not None
    assert info.maximum is not None
    numbers = st.integers(info.minimum, min(info.maximum, 3))
    return st.none() | numbers if info.nullable else numbers


_CUSTOM = st.fixed_dictionaries(
    {info.name: _values(info) for info in describe_options(KoiKoiOptions)}
)


def _consistent(changes: dict[str, object]) -> bool:
    try:
        GAME.check(build_options(KoiKoiOptions(), changes), 2)
    except OptionError:
        return False
    return True


custom_options: st.SearchStrategy[KoiKoiOptions] = _CUSTOM.filter(_consistent).map(
    lambda changes: build_options(KoiKoiOptions(), changes)
)
preset_options = st.builds(
    lambda preset, rounds, gaji: build_options(preset.options, {"rounds": rounds, "gaji": gaji}),
    st.sampled_from(list(PRESETS.values())),
    st.integers(1, 3),
    st.booleans(),
)
tables: st.SearchStrategy[KoiKoiOptions] = preset_options | custom_options
seeds = st.integers(0, 2**32 - 1)

GAJI_TABLE = build_options(PRESETS["koikoi/robin-red"].options, {"gaji": True, "rounds": 3})
HIKI_SEEDS = (53, 57, 78, 87)
"""Seeds with which random play at the Gaji table reaches a Hiki."""

Chooser = Callable[[tuple[KoiKoiAction, ...]], KoiKoiAction]


def chooser(seed: int) -> Chooser:
    """Random choices, but the lightning aims at three of a month when it can: Hiki are rare."""
    rng = random.Random(seed)

    def choose(legal: tuple[KoiKoiAction, ...]) -> KoiKoiAction:
        aims = [action for action in legal if isinstance(action, PlayCard) and is_joker(action)]
        months = Counter(aim.capture.month for aim in aims if aim.capture is not None)
        threes = [aim for aim in aims if aim.capture and months[aim.capture.month] == 3]
        return rng.choice(threes or legal)

    return choose


def is_joker(play: PlayCard) -> bool:
    """Whether the lightning aims at another month."""
    return play.capture is not None and play.capture.month != play.card.month


def new_match(options: KoiKoiOptions, seed: int) -> KoiKoiMatch:
    """A match with a seeded chance."""
    return Match(GAME, options, 2, Seeded(seed))


def played(options: KoiKoiOptions, seed: int) -> Iterator[KoiKoiMatch]:
    """A match at each of its positions, from the deal to the end."""
    match = new_match(options, seed)
    choose = chooser(seed)
    yield match
    while match.to_act is not None:
        match.play(choose(match.legal_actions()))
        yield match
