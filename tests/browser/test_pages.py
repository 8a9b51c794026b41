"""The front page, the form of a new table, settings, languages, and error pages."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.hanabi_player import HanabiPlayer


def test_a_new_visitor_plays_with_bots_after_one_click(person: NewPerson) -> None:
    ann = person("Ann")
    ann.page.goto("/")
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    expect(ann.page).to_have_title("Your turn · Hanabi (Cocktail Games)")
    hands = HanabiPlayer(ann)
    hands.clue((hands.seat + 1) % 3, None)


def test_an_impossible_option_is_explained_and_not_offered(person: NewPerson) -> None:
    ann = person("Ann")
    ann.page.goto("/")
    ann.customise("Hanabi Grands Feux")
    switch = ann.page.get_by_role("switch", name="A tile for the black powder")
    expect(switch).to_be_disabled()
    expect(ann.page.get_by_text("Not possible here:").first).to_be_visible()
    ann.page.get_by_role("switch", name="Five flamboyants").check()
    expect(switch).to_be_enabled()
    switch.check()
    expect(ann.page.get_by_text("changed", exact=True)).to_have_count(2)
    ann.button("Back to the box").click()
    expect(switch).not_to_be_checked()


def test_every_option_of_every_preset_is_shown(person: NewPerson) -> None:
    ann = person("Ann")
    for preset, boxed, online in (("hanabi/xii-singes", 10, 15), ("koikoi/robin-red", 18, 0)):
        ann.page.goto(f"/new?preset={preset}")
        shown = ann.page.locator(".option").filter(visible=True)
        expect(shown).to_have_count(boxed)
        if online:
            ann.page.get_by_text("Online variants and small games").click()
        expect(shown).to_have_count(boxed + online)


def test_a_variant_of_online_tables_is_set_up(person: NewPerson) -> None:
    ann = person("Ann")
    ann.page.goto("/new?preset=hanabi/online")
    ann.page.get_by_text("Online variants and small games").click()
    single = ann.page.get_by_role("group", name="One of each")
    expect(single.get_by_label("prism")).to_have_count(0)
    ann.page.get_by_role("group", name="Special suits").get_by_label("prism").check()
    single.get_by_label("prism").check()
    ann.page.get_by_label("Bots answer").select_option("at once")
    ann.button("Start playing").click()
    ann.board.wait_for()
    expect(ann.board.get_by_text("X", exact=True).first).to_be_visible()  # the firework's letter


def test_an_open_table_is_listed_and_joined_from_the_front_page(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    ann.visit()
    ann.customise("Koi-Koi (Nintendo)")
    ann.page.get_by_label("Seat 2").select_option("A friend, by link")
    ann.page.get_by_label("Everybody: show it among the open tables").check()
    ann.button("Open the table").click()
    ann.page.get_by_role("heading", name="Who plays?").wait_for()
    bo.visit()
    bo.page.get_by_role("link", name="Koi-Koi (Nintendo)").filter(has_text="1 free seat").click()
    bo.button("Take a seat").click()
    ann.start()
    bo.board.wait_for()
    ann.page.goto("/")
    expect(ann.page.get_by_role("heading", name="My tables")).to_be_visible()


def test_a_table_is_joined_by_its_code(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    ann.visit()
    link = ann.open_for_friends("Koi-Koi (Nintendo)")
    bo.visit()
    field = bo.page.get_by_label("Link or code of a table")
    field.fill("what is this")
    bo.button("Join").click()
    expect(bo.page.get_by_role("alert")).to_contain_text("neither a link nor a code")
    field.fill(link.rpartition("/")[2])
    bo.button("Join").click()
    expect(bo.button("Take a seat")).to_be_visible()


def test_the_rules_dialog_shows_the_rules_of_this_table(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.customise("Hanabi Grands Feux")
    ann.page.get_by_role("switch", name="Black powder", exact=True).check()
    ann.button("Start playing").click()
    ann.board.wait_for()
    ann.button("Rules").click()
    rules = ann.page.get_by_role("dialog")
    expect(rules.get_by_role("heading", name="The black powder")).to_be_visible()
    expect(rules.get_by_role("heading", name="The bonus tiles")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)


def test_language_and_theme_are_chosen_and_remembered(person: NewPerson) -> None:
    ann = person("Ann")
    ann.page.goto("/")
    ann.button("Settings").click()
    ann.page.get_by_label("Language").select_option("fr")
    ann.page.get_by_label("Apparence").select_option("dark")
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("heading", name="Prenez place")).to_be_visible()
    assert ann.page.locator("html").get_attribute("lang") == "fr"
    ann.page.reload()
    expect(ann.button("Jouer avec des robots : Hanabi (Cocktail Games)")).to_be_visible()
    assert ann.page.locator("html").get_attribute("data-theme") == "dark"


def test_a_french_browser_gets_french(person: NewPerson) -> None:
    ann = person("Ann", locale="fr-CA")
    ann.page.goto("/")
    ann.button("Jouer avec des robots : Koi-Koi (Robin Red Games)").click()
    ann.board.wait_for()
    ann.wait_for_turn()
    expect(ann.page.locator("main").get_by_text("Manche 1 sur 12")).to_be_visible()
    assert "Your turn" not in ann.page.content()


def test_an_unknown_language_offers_the_existing_ones(person: NewPerson) -> None:
    ann = person("Ann", locale="ja-JP")
    ann.page.goto("/?lang=tlh")
    notice = ann.page.get_by_role("status").filter(has_text="does not speak “tlh” yet")
    expect(notice).to_contain_text("English, Français, Español, and Deutsch")
    ann.button("Español").click()
    expect(notice).to_have_count(0)
    expect(ann.page.locator("html")).to_have_attribute("lang", "es")
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("lang", "es")


def test_own_cards_show_what_the_setting_says(person: NewPerson) -> None:
    ann, bo = person("Ann"), person("Bo")
    ann.visit()
    link = ann.open_for_friends("Hanabi (Cocktail Games)")
    bo.join(link)
    ann.start()
    bo.board.wait_for()
    acting, other = (ann, bo) if ann.attribute("to-act") == "0" else (bo, ann)
    told = HanabiPlayer(other).seat
    HanabiPlayer(acting).clue(told, HanabiPlayer(acting).hand(told)[0].id)
    other.wait_past(0)

    def wait_to_see(knowledge: str, shown: str) -> None:
        other.button("Menu").click()
        other.button("Settings").click()
        other.page.get_by_label("My Hanabi cards show").select_option(knowledge)
        other.page.keyboard.press("Escape")
        # Deductions are sent by the server once the client asks for them.
        other.wait_until(lambda: shown in HanabiPlayer(other).hand(told)[0].label)

    wait_to_see("none", "Card 1, unknown card, touched")
    wait_to_see("clues", "told: ")
    wait_to_see("clues and what follows from them", "can be ")


def test_pages_that_do_not_exist_say_so(person: NewPerson) -> None:
    ann = person("Ann")
    ann.page.goto("/table/no-such-table-at-all")
    expect(ann.page.get_by_role("heading", name="No such table")).to_be_visible()
    ann.page.get_by_role("link", name="To the front page").click()
    expect(ann.page.get_by_role("heading", name="Sit down and play")).to_be_visible()
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_role("heading", name="There is no such page.")).to_be_visible()


def test_an_invisible_nickname_is_refused(person: NewPerson) -> None:
    ann = person("Ann")
    # The browser reports the refused request, as expected.
    ann.page.route("**/api/me", lambda route: route.continue_())
    ann.page.goto("/")
    field = ann.page.get_by_label("Your nickname")
    field.fill("\u200b\u202e\u2800")
    field.press("Enter")
    expect(ann.page.get_by_text("This nickname cannot be used")).to_be_visible()
    ann.complaints.clear()


def test_everything_on_the_table_is_reached_by_keyboard(person: NewPerson) -> None:
    ann = person("Ann")
    ann.visit()
    ann.play_with_bots("Hanabi (Cocktail Games)")
    assert ann.wait_for_turn()
    hands = HanabiPlayer(ann)
    ply = ann.ply
    target = (hands.seat + 1) % 3
    card = hands.hand(target)[0].id
    page = ann.page

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no Tab leads to {selector}")

    tab_to(f"[data-card='{card}']")
    page.keyboard.press("Enter")
    tab_to(".clue")
    page.keyboard.press("Enter")
    tab_to("main.table .button.primary")
    page.keyboard.press("Enter")
    ann.wait_past(ply)
