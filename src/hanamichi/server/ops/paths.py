"""The folder for this user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs

VARIABLE = "HANAMICHI_DATA"


def data_folder() -> Path:
    """The folder of the database: named by `HANAMICHI_DATA`, or the system's usual one."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    platform: str = sys.platform
    name = "Hanamichi" if platform in ("win32", "darwin") else "hanamichi"
    earlier = _folder_of_version_0_1()
    if earlier is not None and earlier.is_dir():
        return earlier
    return platformdirs.user_data_path(name, appauthor=False)


def _folder_of_version_0_1() -> Path | None:
    """Where version 0.1 kept its data on systems where platformdirs may choose another folder."""
    platform: str = sys.platform
    if platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local or Path.home() / "AppData" / "Local") / "Hanamichi"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Hanamichi"
    return None
