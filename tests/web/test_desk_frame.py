"""The frame of the desk: steps in the order of work on every page, and all sections at once."""

import re

import pytest

from qipan.desk.roles import Role
from qipan.web.desk.pages import desk_pages
from qipan.web.desk.steps import ORDER_OF_WORK
from web.accessibility import complaints
from web.markup import flat
from web.site import WOMEN, sign_in_as, site


@pytest.fixture
def chief(tmp_path):
    with site(tmp_path) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house


def steps(text):
    column = re.search(r'<nav class="steps".*?</nav>', text, re.S)[0]
    return re.findall(r'href="/c/demo/women/desk/([a-z-]+)"', column)


def test_the_steps_are_in_the_order_of_work(chief):
    client, _ = chief
    found = steps(client.get(f"{WOMEN}/desk/results").text)
    wanted = ["entries", "check-in", "lots", "pairing", "results"]
    assert [name for name in found if name in wanted] == wanted
    assert found.index("standings") < found.index("closing") < found.index("conduct")


def test_every_page_of_the_desk_has_the_same_steps(chief):
    client, _ = chief
    listed = steps(client.get(f"{WOMEN}/desk/results").text)
    assert {"documents", "standings", "money", "conduct"} <= set(listed)
    for name in listed:
        text = client.get(f"{WOMEN}/desk/{name}").text
        assert (name, steps(text)) == (name, listed)
        current = re.findall(r'desk/([a-z-]+)"\s*aria-current="page"', text)
        assert current == [name]
        assert complaints(text) == []


def test_every_step_is_a_page_of_the_desk():
    named = [name for names in ORDER_OF_WORK.values() for name in names]
    assert set(named) <= set(desk_pages())


def test_a_step_says_how_much_waits_there(chief):
    client, _ = chief
    text = flat(client.get(f"{WOMEN}/desk/entries").text)
    assert re.search(r'desk/results"\s*>\s*Results\s*<span class="chip">2</span>', text)
    assert not re.search(r"Entries\s*<span class=\"chip", text)  # their number is nothing to do


def test_all_sections_are_seen_at_once_with_the_boards_that_are_missing(chief):
    client, _ = chief
    answer = client.get("/c/demo/desk")
    assert answer.status_code == 200
    text = flat(answer.text)
    assert "Results missing: 2" in text
    assert re.findall(r'aria-label="Board (\d+)"', text) == ["2", "3"]
    assert complaints(answer.text) == []


def test_all_sections_are_for_the_staff(tmp_path):
    with site(tmp_path) as (client, _):
        assert client.get("/c/demo/desk").status_code == 403


def test_a_refusal_stands_inside_the_frame(chief):
    client, _ = chief
    fields = {"_csrf_token": client.cookies.get("csrftoken"), "entrant": "e99"}
    client.get(f"{WOMEN}/desk/check-in")
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    answer = client.post(f"{WOMEN}/desk/check-in/arrive", data=fields)
    assert answer.status_code == 422
    assert answer.text.count('role="alert"') == 1
    assert answer.text.index('class="work-head"') < answer.text.index('role="alert"')
