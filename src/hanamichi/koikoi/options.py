"""Editions as data: every option of a Koi-Koi table, and the boxes people own."""

from __future__ import annotations

import enum
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, structs

from hanamichi.core import OptionError, Preset
from hanamichi.core import Options as CoreOptions

NINTENDO = "004"
ROBIN_RED = "003"


class DealOrder(enum.Enum):
    """Which packets the dealer gives, in which order."""

    TWOS = "twos"
    """Two to the opponent, two to the field, two to the dealer, four times (004)."""
    FOURS = "fours"
    """Four to the opponent, four to the dealer, four to the field, twice (003)."""


class BothLucky(enum.Enum):
    """What two lucky hands at once lead to."""

    PLAY_ON = "play-on"
    DRAW = "draw"


class VoidDeals(enum.Enum):
    """Which fields are dealt again."""

    NEVER = "never"
    FOUR_OF_A_MONTH = "four-of-a-month"
    FOUR_OR_PAIRS = "four-or-pairs"


class Triad(enum.Enum):
    """What poem and blue ribbons are worth together."""

    NONE = "none"
    BONUS = "bonus"
    """Three points on top of the two (003)."""
    TOGETHER = "together"
    """Ten points instead of the two (004)."""


class KoiKoiCalls(enum.Enum):
    """How many koi-koi calls a round allows, both players counted together."""

    ONE = "one"
    UNLIMITED = "unlimited"


class DrawnDealer(enum.Enum):
    """Who deals after a round that nobody won."""

    SAME = "same"
    OTHER = "other"


# Options are part of every state and used as cache keys, so the hash is cached.
class KoiKoiOptions(CoreOptions, frozen=True, kw_only=True, cache_hash=True):
    """The rules of one table."""

    added_later: ClassVar[frozenset[str]] = frozenset({"cup_counts_once"})

    rounds: Annotated[
        int,
        Meta(
            ge=1,
            le=999,
            description="How many rounds the match has: 12, or 6 for a shorter one.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = 12
    first_dealer: Annotated[
        Annotated[int, Meta(ge=0, le=1)] | None,
        Meta(
            description="The seat that deals first; left open, each draws a card and the earlier "
            "month deals.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = None
    deal: Annotated[
        DealOrder,
        Meta(
            description="Cards are dealt by twos to opponent, field and dealer, or by fours to "
            "opponent, dealer and field.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = DealOrder.TWOS
    hand_swap: Annotated[
        bool,
        Meta(
            description="Before anyone looks, the dealer's opponent may swap the two hands.",
            extra={"booklets": (ROBIN_RED,)},
        ),
    ] = False
    lucky_hands: Annotated[
        bool,
        Meta(
            description="A dealt hand with four cards of a month, or made of four pairs, wins the "
            "round at once for 6 points.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = True
    both_lucky: Annotated[
        BothLucky,
        Meta(
            description="When both hands are lucky, neither counts and the round is played, or the "
            "round is a draw.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = BothLucky.PLAY_ON
    void_deals: Annotated[
        VoidDeals,
        Meta(
            description="The same dealer deals again when the field has four cards of a month, or "
            "also when it is made of four pairs.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = VoidDeals.FOUR_OF_A_MONTH
    must_capture: Annotated[
        bool,
        Meta(
            description="A player who can capture with some card of the hand must play such a "
            "card.",
            extra={"booklets": (ROBIN_RED,)},
        ),
    ] = False
    rain_man_counts: Annotated[
        bool,
        Meta(
            description="The rain man may be one of three lights.",
            extra={"booklets": (ROBIN_RED,)},
        ),
    ] = False
    viewing_yaku: Annotated[
        bool,
        Meta(
            description="The sake cup makes a yaku with the moon and another with the curtain.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = True
    triad: Annotated[
        Triad,
        Meta(
            description="Poem and blue ribbons together: nothing more, 3 points on top of the two, "
            "or 10 points instead of the two.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = Triad.TOGETHER
    cup_is_plain: Annotated[
        bool,
        Meta(
            description="The sake cup counts as a plain card as well as an animal.",
            extra={"booklets": (NINTENDO,)},
        ),
    ] = True
    cup_counts_once: Annotated[
        bool,
        Meta(
            description="Where the sake cup may be a plain card: it counts as an animal or as a "
            "plain card, whichever brings more, and never as both.",
            extra={"booklets": (NINTENDO,)},
        ),
    ] = False
    additive: Annotated[
        bool,
        Meta(
            description="All ribbon and animal yaku add up, instead of the best of each family "
            "alone.",
            extra={"booklets": (ROBIN_RED,)},
        ),
    ] = False
    koikoi_calls: Annotated[
        KoiKoiCalls,
        Meta(
            description="A round allows one koi-koi call in all, or as many as the players dare.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = KoiKoiCalls.ONE
    own_calls_multiply: Annotated[
        bool,
        Meta(
            description="A stop after one's own koi-koi calls is worth twice, three times and so "
            "on.",
            extra={"booklets": (ROBIN_RED,)},
        ),
    ] = False
    drawn_dealer: Annotated[
        DrawnDealer,
        Meta(
            description="After a drawn round the same player deals again, or the other one.",
            extra={"booklets": (ROBIN_RED, NINTENDO)},
        ),
    ] = DrawnDealer.OTHER
    gaji: Annotated[
        bool,
        Meta(
            description="The lightning played from the hand may capture any field card, unless the "
            "other player shows a Hiki.",
            extra={"booklets": (ROBIN_RED,)},
        ),
    ] = False


def check_options(options: KoiKoiOptions) -> None:
    """Raise `OptionError` when these options contradict each other."""
    if options.both_lucky is BothLucky.DRAW and not options.lucky_hands:
        raise OptionError(
            "Two lucky hands cannot make a draw at a table where lucky hands do not count; "
            "leave both_lucky at play-on",
            code="options/inconsistent",
            where="both_lucky",
        )
    if options.cup_counts_once and not options.cup_is_plain:
        raise OptionError(
            "The sake cup has nothing to choose at a table where it is an animal only; "
            "switch cup_is_plain on, or cup_counts_once off",
            code="options/inconsistent",
            where="cup_counts_once",
        )


_NINTENDO = KoiKoiOptions()
_ROBIN_RED = structs.replace(
    _NINTENDO,
    deal=DealOrder.FOURS,
    hand_swap=True,
    void_deals=VoidDeals.FOUR_OR_PAIRS,
    must_capture=True,
    rain_man_counts=True,
    triad=Triad.NONE,
    cup_is_plain=False,
    additive=True,
    koikoi_calls=KoiKoiCalls.UNLIMITED,
    own_calls_multiply=True,
    drawn_dealer=DrawnDealer.SAME,
)

KoiKoiPresetId: TypeAlias = Literal["koikoi/nintendo", "koikoi/robin-red"]
"""The ids of the presets, for type checkers."""

PRESETS: MappingProxyType[str, Preset[KoiKoiOptions]] = MappingProxyType(
    {
        preset.id: preset
        for preset in (
            Preset(
                "koikoi/nintendo",
                _NINTENDO,
                NINTENDO,
                "Hanafuda Koi-Koi (Nintendo)",
                offers={"viewing_yaku": False, "cup_counts_once": True},
            ),
            Preset(
                "koikoi/robin-red",
                _ROBIN_RED,
                ROBIN_RED,
                "Hanafuda Koï-Koï (Robin Red Games)",
                offers={"rounds": 6, "triad": Triad.BONUS, "gaji": True},
            ),
        )
    }
)
