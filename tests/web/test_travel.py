"""Files, copies and handing over in the browser: looked at first, by who may, in words."""

import json
import re

import pytest

from qipan.desk.roles import Role
from qipan.formats.travel.event_file import read_event
from qipan.journal.travel.custody import EventTakenOver
from qipan.kernel.ids import CompetitionId
from qipan.store.travel.mirrors import Mirror
from travelling import make_event, opened
from web.site import sign_in_as, site

CUP = CompetitionId("cup")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A file of an event that was handed over, and one that is a copy."""
    from qipan.host.travel.event_files import FileWanted, write_file

    path = tmp_path_factory.mktemp("away") / "away.sqlite"
    make_event(path, rounds=1, further=1)
    with opened(path) as house:
        copy = write_file(house, CUP, FileWanted("test", "Hall laptop")).content
        handed = write_file(house, CUP, FileWanted("test", to="the server")).content
    return copy, handed


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


def post(client, path, files=None, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(path, data=fields, files=files, follow_redirects=False)


def bring(client, content, **fields):
    client.get("/travel")
    return post(client, "/travel/file", {"file": ("cup.qipan", content)}, **fields)


def kept_in(page):
    return re.search(r'name="kept" value="([^"]+)"', page)[1]


def test_an_event_is_looked_at_and_then_taken_in(served, file):
    client, house = served
    sign_in_as(client, Role.ORGANISER)
    assert "Import an event" in client.get("/").text
    looked = bring(client, file[1])
    assert looked.status_code == 201 or looked.status_code == 200
    assert "It is not on this server yet." in looked.text
    assert "handed over to “the server”" in looked.text
    assert CUP not in house.office.competitions(), "nothing is stored before somebody says so"
    taken = post(client, "/travel/take", kept=kept_in(looked.text))
    assert taken.headers["location"] == "/c/cup/travel"
    assert "Held here" in client.get("/c/cup/travel").text
    assert house.office.holds(house.office.state(CUP))
    assert "Ada of cup" in client.get("/c/cup/evening").text
    again = post(client, "/travel/take", kept=kept_in(looked.text))
    assert "Choose it again" in again.text


def test_a_copy_says_on_every_page_who_holds_it_and_takes_no_command(served, file):
    client, house = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    post(client, "/travel/take", kept=kept_in(bring(client, file[0]).text))
    for path in ("/c/cup", "/c/cup/evening", "/c/cup/evening/desk/results", "/c/cup/travel"):
        assert client.get(path).text.count("Hall laptop has held this event") == 1, path
    asked = {"command": "RecordResult", "section": "evening", "round": 2, "board": 2}
    headers = {"x-csrftoken": client.cookies.get("csrftoken")}
    where = "/api/competitions/cup/commands"
    asked["score"] = {"seats": [2, 0]}
    refused = client.post(where, json=asked, headers=headers)
    assert refused.json()["code"] == "travel.elsewhere"
    assert "Hall laptop" in refused.json()["message"]
    done = post(client, "/c/cup/travel/take-over", because="the laptop is broken")
    assert done.status_code == 303
    state = house.office.state(CUP)
    assert isinstance(state.past[-1], EventTakenOver)
    assert state.past[-1].because == "the laptop is broken"
    assert (
        client.post(where, json={**asked, "score": {"seats": [2, 0]}}, headers=headers).status_code
        == 201
    )
    assert "Hall laptop" not in client.get("/c/cup/evening").text


def test_an_event_leaves_as_a_file_and_the_page_says_where_it_went(served):
    client, house = served
    sign_in_as(client, Role.ORGANISER)
    client.get("/c/demo/travel")
    got = post(client, "/c/demo/travel/file", password="correct horse")
    assert got.headers["content-disposition"] == 'attachment; filename="demo.qipan"'
    assert read_event(got.content, "correct horse").parcel.competition == "demo"
    assert post(client, "/c/demo/travel/file", password="short").status_code == 400
    assert post(client, "/c/demo/travel/file", hand_over="yes").status_code == 400
    assert house.office.holds(house.office.state(CompetitionId("demo")))
    gone = post(client, "/c/demo/travel/file", hand_over="yes", to="Penang hall")
    assert gone.status_code == 200
    assert "Handed over to Penang hall" in client.get("/c/demo").text


@pytest.mark.parametrize("role", [Role.ARBITER, Role.PLAYER, Role.SPECTATOR, None])
def test_who_may_not_sees_and_gets_nothing(served, file, role):
    client, _ = served
    if role:
        sign_in_as(client, role)
    else:
        client.get("/")
    for path in ("/c/demo/travel", "/c/demo/travel/unsent", "/travel"):
        assert client.get(path).status_code in (401, 403), path
    assert bring(client, file[0]).status_code in (401, 403)
    for path in ("file", "take-over", "mirrors", "mirrors/remove"):
        fields = {"because": "x", "url": "https://x.org", "token": "x" * 30, "mirror": "x"}
        assert post(client, f"/c/demo/travel/{path}", **fields).status_code in (401, 403), path
    assert post(client, "/travel/token", competition="cup").status_code in (401, 403)


def test_an_organiser_of_one_event_calls_no_other_machine(served):
    client, house = served
    house.accounts.create("local", "Local", "long enough")
    house.accounts.grant("local", "demo", Role.ORGANISER)
    sign_in_as(client, LOCAL)
    page = client.get("/c/demo/travel")
    assert page.status_code == 200
    assert 'name="url"' not in page.text
    refused = post(client, "/c/demo/travel/mirrors", url="http://10.0.0.1", token="x" * 30)
    assert refused.status_code == 403
    assert client.get("/travel").status_code == 403


class LOCAL:
    value = "local"


def test_damaged_files_are_refused_in_words(served, file):
    client, house = served
    sign_in_as(client, Role.ORGANISER)
    for content in (b"", b"PK", file[0][:-40], file[0][:900], b"\0" * 5000):
        answer = bring(client, content)
        assert answer.status_code == 400, content[:10]
        assert "Nothing was imported" in answer.text
    assert house.office.competitions() == ["demo"]


def test_the_desk_says_how_the_copies_elsewhere_stand(served):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    assert "Copies kept elsewhere" not in client.get("/c/demo/desk").text
    mirrors = house.side_tables.mirrors
    made = Mirror("m1", "demo", "https://play.example.org", "standby", b"", 1_780_000_000)
    mirrors.add(made)
    for state, facts, words in (
        ("new", {}, "Not started yet."),
        ("no-line", {"n": 3, "since": 1_780_000_000}, "3 events are waiting here"),
        ("up-to-date", {}, "up to date"),
        ("refused", {"why": "full"}, "check this"),
    ):
        mirrors.note("m1", state, json.dumps(facts), 1_780_000_100)
        page = client.get("/c/demo/desk").text
        assert "https://play.example.org" in page
        assert words in page


def test_a_token_for_a_copy_opens_nothing_else(served):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    client.get("/travel")
    page = post(client, "/travel/token", competition="demo").text
    word = re.search(r"<code data-secret>([^<]+)", page)[1]
    client.cookies.clear()
    bearer = {"authorization": f"Bearer {word}"}
    where = "/api/competitions/demo/commands"
    asked = {"command": "PostNotice", "text": "hello"}
    assert client.post(where, json=asked, headers=bearer).status_code == 403
    other = client.post("/api/mirror/cup/heads", json={}, headers=bearer)
    assert other.status_code in (401, 403)
    here = client.post("/api/mirror/demo/events", json={"place": "x"}, headers=bearer)
    assert here.json()["code"] == "travel.other-event", "an event of this server is not written"
    assert client.post("/api/mirror/demo/heads", json={}).status_code in (401, 403)
