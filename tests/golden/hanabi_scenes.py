"""The golden matches of Hanabi."""

from __future__ import annotations

from hanamichi.core import Seat
from hanamichi.hanabi import (
    Card,
    ColourClue,
    Discard,
    HanabiState,
    Play,
    PlayFromDeck,
    Rearrange,
    ReturnCard,
    ValueClue,
)
from hanamichi.hanabi.actions import clue_bit
from hanamichi.hanabi.layout import layout_of
from tests.golden.hanabi_policies import (
    Legal,
    able,
    careless,
    copies_left,
    fits,
    wasteful,
)
from tests.golden.transcript import Cue, Scene

# -- cues --------------------------------------------------------------------------------------


def rearrange(state: HanabiState, _: Legal) -> tuple[Seat, Rearrange] | None:
    """After a few turns, a seat that is not to act reverses its hand."""
    if state.ply < 3:
        return None
    seat = (state.turn + 1) % state.players
    return seat, Rearrange(state.hands[seat][::-1])


def empty_clue(state: HanabiState, legal: Legal) -> tuple[Seat, ColourClue | ValueClue] | None:
    """A clue that touches nothing."""
    touches = layout_of(state.options).touches
    for action in legal:
        if isinstance(action, ColourClue | ValueClue) and not any(
            touches[state.deck[card].index] & clue_bit(action)
            for card in state.hands[action.target]
        ):
            return state.turn, action
    return None


def multicolour_clue(state: HanabiState, legal: Legal) -> tuple[Seat, ColourClue] | None:
    """Naming the multicolour, where somebody holds one."""
    for action in legal:
        if isinstance(action, ColourClue) and action.colour.value == "multicolour":
            held = (state.deck[card] for card in state.hands[action.target])
            if any(card.suit.value == "multicolour" for card in held):
                return state.turn, action
    return None


def misplay(after: int) -> Cue:
    """Playing a card that does not fit, though not the last of its kind."""

    def cue(state: HanabiState, legal: Legal) -> tuple[Seat, Play] | None:
        for action in legal if state.ply >= after else ():
            if isinstance(action, Play):
                card = state.deck[action.card]
                if not fits(state, card) and copies_left(state, card) > 1:
                    return state.turn, action
        return None

    return cue


def lose_last_copy(kind: type[Play] | type[Discard]) -> Cue:
    """Losing the last copy of a card that is still needed, by a discard or by a failed play."""

    def cue(state: HanabiState, legal: Legal) -> tuple[Seat, Play | Discard] | None:
        for action in legal:
            if isinstance(action, kind):
                card = state.deck[action.card]
                needed = state.fireworks[card.suit.index] < card.step - 1
                if state.ply > 20 and needed and copies_left(state, card) == 1:
                    return state.turn, action
        return None

    return cue


def discard_face(name: str) -> Cue:
    """Discarding a certain card."""
    wanted = Card(name)

    def cue(state: HanabiState, legal: Legal) -> tuple[Seat, Discard] | None:
        for action in legal:
            if isinstance(action, Discard) and state.deck[action.card] is wanted:
                return state.turn, action
        return None

    return cue


def return_to_empty_deck(state: HanabiState, legal: Legal) -> tuple[Seat, ReturnCard] | None:
    """Shuffling a card into a deck that has none left."""
    for action in legal:
        if isinstance(action, ReturnCard) and state.drawn == len(state.deck):
            return state.turn, action
    return None


def from_the_deck(*, fitting: bool) -> Cue:
    """Playing the last card of the deck unseen, whether it fits or does not."""

    def cue(state: HanabiState, legal: Legal) -> tuple[Seat, PlayFromDeck] | None:
        if PlayFromDeck() in legal and fits(state, state.deck[-1]) is fitting:
            return state.turn, PlayFromDeck()
        return None

    return cue


# -- the boxes ---------------------------------------------------------------------------------

BOXES = (
    Scene(
        "hanabi-xii-singes",
        "the box of Les XII Singes as it is, two players; a hand is rearranged, a clue is empty.",
        "hanabi/xii-singes",
        2,
        able,
        ("no card", "rearranges the hand", "arrange 5 4 3 2 1", "black", "won"),
        seed=6,
        cues=(rearrange, empty_clue),
    ),
    Scene(
        "hanabi-cocktail",
        "the Cocktail Games box as it is, three players, who slip now and then.",
        "hanabi/cocktail",
        3,
        careless(0.25),
        ("last-round", "error 1", "excellent"),
        seed=45,
    ),
    Scene(
        "hanabi-grands-feux",
        "the Grands Feux box with no extension, four players, who waste a little.",
        "hanabi/grands-feux",
        4,
        careless(0.1),
        ("last-round", "extraordinary"),
        seed=3,
    ),
    Scene(
        "hanabi-online",
        "Hanabi as online tables play it, five players: only clues that touch a card are legal.",
        "hanabi/online",
        5,
        able,
        ("legendary",),
        seed=2,
    ),
)

# -- extensions --------------------------------------------------------------------------------

AVALANCHES = (
    Scene(
        "hanabi-avalanche-sixth",
        "booklet 000's avalanche: five multicolour cards, a sixth colour that may be named.",
        "hanabi/xii-singes",
        3,
        able,
        ("clue Ann multicolour", "the multicolour firework is complete", "divine"),
        seed=1,
        options={"avalanche": "sixth"},
        cues=(multicolour_clue,),
    ),
    Scene(
        "hanabi-avalanche-wild",
        "booklet 001's avalanche: ten multicolour cards that every colour clue touches.",
        "hanabi/grands-feux",
        4,
        careless(0.1),
        ("plays m5", "legendary", "of 30"),
        seed=1,
        options={"avalanche": "wild"},
    ),
)

POWDER = (
    Scene(
        "hanabi-black-powder",
        "black powder, built from 5 down to 1; its 1 gives a clue token, its gaps cost points.",
        "hanabi/grands-feux",
        3,
        careless(0.12),
        ("plays p5", "the powder firework is complete; a clue token", "black powder of 25"),
        seed=2,
        options={"black_powder": True},
    ),
    Scene(
        "hanabi-black-powder-below-zero",
        "black powder and next to nothing else: the score may fall below zero.",
        "hanabi/grands-feux",
        2,
        wasteful,
        ("score -", "horrible"),
        seed=0,
        options={"black_powder": True, "first_seat": 1, "colours": ["white", "red", "blue"]},
    ),
)

FLAMBOYANTS = (
    Scene(
        "hanabi-flamboyants-1",
        "the bonus tiles 1 to 4: a token, a repaired error and a token, two kinds of free clue.",
        "hanabi/grands-feux",
        3,
        able,
        (
            "bonus tile: clue-token",
            "an error is repaired: 0; a clue token",
            "bonus tile: colour-clue",
            "bonus tile: value-clue",
            "(free)",
        ),
        seed=1,
        options={"flamboyants": True},
        tops={"tiles": "clue-token repair colour-clue value-clue"},
        cues=(misplay(after=0),),
    ),
    Scene(
        "hanabi-flamboyants-2",
        "the bonus tiles 5 and 6: a card goes back into the deck; a discarded 5 is played and "
        "completes its firework, which reveals the next tile at once.",
        "hanabi/grands-feux",
        3,
        able,
        (
            "bonus tile: return-card",
            "into the deck; ",
            "b5 from the discards; the blue firework is complete; bonus tile: repair; a clue token",
        ),
        seed=21,
        options={"flamboyants": True},
        tops={"tiles": "return-card recover-card repair value-clue"},
        cues=(discard_face("b5"),),
    ),
    Scene(
        "hanabi-flamboyants-without-effect",
        "tiles that can do nothing: no card was discarded yet, or none of them fits.",
        "hanabi/grands-feux",
        2,
        able,
        ("the return-card tile has no effect", "the recover-card tile has no effect"),
        seed=58,
        options={"flamboyants": True, "clue_tokens": 20},
        tops={"tiles": "return-card recover-card repair clue-token"},
    ),
    Scene(
        "hanabi-flamboyants-empty-deck",
        "tile 5 once the deck is empty: a card may go back into it, or be played instead.",
        "hanabi/grands-feux",
        4,
        careless(0.15),
        ("bonus tile: return-card | legal: return", " · recover", "from the discards"),
        seed=5,
        options={"flamboyants": True},
        tops={"tiles": "clue-token repair colour-clue return-card"},
    ),
    Scene(
        "hanabi-flamboyants-refilled-deck",
        "tile 5 once the deck is empty: the card that goes back is drawn at once.",
        "hanabi/grands-feux",
        4,
        careless(0.15),
        ("turns remain", "into the deck; "),
        seed=7,
        options={"flamboyants": True},
        tops={"tiles": "clue-token repair colour-clue return-card"},
        cues=(return_to_empty_deck,),
    ),
    Scene(
        "hanabi-flamboyants-and-powder",
        "bonus tiles beside black powder: its 1 still gives the clue token.",
        "hanabi/grands-feux",
        3,
        able,
        ("the powder firework is complete; a clue token comes back",),
        seed=1,
        options={"flamboyants": True, "black_powder": True},
    ),
    Scene(
        "hanabi-tile-on-any-completion",
        "the other reading: black powder's 1 reveals a bonus tile like any 5.",
        "hanabi/grands-feux",
        3,
        able,
        ("the powder firework is complete; bonus tile",),
        seed=1,
        options={"flamboyants": True, "black_powder": True, "tile_on_any_completion": True},
    ),
    Scene(
        "hanabi-all-extensions",
        "all three extensions at once: seven fireworks, 70 cards, and all six tiles revealed.",
        "hanabi/grands-feux",
        5,
        able,
        (
            "plays m5",
            "the powder firework is complete",
            "bonus tile: clue-token",
            "bonus tile: repair",
            "bonus tile: colour-clue",
            "bonus tile: value-clue",
            "bonus tile: return-card",
            "bonus tile: recover-card",
            "won",
            "divine",
        ),
        seed=6,
        options={
            "avalanche": "wild",
            "black_powder": True,
            "flamboyants": True,
            "tile_on_any_completion": True,
        },
    ),
)

BOUQUETS = (
    Scene(
        "hanabi-final-bouquet-won",
        "all or nothing, won: play goes on after the deck is empty, and hands shrink.",
        "hanabi/cocktail",
        4,
        careless(0.06),
        ("won (fireworks-complete)", "no rating", "deck 0"),
        seed=6,
        options={"final_bouquet": True},
        boards=15,
    ),
    Scene(
        "hanabi-final-bouquet-discarded",
        "all or nothing, lost: the last copy of a card is discarded.",
        "hanabi/cocktail",
        3,
        able,
        ("lost (indispensable-lost)", "score 0"),
        seed=0,
        options={"final_bouquet": True},
        cues=(lose_last_copy(Discard),),
    ),
    Scene(
        "hanabi-final-bouquet-misplayed",
        "all or nothing, lost: the last copy of a card is lost by a failed play.",
        "hanabi/grands-feux",
        2,
        able,
        ("lost (indispensable-lost)", "misplays"),
        seed=0,
        options={"final_bouquet": True},
        cues=(lose_last_copy(Play),),
    ),
    Scene(
        "hanabi-final-bouquet-without-action",
        "all or nothing, lost: a player has neither a card nor a clue token.",
        "hanabi/cocktail",
        2,
        careless(0.5),
        ("lost (no-action)",),
        seed=215,
        options={
            "final_bouquet": True,
            "colours": ["white", "red"],
            "clue_tokens": 1,
            "errors": 10,
        },
    ),
)

SETTINGS = (
    Scene(
        "hanabi-ten-clue-tokens",
        "the easier game: ten clue tokens; a token that comes back to all ten is lost.",
        "hanabi/xii-singes",
        4,
        able,
        ("clue tokens 10 of 10", "a clue token is lost"),
        seed=289,
        options={"clue_tokens": 10, "first_seat": 3},
    ),
    Scene(
        "hanabi-one-error",
        "the harder game: the first error loses.",
        "hanabi/xii-singes",
        2,
        able,
        ("error 1; the game ends (errors): 0 points", "lost (errors)"),
        seed=0,
        options={"errors": 1},
        cues=(misplay(after=12),),
    ),
    Scene(
        "hanabi-three-errors",
        "the third error loses; what the fireworks had reached is kept beside the score.",
        "hanabi/cocktail",
        5,
        able,
        ("error 3; the game ends (errors): 0 points", "lost (errors)"),
        seed=0,
        cues=(misplay(after=8), misplay(after=16), misplay(after=24)),
    ),
    Scene(
        "hanabi-deck-play",
        "the last card of the deck is played unseen, and fits.",
        "hanabi/online",
        2,
        careless(0.1),
        ("deck", "from the deck"),
        seed=30,
        options={"deck_play": True},
        cues=(from_the_deck(fitting=True),),
    ),
    Scene(
        "hanabi-deck-misplay",
        "the last card of the deck is played unseen, and is an error.",
        "hanabi/online",
        3,
        careless(0.1),
        ("from the deck: error",),
        seed=1,
        options={"deck_play": True},
        cues=(from_the_deck(fitting=False),),
    ),
    Scene(
        "hanabi-six-colours",
        "a custom table: six ordinary colours, three players, seat 2 begins.",
        "hanabi/cocktail",
        3,
        careless(0.5),
        ("clue Ann black", "honourable"),
        seed=887,
        options={
            "colours": ["white", "red", "blue", "yellow", "green", "black"],
            "first_seat": 2,
            "errors": 8,
        },
    ),
    Scene(
        "hanabi-two-colours",
        "a custom table: two colours, two players, no empty clues.",
        "hanabi/online",
        2,
        able,
        ("mediocre",),
        seed=61,
        options={"colours": ["red", "blue"]},
    ),
)

RESEARCH = (
    Scene(
        "hanabi-small",
        "the small table of research: two colours, two cards in hand, three tokens, one error.",
        "hanabi/online",
        2,
        able,
        ("Ann is dealt", "won"),
        seed=0,
        options={
            "colours": ["red", "yellow"],
            "hand_size": 2,
            "clue_tokens": 3,
            "errors": 1,
            "first_seat": 0,
        },
    ),
    Scene(
        "hanabi-mini",
        "three values, two copies of each but the last, three cards in hand.",
        "hanabi/online",
        3,
        able,
        ("plays b3", "won"),
        seed=7,
        options={
            "colours": ["red", "yellow", "blue"],
            "hand_size": 3,
            "values": 3,
            "first_copies": 2,
            "clue_tokens": 5,
        },
    ),
    Scene(
        "hanabi-even-deck",
        "as many copies of every card, six cards in hand.",
        "hanabi/cocktail",
        2,
        careless(0.2),
        ("last-round",),
        seed=70,
        options={
            "colours": ["red", "blue", "green"],
            "hand_size": 6,
            "middle_copies": 3,
            "last_copies": 3,
        },
    ),
    Scene(
        "hanabi-points-kept",
        "the third error ends the game, and its points count.",
        "hanabi/online",
        4,
        able,
        ("error 3; the game ends (errors): 1", "scored (errors)"),
        seed=0,
        options={"keep_points": True},
        cues=(misplay(after=16), misplay(after=20), misplay(after=24)),
    ),
)

_ODD = ("rainbow", "pink", "clear", "brown", "omni", "null", "muddy", "light", "deceptive")

VARIANTS = (
    Scene(
        "hanabi-pink-brown-prism",
        "online variants: pink, brown, and a prism with one of each; half tokens.",
        "hanabi/online",
        3,
        able,
        (" pink", "half a clue token comes back"),
        seed=5,
        options={
            "colours": ["red", "green", "blue"],
            "special_suits": ["pink", "brown", "prism"],
            "one_of_each": ["prism"],
            "half_tokens": True,
        },
    ),
    Scene(
        "hanabi-suits-without-colours",
        "online variants: five suits that no clue names, and clues that alternate.",
        "hanabi/online",
        2,
        able,
        seed=6,
        options={
            "colours": ["red", "blue"],
            "special_suits": ["clear", "omni", "null", "muddy", "light"],
            "alternating_clues": True,
        },
    ),
    *(
        Scene(
            f"hanabi-odd-{odd}",
            f"online variants: {odd} 1s and {_ODD[place - 4]} 5s.",
            "hanabi/online",
            2,
            careless(0.8),
            seed=place,
            options={
                "colours": ["red", "green", "blue"],
                "ones": odd,
                "fives": _ODD[place - 4],
            },
        )
        for place, odd in enumerate(_ODD)
    ),
    *(
        Scene(
            f"hanabi-clues-{colours}-{values}",
            f"online variants: colour clues {colours}, value clues {values}.",
            "hanabi/online",
            2,
            careless(0.8),
            seed=place,
            options={
                "colours": ["red", "green", "blue"],
                "colour_clues": colours,
                "value_clues": values,
            },
        )
        for place, (colours, values) in enumerate(
            [("blind", "up-to"), ("none", "from"), ("by-value", "none"), ("ordinary", "blind")]
        )
    ),
)
"""What no box has."""

SCENES = (*BOXES, *AVALANCHES, *POWDER, *FLAMBOYANTS, *BOUQUETS, *SETTINGS, *RESEARCH, *VARIANTS)
