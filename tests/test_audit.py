"""The audit fails on vulnerabilities, and on nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests import audit
from tests.audit import Verdict, read_npm_audit, read_pip_audit

ROOT = Path(__file__).parent.parent


def test_findings_of_pip_audit_name_the_fixed_version() -> None:
    sound = {"name": "msgspec", "version": "0.20", "vulns": []}
    weak = {
        "name": "old",
        "version": "1.0",
        "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"], "description": "bad"}],
    }
    verdict = read_pip_audit(json.dumps({"dependencies": [sound, weak], "fixes": []}), "")
    assert verdict == Verdict(reached=True, found=("old 1.0: PYSEC-1, fixed in 1.1",))


def test_unknown_packages_do_not_count_as_audited() -> None:
    unknown = {"name": "new", "skip_reason": "not found"}
    sound = {"name": "msgspec", "version": "0.20", "vulns": []}
    assert not read_pip_audit(json.dumps({"dependencies": [unknown]}), "").reached
    some = read_pip_audit(json.dumps({"dependencies": [unknown, sound]}), "")
    assert (some.reached, some.skipped) == (True, 1)


def test_ignored_vulnerabilities_are_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(audit.IGNORED, "PYSEC-1", "we do not call it")
    weak = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}
    assert read_pip_audit(json.dumps({"dependencies": [weak]}), "").found == ()


def test_findings_of_npm_are_reported_once() -> None:
    answer = {
        "vulnerabilities": {
            "inner": {"via": [{"title": "Bad thing", "url": "https://example.org/GHSA-1"}]},
            "outer": {"via": ["inner"]},
        }
    }
    verdict = read_npm_audit(json.dumps(answer), "")
    assert verdict.found == ("inner: Bad thing (https://example.org/GHSA-1)",)


@pytest.mark.parametrize("output", ["", "not JSON", '{"error": {"code": "ENOAUDIT"}}', "[]"])
def test_an_unreachable_database_is_not_a_failure(output: str) -> None:
    for read in (read_pip_audit, read_npm_audit):
        verdict = read(output, "connection refused\n")
        assert verdict == Verdict(reached=False, why_not="connection refused")


@pytest.mark.parametrize("name", ["play", "dev", "bench", "node", "audit"])
def test_every_dependency_is_locked_with_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    names = re.findall(r"^[a-z0-9][a-z0-9._-]*==", text, re.MULTILINE)
    assert names
    for block in re.split(r"\n(?=[a-z0-9])", text):
        if re.match(r"[a-z0-9][a-z0-9._-]*==", block):
            assert "--hash=sha256:" in block


def test_every_package_of_the_client_is_locked_with_a_hash() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    for name, package in lock["packages"].items():
        assert not name or package.get("link") or "integrity" in package, name
