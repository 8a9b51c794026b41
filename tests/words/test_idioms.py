"""Sentences that no native speaker would say stay out of the catalogues."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanamichi.catalog import presets
from hanamichi.koikoi.cards import MONTHS
from hanamichi.words import LANGUAGES, preset_edition
from hanamichi.words.catalogue import words
from hanamichi.words.koikoi_names import plant_name, plant_reading

ROOT = Path(__file__).parents[2]
PHRASES = [
    ("de", "verliert das Spiel:"),
    ("de", "bringt denn als"),
    ("fr", "n’est encore commise"),
    ("fr", "joue à {edition}"),
    ("fr", "jouer à ${game}"),
    ("fr", "chacune qui manque"),
    ("fr", "et elle va."),
    ("es", "se juega a {edition}"),
    ("es", "Te dije más de una carta"),
    ("es", "Quedarme mi mano"),
    ("en", "Beside the cards"),
    ("en", "one error less"),
    ("en", "The first one is free."),
    ("fr", "Le premier est libre"),
    ("es", "quedan muy pocos turnos"),
    ("de", "Reihen dieses Spiels"),
    ("fr", "une carte sur deux"),
    ("fr", "# carte manque"),
    ("fr", "mon pseudonyme"),
    ("fr", "continue pour gagner plus"),
    ("fr", "Précision à ${game}"),
    ("es", "levantáis"),
    ("es", "os podéis"),
    ("es", "`Dices a"),
    ("es", "dices koi-koi"),
    ("de", "spielt um mehr weiter"),
    ("de", "von dieser Karte erzählt"),
    ("de", "Rätsel {id}"),
    ("de", "Abwurf"),
]


def catalogues(lang: str) -> list[Path]:
    """All files with sentences that players read in a language."""
    return [
        ROOT / "src" / "hanamichi" / "words" / "messages" / f"{lang}.toml",
        ROOT / "src" / "hanamichi" / "cli" / "messages" / f"{lang}.toml",
        *sorted((ROOT / "web" / "src" / "lib").rglob(f"{lang}.ts")),
    ]


@pytest.mark.parametrize(("lang", "phrase"), PHRASES)
def test_no_catalogue_says(lang: str, phrase: str) -> None:
    for path in catalogues(lang):
        assert phrase not in path.read_text("utf-8"), path.name


def test_french_marks_stay_with_their_words() -> None:
    """No line breaks before a French mark: what stands there is a narrow no-break space."""
    loose = re.compile(r"« |[ \u00a0][;»]|\w[ \u00a0][!?:%]")
    for path in catalogues("fr"):
        if path.suffix == ".toml":
            lines = path.read_text("utf-8").splitlines()
            assert not [line for line in lines if line[:1] != "#" and loose.search(line)]
    quoted = re.compile(r"« | »|\w ;")
    for path in (ROOT / "web" / "src" / "lib").rglob("fr.ts"):
        assert not quoted.search(path.read_text("utf-8")), path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_label_of_an_option_has_a_colon(lang: str) -> None:
    """A colon and the value follow the label."""
    messages = words(lang).messages
    labels = {key: text for key, text in messages.items() if re.match(r"option\..*\.label", key)}
    assert len(labels) > 40
    assert not {key: text for key, text in labels.items() if ":" in text}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_plant_is_not_named_twice_alike(lang: str) -> None:
    for month in MONTHS:
        assert plant_name(month, lang) != plant_reading(month)


def test_an_edition_without_a_box_has_a_name_in_every_language() -> None:
    (online,) = (preset for _, preset in presets() if preset.booklet == "online")
    assert preset_edition(online, "en") == online.edition
    assert len({preset_edition(online, lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_the_title_on_a_box_is_not_translated() -> None:
    for _, preset in presets():
        if preset.booklet != "online":
            assert {preset_edition(preset, lang) for lang in LANGUAGES} == {preset.edition}
