"""Tables are values: deciding about them needs neither a web framework nor a database."""

from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
import importlib, pkgutil, sys
import hanamichi.server.table as package
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*sorted({"litestar", "sqlalchemy", "alembic", "uvicorn", "asyncio"} & sys.modules.keys()))
"""


def test_tables_load_neither_a_web_framework_nor_a_database() -> None:
    command = [sys.executable, "-c", _PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == []
