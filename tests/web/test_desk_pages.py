"""The desk's pages: each shows, acts, refuses with its clause, and works without scripts."""

import re

import pytest

from qipan.desk.roles import Role
from qipan.web.desk.pages import desk_pages
from web.accessibility import complaints
from web.markup import flat
from web.site import WOMEN, sign_in_as, site

DESK = f"{WOMEN}/desk"


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


@pytest.fixture
def chief(served):
    client, house = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    return client, house


def work(client, page, action, path=WOMEN, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(f"{path}/desk/{page}/{action}", data=fields, follow_redirects=False)


def women(house):
    return house.office.state("demo").sections["women"]


def test_the_desk_opens_with_results(chief):
    client, _ = chief
    answer = client.get(DESK)
    assert answer.status_code == 200
    assert str(answer.url).endswith("/desk/results")
    assert "Results missing: 2" in answer.text


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_the_desk_is_for_the_staff(served, role):
    client, _ = served
    sign_in_as(client, role)
    answer = client.get(f"{DESK}/results")
    assert (answer.status_code, "cannot do this" in answer.text) == (403, True)


def test_lines_are_recorded(chief):
    client, house = chief
    answer = work(client, "results", "lines", round=3, lines="2 1\r\n3 =\r\n")
    assert answer.status_code == 303
    assert women(house).rounds[2].results[2].score.seats == (2, 0)
    assert women(house).rounds[2].results[3].score.seats == (1, 1)
    assert "Results recorded: 2" in client.get(answer.headers["location"]).text


def test_wrong_lines_are_named_and_nothing_is_half_written(chief):
    client, house = chief
    before = house.office.state("demo").version
    answer = work(client, "results", "lines", round=3, lines="2 1-0\n9 1-0\nx\n3 1-1\n1 0\n")
    assert answer.status_code == 400
    listed = re.findall(r'<li value="(\d+)"><code>([^<]*)</code> ([^<]+)', flat(answer.text))
    assert [(line, text) for line, text, _ in listed] == [
        ("2", "9 1-0"), ("3", "x"), ("4", "3 1-1"), ("5", "1 0"),
    ]  # fmt: skip
    assert "was not paired" in listed[0][2]
    assert "already" in listed[3][2]
    assert house.office.state("demo").version == before
    assert "2 1-0\n9 1-0" in answer.text.replace("\r", "")  # what was typed is still there


def test_a_correction_shows_what_changed(chief):
    client, house = chief
    page = client.get(f"{DESK}/results?round=3&correct=1").text
    assert 'name="reason"' in page
    assert women(house).rounds[2].results[1].score.seats == (1, 1)
    slip = {"round": 3, "board": 1, "result": "1-0", "reason": "slip misread", "correct": "yes"}
    answer = work(client, "results", "correct", **slip)
    assert answer.status_code == 303
    changed = client.get(answer.headers["location"]).text
    assert "Places changed: 2" in changed
    assert complaints(changed) == []


def test_a_correction_without_a_reason_is_refused_with_its_clause(chief):
    client, _ = chief
    answer = work(client, "results", "correct", round=3, board=1, result="1-0", reason="")
    assert answer.status_code == 422
    assert "<cite>House rule</cite>" in answer.text


def test_check_in_is_one_tap_and_can_be_undone(chief):
    client, house = chief
    answer = work(client, "check-in", "arrive", entrant="e2")
    page = client.get(answer.headers["location"]).text
    assert "is here" in page
    assert women(house).present == {"e2"}
    assert work(client, "check-in", "arrive", entrant="e2").status_code == 303  # a double tap
    assert work(client, "check-in", "undo", entrant="e2").status_code == 303
    assert women(house).present == set()
    assert work(client, "check-in", "arrive", entrant="e99").status_code == 422


def test_missing_players_are_noted_and_found_again(chief):
    client, house = chief
    who = women(house).rounds[2].tables[1].seats[0]
    assert work(client, "late", "absent", round=3, entrant=who).status_code == 303
    assert "Late: 1" in client.get(f"{DESK}/results").text
    assert work(client, "late", "here", round=3, entrant=who).status_code == 303
    assert women(house).absent == set()
    done = women(house).rounds[2].tables[0].seats[0]
    refused = work(client, "late", "absent", round=3, entrant=done)
    assert (refused.status_code, "no open game" in refused.text) == (422, True)


PAGES = [name for name in desk_pages() if name != "receipt"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_shows_and_can_be_read_aloud(chief, language):
    client, _ = chief
    client.headers["accept-language"] = language
    for name in PAGES:
        answer = client.get(f"{DESK}/{name}")
        assert (name, answer.status_code) == (name, 200)
        assert (name, complaints(answer.text)) == (name, [])
        codes = re.findall(r"(?<!/)\bdesk\.[a-z]+\.?[a-z]*", answer.text)
        assert (name, codes) == (name, [])  # every word has a sentence
