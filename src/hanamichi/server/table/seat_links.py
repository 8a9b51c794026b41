"""Links to a person's seat, by which another device of the same person shares it."""

from __future__ import annotations

import hmac

from hanamichi.server.protocol.commands import LinkSeat, RevokeSeatLinks, UseSeatLink
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.table.decision import (
    NOTHING,
    Actor,
    Context,
    Decision,
    hash_secret,
    require_not_daily,
    require_seat,
)
from hanamichi.server.table.entries import DeviceJoined, LinkMade, LinksRevoked
from hanamichi.server.table.state import Table


def link_seat(table: Table, actor: Actor, _: LinkSeat, context: Context) -> Decision:
    """Make a key that opens the sender's seat on another device."""
    require_not_daily(table, "finish it in this browser")
    owner = table.seats[require_seat(table, actor)].person
    assert owner is not None, "a bot asks for no link"
    key = context.new_secret()
    made = LinkMade(person=owner, key_hash=hash_secret(key))
    return Decision((made,), seat_key=key, expires=context.at + _lifetime(context))


def use_seat_link(table: Table, actor: Actor, command: UseSeatLink, context: Context) -> Decision:
    """Share a seat with another browser of the same person, which needs no nickname."""
    if actor.person is None:
        raise Refused("person/unknown", "This browser keeps no cookie, so it cannot be known")
    given = hash_secret(command.key)
    owners = (
        opens.person
        for known, opens in table.keys.items()
        if hmac.compare_digest(known, given) and context.at < opens.made + _lifetime(context)
    )
    seat = table.seat_of(next(owners, None))
    if seat is None:
        raise Refused("table/seat-link", "This link opens no seat here; ask for a new one")
    current = table.seat_of(actor.person)
    if current == seat:
        return NOTHING
    if current is not None:
        raise Refused("table/seat-link", "You already have another seat at this table")
    return Decision((DeviceJoined(seat=seat, person=actor.person),))


def revoke_seat_links(table: Table, actor: Actor, _: RevokeSeatLinks) -> Decision:
    """End the links to the sender's seat, and take it from all other devices."""
    table_seat = table.seats[require_seat(table, actor)]
    if actor.person is None or table_seat.person != actor.person:
        raise Refused("table/not-your-seat", "Only the device that took the seat may do this")
    has_links = any(opens.person == actor.person for opens in table.keys.values())
    if not has_links and not table_seat.devices:
        return NOTHING
    return Decision((LinksRevoked(person=actor.person),))


def _lifetime(context: Context) -> int:
    """How long links work, in milliseconds."""
    return round(1000 * context.seat_link_seconds)
