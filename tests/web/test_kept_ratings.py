"""Ratings, seasons and the register: page, API and shell agree, and closed is closed."""

from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from office.kept_events import an_event
from qipan.cli import build
from qipan.desk.roles import Role
from qipan.office.persons.kept_ratings import AskedSection, begin_list, rate
from qipan.office.persons.register import read_register
from qipan.ranking.ratings.list_rules import read_rules
from qipan.store.visitors.profiles import ProfileChoice
from web.accessibility import complaints
from web.markup import flat
from web.site import sign_in_as, site

GP = (
    'title = { en = "Grand prix" }\npoints = [10, 6, 4]\nothers = 1\nbest = 1\n'
    '[clauses]\npoints = "GP 2"\nbest = "GP 3"\n[text]\n"GP 2" = { en = "Points by place." }\n'
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    with site(tmp_path_factory.mktemp("kept")) as (client, house):
        dice = Random(28)
        for name in ("spring", "autumn"):
            an_event(house.office, name, dice)
        yield client, house


def ask(client, method, path, body=None):
    headers = {"x-csrftoken": client.cookies.get("csrftoken", "")}
    answer = client.request(method, path, json=body, headers=headers)
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


def shell(house, *words):
    done = CliRunner().invoke(build(), [*words, "--json", "--data", str(house.log.path)])
    assert done.exit_code == 0, done.output
    return msgspec.json.decode(done.stdout)


def test_ratings_by_the_api_are_those_of_the_page_and_the_shell(kept):
    client, house = kept
    sign_in_as(client, Role.CHIEF_ARBITER)
    ask(client, "POST", "/api/ratings", {"name": "club", "rules": "egf"})
    section = {"competition": "spring", "section": "open"}
    dry = {"season": "2026", "sections": [section], "dry_run": True}
    assert ask(client, "POST", "/api/ratings/club/seasons", dry)["persons"] == 6
    ask(client, "POST", "/api/ratings/club/seasons", {**dry, "dry_run": False})
    assert ask(client, "GET", "/api/ratings/club/check") == {
        "list": "club", "different": [], "equal": True,
    }  # fmt: skip
    shown = ask(client, "GET", "/api/ratings/club")
    assert shown == shell(house, "rating", "show", "club")
    page = client.get("/ratings/club")
    assert complaints(page.text) == []
    words = flat(page.text)
    for row in shown["rows"]:
        assert row["name"] in words
        assert row["rating"] in words
    best = shown["rows"][0]
    why = ask(client, "GET", f"/api/ratings/club/people/{best['person']}")
    assert why == shell(house, "rating", "why", "club", best["person"])
    told = flat(client.get(f"/ratings/club/{best['person']}").text)
    for game in why["seasons"][0]["games"]:
        assert game["change"] in told
        assert game["opponent"] in told
        assert game["title"] == "Open spring · Open"
    assert told.count("Open spring · Open") == 1  # said once, above its games


def test_nobody_is_shown_who_did_not_open_their_ratings(kept):
    client, house = kept
    if not ask(client, "GET", "/api/ratings"):  # each test may run alone
        begin_list(house.office, "t", "club", read_rules("egf"))
        rate(house.office, "t", "club", "2026", [AskedSection("spring", "open")])
    sign_in_as(client, Role.SPECTATOR)
    closed = ask(client, "GET", "/api/ratings/club")
    assert (closed["rows"], closed["hidden"]) == ([], 6)
    who = read_register(house.office).the_one("abe yoko")
    house.side_tables.profiles.save(
        ProfileChoice("page-of-abe", Role.PLAYER.value, who.ids[0], ("ratings", "titles"))
    )
    opened = ask(client, "GET", "/api/ratings/club")
    assert [row["name"] for row in opened["rows"]] == [Role.PLAYER.value]
    profile = ask(client, "GET", "/api/people/page-of-abe")
    assert profile["ratings"][0]["rating"] == opened["rows"][0]["rating"]
    assert "2026" in flat(client.get("/people/page-of-abe").text)
    other = next(x for x in read_register(house.office).people if x.id != who.id)
    assert client.get(f"/ratings/club/{other.id}").status_code == 404
    house.side_tables.profiles.forget(Role.PLAYER.value)
    assert ask(client, "GET", "/api/ratings/club")["rows"] == []


def test_a_season_and_the_register(kept):
    client, house = kept
    sign_in_as(client, Role.ORGANISER)
    ask(client, "POST", "/api/seasons", {"name": "gp", "rules": GP})
    for name in ("spring", "autumn"):
        stop = {"competition": name, "section": "open"}
        table = ask(client, "POST", "/api/seasons/gp/stops", stop)
    assert table == shell(house, "season", "show", "gp")
    page = client.get("/season/gp")
    assert complaints(page.text) == []
    first = table["rows"][0]
    why = ask(client, "GET", f"/api/seasons/gp/people/{first['person']}")
    assert why == shell(house, "season", "why", "gp", first["name"])
    told = client.get(f"/season/gp/{first['person']}")
    assert complaints(told.text) == []
    assert "No, only the best 1" in told.text
    assert "GP 3" in told.text
    register = client.get("/register")
    assert complaints(register.text) == []
    assert "Abe Yoko" in flat(register.text)
    assert "Gao Min" in flat(client.get("/arbiters").text)
    assert ask(client, "GET", "/api/arbiters") == shell(house, "arbiters")
    ask(client, "DELETE", "/api/seasons/gp/stops/autumn/open")
    assert len(ask(client, "GET", "/api/seasons/gp")["stops"]) == 1


def test_the_shell_names_who_earned_something_and_where(kept, tmp_path):
    _, house = kept
    rules = tmp_path / "rules.toml"
    rules.write_text(
        'like = "egf"\n[[promotion]]\ntitle = "City champion"\nclause = "P 7"\n'
        "place = 1\nplayers = 6\n"
    )
    end = ["--data", str(house.log.path)]
    begun = CliRunner().invoke(build(), ["rating", "begin", "city", "--rules", str(rules), *end])
    assert "GoR of the" in begun.stdout
    words = ["rating", "rate", "city", "2026", "autumn/open", *end]
    rated = CliRunner().invoke(build(), words)
    (best,) = (
        row["name"] for row in shell(house, "rating", "show", "city")["rows"] if row["titles"]
    )
    assert f"{best} earned City champion [P 7]" in rated.stdout
    assert "p-" not in rated.stdout
