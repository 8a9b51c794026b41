"""`python -m tests.audit PIP_AUDIT NPM`: check the locked dependencies for known vulnerabilities.

The exit status is 1 when there are any. A vulnerability database that cannot be reached is reported
and is not a failure.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
LOCKED = ("dev", "node")
"""The files of requirements/ from which people and CI install."""
IGNORED: dict[str, str] = {}
"""Vulnerabilities that do not affect us, by id, with the reason."""
_TIMEOUT_SECONDS = 120.0


class Verdict(NamedTuple):
    """The answer of one audit tool."""

    reached: bool
    found: tuple[str, ...] = ()
    skipped: int = 0
    """Packages that the database does not know."""
    why_not: str = ""


def read_pip_audit(output: str, errors: str) -> Verdict:
    """Read pip-audit's answer: an object with the dependencies, each with its vulnerabilities."""
    try:
        answer: dict[str, Any] = json.loads(output)
        packages = answer["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Verdict(reached=False, why_not=_last_line(errors or output))
    skipped = sum("skip_reason" in package for package in packages)
    if packages and skipped == len(packages):
        return Verdict(reached=False, why_not="it knows none of our packages")
    found = tuple(
        f"{package['name']} {package['version']}: {each['id']}, "
        f"fixed in {', '.join(each.get('fix_versions', [])) or 'no version yet'}"
        for package in packages
        for each in package.get("vulns", [])
        if each["id"] not in IGNORED
    )
    return Verdict(reached=True, found=found, skipped=skipped)


def read_npm_audit(output: str, errors: str) -> Verdict:
    """Read npm's answer: an object with vulnerabilities by package, or with an error."""
    try:
        answer: dict[str, Any] = json.loads(output)
        packages: dict[str, Any] = answer["vulnerabilities"]
    except (ValueError, KeyError, TypeError):
        return Verdict(reached=False, why_not=_last_line(errors or output))
    # a name instead of an object leads to another entry of the same list
    direct = (
        (name, via)
        for name, package in packages.items()
        for via in package.get("via", [])
        if isinstance(via, dict)
    )
    found = tuple(
        f"{name}: {via.get('title', 'a vulnerability')} ({via.get('url')})"
        for name, via in direct
        if str(via.get("url", "")).rpartition("/")[2] not in IGNORED
    )
    return Verdict(reached=True, found=found)


def _last_line(text: str) -> str:
    """What went wrong, less the name of a file that says more."""
    lines = [line.strip() for line in text.splitlines() if line.strip(" {}\t")]
    lines = [line for line in lines if "complete log" not in line]
    return lines[-1][:200] if lines else "no answer"


def _run(command: list[str]) -> tuple[str, str]:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_TIMEOUT_SECONDS, cwd=ROOT
        )
    except FileNotFoundError:
        return "", f"{Path(command[0]).name} is not installed"
    except subprocess.TimeoutExpired:
        return "", f"no answer in {_TIMEOUT_SECONDS:.0f} seconds"
    return done.stdout, done.stderr


def main(pip_audit: str, npm: str) -> int:
    """Audit everything that is locked and print the findings."""
    verdicts = {}
    for name in LOCKED:
        file = f"requirements/{name}.txt"
        command = [pip_audit, "--disable-pip", "--require-hashes", "--timeout", "10"]
        verdicts[file] = read_pip_audit(
            *_run([*command, "--progress-spinner", "off", "--format", "json", "-r", file])
        )
    npm_audit = [npm, "--prefix", "web", "audit", "--json", "--fetch-retries", "0"]
    verdicts["web/package-lock.json"] = read_npm_audit(*_run(npm_audit))
    for file, verdict in verdicts.items():
        if not verdict.reached:
            print(f"{file}: NOT AUDITED, the vulnerability database cannot be reached")
            print(f"    {verdict.why_not}")
        elif verdict.found:
            print(f"{file}: {len(verdict.found)} known vulnerabilities")
            for line in verdict.found:
                print(f"    {line}")
        else:
            print(f"{file}: no known vulnerability")
        if verdict.skipped:
            print(f"    {verdict.skipped} packages are unknown to it and were not audited")
    return 1 if any(verdict.found for verdict in verdicts.values()) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
