"""`hanamichi people`: the people of a server, for its owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from hanamichi.cli.commands.database import database_option
from hanamichi.cli.owner_commands import (
    NAMED,
    Irrevocable,
    act,
    ago,
    confirm,
    limit_option,
    read,
    show,
    yes_option,
)
from hanamichi.cli.parameters import json_option
from hanamichi.core import HanamichiError

if TYPE_CHECKING:
    from hanamichi.server.protocol.owner_messages import OwnerPeople, Restriction
    from hanamichi.server.storage.owner_lists import OwnerLists

person_argument = click.argument("person")


@click.group(
    short_help="List the people of your server; rename, silence, block or forget one.",
    epilog="""\b
Examples:
  hanamichi people list
  hanamichi people list --restriction blocked --json
""",
)
def people() -> None:
    """List the people of your server; rename, silence, block or forget one.

    PERSON is a person's id, the beginning of it, or the nickname. A running server carries the
    commands out, and they take effect at once; without one they change the database.
    """


@people.command("list")
@click.option("--name", metavar="TEXT", help="Only people whose nickname holds this.")
@click.option(
    "--restriction",
    type=click.Choice(["silenced", "blocked"]),
    show_default="everybody",
    help="Only people who are silenced or blocked.",
)
@limit_option
@database_option
@json_option
def list_people(
    name: str | None, restriction: str | None, limit: int, database: str | None, as_json: bool
) -> None:
    """List people, the last seen first."""

    async def reading(lists: OwnerLists) -> OwnerPeople:
        chosen = cast("Restriction | None", restriction)
        return await lists.people(limit, restriction=chosen, text=name)

    found = read(database, reading)
    show(
        found,
        as_json=as_json,
        head=("person", "name", "seen", "tables", "reports", "restriction"),
        widths=(12, 26, 9, 8, 9, 13),
        rows=[
            (
                person.id[:10],
                person.name or "-",
                ago(person.seen),
                str(person.tables),
                str(person.reports),
                person.restriction or "-",
            )
            for person in found.people
        ],
    )


@people.command("rename", context_settings=NAMED)
@person_argument
@click.argument("name")
@database_option
@json_option
def rename_person(person: str, name: str, database: str | None, as_json: bool) -> None:
    """Give PERSON the nickname NAME, at every table whose match is not over."""
    said = "{} is renamed"
    act("rename-person", database, as_json=as_json, said=said, person=person, name=name)


@people.command("silence", context_settings=NAMED)
@person_argument
@database_option
@json_option
def silence_person(person: str, database: str | None, as_json: bool) -> None:
    """Give PERSON a neutral nickname that they cannot change.

    Their tables are not listed any more, and they can report nobody.
    """
    act("silence-person", database, as_json=as_json, said="{} is silenced", person=person)


@people.command("unsilence", context_settings=NAMED)
@person_argument
@database_option
@json_option
def unsilence_person(person: str, database: str | None, as_json: bool) -> None:
    """Let PERSON choose a nickname again."""
    said = "{} is not silenced any more"
    act("unsilence-person", database, as_json=as_json, said=said, person=person)


@people.command("block", context_settings=NAMED)
@person_argument
@database_option
@json_option
def block_person(person: str, database: str | None, as_json: bool) -> None:
    """Let PERSON neither play, nor open tables, nor import records."""
    act("block-person", database, as_json=as_json, said="{} is blocked", person=person)


@people.command("unblock", context_settings=NAMED)
@person_argument
@database_option
@json_option
def unblock_person(person: str, database: str | None, as_json: bool) -> None:
    """Let PERSON play again."""
    said = "{} is not blocked any more"
    act("unblock-person", database, as_json=as_json, said=said, person=person)


@people.command("forget", context_settings=NAMED)
@person_argument
@yes_option
@database_option
@json_option
def forget_person(person: str, yes: bool, database: str | None, as_json: bool) -> None:
    """Erase PERSON: the name goes from every table, everything else is deleted.

    It cannot be undone. The person can come back as somebody new, unless the address is blocked.
    """

    async def describe(lists: OwnerLists) -> Irrevocable:
        person_id = await lists.find_person(person)
        found = (await lists.people(1, person=person_id)).people
        if not found:
            raise HanamichiError("Erased just now", code="owner/unknown-person", where="person")
        name, tables = found[0].name or "a person without a nickname", found[0].tables
        return Irrevocable(person_id, f"Erase {name} (id {person_id}, tables: {tables}) for ever?")

    if yes:
        # The command is stored for a moment: by the id, so that no file keeps the nickname.
        person = read(database, lambda lists: lists.find_person(person))
    else:
        person = confirm(database, describe, as_json=as_json)
    act("forget-person", database, as_json=as_json, said="the person is {}", person=person)
