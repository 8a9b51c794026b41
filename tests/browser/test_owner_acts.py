"""What players see when the owner of the server ends a match, blocks one of them, or deletes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import sit_down_together

pytestmark = pytest.mark.usefixtures("own_server")


def owner(folder: Path, *words: str) -> None:
    """Type a command of the owner."""
    command = [sys.executable, "-m", "hanamichi", *words]
    subprocess.run([*command, "--database", str(folder / "hanamichi.db")], check=True, timeout=60)


def test_a_match_that_the_owner_ends_says_so(person: NewPerson, tmp_path: Path) -> None:
    for box in ("Hanabi (Cocktail Games)", "Koi-Koi (Nintendo)"):
        ann, bo = person("Ann"), person("Bo")
        sit_down_together(ann, bo, box)
        owner(tmp_path, "tables", "close", ann.table_id)
        for each in (ann, bo):
            sentence = each.page.get_by_text("The owner of this server ended the match")
            expect(sentence.first).to_be_visible()


def test_a_blocked_player_is_told_and_others_play_on(person: NewPerson, tmp_path: Path) -> None:
    ann, rude = person("Ann"), person("Rude")
    sit_down_together(ann, rude, "Hanabi (Cocktail Games)")
    owner(tmp_path, "people", "block", "Rude")
    expect(rude.page.get_by_text("The owner of this server has blocked you")).to_be_visible()
    expect(ann.board).to_be_visible()
    owner(tmp_path, "people", "unblock", "Rude")
    rude.page.reload()
    rude.board.wait_for()


def test_a_deleted_table_says_so(person: NewPerson, tmp_path: Path) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    owner(tmp_path, "tables", "delete", ann.table_id, "--yes")
    for each in (ann, bo):
        expect(each.page.get_by_text("has removed this table")).to_be_visible()
