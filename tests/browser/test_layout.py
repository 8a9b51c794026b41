"""Every screen fits: no scrolling during play, nothing cut off, in the longest language.

`python -m tests.browser.matrix` looks at all of them in all languages.
"""

from __future__ import annotations

import pytest

from tests.browser.conftest import AnnsPages
from tests.browser.fitting import misfits
from tests.browser.scenes import OFTEN, Screen

TURNS = 3
SIZES = ((360, 640), (640, 360), (320, 640), (768, 1024), (1440, 900))


@pytest.mark.parametrize("screens", [OFTEN[turn::TURNS] for turn in range(TURNS)])
def test_play_needs_no_scrolling_and_nothing_is_cut_off(
    anns_pages: AnnsPages, screens: list[Screen]
) -> None:
    page = anns_pages.page(lang="de")
    wrong: dict[str, list[str]] = {}
    for screen in screens:
        page.set_viewport_size({"width": 360, "height": 640})
        screen.show(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if found := misfits(page, playing=screen.must_fit(width)):
                wrong[f"{screen.name} at {width} × {height}"] = found
    assert wrong == {}, "\n".join(f"{where}: {what}" for where, what in wrong.items())
