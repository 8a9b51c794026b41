"""`python -m tests.wheel`: build the wheel, install it in a clean environment, start its server."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from hanamichi import __version__

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
CLIENT = "hanamichi/server/static/index.html"
_START_TIMEOUT = 60.0


def build() -> Path:
    """The wheel of this checkout, in dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(DIST)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """The wheel has the version, the built client and the marker of typed packages."""
    if wheel.name.split("-")[1] != __version__:
        raise SystemExit(f"{wheel.name} is not version {__version__}")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    missing = {CLIENT, "hanamichi/py.typed"} - names
    if missing:
        raise SystemExit(f"{wheel.name} lacks {', '.join(sorted(missing))}")


def install(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel and its locked dependencies; returns its bin folder."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install"]
    locked = ["--require-hashes", "--requirement", str(ROOT / "requirements" / "play.txt")]
    subprocess.run([*pip, "--quiet", "--quiet", *locked], check=True)
    subprocess.run([*pip, "--quiet", "--quiet", "--no-deps", str(wheel)], check=True)
    return folder / "bin"


def answer(url: str, process: subprocess.Popen[bytes]) -> str:
    """What a starting server answers, as soon as it does."""
    deadline = time.monotonic() + _START_TIMEOUT
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as response:
                return str(response.read().decode())
        except (urllib.error.URLError, ConnectionError):
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the installed server does not answer at {url}") from None
            time.sleep(0.2)


def try_out(bin_folder: Path, home: Path) -> None:
    """Run the installed command and its server, outside the checkout."""
    hanamichi = str(bin_folder / "hanamichi")
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        "HOME": str(home),
        "HANAMICHI_DATA": str(home),
    }
    version = subprocess.run(
        [hanamichi, "--version"], cwd=home, env=environment, check=True, stdout=subprocess.PIPE
    ).stdout.decode()
    if __version__ not in version:
        raise SystemExit(f"hanamichi --version says {version.strip()!r}, not {__version__}")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [hanamichi, "serve", "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.DEVNULL)
    try:
        answer(f"http://127.0.0.1:{port}/ready", process)
        page = answer(f"http://127.0.0.1:{port}/", process)
        (script,) = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page)
        answer(f"http://127.0.0.1:{port}{script}", process)
    finally:
        process.terminate()
        status = process.wait(_START_TIMEOUT)
    if status != 0:
        raise SystemExit(f"the installed server ended with status {status}")


def main() -> None:
    """Build, check and try the wheel."""
    wheel = build()
    check_contents(wheel)
    with tempfile.TemporaryDirectory(prefix="hanamichi-") as folder:
        home = Path(folder) / "home"
        home.mkdir()
        try_out(install(wheel, Path(folder) / "venv"), home)
    megabytes = wheel.stat().st_size / 1e6
    print(f"{wheel.relative_to(ROOT)} ({megabytes:.1f} MB) installs, serves and ends")


if __name__ == "__main__":
    main()
