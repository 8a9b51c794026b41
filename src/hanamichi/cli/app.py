"""The command group, and the one place where errors become messages and exit statuses."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import click

from hanamichi import __version__
from hanamichi.bots.plugin_check import check_plugins
from hanamichi.cli import errors
from hanamichi.cli.commands.addresses import addresses
from hanamichi.cli.commands.arena import arena
from hanamichi.cli.commands.bench import bench
from hanamichi.cli.commands.convert import convert
from hanamichi.cli.commands.database import backup, export, restore
from hanamichi.cli.commands.doctor import doctor
from hanamichi.cli.commands.games import games
from hanamichi.cli.commands.leaderboard import leaderboard
from hanamichi.cli.commands.mcp import mcp
from hanamichi.cli.commands.owner import owner
from hanamichi.cli.commands.people import people
from hanamichi.cli.commands.play import play
from hanamichi.cli.commands.prune import prune
from hanamichi.cli.commands.puzzle import puzzle
from hanamichi.cli.commands.puzzles import puzzles
from hanamichi.cli.commands.replay import replay
from hanamichi.cli.commands.reports import reports
from hanamichi.cli.commands.review import review
from hanamichi.cli.commands.rules import rules
from hanamichi.cli.commands.serve import serve
from hanamichi.cli.commands.tables import tables
from hanamichi.cli.commands.warm_up import warm_up
from hanamichi.cli.table import TERMINAL
from hanamichi.core import HanamichiError

SERVER_PACKAGES = frozenset(
    {
        *("aiosqlite", "alembic", "litestar", "prometheus_client"),
        *("sqlalchemy", "uvicorn", "uvloop", "websockets"),
    }
)
"""The packages of the extra `server`, as they are imported."""


class ErrorReportingGroup(click.Group):
    """A group whose errors are one line each, with a code, and never a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # most used first

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        prog_name = prog_name or "hanamichi"
        arguments = sys.argv[1:] if args is None else list(args)
        if not standalone_mode:
            return super().main(arguments, prog_name, complete_var, False, **extra)
        _open_closed_streams()
        _accept_any_text()
        try:
            status = super().main(arguments, prog_name, complete_var, False, **extra)
            sys.stdout.flush()
        except Exception as error:
            sys.exit(_status_of(error, as_json="--json" in arguments))
        sys.exit(status if isinstance(status, int) else 0)


def _open_closed_streams() -> None:
    """Let commands fail where they write to a closed standard output, and only there."""
    if sys.stdout is None:
        # Opened for reading: the system refuses every write, as on a closed stream.
        sys.stdout = _null_stream(os.O_RDONLY)
    if sys.stderr is None:
        sys.stderr = _null_stream(os.O_WRONLY)


def _null_stream(mode: int) -> TextIO:
    device = os.fdopen(os.open(os.devnull, mode), "wb", buffering=0)
    return io.TextIOWrapper(device, encoding="utf-8", write_through=True)


def _accept_any_text() -> None:
    """Let streams replace characters that they cannot encode by `?` instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _status_of(error: Exception, *, as_json: bool) -> int:
    """Report an error and return the exit status."""
    if isinstance(error, click.exceptions.Abort):
        return errors.INTERRUPTED
    if isinstance(error, OSError) and error.errno in {errno.EPIPE, errno.EINVAL}:
        _discard_output()  # the reader has closed it, like `head`: end without a message
        return errors.FAILED
    if os.environ.get("HANAMICHI_DEBUG"):
        raise error
    lost_output = isinstance(error, OSError)
    try:
        errors.report(_as_hanamichi_error(error), as_json=as_json and not lost_output)
    except OSError:
        lost_output = True
    if lost_output:
        _discard_output()
    return errors.FAILED if isinstance(error, errors.VerificationError) else errors.BAD_INPUT


def _as_hanamichi_error(error: Exception) -> HanamichiError:
    match error:
        case HanamichiError():
            return error
        case ModuleNotFoundError() if (error.name or "").partition(".")[0] in SERVER_PACKAGES:
            return HanamichiError(
                "This needs the server, which is not installed: pip install 'hanamichi[server]' "
                f"(with all bots: 'hanamichi[play]'; {error.name} is missing)",
                code="server/missing",
            )
        case click.ClickException():
            hint = ""
            if isinstance(error, click.UsageError) and error.ctx is not None:
                hint = f" (see: {error.ctx.command_path} --help)"
            return errors.UsageError(error.format_message() + hint)
        case OSError():  # file errors are handled where files are read: this is standard output
            why = error.strerror or str(error)
            return errors.FileError(f"Cannot write standard output: {why}", code="file/unwritable")
        case _:
            return HanamichiError(
                f"This is a fault of Hanamichi itself, please report it: "
                f"{type(error).__name__}: {error}",
                code="internal",
            )


def _discard_output() -> None:
    """Drop buffered output that would be written, and fail, when the interpreter exits."""
    try:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.stdout.fileno())
        os.close(null_device)
    except (OSError, ValueError):
        pass


@click.group(
    cls=ErrorReportingGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="Begin with: hanamichi play",
)
@click.version_option(__version__, prog_name="hanamichi", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Hanabi and Koi-Koi: play them in this terminal, read their rules, look at records."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        return
    check_plugins(TERMINAL)


for command in (
    play,
    serve,
    games,
    rules,
    replay,
    review,
    convert,
    puzzle,
    puzzles,
    arena,
    leaderboard,
    mcp,
    bench,
    warm_up,
    backup,
    restore,
    export,
    doctor,
    tables,
    people,
    addresses,
    reports,
    prune,
    owner,
):
    main.add_command(command)
