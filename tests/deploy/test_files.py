"""The files in deploy/ match the program: its options, its addresses, its files."""

from __future__ import annotations

import asyncio
import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
import yaml

from hanamichi.cli.commands.serve import serve
from hanamichi.server.http import health
from hanamichi.server.net.proxy_headers import TrustedProxies
from hanamichi.server.ops.config import DEFAULT_CONFIG, ServerConfig
from hanamichi.server.serve import database_url
from hanamichi.server.storage.connections import sqlite_url
from hanamichi.server.storage.database import Database

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FIRST_VISIT_REQUESTS = 50
"""Of a browser that has nothing of the client yet."""
CLIENT = "src/hanamichi/server/static"
PRIVATE_PATHS = {path for handler in health.HANDLERS for path in handler.paths}


def parsed(command: list[str]) -> dict[str, Any]:
    """The options of a command line as `hanamichi serve` reads them."""
    assert command[0] == "serve"
    with click.Context(serve) as context:
        serve.parse_args(context, command[1:])
    return context.params


def compose() -> dict[str, Any]:
    text = (DEPLOY / "compose.yaml").read_text().replace("${POSTGRES_PASSWORD:?", "${secret:?")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded


def test_the_compose_file_uses_valid_server_options() -> None:
    services = compose()["services"]
    servers = [name for name in services if name.startswith("server-")]
    assert len(servers) == 2
    for name in servers:
        service = services[name]
        options = parsed(service["command"])
        (subnet,) = compose()["networks"]["inside"]["ipam"]["config"]
        assert options["trusted_proxies"] == (subnet["subnet"],)
        assert TrustedProxies(options["trusted_proxies"])
        assert f"{name}:{options['port']}" in services["proxy"]["environment"]["HANAMICHI_SERVERS"]
        assert f"http://127.0.0.1:{options['port']}/ready" in service["healthcheck"]["test"][-1]
        environment = service["environment"]
        assert environment["HANAMICHI_SITE"] == services["proxy"]["environment"]["HANAMICHI_SITE"]
        assert f"./config.toml:{environment['HANAMICHI_CONFIG']}:ro" in service["volumes"]
        assert database_url(service["environment"]["HANAMICHI_DATABASE"]).startswith(
            "postgresql+asyncpg://"
        )
        assert "ports" not in service, "only the proxy is reached from outside"
    assert "ports" not in services["database"]


def test_the_example_of_settings_is_one() -> None:
    text = (DEPLOY / "config.toml").read_text()
    shown = re.sub(r"^# (?=\[|\w+ = )", "", text, flags=re.MULTILINE)
    assert shown != text
    assert msgspec.convert(tomllib.loads(text), ServerConfig) == DEFAULT_CONFIG
    assert msgspec.convert(tomllib.loads(shown), ServerConfig) != DEFAULT_CONFIG


def test_one_service_builds_the_image_of_all_servers() -> None:
    servers = [service for service in compose()["services"].values() if "command" in service]
    building = [service["build"] for service in servers if "build" in service]
    (build,) = building
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert len({service["image"] for service in servers}) == 1
    for service in servers:
        assert "build" in service or service["pull_policy"] == "never"


def test_every_named_volume_network_and_service_exists() -> None:
    loaded = compose()
    for service in loaded["services"].values():
        assert set(service["networks"]) <= set(loaded["networks"])
        assert set(service.get("depends_on", {})) <= set(loaded["services"])
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in loaded["volumes"] or (DEPLOY / source).is_file()
        for needed in service.get("depends_on", {}):
            assert "healthcheck" in loaded["services"][needed]


def test_secrets_come_from_the_environment() -> None:
    example = (DEPLOY / "env.example").read_text()
    wanted = {"POSTGRES_PASSWORD", "HANAMICHI_SITE"}
    for name in wanted:
        assert f"\n{name}=" in example
    assert "POSTGRES_PASSWORD=\n" in example, "nobody's password is in the example"
    assert "deploy/.env" in (ROOT / ".gitignore").read_text().split()


def test_the_image_copies_existing_files() -> None:
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        words = line.split()
        if words[:1] == ["COPY"] and not words[1].startswith("--"):
            for source in words[1:-1]:
                assert (ROOT / source).exists(), source


def test_local_builds_stay_out_of_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split("\n")
    assert ignored.index("*") < ignored.index("!src") < ignored.index(CLIENT)
    assert ignored.index("!web") < ignored.index("web/node_modules")
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        words = line.split()
        if words[:1] == ["COPY"] and not words[1].startswith("--"):
            for source in words[1:-1]:
                parts = Path(source).parts
                known = {f"!{'/'.join(parts[:count])}" for count in range(1, len(parts) + 1)}
                assert known & set(ignored), source


def test_the_image_has_all_dependencies_of_a_server() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    extra = (each for name in ("batch", "postgres", "server") for each in extras[name])
    names = {re.split(r"[^\w-]", each)[0] for each in (*project["dependencies"], *extra)}
    names.remove("hanamichi")  # of an extra that includes another
    locked = (ROOT / "requirements" / "play.txt").read_text()
    assert names <= set(re.findall(r"^([\w-]+)==", locked, re.MULTILINE))


def test_the_unit_uses_valid_server_options() -> None:
    unit = (DEPLOY / "hanamichi@.service").read_text()
    (started,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    program, *command = started.removeprefix("ExecStart=").replace("%i", "8001").split()
    assert program.endswith("/bin/hanamichi")
    options = parsed(command)
    assert (options["host"], options["port"]) == ("127.0.0.1", 8001)
    assert TrustedProxies(options["trusted_proxies"])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    copies = []
    for name in ("hanamichi@.service", "hanamichi-backup.service", "hanamichi-backup.timer"):
        unit = (DEPLOY / name).read_text()
        copies.append(tmp_path / name.replace("@", "@8001"))
        copies[-1].write_text(unit.replace("/opt/hanamichi/.venv/bin/hanamichi", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, copies)],
        capture_output=True,
        text=True,
        check=False,
    )
    about_ours = [line for line in done.stderr.splitlines() if "hanamichi" in line]
    assert about_ours == []


def test_the_backup_of_the_unit_can_be_restored(tmp_path: Path) -> None:
    """Its commands, with the folder that systemd would make."""
    hanamichi = f"{sys.executable} -m hanamichi"
    unit = (DEPLOY / "hanamichi-backup.service").read_text()
    for standing, real in [
        ("/opt/hanamichi/.venv/bin/hanamichi", hanamichi),
        ("%S", str(tmp_path)),
        ("%%", "%"),
        ("$$", "$"),
    ]:
        unit = unit.replace(standing, real)
    folder = tmp_path / "hanamichi" / "backups"
    folder.mkdir(parents=True)
    old = folder / "2020-01-01-0420.backup"
    old.touch()
    os.utime(old, (0, 0))
    asyncio.run(_empty_database(folder.parent))
    environment = os.environ | {"HANAMICHI_DATA": str(folder.parent)}
    for line in unit.splitlines():
        name, _, command = line.partition("=")
        if name in ("ExecStart", "ExecStartPost"):
            subprocess.run(shlex.split(command), check=True, env=environment)
    (backup,) = folder.iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}\.backup", backup.name)
    restore = [*hanamichi.split(), "restore", str(backup), "--database", str(tmp_path / "new.db")]
    subprocess.run(restore, check=True, env=environment)


async def _empty_database(folder: Path) -> None:
    database = Database(sqlite_url(folder))
    await database.open()
    await database.close()


def hidden_by_caddy(path: str) -> bool:
    (patterns,) = re.findall(r"@owner path (.*)", (DEPLOY / "Caddyfile").read_text())
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns.split())


def hidden_by_nginx(path: str) -> bool:
    (pattern,) = re.findall(r"location ~ (\S+)", (DEPLOY / "nginx.conf").read_text())
    return re.search(pattern, path) is not None


@pytest.mark.parametrize("hidden", [hidden_by_caddy, hidden_by_nginx])
def test_proxies_hide_the_monitoring_endpoints(hidden: Callable[[str], bool]) -> None:
    for path in PRIVATE_PATHS:
        # The server treats both alike.
        assert hidden(path)
        assert hidden(f"{path}/")
    assert not hidden("/")
    assert not hidden("/api/tables")


def test_nginx_uses_the_ports_of_the_instructions() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    page = (ROOT / "docs" / "hosting.md").read_text()
    for port in ("8001", "8002"):
        assert f"127.0.0.1:{port}" in text
        assert f"hanamichi@{port}" in page


def test_nginx_lets_a_whole_club_come_at_once() -> None:
    """As many newcomers as the servers let in from one address, each of whom loads the client."""
    text = (DEPLOY / "nginx.conf").read_text()
    (burst,) = re.findall(r"limit_req +zone=\w+ burst=(\d+) nodelay;", text)
    limits = DEFAULT_CONFIG.limits
    assert int(burst) >= FIRST_VISIT_REQUESTS * limits.newcomers_per_minute
    (connections,) = re.findall(r"limit_conn +\w+ (\d+);", text)
    assert int(connections) >= limits.sockets + limits.connections


def test_nobody_waits_for_hours_for_a_server_that_does_not_start() -> None:
    """Without a delay curl doubles its pause with every attempt."""
    page = (ROOT / "docs" / "hosting.md").read_text()
    waiting = [line for line in page.splitlines() if "curl " in line and "--retry " in line]
    assert waiting
    assert all("--retry-delay " in line for line in waiting)


def test_memory_processes_and_files_are_limited() -> None:
    unit = (DEPLOY / "hanamichi@.service").read_text()
    settings = dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"\w+=", line))
    megabytes = {"M": 1, "G": 1024}
    high, most = (
        int(settings[name][:-1]) * megabytes[settings[name][-1]]
        for name in ("MemoryHigh", "MemoryMax")
    )
    assert high < most
    # More than all sockets that one address may have open, many times over.
    assert int(settings["LimitNOFILE"]) >= 16_384
    assert int(settings["TasksMax"]) > 0
    for name, service in compose()["services"].items():
        if name.startswith("server-"):
            assert service["mem_limit"] == "2g"
            assert service["ulimits"]["nofile"] == int(settings["LimitNOFILE"])
            assert service["pids_limit"] == int(settings["TasksMax"])
