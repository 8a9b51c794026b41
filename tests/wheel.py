"""`python -m tests.wheel`: build the packages, and go a stranger's way with the wheel alone.

In an empty environment it installs first the games, then the kernels, then the server, and uses
each: matches, a policy trained and measured, and that policy in a seat at a table. With
`HANAMICHI_TORCH=torch==2.13.0` the policy comes from `examples/train_ppo.py`.
"""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

from hanamichi import __version__

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
EXAMPLES = ROOT / "examples"
CLIENT = "server/static/index.html"
EXTRAS = {"batch", "cuda", "envs", "play", "postgres", "ray", "server"}
SMALL_MEGABYTES = 40
"""What the games alone may take, with Python's own pip."""
_START_TIMEOUT = 60.0

IMPORTS = """
import hanamichi, hanamichi.arena, hanamichi.bots, hanamichi.cli, hanamichi.puzzles
import hanamichi.records, hanamichi.review, hanamichi.testing, hanamichi.words
import random
match = hanamichi.new_match("koikoi/nintendo", 2, seed=1)
while match.to_act is not None:
    match.play(random.choice(match.legal_actions()))
"""

KERNELS = """
import gymnasium, hanamichi.envs
from hanamichi import make_batch
from hanamichi.envs import hanabi_v0
assert make_batch("hanabi/online", 2, games=8).random_steps(10) >= 0
hanabi_v0.env().reset(seed=1)
"""


def build() -> Path:
    """The source archive and the wheel made of it, in dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """The version, the built client, the marker of typed packages, and what an index shows."""
    if wheel.name.split("-")[1] != __version__:
        raise SystemExit(f"{wheel.name} is not version {__version__}")
    (archive,) = DIST.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        if f"hanamichi-{__version__}/src/hanamichi/{CLIENT}" not in packed.getnames():
            raise SystemExit(f"{archive.name} lacks the browser client")
    with zipfile.ZipFile(wheel) as zipped:
        missing = {f"hanamichi/{CLIENT}", "hanamichi/py.typed"} - set(zipped.namelist())
        about = zipped.read(f"hanamichi-{__version__}.dist-info/METADATA").decode()
    if missing:
        raise SystemExit(f"{wheel.name} lacks {', '.join(sorted(missing))}")
    metadata = email.message_from_string(about)
    extras = set(metadata.get_all("Provides-Extra", []))
    if extras != EXTRAS:
        raise SystemExit(f"{wheel.name} has the extras {', '.join(sorted(extras))}")
    relative = re.findall(r"\]\((?!https://)[^)#]+\)", str(metadata.get_payload()))
    if relative or "![A Hanabi table in the browser](https://" not in about:
        raise SystemExit(f"the long description has links that lead nowhere: {relative}")


class Environment:
    """An empty environment, and a home folder in which what was installed is used."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "venv" / "bin"
        self.home = folder / "home"
        self.home.mkdir()
        self.errors = folder / "errors.txt"
        """What a program that was started writes to its standard error."""
        self.variables = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "HOME": str(self.home),
            "HANAMICHI_DATA": str(self.home),
        }
        self._constraints = folder / "constraints.txt"
        locked = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
        pinned = re.findall(r"^([a-z0-9][\w.-]*==[^\\\n]+)", locked, re.MULTILINE)
        self._constraints.write_text("\n".join(pinned), "utf-8")
        subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)

    def install(self, *wanted: str) -> None:
        """Install packages, in the versions that are locked."""
        pip = (str(self.bin / "python"), "-m", "pip", "--disable-pip-version-check", "install")
        constraints = ("--constraint", str(self._constraints))
        subprocess.run([*pip, "--quiet", "--quiet", *constraints, *wanted], check=True)

    def megabytes(self) -> float:
        """What the environment takes on the disk."""
        files = (path for path in self.bin.parent.rglob("*") if path.is_file())
        return sum(path.stat().st_size for path in files) / 1e6

    def start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start an installed program."""
        command = [str(self.bin / program), *arguments]
        with self.errors.open("wb") as errors:
            return subprocess.Popen(
                command, cwd=self.home, env=self.variables, stdout=subprocess.DEVNULL, stderr=errors
            )

    def run(self, program: str, *arguments: str, refused: bool = False) -> str:
        """What an installed program prints; where it is refused, why."""
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(
            command, cwd=self.home, env=self.variables, check=False, capture_output=True, text=True
        )
        if (done.returncode != 0) is not refused:
            raise SystemExit(f"{program} {'.'.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stderr if refused else done.stdout


def use_games(here: Environment) -> None:
    """Without any extra: all imports, the terminal, a tournament; and what is missing is named."""
    here.run("python", "-c", IMPORTS)
    version = here.run("hanamichi", "--version")
    if __version__ not in version:
        raise SystemExit(f"hanamichi --version says {version.strip()!r}, not {__version__}")
    here.run("hanamichi", "--help")
    here.run("hanamichi", "rules", "hanabi/cocktail")
    here.run("hanamichi", "arena", "koikoi/nintendo", "--bots", "regular", "--games", "2")
    for command, extra in (("serve", "server"), ("doctor", "server"), ("warm-up", "batch")):
        why = here.run("hanamichi", command, refused=True)
        if f"hanamichi[{extra}]" not in why or "Traceback" in why:
            raise SystemExit(f"hanamichi {command} does not say what to install: {why}")
    for module, extra in (("batch", "batch"), ("envs.hanabi_v0", "envs")):
        why = here.run("python", "-c", f"import hanamichi.{module}", refused=True)
        if f"pip install 'hanamichi[{extra}]'" not in why:
            raise SystemExit(f"hanamichi.{module} does not say what to install: {why}")


def train(here: Environment) -> None:
    """Train a policy with what is installed; seat it in a tournament, and replay a game."""
    shutil.copy(EXAMPLES / "policy_bot.py", here.home)
    torch = os.environ.get("HANAMICHI_TORCH")
    if torch:
        here.install(torch)
        here.run("python", str(EXAMPLES / "train_ppo.py"), "--minutes", "0.5", "--games", "256")
    else:
        here.run("python", str(ROOT / "tests" / "stranger.py"))
    few = ("--games", "6", "--records", "games", "--json")
    said = here.run("hanamichi", "arena", "hanabi/online", "--bots", "policy_bot:PolicyBot", *few)
    found = json.loads(said)
    if found["failures"]:
        raise SystemExit(f"the trained policy failed: {found['failures']}")
    record = next((here.home / "games").rglob("*.json"))
    here.run("hanamichi", "replay", str(record))


def answer(url: str, process: subprocess.Popen[bytes]) -> str:
    """What a starting server answers, as soon as it does."""
    deadline = time.monotonic() + _START_TIMEOUT
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5) as response:
                return str(response.read().decode())
        except OSError:  # also refused, cut off, or slow
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the installed server does not answer at {url}") from None
            time.sleep(0.2)


def sit_down(here: Environment) -> None:
    """The server answers with its pages, and the policy plays a match at one of its tables."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    where = ("--host", "127.0.0.1", "--port", str(port))
    pupil = ("--bot", "pupil=policy_bot:PolicyBot", "--bot-pace", "instant")
    process = here.start("hanamichi", "serve", *where, *pupil)
    address = f"http://127.0.0.1:{port}"
    try:
        answer(f"{address}/ready", process)
        page = answer(f"{address}/", process)
        (script,) = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page)
        answer(f"{address}{script}", process)
        play_beside_the_policy(address)
    finally:
        process.terminate()
        status = process.wait(_START_TIMEOUT)
        errors = here.errors.read_text("utf-8")
        sys.stderr.write(errors)
    if status != 0 or "failed" in errors:
        raise SystemExit(f"the server or a bot failed; the server ended with status {status}")


def play_beside_the_policy(address: str) -> None:
    """Open a table for the policy and the example of a program that takes a seat, and play."""
    sys.path.insert(0, str(EXAMPLES))
    from socket_bot import Player  # type: ignore[import-not-found,unused-ignore]

    player = Player(address.removeprefix("http://"), "", "Otto")
    plans = [{"type": "me"}, {"type": "bot", "bot": "pupil"}]
    request = urllib.request.Request(
        f"{address}/api/tables",
        json.dumps({"preset": "hanabi/online", "seats": plans, "start": True}).encode(),
        {"Content-Type": "application/json", "Cookie": player.cookie},
    )
    with urllib.request.urlopen(request, timeout=_START_TIMEOUT) as response:
        player.path = f"/api/tables/{json.load(response)['id']}/socket"
    player.play()


def main() -> None:
    """Build, check and use the packages."""
    wheel = build()
    check_contents(wheel)
    with tempfile.TemporaryDirectory(prefix="hanamichi-") as folder:
        here = Environment(Path(folder))
        empty = here.megabytes()
        here.install(str(wheel))
        small = here.megabytes() - empty
        if small > SMALL_MEGABYTES:
            raise SystemExit(f"the games alone take {small:.0f} MB")
        use_games(here)
        here.install(f"{wheel}[envs]")
        here.run("python", "-c", KERNELS)
        train(here)
        here.install(f"{wheel}[play]")
        sit_down(here)
    megabytes = wheel.stat().st_size / 1e6
    print(
        f"{wheel.relative_to(ROOT)} ({megabytes:.1f} MB) installs in {small:.0f} MB, trains "
        "a policy, plays it at a table of its server, and ends"
    )


if __name__ == "__main__":
    main()
