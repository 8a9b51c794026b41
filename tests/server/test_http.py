"""HTTP handlers, over a real connection."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamichi.server.ops.config import BotsConfig, ServerConfig
from hanamichi.words import LANGUAGES
from tests.server.live import live, person, running

HANABI = "hanabi/cocktail"
COLOURS = {"white", "red", "blue", "yellow", "green"}
BARE = {"preset": HANABI, "seats": [{"type": "me"}, {"type": "open"}]}


@live
async def test_the_catalog_explains_everything_in_every_language(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        names = set()
        for lang in LANGUAGES:
            catalog = await reader.request("GET", f"/api/catalog?lang={lang}")
            assert catalog["lang"] == lang
            assert [game["id"] for game in catalog["games"]] == ["hanabi", "koikoi"]
            for game in catalog["games"]:
                assert game["bots"]
                assert all(preset["name"] and preset["text"] for preset in game["presets"])
                assert all(option["label"] and option["text"] for option in game["options"])
                assert all(option["booklets"] for option in game["options"])
                names.add(game["text"])
        assert len(names) == 2 * len(LANGUAGES)
        header = {"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"}
        catalog = await reader.request("GET", "/api/catalog", headers=header)
        assert catalog["lang"] == "fr"
        unknown = await reader.request("GET", "/api/catalog?lang=tlh")
        assert unknown["code"] == "words/language"


@live
async def test_the_catalog_offers_no_longer_thinking_than_the_owner_allows(tmp_path: Path) -> None:
    config = ServerConfig(bots=BotsConfig(max_thinking_ms=400))
    async with running(tmp_path, config=config) as server, person(server) as reader:
        catalog = await reader.request("GET", "/api/catalog")
        bots = [bot for game in catalog["games"] for bot in game["bots"]]
        offered = [bot["parameters"] for bot in bots if bot["parameters"]]
        time = {"name": "ms", "default": 400, "lowest": 10, "highest": 400}
        assert offered == [[time], [time]]


@live
async def test_long_answers_are_compressed(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        header = {"accept-encoding": "gzip"}
        answer = await reader.client.get("/api/catalog", headers=header)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"].lower() == "accept-encoding"


@live
async def test_a_missing_body_is_named(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        answer = await reader.client.post("/api/check-options")
        assert answer.status_code == 400
        assert answer.json()["message"] == "The body is missing"


@live
async def test_impossible_options_are_explained_and_named_beforehand(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        fine = await reader.request("POST", "/api/check-options", {"preset": HANABI, "players": 3})
        assert fine["problem"] is None
        refused = {(one["option"], str(one["value"])) for one in fine["impossible"]}
        absent = {value for option, value in refused if option == "one_of_each"}
        assert {"black", "prism"} <= absent
        assert absent.isdisjoint(COLOURS)
        assert {one for one in refused if one[0] != "one_of_each"} == {
            ("tile_on_any_completion", "True"),
            ("first_seat", "3"),
            ("first_seat", "4"),
            ("values", "1"),  # all cards would be dealt
        }
        wrong = {"preset": HANABI, "options": {"tile_on_any_completion": True}}
        answer = await reader.request("POST", "/api/check-options", wrong)
        assert answer["problem"]["code"] == "options/inconsistent"
        assert "flamboyants" in answer["problem"]["message"]
        few = {"preset": HANABI, "options": {"colours": ["red", "blue"]}, "players": 5}
        answer = await reader.request("POST", "/api/check-options", few)
        assert answer["problem"]["where"] == "colours"
        two = {"preset": HANABI, "options": {"colours": ["red", "blue"]}}
        answer = await reader.request("POST", "/api/check-options", two)
        assert answer["problem"] is None
        refused = {(one["option"], str(one["value"])) for one in answer["impossible"]}
        assert {("colours", "red"), ("players", "5")} <= refused
        odd = {"preset": HANABI, "options": {"errors": "many"}}
        answer = await reader.request("POST", "/api/check-options", odd)
        assert (answer["problem"]["code"], answer["options"]) == ("options/invalid", None)


@live
async def test_the_rules_of_an_edition_and_of_a_table(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        rules = await ann.request("GET", "/api/rules?preset=hanabi/cocktail&lang=fr")
        assert rules["lang"] == "fr"
        assert rules["sections"][0]["blocks"]
        query = {"preset": HANABI, "options": '{"errors": 1}', "players": "3"}
        changed = await ann.request("GET", "/api/rules", params=query)
        assert changed["sections"] != rules["sections"]
        table = await ann.open_table(HANABI, "me", "open", options={"first_seat": 0})
        here = await ann.request("GET", f"/api/tables/{table}/rules?lang=en")
        assert here["title"].startswith("Hanabi")
        (change,) = here["sections"][0]["blocks"][1]["items"]
        assert change == "First player: Ann (in the edition: chance decides)."
        for wrong in ({"options": "["}, {"options": "[]"}, {"preset": "x"}, {"players": "9"}):
            answer = await ann.client.get("/api/rules", params=query | wrong)
            assert answer.status_code == 400
            assert answer.json()["code"] in {"request/invalid", "options/preset", "options/players"}


@live
async def test_a_cookie_is_secret_and_remembers_a_nickname(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as someone:
        answer = await someone.client.get("/api/me")
        assert answer.json() == {"name": None}
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        secret = cookie.partition("=")[2].partition(";")[0]
        named = await someone.client.put("/api/me", json={"name": "  Zoé \u202e"})
        assert named.json() == {"name": "Zoé"}
        assert "set-cookie" not in named.headers
        again = await someone.client.get("/api/me")
        assert again.json() == {"name": "Zoé"}
        assert again.headers["set-cookie"] == cookie
        stored = (tmp_path / "hanamichi.db").read_bytes()
        stored += (tmp_path / "hanamichi.db-wal").read_bytes()
        assert secret.encode() not in stored
        assert "Zoé".encode() in stored
        someone.client.cookies.clear()
        someone.client.cookies.set("hanamichi", "forged")
        answer = await someone.client.get("/api/me")
        assert answer.json() == {"name": None}
        assert "set-cookie" in answer.headers


@live
async def test_an_empty_nickname_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as someone:
        answer = await someone.client.put("/api/me", json={"name": "\u202e \u200b"})
        assert (answer.status_code, answer.json()["code"]) == (400, "person/name")


@live
async def test_only_listed_open_tables_are_listed(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        await ann.open_table(HANABI, "me", "open")
        listed = await ann.open_table(HANABI, "me", "open", listed=True)
        started = await ann.open_table(HANABI, "me", "random", listed=True, start=True)
        answer = await ann.request("GET", "/api/tables")
        assert [table["id"] for table in answer["tables"]] == [listed]
        assert [seat["name"] for seat in answer["tables"][0]["seats"]] == ["Ann", None]
        async with ann.at(listed):
            answer = await ann.request("GET", "/api/tables")
            assert answer["tables"][0]["seats"][0]["connected"]
        info = await ann.request("GET", f"/api/tables/{started}")
        assert info["status"] == "playing"


@live
async def test_a_persons_tables_show_where_it_is_their_turn(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        person(server, "Ann") as ann,
        person(server, "Bo") as bo,
    ):
        options = {"first_seat": 1}
        waiting = await ann.open_table(HANABI, "me", "open", options=options)
        async with bo.at(waiting) as second, ann.at(waiting) as first:
            await second.ok("sit")
            await first.ok("start")
        for someone, turn in ((ann, False), (bo, True)):
            (table,) = (await someone.request("GET", "/api/me/tables"))["tables"]
            assert (table["id"], table["your_turn"]) == (waiting, turn)
        async with person(server) as nobody:
            assert await nobody.request("GET", "/api/me/tables") == {"tables": []}


@live
async def test_invalid_tables_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann, person(server) as nobody:
        answer = await nobody.client.post("/api/tables", json=BARE)
        assert (answer.status_code, answer.json()["code"]) == (401, "person/unknown")
        for change, code in (
            ({"preset": "chess"}, "options/preset"),
            ({"seats": []}, "request/invalid"),
            ({"seats": [{"type": "me"}] * 2}, "request/invalid"),
            ({"seats": [{"type": "me"}]}, "options/players"),
            ({"seats": [{"type": "me"}, {"type": "bot", "bot": "hal"}]}, "bot/unknown"),
            ({"options": {"errors": 0}}, "options/invalid"),
            ({"clock": {"bank": 1}}, "request/invalid"),
            ({"bot_pace": "slow"}, "request/invalid"),
            ({"start": True}, "table/seats-open"),
            ({"more": 1}, "request/invalid"),
        ):
            answer = await ann.client.post("/api/tables", json=BARE | change)
            assert answer.status_code == 400, change
            assert answer.json()["code"] == code, answer.text


@live
async def test_invalid_bodies_and_addresses_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        for content, status, code in (
            (b"{", 400, "request/invalid"),
            (b"[]", 400, "request/invalid"),
            (b"\xff", 400, "request/invalid"),
            (b"[" * 20_000, 400, "request/invalid"),
            (b'{"name": "' + b"x" * 70_000 + b'"}', 413, "request/too-large"),
        ):
            answer = await ann.client.put("/api/me", content=content)
            assert (answer.status_code, answer.json()["code"]) == (status, code), content[:20]
        for method, path, code in (
            ("GET", "/api/nothing", "request/not-found"),
            ("GET", "/api/tables/nowhere", "table/unknown"),
            ("GET", "/api/tables/nowhere/record", "table/unknown"),
            ("DELETE", "/api/tables", "request/not-found"),
            ("GET", "/api/replays/nowhere", "replay/unknown"),
        ):
            answer = await ann.client.request(method, path)
            assert answer.status_code in {404, 405}
            assert answer.json()["code"] == code


@live
async def test_pages_of_other_sites_may_not_write(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        for origin in ("https://evil.example", "null"):
            answer = await ann.client.post("/api/tables", json=BARE, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "request/origin")
        answer = await ann.client.post("/api/tables", json=BARE, headers={"origin": server.http})
        assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/catalog", "/api/nothing", "/api/docs"])
@live
async def test_every_answer_has_its_security_headers(tmp_path: Path, path: str) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        headers = (await reader.client.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


@live
async def test_the_api_page_loads_nothing_from_other_sites(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server) as reader:
        page = (await reader.client.get("/api/docs")).text
        assert "POST /api/tables" in page
        assert "https://" not in page
        assert "<script" not in page
        assert (await reader.client.get("/api/docs/style.css")).status_code == 200
        schema = await reader.request("GET", "/api/openapi.json")
        assert set(schema["paths"]["/api/me"]) == {"get", "put", "delete"}
