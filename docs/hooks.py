"""Hooks of the documentation site: pages from outside docs/, and links that leave docs/.

Links in the sources are relative paths that work in a checkout and on a code host. On the site a
link to a page goes to that page, and a link to any other file goes to the repository.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "deploy/README.md": "deploy.md",
}
"""Files outside docs/ that are pages of the site."""
SOURCES = {page: source for source, page in PAGES.items()}
LINK = re.compile(r"(?<=\]\()(?!\w+:|#|/)([^)\s#]+)(#[^)\s]*)?(?=\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside docs/."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Rewrite the links of a page from paths in the repository to addresses on the site."""
    uri = page.file.src_uri
    source = SOURCES.get(uri, f"docs/{uri}")

    def rewritten(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[1]))
        if not (ROOT / target).exists():
            raise PluginError(f"{source} links to {link[1]}, which does not exist")
        if target in PAGES:
            address = PAGES[target]
        elif target.startswith("docs/"):
            address = target.removeprefix("docs/")
        else:
            return f"{config.repo_url}/blob/main/{target}{link[2] or ''}"
        return posixpath.relpath(address, posixpath.dirname(uri) or ".") + (link[2] or "")

    return LINK.sub(rewritten, markdown)
