"""Lists of entries in the browser: any list, at most one screen of mapping, repaired in place."""

import base64
import html
import re

import pytest

from formats.lists_of_others import LISTS
from qipan.desk.competition import OpenSection
from qipan.desk.roles import Role
from qipan.formats.entry_list import AskedColumns, read_entry_list
from qipan.formats.lists.asked import asked_columns
from qipan.formats.lists.template import template
from qipan.i18n import LANGUAGES
from qipan.rulebooks.loader import all_books
from qipan.views.entry_fields import needed_fields
from web.accessibility import complaints
from web.hall import MEN, men, open_men
from web.markup import flat
from web.site import sign_in_as, site, token


@pytest.fixture
def desk(tmp_path):
    with site(tmp_path) as (client, house):
        open_men(house)
        sign_in_as(client, Role.ORGANISER)
        yield client, house


def post(client, path=MEN, file=None, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    files = {"file": file or ("", b"")}
    return client.post(f"{path}/import", data=fields, files=files)


def fields_of(page):
    """Give what the form of the look sends."""
    form = re.search(r"<form[^>]*data-columns.*?</form>", page, re.S)[0]
    sent = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if given.get("type") in ("checkbox", "radio") and "checked" not in tag:
            continue
        sent[given["name"]] = html.unescape(given.get("value", ""))
    for name, options in re.findall(r'<select\s+name="([^"]+)".*?>(.*?)</select>', form, re.S):
        for value, rest in re.findall(
            r"<option\s*(?:value=\"([^\"]*)\")?\s*([^>]*>[^<]*)", options
        ):
            if "selected" in rest:
                sent[name] = html.unescape(value or rest.partition(">")[2].strip())
    return sent


def counts(page):
    found = re.findall(r'data-count="(\w+)"><strong>(\d+)</strong>', flat(page))
    return {name: int(number) for name, number in found}


WANTED = {
    "entry form": 5, "numbered entry form": 5, "questionnaire": 3, "malay form": 3, "go list": 3,
    "hong kong": 2,
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_a_list_as_people_keep_it_is_in_after_two_clicks(desk, name):
    client, house = desk
    file, make = LISTS[name]
    look = post(client, file=(file, make()))
    assert look.status_code == 200
    assert (counts(look.text)["added"], counts(look.text)["failed"]) == (WANTED[name], 0)
    assert complaints(look.text) == []
    done = post(client, **fields_of(look.text), store="yes")
    assert done.status_code == 200
    assert len(men(house).entrants) == WANTED[name]


def test_a_column_is_mapped_on_one_screen_and_remembered(desk):
    client, house = desk
    text = "who,from where\nTan Ah Kow,Johor\n"
    look = post(client, pasted=text)
    fields = fields_of(post(client, **fields_of(look.text) | {"heading": "1"}).text)
    fields |= {"use.0": "name", "use.1": "unit"}
    again = post(client, **fields)
    assert counts(again.text)["added"] == 1
    post(client, **fields_of(again.text), store="yes")
    [entrant] = men(house).entrants.values()
    assert entrant.unit == "Johor"
    # the next list with such headings needs no words
    look = post(client, pasted="from where,who\nPerak,Lim Wei\n")
    assert fields_of(look.text)["use.0"] == "unit"


def test_a_bad_cell_is_repaired_in_the_preview(desk):
    client, house = desk
    look = post(client, pasted="name,birth\nTan,1990\nLim,maybe 1991\n")
    assert counts(look.text) | {"failed": 1} == counts(look.text)
    fields = fields_of(look.text)
    assert fields["fix.B3"] == "maybe 1991"
    fields["fix.B3"] = "1991年"
    again = post(client, **fields)
    assert (counts(again.text)["added"], counts(again.text)["failed"]) == (2, 0)
    post(client, **fields_of(again.text), store="yes")
    births = {person.birth for person in house.office.names(men(house)).values()}
    assert births == {"1990", "1991"}


def test_a_double_is_asked_about(desk):
    client, house = desk
    fields = fields_of(post(client, pasted="name,birth\nWu Kelvin,1972\n").text)
    post(client, **fields, store="yes")
    look = post(client, pasted="name,birth\nWu Kelvin,1973\n")
    assert "has already entered: 1972" in flat(look.text)
    again = post(client, **fields_of(look.text), same="2")
    assert counts(again.text)["updated"] == 1
    post(client, **fields_of(again.text), store="yes")
    assert len(men(house).entrants) == 1


def test_doubtful_dates_are_asked_about(desk):
    client, house = desk
    look = post(client, pasted="name,dob\nTan,3/5/1990\n")
    assert "day first or month first" in look.text
    fields = fields_of(look.text) | {"dates": "month"}
    post(client, **fields, store="yes")
    assert next(iter(house.office.names(men(house)).values())).birth == "1990-03-05"


def test_a_list_without_names_shows_its_columns_to_be_put_right(desk):
    client, _ = desk
    look = post(client, pasted="rating,year\n1500,1990\n")
    assert look.status_code == 400
    assert "Choose the column that has the names" in look.text
    assert 'name="use.0"' in look.text


def test_a_file_that_cannot_be_read_says_what_can(desk):
    client, _ = desk
    answer = post(client, file=("x.xlsx", b"\x00\x01\x02"))
    assert (answer.status_code, "xlsx, xls, ods, csv" in answer.text) == (400, True)


def test_the_template_of_an_event_is_read_back_in_every_language(desk):
    client, _ = desk
    answer = client.get(f"{MEN}/import/template.xlsx")
    assert answer.status_code == 200
    events = [event for book in all_books().values() for event in book.event.values()]
    different = {}  # many events ask for the same
    for event in events:
        asked, fields = asked_columns(event), [each.field for each in needed_fields(event)]
        different[repr((asked, fields))] = asked, fields
    for asked, fields in different.values():
        for language in LANGUAGES:
            content = template(language, "x", [*fields, "unit", "birth", "rating"], asked)
            found = read_entry_list(content, "t.xlsx", asked=asked)
            assert found.unused == (), (fields, language)


def test_the_form_of_a_team_asks_for_everybody_of_it(desk):
    client, house = desk
    opened = OpenSection(
        section="team", title="Teams", under="team", options={"entry_checks": False}
    )
    house.office.carry_out("cup", "t", opened)
    page = client.get("/c/cup/team/desk/entries").text
    assert complaints(page) == []
    names = re.findall(r'name="(name\d?)"', page)
    roles = re.findall(r'name="role\d?" value="(\w+)"', page)
    assert names == ["name", "name2", "name3", "name4", "name5"]
    assert roles == ["player", "player", "player", "junior", "reserve"]
    fields = {f"name{n}": f"P{n}" for n in ("", 2, 3, 4)} | {"unit": "Johor", "birth4": "2012"}
    fields |= {f"role{n}": r for n, r in zip(("", 2, 3, 4, 5), roles, strict=True)}
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    answer = client.post("/c/cup/team/desk/entries/enter", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    [team] = house.office.state("cup").sections["team"].entrants.values()
    assert (team.roles, len(team.people)) == (("player", "player", "player", "junior"), 4)


def test_the_form_takes_dates_as_people_write_them(desk):
    client, house = desk
    page = client.get(f"{MEN}/desk/entries").text
    assert all(f'name="{field}"' in page for field in ("tags", "birth", "dan"))
    fields = {"name": "Tan", "birth": "2010年5月1日", "_csrf_token": client.cookies["csrftoken"]}
    client.post(f"{MEN}/desk/entries/enter", data=fields)
    [person] = house.office.names(men(house)).values()
    assert person.birth == "2010-05-01"


def test_a_list_comes_in_over_the_api(desk):
    client, house = desk
    file, make = LISTS["hong kong"]
    token = client.cookies.get("csrftoken")
    headers = {"x-csrftoken": token}
    asked = {"content": base64.b64encode(make()).decode(), "name": file, "dry_run": True}
    answer = client.post("/api/competitions/cup/individual/import", json=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    said = answer.json()
    assert [each["name"] for each in said["report"]["added"]] == ["陳紅棋", "黃子琳"]
    assert said["unused"] == ["編號"]
    assert men(house).entrants == {}
    asked = {"text": "a,b\nTan,Johor\n", "uses": {"a": "name", "B": "unit"}}
    answer = client.post("/api/competitions/cup/individual/import", json=asked, headers=headers)
    assert answer.status_code == 200, answer.text
    [entrant] = men(house).entrants.values()
    assert entrant.unit == "Johor"
    wrong = {"text": "a\nTan\n", "uses": {"zzz": "name"}}
    answer = client.post("/api/competitions/cup/individual/import", json=wrong, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "list.no-column")


def test_asked_columns_know_the_marks_of_the_book():
    book = all_books()["my-2018"]
    asked = asked_columns(book.event["non-chinese"])
    assert isinstance(asked, AskedColumns)
    assert "non-chinese" in asked.marks


def copied(client, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(f"{MEN}/desk/entries/copy", data=fields)


def test_the_players_of_an_earlier_event_are_looked_at_and_then_entered(desk):
    client, house = desk
    assert "Choose an earlier event" in client.get(f"{MEN}/desk/entries").text
    page = client.get(f"{MEN}/desk/entries?earlier=1").text
    assert 'value="demo/women"' in page
    assert f'value="{MEN.removeprefix("/c/")}"' not in page
    looked = copied(client, source="demo/women").text
    assert "6 entrants would be entered." in flat(looked)
    assert not men(house).entrants
    version = re.search(r'name="version" value="(\d+)"', looked)[1]
    stale = copied(client, source="demo/women", store="yes", version=str(int(version) - 1))
    assert stale.status_code == 409
    assert not men(house).entrants
    done = copied(client, source="demo/women", store="yes", version=version).text
    assert "6 entrants entered." in flat(done)
    assert len(men(house).entrants) == 6
    assert "6 are in already." in flat(copied(client, source="demo/women").text)


def test_people_of_an_event_in_which_one_does_not_work_stay_there(desk):
    client, house = desk
    house.accounts.create("here-only", "here-only", "long enough")
    house.accounts.grant("here-only", MEN.split("/")[2], Role.ORGANISER)
    client.post("/sign-out", data={"_csrf_token": client.cookies.get("csrftoken")})
    form = {"name": "here-only", "password": "long enough", "_csrf_token": token(client)}
    client.post("/sign-in", data=form)
    page = client.get(f"{MEN}/desk/entries?earlier=1").text
    assert "There is no other event here in which you have a role." in page
    assert copied(client, source="demo/women").status_code == 403
    assert copied(client, source=MEN.removeprefix("/c/")).status_code == 400
    assert copied(client, source="nowhere/at-all").status_code in (403, 404)
    assert not men(house).entrants
