"""The documentation site builds without a broken link, and the API reference is in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MKDOCS = Path(sys.executable).with_name("mkdocs")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [str(MKDOCS), "--quiet", "build", "--strict", "--site-dir", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return folder


def test_every_page_is_there(site: Path) -> None:
    for source in (ROOT / "docs").rglob("*.md"):
        assert (site / source.relative_to(ROOT / "docs")).with_suffix(".html").is_file()
    for page in ("index", "contributing", "changelog", "deploy"):
        assert (site / f"{page}.html").is_file()


def test_the_api_reference_shows_the_public_names(site: Path) -> None:
    page = (site / "api" / "index.html").read_text("utf-8")
    for name in ("new_match", "make_batch", "read_record", "write_record"):
        assert f'id="hanamichi.{name}"' in page


def test_pages_load_nothing_from_other_hosts(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert re.findall(r'<(?:script|img|link)\b[^>]*(?:src|href)="(?:https?:)?//', text) == []


def links_outside_docs() -> list[tuple[Path, str]]:
    """Relative links of pages that are not built into the site."""
    pages = [ROOT / "README.md", *ROOT.glob("[A-Z]*.md"), *ROOT.glob(".github/*.md")]
    pages += [ROOT / "web" / "README.md", *(ROOT / "deploy").glob("*.md")]
    pattern = re.compile(r"\]\((?!\w+:|#)([^)\s#]+)")
    return [(page, link) for page in pages for link in pattern.findall(page.read_text("utf-8"))]


def test_links_of_other_pages_lead_to_files() -> None:
    links = links_outside_docs()
    assert links
    assert [link for page, link in links if not (page.parent / link).exists()] == []
