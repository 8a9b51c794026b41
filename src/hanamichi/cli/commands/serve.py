"""`hanamichi serve`: runs the server."""

from __future__ import annotations

import errno
import gc
import socket
from typing import get_args

import click

from hanamichi.cli.errors import INTERRUPTED
from hanamichi.server.net.listening import listen

# The server is imported in the command: a web framework and a database are slow to load. While
# they are loaded, clients of a server that comes back wait for the socket, which is there already.
_PACES = ("instant", "quick", "human")
_FORMS = ("text", "json")


site_option = click.option(
    "--site",
    "sites",
    metavar="NAME",
    multiple=True,
    envvar="HANAMICHI_SITE",
    show_envvar=True,
    help="A public name of this server, such as play.example.org; requests to unknown names are "
    "refused. May be given several times.",
)
config_option = click.option(
    "--config",
    metavar="FILE",
    envvar="HANAMICHI_CONFIG",
    show_envvar=True,
    show_default="config.toml in your data folder, if there is one",
    help="Limits, quotas and times for this server, as TOML: docs/hosting.md lists them.",
)


@click.command(
    epilog="""\b
Examples:
  hanamichi serve --open
  hanamichi serve --host 127.0.0.1 --port 9000
  hanamichi serve --bot otto=./otto
  hanamichi serve --database postgresql://club@localhost/hanamichi
  hanamichi serve --host 127.0.0.1 --trusted-proxy 127.0.0.1 --site play.example.org
"""
)
@click.option(
    "--host",
    default="0.0.0.0",
    show_default="every network of this machine",
    help="The address to listen on; 127.0.0.1 keeps the table to this machine.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    show_default="8000, or the next one that is free",
    help="The port to listen on.",
)
@click.option(
    "--database",
    metavar="URL",
    envvar="HANAMICHI_DATABASE",
    show_envvar=True,
    show_default="a file in your data folder, or in HANAMICHI_DATA",
    help="Where tables are kept: a file for SQLite, or the URL of a PostgreSQL database, which any "
    "number of servers may share.",
)
@click.option(
    "--bot",
    "definitions",
    metavar="NAME=BOT",
    multiple=True,
    help="Offer another bot at the tables: an import path, package.module:Bot, or a command that "
    "starts a program in any language. It gets views only, and as long for a move as any bot. May "
    "be given several times.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the table in your browser.")
@click.option(
    "--bot-pace",
    type=click.Choice(_PACES),
    default="human",
    show_default=True,
    help="How long bots seem to think, where a table does not say.",
)
@click.option(
    "--log",
    type=click.Choice(_FORMS),
    show_default="what goes wrong, as text",
    help="Write every request, socket and command on the standard error, a line each.",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    metavar="ADDRESS",
    multiple=True,
    help="A proxy, or a network of them, that says truly who asks (X-Forwarded-For and -Proto). "
    "May be given several times.",
)
@site_option
@config_option
def serve(
    host: str,
    port: int | None,
    database: str | None,
    definitions: tuple[str, ...],
    open_browser: bool,
    bot_pace: str,
    log: str | None,
    trusted_proxies: tuple[str, ...],
    config: str | None,
    sites: tuple[str, ...],
) -> None:
    """Open the table: play in a browser, with friends or bots.

    It prints its address. Whoever opens it can start a table and invite others by its link. Games
    are kept on disk, every move before anybody sees it, and go on when the server comes back.
    """
    bots = _read_bots(definitions)
    gc.disable()  # nothing becomes garbage until the server runs, which enables it again
    try:
        with listen(host, port) as listening:
            _serve(
                listening,
                host,
                database,
                open_browser,
                bot_pace,
                log,
                trusted_proxies,
                config,
                sites,
                bots,
            )
    except KeyboardInterrupt:
        raise click.exceptions.Exit(INTERRUPTED) from None
    finally:
        gc.enable()


def _serve(
    listening: socket.socket,
    host: str,
    database: str | None,
    open_browser: bool,
    bot_pace: str,
    log: str | None,
    trusted_proxies: tuple[str, ...],
    config: str | None,
    sites: tuple[str, ...],
    bots: dict[str, str],
) -> None:
    from hanamichi.server import serve
    from hanamichi.server.ops.log import LogForm
    from hanamichi.server.protocol.commands import BotPace

    paces: dict[str, BotPace] = {pace: pace for pace in get_args(BotPace)}
    forms: dict[str | None, LogForm] = {form: form for form in get_args(LogForm)}
    serve.serve(
        listening,
        host=host,
        database=database,
        open_browser=open_browser,
        bot_pace=paces[bot_pace],
        log=forms.get(log),
        trusted_proxies=trusted_proxies,
        config=config,
        sites=sites,
        bots=bots,
        say=_say,
    )


def _read_bots(definitions: tuple[str, ...]) -> dict[str, str]:
    if not definitions:
        return {}
    from hanamichi.bots.outside.sources import read_definitions
    from hanamichi.catalog import GAMES
    from hanamichi.cli.bot_choice import import_from_here

    import_from_here(definitions)
    return read_definitions(list(GAMES), definitions)


def _say(line: str) -> None:
    """Print a line; a server whose standard output is closed runs without."""
    try:
        click.echo(line)
    except OSError as error:
        if error.errno != errno.EBADF:
            raise
