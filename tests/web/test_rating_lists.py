"""A rating list from the file to the entries: page, desk, API and shell say the same."""

import re

import msgspec
import pytest
from typer.testing import CliRunner

from formats.rating_lists.samples import EGD
from qipan.cli import build
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.roles import Role
from qipan.journal.people import Person
from web.accessibility import complaints
from web.markup import flat
from web.site import sign_in_as, site

DESK = "/c/open/open/desk"


@pytest.fixture
def desk(tmp_path):
    with site(tmp_path) as (client, house):
        office = house.office
        office.create(
            "open", "t", "Open", "mcmahon", text=content_text(ready_regulation("mcmahon"))
        )
        office.carry_out("open", "t", OpenSection(section="open", title="Open", under="open"))
        for name, rank, licence in (
            ("Kulkova Andrea", "5d", "10254318"),
            ("Jan Mueler", "3k", ""),
        ):
            newcomer = Newcomer(Person(name=name, licence=licence), rank=rank)
            office.enter("open", "open", "t", newcomer)
        sign_in_as(client, Role.CHIEF_ARBITER)
        client.get("/rating-lists")
        yield client, house


def post(client, path, **fields):
    files = fields.pop("files", None)
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(path, data=fields, files=files, follow_redirects=False)


def bring(client):
    look = post(
        client, "/rating-lists", name="egd", date="2026-11", files={"file": ("egd.html", EGD)}
    )
    assert look.status_code == 200
    assert "egd 2026-11 has 3 players" in flat(look.text)
    carried = re.search(r'name="carried" value="([^"]*)"', look.text)[1]
    more = {"carried": carried, "named": "egd.html", "keep": "yes"}
    done = post(client, "/rating-lists", name="egd", date="2026-11", files={}, **more)
    assert done.status_code == 303


def test_a_list_is_looked_at_kept_searched_and_held_against_the_entries(desk):
    client, house = desk
    bring(client)
    page = client.get("/rating-lists?list=egd&q=jan+muller")
    assert "10254319" in page.text
    assert complaints(page.text) == []
    found = client.get("/api/rating-lists/egd/find", params={"q": "andrea"}).json()
    assert [each["id"] for each in found] == ["10254318"]
    assert "data-lookup" in client.get(f"{DESK}/entries").text
    checked = client.get(f"{DESK}/list-check")
    words = flat(checked.text)
    assert "Kulkova Andrea entered as 5d; the list says 6d." in words
    assert "Jan Mueler is not on the list. Did you mean Müller Jan?" in words
    assert complaints(checked.text) == []
    api = client.get("/api/competitions/open/open/list-check", params={"list": "egd"}).json()
    assert {each["code"] for each in api["doubts"]} == {"doubt.rank", "doubt.did-you-mean"}
    took = post(
        client, f"{DESK}/list-check/take", entrant="e2", number="10254319", list="egd/2026-11"
    )
    assert took.status_code == 303
    done = post(client, f"{DESK}/list-check/refresh", list="egd/2026-11")
    assert done.status_code == 303
    entrants = house.office.state("open").sections["open"].entrants
    assert [(each.rank, each.rating) for each in entrants.values()] == [("6d", 2662), ("3k", 1790)]
    again = client.get("/api/competitions/open/open/list-check", params={"list": "egd"}).json()
    assert again["doubts"] == []
    nothing = client.post(
        "/api/competitions/open/open/refresh-ratings",
        json={"list": "egd", "dry_run": True},
        headers={"x-csrftoken": client.cookies.get("csrftoken")},
    ).json()
    assert (nothing["changed"], nothing["unchanged"]) == ([], 2)


def test_lists_are_not_for_everybody(desk):
    client, _ = desk
    bring(client)
    sign_in_as(client, Role.PLAYER)
    assert client.get("/api/rating-lists/egd/find?q=jan").status_code == 403
    assert client.get("/rating-lists").status_code == 403
    sign_in_as(client, Role.ARBITER)
    client.get("/rating-lists")
    assert client.get("/api/rating-lists/egd/find?q=jan").status_code == 200
    refused = post(client, "/rating-lists/remove", name="egd", date="2026-11")
    assert refused.status_code == 403


def test_the_shell_brings_finds_checks_enters_and_takes_back(tmp_path):
    data, shell = str(tmp_path / "j.sqlite"), CliRunner()
    (tmp_path / "egd.html").write_bytes(EGD)

    def run(*words, code=0):
        done = shell.invoke(build(), [*words, "--data", data])
        assert done.exit_code == code, done.output
        return done.stdout

    run("rating-list", "bring", str(tmp_path / "egd.html"), "--name", "egd", "--date", "2026-11")
    assert "Müller Jan" in run("rating-list", "find", "egd", "jan", "mueller")
    run("new", "club-swiss", "evening", "--id", "cup")
    run("enter", "cup", "andrea kulkova", "--list", "egd", "--section", "evening")
    run("enter", "cup", "Jan Mueller", "--section", "evening")
    run("enter", "cup", "Mueler Jan", "--list", "egd", "--section", "evening", code=1)
    checked = msgspec.json.decode(run("entries", "check", "cup", "--list", "egd", "--json"))
    assert [each["code"] for each in checked["doubts"]] == ["doubt.did-you-mean"]
    told = run("entries", "check", "cup", "--list", "egd")
    assert "Did you mean Müller Jan?" in told
    done = msgspec.json.decode(run("entries", "refresh", "cup", "--list", "egd", "--json"))
    assert (done["changed"], done["without_number"]) == ([], ["Jan Mueller"])
    run("rating-list", "remove", "egd", "2026-11")
    assert msgspec.json.decode(run("rating-list", "show", "--json")) == []
