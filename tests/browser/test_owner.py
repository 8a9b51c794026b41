"""The owner's page: the one-time link, figures, reports, and the owner's acts."""

from __future__ import annotations

import re
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.person import Person, sit_down_together
from tests.browser.server_process import ServerProcess

_REFUSED = re.compile(r"status of 40[13]")
"""The browser reports refused requests."""


def owner_link(server: ServerProcess) -> str:
    """A link as the command prints it."""
    command = [sys.executable, "-m", "hanamichi", "owner", "link", "--url", server.url]
    printed = subprocess.run(
        [*command, "--database", server.database], capture_output=True, text=True, check=True
    )
    return printed.stdout.strip()


def open_part(owner: Person, name: str) -> None:
    owner.button(name).click()
    expect(owner.page.get_by_role("heading", name=name, exact=True)).to_be_visible()


@pytest.mark.usefixtures("own_server")
def test_the_owner_deals_with_a_report(server: ServerProcess, person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    sit_down_together(ann, bo, "Hanabi (Cocktail Games)")
    ann.button("Menu").click()
    ann.button("Report to the owner").click()
    ann.page.get_by_label("What is this about?").select_option("Bo")
    ann.page.get_by_label("Reason").select_option("A nickname")
    ann.page.get_by_label("What happened? (optional)").fill("Not a nice name")
    ann.button("Send").click()
    expect(ann.page.get_by_text("Thank you. The owner")).to_be_visible()

    owner = person("Olga")
    link = owner_link(server)
    owner.page.goto(link)
    expect(owner.page.get_by_role("heading", name="The owner’s page")).to_be_visible()
    assert "key" not in owner.page.url
    expect(owner.page.get_by_text("Reports waiting")).to_be_visible()
    expect(owner.page.locator("dl")).to_contain_text("Open connections")
    for queue in ("Bots that think for long", "Replays", "Reviews"):
        line = owner.page.get_by_role("listitem").filter(has_text=queue)
        expect(line).to_contain_text("0 at work, 0 waiting")

    owner.button("Prune").click()
    owner.page.get_by_role("dialog").get_by_role("button", name="Prune", exact=True).click()
    expect(owner.page.get_by_role("status").filter(has_text="Pruned")).to_be_visible()

    open_part(owner, "Reports")
    report = owner.page.get_by_role("listitem").filter(has_text="Not a nice name")
    expect(report).to_contain_text("Nickname, about Bo")
    report.get_by_role("button", name="Silence").click()
    owner.page.get_by_role("dialog").get_by_role("button", name="Silence", exact=True).click()
    expect(owner.page.get_by_role("status").filter(has_text="Silenced")).to_be_visible()
    expect(ann.page.locator("body")).not_to_contain_text("Bo")
    report.get_by_role("button", name="Dealt with").click()
    expect(owner.page.get_by_text("No reports are waiting.")).to_be_visible()

    open_part(owner, "People")
    silenced = owner.page.get_by_role("listitem").filter(has_text="silenced")
    silenced.get_by_role("button", name="Block", exact=True).click()
    bo.expected.append(_REFUSED)
    owner.page.get_by_role("dialog").get_by_role("button", name="Block", exact=True).click()
    expect(owner.page.get_by_role("status").filter(has_text="Blocked")).to_be_visible()

    owner.page.get_by_label("Which people").select_option("blocked")
    expect(owner.page.get_by_role("listitem").filter(has_text="Guest ")).to_have_count(1)

    open_part(owner, "Tables")
    table = owner.page.get_by_role("listitem").filter(has_text="has it open")
    table.get_by_role("button", name="Close").click()
    owner.page.get_by_role("dialog").locator("button.primary").click()
    expect(owner.page.get_by_role("status").filter(has_text="Table closed")).to_be_visible()
    expect(ann.page.get_by_text("The owner of this server ended the match").first).to_be_visible()

    open_part(owner, "Log")
    for done in ("Silenced", "Report closed", "Blocked", "Table closed"):
        expect(owner.page.get_by_role("heading", name=done, exact=True)).to_be_visible()


@pytest.mark.usefixtures("own_server")
def test_a_link_works_once_and_nobody_else_gets_in(
    server: ServerProcess, person: NewPerson
) -> None:
    olga, mallory = (person(name, phone=True) for name in ("Olga", "Mallory"))
    link = owner_link(server)
    olga.page.goto(link)
    expect(olga.page.get_by_role("heading", name="The owner’s page")).to_be_visible()
    mallory.expected.append(_REFUSED)
    mallory.page.goto(link)
    expect(mallory.page.get_by_text("hanamichi owner link", exact=True)).to_be_visible()
    expect(mallory.page.get_by_role("button", name="Tables")).to_have_count(0)
    olga.button("Sign out").click()
    olga.expected.append(_REFUSED)
    olga.page.goto("/owner")
    expect(olga.page.get_by_text("hanamichi owner link", exact=True)).to_be_visible()


@pytest.mark.usefixtures("own_server")
def test_a_link_works_in_a_tab_that_shows_the_page_already(
    server: ServerProcess, person: NewPerson
) -> None:
    olga = person("Olga")
    olga.expected.append(_REFUSED)
    olga.page.goto("/owner")
    expect(olga.page.get_by_text("hanamichi owner link", exact=True)).to_be_visible()
    olga.page.goto(owner_link(server))
    expect(olga.page.get_by_role("heading", name="The owner’s page")).to_be_visible()
    assert "key" not in olga.page.url


@pytest.mark.usefixtures("own_server")
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "es-ES", "de-DE"])
def test_the_owner_finds_people_on_a_phone_and_sees_what_was_done(
    locale: str, server: ServerProcess, person: NewPerson
) -> None:
    for number in range(12):
        httpx.put(f"{server.url}/api/me", json={"name": f"Visitor {number}"})
    olga = person("Olga", phone=True, locale=locale)
    olga.page.goto(owner_link(server))
    olga.page.locator("nav button").nth(3).click()
    search = olga.page.get_by_role("searchbox")
    expect(search).to_be_visible()
    assert search.evaluate("field => field.getBoundingClientRect().width") > 150
    last = olga.page.get_by_role("listitem").filter(has_text=re.compile("Visitor")).last
    last.get_by_role("button").nth(1).click()
    olga.page.get_by_role("dialog").locator("button.primary").click()
    expect(olga.page.locator("p[role=status]").filter(has_text=re.compile("."))).to_be_in_viewport()
