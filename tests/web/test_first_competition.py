"""A first competition: names in, paired, results by keyboard, why; led from step to step."""

import re

import pytest

from qipan.desk.roles import Role
from qipan.kernel.errors import BadInput
from qipan.views.glance.first_steps import FirstStep, first_steps
from qipan.web.organiser.first_competition import MOST_NAMES, read_names
from web.markup import readable
from web.site import act, sign_in_as, site, token

TEN = "\n".join(f"Flower {number}" for number in range(1, 11))
LISTS = [
    # pasted, names, ratings
    ("Anna\nBerta", ["Anna", "Berta"], [None, None]),
    ("1. Anna\n 2) Berta\n3、梅花车\n\n", ["Anna", "Berta", "梅花车"], [None] * 3),
    ("Anna\t1850\nBerta; 1700 \n", ["Anna", "Berta"], [1850, 1700]),
    ("Rook, Anna\r\nHorse, Ben\r\n", ["Rook, Anna", "Horse, Ben"], [None, None]),
]


@pytest.fixture
def there(tmp_path):
    with site(tmp_path) as found:
        yield found


def made(client, **fields):
    form = {"_csrf_token": token(client, "/organise"), "names": TEN, **fields}
    return client.post("/organise", data=form, follow_redirects=False)


@pytest.mark.parametrize(("text", "names", "ratings"), LISTS)
def test_lists_as_people_paste_them(text, names, ratings):
    found = read_names(text)
    assert [each.person.name for each in found] == names
    assert [each.rating for each in found] == ratings


@pytest.mark.parametrize("text", ["", "Anna", "\n".join("x" * (MOST_NAMES + 1)), "x\n" * 20_000])
def test_too_few_or_too_many_are_refused(text):
    with pytest.raises(BadInput):
        read_names(text)


def test_from_the_names_to_the_reason_of_a_place_led_by_one_line(there):
    client, house = there
    sign_in_as(client, Role.CHIEF_ARBITER)
    answer = made(client)
    assert answer.status_code == 303, answer.text
    home = re.fullmatch(r"(/c/event-[\d-]+/open)/desk/pairing", answer.headers["location"])[1]
    assert "Step 2 of 5" in readable(client.get(f"{home}/desk/pairing").text)
    act(client, "desk/check-in/all", home, back="pairing")
    act(client, "desk/pairing/pair", home)
    assert "Step 3 of 5" in readable(client.get(f"{home}/desk/pairing").text)
    act(client, "desk/pairing/publish", home, round="1")
    page = readable(client.get(f"{home}/desk/results").text)
    assert "Step 4 of 5" in page
    assert "Still missing: 5" in page
    competition = home.split("/")[2]
    for board in range(1, 6):
        act(client, "result", home, round=1, board=board, result="1-0")
    state = house.office.state(competition)
    section = state.sections["open"]
    assert len(section.current.results) == 5
    assert first_steps(state, section).step is FirstStep.WHY
    page = client.get(f"{home}/desk/standings").text
    assert "Step 5 of 5" in readable(page)
    why = re.search(rf'href="({home}/why\?a=[^"]+)"', page)[1]
    assert client.get(why).status_code == 200
    client.get("/organise/done")
    assert "Step 5 of 5" not in readable(client.get(f"{home}/desk/standings").text)


@pytest.mark.parametrize("system", ["simple-swiss", "round-robin"])
@pytest.mark.parametrize("game", ["go", "gomoku"])
def test_systems_and_games(there, system, game):
    client, house = there
    sign_in_as(client, Role.CHIEF_ARBITER)
    home = made(client, system=system, game=game, title="Our evening").headers["location"]
    state = house.office.state(home.split("/")[2])
    assert (state.title, state.book) == ("Our evening", system)
    assert len(state.sections["open"].order) == 10
    assert made(client).headers["location"] != home


def test_what_is_wrong_is_said_and_what_was_typed_stays(there):
    client, house = there
    sign_in_as(client, Role.CHIEF_ARBITER)
    before = house.office.competitions()
    answer = made(client, names="Only One")
    assert answer.status_code == 400
    assert "Paste 2 to 200 names" in answer.text
    assert "Only One</textarea>" in answer.text
    assert made(client, system="ladder").status_code == 404
    assert house.office.competitions() == before


@pytest.mark.parametrize("role", [None, Role.PLAYER, Role.ORGANISER, Role.ARBITER])
def test_who_may_not_run_one_alone_is_told_who_may(there, role):
    client, house = there
    if role is not None:
        sign_in_as(client, role)
    before = house.office.competitions()
    page = client.get("/organise").text
    assert "<textarea" not in page
    form = {"_csrf_token": token(client), "names": TEN}
    assert client.post("/organise", data=form).status_code == 403
    assert house.office.competitions() == before
