"""Where this computer keeps a user's data."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "HANAMICHI_DATA"


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder for tables that must not be lost: named by `HANAMICHI_DATA`, or the system's."""
    named = environment.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    home = Path.home()
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Hanamichi"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Hanamichi"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "hanamichi"
