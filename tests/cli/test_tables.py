"""The text of events and decisions of both games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec import structs

from hanamichi.catalog import AnyMatch
from hanamichi.core import Event
from hanamichi.hanabi import Card as HanabiCard
from hanamichi.hanabi import Suit, Tile
from hanamichi.hanabi import events as hanabi
from hanamichi.koikoi import Card, Ending, KoiKoiView, Pattern, Phase, RoundResult, StopValue
from hanamichi.koikoi import events as koikoi
from hanamichi.koikoi.scoring import Factor, FactorName, KoiKoiOutcome
from hanamichi.koikoi.yaku import Yaku, YakuPoints
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import choose, face_of, new_match, run

RIBBONS = YakuPoints(Yaku.RIBBONS, 6)
DOUBLED = StopValue((RIBBONS,), 6, (Factor(FactorName.OPPONENT_CALLED, 2),), 12)


def told(preset: str, *events: Event) -> list[str]:
    return face_of(new_match(preset, 1, 2)).story().tell(events)


# -- Koi-Koi -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (
            [koikoi.DealerDrawn(((Card("3L"), Card("3a")), (Card("1a"), Card("9A"))), 0)],
            ["Ana draws 3L, Ben 3a; Ana draws 1a, Ben 9A: Ana deals first"],
        ),
        (
            [
                koikoi.RoundStarted(1, 0),
                koikoi.HandDealt(1, 2, (), face_down=True),
                koikoi.FieldDealt((Card("3a"), Card("1L"))),
                koikoi.HandDealt(0, 2, (), face_down=True),
                koikoi.FieldDealt((Card("2a"),)),
                koikoi.DealVoided(Pattern.FOUR_PAIRS),
            ],
            [
                "Round 1: Ana deals",
                "On the field: 1L 2a 3a",
                "The field has four pairs: the deal is void, and the same dealer deals again",
            ],
        ),
        ([koikoi.SwapDecided(1, swapped=True)], ["Ben swaps the hands"]),
        ([koikoi.HandSeen(1)], ["Ben looks at the hand"]),
        ([koikoi.HandSeen(0, (Card("2a"), Card("1a")))], ["Ana holds 1a 2a"]),
        ([koikoi.LuckyHandsCancelled()], ["Both hands are lucky, so neither counts"]),
        (
            [koikoi.LuckyHandShown(0, Pattern.FOUR_OF_A_MONTH, (Card("1a"), Card("1L")))],
            ["Ana shows a lucky hand, a whole month: 1L 1a"],
        ),
        (
            [
                koikoi.CardPlayed(0, Card("3a"), (Card("3L"),)),
                koikoi.CardTurned(0, Card("8a"), choices=(Card("8L"), Card("8A"))),
            ],
            [
                "Ana plays 3a and takes 3L (curtain); "
                "turns 8a, which can take 8L (moon) or 8A (geese)"
            ],
        ),
        (
            [koikoi.CardTaken(0, Card("8a"), (Card("8L"),))],
            ["Ana takes 8L (moon) with 8a"],
        ),
        (
            [koikoi.CardPlayed(1, Card("11a"), (Card("3L"),), joker=True)],
            ["Ben plays 11a (lightning) as a joker (Gaji) and takes 3L (curtain)"],
        ),
        (
            [koikoi.HikiDeclared(1, Card("3a"), Card("3L"))],
            ["Hiki! Ben shows 3a, so the lightning cannot take 3L (curtain)"],
        ),
        (
            [koikoi.YakuMade(0, (RIBBONS,), 6), koikoi.CallsAnnulled(1)],
            ["Ana has ribbons 6: 6 in all", "The koi-koi of Ben no longer multiplies"],
        ),
        (
            [koikoi.FieldClaimed(0, (Card("3R"),))],
            ["The lightning of Ana claims 3R from the field"],
        ),
        (
            [koikoi.RoundEnded(RoundResult(2, 0, Ending.STOP, 0, DOUBLED), (12, 3))],
            ["Ana stops: 6 × 2 (the other’s koi-koi) = 12 points. The score: Ana 12, Ben 3"],
        ),
        (
            [koikoi.RoundEnded(RoundResult(2, 0, Ending.HANDS_EMPTY), (0, 3))],
            ["Round 2 is drawn: no cards are left. The score: Ana 0, Ben 3"],
        ),
        (
            [
                koikoi.MatchEnded(
                    KoiKoiOutcome(termination="x", scores=(4, 4), winners=(), rounds=())
                )
            ],
            ["The match is a draw. Ana 4, Ben 4"],
        ),
    ],
)
def test_a_koikoi_match_as_text(events: Sequence[Event], lines: list[str]) -> None:
    assert told("robin-red", *events) == lines


def play_until(match: AnyMatch, phase: Phase, seed: int = 1) -> KoiKoiView:
    """Play at random until there is a decision of this kind."""
    chance = Random(seed)
    while (seat := match.to_act) is not None:
        view: KoiKoiView = match.view(seat)
        if view.phase is phase:
            return view
        match.play(choose(match, chance))
    raise AssertionError(f"nobody came to {phase}")


def test_the_unseen_hand_may_be_swapped() -> None:
    match = new_match("robin-red", 1)
    view = play_until(match, Phase.SWAP)
    face = face_of(match)
    assert "swap your hand for" in face.notice(view)[0]
    assert face.examples(view, match.legal_actions()) == ["swap", "keep"]
    assert any("8 cards, face down" in line.plain for line in face.draw(view, [], 22))


def test_a_turned_card_shows_its_choices() -> None:
    match = new_match("nintendo", 1)
    view = play_until(match, Phase.TURNED)
    face = face_of(match)
    first, second = face.examples(view, match.legal_actions())
    (notice,) = face.notice(view)
    assert first.removeprefix("take ") in notice
    assert second.removeprefix("take ") in notice
    bare = face.read(first.removeprefix("take "), view)
    assert bare == face.read(first, view) == match.legal_actions()[0]


def test_the_decision_shows_what_stopping_pays_and_what_calling_does() -> None:
    match = new_match("nintendo", 1)
    view = structs.replace(play_until(match, Phase.DECIDE), stop=DOUBLED)
    stop, koi = face_of(match).notice(view)
    assert stop == "Stop: ribbons 6: 6 × 2 (the other’s koi-koi) = 12 points."
    assert "that counts double and you get nothing" in koi
    assert "It is the only call" in koi
    assert "A later stop" not in koi


def test_own_calls_multiply_where_the_table_says_so() -> None:
    match = new_match("robin-red", 1)
    view = structs.replace(play_until(match, Phase.DECIDE), standing_calls=(1, 1))
    _, koi = face_of(match).notice(view)
    assert "A later stop of yours counts × 3." in koi
    assert "only call" not in koi


def test_a_card_in_hand_shows_what_it_could_take() -> None:
    match = new_match("nintendo", 1)
    view = play_until(match, Phase.PLAY)
    hand, field = (Card("9R"), Card("11a")), (Card("9A"), Card("9a"), Card("1L"))
    view = structs.replace(
        view, hands=(hand, hand), field=field, options=structs.replace(view.options, gaji=True)
    )
    table = "\n".join(line.plain for line in face_of(match).draw(view, [], 22))
    assert " 1  9R blue ribbon → 9A 9a" in table
    assert " 2  11a willow, lightning → any" in table
    assert "×" not in table
    assert " 9 chrysanthemum 9A sake cup" in table


def held(hand: str, field: str, **changes: object) -> tuple[AnyMatch, KoiKoiView]:
    """A Robin Red table with Gaji at which the acting seat has these cards."""
    match = new_match("robin-red", 1, settings=("gaji=on",))
    view = play_until(match, Phase.PLAY)
    cards, laid = (tuple(map(Card, row.split())) for row in (hand, field))
    return match, structs.replace(view, hands=(cards, cards), field=laid, **changes)


def shown(match: AnyMatch, view: KoiKoiView) -> str:
    return "\n".join(line.plain.rstrip() for line in face_of(match).draw(view, [], 22))


def test_the_hand_is_sorted_and_counted_as_it_is_shown() -> None:
    match, view = held("12c 4A 9b", "9A 2R")
    table = shown(match, view)
    assert "1  4A" in table
    assert "2  9b" in table
    assert "3  12c" in table
    face = face_of(match)
    assert face.read("2", view) == face.read("play 9b", view)


def test_cards_that_may_not_be_played_are_marked() -> None:
    match, view = held("12c 4A 9b", "9A 2R")
    table = shown(match, view)
    assert "×1  4A" in table
    assert " 2  9b chrysanthemum → 9A" in table
    assert "×3  12c" in table
    assert "×" not in shown(match, structs.replace(view, field=(Card("2R"),)))
    assert "×" not in shown(match, structs.replace(view, phase=Phase.DECIDE))


def test_the_reach_of_the_lightning_is_shown() -> None:
    match, view = held("11a 4A", "11R 3L 3R 8L 9A")
    assert view.seat is not None
    assert "→ 11R · any" in shown(match, view)
    for key, cards, reach in (
        ("known", (Card("3a"),), "→ 11R · any but 3L 3R"),
        ("played", (Card("11A"),), "→ 11R\n"),
    ):
        pair: list[tuple[Card, ...]] = [(), ()]
        pair[1 - view.seat] = cards
        assert reach in shown(match, structs.replace(view, **{key: tuple(pair)})) + "\n"


def test_the_lightning_is_no_exception_once_it_is_no_joker() -> None:
    match, view = held("11a 4A", "4a 3L")
    assert view.seat is not None
    assert " 2  11a willow, lightning → any" in shown(match, view)
    played = ((), (Card("11A"),)) if view.seat == 0 else ((Card("11A"),), ())
    assert "×2  11a willow, lightning" in shown(match, structs.replace(view, played=played))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_koi_koi_call_is_never_cut(lang: str) -> None:
    match = new_match("robin-red", 1, names="Maximiliane,Bartholomäus")
    view = structs.replace(play_until(match, Phase.PLAY), calls=(3, 2), scores=(120, 240))
    face = face_of(match, lang)
    face.bots = frozenset({0, 1})
    for dealer in (0, 1):
        table = [line.plain for line in face.draw(structs.replace(view, dealer=dealer), [], 22)]
        (line,) = [line for line in table if "oi-" in line and "120" in line]
        assert "koi-koi 3" in line.lower()
        assert "koi-koi 2" in line.lower()
        assert "240" in line
        assert line.count("⚙") == 2


def test_a_card_may_be_played_by_its_name_alone() -> None:
    match = new_match("nintendo", 1)
    view = play_until(match, Phase.PLAY)
    face = face_of(match)
    assert view.hand is not None
    card = min(view.hand, key=lambda card: card.index)
    assert face.read("1", view) == face.read(str(card), view) == face.read(f"play {card}", view)


# -- Hanabi ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (
            [hanabi.ClueGiven(0, 1, (12, 10), value=3)],
            ["Ana tells Ben “3”: cards 1, 3"],
        ),
        (
            [
                hanabi.HandRearranged(1, (14, 13, 12, 11, 10)),
                hanabi.ClueGiven(0, 1, (14,), colour=Suit.RED),
            ],
            ["Ben rearranges the hand", "Ana tells Ben “red”: card 1"],
        ),
        ([hanabi.ClueGiven(0, 1, (), value=4)], ["Ana tells Ben “4”: no card"]),
        (
            [
                hanabi.CardDiscarded(1, 10, HanabiCard.R1),
                hanabi.TokenGained(5),
                hanabi.CardDrawn(1, 15, HanabiCard.W2),
                hanabi.TurnPassed(0),
            ],
            ["Ben discards R1, draws W2"],
        ),
        (
            [
                hanabi.CardPlayed(1, 11, HanabiCard.R5),
                hanabi.FireworkCompleted(Suit.RED),
                hanabi.TileRevealed(Tile.REPAIR),
                hanabi.ErrorRepaired(0),
                hanabi.TokenLost(),
                hanabi.CardDrawn(1, 15, None),
            ],
            [
                "Ben plays R5, completes red, reveals a tile: Repair, one error fewer (0), "
                "no room for another clue token"
            ],
        ),
        (
            [
                hanabi.CardMisplayed(0, None, HanabiCard.P1, 3, "deck"),
                hanabi.GameEnded("errors", 0),
            ],
            [
                "Ana plays P1 from the deck: error 3",
                "That was one error too many: the game is lost.",
            ],
        ),
    ],
)
def test_a_hanabi_match_as_text(events: Sequence[Event], lines: list[str]) -> None:
    story = face_of(new_match("grands-feux", 1, 2)).story()
    story.tell([hanabi.HandDealt(1, (10, 11, 12, 13, 14), None)])
    assert story.tell(events) == lines


def test_a_bonus_tile_says_what_it_does() -> None:
    match = new_match("grands-feux", 1, 2, ("flamboyants=on",))
    view = structs.replace(match.view(0), pending=Tile.RECOVER_CARD)
    (notice,) = face_of(match).notice(view)
    assert notice.startswith("Second chance. Choose a discarded card")


def test_what_can_never_be_played_is_crossed_out() -> None:
    match = new_match("cocktail", 1)
    view = structs.replace(match.view(0), discards=(HanabiCard.R4, HanabiCard.R4))
    table = [line.plain for line in face_of(match).draw(view, [], 22)]
    assert "  R  red           · · · × ×  4 4" in [line.rstrip() for line in table]


def test_a_player_whose_name_is_a_colour_can_be_told_one() -> None:
    match = new_match("cocktail", 1, names="Rouge,Blanc", settings=("first_seat=0",))
    face = face_of(match, "fr")
    view = match.view(0)
    clue = face.read("indice Blanc rouge", view)
    assert (clue.target, clue.colour) == (1, Suit.RED)
    assert face.write(clue, view) == "indice Blanc rouge"


def test_the_end_shows_score_and_rating() -> None:
    table = ("grands-feux", "--set", "black_powder=on", "--bots", "all", "--bot", "random")
    result = run("play", *table, "--seed", "1")
    assert "Score: 0 out of 25, black powder" in result.stdout
    assert "The fireworks had reached" in result.stdout
    assert "Horrible. The audience whistles" in result.stdout
