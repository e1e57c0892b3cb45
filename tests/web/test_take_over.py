"""An event of another program taken over in the browser and over the API: looked at, then taken."""

import re
from base64 import b64encode

import pytest

from formats.foreign.samples import GOTHA, TRF, team_report
from qipan.desk.roles import Role
from qipan.i18n import LANGUAGES
from web.accessibility import complaints
from web.markup import flat
from web.site import sign_in_as, site


@pytest.fixture
def desk(tmp_path):
    with site(tmp_path) as (client, house):
        sign_in_as(client, Role.ORGANISER)
        client.get("/take-over")
        yield client, house


def post(client, text=None, name="harbour.trf", **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    files = {"file": (name, text.encode()) if text else ("", b"")}
    return client.post("/take-over", data=fields, files=files, follow_redirects=False)


def fields_of(page):
    """Give what the second form sends."""
    return {
        name: value
        for name, value in re.findall(r'<input[^>]*name="([a-z]+)"[^>]*value="([^"]*)"', page)
        if name != "file"
    }


def test_looked_at_first_and_taken_with_the_second_click(desk):
    client, house = desk
    look = post(client, TRF)
    assert look.status_code == 200
    assert "harbour" not in house.office.competitions()
    words = flat(look.text)
    assert "5 entrants after round 2 of 5" in words
    assert "5 players with their numbers" in words
    assert "One, Anna" in words
    fields = fields_of(look.text)
    assert fields["id"] == "harbour"
    done = post(client, store="yes", **fields)
    assert (done.status_code, done.headers["location"]) == (303, "/c/harbour/event/desk")
    assert len(house.office.state("harbour").sections["event"].rounds) == 2
    desk_page = client.get("/c/harbour/event/desk")
    assert desk_page.status_code == 200
    public = client.get("/c/harbour/event")
    assert "Three, Chai" in flat(public.text)
    why = client.get("/c/harbour/event/pairing?round=1&board=1")
    assert "taken over from its file" in flat(why.text)


def test_a_file_that_cannot_be_taken_says_why_and_may_be_changed(desk):
    client, _ = desk
    answer = post(client, TRF, round="7")
    assert answer.status_code == 400
    assert "The file has 2 complete rounds, not 7" in flat(answer.text)
    fields = fields_of(answer.text)
    again = post(client, **{**fields, "round": "1"})
    assert "after round 1 of 5" in flat(again.text)
    wrong = post(client, "<Tournament>", "x.xml")
    assert wrong.status_code == 400
    assert post(client).status_code == 400


def test_into_a_competition_of_somebody_else_is_refused(desk):
    client, house = desk
    house.office.create("others", "t", "Others", "club-swiss")
    sign_in_as(client, Role.ARBITER)
    client.get("/")
    answer = post(client, TRF, id="others", under="club-swiss/evening")
    assert answer.status_code == 403


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_whole_in_every_language(desk, language):
    client, _ = desk
    client.get(f"/language/{language}")
    page = client.get("/take-over")
    look = post(client, GOTHA if language == "zh" else team_report(), f"cup-{language}.trf")
    for answer in (page, look):
        assert answer.status_code == 200
        assert complaints(answer.text) == []
        assert not re.search(r"take-over\.[a-z]+\b(?!\")", flat(answer.text))


def test_over_the_api(desk):
    client, house = desk
    headers = {"x-csrftoken": client.cookies.get("csrftoken")}
    asked = {"competition": "harbour", "content": b64encode(TRF.encode()).decode(), "round": 1}
    look = client.post("/api/take-over", json={**asked, "dry_run": True}, headers=headers)
    assert look.status_code == 200, look.text
    assert (look.json()["rounds"], look.json()["dry_run"]) == (1, True)
    assert "harbour" not in house.office.competitions()
    done = client.post("/api/take-over", json=asked, headers=headers).json()
    assert (done["competition"], done["section"], done["entrants"]) == ("harbour", "event", 5)
    assert house.office.state("harbour").version == done["version"]
    again = client.post("/api/take-over", json=asked, headers=headers)
    assert again.status_code in (400, 409, 422)
