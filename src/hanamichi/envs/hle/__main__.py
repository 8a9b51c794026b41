"""`python -m hanamichi.envs.hle program.py …`: run a program written for the original."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from hanamichi.envs.hle.alias import install_alias


def main() -> None:
    """Run the program with its own arguments."""
    if len(sys.argv) < 2:
        sys.exit("usage: python -m hanamichi.envs.hle PROGRAM [ARGUMENTS]")
    install_alias()
    del sys.argv[0]
    sys.path.insert(0, str(Path(sys.argv[0]).resolve().parent))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
