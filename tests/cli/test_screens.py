"""Every screen fits 80 columns and 24 lines, in every language."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from hanamichi.catalog import AnyMatch
from hanamichi.cli.table import TerminalTable
from hanamichi.cli.text_layout import WIDTH
from hanamichi.core import Event, Seat, event_for
from hanamichi.hanabi import HanabiView, Tile
from hanamichi.koikoi import CARDS, Kind, KoiKoiView, Phase, StopValue
from hanamichi.koikoi.scoring import Factor, FactorName
from hanamichi.koikoi.yaku import yaku_made
from hanamichi.words import LANGUAGES
from tests.cli.play_scripts import ALL_EXTENSIONS, choose, commands, face_of, new_match
from tests.cli.terminal import LINES, Terminal

LONG_NAMES = "Maximiliane,Bartholomäus,Persephone,Wilhelmina,Nabuchodonos"
BELOW = 2
"""The lines of examples and of the prompt."""


def check(face: TerminalTable, view: Any, news: list[str], below: int = BELOW) -> None:
    lines = face.draw(view, news, LINES - below)
    text = "\n".join(line.plain for line in lines)
    assert len(lines) <= LINES - below, text
    assert max(line.cell_len for line in lines) <= WIDTH, text


def seen(events: tuple[Event, ...], seat: Seat) -> list[Event]:
    return [event for event in (event_for(e, seat) for e in events) if event is not None]


def check_all_positions(match: AnyMatch, lang: str, chance: Random) -> None:
    """Play at random, and check every position as the acting seat sees it."""
    face = face_of(match, lang)
    seats = range(len(match.players))
    stories = [face.story() for _ in seats]
    news = [stories[seat].tell(seen(tuple(match.events), seat)) for seat in seats]
    while (acting := match.to_act) is not None:
        view = match.view(acting)
        check(face, view, news[acting], BELOW + 1)
        news[acting] = []
        events = match.play(choose(match, chance, daring=True))
        for seat in seats:
            news[seat] += stories[seat].tell(seen(events, seat))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("preset", "changes", "names"),
    [
        ("grands-feux", (*ALL_EXTENSIONS, "errors=10", "clue_tokens=20"), LONG_NAMES),
        ("xii-singes", ("avalanche=on", "black_powder=on", "errors=10"), "Maximiliane,Ana,Ben"),
        ("nintendo", ("rounds=3",), "Maximiliane,Bartholomäus"),
        ("robin-red", ("rounds=3", "gaji=on"), "Maximiliane,Bartholomäus"),
    ],
)
def test_every_position_of_a_match_fits_the_screen(
    preset: str, changes: tuple[str, ...], names: str, lang: str
) -> None:
    for seed in range(2):
        match = new_match(preset, seed, settings=changes, names=names)
        check_all_positions(match, lang, Random(seed))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_fullest_hanabi_table_fits_the_screen(lang: str) -> None:
    match = new_match(
        "grands-feux", 1, settings=(*ALL_EXTENSIONS, "black_powder=on"), names=LONG_NAMES
    )
    view: HanabiView = match.view(0)
    told = tuple(
        tuple(
            structs.replace(held, colours=tuple(view.fireworks)[:5], values=(5,)) for held in hand
        )
        for hand in view.hands
    )
    every_card = [card for card in match.state.deck if card.number != 5]
    full = structs.replace(
        view, hands=told, discards=tuple(every_card), pending=Tile.RETURN_CARD, errors=2
    )
    face = face_of(match, lang)
    notice = face.notice(full)
    assert notice
    check(face, full, ["A long line of news " * 5] * 9, BELOW + 3)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_fullest_koikoi_table_fits_the_screen(lang: str) -> None:
    match = new_match("robin-red", 1, names="Maximiliane,Bartholomäus")
    view: KoiKoiView = match.view(0)
    field = tuple(card for card in CARDS if card.kind is not Kind.PLAIN)[:17]
    rest = [card for card in CARDS if card not in field]
    hand, pile = tuple(rest[:8]), tuple(card for card in CARDS if card.kind is not Kind.PLAIN)
    yaku = yaku_made((1 << 48) - 1, view.options)
    total = sum(entry.points for entry in yaku)
    factors = tuple(Factor(name, 3) for name in FactorName)
    full = structs.replace(
        view,
        phase=Phase.DECIDE,
        seat=0,
        to_act=0,
        hands=(hand, None),
        field=field,
        captures=(pile, tuple(rest)),
        yaku=(yaku, yaku),
        calls=(3, 3),
        scores=(120, 240),
        stop=StopValue(yaku, total, factors, total * 27),
    )
    news = ["A long line of news " * 5] * 6
    check(face_of(match, lang), full, news, BELOW + 5)
    drawn = "\n".join(
        line.plain for line in face_of(match, lang).draw(full, news, LINES - BELOW - 5)
    )
    assert drawn.count(f"… = {total}") == 2, drawn


def play_through(terminal: Terminal, typed: list[str], *, handover: str) -> None:
    """Type the commands, and check that no screen wrapped or scrolled."""
    for command in typed:
        while terminal.until("> ", handover) != "> ":
            check_screen(terminal)
            terminal.type("")
        check_screen(terminal)
        terminal.type(command)


def check_screen(terminal: Terminal) -> None:
    screen = terminal.screen
    assert not screen.wrapped, screen.text
    assert not screen.scrolled, screen.text


ENTER = {"en": "Enter", "fr": "Entrée", "es": "Intro", "de": "Enter"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_five_players_and_seven_fireworks_in_a_real_terminal(lang: str) -> None:
    typed = commands(
        new_match("grands-feux", 6, settings=ALL_EXTENSIONS, names=LONG_NAMES), lang, most=12
    )
    table = [word for change in ALL_EXTENSIONS for word in ("--set", change)]
    asked = ["play", "grands-feux", *table, "--seed", "6", "--names", LONG_NAMES, "--lang", lang]
    with Terminal(*asked) as terminal:
        play_through(terminal, typed, handover=ENTER[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_koikoi_in_a_real_terminal(lang: str) -> None:
    table = ("gaji=on", "rounds=2")
    typed = commands(new_match("robin-red", 6, settings=table), lang, most=25)
    settings = [word for change in table for word in ("--set", change)]
    with Terminal("play", "robin-red", *settings, "--seed", "6", "--lang", lang) as terminal:
        play_through(terminal, typed, handover=ENTER[lang])


def test_the_pages_to_read_fit_the_terminal_too() -> None:
    with Terminal("play", "cocktail", "--bots", "1", "--seed", "1") as terminal:
        for wish in ("help", "rules", "log", "legal"):
            terminal.until("> ")
            terminal.type(wish)
            while terminal.until("back to the table", "> ") != "> ":
                check_screen(terminal)
                terminal.type("")


def test_paging_can_be_ended_early() -> None:
    with Terminal("play", "cocktail", "--bots", "1", "--seed", "1") as terminal:
        terminal.until("> ")
        terminal.type("rules")
        terminal.until("read on")
        terminal.type("q")
        terminal.until("Ana> ")


def test_the_table_is_hidden_before_the_next_player_looks() -> None:
    with Terminal("play", "cocktail", "--set", "first_seat=0", "--seed", "1") as terminal:
        terminal.until("Enter")
        assert "Pass the screen to Ana." in terminal.screen.text
        terminal.type("")
        terminal.until("Ana> ")
        assert "Your hand" in terminal.screen.text
        terminal.type("clue Ben 1")
        terminal.until("Enter")
        assert "Your hand" not in terminal.screen.text
        assert "Ana tells Ben “1”" in terminal.screen.text
    assert "\x1b[3J" in terminal.raw  # the scrollback is empty as well


def test_interrupting_ends_the_match_and_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    with Terminal("play", "cocktail", "--bots", "1", "--seed", "1") as terminal:
        terminal.until("Ana> ")
        terminal.type("clue Ben 5")
        terminal.until("Ana> ")
        terminal.interrupt("Enter for no: ")
        terminal.type(str(file))
        assert terminal.finish() == 0
        assert "The record is in" in terminal.screen.text
        assert "Traceback" not in terminal.raw
    assert file.exists()


def test_nothing_of_the_table_stays_on_the_screen_afterwards() -> None:
    with Terminal("play", "cocktail", "--seed", "1") as terminal:
        terminal.until("Enter")
        terminal.type("")
        terminal.until("> ")
        terminal.type("quit")
        assert terminal.finish() == 0
        assert "Fireworks" not in terminal.screen.text
        assert "You have left the table." in terminal.screen.text


def test_no_color_is_respected() -> None:
    asked = ["play", "cocktail", "--bots", "1", "--seed", "1"]
    with Terminal(*asked, NO_COLOR="1") as plain, Terminal(*asked) as coloured:
        for terminal in (plain, coloured):
            terminal.until("> ")
        assert plain.screen.text == coloured.screen.text
        assert "\x1b[97;41m" in coloured.raw
        assert "97;41" not in plain.raw
