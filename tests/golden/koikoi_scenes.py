"""The golden matches of Koi-Koi."""

from __future__ import annotations

from tests.golden.koikoi_policies import greedy, hopeless
from tests.golden.transcript import Scene

TWOS, FOURS = "twos", "fours"


def deck(order: str, *, dealer: str, opponent: str, field: str, stock: str = "") -> str:
    """The deck from which these hands and this field are dealt, and then this stock turned."""
    size = 2 if order == TWOS else 4
    piles = (opponent, field, dealer) if order == TWOS else (opponent, dealer, field)
    rows = [pile.split() for pile in piles]
    dealt = [
        card for start in range(0, 8, size) for row in rows for card in row[start : start + size]
    ]
    return " ".join([*dealt, *stock.split()])


# Ann deals and takes the six poem and blue ribbons, one each turn; Bo and the stock stay out of it.
RIBBONS = {
    "dealer": "1R 6R 2R 9R 3R 10R 7a 8a",
    "opponent": "4A 4R 5A 5R 7A 7R 8A 12a",
    "field": "1a 2a 3a 6a 9a 10a 4a 5a",
    "stock": "12b 11a 7b 4b 8b 5b 12c 11L 11A 12L 8L",
}
# Ann deals and takes lights and the sake cup.
LIGHTS = {
    "dealer": "11L 8L 1L 9A 3L 4a 5a 6a",
    "opponent": "2A 2R 7A 7R 10A 10R 12a 6b",
    "field": "11R 8a 1a 9a 3a 2a 7a 10a",
    "stock": "4b 5b 12b 12c 4R 5R 6R 11A 4A 5A 6A 2b",
}
# Ann deals and takes plain cards and the sake cup.
PLAINS = {
    "dealer": "9A 1a 2a 3a 4a 5a 6a 7a",
    "opponent": "11L 11A 10A 10R 10a 8a 8L 12L",
    "field": "9a 1b 2b 3b 4b 5b 10b 12a",
    "stock": "11R 12c 7A 8A 8b 12b 7R 7b 11a 6A",
}
LUCKY_FOUR = {
    "dealer": "3L 3R 3a 3b 1a 5a 7a 9a",
    "opponent": "1L 2A 4A 5A 6A 8A 10A 12a",
    "field": "1R 2R 4R 5R 6R 7R 8a 9R",
}
LUCKY_PAIRS = {
    "dealer": "1L 2A 4A 5A 6A 8A 10A 12a",
    "opponent": "3L 3R 1a 1b 5a 5b 7a 7b",
    "field": "1R 2R 4R 5R 6R 7R 8a 9R",
}
BOTH_LUCKY = {
    "dealer": "3L 3R 3a 3b 1a 5a 7a 9a",
    "opponent": "4A 4R 6A 6R 8L 8A 10A 10R",
    "field": "1R 2R 4a 5R 6a 7R 8a 9R",
}
FOUR_ON_FIELD = {
    "dealer": "1a 2A 4A 5A 6A 8A 10A 12a",
    "opponent": "1L 2R 4R 5R 6R 7R 8a 9R",
    "field": "3L 3R 3a 3b 1b 5b 7b 9b",
}
PAIRS_ON_FIELD = {
    "dealer": "1a 2A 4A 5a 6A 8A 10A 12a",
    "opponent": "1L 2R 4R 5b 6R 7R 8a 9R",
    "field": "3L 3R 5A 5R 7A 7a 9A 9a",
}


def stacked(order: str, *deals: dict[str, str]) -> dict[str, list[str]]:
    """Tops for one deal after another."""
    return {"deck": [deck(order, **deal) for deal in deals]}


BOXES = (
    Scene(
        "koikoi-nintendo",
        "the Nintendo box as it is: twelve rounds, one koi-koi in a round.",
        "koikoi/nintendo",
        2,
        greedy(daring=0.4),
        ("calls koi-koi", "must stop", "opponent's koi-koi", "seven or more", "is a draw"),
        seed=30,
        boards=40,
    ),
    Scene(
        "koikoi-robin-red",
        "the Robin Red box as it is: hands may be swapped, and calls of one's own multiply.",
        "koikoi/robin-red",
        2,
        greedy(daring=0.5, swaps=0.5),
        ("swaps the hands", "keeps the hand", "own koi-koi", "annulled", "is a draw"),
        seed=3,
        boards=40,
    ),
    Scene(
        "koikoi-six-rounds",
        "a match of six rounds, Bo deals first.",
        "koikoi/robin-red",
        2,
        greedy(daring=0.2, swaps=0.2),
        ("Round 6",),
        seed=5,
        options={"rounds": 6, "first_dealer": 1},
        boards=40,
    ),
)

DEALS = (
    Scene(
        "koikoi-dealer-drawn-again",
        "the two cards drawn for the first deal are of one month, so both draw again.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("draw 1L and 1R, again 3L and 2A: Bo deals first",),
        options={"rounds": 1},
        tops={"dealer-draw": "1L 1R 3L 2A"},
    ),
    Scene(
        "koikoi-lucky-four",
        "four cards of a month in hand win the round at once; the match goes on.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("Ann shows a lucky hand, four of a month", "wins by a lucky hand and scores 6"),
        options={"rounds": 2, "first_dealer": 0},
        tops=stacked(TWOS, LUCKY_FOUR),
    ),
    Scene(
        "koikoi-lucky-pairs",
        "four pairs in hand win the round; the hand was swapped away, so it wins for the other.",
        "koikoi/robin-red",
        2,
        greedy(swaps=1.0),
        ("Bo swaps the hands", "Ann shows a lucky hand, four pairs"),
        options={"rounds": 2, "first_dealer": 0},
        tops=stacked(FOURS, LUCKY_PAIRS),
    ),
    Scene(
        "koikoi-lucky-match",
        "a lucky hand in the only round: the match is over before anybody could decide anything.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("wins by a lucky hand", "Bo wins (rounds-played), 0 to 6"),
        options={"rounds": 1, "first_dealer": 1},
        tops=stacked(TWOS, LUCKY_FOUR),
    ),
    Scene(
        "koikoi-lucky-hands-off",
        "the same deal at a table where lucky hands do not count.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("1 of 1",),
        options={"rounds": 1, "first_dealer": 0, "lucky_hands": False},
        tops=stacked(TWOS, LUCKY_FOUR),
    ),
    Scene(
        "koikoi-both-lucky-play-on",
        "both hands are lucky, so neither counts and the round is played.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("Both hands are lucky, so neither counts",),
        options={"rounds": 1, "first_dealer": 0},
        tops=stacked(TWOS, BOTH_LUCKY),
    ),
    Scene(
        "koikoi-both-lucky-draw",
        "both hands are lucky, and at this table that is a draw; the other player deals next.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("Round 1 is a draw: two lucky hands", "Round 2: Bo deals"),
        options={"rounds": 2, "first_dealer": 0, "both_lucky": "draw"},
        tops=stacked(TWOS, BOTH_LUCKY),
    ),
    Scene(
        "koikoi-void-four-of-a-month",
        "four cards of a month on the field: void, the same dealer deals again. Four pairs, which "
        "come next, do not matter at this table.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("The field has four of a month: the deal is void",),
        options={"rounds": 1, "first_dealer": 0},
        tops=stacked(TWOS, FOUR_ON_FIELD, PAIRS_ON_FIELD),
    ),
    Scene(
        "koikoi-void-four-pairs",
        "four pairs on the field are void too: after each deal the swap is decided anew.",
        "koikoi/robin-red",
        2,
        greedy(swaps=0.5),
        ("four of a month: the deal is void", "four pairs: the deal is void"),
        options={"rounds": 1, "first_dealer": 0},
        tops=stacked(FOURS, FOUR_ON_FIELD, PAIRS_ON_FIELD),
    ),
    Scene(
        "koikoi-void-never",
        "the same field at a table that plays every deal.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("field: 3L 3R 3a 3b 1b 5b 7b 9b",),
        options={"rounds": 1, "first_dealer": 0, "void_deals": "never"},
        tops=stacked(TWOS, FOUR_ON_FIELD),
    ),
    Scene(
        "koikoi-deal-by-fours",
        "the Nintendo box dealt by fours, with the hand swap.",
        "koikoi/nintendo",
        2,
        greedy(swaps=1.0),
        ("swaps the hands",),
        options={"rounds": 1, "first_dealer": 1, "deal": "fours", "hand_swap": True},
    ),
    Scene(
        "koikoi-deal-by-twos",
        "the Robin Red box dealt by twos, without the hand swap.",
        "koikoi/robin-red",
        2,
        greedy(),
        ("Bo is dealt",),
        options={"rounds": 1, "first_dealer": 0, "deal": "twos", "hand_swap": False},
    ),
)

DRAWS = (
    Scene(
        "koikoi-drawn-other-deals",
        "nobody stops, so nobody scores, and the other player deals next.",
        "koikoi/nintendo",
        2,
        hopeless,
        ("Round 1 is a draw: no cards are left", "Round 2: Bo deals", "a draw (rounds-played)"),
        seed=124,
        options={"rounds": 2, "first_dealer": 0},
    ),
    Scene(
        "koikoi-drawn-same-deals",
        "nobody stops, so nobody scores, and the same player deals again.",
        "koikoi/robin-red",
        2,
        hopeless,
        ("Round 1 is a draw: no cards are left", "Round 2: Ann deals", "a draw (rounds-played)"),
        seed=108,
        options={"rounds": 2, "first_dealer": 0},
    ),
    Scene(
        "koikoi-drawn-after-koi-koi",
        "yaku are made, koi-koi is called, and all of it is lost when the hands run out.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("calls koi-koi", "Round 1 is a draw: no cards are left"),
        seed=9,
        options={"rounds": 1, "first_dealer": 0},
    ),
)

CALLS = (
    Scene(
        "koikoi-one-call",
        "one koi-koi in a round: the next rise ends it, whoever makes it.",
        "koikoi/nintendo",
        2,
        greedy(daring=1.0),
        ("must stop", "× 2 (opponent's koi-koi)"),
        seed=8,
        options={"rounds": 2, "drawn_dealer": "same"},
    ),
    Scene(
        "koikoi-many-calls",
        "koi-koi as often as one dares; each call of one's own multiplies the stop.",
        "koikoi/robin-red",
        2,
        greedy(daring=0.7),
        ("× 3 (own koi-koi)",),
        seed=13,
        options={"rounds": 1, "drawn_dealer": "other"},
    ),
    Scene(
        "koikoi-annulled-calls",
        "a yaku of the opponent annuls the calls, which then multiply nothing.",
        "koikoi/robin-red",
        2,
        greedy(daring=0.7),
        ("annulled", "opponent's koi-koi"),
        seed=31,
        options={"rounds": 1},
    ),
    Scene(
        "koikoi-many-calls-without-factor",
        "unlimited calls at a table where one's own calls multiply nothing.",
        "koikoi/nintendo",
        2,
        greedy(daring=0.7),
        ("calls koi-koi", "stops with"),
        seed=14,
        options={"rounds": 1, "koikoi_calls": "unlimited"},
    ),
    Scene(
        "koikoi-one-call-with-factor",
        "one call in a round, and it multiplies the caller's own stop.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("must stop", "× 2 (own koi-koi)"),
        seed=4,
        options={"rounds": 1, "koikoi_calls": "one"},
    ),
)

YAKU = (
    Scene(
        "koikoi-triad-together",
        "poem and blue ribbons: ten points together, instead of the two yaku.",
        "koikoi/nintendo",
        2,
        greedy(daring=1.0),
        ("poem-and-blue 10", "must stop"),
        options={"rounds": 1, "first_dealer": 0},
        tops=stacked(TWOS, RIBBONS),
    ),
    Scene(
        "koikoi-triad-bonus",
        "poem and blue ribbons: three points on top of both yaku.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("poem-ribbons 8, blue-ribbons 8, poem-and-blue 3, ribbons 2: 21 in all",),
        options={"rounds": 1, "first_dealer": 0, "triad": "bonus", "hand_swap": False},
        tops=stacked(FOURS, RIBBONS),
    ),
    Scene(
        "koikoi-triad-none",
        "poem and blue ribbons: both yaku and nothing more; all yaku add up.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("poem-ribbons 8, blue-ribbons 8, ribbons 2: 18 in all",),
        options={"rounds": 1, "first_dealer": 0, "hand_swap": False},
        tops=stacked(FOURS, RIBBONS),
    ),
    Scene(
        "koikoi-additive",
        "the same cards at a Nintendo table where all yaku add up.",
        "koikoi/nintendo",
        2,
        greedy(daring=1.0),
        ("poem-and-blue 10, ribbons 2: 12 in all",),
        options={"rounds": 1, "first_dealer": 0, "additive": True},
        tops=stacked(TWOS, RIBBONS),
    ),
    Scene(
        "koikoi-not-additive",
        "the same cards at a Robin Red table where only the best of a family counts.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("poem-ribbons 8: 8 in all",),
        options={"rounds": 1, "first_dealer": 0, "additive": False, "hand_swap": False},
        tops=stacked(FOURS, RIBBONS),
    ),
    Scene(
        "koikoi-rain-man-counts",
        "any three lights make three lights, the rain man too; then four with the rain man, five.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("three-lights 5", "moon-viewing 5", "flower-viewing 5", "rainy-four 7"),
        options={"rounds": 1, "first_dealer": 0, "hand_swap": False},
        tops=stacked(FOURS, LIGHTS),
    ),
    Scene(
        "koikoi-rain-man-left-out",
        "the same cards where the rain man is none of three lights.",
        "koikoi/robin-red",
        2,
        greedy(daring=1.0),
        ("rainy-four 7",),
        options={
            "rounds": 1,
            "first_dealer": 0,
            "hand_swap": False,
            "rain_man_counts": False,
        },
        tops=stacked(FOURS, LIGHTS),
    ),
    Scene(
        "koikoi-four-lights",
        "four lights without the rain man, for which koi-koi was called with three.",
        "koikoi/nintendo",
        2,
        greedy(daring=1.0),
        ("must stop with four-lights 8",),
        seed=46,
        options={"rounds": 1},
    ),
    Scene(
        "koikoi-boar-deer-butterflies",
        "boar, deer and butterflies; every further animal counts, and five animals no more.",
        "koikoi/nintendo",
        2,
        greedy(daring=1.0),
        ("stop with boar-deer-butterflies 7",),
        seed=104,
        options={"rounds": 1},
    ),
    Scene(
        "koikoi-no-viewing",
        "the same cards at a Nintendo table without moon and flower viewing.",
        "koikoi/nintendo",
        2,
        greedy(daring=1.0),
        ("rainy-four 7",),
        options={"rounds": 1, "first_dealer": 0, "viewing_yaku": False, "rain_man_counts": True},
        tops=stacked(TWOS, LIGHTS),
    ),
    Scene(
        "koikoi-cup-is-plain",
        "the sake cup is the tenth plain card, and an animal all the same.",
        "koikoi/robin-red",
        2,
        greedy(),
        ("Ann has plains 1: 1 in all",),
        options={"rounds": 1, "first_dealer": 0, "cup_is_plain": True, "hand_swap": False},
        tops=stacked(FOURS, PLAINS),
    ),
    Scene(
        "koikoi-cup-is-no-plain",
        "the same cards at a Nintendo table where the sake cup is an animal only.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("takes 3b; Ann turns 11a 10 Bo", "Ann has plains 1: 1 in all"),
        options={"rounds": 1, "first_dealer": 0, "cup_is_plain": False},
        tops=stacked(TWOS, PLAINS),
    ),
    Scene(
        "koikoi-cup-counts-once",
        "the sake cup is the tenth plain card, and then no animal.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("Ann has plains 1: 1 in all",),
        options={"rounds": 1, "first_dealer": 0, "cup_counts_once": True},
        tops=stacked(TWOS, PLAINS),
    ),
)

CAPTURES = (
    Scene(
        "koikoi-must-capture",
        "a Nintendo table where whoever can capture must.",
        "koikoi/nintendo",
        2,
        greedy(),
        ("legal: take",),
        seed=16,
        options={"rounds": 1, "must_capture": True},
        boards=4,
    ),
    Scene(
        "koikoi-need-not-capture",
        "a Robin Red table where any hand card may be played.",
        "koikoi/robin-red",
        2,
        greedy(),
        ("legal: take",),
        seed=4,
        options={"rounds": 1, "must_capture": False},
        boards=4,
    ),
    Scene(
        "koikoi-gaji",
        "the lightning takes a card of another month, and at the stop claims the rest of it.",
        "koikoi/robin-red",
        2,
        greedy(daring=0.2),
        ("as a joker and takes", "lightning claims"),
        seed=18,
        options={"rounds": 1, "gaji": True},
    ),
    Scene(
        "koikoi-hiki",
        "the lightning is refused by the fourth card of the month; the player chooses again.",
        "koikoi/robin-red",
        2,
        greedy(daring=0.2),
        ("a Hiki, the lightning cannot take",),
        seed=2548,
        options={"rounds": 1, "gaji": True},
    ),
)

SCENES = (*BOXES, *DEALS, *DRAWS, *CALLS, *YAKU, *CAPTURES)
