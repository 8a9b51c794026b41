"""Refused moves are explained in the player's language, with the player's own commands."""

from __future__ import annotations

import pytest
from msgspec import structs

from hanamichi.core import MoveError
from hanamichi.koikoi import Card, Phase
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import face_of, new_match
from tests.cli.test_tables import play_until

COCKTAIL = ("cocktail", 1, 2, ("first_seat=0",))
FRENCH = "fr"


def refused(text: str, lang: str, preset: str = "cocktail", *settings: str) -> str:
    """What the first player of a Hanabi table is told when typing this."""
    match = new_match(preset, 1, 2, ("first_seat=0", *settings))
    face = face_of(match, lang)
    view = match.view(0)
    try:
        match.play(face.read(text, view), 0)
    except MoveError as error:
        return face.refusal(error, match.game.id, view).replace("\u202f", " ")
    raise AssertionError(f"{text} was allowed")


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("fr", "jouer 9", "Désignez une carte par sa place depuis la gauche, de 1 à 5."),
        ("es", "jugar 9", "Indica una carta por su lugar desde la izquierda, del 1 al 5."),
        ("de", "spielen 9", "Nenne eine Karte nach ihrem Platz von links, 1 bis 5."),
        (
            "fr",
            "jouer",
            "Tapez par exemple : jouer 2 · défausser 3 · indice Ben rouge · indice Ben 4 · "
            "ranger 3 1 2 4 5",
        ),
        (
            "de",
            "hinweis Ben rosa",
            "Diese Farbe darf hier nicht genannt werden. Nenne stattdessen Weiß, Rot, Blau, Gelb "
            "oder Grün.",
        ),
        (
            "es",
            "pista Ben negro",
            "Ese color no se puede nombrar aquí. Una pista puede nombrar blanco, rojo, azul, "
            "amarillo o verde.",
        ),
        ("fr", "indice Zoé 1", "Nommez quelqu’un de la table : Ben."),
        ("fr", "récupérer r3", "Il n’y a pas de tuiles bonus à cette table."),
        ("de", "stapel", "An diesem Tisch wird keine Karte vom Stapel gespielt."),
        (
            "en",
            "discard 1",
            "All clue tokens are available, so nobody may discard: give a clue or play a card.",
        ),
    ],
)
def test_hanabi_refuses_in_the_players_language(lang: str, typed: str, said: str) -> None:
    assert refused(typed, lang) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_commands_of_this_table_are_named(lang: str) -> None:
    plain = refused("?!", lang)
    tiles = refused("?!", lang, "grands-feux", "flamboyants=on", "deck_play=on")
    match = new_match(*COCKTAIL)
    face = face_of(match, lang)
    for command in ("deck", "return r3", "recover r3"):
        own = face.in_own_words(command)
        assert own not in plain
        assert own in tiles
    assert len(face.help(match.view(0))) == 5


def koikoi_refused(text: str, lang: str, preset: str, hand: str, field: str, *settings: str) -> str:
    match = new_match(preset, 1, settings=settings)
    play_until(match, Phase.PLAY)
    seat = match.to_act
    assert seat is not None
    round_ = match.state.round
    held, laid = (tuple(Card(code).index for code in row.split()) for row in (hand, field))
    hands = (held, round_.hands[1]) if seat == 0 else (round_.hands[0], held)
    round_ = structs.replace(round_, hands=hands, field=laid)
    match.state = structs.replace(match.state, round=round_)
    face = face_of(match, lang)
    view = match.view(seat)
    try:
        match.play(face.read(text, view), seat)
    except MoveError as error:
        return face.refusal(error, match.game.id, view).replace("\u202f", " ")
    raise AssertionError(f"{text} was allowed")


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        ("fr", "jouer 9", "Désignez une carte par son numéro, de 1 à 2, ou par son nom."),
        (
            "fr",
            "jouer 3a",
            "Dites quelle carte elle prend : jouer 3a prend 3L ou jouer 3a prend 3R.",
        ),
        (
            "de",
            "spielen 3a",
            "Sag, welche Karte sie fängt: spielen 3a fängt 3L oder spielen 3a fängt 3R.",
        ),
        ("es", "jugar 5A", "Puedes capturar, así que debes hacerlo. Juega una de estas: 3a."),
        ("fr", "arrêter", "C’est le moment de jouer une carte de votre main."),
        ("de", "spielen 9A", "Diese Karte hast du nicht auf der Hand: 9A."),
        (
            "es",
            "jugar 13X",
            "Esa carta no existe: una carta se escribe con su mes y una letra, como 3L, 2A, 1R o "
            "12c.",
        ),
        (
            "en",
            "play 3a takes 8L",
            "This card (3a) cannot take that one (8L): it is of another month.",
        ),
    ],
)
def test_koikoi_refuses_in_the_players_language(lang: str, typed: str, said: str) -> None:
    assert koikoi_refused(typed, lang, "robin-red", "5A 3a", "3L 3R 8L") == said


def test_a_colour_is_suggested_as_it_is_written() -> None:
    match = new_match(*COCKTAIL)
    face = face_of(match, "de")
    assert "hinweis Ben weiß" in face.examples(match.view(0), match.legal_actions())
    for typed in ("hinweis Ben weiß", "hinweis Ben weiss", "Hinweis ben WEISS"):
        assert face.read(typed, match.view(0)) == face.read("clue Ben white", match.view(0))


def test_the_lightning_is_named_where_it_may_be_played_as_a_joker() -> None:
    def told(*settings: str) -> str:
        return koikoi_refused("play 5A", "en", "robin-red", "5A 3a 11a", "3L 8L", *settings)

    assert told("gaji=on") == "You can capture, so you must. Play one of these: 3a or 11a."
    assert told() == "You can capture, so you must. Play one of these: 3a."


def test_swapping_is_named_only_where_it_is_allowed() -> None:
    with_swap = koikoi_refused("?!", FRENCH, "robin-red", "5A 3a", "3L 8L")
    without = koikoi_refused("?!", FRENCH, "nintendo", "5A 3a", "3L 8L")
    assert "échanger" in with_swap
    assert "échanger" not in without


@pytest.mark.parametrize(
    ("preset", "lang", "typed", "english"),
    [
        ("cocktail", "fr", "Defausse 3", "discard 3"),
        ("cocktail", "fr", "dis Ben rouge", "clue Ben red"),
        ("cocktail", "de", "spiel 2", "play 2"),
        ("cocktail", "de", "sag Ben weiss", "clue Ben white"),
        ("cocktail", "es", "di Ben rojo", "clue Ben red"),
        ("nintendo", "fr", "prends 8A", "take 8A"),
        ("nintendo", "fr", "arrete", "stop"),
        ("nintendo", "de", "spiel 3A fangt 3R", "play 3A takes 3R"),
        ("nintendo", "de", "nimm 8A", "take 8A"),
        ("nintendo", "de", "tausch", "swap"),
        ("nintendo", "es", "toma 8A", "take 8A"),
    ],
)
def test_commands_are_understood_as_people_say_them(
    preset: str, lang: str, typed: str, english: str
) -> None:
    assert face_of(new_match(preset, 1), lang).in_english(typed) == english
