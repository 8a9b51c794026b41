"""What a stop is worth (003, Fin de manche; 004, Annoncer Koi-Koi and Multiplicateur)."""

import pytest

from hanamichi.koikoi import FactorName, KoiKoiOptions, StopValue, Yaku, YakuPoints
from hanamichi.koikoi.scoring import stop_value
from tests.koikoi.tables import NINTENDO, ROBIN_RED, options_with


def value(
    options: KoiKoiOptions, total: int, *, own: int = 0, opponent_called: bool = False
) -> StopValue:
    yaku = (YakuPoints(Yaku.PLAINS, total),)
    return stop_value(yaku, options, standing_calls=own, opponent_called=opponent_called)


@pytest.mark.parametrize(
    ("total", "own", "opponent_called", "points"),
    [
        (6, 0, False, 6),
        (7, 0, False, 14),  # Multiplicateur
        (6, 0, True, 12),  # Annoncer Koi-Koi
        (7, 0, True, 28),
        (6, 1, False, 6),  # one's own successful koi-koi earns nothing
        (7, 1, False, 14),
    ],
)
def test_nintendo_doubles_from_seven_and_after_the_opponents_koi_koi(
    total: int,
    own: int,
    opponent_called: bool,  # noqa: FBT001
    points: int,
) -> None:
    """004, Multiplicateur and Annoncer Koi-Koi."""
    assert value(NINTENDO, total, own=own, opponent_called=opponent_called).points == points


@pytest.mark.parametrize(
    ("total", "own", "opponent_called", "points"),
    [
        (5, 0, False, 5),
        (5, 1, False, 10),  # doubled after one's own call
        (5, 2, False, 15),  # tripled after two
        (5, 3, False, 20),
        (5, 0, True, 10),
        (7, 0, False, 14),
        (7, 0, True, 28),  # quadrupled
        (7, 1, True, 56),
        (7, 2, False, 42),
    ],
)
def test_robin_red_multiplies_by_own_calls_as_well(
    total: int,
    own: int,
    opponent_called: bool,  # noqa: FBT001
    points: int,
) -> None:
    """003, Fin de manche."""
    assert value(ROBIN_RED, total, own=own, opponent_called=opponent_called).points == points


def test_a_value_can_be_read_factor_by_factor() -> None:
    """003, Fin de manche."""
    worth = value(ROBIN_RED, 8, own=2, opponent_called=True)
    assert [(factor.name, factor.times) for factor in worth.factors] == [
        (FactorName.OWN_CALLS, 3),
        (FactorName.OPPONENT_CALLED, 2),
        (FactorName.SEVEN_OR_MORE, 2),
    ]
    assert (worth.total, worth.points) == (8, 96)


def test_own_calls_multiply_only_where_the_table_says_so() -> None:
    """RULES, What a stop is worth, the flag."""
    assert value(options_with(own_calls_multiply=True), 5, own=1).points == 10
    assert value(options_with(ROBIN_RED, own_calls_multiply=False), 5, own=1).points == 5
