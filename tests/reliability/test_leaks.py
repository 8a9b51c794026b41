"""Nothing sent to a seat depends on hidden cards: a few matches of every preset."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamichi.catalog import presets
from hanamichi.core import Event
from hanamichi.server.views import projection
from tests.reliability.leak_proof import prove_no_leak
from tests.reliability.practice_proof import prove_practice
from tests.server.live import live

PRESETS = [preset.id for _, preset in presets()]


@pytest.mark.parametrize("preset", PRESETS)
@live
async def test_seats_are_sent_the_same_bytes_in_worlds_they_cannot_distinguish(
    tmp_path: Path, preset: str
) -> None:
    done = await prove_no_leak(preset, tmp_path, seeds=range(1), worlds=2)
    assert done.games == 1
    assert done.frames > 20


@pytest.mark.parametrize("preset", PRESETS)
@live
async def test_reasons_and_hints_of_bots_reveal_no_hidden_cards(
    tmp_path: Path, preset: str
) -> None:
    done = await prove_practice(preset, tmp_path, seeds=range(2))
    assert done.games == 2
    assert done.frames > 5


@live
async def test_the_proof_would_find_an_event_that_is_not_redacted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def whole(event: Event, _: object) -> Event:
        return event

    monkeypatch.setattr(projection, "event_for", whole)
    with pytest.raises(AssertionError, match="viewer"):
        await prove_no_leak("hanabi/cocktail", tmp_path, seeds=range(4), worlds=3)
